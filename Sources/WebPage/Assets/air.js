// Beacons and areas: what is in the air here, and the places that have a name. Closed, it costs nothing.
import { act, actQuietly, hasPin } from "./acting.js";
import { by, setHidden, setText } from "./dom.js";
import { say } from "./words.js";

const section = by("air");
const details = section.querySelector("details");
/** The station listens for thirty seconds when it is asked to. */
const listenEvery = 15_000;
/** Ten states come in a second; nobody reads more than two. */
const showEvery = 500;

let shownAt = -Infinity, listenedAt = -Infinity;
let views = null; // what is inside, once it was opened

details.addEventListener("toggle", async () => {
  shownAt = listenedAt = -Infinity;
  if (!details.open || views) return;
  const [areas, beacons, naming] = await Promise.all(
    ["./areas.js", "./beacons.js", "./naming.js"].map((name) => import(name)));
  views = { ...areas, ...beacons, ...naming };
});

by("air-pin").addEventListener("click", async () => {
  if (await act("listen")) listenedAt = performance.now();
});

/** A station listens to its game; for everything else it has to be asked, as long as somebody looks. */
function listen(now) {
  if (document.hidden || now - listenedAt < listenEvery) return;
  listenedAt = now;
  actQuietly("listen");
}

export function showAir(state, since) {
  // An older station tells nothing of it.
  setHidden(section, state.beacons === null);
  if (state.beacons === null || !details.open) return;
  const now = performance.now();
  const { acting } = state.station;
  const isLocked = acting === "pin" && !hasPin();
  if (acting !== "off" && !isLocked) listen(now);
  if (now - shownAt < showEvery) return;
  shownAt = now;
  const line = acting === "off" ? "airWatches" : isLocked ? "airPin"
    : state.beacons.isListening ? "airListens" : "airRests";
  setText(by("air-line"), say(line));
  setHidden(by("air-pin"), !isLocked);
  if (!views) {
    shownAt = -Infinity;
    return;
  }
  views.prepareNaming(state);
  views.showAreas(state);
  views.showBeacons(state, since, now);
}
