export const byId = (id) => document.getElementById(id);
const texts = JSON.parse(document.body.dataset.texts);

/** Return a text of the page, with its values filled in. */
export function say(code, values = {}) {
  return texts[code].replace(/\{(\w+)\}/g, (all, name) => (name in values ? values[name] : all));
}
