// What the page asks the station to do, and the PIN that lets it.
import { say } from "./words.js";

const dialog = document.getElementById("pin");
const digits = document.getElementById("pin-digits");
const pinFault = document.getElementById("pin-fault");
const fault = document.getElementById("fault");
const key = "hotcold-pin";

let pin = remembered();
let postponed = null; // what is done once the PIN is known, or with `false` when it will not be
let faultTimer;

/** Some browsers forbid the storage in private windows: then the PIN lives as long as the page. */
function remembered() {
  try {
    return sessionStorage.getItem(key) ?? "";
  } catch {
    return "";
  }
}

function remember(value) {
  pin = value;
  try {
    sessionStorage.setItem(key, value);
  } catch { /* see above */ }
}

function post(action, body) {
  const isFile = body instanceof Blob;
  const headers = { "Content-Type": isFile ? "application/octet-stream" : "application/json" };
  if (pin) headers["X-HotCold-PIN"] = pin;
  // `keepalive`: letting go must arrive even if the page is left at this moment. A file takes its time.
  const rest = isFile
    ? { body } : { body: JSON.stringify(body ?? {}), keepalive: true, signal: AbortSignal.timeout?.(3_000) };
  return fetch(`/api/${action}`, { method: "POST", headers, cache: "no-store", ...rest });
}

/** For what is read by who may act alone. */
export const pinHeader = () => (pin ? { "X-HotCold-PIN": pin } : {});

/** Whether there is a PIN to act with; it may be a wrong one. */
export const hasPin = () => pin !== "";

/** The status of the answer, 0 if there is none. For what the page does by itself: it bothers nobody. */
export async function actQuietly(action) {
  const { status } = await post(action).catch(() => ({ status: 0 }));
  if (status === 401) remember("");
  return status;
}

/** True if the station took it. Tells the user otherwise, and asks for the PIN if that is what is missing. */
export async function act(action, body) {
  let answer;
  try {
    answer = await post(action, body);
  } catch {
    return false; // The station is gone; the page says so by itself.
  }
  if (answer.ok) return true;
  if (answer.status === 401) {
    if (dialog.open) return false;
    // You have let go by the time the PIN is known.
    if (action !== "hold") return new Promise((done) => ask((may) => done(may && act(action, body))));
    ask(null);
  } else if (answer.status === 429) {
    tell(dialog.open || pin ? say("pinMany") : say("notNow"));
  } else {
    tell(answer.status === 403 ? say("refused") : await reason(answer));
  }
  return false;
}

async function reason(answer) {
  try {
    const { error } = await answer.json();
    if (typeof error === "string" && error) return error.slice(0, 200);
  } catch { /* no sentence in it */ }
  return say("notNow");
}

function tell(line) {
  fault.textContent = line;
  clearTimeout(faultTimer);
  faultTimer = setTimeout(() => { fault.textContent = ""; }, 5_000);
}

function ask(then) {
  postponed = then;
  pinFault.textContent = pin ? say("pinWrong") : "";
  remember("");
  digits.value = "";
  if (!dialog.open) dialog.showModal();
  digits.focus();
  // The answer says nothing: the station speaks when its button is pressed.
  post("pin").catch(() => {});
}

document.getElementById("pin-form").addEventListener("submit", async (event) => {
  event.preventDefault();
  const typed = digits.value.trim();
  if (!/^\d{4}$/.test(typed)) return;
  remember(typed);
  // Letting go of what nobody holds changes nothing, and tells whether this is the PIN.
  const answer = await post("hold", { isDown: false }).catch(() => null);
  if (answer?.status === 401) {
    remember("");
    digits.select();
    pinFault.textContent = say("pinWrong");
  } else if (answer?.status === 429) {
    pinFault.textContent = say("pinMany");
  } else {
    dialog.close();
    proceed(true);
  }
});

function proceed(may) {
  const then = postponed;
  postponed = null;
  then?.(may);
}

// By a key, too; later than what the right PIN has let through.
dialog.addEventListener("close", () => proceed(false));

document.getElementById("pin-again").addEventListener("click", () => {
  post("pin").catch(() => {});
  pinFault.textContent = say("pinAsked");
  digits.focus();
});

document.getElementById("pin-close").addEventListener("click", () => dialog.close());
