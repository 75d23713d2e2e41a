// The form of a door: the name at the join page, the PIN at the host's.

import { tell } from "./link.js";
import { ready, say } from "./words.js";

const form = document.querySelector("form");
const field = form.querySelector("input");
const takeOver = document.getElementById("take-over"); // asked for when nobody new can join
const again = document.getElementById("again");
const against = document.getElementById("against");
const button = form.querySelector("button");

form.addEventListener("submit", async (event) => {
  event.preventDefault();
  button.setAttribute("aria-disabled", "true");
  against.textContent = "";
  const reply = await ask({ do: form.dataset.do, ...Object.fromEntries(new FormData(form)) });
  if (reply.ok) return location.replace(form.dataset.then);
  button.removeAttribute("aria-disabled");
  if (takeOver && reply.code === "game-running") takeOver.hidden = false;
  const wrong = takeOver && !takeOver.hidden ? takeOver.querySelector("input") : field;
  wrong?.focus();
  wrong?.select();
});

again?.addEventListener("click", () => ask({ do: "say-pin" }));

async function ask(message) {
  await ready;
  against.textContent = "";
  const slow = setTimeout(() => (against.textContent = say("every.looking")), 1500);
  const reply = await tell(form.dataset.kind, message);
  clearTimeout(slow);
  against.textContent = reply.ok ? "" : reply.sentence;
  return reply;
}
