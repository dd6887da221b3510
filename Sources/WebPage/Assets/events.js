// Follows the station: its states as they come, and whether it is there at all.

/** The station says something every five seconds; one that says nothing for longer is gone. */
const goneAfter = 8_000;
const backOff = [500, 1_000, 2_000, 4_000, 8_000];

export function follow({ onState, onGone, onBack }) {
  let source, retry, lastHeard = performance.now(), triedAt = lastHeard, failures = 0, isGone = false;

  function connect() {
    clearTimeout(retry);
    retry = undefined;
    triedAt = performance.now();
    source?.close();
    source = new EventSource("/api/events");
    source.addEventListener("state", (event) => {
      lastHeard = performance.now();
      failures = 0;
      let state;
      try {
        state = JSON.parse(event.data);
      } catch {
        return; // Half a line: the next one is whole.
      }
      if (isGone) {
        isGone = false;
        onBack();
      }
      onState(state);
    });
    // The browser's own way to try again differs between browsers, and some give up for good.
    source.addEventListener("error", again);
  }

  function again() {
    if (retry !== undefined) return;
    source?.close();
    const wait = backOff[Math.min(failures++, backOff.length - 1)];
    retry = setTimeout(connect, wait * (0.75 + Math.random() / 2)); // not all viewers in the same instant
  }

  function watch() {
    const now = performance.now();
    if (now - lastHeard < goneAfter) return;
    if (!isGone) {
      isGone = true;
      onGone();
    }
    // A connection without an error, and without an event: the other end was unplugged. A new one gets
    // its time.
    if (retry === undefined && now - triedAt > goneAfter) again();
  }

  connect();
  setInterval(watch, 1_000);
  // If you wake up a phone you do not want to wait for the next try.
  document.addEventListener("visibilitychange", () => {
    if (!document.hidden && performance.now() - lastHeard > 6_000) connect();
  });
}

/**
 * The station's time, here: `at` of the state that came fastest. A state that Wi-Fi has delayed must not
 * delay the countdown, which everybody hears at the same time.
 */
export class StationClock {
  #offset = null; // what to add to the station's time to have ours, seconds
  #heardAt = 0;

  static #ours() {
    return performance.now() / 1_000;
  }

  hear(at) {
    const ours = StationClock.#ours();
    const offset = ours - at;
    // Clocks drift apart by less than a millisecond in a second; a station that restarted begins anew.
    const allowed = this.#offset + (ours - this.#heardAt) * 0.001;
    this.#offset = this.#offset === null || Math.abs(offset - this.#offset) > 5
      ? offset : Math.min(offset, allowed);
    this.#heardAt = ours;
  }

  forget() {
    this.#offset = null;
  }

  /** Seconds since the state with this `at` was true. */
  since(at) {
    return this.#offset === null ? 0 : Math.max(0, StationClock.#ours() - this.#offset - at);
  }
}
