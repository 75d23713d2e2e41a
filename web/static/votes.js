// @ts-check
// A vote: how many have voted while it runs, and then, vote by vote, who named whom.

import { h, noMotion } from "./draw.js";
import { icon } from "./icons.js";
import { say } from "./words.js";

/**
 * @import { Accused, ReadVotes, Seat, TablePage } from "../types.d.ts"
 * @typedef {import("./draw.js").Child} Child
 */

/**
 * How many of those who are asked together have answered, never how; or how many have read their cards.
 * @param {Pick<TablePage, "seats" | "dealing">} view
 * @returns {Child}
 */
export function turnout({ seats, dealing }) {
  const voted = seats.filter((seat) => seat.voted).length;
  const of = voted + seats.filter(({ waiting }) => waiting).length;
  return of > 1 && h("p", { class: "turnout", key: "turnout" }, say(dealing ? "vote.have-read" : "vote.have-answered", { number: voted, of }));
}

/**
 * A ballot as it is read out: while votes appear, the first one named stands first; then come the counts, the highest first.
 * @param {ReadVotes} votes
 * @param {Seat[]} seats
 * @returns {Child}
 */
export function readVotes({ title, accused, abstained, seconds, weights }, seats) {
  const order = seats.map(({ name }) => name);
  const counted = seconds === 0;
  /** @param {string} voter */
  const votesOf = (voter) => weights[voter] ?? 1;
  /** @param {Accused} one */
  const onPosters = ({ count, voters, fingers }) => count - fingers - voters.reduce((sum, voter) => sum + votesOf(voter), 0);
  /** @param {Accused} one */
  const firstVote = ({ name, voters }) => Math.min(order.length + order.indexOf(name), ...voters.map((voter) => order.indexOf(voter)));
  const rows = counted ? accused : accused.filter(({ voters, fingers }) => voters.length + fingers > 0).sort((one, other) => firstVote(one) - firstVote(other));
  return h(
    "section",
    { class: "votes", key: "votes", "aria-label": title },
    h("h1", { tabindex: "-1" }, title),
    h(
      "ol",
      { class: "accused", "data-size": order.length > 36 ? "town" : order.length > 16 ? "large" : "small" },
      rows.map((row) => {
        const { name, count, voters, fingers, most, chosen } = row;
        const posters = onPosters(row);
        return h(
          "li",
          { key: name, class: counted && [most && "most", chosen && "chosen"].filter(Boolean).join(" ") },
          h("span", { class: "head" }, h("b", null, name), counted && h("span", { class: "count" }, String(count)), chosen && h("span", { class: "mark-chosen" }, say("vote.chosen"))),
          h("span", { class: "voters" }, voters.map((voter) => h("span", { key: voter, "data-vote": order.indexOf(voter) }, voter, votesOf(voter) !== 1 && h("span", { class: "weight" }, ` ×${votesOf(voter)}`))), pointing(fingers, order.length), posters > 0 && h("span", { class: "poster", key: "poster" }, icon("poster"), `+${posters}`)),
        );
      }),
    ),
    counted && abstained.length > 0 && h("p", { class: "quiet small" }, say("vote.abstained", { names: abstained.join(", ") })),
  );
}

/**
 * One hand for each finger that was counted: nobody knows any more whose it was.
 * @param {number} fingers
 * @param {number} last
 */
const pointing = (fingers, last) => Array.from({ length: fingers }, (_, n) => h("span", { key: `finger ${n}`, class: "finger", "data-vote": last + n, "aria-hidden": "true" }, "☝"));

/** @type {WeakSet<Element>} */
const seen = new WeakSet();
const APPEARS = 250; // ms

/**
 * Have votes that are new on this page appear one after another, where the machine does not ask for less motion.
 * @param {HTMLElement} root
 * @param {ReadVotes | null} votes
 */
export function unveil(root, votes) {
  if (!votes) return;
  /** @param {HTMLElement} vote */
  const turn = (vote) => Number(vote.dataset.vote);
  const all = [.../** @type {NodeListOf<HTMLElement>} */ (root.querySelectorAll("[data-vote]"))].sort((one, other) => turn(one) - turn(other));
  const still = votes.seconds === 0 || noMotion();
  all.forEach((vote, n) => {
    const delay = (votes.seconds * 1000 * n) / all.length;
    for (const shown of [vote.closest("li"), vote]) {
      if (!shown || seen.has(shown)) continue;
      seen.add(shown);
      if (!still) shown.animate({ opacity: [0, 1], transform: ["translateY(-.5em)", "none"] }, { delay, duration: APPEARS, fill: "backwards", easing: "ease-out" });
    }
  });
}
