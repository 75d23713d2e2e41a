// @ts-check
// What does the host tap twice? A first tap on something grave asks whether it is meant; the second does it.

import { h } from "./draw.js";
import { say } from "./words.js";

/**
 * @import { LobbySetup, Message } from "../types.d.ts"
 * @typedef {"start" | "deal-by-tags"} Beginning
 */
/**
 * @template Of
 * @typedef {Of extends Message ? { do: Of["do"] } extends Of ? Of["do"] : never : never} WithoutParts
 */
/** @typedef {WithoutParts<Message>} Step a message that needs nothing but its name */

/** @type {string | null} */
export let sure = null; // what has been tapped once
let askedAt = 0; // and when
const GLANCE = 600; // milliseconds in which nobody can have read what a button says now: a second tap is a mistake

/**
 * @param {string | null} what
 * @param {() => void} redraw
 */
export function askAbout(what, redraw) {
  sure = what;
  askedAt = performance.now();
  redraw();
  setTimeout(redraw, GLANCE);
}

/**
 * How a grave button is tapped: first it asks, and then, once that could be read, it `does` it.
 * @param {string} what
 * @param {string} does
 */
export function twice(what, does) {
  const asks = sure === what;
  return { "data-do": asks ? does : "sure", "data-what": what, "aria-disabled": asks && tooSoon(askedAt) };
}

/** @param {number} since when what a button says has changed */
export const tooSoon = (since) => performance.now() < since + GLANCE && "true";

/**
 * @param {Step} what
 * @param {string} label
 * @param {boolean} [grave]
 */
export function button(what, label, grave) {
  const asks = grave && sure === what;
  return h("button", { type: "button", class: grave ? "grave" : null, key: what, ...(grave ? twice(what, "steer") : { "data-do": "steer", "data-what": what }) }, asks ? say("host.really", { what: label }) : label);
}

/**
 * Fewer or more of you than a game is made for: asked once, then it is played as a house deck.
 * @type {(what: Beginning, table: LobbySetup) => boolean}
 */
export const asksFirst = (what, table) => table.made_for !== null && sure === what;

/**
 * @param {Beginning} what
 * @param {LobbySetup} table
 */
export function playAnyway(what, { made_for, seats }) {
  const { least = 0, most = 0 } = made_for ?? {};
  const asked = least ? say("host.made-for-least", { least, number: seats }) : say("host.made-for-most", { most, number: seats });
  return [
    h("p", { class: "notice", key: "made-for", role: "status" }, asked),
    h("div", { class: "row", key: "anyway" }, h("button", { type: "button", class: "main", "data-do": "anyway", "data-what": what, "aria-disabled": tooSoon(askedAt) }, say("host.play-with", { number: seats })), h("button", { type: "button", "data-do": "not-yet" }, say("host.not-yet"))),
  ];
}
