// A match as a picture: the table from above, its lamps, the display, the story.
// `show` takes the snapshot as the server makes it; what has not changed stays as it is, so that nothing that
// somebody reads, or has the focus on, is drawn anew.
import { say } from "./texts.js";
import { fly } from "./flight.js";
import { card as rustle } from "./sound.js";

const SVG = "http://www.w3.org/2000/svg";
const NAMES = ["lamp-task", "lamp-card", "lamp-result"];
const MOST = 40; // stories

/** Return an element with a class, a text and children. */
export function make(tag, kind = "", text = "", ...inner) {
  const made = document.createElement(tag);
  if (kind) made.className = kind;
  if (text) made.textContent = text;
  made.append(...inner);
  return made;
}

function put(element, text) {
  if (element.textContent !== text) element.textContent = text;
}

/** Put a text into an element; `language`: of a text that is in another one than the page. */
export function putIn(element, text, language = "") {
  put(element, text);
  if (language) element.lang = language;
  else element.removeAttribute("lang");
}

/** The key of a card among the faces; a face-down one is like any other. */
function key(card) {
  return card === "covered" || card === "unknown" ? "back" : card.replace("#", "-");
}

// A small picture of a card leaves out what could not be read.
const SMALL = [[76, "_s"], [126, "_m"]]; // px of height, below which; and the mark of its key
const sizes = new ResizeObserver((found) => {
  for (const { target, contentRect } of found) {
    if (!contentRect.height) continue;
    const mark = SMALL.find(([height]) => contentRect.height < height)?.[1] ?? "";
    const href = target.dataset.face + (target.dataset.face.endsWith("#card-back") ? "" : mark);
    if (target.firstChild.getAttribute("href") !== href) target.firstChild.setAttribute("href", href);
  }
});

/** Return the picture of a card; `faces`: the address of all. */
export function draw(faces, card) {
  const picture = document.createElementNS(SVG, "svg");
  const use = document.createElementNS(SVG, "use");
  picture.dataset.face = `${faces}#card-${key(card)}`;
  use.setAttribute("href", picture.dataset.face);
  picture.setAttribute("aria-hidden", "true");
  picture.append(use);
  sizes.observe(picture);
  return picture;
}

/** Return a sign of the faces, such as "chip-R". */
export function sign(faces, name, kind = "sign") {
  const picture = draw(faces, "");
  sizes.unobserve(picture);
  picture.firstChild.setAttribute("href", `${faces}#${name}`);
  picture.setAttribute("class", kind);
  return picture;
}

/** Return the scores as bars, the highest first. `leaders`: in gold; `self`: the seat of who looks. */
export function drawScores(now, leaders, self) {
  const most = Math.max(1, ...now.scores);
  const order = now.players.map((_, seat) => seat).sort((one, other) => now.scores[other] - now.scores[one]);
  return order.map((seat) => {
    const [name, bar] = [make("b", "", seat === self ? say("you") : now.players[seat]), make("i", "score-bar")];
    bar.style.setProperty("--part", Math.max(0, now.scores[seat]) / most);
    return make("li", leaders.includes(seat) ? "won" : "", "", name, bar, make("span", "", now.standing[seat]?.[0] ?? String(now.scores[seat])));
  });
}

/** Return how the last trick, round or vote ended; to a player who is the subject of the sentence as "you". */
export const tellOutcome = (now, self) => now.own_outcomes?.[self] ?? now.outcome;

/** Return who has won, in a sentence. */
export function nameWinners(now, self) {
  const names = now.winners.map((seat) => (seat === self ? say("you") : now.players[seat]));
  const isMine = names.length === 1 && now.winners[0] === self;
  const code = !names.length ? "nobody-wins" : isMine ? "you-win" : names.length > 1 ? "several-win" : "one-wins";
  return say(code, { names: names.join(", ") });
}

function nameOf(pad) {
  if (pad.card === null) return "";
  return pad.card === "covered" || pad.card === "unknown" ? say(pad.card) : pad.said;
}

/** A place for a card, with three lamps and lines below. */
class Place {
  constructor(faces) {
    this.faces = faces;
    this.name = make("b", "name");
    this.score = make("span", "score");
    this.marks = make("span", "marks");
    this.fan = make("ul", "fan");
    this.tiles = make("ul", "tiles");
    this.held = make("ul", "own"); // cards that their player sees, see seat.js
    for (const list of [this.fan, this.tiles, this.held]) list.setAttribute("role", "list");
    this.card = make("span", "card");
    this.card.setAttribute("role", "img");
    this.lamps = NAMES.map(() => make("li", "lamp", "", make("i", "light"), make("span", "meaning")));
    this.lines = make("span", "lines");
    this.spot = make("div", "spot", "", this.fan, make("div", "slot", "", this.card, this.held), make("ul", "lamps", "", ...this.lamps));
    this.root = make("li", "place", "", make("p", "head", "", this.name, this.score, this.marks), this.spot, this.tiles, this.lines);
    this.shown = this.spread = undefined;
    this.beats = ["", "", ""];
  }

  show(name, seen, [score = "", ...lines], spread = {}) {
    const isShown = spread.open && (seen.card === null || seen.card === "covered"); // the table sees its back
    const pad = isShown ? { ...seen, ...spread.open } : seen;
    put(this.name, name);
    put(this.score, score);
    put(this.lines, lines.join("\n"));
    this.showSpread(spread, pad);
    this.showCard(pad);
    pad.lamps.forEach((lamp, at) => this.showLamp(at, lamp));
    this.root.classList.toggle("asked", Boolean(pad.lamps[0]?.colour));
    const isOpen = pad.card !== null && pad.card !== "covered"; // the lamp of a winner stays lit
    this.root.classList.toggle("covered", pad.card === "covered");
    this.root.classList.toggle("wins", isOpen && pad.wins);
  }

  /** Show whether the card here was voted on, and how that ended. */
  judge(isMeant, isAdopted) {
    this.root.classList.toggle("adopted", isMeant && isAdopted);
    this.root.classList.toggle("rejected", isMeant && !isAdopted);
  }

  showCard(pad) {
    this.card.setAttribute("aria-label", nameOf(pad) || say("no-card"));
    if (pad.card === this.shown) return;
    const turns = this.shown === "covered" && pad.card !== null;
    this.shown = pad.card;
    this.card.replaceChildren(...(pad.card === null ? [] : [draw(this.faces, pad.card)]));
    if (turns) turn(this.card.firstChild);
  }

  /** Show what lies here besides the pad; a card that has its place there already is not shown on the pad. */
  showSpread({ fan = [], tiles = [], captured, vetoes, chips, ringed = [] }, pad) {
    const isThere = fan.some((one) => (one.card === "covered" ? pad.done : one.card === pad.card));
    this.root.classList.toggle("fanned", fan.length > 0);
    this.root.classList.toggle("there", isThere || (fan.length > 0 && pad.card === null));
    const spread = JSON.stringify([fan, tiles, captured, vetoes, chips, ringed]);
    if (spread === this.spread) return;
    this.spread = spread;
    this.fill(this.fan, fan);
    this.fill(this.tiles, tiles);
    this.fan.classList.toggle("ringed", fan.some((one) => ringed.includes(one.card)));
    for (const item of this.tiles.children) item.classList.toggle("ringed", ringed.includes(item.dataset.card));
    const marks = [];
    if (captured) marks.push(make("span", "pile", String(captured)));
    if (vetoes !== undefined) for (let at = 0; at < Math.max(vetoes, 1); at += 1) marks.push(sign(this.faces, vetoes ? "sign-veto" : "sign-veto-spent"));
    if (chips !== undefined) for (const chip of "RGBY") {
      const held = chips.split(chip).length - 1;
      marks.push(make("span", "chip", "", sign(this.faces, `chip-${chip}`), String(held)));
      marks.at(-1).dataset.chip = chip;
    }
    if (captured) marks[0].title = marks[0].ariaLabel = say("pile", { n: captured });
    this.marks.replaceChildren(...marks);
  }

  /** Show these cards in a row; one that lay face down there turns over. */
  fill(row, cards) {
    const before = [...row.children];
    const isSame = before.length === cards.length && before.every((old, at) => ["covered", cards[at].card].includes(old.dataset.card));
    cards.forEach((one, at) => {
      const old = before[at];
      if (old?.dataset.card === one.card) return;
      const item = make("li", "", "", draw(this.faces, one.card));
      item.setAttribute("role", "img");
      item.setAttribute("aria-label", one.card === "covered" ? say("covered") : one.said);
      item.dataset.card = one.card;
      if (old) old.replaceWith(item);
      else row.append(item);
      if (isSame) turn(item.firstChild);
    });
    while (row.children.length > cards.length) row.lastChild.remove();
    row.hidden = !cards.length;
  }

  showLamp(at, lamp) {
    const item = this.lamps[at];
    const [light, meaning] = item.children;
    item.dataset.colour = lamp.colour;
    put(light, lamp.sign);
    put(meaning, lamp.meaning);
    item.hidden = !lamp.meaning;
    const beats = lamp.beats.join(" ");
    if (beats === this.beats[at]) return;
    this.beats[at] = beats;
    flash(light, lamp.beats);
  }
}

/** Turn a card over that lay face down. */
function turn(picture) {
  rustle();
  if (matchMedia("(prefers-reduced-motion: reduce)").matches) return;
  picture.animate([{ transform: "rotateY(90deg)" }, { transform: "none" }], { duration: 400, easing: "ease-out" });
}

/** Have a light flash in this rhythm: milliseconds lit, dark, lit ... */
function flash(light, beats) {
  light.getAnimations().forEach((one) => one.cancel());
  if (!beats.length || matchMedia("(prefers-reduced-motion: reduce)").matches) return;
  const whole = beats.reduce((sum, one) => sum + one, 0);
  let at = 0;
  const frames = [];
  beats.forEach((length, number) => {
    const opacity = number % 2 ? 0.15 : 1;
    frames.push({ opacity, offset: at / whole }, { opacity, offset: (at + length) / whole });
    at += length;
  });
  light.animate(frames, { duration: whole, iterations: Infinity });
}

/** The picture of a match in `root`, see templates/match.html. `address`: of its cards; `cards` is added. */
export class Picture {
  constructor(root, address = root.dataset.faces) {
    Object.assign(this, { root, address, faces: address });
    this.isReal = "real" in root.dataset; // hands must do there what the display says
    this.find = (name) => root.querySelector(`.${name}`);
    this.self = -1; // the seat of the person who looks
    this.places = new Map(); // pad -> Place
    this.layout = "";
    this.stories = this.root.querySelector(".story .scroll ol");
    this.told = [];
    this.stories.replaceChildren();
  }

  /** Show a snapshot; `moves`: cards fly to where they now lie. */
  show(now, moves = true) {
    const isEmpty = !now.players.length;
    this.root.classList.toggle("empty", isEmpty);
    this.root.classList.toggle("dark", !now.has_power);
    this.root.classList.toggle("over", Boolean(now.ending));
    const liesOpen = (pad, at) => pad.wins || (at < now.seat_pads && now.revealed === now.number && pad.card && pad.card !== "covered");
    const isOpen = now.pads.some(liesOpen) || now.spreads?.some((one) => one.open); // a trick or a vote lies open
    const said = isEmpty && !now.display ? say("nothing-played") : now.has_power ? now.display : say("no-power");
    const told = now.ending && now.winners ? nameWinners(now, this.self) : isOpen && now.outcome ? `${tellOutcome(now, this.self)}${this.isReal ? `\n${said}` : ""}` : said;
    for (const one of this.root.querySelectorAll(".display")) {
      const text = one.closest(".device") ? said : told;
      putIn(one, text, text === now.display ? now.foreign?.display : "");
    }
    this.showScores(now);
    put(this.find("caption"), now.caption);
    this.lay(now);
    const before = new Map([...this.places].map(([pad, place]) => [pad, place.shown]));
    const flights = moves && !isEmpty && !now.ending ? this.flights(now, before) : [];
    now.chairs.forEach((pad, seat) => {
      const called = seat === this.self ? say("you") : now.players[seat];
      const name = called + (now.away?.includes(seat) ? ` · ${say("is-away")}` : "");
      this.places.get(pad)?.show(name, this.pad(now, pad), now.standing[seat] ?? [], now.spreads?.[seat]);
    });
    const named = (pad) => now.places[pad - now.seat_pads] ?? "";
    this.middle(now).forEach((pad, at, all) => {
      const [card, isAdopted] = now.verdict ?? [];
      this.places.get(pad)?.judge(Boolean(card) && this.pad(now, pad).card === card, isAdopted);
      const name = at && named(all[at - 1]) === named(pad) ? "" : named(pad); // of neighbours once
      this.places.get(pad)?.show(name, this.pad(now, pad), []);
    });
    flights.forEach((one) => fly(...one));
    this.tell(now);
    const ending = this.find("ending");
    put(ending, now.ending);
    ending.hidden = !now.ending;
    this.showTurning(now.turning);
  }

  /** Show the moment that decided, at the end of a match. */
  showTurning(turning) {
    const figure = this.find("turning");
    if (!figure || figure.hidden === !turning) return;
    figure.hidden = !turning;
    put(figure.querySelector("figcaption"), turning?.text ?? "");
    const cards = (turning?.cards ?? []).map(({ card, said }) => {
      const item = make("li", "", "", draw(this.faces, card));
      Object.assign(item, { role: "img", ariaLabel: said });
      return item;
    });
    figure.querySelector("ul").replaceChildren(...cards);
  }

  /** Show the scores next to the table, once there are any. */
  showScores(now) {
    const list = this.find("scores");
    if (!list || !now.scores) return;
    const most = Math.max(0, ...now.scores);
    const leaders = now.ending ? now.winners : now.players.map((_, seat) => seat).filter((seat) => now.scores[seat] === most);
    const rows = most ? drawScores(now, leaders, this.self) : [];
    if (list.innerHTML !== rows.map((row) => row.outerHTML).join("")) list.replaceChildren(...rows);
  }

  pad(now, pad) {
    return now.pads[pad] ?? { card: null, said: "", lamps: [] };
  }

  /** The pads in the middle that are shown: those that the game names, and others that are in use. */
  middle(now) {
    const pads = now.pads.map((_, pad) => pad).slice(now.seat_pads);
    return pads.filter((pad, at) => at < now.shown || now.pads[pad].card !== null || now.pads[pad].lamps[0]?.colour);
  }

  /** Put the places where they belong, unless they are there. */
  lay(now) {
    const middle = this.middle(now);
    const faces = now.cards ? `${this.address}${this.address.includes("?") ? "&" : "?"}of=${now.cards}` : this.address;
    if (faces !== this.faces) this.places.clear();
    this.faces = faces;
    const seats = now.players.length;
    const near = this.self >= 0 && this.self < seats ? [this.self] : [];
    const far = now.players.map((_, at) => (this.self + 1 + at) % seats).filter((seat) => !near.includes(seat));
    const layout = JSON.stringify([far, near, now.chairs, middle, this.faces]);
    if (layout === this.layout) return;
    this.layout = layout;
    const all = (pads) => pads.map((pad) => this.place(pad).root);
    const seated = (row) => all(row.map((seat) => now.chairs[seat]));
    this.find("far").replaceChildren(...seated(far));
    this.find("near").replaceChildren(...seated(near));
    this.find("pads").replaceChildren(...all(middle));
    this.root.dataset.game = now.game;
    this.root.classList.toggle("crowded", far.length > 5);
    this.root.style.setProperty("--far", Math.max(far.length, 1));
    this.root.style.setProperty("--mid", Math.max(middle.length + near.length, 1));
  }

  /** The element of a pad, onto which cards are dragged. */
  placeOf(pad) {
    return this.places.get(pad)?.root;
  }

  place(pad) {
    if (!this.places.has(pad)) this.places.set(pad, new Place(this.faces));
    return this.places.get(pad);
  }

  /** The cards that move: laid ones come from their player, taken ones go to the winner. */
  flights(now, before) {
    const lit = now.pads.map((_, pad) => pad).filter((pad) => pad < now.seat_pads && now.pads[pad].wins);
    const winner = lit.length === 1 ? lit[0] : -1; // of a split trick all keep their cards
    const found = [];
    for (const [pad, place] of this.places) {
      const old = before.get(pad);
      const card = this.pad(now, pad).card;
      if (old === undefined || old === card) continue;
      if (old === null) found.push([place.card, null, place.root]);
      else if (card === null) {
        const to = this.places.get(winner) ?? place;
        found.push([place.card, place.card.firstChild?.cloneNode(true), to.root]);
      }
    }
    return found;
  }

  /** Add the stories that are new; one that has gone is taken away. */
  tell(now) {
    const keyOf = (story) => `${story.record}/${story.text}`;
    const keys = now.stories.map(keyOf);
    let same = 0;
    if (this.told.length && keys.length) {
      const shift = this.told.indexOf(keys[0]);
      if (shift > 0) for (let at = 0; at < shift; at += 1) this.stories.firstChild?.remove();
      if (shift >= 0) this.told.splice(0, shift);
      while (same < this.told.length && this.told[same] === keys[same]) same += 1;
    }
    while (this.stories.children.length > same) this.stories.lastChild.remove();
    now.stories.slice(same, MOST + same).forEach((story) => {
      const text = make("span", "", story.text);
      text.setAttribute("aria-hidden", "true");
      this.stories.append(make("li", story.kind, "", text, make("span", "unseen", story.said)));
    });
    this.told = keys;
    const box = this.stories.parentElement;
    if (same < keys.length) box.scrollTop = box.scrollHeight;
  }
}
