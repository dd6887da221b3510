// An update from a file: sent to the station, which checks it and puts it beside what runs.
import { act } from "./acting.js";
import { isPlaying } from "./controls.js";
import { by, setHidden, setText } from "./dom.js";
import { say } from "./words.js";

const [file, go, told, progress] = ["file", "go", "told", "progress"].map((part) => by(`update-${part}`));
let isSending = false;

by("update-form").addEventListener("submit", async (event) => {
  event.preventDefault();
  const [chosen] = file.files;
  if (!chosen || isSending) return;
  isSending = true;
  setText(told, say("updateSends"));
  // If you may not act you are told before a long file is sent: letting go of what nobody holds changes nothing.
  const isTaken = await act("hold", { isDown: false }) && await act("update", chosen);
  isSending = false;
  setText(told, isTaken ? say("updateSent") : "");
  if (isTaken) file.value = "";
  told.focus();
});

export function showDrawer(state) {
  const { update, station: { version, acting } } = state;
  setHidden(by("update"), !update?.isPossible); // with the package, apt brings them
  if (!update?.isPossible || !by("update").open) return;
  const isOff = acting === "off";
  setText(by("update-line"), [
    say("updateRuns", { version }),
    update.taken && say("updateTaken", { version: update.taken }),
    update.offer && !update.taken && say("updateOffer", { version: update.offer }),
    isOff ? say("refused") : isPlaying(state) && say("afterRound"),
  ].filter(Boolean).join(" "));
  setText(by("update-trouble"), update.trouble);
  const isOn = update.percent !== null;
  setHidden(progress, !isOn);
  if (isOn) progress.value = update.percent;
  setHidden(by("update-form"), isOff);
  go.disabled = isSending || isOn || isPlaying(state);
}
