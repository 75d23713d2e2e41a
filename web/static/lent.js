// @ts-check
// A lent phone: it says how to borrow it, then shows the borrower's card, and no other.

import { cardOf } from "./cards.js";
import { $, draw, h, onTap } from "./draw.js";
import { holdToSee } from "./hold.js";
import { follow, tell } from "./link.js";
import { showBearings } from "./seats.js";
import { say } from "./words.js";

/** @import { LentPage, You } from "../types.d.ts" */

/** @type {You | null} */
let you = null; // who reads a card here

const release = holdToSee($("hold"), $("card"), () => you && cardOf(you));

/** @param {LentPage} view */
function show(view) {
  you = view.you;
  if (view.number === null) return gone();
  showBearings({ ...view, lent: false });
  draw($("screen"), you ? borrowed(you) : howTo(view.number));
  $("hold").toggleAttribute("hidden", !you);
  if (!you) release();
}

/** @param {number} number */
function howTo(number) {
  return [
    h("h1", { key: "title" }, say("lent.heading")),
    h("p", { class: "presses", key: "presses", role: "img", "aria-label": say("lent.presses", { number }) }, Array.from({ length: number }, () => h("span")), h("span", { class: "long" })),
    h("p", { key: "text" }, say("lent.how", { number })),
    h("p", { class: "small quiet", key: "not" }, say("lent.careful")),
  ];
}

/** @param {You} you */
function borrowed({ seat }) {
  return [
    h("h1", { key: "title" }, say("lent.for-you", { name: seat })),
    h("p", { key: "text" }, say("lent.hold")),
  ];
}

const gone = () => location.replace("/lent");

onTap({
  async away() {
    release();
    await tell("lent", { do: "put-away" });
    gone();
  },
});

follow("lent", show, gone);
