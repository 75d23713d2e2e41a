// @ts-check
// The host's page before a game: how it is played, group by group; buildings, event cards, and what players say of themselves.

import { asPrinted, counter, pick, stepBy, stepper } from "./controls.js";
import { h } from "./draw.js";
import { LODGES } from "./lodges.js";
import { say } from "./words.js";

/**
 * @import { Chances, EventChoice, EventsSetup, LobbySetup, OptionValue, Player, ShownOption, VillageSetup } from "../types.d.ts"
 * @typedef {import("./draw.js").Child} Child
 * @typedef {import("./words.js").PlainKey} PlainKey
 * @typedef {ShownOption["group"]} Group
 */

/** @type {[group: Group, title: PlainKey, text: PlainKey][]} */
const GROUPS = [
  ["village", "village.village", "village.about-village"],
  ["events", "village.events", "village.about-events"],
  ["variants", "village.variants", "village.about-variants"],
  ["secret", "village.secret", "village.about-secret"],
  ["rules", "village.rules", "village.about-rules"],
];

/** @param {LobbySetup} table */
export function options(table) {
  if (!table.options.length) return null;
  /** @param {Group} group */
  const of = (group) => table.options.filter((option) => option.group === group);
  return h(
    "section",
    { class: "paper", key: "options" },
    h("h2", null, say("host.options")),
    GROUPS.map(([group, title, text]) => {
      const found = of(group);
      if (!found.length) return null;
      const on = group === "secret" ? [] : found.filter(({ value, values }) => value !== "off" && values.some((one) => one.value === "off"));
      return h(
        "details",
        { key: `group ${group}`, id: `group-${group}` },
        h("summary", null, say(title), on.length > 0 && [" ", h("span", { class: "quiet small" }, on.map(({ name }) => name).join(" · "))]),
        h("p", { class: "small quiet" }, say(text)),
        found.map(shown),
        group === "village" && table.village && village(table, table.village),
        group === "events" && table.events && [deck(table.events), said(table, table.events)],
      );
    }),
  );
}

/** @type {Record<Chances["balance"], PlainKey>} */
export const BALANCES = { even: "host.even", village: "host.village", "village-far": "host.village-far", werewolves: "host.werewolves", "werewolves-far": "host.werewolves-far", open: "host.open" };

/** @param {LobbySetup} table */
export function presets({ presets, preset }) {
  if (!presets.length) return null;
  return h(
    "fieldset",
    { key: "presets" },
    h("legend", null, say("village.presets")),
    h("p", { class: "small quiet" }, say("village.about-presets")),
    h("div", { class: "pick tall" }, presets.map(({ id, name, text, balance }) => h("button", { type: "button", key: id, "data-do": "preset", "data-preset": id, "aria-pressed": String(id === preset) }, name, h("small", null, text, balance && [" ", h("b", null, say(BALANCES[balance]))])))),
  );
}

/** @param {ShownOption} option */
function shown(option) {
  const { id, name, text, several } = option;
  return h("fieldset", { key: id }, h("legend", null, name), h("p", { class: "small quiet" }, text), several ? toggles(option) : numbered(option));
}

/**
 * Any of some values, together.
 * @param {ShownOption} option
 */
function toggles({ id, values, value }) {
  const on = value.split(" ");
  return h("div", { class: "pick" }, values.filter((one) => one.value !== "off").map((one) => h("button", { type: "button", key: one.value, "data-do": "toggle", "data-id": id, "data-value": one.value, "aria-pressed": String(on.includes(one.value)) }, one.label)));
}

/**
 * One of some values. Those that differ in nothing but a number are one button; once it is pressed the number can be changed.
 * @param {ShownOption} option
 */
function numbered({ id, name, values, value }) {
  const numbers = values.filter(({ number }) => number !== null);
  const at = numbers.findIndex((one) => one.value === value);
  const first = numbers[at < 0 ? Math.min(2, numbers.length - 1) : at];
  /** @type {(one: OptionValue) => [string, string]} */
  const named = (one) => [one.value, one.label];
  const offered = values.filter((one) => one.number === null || one === first);
  return [
    pick("option", id, offered.map(named), value),
    at >= 0 && counter(name, String(first.number), { "data-do": "number", "data-what": "option", "data-id": id }, at > 0, at < numbers.length - 1),
  ];
}

// The village.

/**
 * @param {LobbySetup} table
 * @param {VillageSetup} village
 */
function village({ players }, { buildings, numbers, homeless, proposed, houses }) {
  const sum = buildings.reduce((total, { id }) => total + (numbers[id] ?? 0), 0);
  const left = Math.max(0, players.length - sum);
  return h(
    "div",
    { key: "buildings" },
    h("h3", null, proposed ? say("village.proposed", { number: sum, players: players.length }) : say("village.counted", { number: sum, players: players.length })),
    buildings.map(({ id, copies, ...building }) => stepper(asPrinted(building), numbers[id] ?? 0, "village", id, (numbers[id] ?? 0) > 0, (numbers[id] ?? 0) < copies && sum < players.length)),
    h("p", { class: "small quiet", key: "homeless" }, say("village.homeless", { number: left, name: homeless.name })),
    !proposed && h("button", { type: "button", key: "propose", "data-do": "propose-village" }, say("village.take-proposed")),
    h(
      "details",
      { key: "houses", id: "houses" },
      h("summary", null, say("village.hand-out")),
      h("p", { class: "small quiet" }, say("village.about-handing")),
      players.map(({ name }) => house(name, houses, { buildings, numbers, homeless })),
    ),
  );
}

/**
 * @param {string} name
 * @param {Record<string, string>} houses
 * @param {Pick<VillageSetup, "buildings" | "numbers" | "homeless">} village
 */
function house(name, houses, { buildings, numbers, homeless }) {
  const chosen = houses[name] ?? "";
  const out = Object.values(houses);
  /** @param {string} id */
  const left = (id) => (numbers[id] ?? 0) - out.filter((one) => one === id).length;
  const there = [homeless, ...buildings.filter(({ id }) => numbers[id] || id === chosen)];
  return h(
    "div",
    { class: "stepper", key: `house ${name}` },
    h("label", { class: "name", for: `house-${name}` }, name),
    h("select", { id: `house-${name}`, class: "card-of", "data-house": name, value: chosen }, h("option", { value: "", selected: !chosen }, say("village.by-lot")), there.map(({ id, name }) => h("option", { value: id, selected: id === chosen, disabled: id !== chosen && id !== homeless.id && left(id) < 1 }, name))),
  );
}

// The deck of events.

/** @param {EventsSetup} events */
function deck(events) {
  return events.stacked ? stack(events) : chosen(events);
}

/** @param {EventsSetup} events */
function chosen({ cards, left_out }) {
  const out = cards.filter(({ id }) => left_out.includes(id)).length;
  return h(
    "details",
    { key: "deck-of-events", id: "events" },
    h("summary", null, say("village.so-many-cards", { number: cards.length - out })),
    h("p", { class: "small quiet" }, say("village.leave-out")),
    h("div", { class: "pick tall" }, cards.map((card) => event(card, "leave-out", !left_out.includes(card.id)))),
  );
}

/**
 * @param {EventChoice} card
 * @param {string} does
 * @param {boolean} on
 */
const event = ({ id, text, ...card }, does, on) => h("button", { type: "button", key: id, "data-do": does, "data-event": id, "aria-pressed": String(on) }, asPrinted(card), h("small", null, text));

/** @param {EventsSetup} events */
function stack({ cards, stack }) {
  const names = new Map(cards.map(({ id, name }) => [id, name]));
  const there = stack.filter((id) => names.has(id));
  return h(
    "details",
    { key: "deck-of-events", id: "events" },
    h("summary", null, say("village.stacked", { number: there.length })),
    h("p", { class: "small quiet" }, say("village.about-stack")),
    h("ol", { class: "players" }, there.map((id, n) => {
      const name = names.get(id) ?? "";
      const moves = { "data-do": "restack", "data-event": id };
      return h("li", { key: id }, h("span", { class: "name" }, `${n + 1}. ${name}`), stepBy(-1, "↑", moves, say("village.earlier", { name }), n > 0), stepBy(1, "↓", moves, say("village.later", { name }), n < there.length - 1), h("button", { type: "button", class: "grave", "data-do": "unstack", "data-event": id, "aria-label": say("village.take-out", { name }) }, "✕"));
    })),
    h("div", { class: "pick tall" }, cards.filter(({ id }) => !there.includes(id)).map((card) => event(card, "stack", false))),
  );
}

/**
 * What some cards need to know: those who have said it have told the box, not the host.
 * @param {LobbySetup} table
 * @param {EventsSetup} events
 */
function said({ players }, { cards, stacked, stack, left_out, born, lodge }) {
  const drawn = cards.filter(({ id }) => (stacked ? stack.includes(id) : !left_out.includes(id)));
  /** @type {(what: "born" | "lodge", count: number) => string | null} */
  const skipped = (what, count) => {
    const names = drawn.filter(({ asks }) => asks === what).map(({ name }) => name);
    return names.length > 0 && count < players.length ? say(what === "born" ? "village.without-years" : "village.without-lodges", { number: count, players: players.length, cards: names.join(", ") }) : null;
  };
  if (!drawn.some(({ asks }) => asks)) return null;
  return h(
    "details",
    { key: "said", id: "said" },
    h("summary", null, say("village.years-and-lodges")),
    h("p", { class: "small quiet" }, say("village.about-years")),
    [skipped("born", born.length), skipped("lodge", lodge.length)].map((line) => line && h("p", { class: "small" }, line)),
    players.map((player) => facts(player, born.includes(player.name), lodge.includes(player.name))),
  );
}

/** @type {(player: Player, born: boolean, lodge: boolean) => Child} */
function facts({ name }, born, lodge) {
  return h(
    "div",
    { class: "stepper", key: `said ${name}`, role: "group", "aria-label": name },
    h("span", { class: "name" }, name),
    h("input", { type: "text", class: "number", "data-born": name, inputmode: "numeric", autocomplete: "off", maxlength: 4, placeholder: born ? say("village.said") : say("village.year-short"), "aria-label": say("village.year") }),
    h("select", { class: "lodge-of", "data-lodge": name, "aria-label": say("village.lodge") }, h("option", { value: "" }, lodge ? say("village.said") : say("village.lodge")), LODGES.map(([value, label]) => h("option", { value: value ?? "none" }, say(label)))),
  );
}
