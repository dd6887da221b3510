// The areas: places with a name, and the beacons that stand in them.
import { act } from "./acting.js";
import { by, keep, make, setHidden, setText } from "./dom.js";
import { makerText, numbersText } from "./maker.js";
import { metresText, say } from "./words.js";

const list = by("areas");
/** What is forgotten takes two taps, the second one soon. */
const sureFor = 4_000;
let sure = null, sureTimer;

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
  setText(which, [makerText(area), numbersText(area), within,
    area.overlaps && say("overlaps")].filter(Boolean).join(" · "));
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
