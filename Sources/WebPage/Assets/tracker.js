// The hider's motion tracker. How far somebody is, is known; in which direction, is not: so everybody is an
// arc over the whole width, as thick as the distance is uncertain, and the sweep is a ring that grows.
import { blip } from "./blip.js";
import { by, keep, make, setFace, setHidden, setText } from "./dom.js";
import { clockText, metresText, say } from "./words.js";

const canvas = by("scope");
const ink = canvas.getContext("2d");
const calm = matchMedia("(prefers-reduced-motion: reduce)");
const rings = [1, 3, 6, 12, 25, 50];
const green = "109, 255, 156";
const amber = "255, 196, 77";

let hunters = []; // who is drawn: name, metres, low, high, isClosing, glow
let reach = 12; // metres at the rim
let sweep = 0; // 0 at the middle, 1 at the rim
let frame = null, lastFrame = 0, blippedAt = 0, isLoud = false;

by("sound").addEventListener("click", () => {
  isLoud = !isLoud;
  if (isLoud) blip(0.5); // The first sound needs this click; and one hears what will be heard.
  showSound();
});

function showSound() {
  setText(by("sound"), say(isLoud ? "soundOn" : "soundOff"));
}

export function showTracker(state, since) {
  const { round, phase } = state;
  const seekers = round.members.filter((one) => one.role === "seek");
  setHidden(by("tracker-line"), phase !== "hiding");
  setText(by("tracker-line"), say("youHide", { time: clockText((round.huntsIn ?? 0) - since) }));
  keep(by("hunters"), seekers, (one) => one.id, createRow, updateRow);

  const glows = new Map(hunters.map((one) => [one.id, one.glow]));
  hunters = seekers.filter(isHeard).map(({ id, name, range }) => ({
    id, name, ...range, isClosing: range.trend === "closing", glow: glows.get(id) ?? 0,
  }));
  const farthest = Math.max(5, ...hunters.map((one) => one.high));
  const wanted = rings.find((ring) => ring >= farthest) ?? 50;
  // At once wider, but narrower only well inside, or the picture would jump at a ring's edge.
  if (wanted > reach || farthest < wanted * 0.85) reach = wanted;

  showSound();
  if (calm.matches) still();
  else frame ??= requestAnimationFrame(turn);
}

export function stopTracker() {
  if (frame !== null) cancelAnimationFrame(frame);
  frame = null;
}

const isHeard = ({ range }) => range !== null && range.metres !== null && range.zone !== "lost";

function createRow() {
  const row = make("li");
  const face = make("img", "face");
  face.alt = "";
  const [who, where] = [make("div", "who"), make("div", "where")];
  who.append(make("strong"), make("span", "trend"));
  where.append(make("span", "metres"), make("span", "between"));
  row.append(face, who, where);
  return row;
}

function updateRow(row, one) {
  const [face, who, where] = row.children;
  const [name, trend] = who.children;
  const [metres, between] = where.children;
  const { range } = one;
  setFace(face, one.id);
  setText(name, one.name || say("nobody"));
  const heard = isHeard(one);
  const gone = !one.isHere ? "gone" : range?.zone === "lost" ? "lost" : "unheard";
  setText(metres, heard ? say("about_m", { metres: metresText(range.metres) }) : say(gone));
  setText(between, heard ? say("between", { low: metresText(range.low), high: metresText(range.high) }) : "");
  setHidden(between, !heard);
  const arrow = { closing: "▼ ", opening: "▲ ", steady: "● " }[range?.trend] ?? "";
  setText(trend, heard ? arrow + say(range.trend) : "");
  row.dataset.trend = heard ? range.trend : "unknown";
}

/** Nearer is faster and higher: somebody within arm's reach pulses twice as often. */
function nearness() {
  const nearest = Math.min(...hunters.filter((one) => one.isClosing).map((one) => one.metres));
  return Number.isFinite(nearest) ? Math.max(0, 1 - Math.sqrt(nearest / 15)) : 0;
}

function turn(now) {
  const passed = Math.min(0.1, (now - lastFrame) / 1_000);
  lastFrame = now;
  const before = sweep;
  sweep += passed / (2.4 - 1.5 * nearness());
  for (const one of hunters) {
    one.glow *= Math.exp(-passed / 0.7);
    const place = radius(one.metres);
    if (place <= before || place > sweep) continue;
    one.glow = 1;
    if (one.isClosing && isLoud) blip(1 - place);
  }
  if (sweep >= 1.4) sweep = 0;
  draw();
  frame = requestAnimationFrame(turn);
}

/** Without motion: the same picture, lit evenly; a seeker that closes in is still heard. */
function still() {
  stopTracker();
  sweep = null;
  for (const one of hunters) one.glow = one.isClosing ? 0.9 : 0.4;
  const near = nearness();
  if (isLoud && near > 0 && performance.now() - blippedAt > 2_400 - 1_500 * near) {
    blippedAt = performance.now();
    blip(near);
  }
  draw();
  sweep = 0;
}

/** Where a distance is between the middle (0) and the rim (1): near ones get more room than far ones. */
function radius(metres) {
  return Math.min(1, Math.sqrt(metres / reach));
}

function draw() {
  const { clientWidth: width, clientHeight: height } = canvas;
  const scale = Math.min(3, devicePixelRatio);
  if (canvas.width !== Math.round(width * scale) || canvas.height !== Math.round(height * scale)) {
    canvas.width = Math.round(width * scale);
    canvas.height = Math.round(height * scale);
  }
  ink.setTransform(scale, 0, 0, scale, 0, 0);
  ink.clearRect(0, 0, width, height);
  // As large as the page's text, while that leaves room for the picture: the list below says the same.
  const text = Math.min(width / 18, parseFloat(getComputedStyle(document.documentElement).fontSize));
  // The fan is as wide as there is room: narrow on a phone, nearly half a disc on a laptop.
  const foot = height - text * 0.8;
  const side = width / 2 - text * 2.4;
  const half = Math.min(1.2, Math.max(0.6, Math.asin(Math.min(1, side / (foot - text)))));
  const rim = Math.min(foot - text, side / Math.sin(half));
  const fan = { x: width / 2, y: foot, rim, from: -Math.PI / 2 - half, to: -Math.PI / 2 + half };
  drawRings(fan);
  if (sweep !== null) drawSweep(fan);
  for (const one of hunters) drawHunter(fan, one);
  drawScale(fan, text, drawNames(fan, text));
}

function arc(fan, place, colour, width) {
  if (place <= 0) return;
  ink.beginPath();
  ink.arc(fan.x, fan.y, place * fan.rim, fan.from, fan.to);
  ink.strokeStyle = colour;
  ink.lineWidth = width;
  ink.stroke();
}

function drawRings(fan) {
  for (const ring of rings.filter((one) => one <= reach)) arc(fan, radius(ring), `rgba(${green}, 0.25)`, 1);
  ink.beginPath();
  for (const edge of [fan.from, fan.to]) {
    ink.moveTo(fan.x, fan.y);
    ink.lineTo(fan.x + Math.cos(edge) * fan.rim, fan.y + Math.sin(edge) * fan.rim);
  }
  ink.strokeStyle = `rgba(${green}, 0.4)`;
  ink.stroke();
}

function drawSweep(fan) {
  const tail = 0.3;
  const [inner, outer] = [Math.max(0, sweep - tail), sweep].map((place) => place * fan.rim);
  const light = ink.createRadialGradient(fan.x, fan.y, inner, fan.x, fan.y, outer);
  light.addColorStop(0, `rgba(${green}, 0)`);
  light.addColorStop(0.8, `rgba(${green}, 0.16)`);
  light.addColorStop(1, `rgba(${green}, 0.5)`);
  ink.fillStyle = light;
  ink.beginPath();
  ink.arc(fan.x, fan.y, Math.min(outer, fan.rim), fan.from, fan.to);
  ink.arc(fan.x, fan.y, Math.min(inner, fan.rim), fan.to, fan.from, true);
  ink.fill();
  if (sweep <= 1) arc(fan, sweep, `rgba(${green}, 0.9)`, 2);
}

function drawHunter(fan, one) {
  const [low, high] = [radius(one.low), radius(one.high)];
  const colour = one.isClosing ? amber : green;
  const thick = Math.max(2, (high - low) * fan.rim);
  arc(fan, (low + high) / 2, `rgba(${colour}, ${0.16 + 0.3 * one.glow})`, thick);
  ink.shadowColor = `rgb(${colour})`;
  ink.shadowBlur = 6 + 18 * one.glow;
  const line = one.isClosing ? 3 + 4 * one.glow : 2.5;
  arc(fan, radius(one.metres), `rgba(${colour}, ${0.6 + 0.4 * one.glow})`, line);
  ink.shadowBlur = 0;
}

/** How far the rings are, at the right edge, where no name is in the way. */
function drawScale(fan, text, plates) {
  ink.font = `${text * 0.8}px ui-monospace, monospace`;
  ink.fillStyle = `rgba(${green}, 0.75)`;
  ink.textAlign = "left";
  for (const ring of rings.filter((one) => one <= reach)) {
    const [x, y] = [Math.cos(fan.to), Math.sin(fan.to)].map((side) => side * radius(ring) * fan.rim);
    const [left, middle] = [fan.x + x + text * 0.3, fan.y + y];
    if (plates.some((plate) => left < plate.right && Math.abs(middle - plate.y) < text * 1.2)) continue;
    ink.fillText(`${ring} m`, left, middle + text * 0.3);
  }
}

/** In the middle of the arc, pushed apart where two are as far away as each other. */
function drawNames(fan, text) {
  ink.font = `700 ${text}px ui-rounded, system-ui, sans-serif`;
  ink.textAlign = "center";
  ink.textBaseline = "middle";
  let above = Infinity;
  const plates = [];
  for (const one of hunters.slice().sort((a, b) => a.metres - b.metres)) {
    const y = Math.min(fan.y - radius(one.metres) * fan.rim, above - text * 1.7);
    above = y;
    const arrow = { closing: "▼", opening: "▲" }[one.trend] ?? "";
    const label = `${one.name}  ${metresText(one.metres)} m ${arrow}`;
    const width = Math.min(ink.measureText(label).width + text, fan.x * 2 - 8);
    ink.fillStyle = "rgba(4, 17, 10, 0.86)";
    ink.beginPath();
    ink.roundRect?.(fan.x - width / 2, y - text * 0.8, width, text * 1.6, text * 0.8);
    ink.fill();
    ink.fillStyle = `rgb(${one.isClosing ? amber : green})`;
    ink.fillText(label, fan.x, y, width - 8);
    plates.push({ y, right: fan.x + width / 2 });
  }
  ink.textBaseline = "alphabetic";
  return plates;
}
