// A match is judged here, from the bytes of its file; the server's word counts for names of cards alone.
import { byId, say } from "./texts.js";
import { make } from "./table.js";
import { judge, NotAGame } from "./judge.js";
import { agreesWithBrowser } from "./sha256.js";

const UNREAD = 255; // a card that the table could not read is sealed as this
const PARTS = ["order", "chain", "cards", "signature"];
const [place, result] = [byId("verdict"), byId("result")];
const found = JSON.parse(place.dataset.found);
const { file, names } = place.dataset;

const state = (kind) => make("span", `state ${kind}`, say(`state-${kind}`));
const cell = (inner, at) => make(at ? "td" : "th", "", "", inner ?? "–");

function fill(id, rows) {
  byId(id).replaceChildren(...rows.map((row) => make("tr", "", "", ...row.map(cell))));
  byId(id).parentElement.hidden = !rows.length;
}

function conclude(kind, text) {
  result.className = `state ${kind}`;
  result.textContent = text;
}

function words({ record, code }) {
  return record === null ? found[code] : say("at-record", { n: record, text: found[code] });
}

/** The rows of a part: its findings, or that it is fine, or what can only be remarked. */
function partRows(told, part) {
  const { state: signed, record } = told.signature;
  const own = told.findings.filter((one) => one.part === part || (one.part === "end" && part === "order"));
  const title = say(`part-${part}`);
  if (own.length) return own.map((one) => [title, state("finding"), words(one)]);
  if (part === "signature") {
    const kind = { signed: "fine", broken: "finding" }[signed] ?? "remark";
    return [[title, state(kind), say(`signature-${signed}`, { n: record })]];
  }
  const opened = told.values.filter((one) => one.opened !== null).length;
  const counts = { n: told.records, heads: told.heads.length, opened, values: told.values.length };
  const rows = [[title, state("fine"), say(`fine-${part}`, counts)]];
  if (part === "order" && told.lost) rows.push([title, state("remark"), say("judge-lost")]);
  if (part === "cards" && (told.unproved || told.keyless)) rows.push([title, state("remark"), say("judge-unproved")]);
  return rows;
}

function show(told, cards) {
  const bad = told.findings.find(({ record }) => record === told.firstBad);
  if (bad) conclude("finding", say("judge-bad", { text: words(bad) }));
  else conclude("fine", say(told.over ? "judge-good" : "judge-good-so-far", { first: told.first, last: told.last }));
  fill("parts", PARTS.flatMap((part) => partRows(told, part)));
  fill("heads", told.heads.map((one) => [one.record, one.stage, one.words]));
  fill(
    "values",
    told.values.map(({ handle, committed, opened, value, checked, named }) => {
      const kind = opened === null ? "closed" : checked ? "fine" : "remark";
      return [handle, committed, opened, value, named || value === UNREAD ? say("by-hand") : cards[value], state(kind)];
    }),
  );
}

/** Judge a file; `cards`: names by number, for a game of this kind. */
function read(text, { game, names: cards }) {
  try {
    const told = judge(text);
    show(told, JSON.parse(text.slice(0, text.indexOf("\n"))).game === game ? cards : {});
  } catch (error) {
    if (!(error instanceof NotAGame)) throw error;
    for (const id of ["parts", "heads", "values"]) fill(id, []);
    conclude("finding", say("judge-no-game", { n: error.line, text: found[error.code] }));
  }
}

let known = { game: "", names: {} };

async function take(chosen) {
  if (!chosen) return;
  byId("command").textContent = `cardtable verify ${chosen.name}`;
  read(await chosen.text(), known);
}

byId("file").addEventListener("click", (event) => (event.target.value = "")); // the same one may be chosen again
byId("file").addEventListener("change", (event) => take(event.target.files[0]));
addEventListener("dragover", (event) => event.preventDefault());
addEventListener("drop", (event) => {
  event.preventDefault();
  take(event.dataTransfer.files[0]);
});

if ((await agreesWithBrowser()) === false) byId("own").textContent = say("judge-disagrees");
if (names) {
  const [text, told] = await Promise.all([fetch(file), fetch(names)]);
  if (told.ok) known = await told.json();
  if (text.ok) read(await text.text(), known);
  else conclude("finding", say("no-frames"));
}
