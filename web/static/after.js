// @ts-check
// The story of the game, and a picture of who did what to whom.

import { h } from "./draw.js";
import { icon, path } from "./icons.js";
import { keep, pictureOf, storyOf, whatWas } from "./keepsake.js";
import { say } from "./words.js";

/** @import { After, Arrow, FinalCard } from "../types.d.ts" */
/** @typedef {import("./draw.js").Child} Child */
/** @typedef {{ x: number, y: number }} Point */
/** @typedef {Point & { angle: number } & Pick<FinalCard, "name" | "alive" | "house">} Dot a seat in the picture */

const FEW = 18; // seats of which a big screen has room for all, with a picture of what they did
const MIDDLE = 180;
const RADIUS = 128;
const CROWD = 8; // around more seats than these, names stand like the rays of the sun, so that none covers another
const CROWDED = 92;
const RAY = 72; // how long a name may be there
const MANY = 18; // arrows in a picture that starts to look like a ball of wool

/** @type {Set<string>} */
let shown = new Set(); // which deeds the picture shows
let of = ""; // and of which game: its arrows
/** @type {After} */
let told; // the game that the page tells of

/** @param {After} after */
export function afterGame(after) {
  told = after;
  const { winner, winners, cards, awards, story, arrows, events } = after;
  return h(
    "div",
    { class: "after", key: "after", "data-size": cards.length > FEW ? "large" : "small" },
    h(
      "section",
      { class: "paper who" },
      h("h1", { tabindex: "-1" }, winners.length > 0 && h("small", null, say("after.won-by")), winner || say("after.ended")),
      winners.length > 0 && h("p", null, winners.join(", ")),
      h(
        "ol",
        { class: "seats" },
        cards.map((held) => {
          const { name, id, alive, second, house } = held;
          return h(
            "li",
            { class: alive ? null : "dead" },
            h("span", { class: "name" }, h("span", { class: "pane" }), h("b", null, name)),
            winners.includes(name) && h("span", { class: "office" }, say("after.won")),
            house && h("span", { class: "house" }, icon(house.id), house.name),
            h("span", { class: "what" }, icon(id), second && icon(second.id), whatWas(held)),
          );
        }),
      ),
    ),
    awards.length > 0 && h("section", { class: "paper awards" }, h("h2", null, say("after.awards")), h("ul", null, awards.map(({ title, text }) => h("li", null, h("h3", null, title), text)))),
    arrows.length > 0 && h("section", { class: "paper deeds-done" }, h("h2", null, say("after.who-did-what")), picture(cards, arrows), deedButtons(arrows)),
    events.length > 0 && h("section", { class: "paper drawn" }, h("h2", null, say("after.events")), h("ol", null, events.map((card) => h("li", null, icon(card.id), card.name)))),
    h(
      "section",
      { class: "paper story" },
      h("h2", null, say("after.what-happened")),
      story.map(({ phase, lines }) => h("div", null, h("h3", null, phase), h("ul", null, lines.map((line) => h("li", null, line))))),
    ),
    h("div", { class: "row keep" }, keepButton("picture", say("after.keep-picture")), keepButton("story", say("after.keep-story")), h("a", { href: "/evenings" }, say("evenings.title"))),
  );
}

/** @type {(what: "picture" | "story", label: string) => Child} */
const keepButton = (what, label) => h("button", { type: "button", "data-do": "keep", "data-what": what }, label);

/**
 * Taps after the game: on a kind of deed, which the picture shows from now on, or no longer; and on what is to be kept.
 * @param {() => void} redraw
 */
export const afterTap = (redraw) => ({
  /** @param {Record<string, string>} data */
  deed({ deed }) {
    if (!shown.delete(deed)) shown.add(deed);
    redraw();
  },
  /** @param {Record<string, string>} data */
  keep({ what }) {
    if (what === "story") return keep(new Blob([storyOf(told)], { type: "text/plain" }), "txt");
    pictureOf(told, document.querySelector("svg.picture")).toBlob((picture) => picture && keep(picture, "png"), "image/png");
  },
});

/**
 * Which kinds of deed are there? The rarest first: they are the ones that one wants to see.
 * @param {Arrow[]} arrows
 */
function deeds(arrows) {
  /** @type {Map<string, number>} */
  const count = new Map();
  for (const { what } of arrows) count.set(what, (count.get(what) ?? 0) + 1);
  return [...count].sort((one, other) => one[1] - other[1]).map(([what]) => what);
}

/** @param {Arrow[]} arrows */
function chosenDeeds(arrows) {
  const game = JSON.stringify(arrows);
  if (of !== game) {
    of = game;
    shown = new Set();
    let number = 0;
    for (const deed of deeds(arrows)) {
      number += arrows.filter(({ what }) => what === deed).length;
      if (shown.size === 0 || number <= MANY) shown.add(deed);
    }
  }
  return shown;
}

/**
 * Six colours tell kinds of deeds apart; after that they come again, with broken lines.
 * @param {number} kind
 */
const looksLike = (kind) => `deed-${kind % 6}${kind < 6 ? "" : " broken"}`;

/** @param {Arrow[]} arrows */
function deedButtons(arrows) {
  const on = chosenDeeds(arrows);
  /** @type {(deed: string, n: number) => HTMLElement | SVGElement} */
  const button = (deed, n) => h("button", { type: "button", class: looksLike(n), "data-do": "deed", "data-deed": deed, "aria-pressed": String(on.has(deed)) }, deed);
  return h("div", { class: "deeds", role: "group", "aria-label": say("after.picture-shows") }, deeds(arrows).map(button));
}

/**
 * @param {FinalCard[]} cards
 * @param {Arrow[]} arrows
 */
function picture(cards, arrows) {
  const on = chosenDeeds(arrows);
  const kinds = deeds(arrows);
  const crowded = cards.length > CROWD;
  const radius = crowded ? CROWDED : RADIUS;
  const dots = cards.map(({ name, alive, house }, n) => {
    const angle = (2 * Math.PI * n) / cards.length - Math.PI / 2;
    return { name, alive, house, angle, x: MIDDLE + radius * Math.cos(angle), y: MIDDLE + radius * Math.sin(angle) };
  });
  const visible = once(arrows).filter(({ what }) => on.has(what));
  /** @type {(arrow: Arrow, n: number) => Child} */
  const drawn = ({ from, to, what }, n) => {
    const [one, other] = [from, to].map((seat) => dots.find(({ name }) => name === seat));
    return one && other && deed(one, other, kinds.indexOf(what), n);
  };
  const told = visible.map(({ from, to, what }) => say("after.deed", { name: from, deed: what, other: to })).join("; ");
  return h(
    "svg:svg",
    { class: "picture", viewBox: "0 0 360 360", role: "img", "aria-label": told || say("after.nothing-chosen") },
    visible.map(drawn),
    dots.map((dot) => seatDot(dot, crowded ? ray(dot) : upright(dot))),
  );
}

/** @param {Arrow[]} arrows */
const once = (arrows) => [...new Map(arrows.map((arrow) => [JSON.stringify([arrow.from, arrow.what, arrow.to]), arrow])).values()];

/**
 * An arrow bends towards the middle, each one a little differently, so that two never cover each other.
 * @param {Dot} a
 * @param {Dot} b
 * @param {number} kind
 * @param {number} n
 */
function deed(a, b, kind, n) {
  const look = looksLike(kind);
  if (a === b) {
    const out = { x: a.x + 26 * Math.cos(a.angle + Math.PI), y: a.y + 26 * Math.sin(a.angle + Math.PI) };
    return h("svg:circle", { class: `deed ${look}`, cx: r(out.x), cy: r(out.y), r: 18 });
  }
  const pull = 0.25 + 0.09 * (kind % 6) + 0.03 * (n % 4);
  const c = { x: (a.x + b.x) / 2 + (MIDDLE - (a.x + b.x) / 2) * pull, y: (a.y + b.y) / 2 + (MIDDLE - (a.y + b.y) / 2) * pull };
  if (Math.hypot(c.x - MIDDLE, c.y - MIDDLE) < 14) { c.x += 22 * Math.cos(a.angle + 1.57); c.y += 22 * Math.sin(a.angle + 1.57); }
  const start = towards(a, c, 11);
  const end = towards(b, c, 19);
  const tip = towards(b, c, 10);
  const side = { x: -(end.y - tip.y) * 0.55, y: (end.x - tip.x) * 0.55 };
  return h(
    "svg:g",
    null,
    h("svg:path", { class: `deed ${look}`, d: `M${r(start.x)} ${r(start.y)}Q${r(c.x)} ${r(c.y)} ${r(end.x)} ${r(end.y)}` }),
    h("svg:path", { class: `tip ${look}`, d: `M${r(tip.x)} ${r(tip.y)}L${r(end.x + side.x)} ${r(end.y + side.y)}L${r(end.x - side.x)} ${r(end.y - side.y)}z` }),
  );
}

const LINE = 16; // from one line of a name to the next
const LETTERS = 12; // of one line

/**
 * A name on two lines where one is too short for it.
 * @param {string} name
 */
function labelled(name) {
  if (name.length <= LETTERS) return [name];
  const middle = name.length / 2;
  const ends = [...name.matchAll(/[-\s]/g)].map(({ index }) => index + 1);
  const [end] = ends.sort((one, other) => Math.abs(one - middle) - Math.abs(other - middle));
  const lines = end ? [name.slice(0, end).trim(), name.slice(end)] : [`${name.slice(0, LETTERS - 1)}-`, name.slice(LETTERS - 1)];
  return lines.map((line) => (line.length > LETTERS ? `${line.slice(0, LETTERS - 1)}…` : line));
}

/** @param {Dot} dot */
function upright({ x, y, angle, name }) {
  const lines = labelled(name);
  const below = Math.sin(angle) > 0.01;
  const first = below ? y + 25 : y - 14 - LINE * (lines.length - 1);
  return lines.map((line, n) => h("svg:text", { x: r(x), y: r(first + LINE * n), "text-anchor": "middle" }, line));
}

/**
 * A name that points away from the middle, never upside down.
 * @param {Dot} dot
 */
function ray({ x, y, angle, name }) {
  const left = Math.cos(angle) < -0.01;
  const [across, down] = [x + 13 * Math.cos(angle), y + 13 * Math.sin(angle)];
  const turn = (angle * 180) / Math.PI + (left ? 180 : 0);
  const squeezed = name.length >= LETTERS && { textLength: RAY, lengthAdjust: "spacingAndGlyphs" };
  return h("svg:text", { x: r(across), y: r(down + 4), "text-anchor": left ? "end" : "start", transform: `rotate(${r(turn)} ${r(across)} ${r(down)})`, class: "ray", ...squeezed }, name);
}

/**
 * @param {Dot} dot
 * @param {Child} label
 */
function seatDot({ x, y, alive, house }, label) {
  return h(
    "svg:g",
    null,
    house ? h("svg:image", { class: alive ? "home" : "home dead", href: path(house.id), x: r(x - 12), y: r(y - 12), width: 24, height: 24 }) : h("svg:circle", { class: alive ? "dot" : "dot dead", cx: r(x), cy: r(y), r: 8 }),
    label,
  );
}

/**
 * @param {Point} from
 * @param {Point} to
 * @param {number} by
 */
function towards(from, to, by) {
  const length = Math.hypot(to.x - from.x, to.y - from.y) || 1;
  return { x: from.x + ((to.x - from.x) * by) / length, y: from.y + ((to.y - from.y) * by) / length };
}

/** @param {number} number */
const r = (number) => Math.round(number * 10) / 10;
