// What does a page say? The words of its language: they come once, and the browser keeps them under their id.

let texts = {};
const plurals = new Intl.PluralRules(document.documentElement.lang);

// Nothing can be said before these have come.
export const ready = learn(document.documentElement.dataset.words);

async function learn(id) {
  for (;;) {
    const answer = await fetch(`/words/${id}`).catch(() => null);
    if (answer?.ok) return (texts = await answer.json());
    await new Promise((done) => setTimeout(done, 1000));
  }
}

// The text under this key, its places filled; of several forms the one that its place `number` wants.
export function say(key, places = {}) {
  const text = texts[key];
  const chosen = typeof text === "string" ? text : (text[plurals.select(places.number)] ?? text.other);
  return chosen.replace(/{(\w+)}/g, (_, place) => places[place]);
}
