// Who is here and what they do; the sign above them, which counts down with the voice and tells who has won.
import { act } from "./acting.js";
import { showOn } from "./board.js";
import { by, keep, make, setFace, setHidden, setText } from "./dom.js";
import { makerText, numbersText } from "./maker.js";
import { suggestion } from "./places.js";
import { clockText, language, say } from "./words.js";

const people = by("people");

by("accept").addEventListener("click", () => act("accept"));
by("decline").addEventListener("click", () => act("decline"));
by("cancel").addEventListener("click", () => act("decline"));
by("switch").addEventListener("click", () => act("role"));
people.addEventListener("click", (event) => {
  const button = event.target.closest("button");
  if (button) act("invite", { station: button.parentElement.dataset.key });
});

by("landmark-form").addEventListener("submit", async (event) => {
  event.preventDefault();
  const input = by("landmark-name");
  const name = input.value.trim() || input.placeholder;
  const { uuid, major, minor } = landmarkAsked ?? {};
  if (uuid && await act("area", { name, uuid, major, minor, within: 3, overlaps: false })) input.value = "";
});
by("landmark-no").addEventListener("click", () => act("landmark", { isWanted: false }));

let landmarkAsked = null;

/** "Do you want to make a landmark?", as the station asks it aloud. */
function landmark({ landmark: asked, areas, phase, station }) {
  const isShown = asked !== null && phase === "lobby" && station.acting !== "off";
  setHidden(by("landmark-form"), !isShown);
  landmarkAsked = isShown ? asked : null;
  if (!isShown) return;
  const input = by("landmark-name");
  const name = suggestion(areas, station.language ?? language);
  if (input.placeholder !== name) input.placeholder = name;
  const beacon = `${makerText(asked)} · ${numbersText(asked)}`;
  setText(by("landmark-which"), say("landmarkWhich", { beacon }));
}

/** What a round's end is in words; also spoken to readers of screens. */
export function outcomeLine({ round }) {
  const name = (id) => round.members.find((one) => one.id === id)?.name || say("nobody");
  const hider = round.members.find((one) => one.role === "hide")?.name || say("nobody");
  const { kind, by: who, after } = round.outcome ?? {};
  if (kind === "found") {
    const gaps = { name: name(who), hider, time: after === null ? "" : clockText(Math.floor(after)) };
    return say(after === null ? "lineFound" : "lineFoundAfter", gaps);
  }
  if (kind === "timeUp") return say("lineTime", { hider });
  if (kind === "cancelled") return say("lineCancelled", { name: name(who) });
  return say("lineTooFew");
}

function sign(state, since) {
  switch (state.phase) {
    case "holding": return [say("signWait"), say("lineWait")];
    case "agreeing": return [say("signReady"), say("lineReady")];
    case "counting":
      return [
        String(Math.max(1, Math.ceil((state.round.startsIn ?? 0) - since))),
        say(state.role === "hide" ? "lineYouHide" : "lineYouSeek"),
      ];
    case "over": {
      if (!state.round) return [say("signOver"), ""];
      const word = { found: "signFound", timeUp: "signTime" }[state.round.outcome?.kind] ?? "signOver";
      return [say(word), outcomeLine(state)];
    }
    default:
      if (!state.others.length) return [say("signAlone"), say("lineAlone")];
      return [say("signHello"), say(state.station.acting === "off" ? "lineTogether" : "lineTap")];
  }
}

export function showSign(state, since) {
  const [word, line] = sign(state, since);
  showOn(by("sign-board"), word);
  setText(by("sign-line"), line);
}

function invitation(state, since) {
  const asks = state.invitation;
  const isShown = asks !== null && (asks.endsIn === null || asks.endsIn > since)
    && ["lobby", "holding", "over"].includes(state.phase);
  setHidden(by("asked"), !isShown);
  setHidden(by("sign"), isShown); // in its place: nothing below moves under a thumb
  if (!isShown) return;
  setFace(by("asked-face"), asks.station);
  setText(by("asked-line"), say("asks", { name: asks.name || say("nobody") }));
  for (const id of ["accept", "decline"]) setHidden(by(id), state.station.acting === "off");
}

/** In a round those who play, with their points; else everybody, who can be asked. */
function cast(state) {
  const mayAsk = state.phase === "lobby" && state.station.acting !== "off";
  if (state.round && ["counting", "over"].includes(state.phase)) {
    return state.round.members.map((one) => ({
      ...one, mayAsk: false, doing: one.isHere ? "" : say("gone"), badge: points(one.points),
      isActive: one.id === state.round.outcome?.by,
    }));
  }
  return state.others.map((one) => ({
    ...one, mayAsk: mayAsk && one.doing !== "playing" && !one.isInvited,
    doing: say(one.isInvited ? "invited" : one.doing),
    badge: one.presses ? `×${one.presses}` : "", spoken: say("presses", { count: one.presses }),
    isActive: ["pressing", "holding", "agreeing"].includes(one.doing),
  }));
}

export const points = (count) => (count === 1 ? say("point") : say("points", { count }));

function createCard() {
  const card = make("li", "card");
  const face = make("img", "face");
  face.alt = "";
  face.loading = "lazy";
  // The same element whether it can be asked or not: the focus must not be lost when it changes.
  const inside = make("button", "inside");
  inside.type = "button";
  const about = make("span", "about");
  about.append(make("strong"), make("span", "role"), make("span", "doing"));
  inside.append(face, about, make("span", "badge"));
  card.append(inside);
  return card;
}

function updateCard(card, one) {
  const [inside] = card.children;
  const [face, about, badge] = inside.children;
  const [name, role, doing] = about.children;
  const does = say(one.role === "hide" ? "hides" : "seeks");
  setFace(face, one.id);
  setText(name, one.name || say("nobody"));
  setText(role, does);
  setText(doing, one.doing);
  setText(badge, one.badge);
  if (one.spoken && one.badge) badge.setAttribute("aria-label", one.spoken);
  card.dataset.role = one.role;
  card.classList.toggle("active", one.isActive);
  inside.disabled = !one.mayAsk;
  if (one.mayAsk) {
    inside.setAttribute("aria-label", say("invite", { name: one.name, role: does, doing: one.doing }));
  } else {
    inside.removeAttribute("aria-label");
  }
}

function roleSwitch(state) {
  const isSeeker = state.station.role === "seek";
  const button = by("switch");
  setHidden(button, state.phase !== "lobby" || state.station.acting === "off");
  by("switch-hide").classList.toggle("chosen", !isSeeker);
  by("switch-seek").classList.toggle("chosen", isSeeker);
  const label = say(isSeeker ? "switchToHide" : "switchToSeek");
  if (button.getAttribute("aria-label") !== label) button.setAttribute("aria-label", label);
}

export function showLobby(state, since) {
  showSign(state, since);
  invitation(state, since);
  roleSwitch(state);
  landmark(state);
  keep(people, cast(state), (one) => one.id, createCard, updateCard);
  setHidden(people, people.childElementCount === 0);
}
