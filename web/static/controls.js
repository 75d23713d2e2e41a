// @ts-check
// What the host taps to set something: one of several values, or a number that goes up and down.

import { h } from "./draw.js";
import { icon } from "./icons.js";
import { say } from "./words.js";

/** @typedef {import("./draw.js").Child} Child */

/**
 * @template {string | boolean} Of
 * @param {"option" | "language" | "spoken_language" | "second_by" | "pace" | "words" | "vote" | "beginners" | "lending" | "door" | "keep_pin" | "lodge"} what
 * @param {string | null} id
 * @param {[value: Of, label: Child][]} values
 * @param {Of} chosen
 */
export function pick(what, id, values, chosen) {
  return h("div", { class: "pick" }, values.map(([value, label]) => h("button", { type: "button", key: String(value), "data-do": "choose", "data-what": what, "data-id": id, "data-value": JSON.stringify(value), "aria-pressed": String(value === chosen) }, label)));
}

/** @type {() => [value: boolean, label: string][]} */
export const yesOrNo = () => [[true, say("every.yes")], [false, say("every.no")]];

/**
 * What the host finds on the table, where plain words call it something else.
 * @type {(card: { name: string, printed: string }) => string}
 */
export const asPrinted = ({ name, printed }) => (printed ? say("host.printed", { name, printed }) : name);

/**
 * @param {string} name
 * @param {number} n
 * @param {"bots" | "deck" | "village"} what
 * @param {string | null} card
 * @param {boolean} less
 * @param {boolean} more
 */
export function stepper(name, n, what, card, less, more) {
  return counter(name, String(n), { "data-do": "step", "data-what": what, "data-card": card }, less, more, n === 0, card && what === "deck" && icon(card));
}

/**
 * A number with a button to either side, which says by how much it is to change: `data-by`.
 * @param {string} name
 * @param {string} shown
 * @param {import("./draw.js").Attributes} does
 * @param {boolean} less
 * @param {boolean} more
 * @param {boolean} none
 * @param {Child} [picture]
 */
export function counter(name, shown, does, less, more, none = false, picture = null) {
  return h("div", { class: none ? "stepper none" : "stepper", key: `${does["data-what"]} ${does["data-card"]}` }, h("span", { class: "name" }, picture, name), stepBy(-1, "−", does, say("host.fewer", { name }), less), h("output", { "aria-label": name }, shown), stepBy(1, "+", does, say("host.more", { name }), more));
}

/**
 * One of two buttons with which something goes up and down, by one.
 * @type {(by: -1 | 1, sign: string, does: import("./draw.js").Attributes, words: string, able: boolean) => Child}
 */
export const stepBy = (by, sign, does, words, able) => h("button", { type: "button", ...does, "data-by": by, "aria-label": words, "aria-disabled": !able && "true" }, sign);
