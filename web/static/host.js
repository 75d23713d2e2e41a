// @ts-check
// The host's page: what is played and by whom; and during the game how it goes on. The host is a player, too: no secrets.

import { afterGame, afterTap } from "./after.js";
import { book, bookIsOpen, bookTap, learnDeck } from "./cards.js";
import { asPrinted, pick, stepper } from "./controls.js";
import { $, around, draw, h, onTap } from "./draw.js";
import { fingersToCount, fingerTap } from "./fingers.js";
import { icon } from "./icons.js";
import { learnWifi, waysIn } from "./join.js";
import { follow, tell } from "./link.js";
import { seatList, showBearings } from "./seats.js";
import { BALANCES, options, presets } from "./village.js";
import { say } from "./words.js";

/**
 * @import { CardsBeside, Copies, CountedCard, DealProgress, Group, HostDevice, HostPageInGame, HostPageInLobby, HostSetup, LobbySetup, Message, Player } from "../types.d.ts"
 * @typedef {import("./draw.js").Child} Child
 * @typedef {import("./words.js").PlainKey} PlainKey
 * @typedef {Extract<Message, { do: "set" }>} Setting
 * @typedef {Setting["what"]} What
 * @typedef {"start" | "deal-by-tags"} Beginning
 */
/**
 * @template Of
 * @typedef {Of extends Message ? { do: Of["do"] } extends Of ? Of["do"] : never : never} WithoutParts
 */
/** @typedef {WithoutParts<Message>} Step a message that needs nothing but its name */
/**
 * @template {What} Of
 * @typedef {Extract<Setting, { what: Of }>["value"]} Value
 */

/** @type {HostPageInLobby | HostPageInGame} */
let view;
/** @type {{ row: HTMLElement, began: string[] } | null} */
let dragged = null; // the row of a player that is being moved
/** @type {string | null} */
let sure = null; // what has been tapped once and wants a second tap
/** @type {Map<What, { value: Setting["value"], open: boolean }>} */
const wishes = new Map(); // what was set here and has not come back yet
/** @type {HostDevice[] | null} */
let devices = null; // the host's, once somebody has looked
/** @type {Map<string, string>} */
const keys = new Map(); // the numbers with which new phones take over seats, until they are put away: by name

/** @param {HostPageInLobby | HostPageInGame} newest */
function show(newest) {
  view = newest;
  for (const [what, wish] of wishes) if (!wish.open) wishes.delete(what);
  showBearings(view);
  learnDeck(view, redraw);
  learnWifi(view, redraw);
  redraw();
}

/**
 * What each wish makes of the setup: of what can be set in a game, too, and of the rest.
 * @type {{ [Of in What]?: (value: Value<Of>, setup: HostSetup) => Partial<HostSetup> }}
 */
const ALWAYS = {
  language: (language) => ({ language }),
  pace: (pace) => ({ pace }),
  words: (words) => ({ words }),
  vote: (vote) => ({ vote }),
  volume: (value, { volumes }) => ({ volumes: { ...volumes, ...value } }),
  lag: (lag) => ({ lag }),
  lending: (lending) => ({ lending }),
  door: (door) => ({ door }),
  keep_pin: (keep_pin) => ({ keep_pin }),
};
/** @type {{ [Of in What]?: (value: Value<Of>, setup: LobbySetup) => Partial<LobbySetup> }} */
const IN_THE_LOBBY = {
  ...ALWAYS,
  roleset: (roleset) => ({ roleset }),
  beginners: (beginners) => ({ beginners }),
  spoken_language: (spoken_language) => ({ spoken_language }),
  spoken_by: (spoken_by) => ({ spoken_by }),
  second_by: (second_by) => ({ second_by }),
  deck: (deck) => (deck ? { deck, proposed: false, odds: null } : {}),
  cards: (value, { deck, filler, seats }) => ({ deck: filledUp({ ...deck, ...value }, filler, seats), proposed: false, odds: null }),
  option: (value, { options }) => ({ options: options.map((option) => ({ ...option, value: value[option.id] ?? option.value })) }),
  village: (numbers, { village }) => (numbers && village ? { village: { ...village, numbers, proposed: false }, odds: null } : {}),
  houses: (value, { village }) => ({ village: village && { ...village, houses: withCards({ ...village.houses, ...value }) } }),
  stack: (stack, { events }) => ({ events: events && { ...events, stack } }),
  left_out: (left_out, { events }) => ({ events: events && { ...events, left_out } }),
  preset: (preset) => ({ preset }),
  hands: (value, { hands }) => ({ hands: hands && withCards({ ...hands, ...value }) }),
  button: (value, { players }) => ({ players: players.map((player) => withButton(player, value[player.name])) }),
  order: (value, { players }) => ({ players: inOrder(players, value) }),
  groups: (value, { groups, players }) => ({ groups: groups.map((group, n) => ({ ...group, players: n ? value : players.map(({ name }) => name).filter((name) => !value.includes(name)) })) }),
  group_names: (value, { groups }) => ({ groups: groups.map((group, n) => ({ ...group, name: value[n] })) }),
  actor: (value, { laid }) => ({ laid: chosen(laid, "actor", value) }),
  house_rule: (value, { laid }) => ({ laid: chosen(laid, "house_rule", value) }),
};

/**
 * Plain cards take the places that are left, so that one more character is one villager less.
 * @type {(deck: Record<string, number>, filler: string, seats: number) => Record<string, number>}
 */
const filledUp = (deck, filler, seats) => ({ ...deck, [filler]: Math.max(0, seats - Object.entries(deck).reduce((sum, [card, n]) => sum + (card === filler ? 0 : n), 0)) });

/** @type {(player: Player, typed: number | string | null | undefined) => Player} */
const withButton = (player, typed) => (typed === undefined || typeof typed === "string" ? player : { ...player, button: typed });

/** @param {Record<string, string | null>} hands */
const withCards = (hands) => /** @type {Record<string, string>} */ (Object.fromEntries(Object.entries(hands).filter(([, card]) => card)));

/** @type {(laid: CardsBeside[], id: CardsBeside["id"], value: string[]) => CardsBeside[]} */
const chosen = (laid, id, value) => laid.map((one) => (one.id === id ? { ...one, chosen: value } : one));

/**
 * What the table is set to, as it will be when the box has heard all of it.
 * @template {HostSetup} Setup
 * @param {Setup} setup
 * @param {{ [Of in What]?: (value: never, setup: Setup) => Partial<Setup> }} changes
 */
function wished(setup, changes) {
  const table = { ...setup };
  for (const [what, { value }] of wishes) Object.assign(table, changes[what]?.(/** @type {never} */ (value), table));
  return table;
}

const lobby = () => (view.stage === "lobby" ? wished(view.setup, IN_THE_LOBBY) : null);

/**
 * Those who are named change places among themselves; others keep theirs.
 * @param {Player[]} players
 * @param {string[]} names
 */
function inOrder(players, names) {
  const known = players.filter(({ name }) => names.includes(name));
  known.sort((one, other) => names.indexOf(one.name) - names.indexOf(other.name));
  return players.map((player) => (names.includes(player.name) ? known.shift() ?? player : player));
}

const MERGED = ["cards", "option", "volume", "button", "hands", "houses", "born", "lodge"]; // what is set piece by piece

/** @param {Setting} setting */
async function set({ what, value }) {
  const before = wishes.get(what);
  const merged = MERGED.includes(what) ? Object.assign({}, before?.open && before.value, value) : value;
  const wish = { value: merged, open: true };
  wishes.set(what, wish);
  redraw();
  // A newer wish of the same kind makes this one pointless.
  const message = /** @type {Setting} */ ({ do: "set", what, value: merged });
  const reply = await tell("host", message, () => wishes.get(what) === wish);
  wish.open = false;
  // Refused, or shown already: a view may come before the reply.
  if (reply && (!reply.ok || reply.version <= view.version) && wishes.get(what) === wish) wishes.delete(what);
  answered(reply);
}

/**
 * @template {Message} Sent
 * @param {Sent} message
 */
async function steer(message) {
  sure = null;
  redraw();
  const reply = await tell("host", message);
  answered(reply);
  return reply;
}

/** @param {{ ok: true } | import("./link.js").Refused | null} reply */
function answered(reply) {
  $("against").textContent = reply?.ok === false ? reply.sentence : "";
  redraw();
}

function redraw() {
  if (dragged) return; // what is held stays where it is held
  if (view.stage !== "game") keys.clear();
  $("deck").toggleAttribute("hidden", !bookIsOpen());
  draw($("deck"), book(undefined, explaining));
  draw($("steer"), view.stage === "game" && playing(), view.after && [view.setup.late.map(latecomer), folded("after", say("after.what-happened"), afterGame(view.after)), aloud()]);
  const table = lobby();
  if (table) {
    draw($("setup"), seating(table), play(table), options(table), ways(table), languages(table), doors(table), night());
    draw($("go"), starting(table));
  } else {
    const set = wished(view.setup, ALWAYS);
    draw($("setup"), view.stage === "game" && [ways(set), languages(set), doors(set)], night());
    draw($("go"), view.stage === "over" ? playAgain() : steering());
  }
  draw($("ways"), waysIn(view, "h3"));
}

/**
 * Before a game the box explains any card aloud.
 * @param {CountedCard} card
 */
function explaining({ id, name }) {
  if (view.stage === "game") return null;
  const explained = view.explained === id;
  return h("button", { type: "button", "data-do": "explain", "data-card": explained ? null : id, "aria-label": explained ? null : say("host.explain-card", { name }) }, explained ? say("host.explained") : say("host.explain"));
}

/** In reach from the first screen on: the same chairs, the same cards and options. */
const playAgain = () => [
  h("button", { type: "button", class: "main", key: "again", "data-do": "begin", "data-what": "start" }, say("host.again")),
  h("button", { type: "button", key: "change", "data-do": "steer", "data-what": "again" }, say("host.change")),
];

// During the game.

/**
 * @param {Step} what
 * @param {string} label
 * @param {boolean} [grave]
 */
function button(what, label, grave) {
  const asks = grave && sure === what;
  return h("button", { type: "button", class: grave ? "grave" : null, key: what, "data-do": grave && !asks ? "sure" : "steer", "data-what": what }, asks ? say("host.really", { what: label }) : label);
}

const aloud = () => h("div", { class: "row", key: "aloud" }, [["minute", say("host.tell-minute")], ["cards", say("host.tell-cards")]].map(([what, label]) => h("button", { type: "button", key: what, "data-do": "read-aloud", "data-what": what }, label)));

function playing() {
  return [
    "fingers" in view && fingersToCount(view.fingers),
    h(
      "section",
      { class: "paper", key: "game" },
      h("h2", null, say("host.game")),
      h("p", { class: "small quiet" }, say("host.undo-and-skip")),
      view.sky === "day" && h("div", { class: "row", key: "say-again" }, button("say-again", say("play.say-again"))),
      "debate" in view && view.debate && h("div", { class: "row", key: "time" }, button("shorter", say("host.less-time")), button("longer", say("host.more-time"))),
      h("div", { class: "row" }, button("draw", say("host.draw"), true), button("end", say("host.end"), true)),
    ),
    view.setup.claims.map(otherPhone),
    view.setup.late.map(latecomer),
    village(),
  ];
}

/** In reach wherever the host reads. */
function steering() {
  const paused = Boolean(view.paused);
  return h(
    "div",
    { class: "row", key: "steering" },
    h("button", { type: "button", class: paused ? "main" : null, key: "pause", "data-do": "steer", "data-what": paused ? "resume" : "pause" }, paused ? say("host.go-on") : say("host.pause")),
    button("undo", say("host.undo")),
    button("skip", view.introducing ? say("host.skip-introduction") : say("host.skip")),
  );
}

const CROWD = 24; // this many rows would fill a phone

function village() {
  const phones = [lostPhones(), leavers()];
  if (view.seats.length < CROWD) return h("section", { class: "paper", key: "village" }, h("h2", null, say("every.the-village")), seatList(view), phones);
  return [folded("seats", say("every.the-village"), seatList(view)), h("section", { class: "paper", key: "village" }, phones)];
}

function lostPhones() {
  const names = view.setup.players.filter(({ bot }) => !bot).map(({ name }) => name);
  return [
    [...keys].map(([name, key]) => h("div", { class: "notice row", key: `key ${name}`, role: "status" }, h("p", null, h("strong", null, say("host.type-number", { name, number: key }))), h("button", { type: "button", "data-do": "put-away", "data-name": name, "aria-label": say("host.put-away-for", { name }) }, say("host.done")))),
    h("details", { key: "phones" }, h("summary", null, say("host.phone-lost")), h("p", { class: "small quiet" }, say("host.new-phone-how")), h("ul", { class: "seats" }, names.map(newPhone))),
  ];
}

/** @param {string} name */
function newPhone(name) {
  return h("li", { key: name }, h("span", { class: "name" }, h("b", null, name)), h("button", { type: "button", "data-do": "hand-over", "data-name": name, "aria-label": say("host.new-phone-for", { name }) }, say("host.new-phone")));
}

function leavers() {
  const names = view.seats.filter(({ alive, bot }) => alive && !bot).map(({ name }) => name);
  return h("details", { key: "leavers" }, h("summary", null, say("host.goes-home")), h("p", { class: "small quiet" }, say("host.about-going")), h("ul", { class: "seats" }, names.map(leaver)));
}

/** @param {string} name */
function leaver(name) {
  return h("li", { key: name }, h("span", { class: "name" }, h("b", null, name)), leaves("to-bot", name, say("host.to-bot"), say("host.to-bot-for", { name })), leaves("go-home", name, say("host.go-home"), say("host.go-home-for", { name })));
}

/**
 * @param {"to-bot" | "go-home"} what
 * @param {string} name
 * @param {string} label
 * @param {string} whole
 */
function leaves(what, name, label, whole) {
  const asks = sure === `${what} ${name}`;
  return h("button", { type: "button", class: "grave", key: what, "data-do": asks ? what : "sure", "data-what": `${what} ${name}`, "data-name": name, "aria-label": asks ? say("host.really", { what: whole }) : whole }, asks ? say("host.really", { what: label }) : label);
}

// Before the game.

/** @param {LobbySetup} table */
function seating(table) {
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
function otherPhone(name) {
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
function latecomer(name) {
  return h("div", { class: "notice row", key: `late ${name}`, role: "status" }, h("p", null, say("host.late", { name })), h("button", { type: "button", class: "grave", "data-do": "kick", "data-name": name, "aria-label": say("host.send-name-away", { name }) }, say("host.send-away")));
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
    h("div", { class: "row" }, h("button", { type: "button", "data-do": "let-in", "data-name": name, "aria-label": say("host.let-name-in", { name }) }, say("host.let-in")), h("button", { type: "button", class: "grave", "data-do": "kick", "data-name": name, "aria-label": say("host.send-name-away", { name }) }, say("host.send-away"))),
  );
}

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
    h("div", { class: "row", key: "learn" }, people.length > 0 && learn(say("host.learn-all"), people.map(({ name }) => name)), keys > 0 && h("button", { type: "button", class: "grave", key: "forget", "data-do": sure === "forget" ? "forget" : "sure", "data-what": "forget" }, sure === "forget" ? say("host.really", { what: say("host.forget") }) : say("host.forget"))),
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
  /** @type {(by: number, sign: string, words: string, able: boolean) => Child} */
  const arrow = (by, sign, words, able) => h("button", { type: "button", "data-do": "move", "data-name": name, "data-by": by, "aria-label": words, "aria-disabled": !able && "true" }, sign);
  return h(
    "li",
    { key: name, "data-name": name },
    h("button", { type: "button", class: "grip", "data-name": name, "aria-label": say("host.place", { name, place: n + 1, number: all }) }, "☰"),
    h("span", { class: "name" }, name, playsHow(player), sits_out && [" ", h("span", { class: "quiet small" }, say("host.sits-out"))]),
    arrow(-1, "↑", say("host.move-up", { name }), n > 0),
    arrow(1, "↓", say("host.move-down", { name }), n < all - 1),
    h("button", { type: "button", class: "grave", "data-do": sure === `kick ${name}` ? "kick" : "sure", "data-what": `kick ${name}`, "data-name": name, "aria-label": sure === `kick ${name}` ? say("host.really-send-away", { name }) : say("host.send-name-away", { name }) }, sure === `kick ${name}` ? "?" : "✕"),
  );
}

/** @param {LobbySetup} table */
function play(table) {
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

/** @type {() => [value: boolean, label: string][]} */
const yesOrNo = () => [[true, say("every.yes")], [false, say("every.no")]];

/** @type {[id: keyof HostSetup["volumes"], label: PlainKey][]} */
const VOLUMES = [["master", "host.all-sound"], ["voice", "host.voice"], ["ambience", "host.background"], ["room", "host.room"]];
/** @type {[pace: string, label: PlainKey][]} */
const PACES = [["relaxed", "host.relaxed"], ["normal", "host.normal"], ["brisk", "host.brisk"]];

/**
 * What most hosts leave as it is: open at a touch.
 * @param {string} key
 * @param {string} title
 * @param {Child[]} children
 */
const folded = (key, title, ...children) => h("details", { class: "paper", key }, h("summary", null, h("h2", null, title)), children);

/** @param {HostSetup} table */
function ways(table) {
  /** @type {(volume: typeof VOLUMES[number]) => Child} */
  const volume = ([id, label]) => h("div", { key: id }, h("label", { for: `volume-${id}` }, say(label)), h("input", { type: "range", id: `volume-${id}`, "data-volume": id, min: "0", max: "1", step: "0.05", value: String(table.volumes[id]) }));
  return folded(
    "sound",
    say("host.sound"),
    h("fieldset", null, h("legend", null, say("host.pace")), pick("pace", null, PACES.map(([pace, label]) => [pace, say(label)]), table.pace)),
    h("fieldset", null, h("legend", null, say("host.words")), h("p", { class: "small quiet" }, say("host.about-words")), pick("words", null, [["witty", say("host.witty")], ["plain", say("host.plain")]], table.words)),
    h("fieldset", null, h("legend", null, say("host.vote")), h("p", { class: "small quiet" }, say("host.about-vote")), pick("vote", null, [["phones", say("host.by-phones")], ["pointing", say("host.by-pointing")]], table.vote)),
    VOLUMES.map(volume),
    h("div", { key: "lag" }, h("label", { for: "lag" }, say("host.lag", { number: table.lag }), " ", h("span", { id: "flash", class: "flash", "aria-hidden": "true" })), h("p", { class: "small quiet" }, say("host.about-lag")), h("input", { type: "range", id: "lag", min: "0", max: "1000", step: "20", value: String(table.lag) })),
    view.stage === "lobby" && h("button", { type: "button", key: "sound-test", "data-do": "steer", "data-what": "sound-test" }, say("host.sound-test")),
    view.stage === "lobby" && speakers(view.setup),
    h("fieldset", null, h("legend", null, say("host.may-lend")), h("p", { class: "small quiet" }, say("host.about-lending")), pick("lending", null, yesOrNo(), table.lending)),
  );
}

/**
 * Who speaks, where there are several voices: each can be heard before it is chosen.
 * @param {LobbySetup} table
 */
function speakers({ voices, spoken_by, second_by }) {
  if (voices.length < 2) return null;
  const natural = voices.filter(({ id }) => id !== "espeak");
  /** @type {(one: LobbySetup["voices"][number]) => Child} */
  const row = ({ id, name }) => {
    const called = id === "espeak" ? say("host.simple-voice") : name;
    const speaks = id === spoken_by;
    return h(
      "li",
      { key: id },
      h("span", { class: "name" }, called),
      h("div", { class: "pick" },
        h("button", { type: "button", "data-do": "play-voice", "data-name": id, "aria-label": say("host.hear-name", { name: called }) }, say("host.hear")),
        h("button", { type: "button", "data-do": "choose", "data-what": "spoken_by", "data-value": JSON.stringify(id), "aria-pressed": String(speaks), "aria-label": say("host.use-name", { name: called }) }, speaks ? say("host.speaks") : say("host.use"))),
    );
  };
  return [
    h("fieldset", { key: "voices" }, h("legend", null, say("host.spoken-by")), h("p", { class: "small quiet" }, say("host.about-spoken-by")), h("ul", { class: "seats" }, voices.map(row))),
    natural.length > 1 && spoken_by !== "espeak" && h("fieldset", { key: "second" }, h("legend", null, say("host.second-by")), h("p", { class: "small quiet" }, say("host.about-second-by")), pick("second_by", null, natural.map(({ id, name }) => [id, name]), second_by)),
  ];
}

/**
 * In which language, where there are several: the box, and before a game its voice.
 * @param {HostSetup & Partial<Pick<LobbySetup, "spoken_languages" | "spoken_language">>} table
 */
function languages({ languages, language, spoken_languages, spoken_language }) {
  /** @type {(one: { id: string, name: string }) => [string, string]} */
  const named = (one) => [one.id, one.name];
  if (languages.length < 2) return null;
  return folded(
    "languages",
    say("host.languages"),
    h("fieldset", { key: "own" }, h("legend", null, say("host.own-language")), h("p", { class: "small quiet" }, say("host.about-language")), pick("language", null, languages.map(named), language)),
    spoken_languages && h("fieldset", { key: "spoken" }, h("legend", null, say("host.spoken")), h("p", { class: "small quiet" }, say("host.about-spoken")), pick("spoken_language", null, spoken_languages.map(named), spoken_language ?? "")),
  );
}

/** @param {HostSetup} table */
function doors(table) {
  return folded(
    "doors",
    say("host.doors"),
    h("fieldset", null, h("legend", null, say("host.may-join")), h("p", { class: "small quiet" }, say("host.about-joining")), pick("door", null, yesOrNo(), table.door)),
    h("fieldset", null, h("legend", null, say("host.pin")), h("p", { class: "small quiet" }, say("host.about-pin")), pick("keep_pin", null, [[false, say("host.new-each-time")], [true, say("host.kept")]], table.keep_pin)),
    button("new-pin", say("host.new-pin"), true),
    h("details", { key: "devices", id: "devices" }, h("summary", null, say("host.devices")), devices && h("ul", { class: "seats" }, devices.map(device))),
  );
}

/** @param {HostDevice} device */
function device({ id, address, here, you }) {
  const asks = sure === `send-off ${id}`;
  const name = address || say("host.the-box");
  return h(
    "li",
    { key: id },
    h("span", { class: "name" }, h("b", null, name), " ", h("span", { class: "quiet small" }, you ? say("host.this-one") : here ? say("host.is-here") : say("host.asleep"))),
    !you && h("button", { type: "button", class: "grave", "data-do": asks ? "send-off" : "sure", "data-what": `send-off ${id}`, "data-device": id, "aria-label": asks ? say("host.really-send-off", { name }) : say("host.send-name-off", { name }) }, asks ? say("host.really-short") : say("host.send-off")),
  );
}

// Who else is a host is asked whenever somebody looks.
async function lookAtDevices() {
  const reply = await tell("host", { do: "hosts" });
  if (reply?.ok) devices = reply.hosts;
  answered(reply);
}

function night() {
  return h("section", { class: "paper", key: "night" }, h("p", { class: "small quiet" }, say("host.about-night")), button("good-night", say("host.good-night"), true));
}

/** @param {LobbySetup} table */
function starting(table) {
  if (asksFirst("start", table)) return playAnyway("start", table);
  return [
    table.start && h("p", { class: "small", key: "why", id: "why" }, table.start),
    table.learning && h("p", { class: "notice small", key: "learning" }, say("host.learning", table.learning), h("progress", { value: table.learning.done, max: table.learning.of, "aria-hidden": true })),
    h("div", { key: "start" }, h("button", { type: "button", class: table.start ? null : "main", "data-do": "begin", "data-what": "start", "aria-disabled": table.start && "true", "aria-describedby": table.start && "why" }, say("host.start"))),
  ];
}

/**
 * Fewer or more of you than a game is made for: asked once, then it is played as a house deck.
 * @type {(what: Beginning, table: LobbySetup) => boolean}
 */
const asksFirst = (what, table) => table.made_for !== null && sure === what;

/**
 * @param {Beginning} what
 * @param {LobbySetup} table
 */
function playAnyway(what, { made_for, seats }) {
  const { least = 0, most = 0 } = made_for ?? {};
  const asked = least ? say("host.made-for-least", { least, number: seats }) : say("host.made-for-most", { most, number: seats });
  return [
    h("p", { class: "notice", key: "made-for", role: "status" }, asked),
    h("div", { class: "row", key: "anyway" }, h("button", { type: "button", class: "main", "data-do": "anyway", "data-what": what }, say("host.play-with", { number: seats })), h("button", { type: "button", "data-do": "not-yet" }, say("host.not-yet"))),
  ];
}

// Taps, keys and drags.

onTap({
  ...bookTap(redraw),
  ...afterTap(redraw),
  explain: ({ card }) => steer({ do: "explain", card: card ?? null }),
  "read-aloud": ({ what }) => steer({ do: "read-aloud", what: what === "minute" ? "minute" : "cards" }),
  steer: ({ what }) => steer(/** @type {Extract<Message, { do: Step }>} */ ({ do: what })),
  sure({ what }) {
    sure = what;
    redraw();
    setTimeout(() => {
      if (sure === what) sure = null;
      redraw();
    }, 4000);
  },
  begin({ what }) {
    if (view.stage === "lobby" && view.setup.made_for) {
      sure = what;
      redraw();
    } else steer({ do: /** @type {Beginning} */ (what) });
  },
  anyway: ({ what }) => steer({ do: /** @type {Beginning} */ (what), house_deck: true }),
  "not-yet"() {
    sure = null;
    redraw();
  },
  "play-voice": ({ name }) => steer({ do: "play-voice", name }),
  learn: ({ names }) => steer({ do: "learn", names: JSON.parse(names) }),
  forget: () => steer({ do: "set", what: "keys", value: null }),
  "other-phone": ({ name, yes }) => steer({ do: "other-phone", name, yes: yes !== undefined }),
  "let-in": ({ name }) => steer({ do: "let-in", name }),
  async "send-off"({ device }) {
    await steer({ do: "send-off", what: device });
    lookAtDevices();
  },
  kick: ({ name }) => steer({ do: "kick", name }),
  "to-bot": ({ name }) => steer({ do: "to-bot", name }),
  "go-home": ({ name }) => steer({ do: "go-home", name }),
  async "hand-over"({ name }) {
    const reply = await steer({ do: "hand-over", name });
    if (reply?.ok) keys.set(name, reply.pin);
    redraw();
  },
  "put-away"({ name }) {
    keys.delete(name);
    redraw();
  },
  ...fingerTap(() => ("fingers" in view ? view.fingers : null), redraw, steer),
  propose: () => set({ do: "set", what: "deck", value: null }),
  step({ what, card, by }) {
    const table = lobby();
    if (!table) return;
    const { players, deck, filler, village } = table;
    if (what === "village" && village) {
      set({ do: "set", what, value: { ...village.numbers, [card]: (village.numbers[card] ?? 0) + Number(by) } });
      return;
    }
    if (what === "bots") {
      set({ do: "set", what, value: players.filter(({ bot }) => bot).length + Number(by) });
      return;
    }
    const stepped = (deck[card] ?? 0) + Number(by);
    if (card !== filler) set({ do: "set", what: "cards", value: { [card]: stepped } });
    else set({ do: "set", what: "deck", value: { ...deck, [card]: stepped } });
  },
  preset: ({ preset }) => set({ do: "set", what: "preset", value: preset }),
  "propose-village": () => set({ do: "set", what: "village", value: null }),
  toggle({ id, value }) {
    const option = lobby()?.options.find((one) => one.id === id);
    if (!option) return;
    const on = option.value.split(" ").filter((one) => one !== "off" && one !== value);
    const toggled = option.value.split(" ").includes(value) ? on : [...on, value];
    set({ do: "set", what: "option", value: { [id]: toggled.join(" ") || "off" } });
  },
  number({ id, by }) {
    const option = lobby()?.options.find((one) => one.id === id);
    const numbers = option?.values.filter(({ number }) => number !== null) ?? [];
    const next = numbers[numbers.findIndex(({ value }) => value === option?.value) + Number(by)];
    if (next) set({ do: "set", what: "option", value: { [id]: next.value } });
  },
  "leave-out"({ event }) {
    const left = lobby()?.events?.left_out ?? [];
    set({ do: "set", what: "left_out", value: left.includes(event) ? left.filter((one) => one !== event) : [...left, event] });
  },
  stack: ({ event }) => set({ do: "set", what: "stack", value: [...stacked().filter((one) => one !== event), event] }),
  unstack: ({ event }) => set({ do: "set", what: "stack", value: stacked().filter((one) => one !== event) }),
  restack({ event, by }) {
    const stack = stacked();
    const at = stack.indexOf(event);
    const to = at + Number(by);
    if (at < 0 || to < 0 || to >= stack.length) return;
    stack.splice(to, 0, ...stack.splice(at, 1));
    set({ do: "set", what: "stack", value: stack });
  },
  choose({ what, id, value }) {
    const chosen = JSON.parse(value);
    set(/** @type {Setting} */ ({ do: "set", what, value: id ? { [id]: chosen } : chosen }));
  },
  group({ name, group }) {
    const players = lobby()?.groups[1]?.players;
    if (players) set({ do: "set", what: "groups", value: group === "1" ? [...players, name] : players.filter((one) => one !== name) });
  },
  lay({ what, card }) {
    const laid = lobby()?.laid.find(({ id }) => id === what);
    if (!laid) return;
    const { id, chosen, number } = laid;
    set({ do: "set", what: id, value: chosen.includes(card) ? chosen.filter((one) => one !== card) : [...chosen, card].slice(-number) });
  },
  move: ({ name, by }) => move(name, Number(by)),
});

const stacked = () => [...(lobby()?.events?.stack ?? [])];

/**
 * @param {string} name
 * @param {number} by
 */
function move(name, by) {
  const names = seated();
  const at = names.indexOf(name);
  const to = at + by;
  if (to < 0 || to >= names.length) return;
  names.splice(to, 0, ...names.splice(at, 1));
  set({ do: "set", what: "order", value: names });
  $("moved").textContent = say("host.sits-at", { name, place: to + 1, number: names.length });
}

document.addEventListener("keydown", (event) => {
  const by = event.key === "ArrowUp" ? -1 : event.key === "ArrowDown" ? 1 : 0;
  const grip = by && around(event, ".grip");
  if (!grip) return;
  event.preventDefault();
  move(grip.dataset.name ?? "", by);
});

// What is typed or chosen in a field.
document.addEventListener("change", ({ target }) => {
  if (!(target instanceof HTMLInputElement || target instanceof HTMLSelectElement)) return;
  const { value, dataset: { player, hand, house, born, lodge, volume, group, button } } = target;
  if (player) steer({ do: "rename", player, name: value });
  if (target.id === "roleset") set({ do: "set", what: "roleset", value });
  if (house) set({ do: "set", what: "houses", value: { [house]: value || null } });
  if (born) set({ do: "set", what: "born", value: { [born]: value.trim() || null } });
  if (lodge && value) set({ do: "set", what: "lodge", value: { [lodge]: value === "sun" || value === "moon" ? value : null } });
  if (hand) set({ do: "set", what: "hands", value: { [hand]: value || null } });
  if (volume) set({ do: "set", what: "volume", value: { [volume]: Number(value) } });
  if (target.id === "lag") setLag(Number(value));
  if (group) set({ do: "set", what: "group_names", value: (lobby()?.groups ?? []).map(({ name }, n) => (n === Number(group) ? value : name)) });
  if (button) set({ do: "set", what: "button", value: { [button]: Number(value) || value.trim() || null } });
});

document.addEventListener("toggle", ({ target }) => {
  if (target instanceof HTMLDetailsElement && target.id === "devices" && target.open) lookAtDevices();
}, true);

document.addEventListener("submit", async (event) => {
  event.preventDefault();
  const field = /** @type {HTMLInputElement} */ ($("name"));
  const name = field.value;
  if ((await steer({ do: "add", name }))?.ok && field.value === name) field.value = "";
});

/**
 * The box rings a bell, and the page flashes when it should be heard.
 * @param {number} lag
 */
async function setLag(lag) {
  await set({ do: "set", what: "lag", value: lag });
  setTimeout(() => document.getElementById("flash")?.animate([{ opacity: 1 }, { opacity: 1 }, { opacity: 0 }], 600), lag);
}

let quiet = 0;
document.addEventListener("input", ({ target }) => {
  if (!(target instanceof HTMLInputElement)) return;
  const { volume } = target.dataset;
  if (!volume) return;
  clearTimeout(quiet);
  quiet = setTimeout(() => set({ do: "set", what: "volume", value: { [volume]: Number(target.value) } }), 150);
});

// Dragging: the row follows the finger; wherever it crosses the middle of another row, the two change places.
const seated = () => [...$("players").children].map((row) => row.getAttribute("data-name") ?? "");

document.addEventListener("pointerdown", (event) => {
  const grip = around(event, ".grip");
  const row = grip?.closest("li");
  if (!grip || !row) return;
  event.preventDefault();
  grip.focus({ preventScroll: true });
  grip.setPointerCapture(event.pointerId);
  dragged = { row, began: seated() };
  row.classList.add("dragged");
});
document.addEventListener("pointermove", (event) => {
  if (!dragged) return;
  const { row } = dragged;
  for (const other of [row.previousElementSibling, row.nextElementSibling]) {
    if (!other) continue;
    const { top, height } = other.getBoundingClientRect();
    const passed = other === row.previousElementSibling ? event.clientY < top + height / 2 : event.clientY > top + height / 2;
    if (!passed) continue;
    if (other === row.previousElementSibling) row.after(other);
    else row.before(other);
  }
});
for (const name of ["pointerup", "pointercancel"]) {
  document.addEventListener(name, () => {
    if (!dragged) return;
    dragged.row.classList.remove("dragged");
    const names = seated();
    const moved = names.join() !== dragged.began.join();
    dragged = null;
    if (moved) set({ do: "set", what: "order", value: names });
    else redraw();
  });
}

follow("host", show, () => location.reload());
