// What a beacon is called as long as nobody has named its place.
import { say } from "./words.js";

const makers = { hotcold: "Hot & Cold", estimote: "Estimote" };
/** An area is known by its number alone, whether or not one of its beacons is heard now. */
const familiar = {
  "D9EED498-BFDB-43C0-8B55-D06BB74C430B": "hotcold", "B9407F30-F5F8-466E-AFF9-25556B57FE6D": "estimote",
};

/** Who made a beacon; for most of them there is nothing but the number. */
export function makerText({ uuid, maker }) {
  return makers[maker || familiar[uuid]] ?? (maker || `${uuid.slice(0, 8)}…`);
}

export function numbersText({ major, minor }) {
  const parts = [major !== null && say("major", { major }), minor !== null && say("minor", { minor })];
  return parts.filter(Boolean).join(" · ");
}
