// A match that is played alone in this tab: the table's own program, on MicroPython. See firmware/tab.
import { byId, say } from "./texts.js";
import { Picture, draw, make } from "./table.js";
import { Ear } from "./ear.js";

const WAIT_MS = { act: 450, take: 2200 }; // before another player acts
const FOLDER = "/tab/";
const [root, panel, hand, state] = ["match", "panel", "hand", "state"].map(byId);
const buttons = [...panel.querySelectorAll("[data-act]")];
const [keep, choices, form] = ["keep", "choices", "options"].map(byId);
const asked = new URLSearchParams(location.search);
const pace = Number(asked.get("pace") ?? 1);
const picture = new Picture(root);
picture.self = 0;
const ear = new Ear(byId("said"), (word, line) => (word ? act(word) : ear.say(answer(line))));
const held = new Map(); // card -> its place in the hand
let [now, Solo, solo, given, timer, isOver, started, finished] = [];

/** Show what has come of an act, then let the others act. */
function show(text) {
  now = JSON.parse(text);
  const wasHere = panel.contains(document.activeElement);
  picture.show(now, pace > 0);
  const offered = [...now.keys, ...now.acts, now.back && "back"];
  if (now.ending && !isOver) finished = time();
  isOver = Boolean(now.ending);
  keep.hidden = !isOver;
  for (const button of buttons) {
    const isOffered = offered.includes(button.dataset.act);
    button.classList.toggle("now", isOffered);
    button.hidden = !isOffered && !button.dataset.always;
  }
  byId("back").textContent = say("solo-back", { card: now.back });
  const own = byId("own");
  if (own.textContent !== now.own) own.textContent = now.own; // who reads it stays where they are
  own.hidden = !now.own;
  choices.replaceChildren(...now.choices.map(makeChoice));
  ear.hear(now.sentences);
  showHand(now.hand, now.acts.includes("lay"));
  if (wasHere && !panel.querySelector(":focus")?.checkVisibility()) home().focus();
  clearTimeout(timer);
  timer = now.next ? setTimeout(() => show(solo.others()), WAIT_MS[now.next] * pace) : 0;
  root.dataset.waits = now.next ? "" : "you";
}

/** Where the focus goes when what had it is gone: what is asked, else the first card. */
function home() {
  return panel.querySelector("button.now:not([hidden])") ?? hand.querySelector("button") ?? hand;
}

function showHand(cards, mayLay) {
  const names = cards.map(([card]) => card);
  for (const [card, item] of held) {
    if (names.includes(card)) continue;
    item.remove();
    held.delete(card);
  }
  cards.forEach(([card, said], at) => {
    if (!held.has(card)) held.set(card, makeCard(card, said));
    const item = held.get(card);
    item.firstChild.setAttribute("aria-disabled", !mayLay);
    if (hand.children[at] !== item) hand.insertBefore(item, hand.children[at] ?? null);
  });
}

function makeCard(card, said) {
  const button = make("button", "held");
  button.type = "button";
  button.append(draw(root.dataset.faces, card));
  button.setAttribute("aria-label", said);
  button.addEventListener("click", () => act("lay", card));
  return make("li", "", "", button);
}

function makeChoice([what, card, words]) {
  const button = make("button", "now", words);
  button.type = "button";
  button.addEventListener("click", () => act(what, card));
  return button;
}

/** What is said to a single key: the hand, the scores, the own pad, the last result, else what is asked. */
function answer(line) {
  if (line === say("typed-hand")) return now.hand.map(([, said]) => said).join(", ");
  if (line === say("typed-scores")) return listScores() || say("solo-nothing");
  if (line === say("typed-pad")) return nameOwnPad();
  if (line === say("typed-last")) return now.last || say("solo-nothing");
  return now.asked;
}

function listScores() {
  const all = now.players.map((name, seat) => [name, now.standing[seat]?.join(", ")]);
  return all.filter(([, standing]) => standing).map((row) => row.join(": ")).join("; ");
}

/** The own card, which its player knows while it may be taken back, and the lamps of the pad. */
function nameOwnPad() {
  const { card, said, lamps } = now.pads[now.chairs[0]];
  const named = card === "covered" || card === "unknown" ? now.back || say(card) : said || say("no-card");
  return `${now.players[0]}: ${[named, ...lamps.map((lamp) => lamp.meaning).filter(Boolean)].join("; ")}`;
}

function act(what, card = "") {
  if (isOver && what === "ok") begin();
  else show(solo.act(what, card));
}

/** The time of day, as a match file has it. */
const time = () => new Date().toISOString().replace("Z", "+00:00");

/** Hand over the match, which is over, as a file. */
function download() {
  const [name, content] = JSON.parse(solo.file(started, finished));
  const link = make("a");
  link.href = URL.createObjectURL(new Blob([content], { type: "application/jsonl" }));
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10000);
}

function begin() {
  started = time();
  ear.know([]);
  const seed = asked.get("seed") ?? crypto.getRandomValues(new Uint32Array(4)).join();
  const { options, opening } = given.presets[new FormData(form).get("preset")];
  const words = JSON.stringify({ ...given.words, opening });
  solo = Solo(words, seed, JSON.stringify(options), () => Math.round(performance.now()));
  show(solo.document());
}

async function start() {
  const [port, answer] = await Promise.all([import("./micropython.mjs"), fetch("solo.json")]);
  given = await answer.json();
  const python = await port.loadMicroPython({ heapsize: 4 << 20 });
  for (const [path, source] of Object.entries(given.files)) {
    python.FS.mkdirTree((FOLDER + path).replace(/\/[^/]*$/, ""));
    python.FS.writeFile(FOLDER + path, source);
  }
  python.runPython(`import sys; sys.path.append("${FOLDER}")`);
  Solo = python.pyimport(given.module).Solo;
  begin();
}

buttons.forEach((button) => button.addEventListener("click", () => act(button.dataset.act)));
keep.addEventListener("click", download);
form.addEventListener("submit", (event) => {
  event.preventDefault();
  form.hidePopover();
  if (Solo) begin();
});
try {
  await start();
  panel.hidden = false;
  state.hidden = true;
} catch (error) {
  console.error(error);
  state.textContent = say("solo-fails");
}
