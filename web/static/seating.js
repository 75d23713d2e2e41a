// @ts-check
// Who plays in the next game, as the host sees and changes it: chairs and their order, newcomers, names, buttons, tags.

import { pick, stepBy, stepper, yesOrNo } from "./controls.js";
import { h } from "./draw.js";
import { asksFirst, button, playAnyway, sure, twice } from "./sure.js";
import { say } from "./words.js";

/**
 * @import { DealProgress, LobbySetup, Player } from "../types.d.ts"
 * @typedef {import("./draw.js").Child} Child
 */

/** @param {LobbySetup} table */
export function seating(table) {
  const bots = table.players.filter(({ bot }) => bot).length;
  return h(
    "section",
    { class: "paper", key: "players" },
    h("h2", null, say("host.seated", { number: table.players.length })),
    table.claims.map(otherPhone),
    table.waiting.map(newcomerAtTheDoor),
    h("p", { key: "seated" }, table.players.map((player, n) => [n > 0 && ", ", player.name, playsHow(player)])),
    h(
      "details",
      { key: "order" },
      h("summary", null, say("host.order-or-send-away")),
      h("p", { class: "small quiet" }, say("host.order")),
      h("ol", { class: "players", id: "players" }, table.players.map((player, n) => chair(player, n, table.players.length))),
    ),
    stepper(say("host.bots"), bots, "bots", null, bots > 0, true),
    h("fieldset", { key: "beginners" }, h("legend", null, say("host.somebody-new")), h("p", { class: "small quiet" }, say("host.about-new")), pick("beginners", null, yesOrNo(), table.beginners)),
    awaited(table.wanted),
    dealt(table),
    h("details", { key: "names" }, h("summary", null, say("host.change-names")), table.players.filter(({ bot }) => !bot).map(nameOf)),
    h("details", { key: "buttons" }, h("summary", null, say("host.without-phone")), newcomer(), buttons(table)),
  );
}

/**
 * Somebody has typed the name of one who is at the table.
 * @param {string} name
 */
export function otherPhone(name) {
  return h(
    "div",
    { class: "notice", key: `claims ${name}`, role: "status" },
    h("p", null, h("strong", null, say("host.says-to-be", { name }))),
    h("div", { class: "row" }, h("button", { type: "button", "data-do": "other-phone", "data-name": name, "data-yes": true }, say("host.it-is", { name })), h("button", { type: "button", class: "grave", "data-do": "other-phone", "data-name": name }, say("host.it-is-not", { name }))),
  );
}

/**
 * Somebody came during the game, and need do nothing more for a chair in the next one.
 * @param {string} name
 */
export function latecomer(name) {
  return h("div", { class: "notice row", key: `late ${name}`, role: "status" }, h("p", null, say("host.late", { name })), sendAway(name));
}

/**
 * Once the evening's first game has begun, newcomers wait for this.
 * @param {string} name
 */
function newcomerAtTheDoor(name) {
  return h(
    "div",
    { class: "notice", key: `waits ${name}`, role: "status" },
    h("p", null, h("strong", null, say("host.wants-in", { name }))),
    h("div", { class: "row" }, h("button", { type: "button", "data-do": "let-in", "data-name": name, "aria-label": say("host.let-name-in", { name }) }, say("host.let-in")), sendAway(name)),
  );
}

/** @param {string} name */
const sendAway = (name) => h("button", { type: "button", class: "grave", "data-do": "kick", "data-name": name, "aria-label": say("host.send-name-away", { name }) }, say("host.send-away"));

/** @type {Record<DealProgress["wants"], "host.lay-token" | "host.lay-card" | "host.lay-centre" | "host.no-game">} */
const WANTED = { "deal.token": "host.lay-token", "deal.card": "host.lay-card", "deal.hand": "host.lay-card", "deal.centre": "host.lay-centre", "deal.done": "host.no-game" };

/**
 * People deal cards with tags, and lay them on the lid one after the other.
 * @param {LobbySetup} table
 */
function dealt(table) {
  const { readers, dealing } = table;
  if (!dealing) return readers ? h("details", { key: "dealing" }, h("summary", null, say("host.tags")), h("p", { class: "small quiet" }, say("host.about-tags")), asksFirst("deal-by-tags", table) ? playAnyway("deal-by-tags", table) : h("button", { type: "button", key: "deal-by-tags", "data-do": "begin", "data-what": "deal-by-tags" }, say("host.deal-by-tags"))) : null;
  return h("div", { class: "notice", key: "dealing", role: "status" }, h("p", null, h("strong", null, say(WANTED[dealing.wants], dealing)), " ", say("host.laid", { number: dealing.laid, all: dealing.of })), h("div", { class: "row" }, button("deal-back", say("host.step-back")), button("deal-stop", say("host.stop-dealing"), true)));
}

/**
 * Whose button the box is waiting for.
 * @param {string[]} wanted
 */
function awaited([name, ...others]) {
  if (!name) return null;
  return h("div", { class: "notice row", key: "awaited", role: "status" }, h("p", null, h("strong", null, say("host.press", { name })), others.length > 0 && ` ${say("host.then", { names: others.join(", ") })}`), learn(say("host.stop"), []));
}

/** @type {(words: string, names: string[], label?: string) => Child} */
const learn = (words, names, label) => h("button", { type: "button", key: words, "data-do": "learn", "data-names": JSON.stringify(names), "aria-label": label }, words);

/** @param {LobbySetup} table */
function buttons({ players, keys }) {
  const people = players.filter(({ bot }) => !bot);
  return [
    h("p", { class: "small quiet" }, say("host.about-buttons")),
    people.map(buttonOf),
    h("div", { class: "row", key: "learn" }, people.length > 0 && learn(say("host.learn-all"), people.map(({ name }) => name)), keys > 0 && h("button", { type: "button", class: "grave", key: "forget", ...twice("forget", "forget") }, sure === "forget" ? say("host.really", { what: say("host.forget") }) : say("host.forget"))),
  ];
}

function newcomer() {
  return h(
    "form",
    { id: "newcomer", key: "newcomer" },
    h("label", { for: "name" }, say("host.add-player")),
    h("div", { class: "row" }, h("input", { type: "text", id: "name", autocomplete: "off", autocapitalize: "words", spellcheck: "false", enterkeyhint: "done", required: true }), h("button", null, say("host.add"))),
  );
}

/** @param {Player} player */
const nameOf = ({ name }) => h("div", { class: "row", key: `name ${name}` }, h("input", { type: "text", "data-player": name, autocomplete: "off", autocapitalize: "words", spellcheck: "false", enterkeyhint: "done", value: name, "aria-label": say("host.rename-player", { name }) }));

/** @param {Player} player */
function buttonOf({ name, button }) {
  return h(
    "div",
    { class: "stepper", key: `button ${name}` },
    h("label", { class: "name", for: `button-${name}` }, name),
    h("input", { type: "text", id: `button-${name}`, class: "number", "data-button": name, inputmode: "numeric", autocomplete: "off", value: String(button ?? ""), "aria-label": say("host.button-of", { name }) }),
    learn(say("host.learn"), [name], say("host.learn-what", { name })),
  );
}

/**
 * @param {Player} player
 * @returns {Child}
 */
function playsHow({ bot, button, here }) {
  const how = bot ? say("host.bot") : button ? say("host.button", { number: button }) : !here && say("host.phone-asleep");
  return how && [" ", h("span", { class: "quiet small" }, how)];
}

/**
 * @param {Player} player
 * @param {number} n
 * @param {number} all
 */
function chair(player, n, all) {
  const { name, sits_out } = player;
  const moves = { "data-do": "move", "data-name": name };
  return h(
    "li",
    { key: name, "data-name": name },
    h("button", { type: "button", class: "grip", "data-name": name, "aria-label": say("host.place", { name, place: n + 1, number: all }) }, "☰"),
    h("span", { class: "name" }, name, playsHow(player), sits_out && [" ", h("span", { class: "quiet small" }, say("host.sits-out"))]),
    stepBy(-1, "↑", moves, say("host.move-up", { name }), n > 0),
    stepBy(1, "↓", moves, say("host.move-down", { name }), n < all - 1),
    h("button", { type: "button", class: "grave", ...twice(`kick ${name}`, "kick"), "data-name": name, "aria-label": sure === `kick ${name}` ? say("host.really-send-away", { name }) : say("host.send-name-away", { name }) }, sure === `kick ${name}` ? "?" : "✕"),
  );
}
