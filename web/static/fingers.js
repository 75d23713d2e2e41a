// @ts-check
// All point, and the host counts: how many fingers at each. They count once all of them are entered.

import { counter } from "./controls.js";
import { h } from "./draw.js";
import { say } from "./words.js";

/**
 * @import { Fingers } from "../types.d.ts"
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
    { class: "paper", key: "fingers" },
    h("h2", null, say("host.count")),
    h("p", { class: "small quiet" }, say("host.about-count")),
    Object.entries(at).map(([name, number]) => counter(name, String(number), { "data-do": "finger", "data-what": "finger", "data-card": name }, number > 0, all < fingers.most, number === 0)),
    h("button", { type: "button", class: "main", key: "counted", "data-do": "counted" }, say("host.counted")),
  );
}

/**
 * One finger more or fewer points at this player.
 * @param {Fingers} fingers
 * @param {string} name
 * @param {number} by
 */
export function countFinger(fingers, name, by) {
  counted[name] = Math.max(0, (counted[name] ?? fingers.at[name] ?? 0) + by);
}

/** @param {Fingers} fingers */
export const fingersCounted = (fingers) => ({ ...fingers.at, ...counted });
