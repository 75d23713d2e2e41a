// @ts-check
// All point, and the host counts, on their own page or by touch on the big screen: how many fingers at each. They count
// once all of them are entered.

import { counter } from "./controls.js";
import { h } from "./draw.js";
import { say } from "./words.js";

/**
 * @import { Fingers, Message } from "../types.d.ts"
 * @typedef {import("./draw.js").Child} Child
 */

/** @type {Record<string, number>} */
let counted = {}; // what was counted here and is not entered yet

/**
 * @param {Fingers | null} fingers
 * @returns {Child}
 */
export function fingersToCount(fingers) {
  if (!fingers) {
    counted = {};
    return null;
  }
  const at = { ...fingers.at, ...counted };
  const all = Object.values(at).reduce((sum, number) => sum + number, 0);
  return h(
    "section",
    { class: "paper fingers", key: "fingers" },
    h("h2", null, say("host.count")),
    h("p", { class: "small quiet" }, say("host.about-count")),
    h("div", { class: "counters" }, Object.entries(at).map(([name, number]) => counter(name, String(number), { "data-do": "finger", "data-what": "finger", "data-card": name }, number > 0, all < fingers.most, number === 0))),
    h("button", { type: "button", class: "main", key: "counted", "data-do": "counted" }, say("host.counted")),
  );
}

/**
 * The taps of the one who counts: one finger more or fewer points at a player, and that is the count, which `send` tells the box.
 * @param {() => Fingers | null} fingers
 * @param {() => void} redraw
 * @param {(message: Extract<Message, { do: "point" }>) => void} send
 */
export const fingerTap = (fingers, redraw, send) => ({
  /** @param {Record<string, string>} data */
  finger({ card, by }) {
    counted[card] = Math.max(0, (counted[card] ?? fingers()?.at[card] ?? 0) + Number(by));
    redraw();
  },
  counted() {
    const open = fingers();
    if (open) send({ do: "point", fingers: { ...open.at, ...counted } });
  },
});
