// The form that makes an area of a beacon: all is filled in, so that a second tap is enough.
import { act } from "./acting.js";
import { by, make, setHidden, setText } from "./dom.js";
import { placesIn, suggestion } from "./places.js";
import { language, metresText, say } from "./words.js";

const form = by("area-form");
const home = form.parentElement;
const input = by("area-name");
const within = by("area-within");
const overlaps = by("area-overlaps");
const distances = [1, 2, 3, 5, 10, 20];
const usual = 3;
let beacon = null, whenDone = null;
let areas = [], speaks = language, offered = null, mayAct = true;

for (const metres of [...distances, null]) {
  const option = make("option", "", metres === null ? say("withinAny")
    : say("within", { metres: metresText(metres) }));
  option.value = metres ?? "";
  within.append(option);
}

/** What the form has to know of the station; before every look at it. */
export function prepareNaming(state) {
  const { station } = state;
  areas = state.areas;
  mayAct = station.acting !== "off";
  setHidden(by("area-fields"), !mayAct);
  speaks = station.language ?? language;
  if (offered === placesIn(speaks)) return;
  offered = placesIn(speaks);
  by("places").replaceChildren(...offered.map((place) => {
    const option = make("option");
    option.value = place;
    return option;
  }));
  input.lang = speaks;
}

export const named = () => beacon;

/** Shows the form in `card`; `done` is called when it is not needed any more. */
export function nameIt(one, card, done) {
  [beacon, whenDone] = [one, done];
  setText(by("area-uuid"), one.uuid);
  input.placeholder = suggestion(areas, speaks);
  input.value = input.placeholder;
  within.value = String(usual);
  overlaps.checked = false;
  card.append(form);
  setHidden(form, false);
}

export function stopNaming() {
  beacon = whenDone = null;
  setHidden(form, true);
  home.append(form);
}

// A list of places only opens below an empty field; what was suggested comes back if nothing is typed.
input.addEventListener("focus", () => {
  if (input.value === input.placeholder) input.value = "";
});
input.addEventListener("blur", () => {
  if (input.value.trim() === "") input.value = input.placeholder;
});

form.addEventListener("keydown", (event) => {
  if (event.key === "Escape") whenDone?.();
});

form.addEventListener("submit", async (event) => {
  event.preventDefault();
  if (!beacon || !mayAct) return;
  const { uuid, major, minor } = beacon;
  const name = input.value.trim() || input.placeholder;
  const metres = within.value === "" ? null : Number(within.value);
  const mine = beacon;
  const isDone = await act("area", { name, uuid, major, minor, within: metres, overlaps: overlaps.checked });
  if (!isDone) return;
  setText(by("news"), say("areaAdded", { name }));
  if (beacon === mine) whenDone?.();
});
