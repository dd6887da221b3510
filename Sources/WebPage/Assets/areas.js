// The areas: places with a name, and the beacons that stand in them.
import { act } from "./acting.js";
import { by, keep, make, setHidden, setText } from "./dom.js";
import { metresText, say } from "./words.js";

const list = by("areas");
const makers = { hotcold: "Hot & Cold", estimote: "Estimote" };
/** An area is known by its number alone, whether or not one of its beacons is heard now. */
const familiar = {
  "D9EED498-BFDB-43C0-8B55-D06BB74C430B": "hotcold", "B9407F30-F5F8-466E-AFF9-25556B57FE6D": "estimote",
};
/** What is forgotten takes two taps, the second one soon. */
const sureFor = 4_000;
let sure = null, sureTimer;

/** Who made a beacon; for most of them there is nothing but the number. */
export function makerText({ uuid, maker }) {
  return makers[maker || familiar[uuid]] ?? (maker || `${uuid.slice(0, 8)}…`);
}

export function numbersText({ major, minor }) {
  const parts = [major !== null && say("major", { major }), minor !== null && say("minor", { minor })];
  return parts.filter(Boolean).join(" · ");
}

list.addEventListener("click", async (event) => {
  const name = event.target.closest("button")?.parentElement.dataset.key;
  if (name === undefined) return;
  clearTimeout(sureTimer);
  if (name !== sure) {
    sure = name;
    showSure();
    sureTimer = setTimeout(() => { sure = null; showSure(); }, sureFor);
    return;
  }
  sure = null;
  showSure();
  await act("forget", { name });
});

function showSure() {
  for (const item of list.children) {
    const button = item.querySelector("button");
    if (!button) continue;
    const name = item.dataset.key;
    const isSure = name === sure;
    setText(button, say(isSure ? "forgetSure" : "forget"));
    const label = say(isSure ? "forgetSureNamed" : "forgetNamed", { name });
    if (button.getAttribute("aria-label") !== label) button.setAttribute("aria-label", label);
    button.classList.toggle("warning", isSure);
  }
}

function create(area) {
  if (area.name === "") return make("li");
  const item = make("li", "area");
  const [who, button] = [make("div", "who"), make("button", "key small")];
  button.type = "button";
  who.append(make("strong"), make("span", "inside"), make("span", "which"));
  item.append(who, button);
  return item;
}

function update(item, area) {
  if (area.name === "") return setText(item, say(area.mayAct ? "noAreas" : "noneYet"));
  const [who, button] = item.children;
  const [name, inside, which] = who.children;
  setText(name, area.name);
  setText(inside, say("inside"));
  setHidden(inside, !area.isInside);
  const within = area.within === null ? "" : say("within", { metres: metresText(area.within) });
  setText(which, [makerText(area), numbersText(area), within].filter(Boolean).join(" · "));
  item.classList.toggle("here", area.isInside);
  setHidden(button, !area.mayForget);
}

export function showAreas({ areas, station }) {
  const mayAct = station.acting !== "off";
  const shown = areas.map((area) => ({ ...area, mayForget: area.isOurs && mayAct }));
  // Nobody has two areas of one name: by it they are forgotten.
  keep(list, shown.length ? shown : [{ name: "", mayAct }], (area) => area.name, create, update);
  showSure();
}
