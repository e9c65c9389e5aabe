// The page of a seat: the table, the own hand, keys and acts. See tablehost/web/seats.py and chairs.py.
import { say } from "./texts.js";
import { Picture, draw, drawScores, make, nameWinners, putIn, sign, tellOutcome } from "./table.js";
import { follow } from "./follow.js";
import { deal } from "./flight.js";
import { fold } from "./fold.js";
import { drag } from "./drag.js";
import { Cover } from "./cover.js";
import { Ear } from "./ear.js";
import * as sound from "./sound.js";

const byId = (id) => document.getElementById(id);
const root = byId("match");
const tab = root.dataset.tab ? new (await import("./tab.js")).Tab(root) : null; // the table is in this tab
const [state, hand, acts, keys, hint, answer] = ["state", "hand", "acts", "keys", "hint", "answer"].map(byId);
const others = document.querySelector(".others .acts");
const picture = new Picture(root);
const ear = new Ear(byId("said"), (word, line) => (line ? type(line) : press(word)));
const cover = new Cover(byId("cover"), root, byId("mates"));
const held = new Map(); // card -> its place in the hand
let had = []; // the cards of the hand as it was shown
const met = new Set(JSON.parse(localStorage.getItem("hints") ?? "[]"));
const REFUSED = { 403: "refused-seat", 409: "refused-page", 410: "refused-over", 429: "refused-busy" };
const RANKS = "A 1 2 3 4 5 6 7 8 9 10 J L Q E K".split(" "); // of all packs
const KINDS = [/S(#\d+)?$/, /H(#\d+)?$/, /D(#\d+)?$/, /C(#\d+)?$/, /^R\d/, /^B\d/, /^X\d/, /^YES/, /^NO/, /./]; // in their order
const VOTE = /^(YES|NO|DY|DN|SC)\d/;
const BUSY_MS = 700;
const MOST_TAUGHT = 8; // asks of a lesson at which the page marks what is good, without being asked
const LEAST_DEAL = 3; // cards that come at once are a deal, one or two are drawn
const MOST_BRIEF = 16; // characters of a row's words, two of which stand beside each other
const READ_MS = 5000; // an answer stays so long after what it was about
let [busyUntil, awaited] = [0, []]; // a tap on a card waits so long, unless one of these members of `own` changes
let sent = 0; // acts of this page
const teaches = new URLSearchParams(location.search).has("teach") && !tab?.hasPlayed;
const taught = new Set(); // the tasks at which a lesson has marked what is good
let followed; // the number of the answer before the last act
let [now, own, page, answered, fading, todo] = [null, {}, 0, null, 0, ""];

// -- what is shown

function show(isNews = true) {
  if (!now || !own.hand) return;
  picture.self = own.seat;
  picture.show(now, isNews);
  const isOver = !now.players.length || Boolean(now.ending);
  const outcome = tellOutcome(now, own.seat);
  const told = isOver ? (now.ending ? "" : say("seat-idle")) : ((isLooking() || now.isCounted) && outcome) || own.question || own.todo || outcome || waits() || now.display;
  putIn(byId("todo"), told, told === now.display ? now.foreign.display : "");
  byId("todo").classList.toggle("long", byId("todo").textContent.length > 75);
  put(byId("title"), now.title || now.caption);
  byId("panel").classList.toggle("asked", !isOver && Boolean(own.offers.length || (own.listens && own.todo)));
  showEnd();
  showTrumps();
  showHand(isNews);
  showActs();
  showAdvice();
  teach();
  cover.show(now, own);
  if (byId("undo")) byId("undo").disabled = isOver || !own.can_undo;
  showHint();
  put(byId("beside"), [own.lamp, own.beside].filter(Boolean).join(" · "));
  if (byId("lesson")) put(byId("lesson"), now.ending ? "" : own.lesson);
  if (!tab) byId("rules").href = now.game ? `/learn/${now.game}` : "/learn";
  if (own.todo !== todo) fading ||= setTimeout(give, READ_MS, "");
  const given = own.answer || {};
  if (answered && given.n !== answered.n) give(given.text ?? "");
  answered = given; // the first one was read on the page before
  if (isNews && own.todo && own.todo !== todo) sound.call();
  todo = own.todo;
}

/** Show who has won, and the scores as bars. */
function showEnd() {
  const end = byId("end");
  if (end.hidden === !now.ending) return;
  end.hidden = !now.ending;
  if (!now.ending) return;
  for (const ghost of document.querySelectorAll(".ghost")) ghost.remove(); // cards that are on their way
  put(byId("winner"), nameWinners(now, own.seat));
  end.querySelector(".bars").replaceChildren(...drawScores(now, now.winners, own.seat));
  put(end.querySelector(".why"), tellOutcome(now, own.seat));
}

/** Whether all look at the cards of a reveal until this player goes on. */
const isLooking = () => own.offers[0] === "on";

/** Who is waited for, as far as all may know it. */
function waits() {
  const names = now.waits.filter((seat) => seat !== own.seat).map((seat) => now.players[seat]);
  return names.length ? say(names.length > 1 ? "waits-all" : "waits-one", { names: names.join(", ") }) : "";
}

function put(element, text) {
  if (element.textContent !== text) element.textContent = text;
}

function give(text) {
  fading = clearTimeout(fading);
  put(answer, text);
}

/** Show the cards in reach where they lie: on the own place, in the hand, and open ones that may be taken. */
function showHand(isNews) {
  const place = picture.places.get(now.chairs[own.seat]);
  const rows = [
    ...own.pad.map((one) => [one, "pad", place?.held]),
    ...inOrder(own.hand).map((one) => [one, "hand", hand]),
    ...own.open.map((one) => [one, "open", findOpen(one.card)]),
  ].filter(([, , there]) => there);
  const wanted = new Map(rows.map((row) => [nameOf(row[0].card, row[1]), row]));
  for (const [name, item] of held) {
    if (wanted.has(name)) continue;
    const hadFocus = item.contains(document.activeElement);
    const next = item.nextElementSibling ?? item.previousElementSibling;
    item.remove();
    held.delete(name);
    if (hadFocus) (next?.querySelector("button") ?? byId("todo")).focus();
  }
  const taken = new Map(); // list -> how many cards are in it
  for (const [name, [one, where, there]] of wanted) {
    if (!held.has(name)) held.set(name, makeCard(one, where));
    const [item, at] = [held.get(name), taken.get(there) ?? 0];
    if (where === "open") {
      if (item.parentElement !== there) there.append(item);
    } else if (there.children[at] !== item) there.insertBefore(item, there.children[at] ?? null);
    taken.set(there, at + 1);
  }
  for (const one of own.hand) held.get(nameOf(one.card, "hand"))?.firstChild.classList.toggle("unfit", one.unfit);
  for (const [pad, place] of picture.places) place.root.classList.toggle("aim", pad === own.aim);
  hand.style.setProperty("--of", own.hand.length);
  const come = inOrder(own.hand).filter(({ card }) => !had.includes(card));
  had = own.hand.map(({ card }) => card);
  if (isNews && come.length >= LEAST_DEAL) deal(come.map(({ card }) => held.get(nameOf(card, "hand")).firstChild), root.querySelector(".felt"));
  hand.classList.toggle("now", ["lay", "show"].includes(own.offers[0]));
  const takes = own.offers.length > 0 && !["lay", "show", "lift"].includes(own.offers[0]);
  root.classList.toggle("takes", takes && own.open.length > 0);
}

/** The place of an open card on the table: in a row before a seat, else on a pad. */
function findOpen(card) {
  const inRow = [...root.querySelectorAll(".fan [data-card]")].find((one) => one.dataset.card === card);
  const pad = now.pads.findIndex((one) => one.card === card);
  return inRow ?? picture.places.get(pad)?.card.parentElement ?? hand;
}

const nameOf = (card, where) => `${where} ${card} ${picture.faces}`;

/** The chosen order of the hand; that with trumps first only in a game that has them. */
function findOrder() {
  const wanted = localStorage.getItem("order") ?? "suit";
  return wanted === "trumps" && now.trumps === null ? "suit" : wanted;
}

function showTrumps() {
  const [pill, choice] = [byId("trumps"), byId("order").querySelector("[value=trumps]")];
  pill.hidden = !now.trumps;
  put(pill, now.trumps ? say("trumps", { suit: now.trumps_sign }) : "");
  choice.hidden = choice.disabled = now.trumps === null;
  byId("order").value = findOrder();
}

/** The hand in the chosen order; votes and wilds are a group of their own behind the laws. */
function inOrder(cards) {
  const order = findOrder();
  const [rank, suit] = [(card) => RANKS.indexOf(card.replace(/[SHDC](#\d+)?$/, "")), (card) => KINDS.findIndex((one) => one.test(card))];
  const came = (card) => [...held.keys()].indexOf(nameOf(card, "hand")) + 1 || held.size + 1;
  const isTrump = (card) => card.replace(/#\d+$/, "").endsWith(now.trumps || " ");
  const trumps = (card) => rank(card) + (isTrump(card) ? 0 : RANKS.length);
  const by = { suit, rank, dealt: came, trumps }[order];
  const group = (card) => Number(VOTE.test(card));
  return [...cards].sort(({ card: one }, { card: other }) => group(one) - group(other) || by(one) - by(other));
}

function makeCard(one, where) {
  const button = make("button", `held ${where}`);
  button.append(draw(picture.faces, one.card), ...(where === "pad" ? [sign(picture.faces, "sign-secret", "secret")] : []));
  button.setAttribute("aria-label", say(`card-${where}`, { card: one.said }));
  const tap = () => (where === "pad" ? act("lift") : lay(one.card));
  button.disabled = Boolean(own.listens); // the hand is at the table
  drag(button, () => picture.placeOf(own.aim ?? now.chairs[own.seat]), tap);
  return where === "open" ? button : make("li", "", "", button);
}

function lay(card) {
  if (performance.now() < busyUntil) return; // a second tap, before the table has taken the first one
  const shows = own.offers[0] === "show" || byId("show").checked;
  [busyUntil, awaited] = [performance.now() + BUSY_MS, shows ? ["pad", "hand"] : ["task"]];
  if (shows && own.pad.length) act("lift");
  if (shows) act("show", card);
  else act(own.pad.length ? "swap" : "lay", card);
}

/** Show the keys and acts that are asked for; all others are a step away. */
function showActs() {
  const isForCards = ["lay", "show"].includes(own.offers[0]); // then a key that says nothing of its own is not for the hand
  const isAdvised = (key) => findAdvice().act === "press" && findAdvice().word === key;
  const wanted = own.keys.filter(({ key, typed, label }) => !isForCards || typed !== label || isAdvised(key));
  if (own.listens) keys.replaceChildren(...own.rows.map(({ label }) => make("span", "", label))); // keys are at the table
  else {
    const rows = own.rows.map(({ row, label }) => ["pick", row, label]);
    fill(keys, [...rows, ...wanted.map(({ key, typed, label }) => ["press", key, label, typed === label ? "" : `${typed}: ${label}`])]);
  }
  keys.classList.toggle("menu", own.rows.length > 0);
  keys.classList.toggle("with-hand", own.picks_by_card);
  keys.classList.toggle("long", own.rows.some(({ label }) => label.length > MOST_BRIEF));
  const [asked, rest] = [[], []];
  for (const [code, word, text] of listActs()) (own.offers.includes(code) ? asked : rest).push([code, word, text]);
  fill(acts, asked);
  fill(others, rest);
}

function listActs() {
  const mates = now.players.map((name, seat) => [seat, name]).filter(([seat]) => seat !== own.seat);
  const rows = own.acts.filter((code) => !["plug", "advise"].includes(code)).flatMap((code) => {
    if (code === "point") return mates.map(([seat, name]) => [code, String(seat), say("act-point", { name })]);
    if (code === "chip") return [..."RGBY"].map((chip) => [code, chip, say(`act-chip-${chip}`)]);
    return [[code, "", say(`act-${code}`)]];
  });
  for (const seat of now.away) if (seat !== own.seat) rows.push(["free", String(seat + 1), say("act-free", { name: now.players[seat] })]);
  if (own.asked === "give-figure") rows.push(...mates.map(([seat, name]) => ["draw", String(seat), say("act-give", { name })]));
  return rows;
}

/** Fill a group of buttons that can be offered; those that stay keep the focus. */
function fill(group, rows) {
  const names = rows.map(([code, word]) => `${code} ${word}`);
  for (const button of group.querySelectorAll("[data-made]")) {
    if (names.includes(button.dataset.made)) continue;
    if (button === document.activeElement) byId("todo").focus();
    button.remove();
  }
  rows.forEach(([code, word, text, said = ""], at) => {
    let button = [...group.children].find((one) => one.dataset.made === names[at]);
    if (!button) {
      button = make("button");
      Object.assign(button.dataset, { made: names[at], act: code, word });
      group.append(button);
    }
    put(button, text);
    if (said) button.ariaLabel = said;
    mark(button, code === "press" ? word : code);
  });
}

/** Mark a button that is asked for; of several the usual one most. */
function mark(button, code) {
  button.classList.toggle("now", code === own.offers[0]);
  button.classList.toggle("may", own.offers.includes(code));
}

/** The advice that came with the last answer, unless this player has acted since. */
const findAdvice = () => (own.advice && own.answer?.n !== followed ? own.advice : {});

/** Ring what is advised: a card of the hand, an open one, the one on the own pad, a key, an act. */
function showAdvice() {
  const button = byId("advise");
  if (!button) return;
  button.disabled = !byId("panel").classList.contains("asked");
  const { act: code, word } = findAdvice();
  const card = ["lay", "show"].includes(code) ? ["hand", "open"].map((where) => held.get(nameOf(word, where))).find(Boolean) : null;
  const pad = code === "lift" ? picture.places.get(now.chairs[own.seat])?.held?.querySelector(".held") : null;
  const made = [...keys.children, ...acts.children].find(({ dataset }) => dataset.act === code && dataset.word === word);
  const wanted = card?.querySelector("button") ?? card ?? pad ?? made;
  for (const one of document.querySelectorAll(".advised")) if (one !== wanted) one.classList.remove("advised");
  wanted?.classList.add("advised");
}

/** In a lesson have what is good marked, at each of the first asks. */
function teach() {
  const isAsked = byId("panel").classList.contains("asked") && !isLooking();
  if (!teaches || !isAsked || taught.has(own.task) || taught.size >= MOST_TAUGHT) return;
  taught.add(own.task);
  send({ act: "advise" });
}

function showHint() {
  const text = !now.ending && own.hint?.code === own.asked && !met.has(`${now.game} ${own.hint.code}`) ? own.hint.text : "";
  ask(hint, text);
  ask(byId("wish"), own.wish);
}

function ask(element, text = "") {
  put(element.firstElementChild, text);
  element.hidden = !text;
}

// -- what is done

async function send(fields, address = root.dataset.act) {
  give("");
  if (fields.act !== "advise") {
    followed = own.answer?.n;
    showAdvice();
  }
  // A click that comes late is not one on what is asked now, and one that comes twice is one.
  const body = new URLSearchParams({ page, task: own.task ?? "", number: ++sent, ...fields });
  try {
    const got = tab ? tab.post(body) : await fetch(address, { method: "POST", body });
    if (!got.ok) refuse(got.status === 409 && fields.other ? "refused-away" : (REFUSED[got.status] ?? "not-sent"));
  } catch {
    refuse("not-sent");
  }
}

function refuse(code) {
  give(say(code));
  if (code === "not-sent") fading = setTimeout(give, READ_MS, ""); // the network may be back
  ear.say(say(code));
}

function act(code, word = "") {
  if (code === "pick") {
    if (performance.now() < busyUntil) return;
    [busyUntil, awaited] = [performance.now() + BUSY_MS, ["task"]];
  }
  if (now && own.hand) showActs();
  if (code === "free") send({ other: word }, root.dataset.leave);
  else send({ act: code, word });
}

const press = (word) => act("press", word);
const type = (line) => send({ line });

document.addEventListener("click", (event) => {
  const button = event.target.closest("button");
  if (button?.dataset.act) act(button.dataset.act, button.dataset.word ?? "");
  else if (button?.dataset.line) type(button.dataset.line);
  else if (!button && event.target.closest(".felt, .todo") && isLooking()) act("on");
});
document.addEventListener("keydown", (event) => {
  if (event.key !== " " || !isLooking() || event.target.closest("button, input, select, summary, a")) return;
  event.preventDefault();
  act("on");
});
byId("line").addEventListener("submit", (event) => {
  event.preventDefault();
  const typed = byId("typed");
  const line = typed.value.trim();
  if (line && !ear.answer(line)) type(line);
  typed.value = "";
});
hint.querySelector("button").addEventListener("click", () => {
  met.add(`${now.game} ${own.hint.code}`);
  localStorage.setItem("hints", JSON.stringify([...met]));
  showHint();
  byId("todo").focus();
});
for (const code of ["by-hand", "slower"]) byId(code)?.addEventListener("change", ({ target }) => act(code, target.checked ? "on" : ""));
byId("large").checked = localStorage.getItem("large") === "on";
byId("large").addEventListener("change", ({ target }) => {
  localStorage.setItem("large", target.checked ? "on" : "");
  enlarge();
});
const enlarge = () => document.documentElement.classList.toggle("large", byId("large").checked);
enlarge();
byId("order").addEventListener("change", (event) => {
  localStorage.setItem("order", event.target.value);
  show(false);
});
// -- events

function explain(text, button) {
  state.replaceChildren(text, ...(button ? [" ", button] : []));
  state.hidden = !text;
  if (text) ear.say(text);
}

const stream = follow(
  root,
  (shown, isNews) => {
    now = shown;
    show(isNews);
  },
  {
    mates(given) {
      cover.share(given);
      show(false);
    },
    page(given) {
      page = given.page;
      explain("");
    },
    own(whole) {
      own = whole;
      const cards = (own.hand ?? []).map((one) => one.said).join(", ");
      ear.begin(own.sentences ?? [], cards ? `${hand.ariaLabel}: ${cards}. ${own.todo}` : own.listens && own.todo);
      show(false);
    },
    "own-change"(changed) {
      own = fold(own, changed);
      if (awaited.some((name) => name in changed)) busyUntil = 0;
      ear.hear(own.sentences ?? []);
      show();
    },
    elsewhere() {
      const button = make("button", "", say("play-here"));
      button.addEventListener("click", () => stream.open());
      explain(say("elsewhere"), button);
    },
    gone() {
      stream.close();
      const link = make("a", "button", say("to-table"));
      link.href = root.dataset.events.replace(/\/seat\/.*/, "");
      explain(say("seat-left"), link);
      byId("panel").hidden = true;
    },
  },
  ear,
  tab ? () => tab.connect() : undefined,
);
