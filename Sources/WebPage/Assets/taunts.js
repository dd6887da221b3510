// The wall of taunts: a line and a face each. The one that is tapped is what the seekers' stations say next.
import { act } from "./acting.js";
import { by, keep, make, setFace, setHidden, setText } from "./dom.js";
import { say } from "./words.js";

const wall = by("wall");
const said = by("taunted");
let lines = []; // number, moment, text
let asked = null;

/** Asked for once; again after it could not be had. */
async function load() {
  try {
    const answer = await fetch("/api/taunts", { cache: "no-store", signal: AbortSignal.timeout?.(5_000) });
    const { taunts } = await answer.json();
    lines = taunts.filter((one) => Number.isInteger(one.number) && typeof one.text === "string").slice(0, 99)
      .map(({ number, moment, text }) => ({ number, moment, text: text.slice(0, 200) }));
  } catch {
    asked = null;
  }
}

/** Forty aliens, each with a line of its own: the same number is the same face. */
const faceOf = (number) => (0x9e3779b97f4a7c15n * BigInt(number) & 0xffffffffffffffffn).toString(16)
  .padStart(16, "0");

wall.addEventListener("click", (event) => {
  const button = event.target.closest("button");
  if (!button) return;
  const isNext = button.getAttribute("aria-pressed") === "true";
  act("taunt", { taunt: isNext ? 0 : Number(button.parentElement.dataset.key) });
});

function create({ number }) {
  const item = make("li", "line-card");
  const button = make("button");
  button.type = "button";
  const face = make("img", "face");
  face.alt = "";
  face.loading = "lazy";
  setFace(face, faceOf(number));
  button.append(face, make("span", "words"), make("span", "when"));
  item.append(button);
  return item;
}

function update(item, one) {
  const [button] = item.children;
  const [, words, when] = button.children;
  setText(words, one.text);
  setText(when, one.isNext ? say("tauntNext") : one.isSaid ? say("tauntSaid") : "");
  button.setAttribute("aria-pressed", String(one.isNext));
  item.classList.toggle("said", one.isSaid);
}

export function showTaunts({ round }) {
  asked ??= load();
  const { next, said: told } = round.taunts;
  setText(by("wall-line"), say(lines.length ? "wallLine" : "loading"));
  const shown = lines.map((one) => ({
    ...one, isNext: one.number === next, isSaid: told.includes(one.number),
  }));
  keep(wall, shown, ({ number }) => String(number), create, update);
  // The newest first; the place in the round is what it is known by.
  const newest = told.map((number, place) => ({ number, place })).reverse();
  keep(said, newest, ({ place }) => String(place), () => make("li"), (item, { number }) => {
    setText(item, lines.find((one) => one.number === number)?.text ?? say("tauntTheirs"));
  });
  setHidden(by("taunted-none"), told.length > 0);
}
