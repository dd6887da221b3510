// What a station tells of people's things, made safe to show: see tidy.js.
const object = (value) =>
  (value !== null && typeof value === "object" && !Array.isArray(value) ? value : null);
const objects = (value) => (Array.isArray(value) ? value.map(object).filter(Boolean) : []);
const text = (value) => (typeof value === "string" ? value.slice(0, 200) : "");
const whole = (value) => (Number.isInteger(value) && value >= 0 ? value : 0);
const isDay = (value) => /^\d{4}-\d{2}-\d{2}$/.test(value);
const days = (value) => (Array.isArray(value) ? value.filter(isDay).slice(-400) : []);

export function tidyThings(raw) {
  raw = object(raw) ?? {};
  return {
    isOn: raw.isOn === true, today: isDay(raw.today) ? raw.today : null,
    hasClock: raw.source === "clock",
    mostItems: Math.min(8, whole(raw.mostItems) || 4),
    people: objects(raw.people).slice(0, 9).map((one) => ({
      name: text(one.name), colour: whole(one.colour) % 8, chain: whole(one.chain), longest: whole(one.longest),
      stars: days(one.stars), left: days(one.left),
      items: objects(one.items).filter(({ id }) => /^[0-9a-f]{32}$/.test(id)).slice(0, 16).map((item) => ({
        id: item.id, text: text(item.text), isDone: item.isDone === true,
        doneAt: Number.isInteger(item.doneAt) && item.doneAt < 1_440 ? whole(item.doneAt) : null,
      })),
    })),
    partners: objects(raw.partners).filter(({ id }) => /^[0-9a-f]{1,16}$/i.test(id)).slice(0, 16)
      .map(({ id, name }) => ({ id, name: text(name) })),
  };
}
