// The host's page: what is played and by whom; and during the game how it goes on. The host is a player, too: no secrets.

import { afterGame, toggleDeed } from "./after.js";
import { book, bookIsOpen, icon, learnDeck, turnBook } from "./cards.js";
import { draw, h, onTap } from "./draw.js";
import { learnWifi, waysIn } from "./join.js";
import { follow, tell } from "./link.js";
import { seatList, showBearings } from "./seats.js";

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

const ALWAYS = ["pace", "volume", "lending", "door", "keep_pin"]; // what can be set in a game, too

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
    else if (["roleset", ...ALWAYS].includes(what)) wished[what] = value;
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
  draw($("steer"), view.stage === "game" && playing(), view.after && [afterGame(view), h("button", { type: "button", class: "main", "data-do": "steer", "data-what": "again" }, "Play again")]);
  draw($("setup"), lobby && [seating(table), play(table), options(table)], lobby || view.stage === "game" ? [ways(table), doors(table)] : null, night());
  draw($("ways"), waysIn(view, "h3"));
  draw($("go"), lobby && starting(table));
}

// During the game.

function button(what, label, grave) {
  const asks = grave && sure === what;
  return h("button", { type: "button", class: grave ? "grave" : null, key: what, "data-do": grave && !asks ? "sure" : "steer", "data-what": what }, asks ? `${label}: really?` : label);
}

function playing() {
  const paused = Boolean(view.paused);
  return [
    h(
      "section",
      { class: "paper", key: "game" },
      h("h2", null, "The game"),
      h("button", { type: "button", class: paused ? "main" : null, key: "pause", "data-do": "steer", "data-what": paused ? "resume" : "pause" }, paused ? "Go on" : "Pause"),
      h("div", { class: "row" }, button("undo", "Undo"), button("skip", "Skip")),
      h("p", { class: "small quiet" }, "Undo goes back to before the last answer. Skip ends the time of what is asked now."),
      view.clock && h("div", { class: "row", key: "time" }, button("shorter", "Less time"), button("longer", "More time")),
      h("div", { class: "row" }, button("draw", "Call it a draw", true), button("end", "End the game", true)),
    ),
    h("section", { class: "paper", key: "village" }, h("h2", null, "The village"), seatList(view), lostPhones()),
  ];
}

function lostPhones() {
  const names = view.setup.players.filter(({ bot }) => !bot).map(({ name }) => name);
  return [
    [...keys].map(([name, key]) => h("div", { class: "notice row", key: `key ${name}`, role: "status" }, h("p", null, h("strong", null, `${name}: type your name and ${key}`)), h("button", { type: "button", "data-do": "put-away", "data-name": name, "aria-label": `Put away the number for ${name}` }, "Done"))),
    h("details", { key: "phones" }, h("summary", null, "A phone is lost"), h("p", { class: "small quiet" }, "Another phone takes the seat over at the join page, with a number that is shown here. The old phone is out of the game then."), h("ul", { class: "seats" }, names.map(newPhone))),
  ];
}

function newPhone(name) {
  return h("li", { key: name }, h("span", { class: "name" }, h("b", null, name)), h("button", { type: "button", "data-do": "hand-over", "data-name": name, "aria-label": `New phone for ${name}` }, "New phone"));
}

// Before the game.

function seating(table) {
  const bots = table.players.filter(({ bot }) => bot).length;
  return h(
    "section",
    { class: "paper", key: "players" },
    h("h2", null, `At the table: ${table.players.length}`),
    table.waiting.map(newcomerAtTheDoor),
    h("p", { class: "small quiet" }, "In the order in which you sit, clockwise. Drag the handle, or use the arrows."),
    h("ol", { class: "players", id: "players" }, table.players.map((player, n) => chair(player, n, table.players.length))),
    stepper("Bots on empty chairs", bots, "bots", null, bots > 0, true),
    awaited(table.wanted),
    dealt(table),
    h("details", { key: "buttons" }, h("summary", null, "Without a phone, with a button"), newcomer(), buttons(table)),
  );
}

// Since the evening's first game has begun, whoever joins waits for this.
function newcomerAtTheDoor(name) {
  return h(
    "div",
    { class: "notice", key: `waits ${name}`, role: "status" },
    h("p", null, h("strong", null, name), " would like to sit down."),
    h("div", { class: "row" }, h("button", { type: "button", "data-do": "let-in", "data-name": name, "aria-label": `Let ${name} in` }, "Let in"), h("button", { type: "button", class: "grave", "data-do": "kick", "data-name": name, "aria-label": `Send ${name} away` }, "Send away")),
  );
}

// People deal cards with tags, and lay them on the lid one after the other.
function dealt(table) {
  const { readers, dealing } = table;
  if (!dealing) return readers ? h("details", { key: "dealing" }, h("summary", null, "Cards with tags"), h("p", { class: "small quiet" }, "Shuffle your own cards and deal them. Then the box calls everybody by name to lay token and card on its lid, while the others look away."), asksFirst("deal-by-tags", table) ? playAnyway("deal-by-tags", table) : h("button", { type: "button", key: "deal-by-tags", "data-do": "begin", "data-what": "deal-by-tags" }, "Deal by tags")) : null;
  const wants = { "deal.token": `${dealing.name}: the token`, "deal.card": `${dealing.name}: the card, face down`, "deal.hand": `${dealing.name}: the card, face down`, "deal.centre": "A card for the centre, face down", "deal.done": "All cards lie; they make no game." };
  return h("div", { class: "notice", key: "dealing", role: "status" }, h("p", null, h("strong", null, wants[dealing.wants]), ` (${dealing.laid} of ${dealing.of} cards)`), h("div", { class: "row" }, button("deal-back", "One step back"), button("deal-stop", "Stop dealing", true)));
}

// Whose button the box is waiting for.
function awaited([name, ...others]) {
  if (!name) return null;
  return h("div", { class: "notice row", key: "awaited", role: "status" }, h("p", null, h("strong", null, `${name}: press your button.`), others.length > 0 && ` Then ${others.join(", ")}.`), learn("Stop", []));
}

const learn = (words, names, label) => h("button", { type: "button", key: words, "data-do": "learn", "data-names": JSON.stringify(names), "aria-label": label }, words);

function buttons({ players, keys }) {
  const people = players.filter(({ bot }) => !bot);
  return [
    h("p", { class: "small quiet" }, "Whoever has a button or a key can play with it, phone or no phone. Let the box learn which it is, or type the number of a button; nothing for none."),
    people.map(buttonOf),
    h("div", { class: "row", key: "learn" }, people.length > 0 && learn("Learn all in turn", people.map(({ name }) => name)), keys > 0 && h("button", { type: "button", class: "grave", key: "forget", "data-do": sure === "forget" ? "forget" : "sure", "data-what": "forget" }, sure === "forget" ? "Forget all keys: really?" : "Forget all keys")),
  ];
}

function newcomer() {
  return h(
    "form",
    { id: "newcomer", key: "newcomer" },
    h("label", { for: "name" }, "Add a player without a phone"),
    h("div", { class: "row" }, h("input", { type: "text", id: "name", autocomplete: "off", autocapitalize: "words", spellcheck: "false", enterkeyhint: "done", required: true }), h("button", null, "Add")),
  );
}

function buttonOf({ name, button }) {
  return h(
    "div",
    { class: "stepper", key: `button ${name}` },
    h("label", { class: "name", for: `button-${name}` }, h("span", { class: "unseen" }, "Button of "), name),
    h("input", { type: "text", id: `button-${name}`, class: "number", "data-button": name, inputmode: "numeric", autocomplete: "off", value: String(button ?? "") }),
    learn("Learn", [name], `Learn what ${name} presses`),
  );
}

function chair({ name, bot, here, button }, n, all) {
  const plays = bot ? " bot" : button ? ` button ${button}` : !here && " phone asleep";
  const arrow = (by, sign, words, able) => h("button", { type: "button", "data-do": "move", "data-name": name, "data-by": by, "aria-label": `Move ${name} ${words}`, "aria-disabled": !able && "true" }, sign);
  return h(
    "li",
    { key: name, "data-name": name },
    h("button", { type: "button", class: "grip", "data-name": name, "aria-label": `${name}, place ${n + 1} of ${all}: move with the arrow keys` }, "☰"),
    h("span", { class: "name" }, name, plays && h("span", { class: "quiet small" }, plays)),
    arrow(-1, "↑", "up", n > 0),
    arrow(1, "↓", "down", n < all - 1),
    h("button", { type: "button", class: "grave", "data-do": sure === `kick ${name}` ? "kick" : "sure", "data-what": `kick ${name}`, "data-name": name, "aria-label": sure === `kick ${name}` ? `Really send ${name} away` : `Send ${name} away` }, sure === `kick ${name}` ? "?" : "✕"),
  );
}

function play(table) {
  const sum = Object.values(table.deck).reduce((total, n) => total + n, 0);
  const used = table.cards.filter(({ id }) => table.deck[id]);
  const unused = table.cards.filter(({ id }) => !table.deck[id]);
  const step = ({ id, name, copies }) => stepper(name, table.deck[id] ?? 0, "deck", id, (table.deck[id] ?? 0) > 0, (table.deck[id] ?? 0) < copies);
  return h(
    "section",
    { class: "paper", key: "deck" },
    h("h2", null, "What is played"),
    h("div", null, h("label", { for: "roleset" }, "Roleset"), h("select", { id: "roleset", "data-set": "roleset", value: table.roleset }, table.rolesets.map(({ id, title }) => h("option", { value: id, selected: id === table.roleset }, title)))),
    h("h3", null, `${sum} cards for ${table.seats} players`, table.proposed && " (the proposed mix)"),
    h("div", { id: "used" }, used.map(step)),
    chances(table),
    table.warnings.length > 0 && h("ul", { class: "small", key: "warnings" }, table.warnings.map((warning) => h("li", { class: "notice" }, warning))),
    table.hands && handing(table),
    table.groups.length > 0 && groups(table),
    table.laid.map(laid),
    unused.length > 0 && h("details", { key: "unused" }, h("summary", null, `More cards (${unused.length})`), unused.map(step)),
    !table.proposed && h("button", { type: "button", key: "propose", "data-do": "propose" }, "Take the proposed mix"),
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
      h("select", { id: `hand-${name}`, class: "card-of", "data-hand": name, value: hands[name] ?? "" }, h("option", { value: "", selected: !hands[name] }, "No card yet"), inDeck.map(option(hands[name]))),
    );
  const rest = inDeck.filter(({ id }) => left(id) > 0).map(({ id, name }) => `${left(id)} × ${name}`);
  return h(
    "details",
    { key: "hands" },
    h("summary", null, "Hand out the cards"),
    h("p", { class: "small quiet" }, "You know every card then, so you do not play. Whoever opens the host page sees them, too."),
    players.map(row),
    h("p", { class: "small", key: "left", role: "status" }, rest.length > 1 ? `Still to hand out: ${rest.join(", ")}.` : rest.length ? `The others get what is left: ${rest[0]}.` : "All cards are handed out."),
  );
}

function groups({ groups, players }) {
  const title = ({ name }, n) => h("div", { key: `title ${n}` }, h("label", { for: `group-${n}` }, ["First group", "Second group"][n]), h("input", { type: "text", id: `group-${n}`, "data-group": n, autocomplete: "off", autocapitalize: "sentences", enterkeyhint: "done", value: name }));
  const row = ({ name }) => h("li", { key: name }, h("span", { class: "name" }, name), h("div", { class: "pick", role: "group", "aria-label": `Group of ${name}` }, groups.map((group, n) => h("button", { type: "button", "data-do": "group", "data-name": name, "data-group": n, "aria-pressed": String(group.players.includes(name)) }, group.name))));
  return h("fieldset", { key: "groups" }, h("legend", null, "Two groups"), h("p", { class: "small quiet" }, "Divide yourselves by something that all can see, such as age or glasses. Everybody is told who is in which."), groups.map(title), h("ul", { class: "seats" }, players.map(row)));
}

const LAID = {
  actor: ["The actor’s cards", "Choose three, or none: then they are drawn. Everybody hears which they are."],
  house_rule: ["The house rule", "Which character does its holder play? Tell everybody."],
};

function laid({ id, cards, chosen }) {
  const [title, text] = LAID[id];
  const button = ({ id: card, name }) => h("button", { type: "button", key: card, "data-do": "lay", "data-what": id, "data-card": card, "aria-pressed": String(chosen.includes(card)) }, icon(card), name);
  return h("fieldset", { key: id }, h("legend", null, title), h("p", { class: "small quiet" }, text), h("div", { class: "pick" }, cards.map(button)));
}

const percent = (share) => (share > 0 && share < 0.005 ? "< 1" : Math.round(100 * share));
const FAR = 0.15; // so much more or less is another game

// How often each side wins by chance: with this mix, or until that is known, paler, with the proposed one.
function chances({ odds, usual }) {
  const shown = odds ?? usual;
  if (!shown) return null;
  const before = (id) => usual?.sides.find((side) => side.id === id)?.share ?? 0;
  const far = odds && usual ? odds.sides.filter(({ id, share }) => Math.abs(share - before(id)) > FAR) : [];
  let x = 0;
  const part = ({ share }, n) => h("svg:rect", { class: `tip deed-${n % 6}`, x: (x += 100 * share) - 100 * share, y: 0, width: 100 * share, height: 6 });
  return h(
    "figure",
    { class: odds ? "odds" : "odds pale", key: "odds" },
    h("figcaption", { class: "small quiet" }, `Who wins, if all play by chance: ${odds ? "this mix" : "the proposed mix"}, ${shown.games} games. In brackets what is 95 % sure.`),
    h("svg:svg", { viewBox: "0 0 100 6", preserveAspectRatio: "none", "aria-hidden": "true" }, shown.sides.map(part)),
    h("ul", { class: "small" }, shown.sides.map(({ name, share, sure }, n) => h("li", { class: `deed-${n % 6}` }, h("span", { class: "what" }, name), ` ${percent(share)} % (${sure.map((one) => Math.round(100 * one)).join(" to ")})`))),
    far.length > 0 && h("p", { class: "notice" }, ["Far from the proposed mix.", ...far.map(({ id, name, share }) => `${name}: ${percent(share)} instead of ${percent(before(id))} %.`)].join(" ")),
  );
}

function stepper(name, n, what, card, less, more) {
  const button = (by, sign, able) => h("button", { type: "button", "data-do": "step", "data-what": what, "data-card": card, "data-by": by, "aria-label": `${by < 0 ? "Fewer" : "More"}: ${name}`, "aria-disabled": !able && "true" }, sign);
  return h("div", { class: n ? "stepper" : "stepper none", key: `${what} ${card}` }, h("span", { class: "name" }, card && icon(card), name), button(-1, "−", less), h("output", { "aria-label": name }, String(n)), button(1, "+", more));
}

function options(table) {
  if (!table.options.length) return null;
  return h(
    "section",
    { class: "paper", key: "options" },
    h("h2", null, "How it is played"),
    table.options.map(({ id, name, text, values, value }) =>
      h("fieldset", { key: id }, h("legend", null, name), h("p", { class: "small quiet" }, text), pick("option", id, values.map((one) => (typeof one === "object" ? [one.value, one.label] : [one, String(one)])), value)),
    ),
  );
}

function pick(what, id, values, chosen) {
  return h("div", { class: "pick" }, values.map(([value, label]) => h("button", { type: "button", key: String(value), "data-do": "choose", "data-what": what, "data-id": id, "data-value": JSON.stringify(value), "aria-pressed": String(value === chosen) }, label)));
}

function ways(table) {
  const volume = ([id, value]) => h("div", { key: id }, h("label", { for: `volume-${id}` }, { master: "All of it", voice: "Voice", ambience: "Night and day" }[id] ?? id), h("input", { type: "range", id: `volume-${id}`, "data-volume": id, min: "0", max: "1", step: "0.05", value: String(value) }));
  return h(
    "section",
    { class: "paper", key: "sound" },
    h("h2", null, "Pace and sound"),
    h("fieldset", null, h("legend", null, "Pace"), pick("pace", null, table.paces.map((pace) => [pace, pace[0].toUpperCase() + pace.slice(1)]), table.pace)),
    Object.entries(table.volumes).map(volume),
    h("fieldset", null, h("legend", null, "May a phone be lent?"), h("p", { class: "small quiet" }, "By day anybody may lend a phone, aloud, to somebody who plays with a button: to read one card."), pick("lending", null, [[true, "Yes"], [false, "No"]], table.lending)),
  );
}

function doors(table) {
  return h(
    "section",
    { class: "paper", key: "doors" },
    h("h2", null, "The door and the PIN"),
    h("fieldset", null, h("legend", null, "May newcomers join?"), h("p", { class: "small quiet" }, "After the first game of an evening, a newcomer waits until you let them in."), pick("door", null, [[true, "Yes"], [false, "No"]], table.door)),
    h("fieldset", null, h("legend", null, "The host’s PIN"), h("p", { class: "small quiet" }, "The box makes a new one each time it starts, and every device must type it again. If you keep it, the devices stay the host’s."), pick("keep_pin", null, [[false, "New each time"], [true, "Kept"]], table.keep_pin)),
    button("new-pin", "New PIN now", true),
    h("details", { key: "devices", id: "devices" }, h("summary", null, "Devices of the host"), devices && h("ul", { class: "seats" }, devices.map(device))),
  );
}

function device({ id, address, here, you }) {
  const asks = sure === `send-off ${id}`;
  const name = address || "the box";
  return h(
    "li",
    { key: id },
    h("span", { class: "name" }, h("b", null, name), h("span", { class: "quiet small" }, you ? " this one" : here ? " is here" : " asleep")),
    !you && h("button", { type: "button", class: "grave", "data-do": asks ? "send-off" : "sure", "data-what": `send-off ${id}`, "data-device": id, "aria-label": asks ? `Really send off ${name}` : `Send off ${name}` }, asks ? "Really?" : "Send off"),
  );
}

// Who else is host is asked for whenever somebody looks.
async function lookAtDevices() {
  const reply = await tell("host", { do: "hosts" });
  if (reply.ok) devices = reply.hosts;
  answered(reply);
}

function night() {
  return h("section", { class: "paper", key: "night" }, h("p", { class: "small quiet" }, "The box says good night and ends; in a case of its own it switches itself off. A game that is not over goes on next time."), button("good-night", "Good night", true));
}

function starting(table) {
  if (asksFirst("start", table)) return playAnyway("start", table);
  return [
    table.start && h("p", { class: "small", key: "why", id: "why" }, table.start),
    h("div", { key: "start" }, h("button", { type: "button", class: table.start ? null : "main", "data-do": "begin", "data-what": "start", "aria-disabled": table.start && "true", "aria-describedby": table.start && "why" }, "Start the game")),
  ];
}

// Fewer or more of you than a game is made for: asked once, then it is played as a house deck.
const asksFirst = (what, table) => table.made_for && sure === what;

function playAnyway(what, { made_for: { least, most }, seats }) {
  const wanted = least ? `${least} or more` : `${most} at most`;
  return [
    h("p", { class: "notice", key: "made for", role: "status" }, `This game is made for ${wanted}. Play with ${seats} anyway?`),
    h("div", { class: "row", key: "anyway" }, h("button", { type: "button", class: "main", "data-do": "anyway", "data-what": what }, `Play with ${seats}`), h("button", { type: "button", "data-do": "not-yet" }, "Not yet")),
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
  $("moved").textContent = `${name} sits at place ${to + 1} of ${names.length}.`;
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
