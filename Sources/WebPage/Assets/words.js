// What the page says, in the language of who looks.
export const language = /^de\b/i.test(navigator.language || "") ? "de" : "en";

// What nobody here reads is not loaded.
const { words } = await import(language === "de" ? "./german.js" : "./english.js");

export const isKnown = (key) => key in words;

/** The words for a key, with {gaps} filled; the key itself if there are none, so that a mistake is seen. */
export function say(key, gaps = {}) {
  const line = words[key] ?? key;
  return line.replace(/\{(\w+)\}/g, (gap, name) => gaps[name] ?? gap);
}

/** Translates what stands in the document. */
export function translate() {
  document.documentElement.lang = language;
  for (const element of document.querySelectorAll("[data-word]")) {
    element.textContent = say(element.dataset.word);
  }
}

/** 75.2 → "1:15". Full seconds are shown until they are over, as the voice counts them. */
export function clockText(seconds) {
  const whole = Math.max(0, Math.ceil(seconds));
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, "0")}`;
}

/** Nobody can tell centimetres by radio: one decimal when close, none further away. */
export function metresText(metres) {
  return metres.toLocaleString(language, { maximumFractionDigits: metres < 3 ? 1 : 0 });
}
