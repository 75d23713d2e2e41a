// @ts-check
// How does a phone stay awake while its player waits? By the browser's wake lock, where there is one: over HTTPS only.
// Else by a film of nothing, for no phone locks while a film plays; browsers play none before the first touch.
//
// Which film counts: in Chrome one that fills a fifth of the window, in Firefox one with a sound track, in Safari one
// that has sound, is not muted, and is no loop. So ours is stretched behind the page, and its sound is silence.

import { $, h } from "./draw.js";
import { say } from "./words.js";

const IPHONE = CSS.supports("-webkit-touch-callout", "none");
const REWIND = 10; // seconds; the film has 20

// Copied into this document: only here is it fetched before the first touch.
const film = /** @type {HTMLVideoElement} */ (
  document.importNode(h("video", { class: "awake", src: `/static/awake.${IPHONE ? "mp4" : "webm"}`, preload: "auto", playsinline: true, disableremoteplayback: true, disablepictureinpicture: true, tabindex: -1, "aria-hidden": "true" }))
);
film.muted = !IPHONE; // what is not muted stops other music
let touched = false;
let locked = false;

async function keepAwake() {
  if (!touched || document.visibilityState !== "visible" || locked) return;
  locked = await lock();
  if (locked || !film.paused) return;
  if (!film.isConnected) document.body.prepend(film);
  const plays = await film.play().then(() => true, () => false);
  $("asleep").textContent = plays ? "" : say("every.may-sleep");
  $("asleep").hidden = plays;
}

/** Ask for a wake lock; the browser takes it back when the page is left. */
async function lock() {
  try {
    const sentinel = await navigator.wakeLock.request("screen");
    sentinel.addEventListener("release", () => (locked = false));
    return true;
  } catch {
    return false; // there is none over plain HTTP, nor while a phone saves its battery
  }
}

/** From the first touch on, keep this phone awake as long as the page is to be seen. */
export function stayAwake() {
  film.addEventListener("timeupdate", () => {
    if (film.currentTime > REWIND) film.currentTime = 0;
  });
  document.addEventListener("visibilitychange", keepAwake);
  addEventListener("pageshow", keepAwake);
  addEventListener("click", () => {
    touched = true;
    keepAwake();
  });
}
