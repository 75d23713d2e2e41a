// @ts-check
// A table of devices: what is pressed, turned, laid and unplugged here happens to the box, and its lights shine here.

import { cardName, learnDeck } from "./cards.js";
import { $, around, draw, h, onTap } from "./draw.js";
import { icon } from "./icons.js";
import { farewell, follow, now, whyNot } from "./link.js";
import { atSeat, isDead, showBearings } from "./seats.js";
import { say } from "./words.js";

/**
 * @import { CardTag, Colour, DevicesPage, Move, Switch, TablePage, TokenTag, WordTag } from "../types.d.ts"
 * @typedef {import("./words.js").PlainKey} PlainKey
 * @typedef {TokenTag | CardTag | WordTag} Tag
 * @typedef {Switch["do"]} Way
 */

/** @type {Record<WordTag["word"], PlainKey>} */
const TAGS = { yes: "every.yes", no: "every.no", pass: "devices.pass", stranger: "devices.stranger" };
const FACES = { yes: "✓", no: "✕", pass: "–", stranger: "?" };
/** @type {Record<string, PlainKey>} */
const KEYS = { KEY_KPENTER: "devices.enter", KEY_VOLUMEDOWN: "devices.quieter", KEY_VOLUMEUP: "devices.louder", KEY_MUTE: "devices.mute" };
/** @type {Record<string, PlainKey>} */
const PARTS = { knob: "devices.the-knob", lid: "devices.the-lid", keypad: "devices.the-keypad" };
/** @satisfies {Partial<Record<Way, PlainKey>>} */
const FAULTS = { unplug: "devices.unplug", stick: "devices.stick", rattle: "devices.rattle" };
const DETENT = 50; // pixels of a wheel for one click of the knob

/** @param {string} place */
const number = (place) => place.replace("seat ", "");
/** @param {string} place */
const placed = (place) => (place in PARTS ? say(PARTS[place]) : say("devices.seat", { number: number(place) }));

/** @type {DevicesPage | null} */
let view = null; // the devices
/** @type {TablePage | null} */
let table = null; // what everybody at the table sees
/** @type {Set<string>} */
let on = new Set(); // what is switched on, as "press seat 3"
/** @type {Map<string, { way: "press" | "type", thing: string, by: number }>} */
const held = new Map(); // what is held here, and by how many: two fingers may be on one button
/** @type {Map<string, HTMLElement>} */
const seats = new Map(); // their buttons, by the names of their places
/** @type {Map<string, HTMLElement>} */
const lamps = new Map([["lid", /** @type {HTMLElement} */ (document.querySelector("#lid .lamp"))]]);

/**
 * Lights and contacts are drawn by hand: they change too often for `draw`.
 * @param {DevicesPage} newest
 */
function show(newest) {
  const before = view && things(view);
  if (!view) lay(newest);
  view = newest;
  on = new Set(newest.on.map(([way, thing]) => `${way} ${thing}`));
  for (const [place, lamp] of lamps) shine(lamp, newest.lights[place]);
  for (const [place, element] of seats) mark(element, place);
  for (const place of ["lid", "knob"]) mark($(place), place);
  if (before === things(newest)) return;
  seatPlayers();
  redraw();
}

/** @param {DevicesPage} view */
const things = ({ on, names, tags }) => JSON.stringify([on.filter(([way]) => way !== "press" && way !== "type"), names, tags]);

/** @param {DevicesPage} view */
function lay({ lights, keys }) {
  const places = Object.keys(lights).filter((place) => place !== "lid");
  $("round").style.setProperty("--n", String(places.length));
  for (const place of places) {
    const element = /** @type {HTMLElement} */ (h("button", { type: "button", class: "seat", "data-press": place }, h("span", { class: "number" }, number(place)), h("b"), h("span", { class: "at" })));
    const lamp = /** @type {HTMLElement} */ (h("span", { class: "lamp" }));
    seats.set(place, element);
    lamps.set(place, lamp);
    $("seats").append(element, lamp);
  }
  draw($("keys"), keys.map((key) => h("button", { type: "button", "data-press": key, "data-way": "type" }, key in KEYS ? say(KEYS[key]) : key.replace("KEY_KP", ""))));
}

/**
 * How bright a light of this power looks: screens are not linear, and neither are eyes.
 * @param {HTMLElement} lamp
 * @param {Colour} colour
 */
function shine(lamp, colour) {
  const seen = colour.map((part) => Math.round(255 * part ** (1 / 2.2)));
  const brightest = Math.max(...seen, 1);
  const lit = `rgb(${seen.map((part) => Math.round((255 * part) / brightest))})`;
  if (lamp.dataset.light === String(colour)) return;
  lamp.dataset.light = String(colour);
  lamp.style.setProperty("--light", lit);
  lamp.style.setProperty("--power", brightest / 255 > 0.01 ? (brightest / 255).toFixed(3) : "0");
}

/**
 * @param {HTMLElement} element
 * @param {string} place
 */
function mark(element, place) {
  const down = held.has(`press ${place}`) || on.has(`press ${place}`) || on.has(`stick ${place}`);
  element.classList.toggle("down", down);
  element.classList.toggle("unplugged", on.has(`unplug ${place}`));
  element.classList.toggle("rattles", on.has(`rattle ${place}`));
}

/** Players sit in the order of the village’s circle, each with their own button; a free place stays where it is. */
function seatPlayers() {
  const places = [...seats.keys()];
  const seated = (table?.seats ?? []).flatMap((one) => places.find((place) => view?.names[place] === one.name) ?? []);
  let next = 0;
  places.forEach((slot, n) => {
    const place = seated.includes(slot) ? seated[next++] : slot;
    const angle = (2 * Math.PI * n) / places.length;
    for (const part of [seats.get(place), lamps.get(place)]) {
      part?.style.setProperty("--x", String(Math.sin(angle)));
      part?.style.setProperty("--y", String(-Math.cos(angle)));
    }
  });
  for (const [place, element] of seats) {
    const who = view?.names[place] ?? "";
    const seat = table?.seats.find((one) => one.name === who);
    const label = element.querySelector("b");
    if (label && label.textContent !== who) label.textContent = who;
    draw(/** @type {HTMLElement} */ (element.querySelector(".at")), seat ? atSeat(seat) : null);
    element.setAttribute("aria-label", who ? say("devices.button-of", { name: who, place: placed(place) }) : say("devices.button-of-nobody", { place: placed(place) }));
    element.classList.toggle("dead", Boolean(seat && isDead(seat)));
    element.classList.toggle("free", !who);
  }
}

function redraw() {
  const tags = view?.tags ?? [];
  const lying = tags.filter(({ uid }) => on.has(`lay ${uid}`));
  draw($("lying"), lying.map((tag) => h("button", { type: "button", class: "tag", key: tag.uid, "data-do": "lay", "data-uid": tag.uid, "aria-label": say("devices.take-away", { what: called(tag) }) }, face(tag))));
  draw($("tags"), tags.map((tag) => h("button", { type: "button", class: "tag", key: tag.uid, "data-do": "lay", "data-uid": tag.uid, "aria-pressed": String(on.has(`lay ${tag.uid}`)) }, face(tag), h("span", null, called(tag)))));
  draw($("faults"), [...seats.keys(), "knob", "lid", "keypad"].map(faults));
}

/** @param {Tag} tag */
function called(tag) {
  if (tag.kind === "token") return view?.names[tag.seat] ?? say("devices.seat-token", { number: number(tag.seat) });
  return tag.kind === "card" ? cardName(tag.card) ?? "" : say(TAGS[tag.word]);
}

/** @param {Tag} tag */
function face(tag) {
  if (tag.kind === "card") return icon(tag.card);
  return h("span", { class: "face", "aria-hidden": "true" }, tag.kind === "token" ? number(tag.seat) : FACES[tag.word]);
}

/** @param {string} place */
function faults(place) {
  /** @type {(keyof typeof FAULTS)[]} */
  const can = seats.has(place) || place === "knob" ? ["unplug", "stick", "rattle"] : ["unplug"];
  const who = seats.has(place) ? view?.names[place] ?? say("devices.nobody") : "";
  /** @param {keyof typeof FAULTS} way */
  const button = (way) => h("button", { type: "button", "data-do": "fault", "data-way": way, "data-thing": place, "aria-pressed": String(on.has(`${way} ${place}`)), "aria-label": say("devices.fault", { place: placed(place), fault: say(FAULTS[way]) }) }, say(FAULTS[way]));
  return h("div", { class: "fault", key: place }, h("span", { class: "name" }, placed(place), " ", h("span", { class: "quiet small" }, who)), h("div", { class: "pick" }, can.map(button)));
}

const STILL = 40; // ms for which a contact stays as it is, at least: the box takes a shorter press for a bounce
let ready = Promise.resolve(); // when the next move may be sent

/**
 * @param {Move} message
 * @param {number} still how long the next one waits, in ms
 */
async function move(message, still = 0) {
  const moved = ready.then(() => now("hardware", message));
  ready = moved.then(() => new Promise((done) => setTimeout(done, still)));
  const reply = await moved;
  $("against").textContent = whyNot(reply);
  if (!reply.ok && reply.code === "not-the-host") stranger();
}

/**
 * What is held: by a finger, a key or a helper's click. Whatever goes wrong, it is let go.
 * @param {HTMLElement} element
 * @param {boolean} down
 */
function hold(element, down) {
  const thing = element.dataset.press ?? "";
  const way = element.dataset.way === "type" ? "type" : "press";
  const key = `${way} ${thing}`;
  const before = held.get(key)?.by ?? 0;
  const after = Math.max(0, before + (down ? 1 : -1));
  if (after) held.set(key, { way, thing, by: after });
  else held.delete(key);
  if (way === "press") mark(element, thing);
  else element.classList.toggle("down", after > 0);
  if ((before > 0) !== (after > 0)) move({ do: way, what: thing, value: after > 0 }, STILL);
}

/** @type {Map<string | number, HTMLElement>} */
const pointers = new Map(); // what each pointer and each key holds

/**
 * @param {string | number} by
 * @param {HTMLElement | null | undefined} element
 */
function grasp(by, element) {
  if (!element || pointers.has(by)) return;
  pointers.set(by, element);
  hold(element, true);
}

/** @param {string | number} by */
function letGo(by) {
  const element = pointers.get(by);
  if (!element) return;
  pointers.delete(by);
  hold(element, false);
}

const PRESSABLE = "[data-press]";
const focused = () => /** @type {HTMLElement | null | undefined} */ (document.activeElement?.closest(PRESSABLE));

document.addEventListener("pointerdown", (event) => {
  const element = around(event, PRESSABLE);
  if (!element || event.button !== 0) return;
  element.setPointerCapture(event.pointerId);
  grasp(event.pointerId, element);
});
for (const end of /** @type {const} */ (["pointerup", "pointercancel", "lostpointercapture"])) document.addEventListener(end, ({ pointerId }) => letGo(pointerId));
document.addEventListener("contextmenu", (event) => around(event, PRESSABLE) && event.preventDefault());

/** @type {Record<string, number>} */
const ARROWS = { ArrowLeft: -1, ArrowRight: 1, ArrowDown: -1, ArrowUp: 1 };

document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.altKey || event.metaKey) return;
  const by = ARROWS[event.key];
  if (by && (event.key.length > 8 || document.activeElement === $("knob"))) {
    event.preventDefault();
    return turn(by);
  }
  const element = [" ", "Enter"].includes(event.key) ? focused() : null;
  if (element) event.preventDefault();
  if (!event.repeat) grasp(event.code, element ?? (/^[1-9]$/.test(event.key) ? seats.get(`seat ${event.key}`) : null));
});
document.addEventListener("keyup", (event) => {
  if (event.key === " " && focused()) event.preventDefault();
  letGo(event.code);
});
const letAllGo = () => [...pointers.keys()].forEach(letGo);
addEventListener("blur", letAllGo);
document.addEventListener("visibilitychange", letAllGo);
addEventListener("pagehide", () => {
  for (const { way, thing } of held.values()) farewell("hardware", { do: way, what: thing, value: false });
});

// A screen reader clicks: a short press.
document.addEventListener("click", (event) => {
  const element = around(event, PRESSABLE);
  if (!element || event.detail !== 0) return;
  grasp("click", element);
  setTimeout(() => letGo("click"), 120);
});

let turned = 0;

/** @param {number} by */
function turn(by) {
  turned += by;
  $("knob").style.setProperty("--turned", String(turned));
  move({ do: "turn", number: by });
}

let rolled = 0;
$("knob").addEventListener("wheel", (event) => {
  event.preventDefault();
  rolled += event.deltaY || event.deltaX;
  const clicks = Math.trunc(rolled / DETENT);
  rolled -= clicks * DETENT;
  if (clicks) turn(-clicks);
}, { passive: false });

/** @type {(uid: string, value: boolean) => void} */
const lies = (uid, value) => move({ do: "lay", what: uid, value });

onTap({
  turn: ({ by }) => turn(Number(by)),
  lay: ({ uid }) => dropped || lies(uid, !on.has(`lay ${uid}`)),
  fault: ({ way, thing }) => move({ do: /** @type {Way} */ (way), what: thing, value: !on.has(`${way} ${thing}`) }),
});

/**
 * A mouse drags tags; a finger scrolls over them, and taps.
 * @type {{ tag: HTMLElement, x: number, y: number, ghost: HTMLElement | null } | null}
 */
let dragged = null;
let dropped = false; // the click after a drop is none

document.addEventListener("pointerdown", (event) => {
  dropped = false;
  const tag = around(event, ".tag");
  if (tag && event.pointerType === "mouse") dragged = { tag, x: event.clientX, y: event.clientY, ghost: null };
});
document.addEventListener("pointermove", (event) => {
  if (!dragged) return;
  if (!dragged.ghost && Math.hypot(event.clientX - dragged.x, event.clientY - dragged.y) > 6) {
    dragged.ghost = /** @type {HTMLElement} */ (dragged.tag.firstElementChild?.cloneNode(true));
    dragged.ghost.classList.add("ghost");
    document.body.append(dragged.ghost);
  }
  if (!dragged.ghost) return;
  dragged.ghost.style.left = `${event.clientX}px`;
  dragged.ghost.style.top = `${event.clientY}px`;
  $("lid").classList.toggle("near", over(event));
});
document.addEventListener("pointerup", (event) => {
  if (dragged?.ghost) {
    dropped = true;
    const { uid = "" } = dragged.tag.dataset;
    if (over(event) !== on.has(`lay ${uid}`)) lies(uid, over(event));
  }
  drop();
});
document.addEventListener("pointercancel", drop);
document.addEventListener("dragstart", (event) => event.preventDefault());

/** @param {PointerEvent} event */
const over = (event) => Boolean(document.elementFromPoint(event.clientX, event.clientY)?.closest(".lid"));

function drop() {
  dragged?.ghost?.remove();
  dragged = null;
  $("lid").classList.remove("near");
}

const stranger = () => location.reload();
follow("hardware", show, stranger);
follow("table", (newest) => {
  table = newest;
  showBearings(table);
  learnDeck(table, () => view && redraw());
  if (view) seatPlayers();
}, () => {});
