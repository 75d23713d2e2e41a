// @ts-check
// Two lodges into which a table may split, as it likes; some event cards ask for them.

/** @typedef {import("./words.js").PlainKey} PlainKey */

/** @type {[value: "sun" | "moon" | null, label: PlainKey][]} */
export const LODGES = [["sun", "village.sun"], ["moon", "village.moon"], [null, "village.no-lodge"]];
