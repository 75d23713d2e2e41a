// @ts-check
// How does a page stay with its box? Views come down a stream, messages go up one at a time. A phone sleeps, the network
// goes, the box restarts: the page finds its way back by itself.

import { stayAwake } from "./awake.js";
import { $ } from "./draw.js";
import { icons } from "./icons.js";
import { ready, say } from "./words.js";

/**
 * @import { DevicesPage, HostPageInGame, HostPageInLobby, LentPage, Message, Move, PlayerPage, Refusal, Replies, TablePage } from "../types.d.ts"
 * @typedef {{ player: PlayerPage, host: HostPageInLobby | HostPageInGame, table: TablePage, lent: LentPage, hardware: DevicesPage }} Pages
 */
/** @typedef {{ ok: false } & Refusal} Refused */
/**
 * @template {Message | Move} Sent
 * @typedef {Refused | ({ ok: true } & (Sent["do"] extends keyof Replies ? Replies[Sent["do"]] : {}))} Reply
 */

const JSON_TYPE = "application/json";
const SILENCE = 25000; // ms; the box is heard at least every 10 s
const TAP = 400; // ms; a finger that stays longer does not tap

/**
 * Call `show(view)` for every new view of this kind of page, for ever; `gone()` when the box does not know us any more.
 * @template {keyof Pages} Kind
 * @param {Kind} kind
 * @param {(view: Pages[Kind]) => void} show
 * @param {() => void} gone
 */
export function follow(kind, show, gone) {
  const strip = $("lost");
  const [words, button] = /** @type {Iterable<HTMLElement>} */ (strip.children);
  /** @type {EventSource | null} */
  let source = null;
  /** @type {Pages[Kind] | null} */
  let newest = null;
  let heard = performance.now();
  let retry = 0;
  /** @type {number | null} */
  let unheard = null;
  /** @type {number | null} */
  let finger = null;
  let waits = false;

  /** @param {string} text */
  function accept(text) {
    well();
    /** @type {Pages[Kind]} */
    const view = JSON.parse(text);
    if (newest && newest.boot === view.boot && newest.version >= view.version) return;
    newest = view;
    if (finger === null) show(view);
    else waits = true;
  }

  // A view may move what stands under a finger, and its tap would be lost: the view waits until the tap is done.
  function press() {
    clearTimeout(finger ?? 0);
    finger = setTimeout(lift, TAP);
  }

  function lift() {
    if (finger === null) return;
    clearTimeout(finger);
    finger = null;
    if (newest && waits) show(newest);
    waits = false;
  }

  function well() {
    heard = performance.now();
    clearTimeout(unheard ?? 0);
    unheard = null;
    warn("");
  }

  /**
   * @param {string} sentence
   * @param {boolean} [elsewhere]
   */
  function warn(sentence, elsewhere) {
    strip.toggleAttribute("hidden", !sentence); // unlike .hidden = true this lays out nothing that is hidden already
    if (words.textContent !== sentence) words.textContent = sentence;
    button.toggleAttribute("hidden", !elsewhere);
  }

  // The plain request tells what went wrong with a stream: we are strangers, the box is full, or it is not there.
  async function look() {
    try {
      const answer = await fetch(`/view/${kind}`, { cache: "no-store" });
      if (answer.status === 403) return gone();
      if (answer.ok) accept(await answer.text());
    } catch { /* not there: the stream comes back to it */ }
  }

  function open() {
    clearTimeout(retry);
    source?.close();
    const mine = new EventSource(`/events/${kind}`);
    source = mine;
    mine.onmessage = (event) => mine === source && accept(event.data);
    mine.addEventListener("beat", well);
    mine.addEventListener("elsewhere", () => {
      mine.close();
      warn(say("every.elsewhere"), true);
    });
    mine.onerror = () => {
      if (mine !== source) return;
      mine.close();
      if (unheard === null) unheard = setTimeout(() => warn(say("every.looking")), 1500);
      retry = setTimeout(wake, 1000 + 1000 * Math.random());
    };
  }

  async function wake() {
    await Promise.all([ready, icons]);
    look();
    open();
  }

  addEventListener("pointerdown", press, true);
  for (const name of ["click", "pointercancel"]) addEventListener(name, () => setTimeout(lift));
  button.addEventListener("click", wake);
  document.addEventListener("visibilitychange", () => document.visibilityState === "visible" && wake());
  addEventListener("pageshow", (event) => event.persisted && wake());
  addEventListener("online", wake);
  addEventListener("pagehide", () => source?.close());
  setInterval(() => {
    if (document.visibilityState === "visible" && performance.now() - heard > SILENCE) { heard = performance.now(); wake(); }
  }, 5000);
  stayAwake();
  wake();
}

/** @type {Promise<unknown>} */
let turn = Promise.resolve(); // messages go one after another, so that the last one said is the last one heard

/**
 * Send a message until the box has answered it; the same tap every time, so that it counts once. `still()` says whether
 * it is still wanted. Resolves to the box's reply, or to null when it was given up.
 * @template {Message} Sent
 * @param {"player" | "host" | "lent"} kind
 * @param {Sent} message
 * @returns {Promise<Reply<Sent> | null>}
 */
export function tell(kind, message, still = () => true) {
  const reply = turn.then(() => send(kind, message, still));
  turn = reply;
  return reply;
}

/**
 * @param {string} kind
 * @param {Message} message
 * @param {() => boolean} still
 */
async function send(kind, message, still) {
  const tap = [...crypto.getRandomValues(new Uint8Array(12))].map((byte) => byte.toString(16).padStart(2, "0")).join("");
  const body = padded({ ...message, tap });
  for (let wait = 300; still(); wait = Math.min(2 * wait, 4000)) {
    const patience = new AbortController();
    const timer = setTimeout(() => patience.abort(), 5000);
    try {
      const answer = await post(kind, body, { signal: patience.signal });
      if (answer.status !== 503) return await answer.json();
    } catch { /* not there: once more */ } finally { clearTimeout(timer); }
    await new Promise((done) => setTimeout(done, wait));
  }
  return null;
}

/**
 * What the box says against a message; nothing, where it has done as it was told, or the message was given up.
 * @param {{ ok: true } | Refused | null} reply
 */
export const whyNot = (reply) => (reply?.ok === false ? reply.sentence : "");

/**
 * Send a message once, after those before it: for what means something only now. Resolves to the box's reply.
 * @param {"hardware"} kind
 * @param {Move} message
 * @returns {Promise<Reply<Move>>}
 */
export function now(kind, message) {
  const reply = turn.then(() => post(kind, JSON.stringify(message)).then((answer) => answer.json())).catch(() => ({ ok: false, code: "unreachable", sentence: say("every.unreachable") }));
  turn = reply;
  return reply;
}

/**
 * Send a message while the page goes: no reply comes back.
 * @type {(kind: "hardware", message: Move) => boolean}
 */
export const farewell = (kind, message) => navigator.sendBeacon(`/tell/${kind}`, new Blob([JSON.stringify(message)], { type: JSON_TYPE }));

/** @type {(kind: string, body: string, how?: RequestInit) => Promise<Response>} */
const post = (kind, body, how) => fetch(`/tell/${kind}`, { method: "POST", headers: { "Content-Type": JSON_TYPE }, body, ...how });

/**
 * Messages of one size: anybody who listens to the radio learns nothing from their lengths.
 * @param {object} message
 */
function padded(message) {
  /** @param {unknown} value */
  const size = (value) => new TextEncoder().encode(JSON.stringify(value)).length;
  const missing = -size({ ...message, pad: "" }) & 511;
  return JSON.stringify({ ...message, pad: ".".repeat(missing) });
}
