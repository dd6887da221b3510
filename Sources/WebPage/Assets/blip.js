// The motion tracker's blip: made on the spot, so that there is nothing to load.
let audio = null;

/** `nearness` from 0 (far) to 1: higher and harder. Not called by a click first, browsers stay silent. */
export function blip(nearness) {
  audio ??= new (window.AudioContext ?? window.webkitAudioContext)();
  audio.resume?.();
  const at = audio.currentTime + 0.01;
  const tone = audio.createOscillator();
  const volume = audio.createGain();
  tone.type = "triangle";
  tone.frequency.setValueAtTime(900 + 900 * nearness, at);
  tone.frequency.exponentialRampToValueAtTime(500 + 500 * nearness, at + 0.12);
  volume.gain.setValueAtTime(0.0001, at);
  volume.gain.exponentialRampToValueAtTime(0.25 + 0.25 * nearness, at + 0.008);
  volume.gain.exponentialRampToValueAtTime(0.0001, at + 0.16);
  tone.connect(volume).connect(audio.destination);
  tone.start(at);
  tone.stop(at + 0.2);
}
