// The first minute: two tricks, whose ends the server has worked out by the rules. See Lessons.first_minute in tablehost/web/learn.py.
import { say } from "./texts.js";
import { Picture, draw, make, sign } from "./table.js";
import { drag } from "./drag.js";

const root = document.getElementById("first");
const picture = new Picture(root);
const [todo, acts, hand, goal] = [".todo", ".acts", ".hand", ".goal"].map((name) => root.querySelector(name));
const BACK = { card: "covered", said: "" };
let [script, at, own, isOpen, captured] = [null, 0, null, false, 0];

const trick = () => script.tricks[at];
const end = () => trick().ends[own.card];
const isGood = () => own.card === trick().good;
const left = () => script.hand.filter(({ card }) => card in trick().ends && card !== own?.card);

/** The snapshot of a match, as pages of tables have it. */
function snapshot(others = trick().others) {
  const lying = [own && (isOpen ? own : BACK), ...others.map((one) => (isOpen ? one : BACK)), trick().pool];
  const winner = isOpen ? end().winner : -1;
  const pads = lying.map((one, seat) => ({ said: "", ...(one || { card: null }), lamps: [], wins: seat === winner }));
  return {
    game: script.game, players: script.players, chairs: [0, 1, 2, 3], seat_pads: 4, pads, places: [script.pool], shown: 1,
    has_power: true, display: "", caption: "", ending: "", stories: [], standing: [], spreads: [{ captured }],
  };
}

function show(said, buttons = []) {
  picture.show(snapshot());
  todo.textContent = said;
  acts.replaceChildren(...buttons.map(([text, act]) => {
    const button = make("button", "gold", text);
    button.addEventListener("click", act);
    return button;
  }));
  const place = picture.places.get(0);
  place.held.replaceChildren(...(own && !isOpen ? [makeCard(own, "pad", deal)] : []));
  place.root.classList.toggle("aim", !own);
  hand.replaceChildren(...left().map((one) => makeCard(one, "hand", () => lay(one))));
  hand.style.setProperty("--of", left().length);
  hand.classList.toggle("now", !isOpen);
}

function makeCard(one, where, tap) {
  const button = make("button", `held ${where}`);
  button.append(draw(picture.faces, one.card), ...(where === "pad" ? [sign(picture.faces, "sign-secret", "secret")] : []));
  button.ariaLabel = where === "pad" ? say("card-pad", { card: one.said }) : one.said;
  button.classList.toggle("advised", where === "hand" && !own && one.card === trick().good);
  drag(button, () => picture.placeOf(0), tap);
  return make("li", "", "", button);
}

function deal() {
  [own, isOpen] = [null, false];
  show(trick().said);
}

function lay(one) {
  if (isOpen) return;
  own = one;
  show("", [[say("first-turn"), open]]);
  acts.firstChild.focus();
}

function open() {
  isOpen = true;
  show(end().said, [isGood() ? [say("first-on"), goOn] : [say("first-back"), deal]]);
  acts.firstChild.focus();
}

function goOn() {
  captured += script.players.length + 1;
  at += 1;
  if (at < script.tricks.length) return deal();
  at -= 1;
  finish();
}

/** Show what the tricks are good for. */
function finish() {
  todo.textContent = script.aim.said;
  acts.replaceChildren();
  for (const hidden of [root.querySelector(".felt"), hand, acts]) hidden.hidden = true;
  goal.querySelector(".bars").replaceChildren(...script.aim.bars.map(({ suit, points }) => {
    const bar = make("i", "score-bar");
    bar.style.setProperty("--part", points / script.aim.most);
    return make("li", "", "", make("b", "", suit), bar, make("span", "", `${points} / ${script.aim.most}`));
  }));
  goal.hidden = false;
  goal.querySelector(".gold").focus();
}

script = await fetch(root.dataset.script).then((answer) => answer.json()).catch(() => null);
root.hidden = !script;
if (script) {
  picture.self = 0;
  deal();
}
