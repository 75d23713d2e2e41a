// @ts-check
// What does a question let one choose, and what has been chosen? Answers are the values of tiles, in order.

import { say } from "./words.js";

/** @import { Screen } from "../types.d.ts" */
/** @typedef {string[] | null} Pick nothing yet, or what has been picked; the empty list passes */
/** @typedef {{ value?: string | null, label: string, named?: boolean }} Tile a pass has the value null, and what cannot be chosen has none, be it the name of somebody living */

// Where nobody may know who is asked, an answer takes the same number of tiles on every page; this fills it up.
export const NOBODY_ELSE = "";
/** @type {(values: Pick, screen: Screen) => Pick} */
export const filled = (values, { touches }) => (values && values.length > 0 && values.length < touches ? [...values, NOBODY_ELSE] : values);

/**
 * Some questions want a word and, with it, a seat: a word then starts the answer again.
 * @param {Screen} screen
 */
export const mixed = (screen) => screen.touches > 1 && !inParts(screen) && screen.choices.some(({ word }) => word);
/**
 * Others name one choice for each part of the answer.
 * @param {Screen} screen
 */
export const inParts = ({ choices }) => choices.some(({ part }) => part > 1) || (choices.some(({ part }) => part > 0) && !choices.some(({ word }) => word));
/** @param {Screen} screen */
export const least = (screen) => screen.touches || screen.least;
/** @param {Screen} screen */
export const most = (screen) => screen.touches || screen.most;

/** @param {Screen} screen */
export function howMany(screen) {
  const { kind, choices } = screen;
  if (kind !== "ask" || most(screen) === 1) return null;
  if (inParts(screen) && choices.some(({ word }) => word)) return say("ask.one-of-each");
  if (mixed(screen)) return say("ask.word-and-seat");
  if (least(screen) === 1 && most(screen) === choices.length) return say("ask.one-or-more");
  return least(screen) === most(screen) ? say("ask.so-many", { number: most(screen) }) : say("ask.from-to", { least: least(screen), most: most(screen) });
}

/**
 * What is picked, in the order of its parts, when this value is touched.
 * @param {Screen} screen
 * @param {string[]} picked
 * @param {string} value
 */
export function inPart({ choices }, picked, value) {
  /** @param {string} one */
  const part = (one) => choices.find((choice) => choice.value === one)?.part ?? 0;
  const others = picked.filter((one) => part(one) !== part(value));
  const now = picked.includes(value) ? others : [...others, value];
  return now.length > 0 ? now.sort((one, other) => part(one) - part(other)) : null;
}

/**
 * @param {Screen} screen
 * @returns {Tile[]}
 */
export const openTiles = (screen) => [...screen.choices, ...filler(screen), ...(screen.may_pass ? [{ value: null, label: passing(screen) }] : [])];

const NO_WORD = "–"; // beside the pass, where others may have a word

/**
 * The tiles of a page that must look like all others, as many as there is `room` for: the pass, words or cards, also those
 * that only others may choose, then all of the living, equally bright.
 * @param {Screen} screen
 * @param {string[]} living
 * @param {number} room
 * @returns {Tile[]}
 */
export function alikeTiles(screen, living, room) {
  const words = [...screen.choices.filter(({ value }) => !living.includes(value)), ...filler(screen)];
  const missing = screen.offers.filter((label) => words.every((word) => word.label !== label)).slice(0, Math.max(0, screen.offers.length - words.length));
  const offered = [...words, ...missing.map((label) => ({ label, named: true }))];
  const first = [{ value: screen.may_pass ? null : undefined, label: passing(screen) }, ...(offered.length > 0 ? offered : [{ label: NO_WORD }])];
  /** @type {Tile[]} */
  const named = living.map((name) => screen.choices.find(({ value }) => value === name) ?? { label: name, named: true });
  const seats = named.some(({ value }) => value) ? named : named.slice(0, Math.max(0, room - first.length));
  return [...first, ...seats, ...Array.from({ length: Math.max(0, room - first.length - seats.length) }, () => ({ label: "" }))];
}

/** @param {Screen} screen */
export const filler = ({ fill }) => (fill ? [{ value: NOBODY_ELSE, label: fill }] : []);

/** @param {Screen} screen */
export const passing = (screen) => screen.pass_label || say("every.nobody");

/**
 * @param {Screen} screen
 * @param {string[]} values
 */
export function labels(screen, values) {
  if (values.length === 0) return passing(screen);
  const named = values.filter((value) => value !== NOBODY_ELSE);
  return named.map((value) => screen.choices.find((choice) => choice.value === value)?.label ?? value).join(", ");
}

/**
 * What the button says that sends these values, and once the box has them. A line is too long for it, and nobody's business.
 * @type {(screen: Screen, values: string[]) => string}
 */
export const confirming = (screen, values) => (wrote(screen, values) ? say("ask.send") : say("ask.confirm", { names: labels(screen, values) }));

/** @type {(screen: Screen, values: string[]) => string} */
export const kept = (screen, values) => (wrote(screen, values) ? say("ask.sent") : say("ask.chosen", { names: labels(screen, values) }));

/** @type {(screen: Screen, values: string[]) => boolean} */
const wrote = ({ line }, values) => line > 0 && values.length > 0;

/**
 * @param {Pick} one
 * @param {Pick} other
 */
export function same(one, other) {
  if (one === null || other === null) return one === other;
  return one.length === other.length && one.every((value) => other.includes(value));
}
