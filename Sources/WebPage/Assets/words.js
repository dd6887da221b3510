// What the page says, in the language of who looks; in English if it is in no other that this one reads.
const wanted = /^[a-z]{2}\b/i.exec(navigator.language)?.[0].toLowerCase() ?? "en";

// What nobody here reads is not loaded. The file says which language it is in.
export const { language, words, places } = await load(wanted);

/** The words of a language, and the places that a station knows how to say in it. */
export function load(code) {
  return import(`./words-${code}.js`);
}

export const isKnown = (key) => key in words;

/** The words for a key, with {gaps} filled; the key itself if there are none, so that a mistake is seen. */
export function say(key, gaps = {}) {
  const line = words[key] ?? key;
  return line.replace(/\{(\w+)\}/g, (gap, name) => gaps[name] ?? gap);
}

/** "de" → "German", or how the page's language calls it. */
export function languageName(code) {
  return new Intl.DisplayNames(language, { type: "language" }).of(code);
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
