// @ts-check
// Tonight's characters, for everybody to read at any time. They lie on the page before anybody asks for them, so that
// reading sends nothing to the box and nobody learns who reads what.

import { h } from "./draw.js";
import { icon } from "./icons.js";
import { say } from "./words.js";

/** @import { CountedCard, Deck, House, ShownBuilding, ShownCard, ShownNote, You } from "../types.d.ts" */
/** @typedef {import("./draw.js").Child} Child */

/** @type {Deck & { id: string | null }} */
let deck = { id: null, cards: [], buildings: [] };
/** @type {string | null} */
let asked = null;
let open = false;

/**
 * Have the characters of this view's deck; `changed()` when they are another's.
 * @param {{ deck: string }} view
 * @param {() => void} changed
 */
export async function learnDeck(view, changed) {
  if ([deck.id, asked].includes(view.deck)) return;
  asked = view.deck;
  try {
    /** @type {Deck} */
    const learned = await (await fetch("/deck", { cache: "no-store" })).json();
    deck = { id: view.deck, ...learned };
    changed();
  } catch { /* not there: the next view asks again */ } finally { asked = null; }
}

/**
 * What a card is called in the language of this page, once its deck has come.
 * @param {string} card
 */
export const cardName = (card) => deck.cards.find(({ id }) => id === card)?.name;

export const bookIsOpen = () => open;

/**
 * The tap that opens the book, and closes it.
 * @param {() => void} redraw
 */
export const bookTap = (redraw) => ({
  book() {
    turnBook(!open);
    redraw();
  },
});

/** @param {boolean} to */
export function turnBook(to) {
  open = to;
  for (const button of document.querySelectorAll("[aria-controls][data-do=book]")) button.setAttribute("aria-expanded", String(open));
}

/**
 * Where pages keep their shape, `blanks(used)` are the tiles that are left over: the book then takes as much room as
 * all of them, and scrolls. Under each card stands what can be `done` with it.
 * @param {(used: number) => Child} blanks
 * @param {(card: CountedCard) => Child} done
 */
export function book(blanks = () => null, done = () => null) {
  const dealt = deck.cards.some(({ number }) => number);
  const room = blanks(0);
  return [
    h("h1", { key: "title", tabindex: "-1" }, dealt ? say("cards.tonight") : say("cards.all")),
    h("p", { key: "text", class: "text" }, say("cards.tap")),
    h("div", { class: room ? "places book" : null, key: "book" }, room && h("div", { class: "room", "aria-hidden": "true" }, room), h("div", { class: "choices leaves" }, deck.cards.map((card) => leaf(card, card.number, aims(card, say("cards.they-win"), say("cards.they-wake")), done(card))), deck.buildings.length > 0 && [h("h2", { key: "buildings" }, say("cards.buildings")), h("div", { class: "choices leaves", key: "houses" }, deck.buildings.map((building) => leaf(building, null, h("dl", null, advised(building)))))], blanks(deck.cards.length + deck.buildings.length))),
  ];
}

/**
 * A card or a building, and how many there are of it.
 * @param {CountedCard | ShownBuilding} shown
 * @param {number | null} number
 * @param {Child[]} more
 */
function leaf({ id, name, is }, number, ...more) {
  return h(
    "details",
    { class: name.length > 10 ? "leaf wide" : "leaf", name: "leaf", key: id },
    h("summary", { class: "tile" }, icon(id), h("span", null, name, number !== null && number > 1 && h("span", { class: "quiet" }, ` ${say("cards.times", { number })}`))),
    h("div", { class: "about" }, h("p", null, is), more),
  );
}

/**
 * A card of tonight, laid open for the whole table while it is explained aloud.
 * @param {string | null} explained
 */
export function laidOpen(explained) {
  const card = deck.cards.find(({ id }) => id === explained);
  if (!card) return null;
  const { id, name, is } = card;
  return h("section", { class: "laid-open", key: "laid-open" }, icon(id), h("h2", null, name), h("p", null, is), aims(card, say("cards.they-win"), say("cards.they-wake")));
}

// What is opened comes to the top of the book.
document.addEventListener("toggle", ({ target }) => {
  if (target instanceof HTMLDetailsElement && target.open) target.closest(".book > .leaves")?.scrollTo(0, target.offsetTop);
}, true);

/**
 * What a card wins by, when it wakes, and how it is played well, under words that address its reader.
 * @param {Pick<ShownCard, "wants" | "wakes" | "advice">} card
 * @param {string} win
 * @param {string} wake
 */
function aims({ wants, wakes, advice }, win, wake) {
  return h("dl", null, h("dt", null, win), h("dd", null, wants), wakes && [h("dt", null, wake), h("dd", null, wakes)], advised({ advice }));
}

/** @type {(shown: { advice: string }) => Child} */
const advised = ({ advice }) => advice && [h("dt", null, say("cards.advice")), h("dd", null, advice)];

/**
 * The card of the player called `you`, with all that they were told, the latest first, and the house where they live.
 * Of two cards the first alone says who wins, and perhaps nothing else.
 * @param {You} you
 * @param {House | null} [house]
 */
export function cardOf({ seat, card, second, notes }, house = null) {
  if (!card) return null;
  const lives = deck.buildings.find(({ id }) => id === house?.id);
  return h(
    "div",
    { class: "card" },
    icon(card.id),
    h("p", { class: "whose" }, say("cards.you-are", { name: seat })),
    h("h2", null, card.name),
    card.is && h("p", null, card.is),
    notes.length > 0 && h("div", { class: "notes" }, h("h3", null, say("cards.you-know")), noteList(latestFirst(notes))),
    aims(card, say("cards.you-win"), say("cards.you-wake")),
    second && [icon(second.id), h("h2", null, second.name), h("p", null, second.is), h("dl", null, h("dt", null, say("cards.you-wake")), h("dd", null, second.wakes), advised(second))],
    lives && [icon(lives.id), h("h2", null, lives.name), h("p", null, lives.is), h("dl", null, advised(lives))],
  );
}

/**
 * The notes of the latest phase before those of earlier ones, each phase's in their order.
 * @param {ShownNote[]} notes
 */
export function latestFirst(notes) {
  const phases = [...new Set(notes.map(({ phase }) => phase))].reverse();
  return phases.flatMap((phase) => notes.filter((note) => note.phase === phase));
}

/** @param {ShownNote[]} notes */
export const noteList = (notes) => h("ul", null, notes.map(({ phase, text }) => h("li", null, h("span", { class: "quiet small" }, `${phase} `), text)));
