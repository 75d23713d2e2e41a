// @ts-check
// The big screen: the village street, one house for each seat. Nothing on it is secret.

import { afterGame, afterTap } from "./after.js";
import { book, bookIsOpen, bookTap, laidOpen, learnDeck } from "./cards.js";
import { $, draw, h, noMotion, onTap } from "./draw.js";
import { fingersToCount, fingerTap } from "./fingers.js";
import { follow, tell, whyNot } from "./link.js";
import { learnWifi, waysIn } from "./join.js";
import { atSeat, heldUp, inForce, isDead, said, showBearings } from "./seats.js";
import { readVotes, turnout, unveil } from "./votes.js";
import { say } from "./words.js";

/** @import { Seat, TablePage } from "../types.d.ts" */

/** @type {TablePage} */
let view;
let refused = ""; // why the box did not take a count

/** @param {TablePage} newest */
function show(newest) {
  const before = view?.sky;
  view = newest;
  showBearings(view);
  if (before && before !== view.sky) dawn();
  if (twilight) document.documentElement.dataset.sky = "twilight";
  learnDeck(view, redraw);
  learnWifi(view, redraw);
  redraw();
}

// Anybody in front of a screen that the host has opened may count there: everybody else only looks on.
const isHosts = () => "host" in $("stage").dataset;

function redraw() {
  $("deck").toggleAttribute("hidden", !bookIsOpen());
  draw($("deck"), book());
  draw($("stage"), laidOpen(view.explained) || (view.stage === "lobby" && welcome()), view.after ? afterGame(view.after) : view.reveal ? readVotes(view.reveal, view.seats) : [isHosts() && fingersToCount(view.fingers), isHosts() && h("p", { class: "state", role: "alert", key: "state" }, refused), heldUp(view), turnout(view), inForce(view)]);
  unveil($("stage"), view.reveal);
  $("street").toggleAttribute("hidden", Boolean(view.after || view.explained));
  const size = sizeOf(view.seats.length);
  $("street").dataset.size = size;
  $("street").style.setProperty("--columns", String(Math.ceil(view.seats.length / Math.ceil(view.seats.length / IN_A_ROW[size]))));
  moved($("street"), () => draw($("street"), view.seats.map(house)));
  fit();
}

const IN_A_ROW = { small: 9, large: 10, town: 13 }; // houses, at most

/** @type {(seats: number) => keyof typeof IN_A_ROW} */
const sizeOf = (seats) => (seats > 36 ? "town" : seats > 10 ? "large" : "small");

const TWILIGHT = 12_000; // ms
/** @type {number | undefined} */
let twilight; // the timer at whose end it is day or night

function dawn() {
  clearTimeout(twilight);
  twilight = setTimeout(() => {
    twilight = undefined;
    document.documentElement.dataset.sky = view.sky;
  }, TWILIGHT);
}

const SMALLEST = 0.5;
const READABLE = 0.75; // so small everything may become to keep long words in one piece
const CLOSE = 0.01;
const NARROW = 640; // px; a phone that looks on is scrolled
let fitted = ""; // what was on the screen when it was last made to fit

// Nobody can scroll a screen on a wall: everything on it becomes as small as it has to be, and no smaller.
function fit() {
  const what = JSON.stringify([view.stage, view.phase, view.seats.length, Boolean(view.reveal), view.event?.id, innerWidth, innerHeight]);
  if (bookIsOpen() || innerWidth < NARROW) {
    $("whole").style.zoom = "";
    $("street").classList.remove("unbroken");
    fitted = "";
    return;
  }
  if (what === fitted && fits()) return;
  fitted = what;
  if (!shrunk(READABLE, true)) shrunk(SMALLEST, false);
}

/**
 * Make everything as large as fits, with long words in one piece or not; does it fit?
 * @param {number} smallest
 * @param {boolean} unbroken
 */
function shrunk(smallest, unbroken) {
  $("street").classList.toggle("unbroken", unbroken);
  /** @param {number} size */
  const fitsAt = (size) => {
    $("whole").style.zoom = String(size);
    return fits();
  };
  if (fitsAt(1)) return true;
  let [small, large] = [smallest, 1];
  while (large - small > CLOSE) {
    const size = (small + large) / 2;
    if (fitsAt(size)) small = size;
    else large = size;
  }
  return fitsAt(small);
}

const fits = () => inside() && underOpenSky() && withinWalls();

// Where words stay in one piece, none is wider than the house above it has room for.
function withinWalls() {
  const street = $("street");
  return !street.classList.contains("unbroken") || [...street.children].every((house) => house.scrollWidth <= house.clientWidth);
}

function inside() {
  const root = document.documentElement;
  return root.scrollHeight <= innerHeight && root.scrollWidth <= innerWidth;
}

// Neither words nor houses stand under the sun or the moon.
function underOpenSky() {
  const orb = $("clock").getBoundingClientRect();
  const covered = [$("caption"), ...$("street").children].filter((part) => {
    const box = part.getBoundingClientRect();
    return box.top < orb.bottom && box.bottom > orb.top && box.right > orb.left && box.left < orb.right;
  });
  return covered.length === 0;
}

addEventListener("resize", () => view && fit());

const PAGE_TURN = 8000; // ms
setInterval(turnPages, PAGE_TURN);

// What is longer than its place, after a game, is shown page by page.
function turnPages() {
  for (const part of document.querySelectorAll(".after > .paper")) {
    const end = part.scrollTop + part.clientHeight >= part.scrollHeight - 1;
    part.scrollTo({ top: end ? 0 : part.scrollTop + 0.8 * part.clientHeight, behavior: noMotion() ? "auto" : "smooth" });
  }
}

const SLIDE = 900; // ms

/**
 * Whoever has another place after `change` slides there, where the machine does not ask for less motion.
 * @param {HTMLElement} street
 * @param {() => void} change
 */
function moved(street, change) {
  const before = new Map([...street.children].map((house) => [house, house.getBoundingClientRect()]));
  change();
  if ([...before.keys()].every((house, n) => house === street.children[n]) || noMotion()) return;
  for (const house of street.children) {
    const [from, to] = [before.get(house), house.getBoundingClientRect()];
    if (from) house.animate({ transform: [`translate(${from.x - to.x}px, ${from.y - to.y}px)`, "none"] }, { duration: SLIDE, easing: "ease-in-out" });
  }
}

function welcome() {
  return h("div", { class: "welcome" }, view.join ? waysIn(view, "h1") : h("h1", null, say("table.waiting")));
}

// Four kinds of house: wall, roof, window and door by the number of the seat.
const HOUSES = [
  { wall: "M22 46H78V92H22z", roof: "M14 48L50 14L86 48z", light: "M32 56h12v14H32zM56 56h12v14H56z" },
  { wall: "M28 40H72V92H28z", roof: "M22 42L36 10H64L78 42z", light: "M36 50h11v13H36zM53 50h11v13H53zM44 72h12v20H44z" },
  { wall: "M16 54H84V92H16z", roof: "M10 56L28 30H72L90 56z", light: "M26 62h13v13H26zM60 62h13v13H60z" },
  { wall: "M32 44H68V92H32z", roof: "M26 46L50 4L74 46zM64 30V14h6v24z", light: "M44 52h12v15H44zM44 74h12v18H44z" },
];

/**
 * @param {Seat} seat
 * @param {number} n
 */
function house(seat, n) {
  const { wall, roof, light } = HOUSES[n % HOUSES.length];
  return h(
    "li",
    { key: seat.name, class: [isDead(seat) ? "dead" : seat.gone && "gone", (seat.waiting || seat.speaks) && "waiting", seat.voted && "voted", seat.chosen && "chosen"].filter(Boolean).join(" ") || null },
    h(
      "svg:svg",
      { viewBox: "0 0 100 94", "aria-hidden": "true" },
      h("svg:path", { class: "roof", d: roof }),
      h("svg:path", { class: "wall", d: wall }),
      h("svg:path", { class: "light", d: light }),
      isDead(seat) && h("svg:path", { class: "stone", d: "M74 94V72a9 9 0 0 1 18 0V94zM81 70v4h-4v3h4v10h4V77h4v-3h-4v-4z", "fill-rule": "evenodd" }),
    ),
    h("span", { class: "name" }, seat.name),
    h("span", { class: "what" }, seat.offices.map((office) => h("span", { class: "office" }, office)), atSeat(seat), h("span", { class: "now" }, said(seat, view))),
  );
}

onTap({ ...bookTap(redraw), ...afterTap(redraw), ...fingerTap(() => view.fingers, redraw, count) });

/** @param {Extract<import("../types.d.ts").Message, { do: "point" }>} fingers */
async function count(fingers) {
  const reply = await tell("host", fingers);
  refused = whyNot(reply);
  redraw();
}

follow("table", show, () => {});
