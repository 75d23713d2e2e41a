// @ts-check
// How does a view become a page? `h` describes what should stand there, `draw` changes what stands there into it: by as
// little as possible, so that focus, a held button, a scrolled list and a half-typed name survive every new view.

/** @typedef {Node | string | false | null | undefined | Child[]} Child */
/** @typedef {Record<string, string | number | boolean | null | undefined>} Attributes */

const SVG = "http://www.w3.org/2000/svg";
const paper = document.implementation.createHTMLDocument(""); // descriptions stand on it: no picture there is fetched

/**
 * The part of this page with this id: its template has it.
 * @param {string} id
 */
export const $ = (id) => /** @type {HTMLElement} */ (document.getElementById(id));

/**
 * What has been left out is nothing.
 * @param {Child[]} children
 */
const present = (children) => /** @type {(Node | string)[]} */ (children.flat(3).filter((child) => child != null && child !== false));

/**
 * An element: h("p", {class: "quiet"}, "Hello"), h("svg:circle", {r: 3}). Attributes that are null or false are left out;
 * `key` marks what stays the same thing when the list around it changes.
 * @param {string} tag
 * @param {Attributes | null} [attributes]
 * @param {Child[]} children
 * @returns {HTMLElement | SVGElement}
 */
export function h(tag, attributes, ...children) {
  /** @type {HTMLElement | SVGElement} */
  const element = tag.startsWith("svg:") ? /** @type {SVGElement} */ (paper.createElementNS(SVG, tag.slice(4))) : paper.createElement(tag);
  for (const [name, value] of Object.entries(attributes ?? {})) {
    if (value != null && value !== false) element.setAttribute(name === "key" ? "data-key" : name, value === true ? "" : String(value));
  }
  element.append(...present(children));
  return element;
}

/**
 * @param {HTMLElement} root
 * @param {Child[]} children
 */
export function draw(root, ...children) {
  const wanted = /** @type {HTMLElement} */ (paper.importNode(root));
  wanted.append(...present(children));
  const held = document.activeElement;
  const inside = held !== root && root.contains(held);
  become(root, wanted);
  if (inside && document.activeElement !== held) {
    const next = held?.isConnected ? held : root.querySelector("[tabindex='-1']");
    if (next instanceof HTMLElement) next.focus({ preventScroll: true });
  }
}

const FIELDS = "input,select,textarea"; // a person may have changed their values, which no attribute tells

/**
 * @param {Element} old
 * @param {Element} wanted
 */
function become(old, wanted) {
  if (old.isEqualNode(wanted) && !old.matches(FIELDS) && !old.querySelector(FIELDS)) return;
  const opened = old instanceof HTMLDetailsElement && old.open; // by a person: no view closes it again
  for (const name of old.getAttributeNames()) if (!wanted.hasAttribute(name) && !(opened && name === "open")) old.removeAttribute(name);
  for (const { name, value } of wanted.attributes) if (old.getAttribute(name) !== value) old.setAttribute(name, value);
  if (old !== document.activeElement && "value" in old && wanted.hasAttribute("value")) old.value = wanted.getAttribute("value");

  /** @type {Map<string, Node>} */
  const keyed = new Map();
  for (const child of old.children) if (keyOf(child)) keyed.set(keyOf(child), child);
  let here = old.firstChild;
  for (const child of [...wanted.childNodes]) {
    const key = keyOf(child);
    const same = key ? keyed.get(key) : here;
    if (!same || same.nodeName !== child.nodeName || (!key && keyOf(same))) {
      old.insertBefore(child, here);
      continue;
    }
    if (same === here) here = here.nextSibling;
    else old.insertBefore(same, here);
    if (same instanceof Element && child instanceof Element) become(same, child);
    else if (same.nodeValue !== child.nodeValue) same.nodeValue = child.nodeValue;
  }
  while (here) {
    const next = here.nextSibling;
    here.remove();
    here = next;
  }
}

/**
 * What this event has met, or the nearest thing around that, of this kind.
 * @param {Event} event
 * @param {string} selector
 * @returns {HTMLElement | null}
 */
export const around = ({ target }, selector) => (target instanceof Element ? target.closest(selector) : null);

/** Does whoever looks want nothing to move? */
export const noMotion = () => matchMedia("(prefers-reduced-motion: reduce)").matches;

/** @param {Node} node */
const keyOf = (node) => (node instanceof Element && node.getAttribute("data-key")) || "";

/**
 * Call the action `name` for a click on whatever has `data-do="name"`, now or later, with all data that it carries.
 * @param {Record<string, (data: Record<string, string>) => void>} actions
 */
export function onTap(actions) {
  document.body.addEventListener("click", (event) => {
    const element = around(event, "[data-do]");
    if (!element || element.getAttribute("aria-disabled") === "true") return;
    const data = /** @type {Record<string, string>} */ ({ ...element.dataset });
    actions[data.do ?? ""]?.(data);
  });
}
