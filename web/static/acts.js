// @ts-check
// What a player may do at any time of the day, behind a button that is on every page. The list lies on the page before
// anybody opens it: opening it sends nothing, and from across the table it looks like a question.

import { h } from "./draw.js";
import { say } from "./words.js";

/** @import { OpenAct, ShownNote } from "../types.d.ts" */
/** @typedef {import("./draw.js").Child} Child */

const READING = 6000; // ms

let open = false;
let told = "";
let known = Infinity; // how many notes there were before the last deed: those since came of it
let overdue = false; // has something begun while they could be read?
/** @type {{ what: string, value: string } | null} */
let picked = null;

export const actsAreOpen = () => open;

/**
 * Something else begins: is the list taken away at once, or only when what somebody was told for a deed has been read?
 * @param {ShownNote[]} notes
 * @param {() => void} redraw
 */
export function actsGoAway(notes, redraw) {
  if (notes.length <= known) return true;
  if (!overdue) setTimeout(() => {
    if (overdue) turnActs(false);
    redraw();
  }, READING);
  overdue = true;
  return false;
}

/** @param {boolean} to */
export function turnActs(to) {
  open = to;
  picked = null;
  told = "";
  known = Infinity;
  overdue = false;
}

/**
 * What stands on the button that does what is picked; nothing while nothing is.
 * @param {OpenAct[]} acts
 */
export function pickedAct(acts) {
  const choice = acts.find(({ id }) => id === picked?.what)?.choices.find(({ value }) => value === picked?.value);
  return picked && choice ? { ...picked, label: choice.label } : null;
}

/**
 * Everything that can be done now, and what came of it: what the doer has been told since, of all their notes.
 * @param {OpenAct[]} acts
 * @param {ShownNote[]} notes
 */
export function actList(acts, notes) {
  return [
    h("h1", { key: "title", tabindex: "-1" }, say("play.act-what")),
    h("p", { key: "text", class: "text" }, acts.length === 0 ? say("play.act-nothing") : acts.every(({ text }) => text) ? "" : say("play.act-once")),
    h("p", { class: "state", role: "alert", key: "state" }, [told, ...notes.slice(known).map(({ text }) => text)].join(" ")),
    acts.map(({ id, title, text, choices }) =>
      h("section", { class: "deed", key: id }, h("h2", null, title), text && h("p", { class: "text" }, text), h("div", { class: "choices", role: "group", "aria-label": title }, choices.map((choice) => tile(id, choice))))),
  ];
}

/**
 * @param {string} what
 * @param {OpenAct["choices"][number]} choice
 */
function tile(what, { value, label }) {
  const on = picked?.what === what && picked.value === value;
  return h("button", { type: "button", class: label.length > 10 ? "tile wide" : "tile", key: `${what} ${value}`, "data-do": "pick-act", "data-what": what, "data-choice": value, "aria-pressed": String(on) }, h("span", { class: "mark" }), h("span", null, label));
}

/**
 * The taps of the list: open it, pick, and do it, which `send` tells the box; it gives back why not, or nothing.
 * @param {() => void} redraw
 * @param {() => ShownNote[]} notes
 * @param {(what: string, value: string) => Promise<string>} send
 */
export const actTap = (redraw, notes, send) => ({
  acts() {
    turnActs(!open);
    redraw();
  },
  /** @param {Record<string, string>} data */
  "pick-act"({ what, choice }) {
    picked = picked?.what === what && picked.value === choice ? null : { what, value: choice };
    told = "";
    known = Infinity;
    overdue = false;
    redraw();
  },
  async "do-act"() {
    if (!picked) return;
    const { what, value } = picked;
    picked = null;
    known = notes().length;
    redraw();
    told = (await send(what, value)) || say("play.act-done");
    redraw();
    scrollTo(0, 0); // what was picked may be further down
  },
});
