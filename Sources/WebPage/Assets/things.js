// Three things of the day: each person's list, ticks, and a month of gold stars. Loaded when it is opened, by
// who may act: nobody else's business.
import { act, pinHeader } from "./acting.js";
import { by, keep, make, setHidden, setText } from "./dom.js";
import { showMonth } from "./stars.js";
import { tidyThings } from "./tidythings.js";
import { say } from "./words.js";

const drawer = by("things").querySelector("details");
const [list, people, form, input] = ["list", "people", "form", "text"].map((part) => by(`things-${part}`));
let things = null, revision = null, chosen = null, mayAct = true;
let isLoading = false, isOld = false, hasTold = false;

/** The browser's clock, for a station that has none. */
function clock() {
  const now = new Date();
  const two = (value) => String(value).padStart(2, "0");
  const today = `${now.getFullYear()}-${two(now.getMonth() + 1)}-${two(now.getDate())}`;
  return { today, minute: now.getHours() * 60 + now.getMinutes() };
}

const send = (order) => act("things", { ...order, ...clock() });

async function load() {
  isOld = true;
  if (isLoading) return;
  isLoading = true;
  isOld = false;
  try {
    const answer = await fetch("/api/things", {
      cache: "no-store", headers: pinHeader(), signal: AbortSignal.timeout?.(5_000),
    });
    if (answer.ok) things = tidyThings(await answer.json());
    else if (answer.status === 401) things = null;
  } catch { /* gone: the page says so by itself */ }
  isLoading = false;
  // A station without a clock takes the browser's day.
  if (things && !things.hasClock && !hasTold && things.today !== clock().today) {
    hasTold = true;
    isOld = await send({ task: "time" });
  }
  show();
  // It has changed while it was on its way.
  if (isOld) await load();
}

const person = () => things.people.find((one) => one.name === chosen) ?? things.people[0] ?? null;
const nameOf = (one) => one.name || say("thingsMe");

function createItem(item) {
  const row = make("li", "thing");
  const [label, box, text, at] = [make("label"), make("input"), make("span", "what"), make("span", "at")];
  const remove = make("button", "key small", say("thingsRemove"));
  box.type = "checkbox";
  remove.type = "button";
  box.addEventListener("change", async () => {
    const isDone = box.checked;
    if (!await send({ task: "tick", id: item.id, isDone })) box.checked = !isDone;
  });
  remove.addEventListener("click", async () => {
    if (await send({ task: "remove", id: item.id })) input.focus();
  });
  label.append(box, text, at);
  row.append(label, remove);
  return row;
}

const timeText = (minute) =>
  (minute === null ? "" : `${Math.floor(minute / 60)}:${String(minute % 60).padStart(2, "0")}`);

function updateItem(row, item) {
  const [label, remove] = row.children;
  const [box, text, at] = label.children;
  if (box.checked !== item.isDone) box.checked = item.isDone;
  setText(text, item.text);
  setText(at, timeText(item.doneAt));
  row.classList.toggle("done", item.isDone);
  setHidden(remove, item.isDone);
  const name = say("thingsRemoveNamed", { text: item.text });
  if (remove.getAttribute("aria-label") !== name) remove.setAttribute("aria-label", name);
}

function createPerson(one) {
  const item = make("li");
  const button = make("button", "key small person");
  button.type = "button";
  button.addEventListener("click", () => {
    chosen = one.name;
    show();
  });
  item.append(button);
  return item;
}

function updatePerson(item, one) {
  const [button] = item.children;
  const left = one.items.filter(({ isDone }) => !isDone).length;
  setText(button, `${nameOf(one)} · ${one.items.length ? left || "★" : "–"}`);
  button.setAttribute("aria-label", say("thingsOf", { name: nameOf(one), left, all: one.items.length }));
  button.setAttribute("aria-pressed", String(one === person()));
  button.dataset.colour = one.colour;
}

function line() {
  if (!mayAct) return say("refused");
  if (!things) return say("thingsPin");
  if (!things.today) return say("thingsNoDay");
  return things.isOn ? "" : say("thingsFirst");
}

function show() {
  setText(by("things-line"), line());
  const isShown = mayAct && things !== null;
  setHidden(by("things-board"), !isShown);
  setHidden(by("things-pin"), !mayAct || isShown);
  if (!isShown) return;
  keep(people, things.people.length > 1 ? things.people : [], (one) => one.name, createPerson, updatePerson);
  const one = person();
  setHidden(form, one !== null && one.items.length >= things.mostItems);
  keep(list, one?.items ?? [], ({ id }) => id, createItem, updateItem);
  by("things-board").dataset.colour = one?.colour ?? 0;
  const isStar = one !== null && one.items.length > 0 && one.items.every(({ isDone }) => isDone);
  setText(by("things-star"), isStar ? say("thingsStar") : "");
  const chain = one?.chain === 1 ? "thingsChainOne" : "thingsChain";
  setText(by("things-chain"), one?.longest ? say(chain, { chain: one.chain, longest: one.longest }) : "");
  setHidden(by("things-month"), !things.today);
  if (things.today && one) showMonth(things.today, one);
  setHidden(by("things-dismiss"), !one?.name);
  if (one?.name) setText(by("things-dismiss"), say("thingsDismiss", { name: one.name }));
  setHidden(by("things-away"), !things.isOn);
  keep(by("things-partners"), things.partners, ({ id }) => id, createPartner);
  setHidden(by("things-shared"), !things.partners.length);
}

function createPartner({ id, name }) {
  const item = make("li", "pair");
  const button = make("button", "key small", say("thingsPart"));
  button.type = "button";
  button.setAttribute("aria-label", say("thingsPartNamed", { name }));
  button.addEventListener("click", () => send({ task: "part", station: id }));
  item.append(make("span", "", name), button);
  return item;
}

form.addEventListener("submit", async (event) => {
  event.preventDefault();
  const text = input.value.trim();
  if (!text) return;
  if (await send({ task: "write", person: person()?.name ?? "", text })) input.value = "";
  input.focus();
});
by("things-person").addEventListener("submit", async (event) => {
  event.preventDefault();
  const [name, colour] = [by("things-name").value.trim(), Number(by("things-colour").value)];
  if (!name || !await send({ task: "person", person: name, colour })) return;
  by("things-name").value = "";
  chosen = name;
});
by("things-dismiss").addEventListener("click", async () => {
  const one = person();
  if (one?.name && await send({ task: "dismiss", person: one.name })) chosen = null;
});
by("things-away").addEventListener("click", () => send({ task: "putAway" }));
// Asking for the time gives it, and the PIN with it.
by("things-pin").addEventListener("click", async () => { if (await send({ task: "time" })) load(); });
drawer.addEventListener("toggle", () => {
  if (!drawer.open) return;
  revision = null;
  hasTold = false;
  load();
});

for (let colour = 0; colour < 8; colour += 1) {
  const option = make("option", "", say(`colour${colour}`));
  option.value = colour;
  by("things-colour").append(option);
}

/** With every state: loads what has changed, as long as it is looked at. */
export function showThings(state) {
  mayAct = state.station.acting !== "off";
  if (!drawer.open || state.things === null || revision === state.things.revision) return;
  revision = state.things.revision;
  load();
}
