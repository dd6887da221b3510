// The station's state made safe to show: every field is there and of its kind, whatever came over the wire.
// Views never look at what was sent, only at this.

const number = (value) => (typeof value === "number" && Number.isFinite(value) ? value : null);
const count = (value) => Math.max(0, Math.round(number(value) ?? 0));
const text = (value) => (typeof value === "string" ? value.slice(0, 200) : "");
const object = (value) =>
  (value !== null && typeof value === "object" && !Array.isArray(value) ? value : null);
const objects = (value) => (Array.isArray(value) ? value.map(object).filter(Boolean) : []);
const oneOf = (value, known, otherwise) => (known.includes(value) ? value : otherwise);
// It becomes part of an address: nothing but what an identity is made of.
const identity = (value) => (/^[0-9a-f]{1,32}$/i.test(value) ? value : "");
const languageCode = (value) => (/^[a-z]{2}$/.test(value) ? value : null);
const role = (value) => oneOf(value, ["hide", "seek"], "seek");

export const phases = ["lobby", "holding", "agreeing", "counting", "hiding", "hunting", "over"];

function range(raw) {
  raw = object(raw);
  if (!raw) return null;
  const metres = number(raw.metres);
  const known = metres !== null && metres >= 0;
  return {
    metres: known ? metres : null,
    low: known ? Math.max(0, Math.min(metres, number(raw.low) ?? metres)) : null,
    high: known ? Math.max(metres, number(raw.high) ?? metres) : null,
    trend: oneOf(raw.trend, ["closing", "opening", "steady", "unknown"], "unknown"),
    zone: oneOf(raw.zone, ["immediate", "near", "far", "lost", "unknown"], "unknown"),
    age: number(raw.age),
  };
}

function member(raw) {
  return {
    id: identity(raw.id), name: text(raw.name), role: role(raw.role), points: count(raw.points),
    isHere: raw.isHere !== false, range: range(raw.range),
  };
}

/** Null on a seeker's station, and on one that does not let anybody choose. */
function taunts(raw) {
  raw = object(raw);
  return raw && {
    next: number(raw.next), said: (Array.isArray(raw.said) ? raw.said : []).slice(-40).map(number),
  };
}

function round(raw) {
  raw = object(raw);
  if (!raw) return null;
  const cue = object(raw.cue);
  const outcome = object(raw.outcome);
  const word = oneOf(cue?.word, ["hot", "cold", "lost"], null);
  return {
    startsIn: number(raw.startsIn), huntsIn: number(raw.huntsIn), endsIn: number(raw.endsIn),
    cue: word && {
      word, degree: word === "lost" ? 0 : Math.min(3, Math.max(1, count(cue.degree))),
      age: Math.max(0, number(cue.age) ?? 0),
    },
    outcome: outcome && { kind: text(outcome.kind), by: identity(outcome.by), after: number(outcome.after) },
    members: objects(raw.members).map(member), taunts: taunts(raw.taunts),
  };
}

/** "20:00" and "7:00" as fields for times want them: with both digits; "" for what is no time. */
const timeOfDay = (value) => (/^\d{1,2}:\d\d$/.test(value) ? value.padStart(5, "0") : "");
const share = (value, otherwise) => Math.min(1, Math.max(0, number(value) ?? otherwise));

/** Null from a station that does not tell. */
function sound(raw) {
  raw = object(raw);
  if (!raw) return null;
  const quiet = object(raw.quiet);
  const hours = quiet && { from: timeOfDay(quiet.from), until: timeOfDay(quiet.until) };
  return {
    volume: share(raw.volume, 0.8), ceiling: share(raw.ceiling, 1), floor: share(raw.floor, 0),
    isMuted: raw.isMuted === true, quiet: hours?.from && hours.until ? hours : null, voice: text(raw.voice),
    voices: objects(raw.voices).slice(0, 32).filter(({ name }) => text(name))
      .map(({ name, language }) => ({ name: text(name), language: languageCode(language) })),
  };
}

/** What beacons and areas go by: null for what is no proximity UUID. */
function numbers(raw) {
  if (!/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(raw.uuid)) return null;
  return { uuid: raw.uuid.toUpperCase(), major: number(raw.major), minor: number(raw.minor) };
}

function beacons(raw) {
  raw = object(raw);
  if (!raw) return null;
  return {
    isListening: raw.isListening === true,
    heard: objects(raw.heard).filter(numbers).slice(0, 32).map((one) => ({
      ...numbers(one), maker: text(one.maker), rssi: number(one.rssi), range: range(one.range),
      levels: (Array.isArray(one.levels) ? one.levels : []).slice(-60).map(number),
      battery: number(one.battery), area: text(one.area),
    })),
  };
}

function areas(raw) {
  return objects(raw).filter((one) => numbers(one) && text(one.name)).slice(0, 64).map((one) => ({
    ...numbers(one), name: text(one.name), within: number(one.within), isInside: one.isInside === true,
    isOurs: one.isOurs === true, overlaps: one.overlaps === true,
  }));
}

/** The beacon that is asked about. */
function landmark(raw) {
  raw = object(raw);
  return raw && numbers(raw) && { ...numbers(raw), maker: text(raw.maker) };
}

const reasons = ["silent", "few", "moving", "impossible", "interrupted"];

/** Null from a station that cannot be calibrated by its page. */
function calibration(raw) {
  raw = object(raw);
  if (!raw) return null;
  const [kept, trial] = [object(raw.kept), object(raw.trial)];
  return {
    kept: kept && number(kept.offset) !== null
      ? { offset: kept.offset, uncertainty: Math.max(0, number(kept.uncertainty) ?? 0) } : null,
    trial: trial && {
      station: identity(trial.station), name: text(trial.name), endsIn: number(trial.endsIn),
      phase: oneOf(trial.phase, ["listening", "kept", "failed"], "failed"), packets: count(trial.packets),
      reason: oneOf(trial.reason, reasons, "interrupted"),
    },
  };
}

/** Null from a station that cannot be renewed so. */
function update(raw) {
  raw = object(raw);
  const percent = number(raw?.percent);
  return raw && {
    isPossible: raw.isPossible === true, offer: text(raw.offer), taken: text(raw.taken),
    trouble: text(raw.trouble), percent: percent === null ? null : Math.min(100, Math.max(0, percent)),
  };
}

/** Null from a station that has none to do with people's things. */
function things(raw) {
  raw = object(raw);
  return raw && { isOn: raw.isOn === true, revision: number(raw.revision) ?? 0 };
}

export function tidy(raw) {
  raw = object(raw) ?? {};
  const station = object(raw.station) ?? {};
  const button = object(raw.button) ?? {};
  const asks = object(raw.invitation);
  const tidied = {
    at: number(raw.at) ?? 0,
    station: {
      id: identity(station.id), name: text(station.name), role: role(station.role),
      version: text(station.version), isQuiet: station.isQuiet === true, capacity: number(station.capacity),
      // Not known is offered: the station says no by itself.
      acting: oneOf(station.acting, ["open", "pin", "off"], "pin"),
      language: languageCode(station.language),
      hasCrew: typeof station.hasCrew === "boolean" ? station.hasCrew : null,
    },
    button: {
      isDown: button.isDown === true, isHolding: button.isHolding === true,
      downFor: number(button.downFor) ?? 0,
      holdAfter: Math.min(10, Math.max(0.1, number(button.holdAfter) ?? 1)),
    },
    phase: oneOf(raw.phase, phases, "lobby"),
    others: objects(raw.others).filter((other) => identity(other.id)).map((other) => ({
      id: identity(other.id), name: text(other.name), role: role(other.role), presses: count(other.presses),
      doing: oneOf(other.doing, ["idle", "pressing", "holding", "agreeing", "playing"], "idle"),
      isInvited: other.isInvited === true,
    })),
    invitation: asks && {
      station: identity(asks.station), name: text(asks.name), endsIn: number(asks.endsIn),
    },
    round: round(raw.round),
    captions: objects(raw.captions).filter((said) => text(said.text)).slice(-8).map((said) => ({
      // With its text: a station that restarted counts from the beginning again.
      id: `${said.id} ${text(said.text)}`, age: number(said.age) ?? 0, text: text(said.text),
    })),
    parts: Object.entries(object(raw.parts) ?? {}).slice(0, 20).map(([part, is]) => [part, text(is)]),
    scores: objects(raw.scores).slice(0, 64).map((score) => ({
      id: identity(score.id), name: text(score.name), points: count(score.points),
    })),
    sound: sound(raw.sound), beacons: beacons(raw.beacons), areas: areas(raw.areas),
    landmark: landmark(raw.landmark), update: update(raw.update), things: things(raw.things),
    calibration: calibration(raw.calibration), light: text(object(raw.light)?.means),
  };
  // A round's phase without a round cannot be shown.
  if (!tidied.round && ["counting", "hiding", "hunting"].includes(tidied.phase)) tidied.phase = "lobby";
  const inRound = !["lobby", "holding", "agreeing"].includes(tidied.phase);
  const me = tidied.round?.members.find((one) => one.id === tidied.station.id);
  tidied.role = inRound && me ? me.role : tidied.station.role;
  tidied.me = me ?? null;
  return tidied;
}
