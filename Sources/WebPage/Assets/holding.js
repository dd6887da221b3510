// A button that is held. Letting go anywhere, and everything that might be letting go, is letting go: the
// worst is a station that believes in a finger that has gone.
import { act } from "./acting.js";

const repeatEvery = 500;
/** If you hold by a tap (see below) you might forget it, and ten seconds of holding switch a station off. */
const tapHoldsFor = 8_000;

/** Says to the station what it shall believe, one after the other: two requests may overtake each other. */
class Finger {
  #isDown = false;
  #said = false;
  #isBusy = false;
  #timer;

  set(isDown, isLeaving = false) {
    if (isDown === this.#isDown) return;
    this.#isDown = isDown;
    clearInterval(this.#timer);
    if (isDown) this.#timer = setInterval(() => this.#tell(true), repeatEvery);
    if (isLeaving) {
      this.#said = false;
      act("hold", { isDown: false }); // There is no later.
    } else {
      this.#tell(isDown);
    }
  }

  async #tell(again) {
    if (this.#isBusy) return;
    this.#isBusy = true;
    // Until it has been told what is true now: a finger may have come and gone meanwhile.
    while (again || this.#said !== this.#isDown) {
      again = false;
      const telling = this.#isDown;
      this.#said = telling;
      if (!await act("hold", { isDown: telling }) && telling) this.onRefused?.();
    }
    this.#isBusy = false;
  }
}

export function makeHeld(button, onChange) {
  const finger = new Finger();
  let by = null; // what holds: a pointer's number, a key, or "tap"
  let tapTimer;

  function press(source) {
    if (by !== null || button.disabled) return;
    by = source;
    show(true);
    finger.set(true);
  }

  function release(isLeaving = false) {
    if (by === null) return;
    by = null;
    clearTimeout(tapTimer);
    show(false);
    finger.set(false, isLeaving);
  }

  function show(isDown) {
    button.classList.toggle("held", isDown);
    button.setAttribute("aria-pressed", String(isDown));
    onChange?.(isDown, by === "tap");
  }

  finger.onRefused = () => release();

  button.addEventListener("pointerdown", (event) => {
    if (event.button !== 0 || !event.isPrimary) return;
    press(event.pointerId);
  });
  for (const name of ["pointerup", "pointercancel"]) {
    window.addEventListener(name, (event) => {
      if (event.pointerId === by) release();
    });
  }
  // A mouse that is let go outside of the window tells nobody.
  document.documentElement.addEventListener("pointerleave", (event) => {
    if (event.pointerId === by) release();
  });

  button.addEventListener("keydown", (event) => {
    if (event.key !== " " && event.key !== "Enter") return;
    event.preventDefault(); // no click, no scrolling
    if (!event.repeat) press(event.key);
  });
  window.addEventListener("keyup", (event) => {
    if (event.key !== by) return;
    event.preventDefault();
    release();
  });

  // A screen reader or a voice clicks without a pointer and a key: a click holds, and another lets go.
  button.addEventListener("click", (event) => {
    if (event.detail !== 0) return;
    if (by === "tap") return release();
    press("tap");
    tapTimer = setTimeout(() => release(), tapHoldsFor);
  });

  button.addEventListener("blur", () => release());
  window.addEventListener("blur", () => release());
  window.addEventListener("pagehide", () => release(true));
  document.addEventListener("visibilitychange", () => {
    if (document.hidden) release(true);
  });
  // A long press on a phone wants to select, to share, to search.
  button.addEventListener("contextmenu", (event) => event.preventDefault());
  button.addEventListener("selectstart", (event) => event.preventDefault());

  return { release, get isHeld() { return by !== null; } };
}
