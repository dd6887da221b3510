// What the station keeps: rounds that were played, its log, what it has counted. Only asked for when opened.
import { by, keep, make, setText } from "./dom.js";
import { isKnown, language, say } from "./words.js";

const linesAtMost = 200;
const roundsAtMost = 8;
const partsAtMost = 32;

/**
 * Loads `path` whenever the section is opened, and by its button. `show` gets the body, and the list that it
 * fills; what it returns is told above it.
 */
function record(id, path, show, whileLoading = "loading") {
  const section = by(id);
  const [told, list, button] = ["p", "ul, ol, dl", "button"].map((tag) => section.querySelector(tag));
  let isLoading = false;

  async function load() {
    if (!section.open || isLoading) return;
    isLoading = true;
    setText(told, say(whileLoading));
    try {
      const answer = await fetch(path, { cache: "no-store", signal: AbortSignal.timeout?.(8_000) });
      if (answer.ok) setText(told, show(await answer.text(), list) ?? "");
      else setText(told, say(answer.status === 503 ? "busyNow" : "notLoaded"));
    } catch {
      setText(told, say("notLoaded")); // gone, older, or not what it should be
    }
    isLoading = false;
  }

  section.addEventListener("toggle", load);
  button.addEventListener("click", load);
  load(); // it may have been opened before this was here
}

const objects = (list) => list.filter((one) => one !== null && typeof one === "object");

function showLog(body, list) {
  const lines = objects(JSON.parse(body).lines).slice(-linesAtMost);
  list.replaceChildren(...lines.map(({ age, level, text }) => {
    const item = make("li", "", String(text ?? ""));
    item.dataset.level = String(level);
    item.prepend(make("span", "when", `${Math.round(age)} s · ${level}`), " ");
    return item;
  }));
  list.scrollTop = list.scrollHeight; // the newest is last
  return lines.length ? "" : say("noLog");
}

function showCounters(body, list) {
  const rows = [...body.matchAll(/^hotcold_(\w+) (\S+)$/gm)].filter(([, name]) => isKnown(name));
  list.replaceChildren(...rows.map(([, name, value]) => {
    const row = make("div");
    row.append(make("dt", "", say(name)), make("dd", "", Number(value).toLocaleString(language)));
    return row;
  }));
}

/** How each part is: by a mark and a word, and in the doctor's own English. */
function showDoctor(body, list) {
  const lines = objects(JSON.parse(body).lines).slice(0, partsAtMost);
  list.replaceChildren(...lines.map(({ part, isWell, says }) => {
    const [item, sentence] = [make("li", "finding"), make("span", "says", String(says ?? ""))];
    sentence.lang = "en";
    const name = isKnown(`part_${part}`) ? say(`part_${part}`) : String(part);
    const mark = make("span", "mark", say(isWell === true ? "well" : "unwell"));
    item.append(mark, make("strong", "", name), sentence);
    item.dataset.well = String(isWell === true);
    return item;
  }));
  const count = lines.filter(({ isWell }) => isWell !== true).length;
  return say(!lines.length ? "notLoaded" : count ? "someUnwell" : "allWell", { count, all: lines.length });
}

/** A file of a round; whatever the station says, it is nothing else. */
const file = (path, ending) => (/^\/rounds\/[\w-]+\.\w+$/.test(path) && path.endsWith(ending) ? path : null);

function title({ name }) {
  const number = /(\d+)$/.exec(name);
  return number ? say("roundNamed", { number: Number(number[1]) }) : name;
}

function when({ at, bytes }) {
  const time = at ? new Date(at) : null;
  const isTime = time && !Number.isNaN(time.valueOf());
  const size = say("roundAbout", { size: Math.ceil(bytes / 1_000).toLocaleString(language) });
  const date = isTime && time.toLocaleString(language, { dateStyle: "medium", timeStyle: "short" });
  return [date, size].filter(Boolean).join(" · ");
}

function createLink(path, name, word) {
  const link = make("a", "key small", word);
  link.href = path;
  link.download = name;
  return link;
}

/** What was said and played; nothing of it is loaded before somebody presses play, which can be repeated. */
function createSound(round) {
  const [sound, told] = [make("audio"), make("p", "told")];
  told.setAttribute("role", "status");
  sound.controls = true;
  sound.preload = "none";
  sound.setAttribute("aria-label", say("soundOf", { round: title(round) }));
  sound.addEventListener("error", () => {
    setText(told, say("busyNow"));
    sound.load(); // as it was before; without it, the player stays broken
  });
  sound.addEventListener("playing", () => setText(told, ""));
  sound.src = round.sound;
  return [sound, told];
}

function createRound(round) {
  const item = make("li");
  const details = make("details", "past");
  const summary = make("summary");
  summary.append(make("strong", "", title(round)), make("span", "when", when(round)));
  details.append(summary);
  details.addEventListener("toggle", () => {
    // The picture is loaded when it is to be seen, and once.
    if (!details.open || details.childElementCount > 1) return;
    if (file(round.chart, ".svg")) {
      const picture = make("img", "chart");
      picture.alt = say("chart", { round: title(round) });
      picture.src = round.chart;
      details.append(picture);
    }
    const row = make("div", "row");
    if (file(round.sound, ".wav")) {
      details.append(...createSound(round));
      row.append(createLink(round.sound, `${round.name}.wav`, say("soundFile")));
    }
    details.append(row);
  });
  item.append(details);
  return item;
}

function showRounds(body, list) {
  const rounds = objects(JSON.parse(body).rounds).filter((one) => typeof one.name === "string");
  keep(list, rounds.slice(0, roundsAtMost), (one) => `${one.name} ${one.bytes}`, createRound);
  return rounds.length ? "" : say("noneYet");
}

record("doctor", "/api/doctor", showDoctor, "doctorLooks");
record("rounds", "/api/rounds", showRounds);
record("log", "/api/log", showLog);
record("counters", "/metrics", showCounters);
