// Tonight's characters, for everybody to read at any time. They lie on the page before anybody asks for them, and all
// pictures beside them, so that reading sends nothing to the box and nobody learns who reads what.

import { h } from "./draw.js";
import { say } from "./words.js";

let deck = { id: null, cards: [] };
let asked = null;
let pictures = []; // held, so that the browser has them when they are shown
let open = false;

const path = (card) => `/icon/${encodeURIComponent(card)}.svg`;

export const icon = (card) => h("img", { class: "icon", src: path(card), alt: "", width: "48", height: "48" });

// Have the characters of this view's deck; `changed()` when they are another's.
export async function learnDeck(view, changed) {
  if ([deck.id, asked].includes(view.deck)) return;
  asked = view.deck;
  try {
    deck = { id: view.deck, ...(await (await fetch("/deck", { cache: "no-store" })).json()) };
    pictures = deck.pictures.map((card) => Object.assign(new Image(), { src: path(card) }));
    changed();
  } catch { /* not there: the next view asks again */ } finally { asked = null; }
}

// What a card is called in the language of this page, once its deck has come.
export const cardName = (card) => deck.cards.find(({ id }) => id === card)?.name;

export const bookIsOpen = () => open;

export function turnBook(to) {
  open = to;
  for (const button of document.querySelectorAll("[aria-controls][data-do=book]")) button.setAttribute("aria-expanded", String(open));
}

// Where pages keep their shape, `blanks(used)` are the tiles that are left over: the book then takes as much room as
// all of them, and scrolls.
export function book(blanks = () => null) {
  const dealt = deck.cards.some(({ number }) => number);
  const room = blanks(0);
  return [
    h("h1", { key: "title", tabindex: "-1" }, dealt ? say("cards.tonight") : say("cards.all")),
    h("p", { key: "text", class: "text" }, say("cards.tap")),
    h("div", { class: room ? "book" : null, key: "book" }, room && h("div", { class: "choices room", "aria-hidden": "true" }, room), h("div", { class: "choices leaves" }, deck.cards.map(leaf), blanks(deck.cards.length))),
  ];
}

function leaf({ id, name, number, is, wants, wakes }) {
  return h(
    "details",
    { class: name.length > 10 ? "leaf wide" : "leaf", name: "leaf", key: id },
    h("summary", { class: "tile" }, icon(id), h("span", null, name, number > 1 && h("span", { class: "quiet" }, ` ${say("cards.times", { number })}`))),
    h("div", { class: "about" }, h("p", null, is), aims({ wants, wakes }, say("cards.they-win"), say("cards.they-wake"))),
  );
}

// What is opened comes to the top of the book.
document.addEventListener("toggle", ({ target }) => target.open && target.matches(".leaf") && (target.parentElement.scrollTop = target.offsetTop), true);

// What a card wins by and when it wakes, under words that address its reader.
function aims({ wants, wakes }, win, wake) {
  return h("dl", null, h("dt", null, win), h("dd", null, wants), wakes && [h("dt", null, wake), h("dd", null, wakes)]);
}

// The card of the player called `you`, with all that they were told.
export function cardOf(you) {
  return h(
    "div",
    { class: "card" },
    icon(you.card.id),
    h("p", { class: "whose" }, say("cards.you-are", { name: you.seat })),
    h("h2", null, you.card.name),
    h("p", null, you.card.is),
    aims(you.card, say("cards.you-win"), say("cards.you-wake")),
    you.notes?.length > 0 &&
      h("div", { class: "notes" }, h("h3", null, say("cards.you-know")), h("ul", null, you.notes.map(({ phase, text }) => h("li", null, h("span", { class: "quiet small" }, `${phase} `), text)))),
  );
}
