// @ts-check
// What all pages show alike: where the game stands, the clock, the seats.

import { $, draw, h } from "./draw.js";
import { icon } from "./icons.js";
import { say } from "./words.js";

/** @import { Countdown, Seat, ShownEvent, TablePage } from "../types.d.ts" */
/** @typedef {import("./draw.js").Child} Child */
/** @typedef {Omit<TablePage, "kind" | "fingers">} Shared what all pages show */

/** @type {Countdown & { at: number } | null} */
let clock = null; // {left, of, running, at}: seconds left at the moment `at`

/** @param {Shared} view */
export function showBearings(view) {
  document.documentElement.dataset.sky = view.sky;
  document.body.dataset.stage = view.stage;
  draw($("phase"), view.phase);
  draw($("caption"), view.caption);
  draw(
    $("notices"),
    view.paused && h("p", { class: "notice", key: "paused" }, h("strong", null, say("every.paused")), " ", view.paused),
    view.lent && h("p", { class: "notice", key: "lent" }, say("every.look-away")),
    view.trouble.map((sentence) => h("p", { class: "notice", key: sentence }, sentence)),
  );
  clock = view.clock && { ...view.clock, running: view.clock.running && !view.paused, at: performance.now() };
  tick();
}

function tick() {
  const element = $("clock");
  if (!clock) {
    element.textContent = "";
    element.style.removeProperty("--left");
    return;
  }
  const passed = clock.running ? (performance.now() - clock.at) / 1000 : 0;
  const left = Math.max(0, Math.ceil(clock.left - passed));
  const text = `${Math.floor(left / 60)}:${String(left % 60).padStart(2, "0")}`;
  if (element.textContent !== text) element.textContent = text;
  element.style.setProperty("--left", String(clock.of ? left / clock.of : 0)); // how much of it, for the table's moon
  element.classList.toggle("still", !clock.running);
}
setInterval(tick, 250);

/**
 * Who has left the game alive is not dead.
 * @param {Pick<Seat, "alive" | "gone">} seat
 */
export const isDead = ({ alive, gone }) => !alive && !gone;

/**
 * What everybody may know of a seat, in a few words.
 * @param {Seat} seat
 * @param {Pick<Shared, "stage" | "dealing">} view
 */
export function said(seat, { stage, dealing }) {
  if (seat.gone === "winner") return say("seats.has-won");
  if (seat.gone === "witness") return say("seats.watches");
  if (seat.gone) return seat.card ? say("seats.went-home-as", { card: seat.card }) : say("seats.went-home");
  if (!seat.alive) return seat.card ? say("seats.dead-as", { card: seat.card }) : say("seats.dead");
  if (seat.count) return seat.votes?.length ? say("seats.votes-of", { number: seat.count, names: seat.votes.join(", ") }) : say("seats.votes", { number: seat.count });
  if (seat.standing !== null) return say(seat.standing ? "seats.stands" : "seats.sits");
  if (seat.pointing) return say("seats.points-at", { name: seat.pointing });
  if (seat.speaks) return say("seats.speaks");
  if (seat.voted) return say(dealing ? "seats.has-read" : "seats.has-voted");
  if (seat.waiting) return say(dealing ? "seats.still-reading" : "seats.still-thinking");
  return seat.card ?? (seat.bot && stage === "lobby" ? say("seats.plays-by-itself") : "");
}

/**
 * What stands at a seat for all to see: who lives there, whether the candle burns, what hangs on the door.
 * @param {Seat} seat
 * @returns {Child}
 */
export const atSeat = ({ house, candle, posters, chosen, accused, accused_by: voices }) => [
  chosen && h("span", { class: "mark-chosen", key: "chosen" }, say("vote.chosen")),
  house && h("span", { class: house.spent ? "house spent" : "house", key: "house" }, icon(house.id), h("span", { class: "called" }, house.spent ? say("seats.spent", { name: house.name }) : house.name)),
  candle !== null && h("span", { class: candle ? "candle" : "candle out", key: "candle", role: "img", "aria-label": candle ? say("seats.candle-burns") : say("seats.candle-out") }, icon(candle ? "candle" : "candle-out")),
  accused && h("span", { class: "mark-accused", key: "accused" }, say("seats.accused")),
  voices.length > 0 && h("span", { class: "voices", key: "voices" }, say("seats.accused-by", { names: voices.join(", ") })),
  posters > 0 && h("span", { class: "poster", key: "poster" }, icon("poster"), say("seats.posters", { number: posters })),
];

/**
 * The event card that is held up just now.
 * @param {Shared} view
 * @param {string} [own] whose page this is
 * @returns {Child}
 */
export const heldUp = ({ event, reader }, own) => event && h("section", { class: "event", key: `event ${event.id}`, "aria-label": say("seats.event") }, icon(event.id), h("h1", { tabindex: "-1" }, event.name), h("p", null, event.text), reader && h("p", { class: "quiet" }, reader === own ? say("seats.read-it-aloud") : say("seats.reads-it", { name: reader })));

/**
 * The events that still hold.
 * @param {Shared} view
 * @returns {Child}
 */
export const inForce = ({ in_force: events }) => events.length > 0 && h("section", { class: "events", key: "holding", "aria-label": say("seats.in-force") }, h("p", { class: "quiet small" }, say("seats.in-force")), events.map(held));

/** @param {ShownEvent} event */
const held = ({ id, name, text }) => h("details", { class: "held", name: "held", key: id }, h("summary", null, icon(id), name), h("p", { class: "small" }, text));

/** @param {Shared} view */
export function seatList(view) {
  return h(
    "ol",
    { class: "seats" },
    view.seats.map((seat) =>
      h(
        "li",
        { key: seat.name, class: isDead(seat) ? "dead" : seat.gone && "gone" },
        h("span", { class: "name" }, h("span", { class: "pane" }), h("b", null, seat.name)),
        seat.offices.map((office) => h("span", { class: "office", key: office }, office)),
        atSeat(seat),
        h("span", { class: "what" }, said(seat, view)),
      ),
    ),
  );
}
