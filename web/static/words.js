// @ts-check
// What does a page say? The words of its language: they come once, and the browser keeps them under their id.

/** @import { Words } from "../words.d.ts" */
/** @typedef {{ [Key in keyof Words]: {} extends Words[Key] ? Key : never }[keyof Words]} PlainKey a text without places */

/** @type {Record<string, string | Record<string, string>>} */
let texts = {};
const plurals = new Intl.PluralRules(document.documentElement.lang);

// Nothing can be said before these have come.
export const ready = learn(document.documentElement.dataset.words);

/** @param {string | undefined} id */
async function learn(id) {
  for (;;) {
    const answer = await fetch(`/words/${id}`).catch(() => null);
    if (answer?.ok) {
      texts = await answer.json();
      return;
    }
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
