// The seeker's view: one word and one colour that can be read across a room, and the last minute as a line.
import { showOn } from "./board.js";
import { by, setText } from "./dom.js";
import { clockText, metresText, say } from "./words.js";

/** What was said longer ago than this is shown smaller: nobody knows whether it is still true. */
const staleAfter = 8;
const minute = 60;
/** Without a sighting for this long the line has a gap: nothing is known there. */
const gapAfter = 5;

const words = { hot: "wordHot", cold: "wordCold", lost: "wordLost" };

export function cueKey(cue) {
  if (!cue) return "cueNone";
  return cue.word === "lost" ? "cueLost" : `cue${cue.word === "hot" ? "Hot" : "Cold"}${cue.degree}`;
}

const hiderOf = (state) => state.round.members.find((one) => one.role === "hide");

/** What the line is drawn from: kept here, because the station only tells how it is now. */
const walk = [];

export function remember(state) {
  const range = hiderOf(state)?.range;
  const last = walk.at(-1);
  // Another round, or a station that began anew.
  if (last && (state.at < last.at || state.phase === "counting")) walk.length = 0;
  if (state.phase !== "hunting" || (last && state.at - last.at < 0.25)) return;
  const isKnown = range && range.metres !== null && range.zone !== "lost" && (range.age ?? 0) < gapAfter;
  walk.push(isKnown ? { at: state.at, ...range } : { at: state.at, metres: null });
  while (walk.length && state.at - walk[0].at > minute) walk.shift();
}

/** Nearer is lower, now is on the right. */
function drawWalk(now) {
  const farthest = Math.max(3, ...walk.map((point) => point.high ?? 0));
  const top = [3, 6, 9, 12, 18, 25, 50].find((round) => round >= farthest) ?? 50;
  const x = (point) => (minute - (now - point.at)).toFixed(2);
  const y = (metres) => (40 - 38 * Math.min(1, metres / top)).toFixed(2);
  let path = "", band = "", run = [];
  const finish = () => {
    if (run.length > 1) {
      path += "M" + run.map((point) => `${x(point)} ${y(point.metres)}`).join("L");
      band += "M" + run.map((point) => `${x(point)} ${y(point.high)}`).join("L")
        + "L" + run.slice().reverse().map((point) => `${x(point)} ${y(point.low)}`).join("L") + "Z";
    }
    run = [];
  };
  for (const point of walk) {
    if (point.metres === null) finish(); else run.push(point);
  }
  finish();
  by("trace-path").setAttribute("d", path);
  by("trace-band").setAttribute("d", band);
  setText(by("trace-top"), `${top} m`);
}

export function showSeeker(state, since) {
  const { round } = state;
  const board = by("cue-board");
  const hider = hiderOf(state)?.name || say("nobody");
  let heat = "none", isStale = false;
  if (state.phase === "hiding") {
    showOn(board, String(Math.max(0, Math.ceil((round.huntsIn ?? 0) - since))));
    setText(by("cue-line"), say("shutEyes", { hider }));
  } else {
    const { cue } = round;
    const age = (cue?.age ?? 0) + since;
    isStale = cue !== null && cue.word !== "lost" && age > staleAfter;
    if (cue) heat = `${cue.word}${cue.degree || ""}`;
    showOn(board, say(words[cue?.word] ?? "wordSearch"));
    const line = say(cueKey(cue));
    setText(by("cue-line"), isStale ? say("cueAge", { cue: line, seconds: Math.round(age) }) : line);
  }
  document.documentElement.dataset.heat = heat;
  board.classList.toggle("stale", isStale);
  const lamps = { cold3: 0, cold2: 1, cold1: 2, hot1: 3, hot2: 4, hot3: 5 };
  [...by("heat").children].forEach((lamp, place) => lamp.classList.toggle("lit", place === lamps[heat]));

  const range = hiderOf(state)?.range;
  const isHeard = range && range.metres !== null && range.zone !== "lost";
  const metres = isHeard
    ? say("about_m", { metres: metresText(range.metres) })
    : say(range?.zone === "lost" ? "lost" : "unheard");
  setText(by("trace-line"), say("traceLine", { hider, metres }));
  drawWalk(state.at + since);
}

/** How long there is; nothing before the hunt and after it. */
export function timeLeft(state, since) {
  const ends = state.round?.endsIn;
  if (state.phase !== "hunting" || ends === null || ends === undefined) return "";
  return clockText(ends - since);
}
