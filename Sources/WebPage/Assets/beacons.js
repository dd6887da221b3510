// Everything that is heard, strongest first: what it is, how far, and how its signal was in the last minute.
import { by, keep, make, setHidden, setText } from "./dom.js";
import { makerText, numbersText } from "./maker.js";
import { named, nameIt, stopNaming } from "./naming.js";
import { makeRadar } from "./radar.js";
import { metresText, say } from "./words.js";

const list = by("beacons");
/** Strengths swing by themselves: a list that followed them would move away below the thumb. */
const sortEvery = 4_000;
/** What the graph shows, in dBm: from the edge of hearing to a beacon in the hand. */
const [weakest, strongest] = [-100, -35];
const height = 24;

let order = new Map(); // the place of each beacon
let sortedAt = -Infinity, touchedAt = -Infinity;
let newest = [], opened = null;

const keyOf = ({ uuid, major, minor }) => `${uuid}/${major}/${minor}`;

for (const kind of ["pointerdown", "pointermove"]) {
  list.addEventListener(kind, () => { touchedAt = performance.now(); }, { passive: true });
}

list.addEventListener("click", (event) => {
  const card = event.target.closest(".head")?.parentElement;
  if (card) toggle(card.dataset.key);
});

function toggle(key) {
  const card = [...list.children].find((one) => one.dataset.key === key);
  const beacon = card && newest.find((one) => keyOf(one) === key);
  if (!beacon) return null;
  const wasOpen = opened === key;
  if (opened) close();
  if (wasOpen) return null;
  opened = key;
  card.classList.add("open");
  card.firstElementChild.setAttribute("aria-expanded", "true");
  nameIt(beacon, card, close);
  return card;
}

const showRadar = makeRadar(keyOf, (key) => {
  if (opened === key) close();
  const card = toggle(key);
  card?.scrollIntoView({ block: "center" });
  card?.firstElementChild.focus({ preventScroll: true });
});

function close() {
  const card = [...list.children].find((one) => one.dataset.key === opened);
  opened = null;
  // The focus goes back to where it came from, not to the beginning of the page.
  const hadFocus = card?.contains(document.activeElement);
  stopNaming();
  card?.classList.remove("open");
  card?.firstElementChild.setAttribute("aria-expanded", "false");
  if (hadFocus) card.firstElementChild.focus({ preventScroll: true });
}

/** As the station has sorted them, but not while somebody is about to tap, and seldom. */
function sorted(heard, now) {
  const isBusy = opened !== null || list.querySelector(":focus-visible") !== null;
  if (!isBusy && now - Math.max(sortedAt, touchedAt) > sortEvery) {
    sortedAt = now;
    order = new Map(heard.map((one, place) => [keyOf(one), place]));
  }
  for (const one of heard) {
    if (!order.has(keyOf(one))) order.set(keyOf(one), order.size);
  }
  return heard.slice().sort((a, b) => order.get(keyOf(a)) - order.get(keyOf(b)));
}

function create() {
  const card = make("li", "beacon");
  const head = make("button", "head");
  head.type = "button";
  head.setAttribute("aria-expanded", "false");
  head.append(make("strong"), make("span", "numbers"));
  const where = make("p", "where");
  where.append(make("strong"), make("span", "zone"), make("span", "between"));
  const signal = make("div", "signal");
  signal.append(graph(), make("span", "level"));
  card.append(head, where, signal, make("p", "facts"));
  return card;
}

function graph() {
  const svg = document.createElementNS("http://www.w3.org/2000/svg", "svg");
  svg.setAttribute("viewBox", `0 0 60 ${height}`);
  svg.setAttribute("preserveAspectRatio", "none");
  svg.setAttribute("aria-hidden", "true"); // the number stands beside it
  svg.append(document.createElementNS("http://www.w3.org/2000/svg", "path"));
  return svg;
}

/** One number a second, now is on the right; where nothing was heard there is a gap. */
function walk(levels) {
  let path = "", isRun = false;
  levels.forEach((level, place) => {
    if (level === null) {
      isRun = false;
      return;
    }
    const x = 60 - levels.length + place + 0.5;
    const share = Math.min(1, Math.max(0, (level - weakest) / (strongest - weakest)));
    // A line of no length with a round end is a dot: a second alone is seen, too.
    path += `${isRun ? "L" : "M"}${x} ${(height - 2 - share * (height - 4)).toFixed(1)}${isRun ? "" : "h0"}`;
    isRun = true;
  });
  return path;
}

function update(card, { beacon, since }) {
  const [head, where, signal, facts] = card.children;
  setText(head.children[0], makerText(beacon));
  setText(head.children[1], numbersText(beacon));
  const { range, battery, area, rssi } = beacon;
  const isKnown = range !== null && range.metres !== null;
  const [metres, zone, between] = where.children;
  setText(metres, isKnown ? say("about_m", { metres: metresText(range.metres) }) : "");
  const gaps = isKnown && { low: metresText(range.low), high: metresText(range.high) };
  setText(between, isKnown ? say("between", gaps) : "");
  setText(zone, say(`zone_${range?.zone ?? "unknown"}`));
  for (const part of [metres, between]) setHidden(part, !isKnown);
  card.dataset.zone = range?.zone ?? "unknown";

  const path = walk(beacon.levels);
  const line = signal.querySelector("path");
  if (line.getAttribute("d") !== path) line.setAttribute("d", path);
  const level = rssi === null ? say("levelNone") : say("level", { level: String(rssi).replace("-", "−") });
  setText(signal.lastElementChild, level);

  const age = range?.age == null ? null : Math.round(range.age + since);
  setText(facts, [
    area && say("isIn", { area }),
    age !== null && say(age < 2 ? "heardNow" : "heardAgo", { seconds: age }),
    battery !== null && say("battery", { percent: Math.round(battery) }),
  ].filter(Boolean).join(" · "));
}

export function showBeacons(state, since, now) {
  const { heard } = state.beacons;
  // The one that is being named stays, even if it falls silent: what was typed would be gone.
  const isGone = opened !== null && !heard.some((one) => keyOf(one) === opened);
  newest = isGone ? [...heard, named()] : heard;
  const shown = sorted(newest, now).map((beacon) => ({ beacon, since }));
  keep(list, shown, ({ beacon }) => keyOf(beacon), create, update);
  setHidden(list, shown.length === 0);
  setHidden(by("beacons-none"), shown.length > 0);
  showRadar(heard);
}
