// How does a phone get here? The box's own Wi-Fi, where it has one, and the address: each as a code and to be typed.

import { h } from "./draw.js";

let known = null; // the Wi-Fi whose password was asked for, and, for whoever may know it, the password

// The password stands in no view: ask for it once, and then call `learned()`.
export async function learnWifi({ wifi }, learned) {
  if (!wifi || known?.name === wifi.name) return;
  known = { name: wifi.name };
  const answer = await fetch("/wifi", { cache: "no-store" }).catch(() => null);
  if (answer?.ok) known = await answer.json();
  learned();
}

// `level` is the kind of heading that each way has.
export function waysIn({ join, addresses, wifi }, level) {
  const password = wifi && known?.name === wifi.name && known.passphrase;
  return [
    wifi && way(password ? "wifi" : null, wifi.name, h(level, null, "First join the box’s Wi-Fi"), [wifi.name, password ? `Password: ${password}` : "The host’s page shows its password."], 2),
    join && way("qr", join, h(level, null, wifi ? "Then join the table" : "Join with your phone"), [...addresses.map((address) => address.replace("http://", "")), ...firstTime()]),
  ];
}

// Over HTTPS a phone has to be told once whom to trust.
const firstTime = () => (document.body.dataset.first ? [`The first time, before that: ${document.body.dataset.first}`] : []);

// The first of the lines, or more of them, are large. Without a code there are but the lines.
function way(code, what, heading, lines, large = 1) {
  return h(
    "div",
    { class: "way", key: code ?? what },
    code && h("img", { src: `/${code}.svg?${encodeURIComponent(what)}`, alt: `QR code of ${what}`, width: "400", height: "400" }),
    h("div", null, heading, code && h("p", null, "Point its camera at the code, or type"), lines.map((line, n) => h("p", { class: n < large ? "where" : null }, line))),
  );
}
