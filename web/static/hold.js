// @ts-check
// What is there as long as a button is held: by a thumb (which may move, to scroll), a key, or a helper's click.

import { draw } from "./draw.js";

/**
 * `drawn()` is what the `sheet` shows then, or nothing. Call the function that comes back to take it away.
 * @param {HTMLElement} button
 * @param {HTMLElement} sheet
 * @param {() => import("./draw.js").Child} drawn
 */
export function holdToSee(button, sheet, drawn) {
  /** @type {number | null} */
  let from = null;

  function reveal() {
    const shown = drawn();
    if (!shown) return;
    draw(sheet, shown);
    sheet.hidden = false;
    button.setAttribute("aria-expanded", "true");
  }

  function release() {
    from = null;
    sheet.hidden = true;
    sheet.replaceChildren();
    button.setAttribute("aria-expanded", "false");
  }

  button.addEventListener("pointerdown", (event) => {
    button.setPointerCapture(event.pointerId);
    from = event.clientY;
    reveal();
  });
  button.addEventListener("pointermove", (event) => {
    if (from !== null) sheet.scrollTop = 3 * (from - event.clientY);
  });
  for (const name of ["pointerup", "pointercancel", "lostpointercapture", "blur"]) button.addEventListener(name, release);
  button.addEventListener("keydown", (event) => {
    if (event.key !== " " && event.key !== "Enter") return;
    event.preventDefault();
    if (!event.repeat) reveal();
  });
  button.addEventListener("keyup", release);
  button.addEventListener("click", (event) => {
    if (event.detail !== 0) return;
    reveal();
    setTimeout(release, 10000);
  });
  button.addEventListener("contextmenu", (event) => event.preventDefault());
  document.addEventListener("visibilitychange", release);
  return release;
}
