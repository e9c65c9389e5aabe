// The texts of the page, in its language.
const texts = JSON.parse(document.body.dataset.texts);

/** Return a text by its code, with its values filled in. */
export function say(code, values = {}) {
  return texts[code].replace(/\{(\w+)\}/g, (all, name) => (name in values ? values[name] : all));
}
