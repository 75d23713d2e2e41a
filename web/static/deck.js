// @ts-check
// What is played in the next game, as the host sees and changes it: roleset, cards, who gets which, and how even it is.

import { asPrinted, stepper } from "./controls.js";
import { h } from "./draw.js";
import { icon } from "./icons.js";
import { BALANCES, presets } from "./village.js";
import { say } from "./words.js";

/**
 * @import { CardsBeside, Copies, Group, LobbySetup, Player } from "../types.d.ts"
 * @typedef {import("./draw.js").Child} Child
 * @typedef {import("./words.js").PlainKey} PlainKey
 */

/** @param {LobbySetup} table */
export function deck(table) {
  const sum = Object.values(table.deck).reduce((total, n) => total + n, 0);
  const counted = { cards: sum, players: table.seats };
  const used = table.cards.filter(({ id }) => table.deck[id]);
  const unused = table.cards.filter(({ id }) => !table.deck[id]);
  /** @type {(card: Copies) => Child} */
  const step = ({ id, copies, ...card }) => stepper(asPrinted(card), table.deck[id] ?? 0, "deck", id, (table.deck[id] ?? 0) > 0, (table.deck[id] ?? 0) < copies);
  return h(
    "section",
    { class: "paper", key: "deck" },
    h("h2", null, say("host.played")),
    h("div", null, h("label", { for: "roleset" }, say("host.roleset")), h("select", { id: "roleset", value: table.roleset }, table.rolesets.map(({ id, title }) => h("option", { value: id, selected: id === table.roleset }, title)))),
    presets(table),
    h("p", { class: "small", key: "dealt" }, used.map(({ id, ...card }) => (table.deck[id] > 1 ? say("host.so-many", { number: table.deck[id], card: asPrinted(card) }) : asPrinted(card))).join(", ")),
    chances(table),
    table.warnings.length > 0 && h("ul", { class: "small", key: "warnings" }, table.warnings.map((warning) => h("li", { class: "notice" }, warning))),
    h(
      "details",
      { key: "cards", id: "cards" },
      h("summary", null, say("host.change-cards"), " ", h("span", { class: "quiet small" }, table.proposed ? say("host.proposed-mix", counted) : say("host.mix", counted))),
      h("p", { class: "small quiet" }, say("host.about-cards")),
      h("div", { id: "used" }, used.map(step)),
      unused.length > 0 && h("details", { key: "unused" }, h("summary", null, say("host.more-cards", { number: unused.length })), unused.map(step)),
      exactly(table),
      !table.proposed && h("button", { type: "button", key: "propose", "data-do": "propose" }, say("host.take-proposed")),
    ),
    table.hands && handing(table, table.hands),
    table.groups.length > 0 && groups(table),
    table.laid.map(laid),
  );
}

/**
 * The host deals: who gets which card? What is left of each is counted, and what is out cannot be given twice.
 * @param {LobbySetup} table
 * @param {Record<string, string>} hands
 */
function handing({ players, cards, deck }, hands) {
  const out = Object.values(hands);
  /** @param {string} id */
  const left = (id) => (deck[id] ?? 0) - out.filter((card) => card === id).length;
  const inDeck = cards.filter(({ id }) => deck[id] || out.includes(id));
  /** @type {(chosen: string) => (card: Copies) => Child} */
  const option = (chosen) => ({ id, name }) => h("option", { value: id, selected: id === chosen, disabled: id !== chosen && left(id) < 1 }, name);
  /** @param {Player} player */
  const row = ({ name }) =>
    h(
      "div",
      { class: "stepper", key: `hand ${name}` },
      h("label", { class: "name", for: `hand-${name}` }, name),
      h("select", { id: `hand-${name}`, class: "card-of", "data-hand": name, value: hands[name] ?? "" }, h("option", { value: "", selected: !hands[name] }, say("host.no-card")), inDeck.map(option(hands[name]))),
    );
  const rest = inDeck.filter(({ id }) => left(id) > 0).map(({ id, name }) => say("host.so-many", { number: left(id), card: name }));
  return h(
    "details",
    { key: "hands" },
    h("summary", null, say("host.hand-out")),
    h("p", { class: "small quiet" }, say("host.about-handing")),
    players.map(row),
    h("p", { class: "small", key: "left", role: "status" }, rest.length > 1 ? say("host.still-out", { cards: rest.join(", ") }) : rest.length ? say("host.rest-gets", { cards: rest[0] }) : say("host.all-out")),
  );
}

/** @param {LobbySetup} table */
function groups({ groups, players }) {
  /** @type {(group: Group, n: number) => Child} */
  const title = ({ name }, n) => h("div", { key: `title ${n}` }, h("label", { for: `group-${n}` }, n ? say("host.second-group") : say("host.first-group")), h("input", { type: "text", id: `group-${n}`, "data-group": n, autocomplete: "off", autocapitalize: "sentences", enterkeyhint: "done", value: name }));
  /** @param {Player} player */
  const row = ({ name }) => h("li", { key: name }, h("span", { class: "name" }, name), h("div", { class: "pick", role: "group", "aria-label": say("host.group-of", { name }) }, groups.map((group, n) => h("button", { type: "button", "data-do": "group", "data-name": name, "data-group": n, "aria-pressed": String(group.players.includes(name)) }, group.name))));
  return h("details", { key: "groups" }, h("summary", null, say("host.groups")), h("p", { class: "small quiet" }, say("host.about-groups")), groups.map(title), h("ul", { class: "seats" }, players.map(row)));
}

/** @type {Record<CardsBeside["id"], [title: PlainKey, text: PlainKey]>} */
const LAID = {
  actor: ["host.actor", "host.about-actor"],
  house_rule: ["host.house-rule", "host.about-house-rule"],
};

/** @param {CardsBeside} laid */
function laid({ id, cards, chosen }) {
  const [title, text] = LAID[id];
  /** @param {CardsBeside["cards"][number]} card */
  const button = ({ id: card, name }) => h("button", { type: "button", key: card, "data-do": "lay", "data-what": id, "data-card": card, "aria-pressed": String(chosen.includes(card)) }, icon(card), name);
  return h("details", { key: id }, h("summary", null, say(title)), h("p", { class: "small quiet" }, say(text)), h("div", { class: "pick", role: "group", "aria-label": say(title) }, cards.map(button)));
}

/** @param {number} share */
const percent = (share) => (share > 0 && share < 0.005 ? "< 1" : Math.round(100 * share));
const FAR = 0.15; // this much more or less makes it another game

/**
 * How often each side wins by chance: with this mix, or until that is known, paler, with the proposed one.
 * @param {LobbySetup} table
 */
function chances({ odds, usual }) {
  const shown = odds ?? usual;
  if (!shown) return null;
  /** @param {string} id */
  const before = (id) => usual?.sides.find((side) => side.id === id)?.share ?? 0;
  const far = odds && usual ? odds.sides.filter(({ id, share }) => Math.abs(share - before(id)) > FAR) : [];
  /** @type {(side: { share: number }, n: number) => Child} */
  const part = ({ share }, n) => h("svg:rect", { class: `tip deed-${n % 6}`, x: 100 * shown.sides.slice(0, n).reduce((sum, side) => sum + side.share, 0), y: 0, width: 100 * share, height: 6 });
  return h(
    "figure",
    { class: odds ? "odds" : "odds pale", key: "odds" },
    h("figcaption", null, h("strong", null, say(BALANCES[shown.balance])), " ", h("span", { class: "small quiet" }, odds ? say("host.if-by-chance") : say("host.if-by-chance-proposed"))),
    h("svg:svg", { viewBox: "0 0 100 6", preserveAspectRatio: "none", "aria-hidden": "true" }, shown.sides.map(part)),
    h("ul", { class: "small" }, shown.sides.map(({ name, share }, n) => h("li", { class: `deed-${n % 6}` }, h("span", { class: "what" }, name), ` ${say("host.share", { share: percent(share) })}`))),
    far.length > 0 && h("p", { class: "notice" }, [say("host.far"), ...far.map(({ id, name, share }) => say("host.far-side", { side: name, share: percent(share), usual: percent(before(id)) }))].join(" ")),
  );
}

/**
 * How sure the chances are that are shown, for those who want to know.
 * @param {LobbySetup} table
 */
function exactly({ odds, usual }) {
  const shown = odds ?? usual;
  if (!shown) return null;
  const sides = shown.sides.map(({ name, share, sure: [least, most] }) => say("host.sure", { side: name, share: percent(share), least: Math.round(100 * least), most: Math.round(100 * most) }));
  return h("p", { class: "small quiet", key: "exactly" }, [odds ? say("host.odds", { number: shown.games }) : say("host.usual-odds", { number: shown.games }), ...sides].join(" "));
}
