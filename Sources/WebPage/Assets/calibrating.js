// Calibration, in three steps: with whom, how they stand, and ten seconds of listening with what came of it.
// What is shown follows the station's state, whichever phone has started it.
import { act } from "./acting.js";
import { isPlaying } from "./controls.js";
import { by, keep, make, setFace, setHidden, setText } from "./dom.js";
import { language, say } from "./words.js";

const section = by("calibration");
const [title, others, go, back] = ["title", "others", "go", "back"].map((part) => by(`trial-${part}`));
/** How long the station listens, in seconds. */
const takes = 10;
/** Until the state tells of what was started here. */
const patience = 3_000;

let chosen = null; // with whom, by identity
let startedAt = -Infinity;
let over = null; // the result that was left by "again"
let newest = null, step = null;

const keyOf = ({ station, phase, reason }) => `${station} ${phase} ${reason}`;

others.addEventListener("click", (event) => {
  chosen = event.target.closest("button")?.parentElement.dataset.key ?? chosen;
});
back.addEventListener("click", () => { chosen = null; });
go.addEventListener("click", async () => {
  if (step === "result") {
    over = keyOf(newest.trial);
    chosen = newest.trial.station;
  } else if (await act("calibrate", { station: chosen })) {
    startedAt = performance.now();
    over = null;
  }
});

function stepOf({ calibration: { trial }, others: here }, now) {
  if (trial?.phase === "listening") {
    [startedAt, over] = [-Infinity, null];
    return "listening";
  }
  if (now - startedAt < patience) return "listening";
  if (trial && keyOf(trial) !== over) return "result";
  return here.some(({ id }) => id === chosen) ? "placing" : "choosing";
}

/** How this station hears, as a sentence. */
function keptText(kept) {
  if (!kept) return say("keptNone");
  const [level, spread] = [Math.abs(kept.offset), kept.uncertainty].map((value) =>
    value.toLocaleString(language, { minimumFractionDigits: 1, maximumFractionDigits: 1 }));
  const isEven = Math.abs(kept.offset) < 0.05;
  return say(isEven ? "keptEven" : kept.offset < 0 ? "keptWeaker" : "keptLouder", { level, spread });
}

/** The title and the line of each step. */
function textOf(state, name) {
  const { trial, kept } = state.calibration;
  switch (step) {
    case "choosing": return [say("trialWho"), say(state.others.length ? "trialWhoLine" : "trialNobody")];
    case "placing": return [say("trialPlace"), say("trialPlaceLine", { name })];
    case "listening": return [say("trialListens", { name }), say("trialListensLine")];
    default:
      if (trial.phase === "kept") return [say("trialDone", { name }), keptText(kept)];
      return [say("trialFailed"), say(`failed_${trial.reason}`, { name })];
  }
}

function createOther() {
  const card = make("li", "card");
  const [button, face] = [make("button", "inside"), make("img", "face")];
  button.type = "button";
  face.alt = "";
  face.loading = "lazy";
  button.append(face, make("strong"));
  card.append(button);
  return card;
}

function updateOther(card, { id, name }) {
  const [face, called] = card.firstElementChild.children;
  setFace(face, id);
  setText(called, name || say("nobody"));
}

function showProgress({ trial }, since) {
  const isHeard = trial?.phase === "listening";
  const left = Math.min(takes, Math.max(0, isHeard ? (trial.endsIn ?? takes) - since : takes));
  by("trial-progress").value = takes - left;
  setText(by("trial-count"),
    say("trialCount", { count: isHeard ? trial.packets : 0, seconds: Math.ceil(left) }));
}

export function showDrawer(state, since) {
  const { calibration } = state;
  setHidden(section, calibration === null); // an older station is calibrated by hand
  if (calibration === null || !section.open) return;
  newest = calibration;
  const before = step;
  // What has the focus may be hidden with its step: then it goes to the title of the next.
  const hadFocus = [others, go.parentElement].some((part) => part.contains(document.activeElement));
  step = stepOf(state, performance.now());
  const { trial } = calibration;
  const isTrials = step === "result" || trial?.phase === "listening";
  const who = isTrials ? trial : state.others.find(({ id }) => id === chosen);
  const [head, line] = textOf(state, who?.name || say("nobody"));
  const why = state.station.acting === "off" ? "refused" : isPlaying(state) ? "afterRound" : null;
  const isBarred = why !== null && (step === "choosing" || step === "placing");

  setText(title, isBarred ? "" : head);
  setText(by("trial-line"), isBarred ? say(why) : line);
  // What was found is said once.
  const isFound = step === "result" && trial.phase === "kept";
  setHidden(by("trial-kept"), isFound);
  setText(by("trial-kept"), keptText(calibration.kept));
  for (const part of ["progress", "count"]) setHidden(by(`trial-${part}`), step !== "listening");
  if (step === "listening") showProgress(calibration, since);
  setHidden(others, isBarred || step !== "choosing" || !state.others.length);
  keep(others, step === "choosing" ? state.others : [], ({ id }) => id, createOther, updateOther);
  setHidden(go, why !== null || (step !== "placing" && step !== "result"));
  setText(go, say(step === "result" ? "trialAgain" : "trialStart"));
  setHidden(back, why !== null || step !== "placing");
  if (hadFocus && before !== step) title.focus();
}
