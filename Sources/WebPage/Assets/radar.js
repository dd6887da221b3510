// The beacons around this station, seen from above. How far one is, is known; in which direction, is not: each
// keeps a direction of its own, so that it can be found again, and its interval is an arc.
import { by, keep, make, setHidden, setText } from "./dom.js";
import { makerText, numbersText } from "./maker.js";
import { metresText, say } from "./words.js";

const radar = by("radar");
const list = by("radar-blips");
const rings = [1, 3, 6, 12, 25, 50];
/** More would lie on top of each other; the list has them all. */
const blipsAtMost = 12;
/** In which order the directions are given away: those after each other are far apart. */
const directions = [0, 6, 3, 9, 1, 7, 4, 10, 2, 8, 5, 11];
/** In the middle is this station itself. */
const [innermost, rim] = [0.24, 0.86];
/** Half the width of an arc, in radians. */
const half = 0.2;

let reach = 6; // metres at the rim
const slots = new Map(); // the direction of each beacon that is shown

const place = (metres) => innermost + (rim - innermost) * Math.min(1, Math.sqrt(metres / reach));
const point = (angle, radius) => [Math.sin(angle) * radius, -Math.cos(angle) * radius];
const text = ([x, y]) => `${(50 + 50 * x).toFixed(2)} ${(50 + 50 * y).toFixed(2)}`;

/** Those that are nearest and whose distance is known, each in its direction. */
function seated(heard, keyOf) {
  const near = heard.filter(({ range }) => range?.metres != null && range.zone !== "lost")
    .sort((a, b) => a.range.metres - b.range.metres).slice(0, blipsAtMost);
  const keys = near.map(keyOf);
  for (const key of slots.keys()) if (!keys.includes(key)) slots.delete(key);
  for (const key of keys) {
    if (!slots.has(key)) slots.set(key, directions.find((slot) => ![...slots.values()].includes(slot)));
  }
  return near.map((beacon, order) => ({
    beacon, key: keys[order], angle: (slots.get(keys[order]) + 0.5) / directions.length * 2 * Math.PI,
  }));
}

/** A piece of a ring, from the low to the high end of what is likely. */
function arc({ low, high }, angle) {
  const [inner, outer] = [place(low) * 50, Math.max(place(high), place(low) + 0.02) * 50];
  const [a, b] = [angle - half, angle + half];
  return `M${text(point(a, inner / 50))}A${inner} ${inner} 0 0 1 ${text(point(b, inner / 50))}`
    + `L${text(point(b, outer / 50))}A${outer} ${outer} 0 0 0 ${text(point(a, outer / 50))}Z`;
}

function create() {
  const item = make("li", "blip");
  const button = make("button");
  button.type = "button";
  item.append(button);
  return item;
}

function update(item, { beacon, angle }) {
  const [button] = item.children;
  const [x, y] = point(angle, place(beacon.range.metres));
  item.style.left = `${50 + 50 * x}%`;
  item.style.top = `${50 + 50 * y}%`;
  const label = [
    beacon.area || makerText(beacon), numbersText(beacon),
    say("about_m", { metres: metresText(beacon.range.metres) }),
  ].join(", ");
  if (button.getAttribute("aria-label") !== label) button.setAttribute("aria-label", label);
  item.dataset.zone = beacon.range.zone;
}

/** - `keyOf`: what a beacon is known by; `open`: shows its properties. */
export function makeRadar(keyOf, open) {
  list.addEventListener("click", (event) => {
    const key = event.target.closest(".blip")?.dataset.key;
    if (key) open(key);
  });
  const frame = radar.querySelector(".rings");
  const arcs = radar.querySelector(".arcs");
  return (heard) => {
    const shown = seated(heard, keyOf);
    setHidden(radar, shown.length === 0);
    if (shown.length === 0) return;
    const farthest = Math.max(3, ...shown.map(({ beacon }) => beacon.range.metres * 1.15));
    const wanted = rings.find((ring) => ring >= farthest) ?? 50;
    // At once wider, but narrower only well inside, or the picture would jump at a ring's edge.
    if (wanted > reach || farthest < wanted * 0.85) reach = wanted;
    const circles = rings.filter((ring) => ring <= reach).map((ring) => {
      const radius = place(ring) * 50;
      const turn = `a${radius} ${radius} 0 1 0`;
      return `M${50 - radius} 50${turn} ${2 * radius} 0${turn} ${-2 * radius} 0`;
    }).join("");
    if (frame.getAttribute("d") !== circles) frame.setAttribute("d", circles);
    arcs.setAttribute("d", shown.map(({ beacon, angle }) => arc(beacon.range, angle)).join(""));
    const rest = heard.length - shown.length;
    const lines = [
      say("radarScale", { metres: metresText(reach) }), rest > 0 && say("radarRest", { count: rest }),
    ];
    setText(by("radar-scale"), lines.filter(Boolean).join(" · "));
    keep(list, shown, ({ key }) => key, create, update);
  };
}
