// The organiser's table: what is going on in the hall, and what is asked of stations.
import { act } from "./acting.js";
import { by, keep, make, setFace, setHidden, setText } from "./dom.js";
import { follow } from "./events.js";
import { isKnown, say, translate } from "./words.js";

const chosen = new Set();
const cardsOnASheet = 8;
let tiles = [];

const list = (value) => (Array.isArray(value) ? value.filter((item) => item !== null && typeof item === "object") : []);
const text = (value) => (typeof value === "string" ? value.slice(0, 120) : "");
const count = (value) => (Number.isFinite(value) ? value : 0);
// It becomes part of an address: nothing but what an identity is made of.
const identity = (value) => (/^[0-9a-f]{1,32}$/i.test(value) ? value : "");
const word = (value) => (isKnown(value) ? say(value) : "");

function show(state) {
  tiles = list(state.tiles).filter((tile) => identity(tile.id));
  for (const id of [...chosen]) if (!tiles.some((tile) => tile.id === id)) chosen.delete(id);
  const away = tiles.filter((tile) => tile.standing !== "playing" && tile.standing !== "free").length;
  setText(by("sum"), say("sum", {
    count: tiles.length, well: tiles.length - away, games: list(state.games).length,
    played: count(state.played),
  }));
  const troubles = text(state.trouble) ? [{ id: "broker", line: text(state.trouble) }] : [];
  keep(by("troubles"), troubles, (trouble) => trouble.id, () => make("li"), (item, trouble) => {
    setText(item, trouble.line);
  });
  setHidden(by("troubles"), troubles.length === 0);
  keep(by("tiles"), tiles, (tile) => tile.id, makeTile, showTile);
  setHidden(by("nobody"), tiles.length > 0);
  showGames(list(state.games));
  showFame(list(state.fame));
  showCards(tiles.filter((tile) => text(tile.name)).length);
  showChosen();
}

function makeTile(tile) {
  const item = make("li", "tile");
  const button = make("button");
  button.type = "button";
  const face = make("img", "face");
  face.alt = "";
  button.append(
    face, make("strong"), make("span", "doing"), make("span", "what"), make("span", "number"));
  button.addEventListener("click", () => {
    if (!chosen.delete(tile.id)) chosen.add(tile.id);
    showChosen();
  });
  item.append(button);
  return item;
}

function showTile(item, tile) {
  item.dataset.standing = text(tile.standing);
  const button = item.firstElementChild;
  const [face, name, doing, what, number] = button.children;
  setFace(face, tile.id);
  setText(name, text(tile.name) || tile.id.slice(0, 4));
  setText(doing, word(tile.standing === "free" || tile.standing === "playing" ? tile.phase : tile.standing));
  const broken = Array.isArray(tile.broken) ? tile.broken.map(text).join(", ") : "";
  const near = tile.nearest && Number.isFinite(tile.nearest.metres)
    ? say("near", { name: text(tile.nearest.name), metres: tile.nearest.metres }) : "";
  setText(what, broken || near || (text(tile.said) ? `“${text(tile.said)}”` : ""));
  const points = count(tile.points);
  setText(number, [tile.number ? say("number", { number: tile.number }) : "",
    say(points === 1 ? "point" : "points", { points }), tile.isHushed ? say("hushed") : ""]
    .filter(Boolean).join(" · "));
  const pressed = String(chosen.has(tile.id));
  if (button.getAttribute("aria-pressed") !== pressed) button.setAttribute("aria-pressed", pressed);
}

function showGames(games) {
  keep(by("games"), games, (game) => text(game.session), () => make("li"), (item, game) => {
    const names = list(game.members).map((member) =>
      (member.role === "hide" ? say("hides", { name: text(member.name) }) : text(member.name)));
    setText(item, say("game", { number: count(game.number), phase: word(game.phase), names: names.join(", ") }));
  });
  setHidden(by("no-games"), games.length > 0);
}

function showFame(fame) {
  keep(by("fame"), fame, (one) => text(one.id), () => make("li"), (item, one) => {
    setText(item, say("famous", { name: text(one.name), points: count(one.points) }));
  });
  setHidden(by("no-fame"), fame.length > 0);
}

function showCards(names) {
  const sheets = Array.from({ length: Math.ceil(names / cardsOnASheet) }, (_, index) => index + 1);
  keep(by("cards"), sheets, String, (sheet) => {
    const item = make("li");
    const link = make("a", "", say("sheet", { sheet }));
    link.href = `/cards/${sheet}.svg`;
    link.target = "_blank";
    item.append(link);
    return item;
  });
}

/** Whom the buttons are for: those that are chosen, or all. */
function showChosen() {
  for (const item of by("tiles").children) {
    item.firstElementChild.setAttribute("aria-pressed", String(chosen.has(item.dataset.key)));
  }
  const some = chosen.size > 0;
  setText(by("chosen"), some ? say("chosen", { count: chosen.size }) : say("everybody"));
  for (const id of ["stop", "usual", "hush", "hello"]) setText(by(id), say(some ? id : `${id}All`));
  by("start").disabled = chosen.size < 2 || chosen.size > 8;
  by("clear").disabled = !some;
}

const order = (word, line) => act("order", { word, text: line, stations: [...chosen] });
by("stop").addEventListener("click", () => order("round", "stop"));
by("usual").addEventListener("click", () => order("volume", "usual"));
by("hush").addEventListener("click", () => order("hush", "ON"));
by("hello").addEventListener("click", () => order("say", "hello"));
by("clear").addEventListener("click", () => {
  chosen.clear();
  showChosen();
});
by("start").addEventListener("click", async () => {
  if (await act("start", { stations: [...chosen] })) {
    chosen.clear();
    showChosen();
    by("news").textContent = say("called");
  }
});

translate();
showChosen();
follow({
  onState: show,
  onGone() {
    by("gone").textContent = say("gone");
    setHidden(by("gone"), false);
    document.documentElement.classList.add("gone");
  },
  onBack() {
    setHidden(by("gone"), true);
    document.documentElement.classList.remove("gone");
  },
});
