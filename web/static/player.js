// @ts-check
// A player's page. It knows nothing of the game: every question is drawn from its own description.

import { actList, actsAreOpen, actsGoAway, actTap, pickedAct, turnActs } from "./acts.js";
import { afterGame, afterTap } from "./after.js";
import { betTap, betting } from "./bets.js";
import { book, bookIsOpen, bookTap, cardOf, latestFirst, learnDeck, noteList, turnBook } from "./cards.js";
import { $, draw, h, onTap } from "./draw.js";
import { holdToSee } from "./hold.js";
import { follow, tell, whyNot } from "./link.js";
import { LODGES } from "./lodges.js";
import { primer, primerTap } from "./primer.js";
import { alikeTiles, confirming, filled, howMany, inPart, inParts, kept, labels, least, mixed, most, NOBODY_ELSE, openTiles, same } from "./question.js";
import { heldUp, inForce, seatList, showBearings } from "./seats.js";
import { readVotes, turnout, unveil } from "./votes.js";
import { say } from "./words.js";

/** @import { AboutYou, After, OpenAct, PlayerPage, Screen, ShownNote } from "../types.d.ts" */
/** @typedef {import("./draw.js").Child} Child */
/** @typedef {import("./question.js").Pick} Pick */
/** @typedef {import("./question.js").Tile} Tile */
/** @typedef {import("./words.js").PlainKey} PlainKey */
/** @typedef {"call-vote" | "more-time"} Wish */

/** @type {PlayerPage} */
let view;
/** @type {Partial<Record<Screen["kind"], PlainKey>>} What the button says where something is read, once it has been. */
const READ = { deal: "ask.others-read", told: "ask.keep-it" };

/**
 * The screen's number, what is picked on this page, what is on its way, what the box has kept, when it last said so and
 * what it said against it, whether the button beside a vote is on, what is wished for, and whether an answer to the screen
 * before came too late.
 * @typedef {{ number: number, picked: Pick, sent: Pick, kept: Pick, told: number, refused: string, signed: boolean | null, asked: Set<Wish>, late: boolean }} Mine
 */
/** @type {(number: number, chosen: Pick) => Mine} */
const untouched = (number, chosen) => ({ number, picked: chosen, sent: null, kept: chosen, told: -Infinity, refused: "", signed: null, asked: new Set(), late: false });
let mine = untouched(NaN, null);
let said = ""; // what the box says against a year of birth
let misnamed = ""; // against a new name
let notAgain = ""; // and against another game
let unsaid = ""; // and against saying its last line again

const release = holdToSee($("hold"), $("card"), () => view?.you && cardOf(view.you, view.seats.find(({ name }) => name === view.you?.seat)?.house));

const OVERTAKEN = 1500; // ms after an answer in which a view may still be older than it

/** @param {PlayerPage} newest */
function show(newest) {
  const died = view?.you?.alive && !newest.you?.alive;
  view = newest;
  if (!view.you) return stranger();
  const { number } = view.screen;
  const chosen = filled(view.screen.chosen, view.screen);
  const begins = number !== mine.number && ["ask", "told"].includes(view.screen.kind);
  if (number !== mine.number) {
    mine = untouched(number, chosen);
    unsaid = "";
    if (begins) turnBook(false);
    if (died || !view.acts || (begins && actsGoAway(view.you.notes, redraw))) turnActs(false);
  } else if (chosen !== null && !same(chosen, mine.kept) && performance.now() - mine.told > OVERTAKEN) {
    if (same(mine.picked, mine.kept)) mine.picked = chosen;
    if (same(chosen, mine.sent)) mine.sent = null; // its acknowledgement was lost on the way
    mine.kept = chosen;
  }
  showBearings(view);
  learnDeck(view, redraw);
  redraw();
  if (begins) scrollTo(0, 0); // somebody may have been reading further down, and time is short
}

function redraw() {
  const { screen, you, acts } = view;
  const acting = actsAreOpen() && acts;
  $("screen").dataset.kind = bookIsOpen() || acting ? "ask" : view.after ? "over" : screen.kind === "over" ? "rest" : screen.kind;
  document.body.toggleAttribute("data-alike", secret());
  // A phone may speak aloud: it says by itself what everybody may hear, and in secret only that there is something.
  $("screen").setAttribute("aria-live", secret() ? "off" : "polite");
  draw($("alone"), alike() && h("span", { key: `alone ${screen.number}` }, say("ask.for-you-alone")));
  draw($("screen"), mine.late && h("p", { class: "state", role: "alert", key: "late" }, say("ask.too-late")), bookIsOpen() ? book(blanks) : acting ? actList(acting, you?.notes ?? []) : view.after ? outcome(view.after) : screen.kind === "rest" && view.reveal ? readVotes(view.reveal, view.seats) : (screen.kind === "rest" && heldUp(view, you?.seat)) || [heading(screen), body(screen)]);
  unveil($("screen"), view.reveal);
  draw($("act"), bookIsOpen() ? mainButton("book", say("play.back"), null, true) : acting ? [doing(acting), actButton()] : [actions(screen), sign(screen), acts && actButton(), view.stage === "over" && playAgain()]);
  const hidden = !you?.card || view.stage === "over";
  $("hold").toggleAttribute("hidden", hidden);
  if (hidden) release();
  if (view.claimed && document.hidden) sayWhoItIs(true); // nobody looks at this page: they are at the other one
  draw($("more"), view.claimed && otherPhone(), view.stage === "game" && view.sky === "day" && screen.kind !== "waiting" && lastLine(), betting(view.bets), view.ghost && !view.after && ghostBook(view.ghost), !view.after && village(), view.stage === "lobby" && [aboutYou(), otherName(), lobbyWays()]);
}

/** @param {Screen} screen */
function heading(screen) {
  const text = [screen.text, howMany(screen)].filter(Boolean).join(" ");
  const cards = screen.events.map(({ name, text }) => [h("dt", null, name), h("dd", null, text)]);
  return [
    h("h1", { key: "title", tabindex: "-1" }, screen.title),
    alike() ? h("div", { key: "text", class: "text" }, stateLine(screen), h("p", null, text)) : text && h("p", { key: "text", class: "text" }, text),
    cards.length > 0 && h("dl", { key: "events", class: "read" }, cards),
  ];
}

/** @param {Screen} screen */
function body(screen) {
  if (alike()) return places(screen);
  if (screen.kind === "ask") return [waiting(), stateLine(screen), screen.line > 0 && line(screen), tiles(screen, openTiles(screen))];
  if (screen.kind === "told") return stateLine(screen);
  if (screen.kind === "deal") return waiting();
  if (screen.kind === "lobby") return primer();
  if (screen.kind === "debate") return [stateLine(screen), view.you?.alive && wishes()];
  return null;
}

function wishes() {
  /** @type {(wish: Wish, label: PlainKey, done: PlainKey) => Child} */
  const button = (wish, label, done) => {
    const asked = mine.asked.has(wish);
    return h("button", { type: "button", key: wish, "data-do": "wish", "data-wish": wish, "aria-disabled": asked && "true" }, asked ? say(done) : say(label));
  };
  return [button("call-vote", "play.done-talking", "play.has-talked"), !view.seats.some(({ name, speaks }) => speaks && name === view.you?.seat) && button("more-time", "play.more-time", "play.wants-time")];
}

/** @param {string} label */
const wide = (label) => label.length > 8; // such a tile takes the place of two

const living = () => view.seats.filter(({ alive }) => alive).map(({ name }) => name);

// The dead leave their room behind: nothing moves over a whole game.
const roomForAll = () => view.seats.length + 2;

/**
 * As much room as all seats need, whatever is asked; more than that scrolls.
 * @param {Screen} screen
 */
function places(screen) {
  return h("div", { class: "places", key: "choices" }, h("div", { class: "room", "aria-hidden": "true" }, blanks(0)), tiles(screen, alikeTiles(screen, living(), roomForAll()), screen.line > 0 && h("div", { class: "line", key: "line" }, line(screen))));
}

/**
 * @param {Screen} screen
 * @param {Tile[]} all
 * @param {Child} [first]
 */
function tiles(screen, all, first) {
  const letters = screen.choices.length > 0 && screen.choices.every(({ label }) => label.length === 1);
  return h("div", { class: letters ? "choices letters" : "choices", role: "group", "aria-label": screen.title, key: "choices" }, first, all.map((one, place) => tile(screen, one, place)));
}

/**
 * @param {Screen} screen
 * @param {Tile} tile
 * @param {number} place
 */
function tile(screen, { value, label, named }, place) {
  const on = value === null ? same(mine.picked, []) : value !== undefined && Boolean(mine.picked?.includes(value));
  const mark = on && (same(mine.picked, mine.kept) ? "kept" : "picked");
  const shown = [h("span", { class: "mark" }), h("span", null, label)];
  const looks = `tile${wide(label) ? " wide" : ""}${label ? "" : " bare"}`;
  if (value === undefined) return h("div", { class: `${looks} blank${named ? " named" : ""}`, key: `blank ${place}`, "aria-hidden": "true" }, shown);
  return h("button", { type: "button", class: looks, key: `${screen.number} ${value}`, "data-do": "pick", "data-choice": value, "data-pass": value === null, "aria-pressed": String(on), "data-mark": mark }, shown);
}

// By day too a question may be put whose holder nobody knows, and something be told that is for one pair of eyes.
const secret = () => view.sky === "night" || view.screen.kind === "told" || (view.screen.kind === "ask" && !view.screen.public);
const alike = () => secret() && ["ask", "told"].includes(view.screen.kind);

/**
 * A line to write, with how many characters are left.
 * @param {Screen} screen
 */
function line({ number, line: most, title }) {
  const [written = ""] = mine.picked ?? [];
  return [
    h("input", { type: "text", key: `line ${number}`, "data-line": "", maxlength: most, autocomplete: "off", "aria-label": title, value: written }),
    h("p", { class: "small quiet", key: "count" }, say("ask.characters-left", { number: most - [...written].length })),
  ];
}

document.addEventListener("input", ({ target }) => {
  if (!(target instanceof HTMLInputElement) || target.dataset.line === undefined) return;
  mine.picked = target.value.trim() ? [target.value] : null;
  mine.refused = "";
  redraw();
});

/**
 * Where all pages keep their shape, the tiles that are left over.
 * @param {number} used
 */
function blanks(used) {
  if (!secret()) return null;
  return Array.from({ length: Math.max(0, roomForAll() - used) }, (_, n) => h("div", { class: "tile blank", key: `blank ${n}`, "aria-hidden": "true" }, h("span", { class: "mark" })));
}

/**
 * Why the box refuses an answer; and for screen readers the answer that stands, which others see on the button.
 * @param {Screen} screen
 */
function stateLine(screen) {
  const stands = mine.sent === null && screen.kind === "ask" && mine.kept;
  return [
    h("p", { class: "state", id: "state", role: "alert", key: "state" }, mine.refused),
    h("p", { class: "unseen", role: "status", key: "stands" }, stands && kept(screen, stands)),
  ];
}

function waiting() {
  const names = view.seats.filter((seat) => seat.waiting && seat.name !== view.you?.seat).map((seat) => seat.name);
  const more = names.length > 6 ? names.splice(5).length : 0;
  const told = { names: names.join(", "), number: more };
  const all = view.dealing ? "ask.reading" : "ask.thinking";
  const some = view.dealing ? "ask.reading-and-more" : "ask.thinking-and-more";
  return [turnout(view), names.length > 0 && h("p", { class: "small quiet", key: "waiting" }, more ? say(some, told) : say(all, told))];
}

/** @param {Screen} screen */
function actions(screen) {
  const thanks = READ[screen.kind];
  if (thanks) {
    const read = mine.sent !== null || mine.kept !== null;
    return mainButton("read", say(read ? thanks : "ask.read"), null, !read);
  }
  if (screen.kind !== "ask") return null;
  if (mine.sent !== null && same(mine.picked, mine.sent)) return mainButton("confirm", say("ask.telling"), null, false);
  if (mine.kept !== null && same(mine.picked, mine.kept)) return mainButton("confirm", kept(screen, mine.kept), say("ask.tap-to-change"), false);
  const begun = !mixed(screen) || screen.choices.some(({ word, value }) => word && mine.picked?.includes(value));
  const picked = mine.picked ?? [];
  const named = picked.some((value) => value !== NOBODY_ELSE);
  const enough = same(mine.picked, []) || (begun && named && picked.length >= least(screen));
  const label = enough ? confirming(screen, picked) : picked.length > 0 ? say("ask.choose-one-more") : say("ask.choose");
  return mainButton("confirm", label, screen.line > 0 ? null : mine.kept && say("ask.now", { names: labels(screen, mine.kept) }), enough);
}

/** @param {OpenAct[]} acts */
function doing(acts) {
  const picked = pickedAct(acts);
  return mainButton("do-act", picked ? say("play.act-really", { names: picked.label }) : say("play.act-choose"), null, Boolean(picked));
}

/** By day the same button on every page, whatever lies under it. */
const actButton = () => h("button", { type: "button", key: "acts", "data-do": "acts", "aria-pressed": String(actsAreOpen()) }, actsAreOpen() ? say("play.back") : say("play.act"));

/**
 * Beside a vote: a button that means something on one page, and is on all of them.
 * @param {Screen} screen
 */
function sign({ aside }) {
  return aside && h("button", { type: "button", key: "sign", "data-do": "sign", "aria-pressed": String(mine.signed ?? aside.given) }, aside.label);
}

/**
 * @param {"confirm" | "read" | "book" | "do-act"} does
 * @param {string} label
 * @param {string | null} more
 * @param {boolean} able
 */
function mainButton(does, label, more, able) {
  return h("button", { type: "button", class: able && ["confirm", "do-act"].includes(does) ? "main" : null, id: "confirm", key: "confirm", "data-do": does, "aria-disabled": !able && "true" }, label, more && h("small", null, more));
}

/** @param {After} after */
function outcome(after) {
  const { title, text } = view.screen;
  return [typeof view.you?.won === "boolean" && h("p", { class: "notice", key: "won" }, h("strong", null, title), h("br", null), text), afterGame(after)];
}

/** @param {ShownNote[]} ghost */
function ghostBook(ghost) {
  return h(
    "section",
    { class: "paper story", key: "ghost" },
    h("h2", null, say("play.dead-see")),
    ghost.length === 0 && h("p", { class: "quiet" }, say("play.nothing-yet")),
    noteList(latestFirst(ghost)),
  );
}

function village() {
  return h("section", { class: "paper", key: "village" }, h("h2", null, view.stage === "lobby" ? say("play.at-the-table") : say("every.the-village")), inForce(view), seatList(view), view.stage === "game" && view.lent !== null && h("p", { class: "small" }, h("a", { href: "/lent" }, say("every.lend-this-phone"))));
}

/** By day the same on every page: the box says its last line again, for all to hear. */
const lastLine = () => h("div", { class: "row", key: "last-line" }, h("button", { type: "button", class: "plain", "data-do": "say-again" }, say("play.say-again")), h("p", { class: "state", role: "alert" }, unsaid));

/** What event cards may ask; nobody has to say it. */
function aboutYou() {
  const { about } = view;
  if (!about) return null;
  return h(
    "details",
    { class: "paper", key: "about", id: "about" },
    h("summary", null, say("village.about-you")),
    h("p", { class: "small quiet" }, say("village.about-you-text")),
    h("label", { for: "born" }, say("village.year")),
    h("input", { type: "text", id: "born", class: "number", inputmode: "numeric", autocomplete: "off", maxlength: 4, value: String(about.born ?? "") }),
    h("div", { class: "pick", role: "group", "aria-label": say("village.lodge") }, h("span", null, say("village.lodge")), LODGES.map(([value, label]) => h("button", { type: "button", key: value ?? "none", "data-do": "lodge", "data-lodge": value, "aria-pressed": String(value === about.lodge) }, say(label)))),
    h("p", { class: "state", id: "about-state", role: "alert" }, said),
  );
}

/** @param {{ typed?: string, lodge?: AboutYou["lodge"] }} changed */
async function sayAbout(changed) {
  const { typed, lodge } = { lodge: view.about?.lodge, ...changed };
  const reply = await tell("player", { do: "about-me", born: typed ?? view.about?.born ?? null, lodge: lodge ?? null });
  said = whyNot(reply);
  redraw();
}

/** A name can be put right without leaving the chair. */
function otherName() {
  if (view.screen.kind === "waiting") return null;
  return h(
    "details",
    { class: "paper", key: "rename", id: "rename" },
    h("summary", null, say("play.rename")),
    h("form", { class: "row", id: "new-name" }, h("input", { type: "text", id: "called", "aria-label": say("play.new-name"), autocomplete: "off", autocapitalize: "words", spellcheck: "false", enterkeyhint: "done", required: true, value: view.you?.seat ?? "" }), h("button", null, say("play.rename"))),
    h("p", { class: "state", role: "alert" }, misnamed),
  );
}

/** Somebody has typed this name elsewhere. */
function otherPhone() {
  return h(
    "div",
    { class: "notice", key: "other-phone", role: "alert" },
    h("p", null, h("strong", null, say("play.another-phone"))),
    h("div", { class: "row" }, h("button", { type: "button", "data-do": "it-is-me" }, say("play.it-is-me")), h("button", { type: "button", "data-do": "not-me" }, say("play.not-me"))),
  );
}

/** @param {boolean} yes */
const sayWhoItIs = (yes) => tell("player", { do: "other-phone", name: view.you?.seat ?? "", yes }, () => view.claimed);

/** A host who plays on this phone begins the next game here, too. */
const playAgain = () => "host" in $("act").dataset && [
  h("p", { class: "state", role: "alert", key: "not-again" }, notAgain),
  h("button", { type: "button", class: "main", key: "again", "data-do": "again" }, say("host.again")),
];

function lobbyWays() {
  return h(
    "div",
    { class: "row", key: "ways" },
    h("a", { href: "/host" }, say("play.i-am-the-host")),
    h("a", { href: "/evenings" }, say("evenings.title")),
    h("button", { type: "button", class: "plain", "data-do": "leave" }, say("play.leave")),
  );
}

onTap({
  ...bookTap(redraw),
  ...afterTap(redraw),
  ...primerTap(redraw),
  lodge: ({ lodge }) => sayAbout({ lodge: lodge === "sun" || lodge === "moon" ? lodge : null }),
  ...actTap(redraw, () => view.you?.notes ?? [], async (what, value) => {
    const { phase } = view;
    const reply = await tell("player", { do: "act", what, value: [value] }, () => view.phase === phase);
    return whyNot(reply);
  }),
  pick({ choice: value, pass }) {
    const { screen } = view;
    mine.refused = "";
    const words = screen.choices.filter(({ word }) => word).map((choice) => choice.value);
    const picked = mine.picked ?? [];
    const first = mixed(screen) ? picked.filter((one) => words.includes(one)) : [];
    if (pass !== undefined) mine.picked = [];
    else if (inParts(screen)) mine.picked = inPart(screen, picked, value);
    else if (most(screen) === 1 || words.includes(value)) mine.picked = [value];
    else if (picked.includes(value)) mine.picked = picked.length === 1 ? null : picked.filter((one) => one !== value);
    else mine.picked = [...first, ...[...picked.filter((one) => !first.includes(one)), value].slice(first.length - most(screen))];
    redraw();
  },
  ...betTap(() => view.bets, redraw),
  sign() {
    mine.signed = !(mine.signed ?? view.screen.aside?.given);
    const { number } = mine;
    redraw();
    tell("player", { do: "sign", number, value: mine.signed ? ["yes"] : [] }, () => mine.number === number);
  },
  confirm: () => answer(mine.picked ?? []),
  read: () => answer([]),
  async wish(data) {
    const wish = /** @type {Wish} */ (data.wish);
    const asked = mine.asked.add(wish);
    redraw();
    const reply = await tell("player", { do: wish }, () => asked === mine.asked);
    if (reply?.ok === false && asked === mine.asked) {
      asked.delete(wish);
      mine.refused = reply.sentence;
    }
    redraw();
  },
  async "say-again"() {
    const { caption } = view;
    const reply = await tell("player", { do: "say-again" }, () => view.caption === caption);
    unsaid = whyNot(reply);
    redraw();
  },
  async again() {
    const reply = await tell("host", { do: "start" }, () => view.stage === "over");
    notAgain = whyNot(reply);
    redraw();
  },
  "it-is-me": () => sayWhoItIs(true),
  "not-me": () => sayWhoItIs(false),
  async leave() {
    await tell("player", { do: "leave" });
    location.replace("/");
  },
});

/** @param {string[]} value */
async function answer(value) {
  const here = mine;
  const asks = view.screen.kind === "ask";
  here.sent = value;
  here.refused = "";
  redraw();
  // A later answer makes this one pointless. A later question does not: whoever has answered must learn whether it counts.
  const matters = () => here.sent === value && (asks || here === mine);
  const named = value.filter((one) => one !== NOBODY_ELSE);
  const reply = await tell("player", { do: "answer", number: here.number, value: named }, matters);
  if (!matters()) return;
  here.sent = null;
  here.told = performance.now();
  if (reply?.ok) here.kept = value;
  else if (here === mine) here.refused = whyNot(reply);
  else if (reply?.ok === false && reply.code === "stale") mine.late = true;
  redraw();
}

const stranger = () => location.replace("/?no-seat");
document.addEventListener("submit", async (event) => {
  event.preventDefault();
  const reply = await tell("player", { do: "rename", name: /** @type {HTMLInputElement} */ ($("called")).value });
  misnamed = whyNot(reply);
  if (reply?.ok) /** @type {HTMLDetailsElement} */ ($("rename")).open = false;
  redraw();
});
document.addEventListener("visibilitychange", () => view?.claimed && redraw());
document.addEventListener("change", ({ target }) => {
  if (target instanceof HTMLInputElement && target.id === "born") sayAbout({ typed: target.value });
});

follow("player", show, stranger);
