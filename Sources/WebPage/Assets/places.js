// Places that the station's voice knows. In its language, whatever the page's is: it will say them.
import { language, load, places } from "./words.js";

const known = new Map([[language, places]]);

/** The places of a language; those of the page's language until they are loaded, which is tried once. */
export function placesIn(code) {
  if (!known.has(code)) {
    known.set(code, places);
    load(code).then((script) => known.set(code, script.places), () => {});
  }
  return known.get(code);
}

/** The first place that has no beacon yet; in a house with all of them, a number makes another one. */
export function suggestion(areas, code) {
  const taken = areas.map((area) => area.name.toLowerCase());
  const free = (name) => !taken.includes(name.toLowerCase());
  for (let number = 1; ; number++) {
    const found = placesIn(code).map((place) => (number === 1 ? place : `${place} ${number}`)).find(free);
    if (found) return found;
  }
}
