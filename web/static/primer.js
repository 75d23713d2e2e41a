// @ts-check
// The game in three cards, for those who wait in the lobby: swiped, or turned by the buttons under them.

import { around, h } from "./draw.js";
import { icon } from "./icons.js";
import { say } from "./words.js";

/** @typedef {import("./words.js").PlainKey} PlainKey */

/** @type {[picture: string, title: PlainKey, text: PlainKey][]} */
const CARDS = [
  ["primer-sides", "primer.what", "primer.about-what"],
  ["primer-night", "primer.night", "primer.about-night"],
  ["primer-day", "primer.day", "primer.about-day"],
];
const SWIPE = 40; // this many pixels sideways are not a tap
let at = 0;

export function primer() {
  return h(
    "section",
    { class: "primer", key: "primer", "aria-label": say("primer.title") },
    h("div", { class: "cards", id: "primer" }, CARDS.map(([picture, title, text], n) => h("article", { key: picture, class: n === at ? null : "turned" }, icon(picture), h("h2", null, say(title)), h("p", null, say(text))))),
    h("div", { class: "pick", role: "group", "aria-label": say("primer.title") }, CARDS.map(([picture, title], n) => h("button", { type: "button", key: picture, "data-do": "primer", "data-n": n, "aria-pressed": String(n === at), "aria-label": `${n + 1}. ${say(title)}` }, String(n + 1)))),
  );
}

/**
 * The tap that turns to a card, and the swipe that turns to the next.
 * @param {() => void} redraw
 */
export function primerTap(redraw) {
  /** @param {number} to */
  const turn = (to) => {
    at = Math.max(0, Math.min(CARDS.length - 1, to));
    redraw();
  };
  let from = NaN;
  document.addEventListener("pointerdown", (event) => {
    from = around(event, "#primer") ? event.clientX : NaN;
  });
  document.addEventListener("pointerup", ({ clientX }) => {
    if (Math.abs(clientX - from) > SWIPE) turn(at + Math.sign(from - clientX));
    from = NaN;
  });
  return {
    /** @param {Record<string, string>} tapped */
    primer({ n }) {
      turn(Number(n));
    },
  };
}
