// @ts-check
// How does a phone get here? The box's own Wi-Fi, where it has one, and the address: each as a code and to be typed.

import { h } from "./draw.js";
import { say } from "./words.js";

/** @import { TablePage } from "../types.d.ts" */
/** @typedef {Pick<TablePage, "join" | "addresses" | "wifi">} Ways */

/** @type {{ name: string, passphrase?: string } | null} */
let known = null; // the Wi-Fi whose password was asked for, and, for those who may know it, the password

/**
 * The password stands in no view: ask for it once, and then call `learned()`.
 * @param {Ways} view
 * @param {() => void} learned
 */
export async function learnWifi({ wifi }, learned) {
  if (!wifi || known?.name === wifi.name) return;
  known = { name: wifi.name };
  const answer = await fetch("/wifi", { cache: "no-store" }).catch(() => null);
  if (answer?.ok) known = await answer.json();
  learned();
}

/**
 * `level` is the kind of heading that each way has.
 * @param {Ways} view
 * @param {"h1" | "h3"} level
 */
export function waysIn({ join, addresses, wifi }, level) {
  const password = wifi && known?.name === wifi.name && known.passphrase;
  return [
    wifi && way(password ? "wifi" : null, wifi.name, h(level, null, say("ways.wifi")), [wifi.name, password ? say("ways.password", { password }) : say("ways.password-elsewhere")], 2),
    join && way("qr", join, h(level, null, wifi ? say("ways.then-join") : say("ways.join")), [...addresses.map((address) => address.replace("http://", "")), ...firstTime()]),
  ];
}

// Over HTTPS a phone has to be told once whom to trust.
const firstTime = () => (document.body.dataset.first ? [say("ways.first-time", { address: document.body.dataset.first })] : []);

/**
 * The first of the lines, or more of them, are large. Without a code there are but the lines.
 * @param {"wifi" | "qr" | null} code
 * @param {string} what
 * @param {import("./draw.js").Child} heading
 * @param {string[]} lines
 */
function way(code, what, heading, lines, large = 1) {
  return h(
    "div",
    { class: "way", key: code ?? what },
    code && h("img", { src: `/${code}.svg?${encodeURIComponent(what)}`, alt: say("every.code-of", { address: what }), width: "400", height: "400" }),
    h("div", null, heading, code && h("p", null, say("ways.camera")), lines.map((line, n) => h("p", { class: n < large ? "where" : null }, line))),
  );
}
