// What the station says about itself: what does not work, who has how many points, what it has said.
import { by, keep, make, setHidden, setText } from "./dom.js";
import { points } from "./lobby.js";
import { say, words, language } from "./words.js";

const known = (key) => key in words[language];
const partName = (part) => (part === "button" ? say("buttonPart") : known(part) ? say(part) : part);
/** A condition this page does not know yet is shown as the station calls it. */
const condition = (is) => (known(is) ? say(is) : is);

const row = () => {
  const group = make("div");
  group.append(make("dt"), make("dd"));
  return group;
};

function fillRow(group, [, name, value]) {
  setText(group.children[0], name);
  setText(group.children[1], value);
}

export function showStation(state, since) {
  const broken = state.parts.filter(([, is]) => is !== "works" && is !== "starting" && is !== "");
  keep(by("troubles"), broken, ([part]) => part, () => make("li"), (item, [part, is]) => {
    setText(item, say("trouble", { part: partName(part), condition: condition(is) }));
  });
  setHidden(by("troubles"), broken.length === 0);
  // Closed, it costs nothing.
  if (!by("station").querySelector("details").open) return;

  const parts = state.parts.map(([part, is]) => [part, partName(part), condition(is)]);
  keep(by("parts"), parts, ([part]) => part, row, fillRow);

  const scores = state.scores.map((one, place) => ({ key: one.id || String(place), ...one }));
  const shown = scores.length ? scores : [{ key: "none" }];
  keep(by("scores"), shown, (one) => one.key, () => make("li"), (item, one) => {
    setText(item, one.key === "none" ? say("noScores") : `${one.name || one.id} · ${points(one.points)}`);
  });

  const lately = state.captions.length ? state.captions : [{ id: "none" }];
  keep(by("lately"), lately, (said) => said.id, () => make("li"), (item, said) => {
    const seconds = Math.round((said.age ?? 0) + since);
    setText(item, said.text ? `${said.text} (${say("ago", { seconds })})` : say("noCaptions"));
  });

  const { version, id, capacity, isQuiet } = state.station;
  const about = [
    ["version", say("version"), version || "?"], ["id", say("identity"), id || "?"],
    ["capacity", say("capacity"), capacity === null ? "?" : String(capacity)],
    ["quiet", say("quietHours"), say(isQuiet ? "yes" : "no")],
  ];
  keep(by("about"), about, ([key]) => key, row, fillRow);
}

/** The newest sentences. New ones are read aloud to who cannot see, those from before the page are not. */
export function showCaptions(state) {
  const list = by("captions");
  keep(list, state.captions, (said) => said.id, (said) => make("li", "", said.text));
  if (list.getAttribute("aria-live") === "off") {
    requestAnimationFrame(() => list.setAttribute("aria-live", "polite"));
  }
}
