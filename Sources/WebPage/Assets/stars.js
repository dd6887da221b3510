// A month of days: a star where everything was done, a dot where something was left.
import { by, make, setText } from "./dom.js";
import { language, say } from "./words.js";

let back = 0; // so many months before this one

by("things-before").addEventListener("click", () => turn(1));
by("things-after").addEventListener("click", () => turn(-1));
let shown = null;

function turn(months) {
  back = Math.min(13, Math.max(0, back + months));
  if (shown) showMonth(...shown);
}

const two = (value) => String(value).padStart(2, "0");

/** Days are counted in UTC, where none is an hour short. */
export function showMonth(today, person) {
  shown = [today, person];
  const [year, month] = today.split("-").map(Number);
  const first = new Date(Date.UTC(year, month - 1 - back, 1));
  setText(by("things-title"), first.toLocaleDateString(language, {
    month: "long", year: "numeric", timeZone: "UTC",
  }));
  by("things-after").disabled = back === 0;
  by("things-before").disabled = back === 13;
  const count = new Date(Date.UTC(first.getUTCFullYear(), first.getUTCMonth() + 1, 0)).getUTCDate();
  const blanks = (first.getUTCDay() + 6) % 7; // weeks begin on Monday
  const cells = [];
  for (let day = 1; day <= count; day += 1) {
    const date = `${first.getUTCFullYear()}-${two(first.getUTCMonth() + 1)}-${two(day)}`;
    const kind = person.stars.includes(date) ? "star" : person.left.includes(date) ? "left" : "none";
    cells.push({ day, date, kind });
  }
  const key = `${today} ${JSON.stringify(cells)}`;
  const grid = by("things-days");
  if (grid.dataset.key === key) return;
  grid.dataset.key = key;
  const rows = [];
  for (let at = -blanks; at < count; at += 7) {
    const row = make("tr");
    for (let place = at; place < at + 7; place += 1) row.append(cell(cells[place], today));
    rows.push(row);
  }
  grid.replaceChildren(...rows);
}

function cell(day, today) {
  const cell = make("td");
  if (!day) return cell;
  cell.dataset.kind = day.kind;
  if (day.date === today) cell.setAttribute("aria-current", "date");
  const mark = make("b", "", day.kind === "star" ? "★" : day.kind === "left" ? "·" : "");
  mark.setAttribute("aria-hidden", "true");
  const words = { star: say("dayStar"), left: say("dayLeft"), none: "" }[day.kind];
  cell.append(make("span", "", String(day.day)), mark);
  if (words) cell.append(make("span", "unseen", words));
  return cell;
}

// Monday to Sunday; the 5th of January 1970 was a Monday.
by("things-week").append(...Array.from({ length: 7 }, (_, day) => {
  const date = new Date(Date.UTC(1970, 0, 5 + day));
  const head = make("th", "", date.toLocaleDateString(language, { weekday: "short", timeZone: "UTC" }));
  head.scope = "col";
  return head;
}));
