// A table of devices: what is pressed, turned, laid and unplugged here happens to the box, and its lights shine here.

import { cardName, icon, learnDeck } from "./cards.js";
import { draw, h, onTap } from "./draw.js";
import { farewell, follow, now } from "./link.js";
import { isDead, showBearings } from "./seats.js";
import { say } from "./words.js";

const $ = (id) => document.getElementById(id);
const TAGS = { yes: "every.yes", no: "every.no", pass: "devices.pass", stranger: "devices.stranger" };
const KEYS = { KEY_KPENTER: "devices.enter", KEY_VOLUMEDOWN: "devices.quieter", KEY_VOLUMEUP: "devices.louder", KEY_MUTE: "devices.mute" };
const PARTS = { knob: "devices.the-knob", lid: "devices.the-lid", keypad: "devices.the-keypad" };
const FAULTS = { unplug: "devices.unplug", stick: "devices.stick", rattle: "devices.rattle" };
const DETENT = 50; // pixels of a wheel for one click of the knob

const number = (place) => place.replace("seat ", "");
const placed = (place) => (place in PARTS ? say(PARTS[place]) : say("devices.seat", { number: number(place) }));

let view = null; // the devices
let table = null; // what everybody at the table sees
let on = new Set(); // what is switched on, as "press seat 3"
const held = new Map(); // what is held here, and by how many: two fingers may be on one button
const seats = new Map(); // their buttons, by the names of their places
const lamps = new Map([["lid", document.querySelector("#lid .lamp")]]);

// Lights and contacts are drawn by hand: they change too often for `draw`.
function show(newest) {
  const first = view === null;
  const before = view && things(view);
  view = newest;
  on = new Set(view.on.map(([what, thing]) => `${what} ${thing}`));
  if (first) lay();
  for (const [place, lamp] of lamps) shine(lamp, view.lights[place]);
  for (const [place, element] of [...seats, ["lid", $("lid")], ["knob", $("knob")]]) mark(element, place);
  name();
  if (before !== things(view)) redraw();
}

const things = ({ on, names, tags }) => JSON.stringify([on.filter(([what]) => what !== "press" && what !== "type"), names, tags]);

function lay() {
  const places = Object.keys(view.lights).filter((place) => place !== "lid");
  $("round").style.setProperty("--n", places.length);
  places.forEach((place, n) => {
    const angle = (2 * Math.PI * n) / places.length;
    const element = h("button", { type: "button", class: "seat", "data-press": place }, h("span", { class: "number" }, number(place)), h("b"));
    const lamp = h("span", { class: "lamp" });
    for (const part of [element, lamp]) {
      part.style.setProperty("--x", Math.sin(angle));
      part.style.setProperty("--y", -Math.cos(angle));
    }
    seats.set(place, element);
    lamps.set(place, lamp);
    $("seats").append(element, lamp);
  });
  draw($("keys"), view.keys.map((key) => h("button", { type: "button", "data-press": key, "data-what": "type" }, key in KEYS ? say(KEYS[key]) : key.replace("KEY_KP", ""))));
}

// How bright a light of this power looks: screens are not linear, and neither are eyes.
function shine(lamp, colour) {
  const seen = colour.map((part) => Math.round(255 * part ** (1 / 2.2)));
  const brightest = Math.max(...seen, 1);
  const lit = `rgb(${seen.map((part) => Math.round((255 * part) / brightest))})`;
  if (lamp.dataset.light === String(colour)) return;
  lamp.dataset.light = colour;
  lamp.style.setProperty("--light", lit);
  lamp.style.setProperty("--power", brightest / 255 > 0.01 ? (brightest / 255).toFixed(3) : 0);
}

function mark(element, place) {
  const down = held.has(`press ${place}`) || on.has(`press ${place}`) || on.has(`stick ${place}`);
  element.classList.toggle("down", down);
  element.classList.toggle("unplugged", on.has(`unplug ${place}`));
  element.classList.toggle("rattles", on.has(`rattle ${place}`));
}

function name() {
  for (const [place, element] of seats) {
    const who = view.names[place] ?? "";
    const seat = table?.seats.find((one) => one.name === who);
    const label = element.querySelector("b");
    if (label.textContent !== who) label.textContent = who;
    element.setAttribute("aria-label", who ? say("devices.button-of", { name: who, place: placed(place) }) : say("devices.button-of-nobody", { place: placed(place) }));
    element.classList.toggle("dead", Boolean(seat && isDead(seat)));
    element.classList.toggle("free", !who);
  }
}

function redraw() {
  const lying = view.tags.filter(({ uid }) => on.has(`lay ${uid}`));
  draw($("lying"), lying.map((tag) => h("button", { type: "button", class: "tag", key: tag.uid, "data-do": "lay", "data-uid": tag.uid, "aria-label": say("devices.take-away", { what: called(tag) }) }, face(tag))));
  draw($("tags"), view.tags.map((tag) => h("button", { type: "button", class: "tag", key: tag.uid, "data-do": "lay", "data-uid": tag.uid, "aria-pressed": String(on.has(`lay ${tag.uid}`)) }, face(tag), h("span", null, called(tag)))));
  draw($("faults"), [...seats.keys(), "knob", "lid", "keypad"].map(faults));
}

const called = ({ token, card, word }) => (token ? view.names[token] ?? say("devices.seat-token", { number: number(token) }) : card ? cardName(card) ?? "" : say(TAGS[word]));

function face({ token, card, word }) {
  if (card) return icon(card);
  return h("span", { class: "face", "aria-hidden": "true" }, token ? number(token) : { yes: "✓", no: "✕", pass: "–" }[word] ?? "?");
}

function faults(place) {
  const can = seats.has(place) || place === "knob" ? ["unplug", "stick", "rattle"] : ["unplug"];
  const who = seats.has(place) ? view.names[place] ?? say("devices.nobody") : "";
  const button = (what) => h("button", { type: "button", "data-do": "fault", "data-what": what, "data-thing": place, "aria-pressed": String(on.has(`${what} ${place}`)), "aria-label": say("devices.fault", { place: placed(place), fault: say(FAULTS[what]) }) }, say(FAULTS[what]));
  return h("div", { class: "fault", key: place }, h("span", { class: "name" }, placed(place), " ", h("span", { class: "quiet small" }, who)), h("div", { class: "pick" }, can.map(button)));
}

async function move(message) {
  const reply = await now("hardware", message);
  $("against").textContent = reply.ok ? "" : reply.sentence;
  if (reply.code === "not-the-host") stranger();
}

// What is held: by a finger, a key or a helper's click. Whatever goes wrong, it is let go.
function hold(element, down) {
  const thing = element.dataset.press;
  const what = element.dataset.what ?? "press";
  const key = `${what} ${thing}`;
  const before = held.get(key)?.by ?? 0;
  const after = Math.max(0, before + (down ? 1 : -1));
  after ? held.set(key, { what, thing, by: after }) : held.delete(key);
  if (what === "press") mark(element, thing);
  else element.classList.toggle("down", after > 0);
  if ((before > 0) !== (after > 0)) move({ do: what, what: thing, value: after > 0 });
}

const pointers = new Map(); // what each pointer and each key holds

function grasp(by, element) {
  if (!element || pointers.has(by)) return;
  pointers.set(by, element);
  hold(element, true);
}

function letGo(by) {
  const element = pointers.get(by);
  if (!element) return;
  pointers.delete(by);
  hold(element, false);
}

const pressable = (target) => target.closest?.("[data-press]");

document.addEventListener("pointerdown", (event) => {
  const element = pressable(event.target);
  if (!element || event.button !== 0) return;
  element.setPointerCapture(event.pointerId);
  grasp(event.pointerId, element);
});
for (const end of ["pointerup", "pointercancel", "lostpointercapture"]) document.addEventListener(end, ({ pointerId }) => letGo(pointerId));
document.addEventListener("contextmenu", (event) => pressable(event.target) && event.preventDefault());

document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.altKey || event.metaKey) return;
  const by = { ArrowLeft: -1, ArrowRight: 1, ArrowDown: -1, ArrowUp: 1 }[event.key];
  if (by && (event.key.length > 8 || document.activeElement === $("knob"))) {
    event.preventDefault();
    return turn(by);
  }
  const focused = [" ", "Enter"].includes(event.key) && pressable(document.activeElement);
  if (focused) event.preventDefault();
  if (!event.repeat) grasp(event.code, focused || (/^[1-9]$/.test(event.key) && seats.get(`seat ${event.key}`)));
});
document.addEventListener("keyup", (event) => {
  if (event.key === " " && pressable(document.activeElement)) event.preventDefault();
  letGo(event.code);
});
for (const [where, end] of [[window, "blur"], [document, "visibilitychange"]]) where.addEventListener(end, () => [...pointers.keys()].forEach(letGo));
addEventListener("pagehide", () => held.forEach(({ what, thing }) => farewell("hardware", { do: what, what: thing, value: false })));

// A screen reader clicks: a short press.
document.addEventListener("click", (event) => {
  const element = pressable(event.target);
  if (!element || event.detail !== 0) return;
  grasp("click", element);
  setTimeout(() => letGo("click"), 120);
});

let turned = 0;

function turn(by) {
  turned += by;
  $("knob").style.setProperty("--turned", turned);
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

const lies = (uid, value) => move({ do: "lay", what: uid, value });

onTap(document.body, {
  turn: (button) => turn(Number(button.dataset.by)),
  lay: ({ dataset: { uid } }) => dropped || lies(uid, !on.has(`lay ${uid}`)),
  fault: ({ dataset: { what, thing } }) => move({ do: what, what: thing, value: !on.has(`${what} ${thing}`) }),
});

// A mouse drags tags; a finger scrolls over them, and taps.
let dragged = null;
let dropped = false; // the click after a drop is none

document.addEventListener("pointerdown", (event) => {
  dropped = false;
  const tag = event.target.closest?.(".tag");
  if (tag && event.pointerType === "mouse") dragged = { tag, x: event.clientX, y: event.clientY, ghost: null };
});
document.addEventListener("pointermove", (event) => {
  if (!dragged) return;
  if (!dragged.ghost && Math.hypot(event.clientX - dragged.x, event.clientY - dragged.y) > 6) {
    dragged.ghost = dragged.tag.firstElementChild.cloneNode(true);
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
    const { uid } = dragged.tag.dataset;
    if (over(event) !== on.has(`lay ${uid}`)) lies(uid, over(event));
  }
  drop();
});
document.addEventListener("pointercancel", drop);
document.addEventListener("dragstart", (event) => event.preventDefault());

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
  if (view) name();
}, () => {});
