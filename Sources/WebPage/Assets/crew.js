// The crew word: only stations that use the same one play together. What is typed is sent, and kept nowhere.
import { act } from "./acting.js";
import { isPlaying } from "./controls.js";
import { by, setHidden, setText } from "./dom.js";
import { say } from "./words.js";

const [input, told, none] = [by("crew-word"), by("crew-told"), by("crew-none")];

async function use(word) {
  const isTaken = await act("crew", { word });
  if (isTaken) setText(told, say(word ? "crewTaken" : "crewLeft"));
  // The button for none goes away with the word: the focus does not.
  if (isTaken && !word) told.focus();
}

by("crew-form").addEventListener("submit", (event) => {
  event.preventDefault();
  const word = input.value.trim();
  // Taken or not: it may not stand here for the next one to see. An empty one would mean none.
  input.value = "";
  if (word) use(word);
});
input.addEventListener("input", () => setText(told, ""));
none.addEventListener("click", () => use(""));

export function showDrawer(state) {
  const { hasCrew, acting } = state.station;
  setHidden(by("crew"), hasCrew === null); // an older station has none
  if (!by("crew").open) return;
  const isOff = acting === "off";
  setText(by("crew-line"), [
    say(hasCrew ? "crewUsed" : "crewUnused"),
    isOff ? say("refused") : isPlaying(state) && say("afterRound"),
  ].filter(Boolean).join(" "));
  setHidden(by("crew-fields"), isOff);
  by("crew-fields").disabled = isPlaying(state);
  setHidden(none, !hasCrew);
}
