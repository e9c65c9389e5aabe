// The referee's page: records, and corrections, shown before; see tablehost/web/referee.py.
import { byId, say } from "./texts.js";
import { Stream } from "./stream.js";
import { fold } from "./fold.js";
import { renewWishes } from "./wishes.js";
import { make } from "./table.js";

const desk = byId("desk");
const [said, preview, choices, notice] = ["said", "preview", "choices", "notice"].map(byId);
let page = 0;
let now = {};
let shown = null; // the preview that is open
let stage = ""; // for which the choices were written
let asked = null; // what had the focus before

async function send(what, fields = {}) {
  const body = new URLSearchParams({ page, ...fields });
  try {
    const answer = await fetch(`${desk.dataset.address}/${what}?lang=${desk.dataset.lang}`, { method: "POST", body });
    return answer.status === 204 ? {} : await answer.json();
  } catch {
    return { text: say("desk-failed") };
  }
}

const tell = (text = "", hint = "") => (said.textContent = `${text}\n${hint}`.trim());

function open(section) {
  for (const one of [preview, choices]) one.hidden = one !== section;
  (section?.querySelector("h2") ?? (asked?.isConnected ? asked : byId("acts"))).focus();
}

async function look(line, key = "") {
  const found = await send("preview", { line, key });
  if (!found.ok) byId("typed").value = line; // to be said in other words
  show(found);
}

function show(found) {
  tell(found.is_preview && found.ok ? "" : found.text, found.hint);
  if (found.further) said.append("\n", way(found.further));
  if (!found.is_preview) return;
  shown = found;
  const { before, after, gone = [], new: come = [] } = found;
  const rows = found.ok ? [found.text] : [];
  if (found.key) {
    const scores = before === after ? ["desk-same"] : ["desk-before", "desk-after"];
    rows.push(...scores.map((code) => say(code, found)));
    rows.push(...gone.map((text) => say("desk-gone", { text })), ...come.map((text) => say("desk-new", { text })));
  }
  byId("what").textContent = found.what ?? "";
  byId("changes").replaceChildren(...rows.filter(Boolean).map((text) => make("li", "", text)));
  open(preview);
}

function way({ text, line, act, word, on }) {
  const button = make("button", "", text);
  Object.assign(button.dataset, act ? { act } : word ? { word } : { line });
  if (word) button.ariaPressed = on;
  return button;
}

/** Return buttons, and a field for anything else, which those for several cards fill. */
function ways(rows, prefix, fitting = [], several = []) {
  const made = [...rows, ...several].map(way);
  if (!prefix) return made;
  const field = Object.assign(make("input"), { required: true, maxLength: 100, autocomplete: "off" });
  const list = make("datalist", "", "", ...fitting.map((word) => new Option(word)));
  list.id = prefix.trim().replaceAll(" ", "-");
  field.setAttribute("list", list.id);
  const label = make("label", "", `${say("desk-other")} `, field);
  const form = make("form", "acts", "", label, list, make("button", "", say("desk-look")));
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    look(prefix + field.value, choices.contains(form) ? stage : "");
  });
  const fill = () => (field.value = made.filter((one) => one.ariaPressed === "true").map((one) => one.dataset.word).join(" "));
  for (const one of made) {
    if (!one.dataset.word) continue;
    one.addEventListener("click", () => fill(one.ariaPressed = one.ariaPressed !== "true"));
    fill();
  }
  return [...made, form];
}

async function choose(act) {
  const found = await send("choices", { line: act });
  tell(found.text, found.hint);
  if (!found.ok) return;
  stage = found.key;
  byId("chosen").textContent = found.what;
  byId("rows").replaceChildren(...ways(found.rows, found.prefix, [], found.several));
  open(choices);
}

function keep(list, rows) {
  const at = [...list.querySelectorAll("button")].indexOf(document.activeElement);
  list.replaceChildren(...rows);
  if (at >= 0) list.querySelectorAll("button")[at]?.focus();
}

function draw(changed, whole) {
  const before = now;
  now = fold(whole ? {} : now, changed);
  if (now.acts !== before.acts)
    keep(byId("acts"), now.acts.map((act) => make("li", "", "", make("small", "", act.stage), ...act.parts.map(way))));
  if (now.waiting !== before.waiting) {
    byId("waiting").hidden = !now.waiting.length;
    const rows = now.waiting.map((one) =>
      make("li", "", `${one.text} `, ...(one.acts ?? []).map(way), ...ways(one.rows, one.prefix, one.fitting)));
    keep(byId("waiting").querySelector("ul"), rows);
  }
  for (const name of ["faults", "readers"]) byId(name).replaceChildren(...now[name].map((text) => make("li", "", text)));
  byId("sound").hidden = now.faults.length > 0;
  if (now.records === before.records) return;
  const news = !whole && changed.more?.records;
  const list = byId("records");
  if (!news) list.replaceChildren();
  list.prepend(...(news || now.records).map(record).reverse());
  while (list.rows.length > now.records.length) list.lastElementChild.remove();
}

function record(one) {
  const row = byId("record").content.cloneNode(true).firstElementChild;
  for (const cell of row.querySelectorAll("[data-of]")) cell.textContent = one[cell.dataset.of];
  return row;
}

document.addEventListener("click", (event) => {
  const button = event.target.closest("button");
  const { line, act, seat } = button?.dataset ?? {};
  if (!choices.contains(button) && (line || act || seat)) asked = button;
  if (act) choose(act);
  else if (line) look(line, choices.contains(button) ? stage : "");
  else if (seat) look(`${seat} ${byId("seat").value}`);
});
byId("line").addEventListener("submit", (event) => {
  event.preventDefault();
  asked = byId("typed");
  look(byId("typed").value);
});
byId("do").addEventListener("click", async () => {
  const { line, key } = shown;
  const found = await send("do", { line, key });
  show(found);
  if (!found.is_preview) open();
});
function leave() {
  send("leave");
  tell(say("desk-left"));
  open();
}
byId("leave").addEventListener("click", leave);
document.addEventListener("keydown", (event) => event.key === "Escape" && !preview.hidden && leave());

new Stream(`${desk.dataset.address}/events?lang=${desk.dataset.lang}`, {
  show({ players }) {
    const seats = byId("seat");
    if (seats.options.length !== players.length)
      seats.replaceChildren(...players.map((name, seat) => new Option(`${seat + 1} ${name}`, seat + 1)));
  },
  warn: (code, seconds) => (notice.textContent = code && say(code, { seconds })),
  others: {
    page: (given) => (page = given.page),
    wishes: renewWishes,
    desk: (whole) => draw(whole, true),
    "desk-change": (changed) => draw(changed, false),
  },
});
