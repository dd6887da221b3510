// The four screens, and how one becomes another: what lies further on comes from the right.
const root = document.documentElement;
const calm = matchMedia("(prefers-reduced-motion: reduce)");
/** From the lobby to the wall of taunts; a seeker has none behind its own. */
const order = ["lobby", "seeker", "tracker", "taunts"];

/** Puts `swap` into effect, which makes `view` the one that is shown. */
export function changeTo(view, swap) {
  const from = root.dataset.view;
  if (from === view || calm.matches || document.hidden || !document.startViewTransition) return swap();
  root.dataset.way = order.indexOf(view) > order.indexOf(from) ? "on" : "back";
  // Of two at once the first is cut off by the browser, which tells by a promise that nobody needs.
  const change = document.startViewTransition(swap);
  change.ready.catch(() => {});
  change.finished.catch(() => {});
}
