// @ts-check
// The form of a door: the name at the join page, the PIN at the host's.

import { $ } from "./draw.js";
import { tell, whyNot } from "./link.js";
import { ready, say } from "./words.js";

/** @import { Join, Lend, OpenHost, SayPin } from "../types.d.ts" */

const form = /** @type {HTMLFormElement} */ (document.querySelector("form"));
const door = /** @type {{ do: "join" | "open-host" | "lend", kind: "player" | "host" | "lent", then: string }} */ ({ ...form.dataset });
const field = form.querySelector("input"); // none where nothing has to be said
const takeOver = document.getElementById("take-over"); // asked for when somebody at the table has this name
const me = document.getElementById("me"); // so is this
const again = document.getElementById("again");
const against = $("against");
const button = /** @type {HTMLButtonElement} */ (form.querySelector("button:not([type])"));

/** @param {{ again?: true }} again somebody says “That is me” */
async function send(again) {
  if (!navigator.cookieEnabled) {
    await ready;
    against.textContent = say("join.no-cookies");
    return;
  }
  button.setAttribute("aria-disabled", "true");
  against.textContent = "";
  const reply = await ask(/** @type {Join | OpenHost | Lend} */ ({ do: door.do, ...Object.fromEntries(new FormData(form)), ...again }));
  if (reply?.ok) return location.replace(door.then);
  button.removeAttribute("aria-disabled");
  for (const one of [takeOver, me]) if (one && reply) one.hidden = !["is-it-you", "wrong-pin", "asks-already"].includes(reply.code);
  const asked = me !== null && !me.hidden;
  me?.classList.toggle("main", asked);
  button.classList.toggle("main", !asked);
  if (reply?.code === "is-it-you") return me?.focus();
  const wrong = takeOver && !takeOver.hidden ? takeOver.querySelector("input") : field;
  wrong?.focus();
  wrong?.select();
}

form.addEventListener("submit", (event) => {
  event.preventDefault();
  send({});
});
me?.addEventListener("click", () => send({ again: true }));
again?.addEventListener("click", () => ask({ do: "say-pin" }));
button.disabled = false; // before this the browser itself would send the form, which only loads the page again

/** @param {Join | OpenHost | Lend | SayPin} message */
async function ask(message) {
  await ready;
  against.textContent = "";
  const slow = setTimeout(() => { against.textContent = say("every.looking"); }, 1500);
  const reply = await tell(door.kind, message);
  clearTimeout(slow);
  against.textContent = whyNot(reply);
  return reply;
}
