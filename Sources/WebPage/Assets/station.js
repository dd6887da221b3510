// What the station says about itself: what does not work, who has how many points, what it has said.
import { showControls } from "./controls.js";
import { by, keep, make, setHidden, setText } from "./dom.js";
import { points } from "./lobby.js";
import { isKnown, languageName, say } from "./words.js";

const details = by("station").querySelector("details");
/** What the drawers need; loaded when the station is opened, which most people never do. */
let drawers = null;

details.addEventListener("toggle", async () => {
  drawers ??= await Promise.all([
    import("./crew.js"), import("./updating.js"), import("./calibrating.js"), import("./records.js"),
  ]);
});

const partName = (part) => (part === "button" ? say("buttonPart") : isKnown(part) ? say(part) : part);
/** A condition this page does not know yet is shown as the station calls it. */
const condition = (is) => (isKnown(is) ? say(is) : is);

const capital = (word) => word.charAt(0).toUpperCase() + word.slice(1);

/** What to do about a part that does not work. */
function fix(part, is) {
  if (["works", "starting", ""].includes(is)) return "";
  const key = `fix${capital(part)}${capital(is)}`;
  return say(isKnown(key) ? key : "fixElse");
}

const row = () => {
  const group = make("div");
  group.append(make("dt"), make("dd"));
  return group;
};

function fillRow(group, [, name, value, more = ""]) {
  setText(group.children[0], name);
  setText(group.children[1], value);
  if (more && group.childElementCount < 3) group.append(make("dd", "fix"));
  if (group.childElementCount > 2) setText(group.children[2], more);
}

export function showStation(state, since) {
  const broken = state.parts.filter(([, is]) => is !== "works" && is !== "starting" && is !== "");
  keep(by("troubles"), broken, ([part]) => part, () => make("li"), (item, [part, is]) => {
    setText(item, say("trouble", { part: partName(part), condition: condition(is) }));
  });
  setHidden(by("troubles"), broken.length === 0);
  // Closed, it costs nothing.
  if (!details.open) return;

  showControls(state);
  for (const { showDrawer } of drawers ?? []) showDrawer?.(state, since);
  const parts = state.parts.map(([part, is]) => [part, partName(part), condition(is), fix(part, is)]);
  keep(by("parts"), parts, ([part]) => part, row, fillRow);

  const scores = state.scores.map((one, place) => ({ key: one.id || String(place), ...one }));
  const shown = scores.length ? scores : [{ key: "none" }];
  keep(by("scores"), shown, (one) => one.key, () => make("li"), (item, one) => {
    setText(item, one.key === "none" ? say("noScores") : `${one.name || one.id} · ${points(one.points)}`);
  });

  setLanguage(by("lately"), state.station.language);
  const lately = state.captions.length ? state.captions : [{ id: "none" }];
  keep(by("lately"), lately, (said) => said.id, () => make("li"), (item, said) => {
    const seconds = Math.round((said.age ?? 0) + since);
    setText(item, said.text ? `${said.text} (${say("ago", { seconds })})` : say("noCaptions"));
  });

  const { version, id, role, language: speaks } = state.station;
  const about = [
    ["role", say("role"), say(role)], ["version", say("version"), version || "?"],
    ["id", say("identity"), id || "?"], ["speaks", say("language"), speaks && languageName(speaks)],
    ["light", say("light"), state.light],
    // Where it can be chosen, it is among the controls.
    ["clips", say("clips"), state.sound?.voices.length ? "" : state.sound?.voice],
  ].filter(([, , value]) => value);
  keep(by("about"), about, ([key]) => key, row, fillRow);
  // What it means is told in English, as the doctor's findings are.
  const light = by("about").querySelector("[data-key=light] dd");
  if (light) setLanguage(light, "en");
}

/** Read aloud as it was said: the station may speak another language than the page. */
function setLanguage(list, speaks) {
  if (speaks && list.lang !== speaks) list.lang = speaks;
}

/** The newest sentences. New ones are read aloud to who cannot see, those from before the page are not. */
export function showCaptions(state) {
  const list = by("captions");
  setLanguage(list, state.station.language);
  keep(list, state.captions, (said) => said.id, (said) => make("li", "", said.text));
  if (list.getAttribute("aria-live") === "off") {
    requestAnimationFrame(() => list.setAttribute("aria-live", "polite"));
  }
}
