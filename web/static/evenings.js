// @ts-check
// Everybody who has played on this box. One's own part can be struck out, and by the host anybody's.

import { $, draw, h, onTap } from "./draw.js";
import { save } from "./keepsake.js";
import { tell, whyNot } from "./link.js";
import { askAbout, sure, twice } from "./sure.js";
import { ready, say } from "./words.js";

/** @import { LookedBack, Somebody } from "../types.d.ts" */

const kind = $("people").dataset.kind === "host" ? "host" : "player";
/** @type {Pick<LookedBack, "people" | "csv">} */
let all = { people: [], csv: "" };
let against = "";

async function look() {
  await ready;
  const reply = await tell(kind, { do: "look-back" });
  if (reply?.ok) all = reply;
  redraw();
}

function redraw() {
  const { people } = all;
  draw(
    $("people"),
    people.length === 0 && h("p", { class: "paper" }, say("evenings.nobody")),
    people.map(person),
    h("p", { class: "state", role: "alert", key: "against" }, against),
    people.length > 0 && h("button", { type: "button", key: "csv", "data-do": "csv" }, say("evenings.csv")),
  );
}

/** @param {Somebody} person */
function person({ name, games, won, survived, votes, hits, detective, sides, cards, yours }) {
  return h(
    "section",
    { class: "paper", key: name },
    h("h2", null, name, detective && [" ", h("span", { class: "office" }, say("evenings.detective"))]),
    h("p", null, [say("evenings.games", { number: games }), say("evenings.won", { number: won }), say("evenings.survived", { number: survived })].join(" · ")),
    h("p", null, say("evenings.votes", { hits, votes })),
    h("p", { class: "small quiet" }, sides.join(" · ")),
    h("p", { class: "small quiet" }, cards.join(" · ")),
    yours && h("button", { type: "button", class: "plain", ...twice(name, "forget"), "data-name": name }, sure === name ? say("evenings.sure", { name }) : say("evenings.forget", { name })),
  );
}

onTap({
  csv: () => save(new Blob([all.csv], { type: "text/csv" }), `${say("evenings.title")}.csv`),
  sure({ what }) {
    against = "";
    askAbout(what, redraw);
  },
  async forget({ name }) {
    askAbout(null, redraw);
    const reply = await tell(kind, { do: "forget", name });
    against = whyNot(reply);
    look();
  },
});

look();
