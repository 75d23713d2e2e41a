// How does a phone get here? The box's own Wi-Fi, where it has one, and the address: each as a code and to be typed.

import { h } from "./draw.js";

// `level` is the kind of heading that each way has.
export function waysIn({ join, addresses, wifi }, level) {
  return [
    wifi && way("wifi", wifi.name, h(level, null, "First join the box’s Wi-Fi"), [wifi.name, `Password: ${wifi.passphrase}`], 2),
    join && way("qr", join, h(level, null, wifi ? "Then join the table" : "Join with your phone"), addresses.map((address) => address.replace("http://", ""))),
  ];
}

// The first of the lines, or more of them, are large.
function way(code, what, heading, lines, large = 1) {
  return h(
    "div",
    { class: "way", key: code },
    h("img", { src: `/${code}.svg?${encodeURIComponent(what)}`, alt: `QR code of ${what}`, width: "400", height: "400" }),
    h("div", null, heading, h("p", null, "Point its camera at the code, or type"), lines.map((line, n) => h("p", { class: n < large ? "where" : null }, line))),
  );
}
