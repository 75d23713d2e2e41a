// A lent phone: it says how to borrow it, then shows the borrower's card, and no other.

import { cardOf } from "./cards.js";
import { draw, h, onTap } from "./draw.js";
import { holdToSee } from "./hold.js";
import { follow, tell } from "./link.js";
import { showBearings } from "./seats.js";

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
  const times = `${view.number} times`;
  return [
    h("h1", { key: "title" }, "Whose card? Your button tells"),
    h("p", { class: "presses", key: "presses", role: "img", "aria-label": `Press ${times}, then once more for long` }, Array.from({ length: view.number }, () => h("span")), h("span", { class: "long" })),
    h("p", { key: "text" }, `Press your button ${times}, then once more, and hold it until your light answers.`),
    h("p", { class: "small quiet", key: "not" }, "Not while you are asked something. Let nobody see this number."),
  ];
}

function borrowed() {
  return [
    h("h1", { key: "title" }, `${view.you.seat}, for your eyes only`),
    h("p", { key: "text" }, "Hold “My card” to read it. It goes away by itself in a few seconds."),
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
