// The station's page: puts what the station says into the views, and what the button does into words.
import { act } from "./acting.js";
import { showAir } from "./air.js";
import { by, setFace, setHidden, setText } from "./dom.js";
import { follow, StationClock } from "./events.js";
import { makeHeld } from "./holding.js";
import { outcomeLine, showLobby, showSign } from "./lobby.js";
import { changeTo } from "./screens.js";
import { cueKey, remember, showSeeker, timeLeft } from "./seeker.js";
import { showCaptions, showStation } from "./station.js";
import { tidy } from "./tidy.js";
import { showTracker, stopTracker } from "./tracker.js";
import { language, say, translate } from "./words.js";

translate();

const clock = new StationClock();
const news = by("news");
const hold = by("hold");
let state = null;
let told = { phase: null, cue: null, caption: null };
let heldByTap = false;

const finger = makeHeld(hold, (isDown, byTap) => {
  heldByTap = isDown && byTap;
  if (state) showDock(clock.since(state.at));
});
by("taunt").addEventListener("click", () => act("press"));

let isChoosing = false; // a taunt
let showTaunts = null; // once somebody has wanted to
by("choose").addEventListener("click", async () => {
  ({ showTaunts } = await import("./taunts.js"));
  isChoosing = true;
  turnTo();
});
by("chosen").addEventListener("click", () => {
  isChoosing = false;
  turnTo();
});

function viewOf({ phase, role, round }) {
  if (phase !== "hiding" && phase !== "hunting") return "lobby";
  if (role !== "hide") return "seeker";
  return isChoosing && phase === "hunting" && round.taunts ? "taunts" : "tracker";
}

/** Shows the screen that belongs to the state. */
function turnTo() {
  const view = viewOf(state);
  if (view !== "taunts") isChoosing = false;
  if (view === turnedTo) return show();
  turnedTo = view;
  changeTo(view, () => {
    const shown = document.documentElement.dataset;
    // Two changes at once: the later one is right.
    shown.view = turnedTo;
    for (const name of ["lobby", "tracker", "seeker", "taunts"]) setHidden(by(name), name !== turnedTo);
    if (turnedTo !== "seeker") delete shown.heat;
    if (turnedTo !== "tracker") stopTracker();
    show();
  });
}
let turnedTo = "lobby";

let showThings = null; // once somebody has wanted to
by("things").querySelector("details").addEventListener("toggle", async () => {
  ({ showThings } = await import("./things.js"));
}, { once: true });

function onState(raw) {
  state = tidy(raw);
  clock.hear(state.at);
  const shown = document.documentElement.dataset;
  if (shown.phase !== state.phase) {
    shown.phase = state.phase;
    // What was held was another button, even if it looks the same.
    if (!["lobby", "holding", "agreeing"].includes(state.phase)) finger.release();
  }
  shown.role = state.role;
  if (state.role === "seek" && state.round) remember(state);
  showCaptions(state);
  turnTo();
  announce();
}

/** All that changes with the time as well as with the state. */
function show() {
  if (!state) return;
  const since = clock.since(state.at);
  const { station } = state;
  setFace(by("my-face"), station.id);
  setText(by("my-name"), station.name || "Hot & Cold");
  setText(by("my-role"), say(state.role === "hide" ? "iHide" : "iSeek"));
  document.title = station.name ? `${station.name} · Hot & Cold` : "Hot & Cold";
  const left = timeLeft(state, since);
  setHidden(by("clock"), left === "");
  setText(by("clock"), left);
  const view = document.documentElement.dataset.view;
  if (view === "lobby") showLobby(state, since);
  if (view === "seeker" && state.round) showSeeker(state, since);
  if (view === "tracker" && state.round) showTracker(state, since);
  if (view === "taunts" && state.round?.taunts) showTaunts(state);
  showDock(since);
  showAir(state, since);
  showStation(state, since);
  setHidden(by("things"), state.things === null); // an older station has none
  showThings?.(state);
}

/** The button that is held: what it is for, and how it is. */
function showDock(since) {
  const { phase, role, button, station } = state;
  const mayAct = station.acting !== "off";
  const isHunt = phase === "hunting";
  const isReady = ["lobby", "holding", "agreeing", "over"].includes(phase);
  setHidden(hold, !mayAct || !(isReady || isHunt));
  setHidden(by("taunt"), !mayAct || !isHunt || role !== "hide");
  setHidden(by("choose"), !mayAct || !isHunt || role !== "hide" || !state.round.taunts || isChoosing);
  setHidden(by("cancel"), !mayAct || phase !== "counting");

  const downFor = button.downFor + (button.isDown ? since : 0);
  const isLong = isReady && button.isDown && downFor > 8.5;
  let word = "holdPlay", line = "holdPlayLine";
  if (phase === "over") [word, line] = ["holdAgain", "holdAgainLine"];
  if (isHunt) [word, line] = role === "hide" ? ["holdHush", "holdHushLine"] : ["holdFound", "holdFoundLine"];
  if (phase === "agreeing" || (phase === "holding" && finger.isHeld)) word = "holdOn";
  if (heldByTap) line = "holdTap";
  if (isLong) line = "letGo";
  if (!mayAct) line = "onlyWatch";
  setText(by("hold-word"), say(word));
  const takes = button.holdAfter;
  const isWorthSaying = takes >= 1.5 && mayAct && line !== "holdTap" && line !== "letGo";
  const lines = [say(line), isWorthSaying && say("holdFor", { seconds: takes.toLocaleString(language) })];
  setText(by("hold-line"), lines.filter(Boolean).join(" "));
  setHidden(by("hold-line"), !isReady && !isHunt && mayAct);
  by("hold-line").classList.toggle("warning", isLong);
  // The collar fills in the time that a hold takes.
  const fills = `${takes}s`;
  if (hold.style.getPropertyValue("--takes") !== fills) hold.style.setProperty("--takes", fills);
  // Pressed on the station is pressed here: it is one button.
  hold.classList.toggle("down", button.isDown);
  hold.classList.toggle("counts", button.isHolding);
  by("hardware").dataset.button = button.isHolding ? "held" : button.isDown ? "down" : "up";
  setText(by("hardware-line"), say(button.isHolding ? "heldHere" : button.isDown ? "downHere" : "upHere"));
}

function phaseNews() {
  const { phase, role, round } = state;
  const name = `phase${phase[0].toUpperCase()}${phase.slice(1)}`;
  let line = say(role === "hide" ? "lineYouHide" : "lineYouSeek");
  if (phase === "over") line = round ? outcomeLine(state) : "";
  return say(name, { line });
}

/** For readers of screens: phases and cues. Captions read themselves; a cue that was one is not repeated. */
function announce() {
  const caption = state.captions.at(-1)?.id ?? null;
  const cue = viewOf(state) === "seeker" && state.phase === "hunting" ? cueKey(state.round.cue) : null;
  if (state.phase !== told.phase) {
    if (told.phase !== null) setText(news, phaseNews());
  } else if (cue && cue !== told.cue && caption === told.caption) {
    // The sentence comes with the cue or in one of the next states: wait for it.
    setTimeout(() => {
      if (told.cue === cue && told.caption === caption) setText(news, say(cue));
    }, 700);
  }
  told = { phase: state.phase, cue, caption };
}

/** Nothing can be done with a station that is gone. */
function setInert(isInert) {
  for (const id of ["main", "air", "things", "station"]) by(id).inert = isInert;
  by("switch").disabled = isInert;
}

follow({
  onState,
  onGone() {
    finger.release();
    stopTracker();
    document.documentElement.classList.add("gone");
    setInert(true);
    by("gone").hidden = false;
    setText(by("gone"), say("isGone"));
    clock.forget();
  },
  onBack() {
    document.documentElement.classList.remove("gone");
    setInert(false);
    by("gone").hidden = true;
    setText(news, say("isBack"));
    clock.forget();
  },
});

// Between states the clocks go on: often enough for a second to change when the voice says it.
setInterval(() => {
  if (!state || document.hidden || document.documentElement.classList.contains("gone")) return;
  if (state.phase === "counting") showSign(state, clock.since(state.at));
  else show();
}, 100);

for (const id of ["air", "things", "station"]) by(id).querySelector("details").addEventListener("toggle", show);
