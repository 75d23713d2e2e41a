// How does a view become a page? `h` describes what should stand there, `draw` changes what stands there into it: by as
// little as possible, so that focus, a held button, a scrolled list and a half-typed name survive every new view.

const SVG = "http://www.w3.org/2000/svg";

// An element: h("p", {class: "quiet"}, "Hello"), h("svg:circle", {r: 3}). Attributes that are null or false are left out;
// `key` marks what stays the same thing when the list around it changes.
export function h(tag, attributes, ...children) {
  const element = tag.startsWith("svg:") ? document.createElementNS(SVG, tag.slice(4)) : document.createElement(tag);
  for (const [name, value] of Object.entries(attributes ?? {})) {
    if (value != null && value !== false) element.setAttribute(name === "key" ? "data-key" : name, value === true ? "" : value);
  }
  element.append(...children.flat(3).filter((child) => child != null && child !== false));
  return element;
}

export function draw(root, ...children) {
  const wanted = root.cloneNode(false);
  wanted.append(...children.flat(3).filter((child) => child != null && child !== false));
  const held = document.activeElement;
  const inside = held !== root && root.contains(held);
  become(root, wanted);
  if (inside && document.activeElement !== held) {
    const next = held.isConnected ? held : root.querySelector("[tabindex='-1']");
    next?.focus({ preventScroll: true });
  }
}

function become(old, wanted) {
  const opened = old.tagName === "DETAILS" && old.open; // by a person: no view closes it again
  for (const { name } of [...old.attributes]) if (!wanted.hasAttribute(name) && !(opened && name === "open")) old.removeAttribute(name);
  for (const { name, value } of wanted.attributes) if (old.getAttribute(name) !== value) old.setAttribute(name, value);
  if (old !== document.activeElement && "value" in old && wanted.hasAttribute("value")) old.value = wanted.getAttribute("value");
  if (old.tagName === "TEXTAREA") return;

  const keyed = new Map();
  for (const child of old.children) if (child.dataset.key) keyed.set(child.dataset.key, child);
  let here = old.firstChild;
  for (const child of [...wanted.childNodes]) {
    const key = child.dataset?.key;
    let same = key ? keyed.get(key) : here;
    if (!same || same.nodeName !== child.nodeName || (!key && same.dataset?.key)) same = null;
    if (same === null) old.insertBefore(child, here);
    else {
      if (same === here) here = here.nextSibling;
      else old.insertBefore(same, here);
      if (same.nodeType === Node.TEXT_NODE) { if (same.data !== child.data) same.data = child.data; }
      else become(same, child);
    }
  }
  while (here) {
    const next = here.nextSibling;
    here.remove();
    here = next;
  }
}

// Call `action(element, event)` for a click on whatever has `data-do="name"`, now or later.
export function onTap(root, actions) {
  root.addEventListener("click", (event) => {
    const element = event.target.closest("[data-do]");
    if (!element || element.getAttribute("aria-disabled") === "true") return;
    actions[element.dataset.do]?.(element, event);
  });
}
