// The host's page: what is played and by whom; and during the game how it goes on. The host is a player, too: no secrets.

import { afterGame, toggleDeed } from "./after.js";
import { book, bookIsOpen, icon, learnDeck, turnBook } from "./cards.js";
import { draw, h, onTap } from "./draw.js";
import { learnWifi, waysIn } from "./join.js";
import { follow, tell } from "./link.js";
import { seatList, showBearings } from "./seats.js";
import { say } from "./words.js";

const $ = (id) => document.getElementById(id);

let view = null;
let dragged = null; // the row of a player that is being moved
let sure = null; // what has been tapped once and wants a second tap
const wishes = new Map(); // what was set here and has not come back yet: {value, open}
let devices = null; // the host's, once somebody has looked
const keys = new Map(); // the numbers with which new phones take over seats, until they are put away: by name

function show(newest) {
  view = newest;
  for (const [what, wish] of wishes) if (!wish.open) wishes.delete(what);
  showBearings(view);
  learnDeck(view, redraw);
  learnWifi(view, redraw);
  redraw();
}

const ALWAYS = ["language", "pace", "volume", "lending", "door", "keep_pin"]; // what can be set in a game, too

// What the table is set to, as it will be when the box has heard all of it.
function setup() {
  const wished = { ...view.setup };
  for (const [what, { value }] of wishes) {
    if (view.stage !== "lobby" && !ALWAYS.includes(what)) continue;
    if (what === "deck" && value) Object.assign(wished, { deck: value, proposed: false, odds: null });
    else if (what === "option") wished.options = wished.options.map((option) => ({ ...option, value: value[option.id] ?? option.value }));
    else if (what === "volume") wished.volumes = { ...wished.volumes, ...value };
    else if (what === "hands" && wished.hands) wished.hands = Object.fromEntries(Object.entries({ ...wished.hands, ...value }).filter(([, card]) => card));
    else if (what === "button") wished.players = wished.players.map((player) => ({ ...player, button: player.name in value ? value[player.name] : player.button }));
    else if (what === "order") wished.players = inOrder(wished.players, value);
    else if (what === "groups") wished.groups = wished.groups.map((group, n) => ({ ...group, players: n ? value : wished.players.map(({ name }) => name).filter((name) => !value.includes(name)) }));
    else if (what === "group_names") wished.groups = wished.groups.map((group, n) => ({ ...group, name: value[n] }));
    else if (what in LAID) wished.laid = wished.laid.map((one) => (one.id === what ? { ...one, chosen: value } : one));
    else if (["roleset", "voice", ...ALWAYS].includes(what)) wished[what] = value;
  }
  return wished;
}

function inOrder(players, names) {
  const known = players.filter(({ name }) => names.includes(name));
  known.sort((one, other) => names.indexOf(one.name) - names.indexOf(other.name));
  return players.map((player) => (names.includes(player.name) ? known.shift() : player));
}

async function set(what, value) {
  const before = wishes.get(what);
  const merged = ["option", "volume", "button", "hands"].includes(what) ? { ...(before?.open && before.value), ...value } : value;
  const wish = { value: merged, open: true };
  wishes.set(what, wish);
  redraw();
  // A newer wish of the same kind makes this one pointless.
  const reply = await tell("host", { do: "set", what, value: merged }, () => wishes.get(what) === wish);
  wish.open = false;
  // Refused, or shown already: a view may come before the reply.
  if (reply && (!reply.ok || reply.version <= view.version) && wishes.get(what) === wish) wishes.delete(what);
  answered(reply);
}

async function steer(does, more = {}) {
  sure = null;
  redraw();
  const reply = await tell("host", { do: does, ...more });
  if (reply.ok && does === "hand-over") keys.set(more.name, reply.pin);
  answered(reply);
  return reply.ok;
}

function answered(reply) {
  $("against").textContent = reply?.ok === false ? reply.sentence : "";
  redraw();
}

function redraw() {
  if (dragged) return; // what is held stays where it is held
  const lobby = view.stage === "lobby";
  if (view.stage !== "game") keys.clear();
  const table = setup();
  $("deck").hidden = !bookIsOpen();
  draw($("deck"), book());
  draw($("steer"), view.stage === "game" && playing(), view.after && [afterGame(view), h("button", { type: "button", class: "main", "data-do": "steer", "data-what": "again" }, say("host.again"))]);
  draw($("setup"), lobby && [seating(table), play(table), options(table)], lobby || view.stage === "game" ? [ways(table), languages(table), doors(table)] : null, night());
  draw($("ways"), waysIn(view, "h3"));
  draw($("go"), lobby && starting(table));
}

// During the game.

function button(what, label, grave) {
  const asks = grave && sure === what;
  return h("button", { type: "button", class: grave ? "grave" : null, key: what, "data-do": grave && !asks ? "sure" : "steer", "data-what": what }, asks ? say("host.really", { what: label }) : label);
}

function playing() {
  const paused = Boolean(view.paused);
  return [
    h(
      "section",
      { class: "paper", key: "game" },
      h("h2", null, say("host.game")),
      h("button", { type: "button", class: paused ? "main" : null, key: "pause", "data-do": "steer", "data-what": paused ? "resume" : "pause" }, paused ? say("host.go-on") : say("host.pause")),
      h("div", { class: "row" }, button("undo", say("host.undo")), button("skip", say("host.skip"))),
      h("p", { class: "small quiet" }, say("host.undo-and-skip")),
      view.clock && h("div", { class: "row", key: "time" }, button("shorter", say("host.less-time")), button("longer", say("host.more-time"))),
      h("div", { class: "row" }, button("draw", say("host.draw"), true), button("end", say("host.end"), true)),
    ),
    h("section", { class: "paper", key: "village" }, h("h2", null, say("every.the-village")), seatList(view), lostPhones()),
  ];
}

function lostPhones() {
  const names = view.setup.players.filter(({ bot }) => !bot).map(({ name }) => name);
  return [
    [...keys].map(([name, key]) => h("div", { class: "notice row", key: `key ${name}`, role: "status" }, h("p", null, h("strong", null, say("host.type-number", { name, number: key }))), h("button", { type: "button", "data-do": "put-away", "data-name": name, "aria-label": say("host.put-away-for", { name }) }, say("host.done")))),
    h("details", { key: "phones" }, h("summary", null, say("host.phone-lost")), h("p", { class: "small quiet" }, say("host.new-phone-how")), h("ul", { class: "seats" }, names.map(newPhone))),
  ];
}

function newPhone(name) {
  return h("li", { key: name }, h("span", { class: "name" }, h("b", null, name)), h("button", { type: "button", "data-do": "hand-over", "data-name": name, "aria-label": say("host.new-phone-for", { name }) }, say("host.new-phone")));
}

// Before the game.

function seating(table) {
  const bots = table.players.filter(({ bot }) => bot).length;
  return h(
    "section",
    { class: "paper", key: "players" },
    h("h2", null, say("host.seated", { number: table.players.length })),
    table.waiting.map(newcomerAtTheDoor),
    h("p", { class: "small quiet" }, say("host.order")),
    h("ol", { class: "players", id: "players" }, table.players.map((player, n) => chair(player, n, table.players.length))),
    stepper(say("host.bots"), bots, "bots", null, bots > 0, true),
    awaited(table.wanted),
    dealt(table),
    h("details", { key: "buttons" }, h("summary", null, say("host.without-phone")), newcomer(), buttons(table)),
  );
}

// Once the evening's first game has begun, newcomers wait for this.
function newcomerAtTheDoor(name) {
  return h(
    "div",
    { class: "notice", key: `waits ${name}`, role: "status" },
    h("p", null, h("strong", null, say("host.wants-in", { name }))),
    h("div", { class: "row" }, h("button", { type: "button", "data-do": "let-in", "data-name": name, "aria-label": say("host.let-name-in", { name }) }, say("host.let-in")), h("button", { type: "button", class: "grave", "data-do": "kick", "data-name": name, "aria-label": say("host.send-name-away", { name }) }, say("host.send-away"))),
  );
}

const WANTED = { "deal.token": "host.lay-token", "deal.card": "host.lay-card", "deal.hand": "host.lay-card", "deal.centre": "host.lay-centre", "deal.done": "host.no-game" };

// People deal cards with tags, and lay them on the lid one after the other.
function dealt(table) {
  const { readers, dealing } = table;
  if (!dealing) return readers ? h("details", { key: "dealing" }, h("summary", null, say("host.tags")), h("p", { class: "small quiet" }, say("host.about-tags")), asksFirst("deal-by-tags", table) ? playAnyway("deal-by-tags", table) : h("button", { type: "button", key: "deal-by-tags", "data-do": "begin", "data-what": "deal-by-tags" }, say("host.deal-by-tags"))) : null;
  return h("div", { class: "notice", key: "dealing", role: "status" }, h("p", null, h("strong", null, say(WANTED[dealing.wants], dealing)), " ", say("host.laid", { number: dealing.laid, all: dealing.of })), h("div", { class: "row" }, button("deal-back", say("host.step-back")), button("deal-stop", say("host.stop-dealing"), true)));
}

// Whose button the box is waiting for.
function awaited([name, ...others]) {
  if (!name) return null;
  return h("div", { class: "notice row", key: "awaited", role: "status" }, h("p", null, h("strong", null, say("host.press", { name })), others.length > 0 && ` ${say("host.then", { names: others.join(", ") })}`), learn(say("host.stop"), []));
}

const learn = (words, names, label) => h("button", { type: "button", key: words, "data-do": "learn", "data-names": JSON.stringify(names), "aria-label": label }, words);

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

function buttonOf({ name, button }) {
  return h(
    "div",
    { class: "stepper", key: `button ${name}` },
    h("label", { class: "name", for: `button-${name}` }, name),
    h("input", { type: "text", id: `button-${name}`, class: "number", "data-button": name, inputmode: "numeric", autocomplete: "off", value: String(button ?? ""), "aria-label": say("host.button-of", { name }) }),
    learn(say("host.learn"), [name], say("host.learn-what", { name })),
  );
}

function chair({ name, bot, here, button }, n, all) {
  const plays = bot ? say("host.bot") : button ? say("host.button", { number: button }) : !here && say("host.phone-asleep");
  const arrow = (by, sign, words, able) => h("button", { type: "button", "data-do": "move", "data-name": name, "data-by": by, "aria-label": words, "aria-disabled": !able && "true" }, sign);
  return h(
    "li",
    { key: name, "data-name": name },
    h("button", { type: "button", class: "grip", "data-name": name, "aria-label": say("host.place", { name, place: n + 1, number: all }) }, "☰"),
    h("span", { class: "name" }, name, plays && [" ", h("span", { class: "quiet small" }, plays)]),
    arrow(-1, "↑", say("host.move-up", { name }), n > 0),
    arrow(1, "↓", say("host.move-down", { name }), n < all - 1),
    h("button", { type: "button", class: "grave", "data-do": sure === `kick ${name}` ? "kick" : "sure", "data-what": `kick ${name}`, "data-name": name, "aria-label": sure === `kick ${name}` ? say("host.really-send-away", { name }) : say("host.send-name-away", { name }) }, sure === `kick ${name}` ? "?" : "✕"),
  );
}

function play(table) {
  const sum = Object.values(table.deck).reduce((total, n) => total + n, 0);
  const counted = { cards: sum, players: table.seats };
  const used = table.cards.filter(({ id }) => table.deck[id]);
  const unused = table.cards.filter(({ id }) => !table.deck[id]);
  const step = ({ id, name, copies }) => stepper(name, table.deck[id] ?? 0, "deck", id, (table.deck[id] ?? 0) > 0, (table.deck[id] ?? 0) < copies);
  return h(
    "section",
    { class: "paper", key: "deck" },
    h("h2", null, say("host.played")),
    h("div", null, h("label", { for: "roleset" }, say("host.roleset")), h("select", { id: "roleset", "data-set": "roleset", value: table.roleset }, table.rolesets.map(({ id, title }) => h("option", { value: id, selected: id === table.roleset }, title)))),
    h("h3", null, table.proposed ? say("host.proposed-mix", counted) : say("host.mix", counted)),
    h("div", { id: "used" }, used.map(step)),
    chances(table),
    table.warnings.length > 0 && h("ul", { class: "small", key: "warnings" }, table.warnings.map((warning) => h("li", { class: "notice" }, warning))),
    table.hands && handing(table),
    table.groups.length > 0 && groups(table),
    table.laid.map(laid),
    unused.length > 0 && h("details", { key: "unused" }, h("summary", null, say("host.more-cards", { number: unused.length })), unused.map(step)),
    !table.proposed && h("button", { type: "button", key: "propose", "data-do": "propose" }, say("host.take-proposed")),
  );
}

// The host deals: who gets which card? What is left of each is counted, and what is out cannot be given twice.
function handing({ hands, players, cards, deck }) {
  const out = Object.values(hands);
  const left = (id) => (deck[id] ?? 0) - out.filter((card) => card === id).length;
  const inDeck = cards.filter(({ id }) => deck[id] || out.includes(id));
  const option = (chosen) => ({ id, name }) => h("option", { value: id, selected: id === chosen, disabled: id !== chosen && left(id) < 1 }, name);
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

function groups({ groups, players }) {
  const title = ({ name }, n) => h("div", { key: `title ${n}` }, h("label", { for: `group-${n}` }, n ? say("host.second-group") : say("host.first-group")), h("input", { type: "text", id: `group-${n}`, "data-group": n, autocomplete: "off", autocapitalize: "sentences", enterkeyhint: "done", value: name }));
  const row = ({ name }) => h("li", { key: name }, h("span", { class: "name" }, name), h("div", { class: "pick", role: "group", "aria-label": say("host.group-of", { name }) }, groups.map((group, n) => h("button", { type: "button", "data-do": "group", "data-name": name, "data-group": n, "aria-pressed": String(group.players.includes(name)) }, group.name))));
  return h("fieldset", { key: "groups" }, h("legend", null, say("host.groups")), h("p", { class: "small quiet" }, say("host.about-groups")), groups.map(title), h("ul", { class: "seats" }, players.map(row)));
}

const LAID = {
  actor: ["host.actor", "host.about-actor"],
  house_rule: ["host.house-rule", "host.about-house-rule"],
};

function laid({ id, cards, chosen }) {
  const [title, text] = LAID[id];
  const button = ({ id: card, name }) => h("button", { type: "button", key: card, "data-do": "lay", "data-what": id, "data-card": card, "aria-pressed": String(chosen.includes(card)) }, icon(card), name);
  return h("fieldset", { key: id }, h("legend", null, say(title)), h("p", { class: "small quiet" }, say(text)), h("div", { class: "pick" }, cards.map(button)));
}

const percent = (share) => (share > 0 && share < 0.005 ? "< 1" : Math.round(100 * share));
const FAR = 0.15; // this much more or less makes it another game

// How often each side wins by chance: with this mix, or until that is known, paler, with the proposed one.
function chances({ odds, usual }) {
  const shown = odds ?? usual;
  if (!shown) return null;
  const before = (id) => usual?.sides.find((side) => side.id === id)?.share ?? 0;
  const far = odds && usual ? odds.sides.filter(({ id, share }) => Math.abs(share - before(id)) > FAR) : [];
  let x = 0;
  const part = ({ share }, n) => h("svg:rect", { class: `tip deed-${n % 6}`, x: (x += 100 * share) - 100 * share, y: 0, width: 100 * share, height: 6 });
  const shared = (share, [least, most]) => say("host.share", { share: percent(share), least: Math.round(100 * least), most: Math.round(100 * most) });
  return h(
    "figure",
    { class: odds ? "odds" : "odds pale", key: "odds" },
    h("figcaption", { class: "small quiet" }, odds ? say("host.odds", { number: shown.games }) : say("host.usual-odds", { number: shown.games })),
    h("svg:svg", { viewBox: "0 0 100 6", preserveAspectRatio: "none", "aria-hidden": "true" }, shown.sides.map(part)),
    h("ul", { class: "small" }, shown.sides.map(({ name, share, sure }, n) => h("li", { class: `deed-${n % 6}` }, h("span", { class: "what" }, name), ` ${shared(share, sure)}`))),
    far.length > 0 && h("p", { class: "notice" }, [say("host.far"), ...far.map(({ id, name, share }) => say("host.far-side", { side: name, share: percent(share), usual: percent(before(id)) }))].join(" ")),
  );
}

function stepper(name, n, what, card, less, more) {
  const button = (by, sign, able) => h("button", { type: "button", "data-do": "step", "data-what": what, "data-card": card, "data-by": by, "aria-label": by < 0 ? say("host.fewer", { name }) : say("host.more", { name }), "aria-disabled": !able && "true" }, sign);
  return h("div", { class: n ? "stepper" : "stepper none", key: `${what} ${card}` }, h("span", { class: "name" }, card && icon(card), name), button(-1, "−", less), h("output", { "aria-label": name }, String(n)), button(1, "+", more));
}

function options(table) {
  if (!table.options.length) return null;
  return h(
    "section",
    { class: "paper", key: "options" },
    h("h2", null, say("host.options")),
    table.options.map(({ id, name, text, values, value }) =>
      h("fieldset", { key: id }, h("legend", null, name), h("p", { class: "small quiet" }, text), pick("option", id, values.map((one) => (typeof one === "object" ? [one.value, one.label] : [one, String(one)])), value)),
    ),
  );
}

function pick(what, id, values, chosen) {
  return h("div", { class: "pick" }, values.map(([value, label]) => h("button", { type: "button", key: String(value), "data-do": "choose", "data-what": what, "data-id": id, "data-value": JSON.stringify(value), "aria-pressed": String(value === chosen) }, label)));
}

const VOLUMES = { master: "host.all-sound", voice: "host.voice", ambience: "host.background" };
const PACES = { relaxed: "host.relaxed", normal: "host.normal", brisk: "host.brisk" };

function ways(table) {
  const volume = ([id, value]) => h("div", { key: id }, h("label", { for: `volume-${id}` }, say(VOLUMES[id])), h("input", { type: "range", id: `volume-${id}`, "data-volume": id, min: "0", max: "1", step: "0.05", value: String(value) }));
  return h(
    "section",
    { class: "paper", key: "sound" },
    h("h2", null, say("host.sound")),
    h("fieldset", null, h("legend", null, say("host.pace")), pick("pace", null, table.paces.map((pace) => [pace, say(PACES[pace])]), table.pace)),
    Object.entries(table.volumes).map(volume),
    h("fieldset", null, h("legend", null, say("host.may-lend")), h("p", { class: "small quiet" }, say("host.about-lending")), pick("lending", null, [[true, say("every.yes")], [false, say("every.no")]], table.lending)),
  );
}

// In which language, where there are several: the box, and before a game its voice.
function languages({ languages, language, voices, voice }) {
  const named = (one) => [one.id, one.name];
  if (languages.length < 2) return null;
  return h(
    "section",
    { class: "paper", key: "languages" },
    h("h2", null, say("host.languages")),
    h("fieldset", { key: "own" }, h("legend", null, say("host.own-language")), h("p", { class: "small quiet" }, say("host.about-language")), pick("language", null, languages.map(named), language)),
    voices && h("fieldset", { key: "voice" }, h("legend", null, say("host.spoken")), h("p", { class: "small quiet" }, say("host.about-spoken")), pick("voice", null, voices.map(named), voice)),
  );
}

function doors(table) {
  return h(
    "section",
    { class: "paper", key: "doors" },
    h("h2", null, say("host.doors")),
    h("fieldset", null, h("legend", null, say("host.may-join")), h("p", { class: "small quiet" }, say("host.about-joining")), pick("door", null, [[true, say("every.yes")], [false, say("every.no")]], table.door)),
    h("fieldset", null, h("legend", null, say("host.pin")), h("p", { class: "small quiet" }, say("host.about-pin")), pick("keep_pin", null, [[false, say("host.new-each-time")], [true, say("host.kept")]], table.keep_pin)),
    button("new-pin", say("host.new-pin"), true),
    h("details", { key: "devices", id: "devices" }, h("summary", null, say("host.devices")), devices && h("ul", { class: "seats" }, devices.map(device))),
  );
}

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
  if (reply.ok) devices = reply.hosts;
  answered(reply);
}

function night() {
  return h("section", { class: "paper", key: "night" }, h("p", { class: "small quiet" }, say("host.about-night")), button("good-night", say("host.good-night"), true));
}

function starting(table) {
  if (asksFirst("start", table)) return playAnyway("start", table);
  return [
    table.start && h("p", { class: "small", key: "why", id: "why" }, table.start),
    h("div", { key: "start" }, h("button", { type: "button", class: table.start ? null : "main", "data-do": "begin", "data-what": "start", "aria-disabled": table.start && "true", "aria-describedby": table.start && "why" }, say("host.start"))),
  ];
}

// Fewer or more of you than a game is made for: asked once, then it is played as a house deck.
const asksFirst = (what, table) => table.made_for && sure === what;

function playAnyway(what, { made_for: { least, most }, seats }) {
  const asked = least ? say("host.made-for-least", { least, number: seats }) : say("host.made-for-most", { most, number: seats });
  return [
    h("p", { class: "notice", key: "made-for", role: "status" }, asked),
    h("div", { class: "row", key: "anyway" }, h("button", { type: "button", class: "main", "data-do": "anyway", "data-what": what }, say("host.play-with", { number: seats })), h("button", { type: "button", "data-do": "not-yet" }, say("host.not-yet"))),
  ];
}

// Taps, keys and drags.

onTap(document.body, {
  steer: (button) => steer(button.dataset.what),
  sure(button) {
    const what = (sure = button.dataset.what);
    redraw();
    setTimeout(() => {
      if (sure === what) sure = null;
      redraw();
    }, 4000);
  },
  begin({ dataset: { what } }) {
    if (!view.setup.made_for) return steer(what);
    sure = what;
    redraw();
  },
  anyway: ({ dataset }) => steer(dataset.what, { house_deck: true }),
  "not-yet"() {
    sure = null;
    redraw();
  },
  learn: (button) => steer("learn", { names: JSON.parse(button.dataset.names) }),
  forget: () => steer("set", { what: "keys", value: null }),
  "let-in": (button) => steer("let-in", { name: button.dataset.name }),
  "send-off": async (button) => {
    await steer("send-off", { what: button.dataset.device });
    lookAtDevices();
  },
  kick: (button) => steer("kick", { name: button.dataset.name }),
  "hand-over": (button) => steer("hand-over", { name: button.dataset.name }),
  "put-away"(button) {
    keys.delete(button.dataset.name);
    redraw();
  },
  propose: () => set("deck", null),
  step({ dataset }) {
    const table = setup();
    if (dataset.what === "bots") return set("bots", table.players.filter(({ bot }) => bot).length + Number(dataset.by));
    const n = (table.deck[dataset.card] ?? 0) + Number(dataset.by);
    set("deck", Object.fromEntries(Object.entries({ ...table.deck, [dataset.card]: n }).filter(([, count]) => count > 0)));
  },
  choose({ dataset }) {
    const value = JSON.parse(dataset.value);
    set(dataset.what, dataset.id ? { [dataset.id]: value } : value);
  },
  group({ dataset: { name, group } }) {
    const [, { players }] = setup().groups;
    set("groups", group === "1" ? [...players, name] : players.filter((one) => one !== name));
  },
  lay({ dataset: { what, card } }) {
    const { chosen, number } = setup().laid.find(({ id }) => id === what);
    set(what, chosen.includes(card) ? chosen.filter((one) => one !== card) : [...chosen, card].slice(-number));
  },
  move: ({ dataset }) => move(dataset.name, Number(dataset.by)),
  book() {
    turnBook(!bookIsOpen());
    redraw();
  },
  deed(button) {
    toggleDeed(button.dataset.deed);
    redraw();
  },
});

function move(name, by) {
  const names = setup().players.map((player) => player.name);
  const at = names.indexOf(name);
  const to = at + by;
  if (to < 0 || to >= names.length) return;
  names.splice(to, 0, ...names.splice(at, 1));
  set("order", names);
  $("moved").textContent = say("host.sits-at", { name, place: to + 1, number: names.length });
}

document.addEventListener("keydown", (event) => {
  const by = { ArrowUp: -1, ArrowDown: 1 }[event.key];
  if (!by || !event.target.matches(".grip")) return;
  event.preventDefault();
  move(event.target.dataset.name, by);
});

document.addEventListener("change", ({ target }) => {
  if (target.dataset.set) set(target.dataset.set, target.value);
  if (target.dataset.hand) set("hands", { [target.dataset.hand]: target.value || null });
  if (target.dataset.volume) set("volume", { [target.dataset.volume]: Number(target.value) });
  if (target.matches("input[data-group]")) set("group_names", setup().groups.map(({ name }, n) => (n === Number(target.dataset.group) ? target.value : name)));
  if (target.dataset.button) set("button", { [target.dataset.button]: target.value.trim() ? Number(target.value) || target.value : null });
});

document.addEventListener("toggle", ({ target }) => target.id === "devices" && target.open && lookAtDevices(), true);

document.addEventListener("submit", async (event) => {
  event.preventDefault();
  const field = $("name");
  const name = field.value;
  if ((await steer("add", { name })) && field.value === name) field.value = "";
});

let quiet = null;
document.addEventListener("input", ({ target }) => {
  if (!target.dataset.volume) return;
  clearTimeout(quiet);
  quiet = setTimeout(() => set("volume", { [target.dataset.volume]: Number(target.value) }), 150);
});

// Dragging: the row follows the finger; wherever it crosses the middle of another row, the two change places.
const seated = () => [...$("players").children].map((row) => row.dataset.name);

document.addEventListener("pointerdown", (event) => {
  const grip = event.target.closest(".grip");
  if (!grip) return;
  event.preventDefault();
  grip.focus({ preventScroll: true });
  grip.setPointerCapture(event.pointerId);
  dragged = { row: grip.closest("li"), began: seated() };
  dragged.row.classList.add("dragged");
});
document.addEventListener("pointermove", (event) => {
  if (!dragged) return;
  const { row } = dragged;
  for (const other of [row.previousElementSibling, row.nextElementSibling]) {
    if (!other) continue;
    const { top, height } = other.getBoundingClientRect();
    const passed = other === row.previousElementSibling ? event.clientY < top + height / 2 : event.clientY > top + height / 2;
    if (!passed) continue;
    other === row.previousElementSibling ? row.after(other) : row.before(other);
  }
});
for (const name of ["pointerup", "pointercancel"]) {
  document.addEventListener(name, () => {
    if (!dragged) return;
    dragged.row.classList.remove("dragged");
    const names = seated();
    const moved = names.join() !== dragged.began.join();
    dragged = null;
    moved ? set("order", names) : redraw();
  });
}

follow("host", show, () => location.reload());
