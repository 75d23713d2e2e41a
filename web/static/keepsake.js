// @ts-check
// The picture and the story of a game, as files to keep or to share. They are made on this page and sent nowhere.

import { say } from "./words.js";

/** @import { After } from "../types.d.ts" */
/** @typedef {{ text: string, size: number, quiet?: boolean, gap?: number }} Row a line of text, and how far it is below the one before */

const WIDTH = 1080;
const EDGE = 72;

/**
 * The story as plain text.
 * @param {After} after
 */
export function storyOf(after) {
  const { awards, story } = after;
  const parts = [
    headline(after),
    whoWasWho(after),
    awards.map(({ title, text }) => `${title}\n  ${text}`),
    ...story.map(({ phase, lines }) => [phase, ...lines.map((line) => `  ${line}`)]),
  ];
  return `${parts.filter((lines) => lines.length > 0).map((lines) => lines.join("\n")).join("\n\n")}\n`;
}

/**
 * What stands above all else; the middle line in large letters.
 * @param {After} after
 */
const headline = ({ winner, winners }) => (winners.length > 0 ? [say("after.won-by"), winner, winners.join(", ")] : [winner || say("after.ended")]);

/** @param {After} after */
const whoWasWho = ({ cards }) => cards.map((held) => `${held.name}: ${whatWas(held)}`);

/**
 * What somebody was: the card, a second one, and the side where it is called otherwise than the card.
 * @param {After["cards"][number]} held
 */
export const whatWas = ({ card, second, side }) => [card, second?.name, side !== card && side].filter(Boolean).join(" · ");

/**
 * The picture: who won, the diagram as it stands on the page, who was who, the awards.
 * @param {After} after
 * @param {SVGSVGElement | null} diagram
 */
export function pictureOf(after, diagram) {
  const page = getComputedStyle(document.body);
  const canvas = document.createElement("canvas");
  const brush = /** @type {CanvasRenderingContext2D} */ (canvas.getContext("2d"));
  const family = page.fontFamily;
  /** @type {(rows: Row[]) => Row[]} */
  const wrapped = (rows) => rows.flatMap((row) => wrap(brush, family, row));
  const above = wrapped(headline(after).map((text, n, { length }) => (n === (length - 1) / 2 ? { text, size: 64, gap: 12 } : { text, size: 36, quiet: true, gap: 12 })));
  const below = wrapped([
    ...whoWasWho(after).map((text) => ({ text, size: 36, gap: 8 })),
    ...after.awards.flatMap(({ title, text }) => [{ text: title, size: 36, quiet: true, gap: 30 }, { text, size: 36, gap: 4 }]),
  ]);
  const ring = diagram ? WIDTH - 2 * EDGE : 0;
  canvas.width = WIDTH;
  canvas.height = EDGE + height(above) + ring + height(below) + EDGE;
  brush.fillStyle = opaque(page.backgroundColor);
  brush.fillRect(0, 0, canvas.width, canvas.height);
  const ink = page.color;
  let y = write(brush, family, ink, above, EDGE);
  if (diagram) {
    brush.save();
    brush.translate(EDGE, y);
    brush.scale(ring / 360, ring / 360);
    for (const shape of diagram.querySelectorAll("path,circle,text,image")) trace(brush, shape);
    brush.restore();
    y += ring;
  }
  write(brush, family, ink, below, y);
  return canvas;
}

/** @param {string} colour */
const opaque = (colour) => (/^rgba\(.*, 0\)$/.test(colour) ? "#120a0a" : colour);

/** @param {Row[]} rows */
const height = (rows) => rows.reduce((sum, { size, gap = 0 }) => sum + gap + size * 1.2, 0);

/**
 * @param {CanvasRenderingContext2D} brush
 * @param {string} family
 * @param {Row} row
 * @returns {Row[]}
 */
function wrap(brush, family, row) {
  brush.font = `${row.size}px ${family}`;
  /** @type {Row[]} */
  const rows = [];
  let text = "";
  for (const word of row.text.split(" ")) {
    const longer = text ? `${text} ${word}` : word;
    if (text && brush.measureText(longer).width > WIDTH - 2 * EDGE) {
      rows.push({ ...row, text, gap: rows.length > 0 ? 0 : row.gap });
      text = word;
    } else text = longer;
  }
  return [...rows, { ...row, text, gap: rows.length > 0 ? 0 : row.gap }];
}

/**
 * Returns how far down the last line reaches.
 * @param {CanvasRenderingContext2D} brush
 * @param {string} family
 * @param {string} ink
 * @param {Row[]} rows
 * @param {number} above
 */
function write(brush, family, ink, rows, above) {
  let y = above;
  brush.fillStyle = ink;
  for (const { text, size, quiet, gap = 0 } of rows) {
    y += gap + size * 1.2;
    brush.font = `${size}px ${family}`;
    brush.globalAlpha = quiet ? 0.7 : 1;
    brush.fillText(text, EDGE, y - size * 0.3, WIDTH - 2 * EDGE);
  }
  brush.globalAlpha = 1;
  return y;
}

/**
 * Draw a part of the diagram as it looks on the page.
 * @param {CanvasRenderingContext2D} brush
 * @param {Element} shape
 */
function trace(brush, shape) {
  const { fill, stroke, strokeWidth, strokeDasharray, opacity, fontSize, fontFamily } = getComputedStyle(shape);
  /** @param {string} name */
  const at = (name) => Number(shape.getAttribute(name) ?? 0);
  brush.globalAlpha = Number(opacity);
  if (shape instanceof SVGImageElement) brush.drawImage(shape, at("x"), at("y"), at("width"), at("height"));
  else if (shape instanceof SVGTextElement) {
    brush.font = `${fontSize} ${fontFamily}`;
    const turned = shape.transform.baseVal.consolidate()?.matrix;
    brush.save();
    if (turned) brush.transform(turned.a, turned.b, turned.c, turned.d, turned.e, turned.f);
    brush.textAlign = /** @type {CanvasTextAlign} */ (shape.getAttribute("text-anchor")?.replace("middle", "center"));
    brush.fillStyle = fill;
    brush.fillText(shape.textContent ?? "", at("x"), at("y"), at("textLength") || undefined);
    brush.restore();
  } else {
    const outline = new Path2D(shape.getAttribute("d") ?? undefined);
    if (shape instanceof SVGCircleElement) outline.arc(at("cx"), at("cy"), at("r"), 0, 2 * Math.PI);
    if (fill !== "none") { brush.fillStyle = fill; brush.fill(outline); }
    brush.setLineDash((strokeDasharray.match(/[\d.]+/g) ?? []).map(Number));
    if (stroke !== "none") { brush.strokeStyle = stroke; brush.lineWidth = parseFloat(strokeWidth); brush.stroke(outline); }
  }
  brush.globalAlpha = 1;
}

/**
 * Hand over a file of today's game.
 * @param {Blob} content
 * @param {string} ending
 */
export const keep = (content, ending) => save(content, `${say("after.file")} ${new Date().toLocaleDateString("sv")}.${ending}`); // 2026-11-23

/**
 * Hand over a file: to share it where the browser lets pages do that, else to keep it.
 * @param {Blob} content
 * @param {string} name
 */
export function save(content, name) {
  const file = new File([content], name, { type: content.type });
  if (navigator.canShare?.({ files: [file] })) {
    navigator.share({ files: [file] }).catch(() => {}); // somebody has changed their mind
    return;
  }
  const link = document.createElement("a");
  link.href = URL.createObjectURL(file);
  link.download = file.name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}
