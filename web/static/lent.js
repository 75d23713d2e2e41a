// A lent phone: it says how to borrow it, then shows the borrower's card, and no other.

import { cardOf } from "./cards.js";
import { draw, h, onTap } from "./draw.js";
import { holdToSee } from "./hold.js";
import { follow, tell } from "./link.js";
import { showBearings } from "./seats.js";
import { say } from "./words.js";

const $ = (id) => document.getElementById(id);

let view = null;

const release = holdToSee($("hold"), $("card"), () => view.you && cardOf(view.you));

function show(newest) {
  view = newest;
  if (view.number === null) return gone();
  showBearings({ ...view, lent: false });
  draw($("screen"), view.you ? borrowed() : howTo());
  $("hold").hidden = !view.you;
  if (!view.you) release();
}

function howTo() {
  const { number } = view;
  return [
    h("h1", { key: "title" }, say("lent.heading")),
    h("p", { class: "presses", key: "presses", role: "img", "aria-label": say("lent.presses", { number }) }, Array.from({ length: number }, () => h("span")), h("span", { class: "long" })),
    h("p", { key: "text" }, say("lent.how", { number })),
    h("p", { class: "small quiet", key: "not" }, say("lent.careful")),
  ];
}

function borrowed() {
  return [
    h("h1", { key: "title" }, say("lent.for-you", { name: view.you.seat })),
    h("p", { key: "text" }, say("lent.hold")),
  ];
}

const gone = () => location.replace("/lent");

onTap(document.body, {
  async away() {
    release();
    await tell("lent", { do: "put-away" });
    gone();
  },
});

follow("lent", show, gone);
