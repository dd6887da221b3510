// What the station keeps: rounds that were played, its log, what it has counted. Only asked for when opened.
import { by, keep, make, setText } from "./dom.js";
import { isKnown, language, say } from "./words.js";

const linesAtMost = 200;
const roundsAtMost = 8;

/** Loads `path` whenever the section is opened, and by its button; `show` gets its body, and the list. */
function record(id, path, show, whenEmpty) {
  const section = by(id);
  const [told, list, button] = ["p", "ul, ol, dl", "button"].map((tag) => section.querySelector(tag));

  async function load() {
    if (!section.open) return;
    setText(told, say("loading"));
    try {
      const answer = await fetch(path, { cache: "no-store", signal: AbortSignal.timeout?.(8_000) });
      if (!answer.ok) throw new Error(answer.status);
      show(await answer.text(), list);
      setText(told, list.childElementCount || !whenEmpty ? "" : say(whenEmpty));
    } catch {
      setText(told, say("notLoaded")); // gone, older, or not what it should be
    }
  }

  section.addEventListener("toggle", load);
  button.addEventListener("click", load);
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
}

function showCounters(body, list) {
  const rows = [...body.matchAll(/^hotcold_(\w+) (\S+)$/gm)].filter(([, name]) => isKnown(name));
  list.replaceChildren(...rows.map(([, name, value]) => {
    const row = make("div");
    row.append(make("dt", "", say(name)), make("dd", "", Number(value).toLocaleString(language)));
    return row;
  }));
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
    if (file(round.journal, ".journal")) {
      const link = make("a", "key small", say("journal"));
      link.href = round.journal;
      link.download = `${round.name}.journal`;
      details.append(link);
    }
  });
  item.append(details);
  return item;
}

function showRounds(body, list) {
  const rounds = objects(JSON.parse(body).rounds).filter((one) => typeof one.name === "string");
  keep(list, rounds.slice(0, roundsAtMost), (one) => `${one.name} ${one.bytes}`, createRound);
}

record("rounds", "/api/rounds", showRounds, "noneYet");
record("log", "/api/log", showLog, "noLog");
record("counters", "/metrics", showCounters);
