// @ts-check
// The dead, and whoever watches, bet on what will happen.

import { h } from "./draw.js";
import { tell, whyNot } from "./link.js";
import { say } from "./words.js";

/** @import { OpenBet } from "../types.d.ts" */

/** @type {Map<string, string>} */
const laid = new Map(); // the bets that the box has just taken
let unlaid = ""; // what it says against one

/**
 * A bet is the same one as long as it is between the same.
 * @param {OpenBet} bet
 */
const between = ({ id, choices }) => [id, ...choices.map((choice) => choice.id)].join();

/** @param {OpenBet} bet */
function oneBet(bet) {
  const { id: what, title, choices, chosen } = bet;
  const placed = chosen ?? laid.get(between(bet));
  return [
    h("h3", { key: what }, title),
    placed
      ? h("p", { key: `placed ${what}` }, say("play.bet-stands", { name: choices.find(({ id }) => id === placed)?.name ?? placed }))
      : h("div", { class: "pick", key: `choices ${what}` }, choices.map(({ id, name }) => h("button", { type: "button", key: id, "data-do": "bet", "data-what": what, "data-value": id }, name))),
  ];
}

/** @param {OpenBet[]} bets */
export function betting(bets) {
  if (bets.length === 0) {
    laid.clear();
    return null;
  }
  return h("section", { class: "paper", key: "bets" }, h("h2", null, say("play.bets")), bets.map(oneBet), h("p", { class: "state", role: "alert" }, unlaid));
}

/**
 * @param {() => OpenBet[]} bets
 * @param {() => void} redraw
 */
export const betTap = (bets, redraw) => ({
  /** @param {Record<string, string>} data */
  async bet({ what, value }) {
    const bet = bets().find(({ id }) => id === what);
    const reply = await tell("player", { do: "bet", what: what === "wins" ? "wins" : "hanged", value }, () => bets().length > 0);
    if (bet && reply?.ok) laid.set(between(bet), value);
    unlaid = whyNot(reply);
    redraw();
  },
});
