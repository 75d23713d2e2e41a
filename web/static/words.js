// @ts-check
// What does a page say? The words of its language: they come once, and the browser keeps them under their id.

/** @import { Words } from "../words.d.ts" */
/** @typedef {{ [Key in keyof Words]: {} extends Words[Key] ? Key : never }[keyof Words]} PlainKey a text without places */

/** @type {Record<string, string | Record<string, string>>} */
let texts = {};
const plurals = new Intl.PluralRules(document.documentElement.lang);

// Nothing can be said before these have come.
export const ready = bring(`/words/${document.documentElement.dataset.words}`).then((all) => { texts = all; });

/**
 * Ask for something until it has come whole.
 * @param {string} address
 */
export async function bring(address) {
  for (;;) {
    const all = await fetch(address).then((answer) => (answer.ok ? answer.json() : null)).catch(() => null);
    if (all) return all;
    await new Promise((done) => setTimeout(done, 1000));
  }
}

/**
 * The text under this key, its places filled; of several forms the one that its place `number` wants.
 * @template {keyof Words} Key
 * @param {Key} key
 * @param {{} extends Words[Key] ? [places?: Words[Key]] : [places: Words[Key]]} filled
 */
export function say(key, ...filled) {
  /** @type {Record<string, string | number>} */
  const places = filled[0] ?? {};
  const text = texts[key] ?? "";
  const chosen = typeof text === "string" ? text : text[plurals.select(Number(places.number))] ?? text.other ?? "";
  return chosen.replace(/{(\w+)}/g, (_, place) => String(places[place]));
}
