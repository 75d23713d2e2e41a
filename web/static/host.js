// @ts-check
// The host's page: what is played and by whom; and during the game how it goes on. The host is a player, too: no secrets.

import { afterGame, afterTap } from "./after.js";
import { book, bookIsOpen, bookTap, learnDeck } from "./cards.js";
import { deck } from "./deck.js";
import { $, around, draw, h, onTap } from "./draw.js";
import { fingersToCount, fingerTap } from "./fingers.js";
import { learnWifi, waysIn } from "./join.js";
import { follow, tell, whyNot } from "./link.js";
import { latecomer, otherPhone, seating } from "./seating.js";
import { heldUp, inForce, seatList, showBearings } from "./seats.js";
import { askAbout, asksFirst, button, playAnyway, sure, tooSoon, twice } from "./sure.js";
import { options } from "./village.js";
import { readVotes } from "./votes.js";
import { doors, folded, languages, ways } from "./ways.js";
import { ALWAYS, IN_THE_LOBBY, wished, wishes } from "./wishes.js";
import { say } from "./words.js";

/**
 * @import { CountedCard, HostDevice, HostPageInGame, HostPageInLobby, LobbySetup, Message, Player } from "../types.d.ts"
 * @typedef {import("./sure.js").Beginning} Beginning
 * @typedef {import("./sure.js").Step} Step
 * @typedef {import("./wishes.js").Setting} Setting
 */

/** @type {HostPageInLobby | HostPageInGame} */
let view;
/** @type {{ row: HTMLElement, began: string[] } | null} */
let dragged = null; // the row of a player that is being moved
/** @type {HostDevice[] | null} */
let devices = null; // the host's, once somebody has looked
/** @type {Set<string>} */
const putAway = new Set(); // each name with a number for another phone that the host need not see any more

/** @param {HostPageInLobby | HostPageInGame} newest */
function show(newest) {
  if (view?.phase !== newest.phase) $("against").textContent = "";
  view = newest;
  for (const [what, wish] of wishes) if (!wish.open) wishes.delete(what);
  showBearings(view);
  learnDeck(view, redraw);
  learnWifi(view, redraw);
  redraw();
}

const lobby = () => (view.stage === "lobby" ? wished(view.setup, IN_THE_LOBBY) : null);

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

const STEPS = ["pause", "resume", "undo", "skip"]; // what a second tap by mistake would do twice, or undo
let stepped = -Infinity; // when the host did one of them last

/**
 * @template {Message} Sent
 * @param {Sent} message
 */
async function steer(message) {
  if (STEPS.includes(message.do)) stepped = performance.now();
  askAbout(null, redraw);
  const reply = await tell("host", message);
  answered(reply);
  return reply;
}

/** @param {{ ok: true } | import("./link.js").Refused | null} reply */
function answered(reply) {
  $("against").textContent = whyNot(reply);
  redraw();
}

function redraw() {
  if (dragged) return; // what is held stays where it is held
  $("deck").toggleAttribute("hidden", !bookIsOpen());
  draw($("deck"), book(undefined, explaining));
  draw($("steer"), view.stage === "game" && playing(), view.after && [view.setup.claims.map(otherPhone), view.setup.late.map(latecomer), folded("after", say("after.what-happened"), afterGame(view.after)), aloud()]);
  const table = lobby();
  if (table) {
    draw($("setup"), seating(table), deck(table), options(table), ways(table), languages(table), doors(table, devices), night());
    draw($("go"), starting(table));
  } else {
    const set = wished(view.setup, ALWAYS);
    draw($("setup"), view.stage === "game" && [ways(set), languages(set), doors(set, devices)], night());
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
  /** @type {[what: "pause" | "resume" | "undo" | "skip", label: string][]} */
  const steps = [paused ? ["resume", say("host.go-on")] : ["pause", say("host.pause")], ["undo", say("host.undo")], ["skip", view.introducing ? say("host.skip-introduction") : say("host.skip")]];
  const rest = tooSoon(stepped);
  return h("div", { class: "row", key: "steering" }, steps.map(([what, label], n) => h("button", { type: "button", class: what === "resume" ? "main" : null, key: n, "data-do": "steer", "data-what": what, "aria-disabled": rest }, label)));
}

const CROWD = 24; // this many rows would fill a phone

function village() {
  const vote = "vote" in view && view.vote;
  const more = [
    vote && h("details", { key: "vote" }, h("summary", null, say("host.last-vote")), readVotes(vote, view.seats)),
    lostPhones(),
    leavers(),
    h("details", { key: "wrong" }, h("summary", null, say("host.seat-wrong")), h("p", { class: "small quiet" }, say("host.about-seats"))),
  ];
  const events = [heldUp(view), inForce(view)];
  if (view.seats.length < CROWD) return h("section", { class: "paper", key: "village" }, h("h2", null, say("every.the-village")), events, seatList(view), more);
  return [events, folded("seats", say("every.the-village"), seatList(view)), h("section", { class: "paper", key: "village" }, more)];
}

function lostPhones() {
  const names = view.setup.players.filter(({ bot }) => !bot).map(({ name }) => name);
  return [
    view.setup.players.map(newNumber),
    h("details", { key: "phones" }, h("summary", null, say("host.phone-lost")), h("p", { class: "small quiet" }, say("host.new-phone-how")), h("ul", { class: "seats" }, names.map(newPhone))),
  ];
}

/** @param {Player} player */
function newNumber({ name, take_over: number }) {
  if (!number || putAway.has(`${name} ${number}`)) return null;
  return h("div", { class: "notice row", key: `key ${name}`, role: "status" }, h("p", null, h("strong", null, say("host.type-number", { name, number }))), h("button", { type: "button", "data-do": "put-away", "data-name": name, "data-number": number, "aria-label": say("host.put-away-for", { name }) }, say("host.done")));
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
  return h("button", { type: "button", class: "grave", key: what, ...twice(`${what} ${name}`, what), "data-name": name, "aria-label": asks ? say("host.really", { what: whole }) : whole }, asks ? say("host.really", { what: label }) : label);
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

// Taps, keys and drags.

onTap({
  ...bookTap(redraw),
  ...afterTap(redraw),
  explain: ({ card }) => steer({ do: "explain", card: card ?? null }),
  "read-aloud": ({ what }) => steer({ do: "read-aloud", what: what === "minute" ? "minute" : "cards" }),
  steer: ({ what }) => steer(what === "undo" || what === "skip" ? { do: what, ...("number" in view && { number: view.number }) } : /** @type {Extract<Message, { do: Step }>} */ ({ do: what })),
  sure({ what }) {
    $("against").textContent = "";
    askAbout(what, redraw);
    setTimeout(() => sure === what && askAbout(null, redraw), 4000);
  },
  begin({ what }) {
    if (view.stage === "lobby" && view.setup.made_for) askAbout(what, redraw);
    else steer({ do: /** @type {Beginning} */ (what) });
  },
  anyway: ({ what }) => steer({ do: /** @type {Beginning} */ (what), house_deck: true }),
  "not-yet": () => askAbout(null, redraw),
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
  "hand-over": ({ name }) => steer({ do: "hand-over", name }),
  "put-away"({ name, number }) {
    putAway.add(`${name} ${number}`);
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
    const number = (deck[card] ?? 0) + Number(by);
    if (card !== filler) set({ do: "set", what: "cards", value: { [card]: number } });
    else set({ do: "set", what: "deck", value: { ...deck, [card]: number } });
  },
  preset: ({ preset }) => set({ do: "set", what: "preset", value: preset }),
  "propose-village": () => set({ do: "set", what: "village", value: null }),
  toggle({ id, value }) {
    const option = lobby()?.options.find((one) => one.id === id);
    if (!option) return;
    const on = without(option.value.split(" "), "off");
    set({ do: "set", what: "option", value: { [id]: toggled(on, value).join(" ") || "off" } });
  },
  number({ id, by }) {
    const option = lobby()?.options.find((one) => one.id === id);
    const numbers = option?.values.filter(({ number }) => number !== null) ?? [];
    const next = numbers[numbers.findIndex(({ value }) => value === option?.value) + Number(by)];
    if (next) set({ do: "set", what: "option", value: { [id]: next.value } });
  },
  "leave-out"({ event }) {
    set({ do: "set", what: "left_out", value: toggled(lobby()?.events?.left_out ?? [], event) });
  },
  stack: ({ event }) => set({ do: "set", what: "stack", value: [...without(stacked(), event), event] }),
  unstack: ({ event }) => set({ do: "set", what: "stack", value: without(stacked(), event) }),
  restack({ event, by }) {
    const value = shifted(stacked(), event, Number(by));
    if (value) set({ do: "set", what: "stack", value });
  },
  choose({ what, id, value }) {
    const chosen = JSON.parse(value);
    set(/** @type {Setting} */ ({ do: "set", what, value: id ? { [id]: chosen } : chosen }));
  },
  group({ name, group }) {
    const players = lobby()?.groups[1]?.players;
    if (players) set({ do: "set", what: "groups", value: group === "1" ? [...players, name] : without(players, name) });
  },
  lay({ what, card }) {
    const laid = lobby()?.laid.find(({ id }) => id === what);
    if (!laid) return;
    const { id, chosen, number } = laid;
    set({ do: "set", what: id, value: toggled(chosen, card).slice(-number) });
  },
  move: ({ name, by }) => move(name, Number(by)),
});

const stacked = () => lobby()?.events?.stack ?? [];

/** @type {(list: string[], what: string) => string[]} */
const without = (list, what) => list.filter((one) => one !== what);

/** @type {(list: string[], what: string) => string[]} */
const toggled = (list, what) => (list.includes(what) ? without(list, what) : [...list, what]);

/**
 * The list, with this one so many places further down; nothing, where it is not in it, or there is no such place.
 * @param {string[]} list
 * @param {string} what
 * @param {number} by
 */
function shifted(list, what, by) {
  const others = without(list, what);
  const at = list.indexOf(what);
  const to = at + by;
  return at < 0 || to < 0 || to > others.length ? null : [...others.slice(0, to), what, ...others.slice(to)];
}

/**
 * @param {string} name
 * @param {number} by
 */
function move(name, by) {
  const names = shifted(seated(), name, by);
  if (!names) return;
  set({ do: "set", what: "order", value: names });
  $("moved").textContent = say("host.sits-at", { name, place: names.indexOf(name) + 1, number: names.length });
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
