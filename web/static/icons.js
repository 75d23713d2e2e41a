// @ts-check
// What do cards look like? All pictures come at once, before a page shows anything, and the browser keeps them under
// their id: so showing one sends nothing to the box, and nobody learns who reads what.

import { h } from "./draw.js";
import { bring } from "./words.js";

/** @type {Record<string, string>} */
let drawn = {};

// No card can be shown before these have come.
export const icons = bring(`/icons/${document.documentElement.dataset.icons}`).then((all) => { drawn = all; });

/** @param {string} card */
export const path = (card) => drawn[card] ?? drawn.unknown;

/** @param {string} card */
export const icon = (card) => h("img", { class: "icon", src: path(card), alt: "", width: "48", height: "48" });
