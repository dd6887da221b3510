// What can be set at the station: how loud it is, in which voice and when not, and how many play together.
import { act } from "./acting.js";
import { by, keep, make, setHidden, setText } from "./dom.js";
import { isKnown, languageName, say } from "./words.js";

const [volume, capacity, voices] = [by("volume"), by("capacity"), by("voices")];
const [from, until] = [by("quiet-from"), by("quiet-until")];
const percent = (share) => Math.round(share * 100);

for (let count = 2; count <= 8; count++) capacity.append(make("option", "", String(count)));

let volumeTimer;
const shown = new Map(); // what the station has said last of each control

/** Shows what the station says when that changes: what somebody is setting now is not taken from them. */
function follow(control, value) {
  if (shown.get(control) === value || control.matches(":active")) return false;
  shown.set(control, value);
  control.value = value;
  return true;
}

/** What was refused is shown as it is again. */
async function set(control, action, body) {
  if (!await act(action, body)) shown.delete(control);
}

volume.addEventListener("input", () => showVolume(volume.valueAsNumber));
volume.addEventListener("change", () => {
  // A key that is held changes it more often than a station wants to be told.
  clearTimeout(volumeTimer);
  volumeTimer = setTimeout(() => set(volume, "volume", { volume: volume.valueAsNumber }), 200);
});
capacity.addEventListener("change", () => set(capacity, "capacity", { capacity: Number(capacity.value) }));
voices.addEventListener("change", () => set(voices, "voice", { voice: voices.value }));
by("mute").addEventListener("click", (event) => {
  act("mute", { isMuted: event.currentTarget.getAttribute("aria-pressed") !== "true" });
});
by("quiet-form").addEventListener("submit", (event) => {
  event.preventDefault();
  act("quiet", { from: from.value, until: until.value });
});
by("quiet-never").addEventListener("click", () => act("quiet", { from: "", until: "" }));

function showVolume(share) {
  const reach = Number(volume.max) - Number(volume.min);
  const fill = reach > 0 ? (share - Number(volume.min)) / reach : 1;
  volume.style.setProperty("--share", Math.min(1, Math.max(0, fill)).toFixed(3));
  const text = `${percent(share)} %`;
  setText(by("volume-now"), text);
  if (volume.getAttribute("aria-valuetext") !== text) volume.setAttribute("aria-valuetext", text);
}

/** A family's own goes by the name that they gave it. */
function voiceName({ name, language }) {
  const called = isKnown(`voice_${name}`) ? say(`voice_${name}`) : name;
  return language ? `${called} · ${languageName(language)}` : called;
}

function showVoices({ voice, voices: choices }) {
  setHidden(by("voices-pair"), choices.length === 0);
  keep(voices, choices, ({ name }) => name, () => make("option"), (option, choice) => {
    option.value = choice.name;
    setText(option, voiceName(choice));
  });
  follow(voices, voice);
}

function showSound({ sound, station }) {
  const { ceiling, floor, isMuted, quiet } = sound;
  if (shown.get("ceiling") !== ceiling || shown.get("floor") !== floor) {
    shown.set("ceiling", ceiling).set("floor", floor);
    [volume.min, volume.max] = [Math.min(floor, ceiling), ceiling];
    const isEven = [floor, ceiling].every((edge) => Number.isInteger(Math.round(edge * 1_000) / 50));
    volume.step = isEven ? 0.05 : 0.01;
    // The rest of the track is there, and cannot be had.
    by("volume-track").style.setProperty("--ceiling", ceiling);
    shown.delete(volume);
  }
  if (follow(volume, String(sound.volume))) showVolume(Math.min(sound.volume, ceiling));
  const lines = [ceiling < 1 && say("ceiling", { percent: percent(ceiling) }), isMuted && say("isMuted")];
  setText(by("volume-line"), lines.filter(Boolean).join(" · "));
  by("mute").setAttribute("aria-pressed", String(isMuted));
  showVoices(sound);

  const hours = quiet ? [quiet.from, quiet.until] : ["", ""];
  follow(from, hours[0]);
  follow(until, hours[1]);
  setText(by("quiet-line"), say(!quiet ? "quietNone" : station.isQuiet ? "quietNow" : "quietLater"));
  setHidden(by("quiet-never"), !quiet);
}

/** While people play it is settled who plays together, and by which word. */
export const isPlaying = ({ round, phase }) => round !== null && phase !== "over";

export function showControls(state) {
  const { sound, station } = state;
  by("controls").disabled = station.acting === "off";
  for (const part of by("controls").children) {
    // An older station sets these by its file only.
    const isGame = part.contains(capacity);
    setHidden(part, isGame ? station.capacity === null : sound === null);
  }
  if (sound) showSound(state);
  if (station.capacity !== null) follow(capacity, String(station.capacity));
  capacity.disabled = isPlaying(state);
}
