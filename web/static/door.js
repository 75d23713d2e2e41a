// A form with one field: the name at the join page, the PIN at the host's.

import { tell } from "./link.js";

const form = document.querySelector("form");
const field = form.querySelector("input");
const against = document.getElementById("against");
const button = form.querySelector("button");

form.addEventListener("submit", async (event) => {
  event.preventDefault();
  button.setAttribute("aria-disabled", "true");
  against.textContent = "";
  const slow = setTimeout(() => (against.textContent = "Looking for the box …"), 1500);
  const reply = await tell(form.dataset.kind, { do: form.dataset.do, [field.name]: field.value });
  clearTimeout(slow);
  if (reply.ok) return location.replace(form.dataset.then);
  button.removeAttribute("aria-disabled");
  against.textContent = reply.sentence;
  field.focus();
  field.select();
});
