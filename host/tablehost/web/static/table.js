// A match as a picture: the table from above, its lamps, the display, the story.
// `show` takes the snapshot as the server makes it; what has not changed stays as it is, so that nothing that
// somebody reads, or has the focus on, is drawn anew.
import { say } from "./texts.js";
import { fly } from "./flight.js";

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

/** The key of a card among the faces; a face-down one is like any other. */
function key(card) {
  return card === "covered" || card === "unknown" ? "back" : card.replace("#", "-");
}

/** Return the picture of a card; `faces`: the address of all. */
export function draw(faces, card) {
  const picture = document.createElementNS(SVG, "svg");
  const use = document.createElementNS(SVG, "use");
  use.setAttribute("href", `${faces}#card-${key(card)}`);
  picture.setAttribute("aria-hidden", "true");
  picture.append(use);
  return picture;
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
    this.card = make("span", "card");
    this.card.setAttribute("role", "img");
    this.lamps = NAMES.map(() => make("li", "lamp", "", make("i", "light"), make("span", "meaning")));
    this.lines = make("span", "lines");
    this.spot = make("span", "spot", "", this.card, make("ul", "lamps", "", ...this.lamps));
    this.root = make("li", "place", "", this.name, this.spot, this.lines);
    this.shown = undefined;
    this.beats = ["", "", ""];
  }

  show(name, pad, lines) {
    put(this.name, name);
    put(this.lines, lines.join("\n"));
    this.showCard(pad);
    pad.lamps.forEach((lamp, at) => this.showLamp(at, lamp));
    this.root.classList.toggle("asked", Boolean(pad.lamps[0]?.colour));
    this.root.classList.toggle("wins", Boolean(pad.lamps[2]?.colour));
  }

  showCard(pad) {
    this.card.setAttribute("aria-label", nameOf(pad) || say("no-card"));
    if (pad.card === this.shown) return;
    this.shown = pad.card;
    this.card.replaceChildren(...(pad.card === null ? [] : [draw(this.faces, pad.card)]));
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
    this.find = (name) => root.querySelector(`.${name}`);
    this.places = new Map(); // pad -> Place
    this.layout = "";
    this.stories = this.root.querySelector(".story ol");
    this.legend = this.root.querySelector(".legend");
    this.meanings = "";
    this.told = [];
    this.stories.replaceChildren();
  }

  /** Show a snapshot; `moves`: cards fly to where they now lie. */
  show(now, moves = true) {
    const isEmpty = !now.players.length;
    this.root.classList.toggle("empty", isEmpty);
    this.root.classList.toggle("dark", !now.has_power);
    put(this.find("display"), isEmpty && !now.display ? say("nothing-played") : now.has_power ? now.display : say("no-power"));
    put(this.find("caption"), now.caption);
    this.lay(now);
    const before = new Map([...this.places].map(([pad, place]) => [pad, place.shown]));
    const flights = moves && !isEmpty ? this.flights(now, before) : [];
    now.chairs.forEach((pad, seat) => {
      const name = now.players[seat] + (now.away?.includes(seat) ? ` · ${say("is-away")}` : "");
      this.places.get(pad)?.show(name, this.pad(now, pad), now.standing[seat] ?? []);
    });
    const named = (pad) => now.places[pad - now.seat_pads] ?? "";
    this.middle(now).forEach((pad, at, all) => {
      const name = at && named(all[at - 1]) === named(pad) ? "" : named(pad); // of neighbours once
      this.places.get(pad)?.show(name, this.pad(now, pad), []);
    });
    flights.forEach((one) => fly(...one));
    this.explain(now);
    this.tell(now);
    const ending = this.find("ending");
    put(ending, now.ending);
    ending.hidden = !now.ending;
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
    const faces = now.cards ? `${this.address}&of=${now.cards}` : this.address;
    if (faces !== this.faces) this.places.clear();
    this.faces = faces;
    const layout = JSON.stringify([now.far, now.near, now.chairs, middle, this.faces]);
    if (layout === this.layout) return;
    this.layout = layout;
    const all = (pads) => pads.map((pad) => this.place(pad).root);
    const seats = (row) => all(row.map((seat) => now.chairs[seat]));
    this.find("far").replaceChildren(...seats(now.far));
    this.find("near").replaceChildren(...seats(now.near));
    this.find("pads").replaceChildren(...all(middle));
    this.root.classList.toggle("crowded", now.players.length > 4);
    this.root.style.setProperty("--row", Math.max(now.far.length, now.near.length, 1));
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
    const lit = now.pads.map((_, pad) => pad).filter((pad) => pad < now.seat_pads && now.pads[pad].lamps[2]?.colour);
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

  /** Explain each look that a lamp has now, once: where there are many seats, only here in words. */
  explain(now) {
    const lit = now.pads.flatMap((pad) => pad.lamps).filter((lamp) => lamp.colour && lamp.meaning);
    const found = new Map(lit.map((lamp) => [lamp.colour + lamp.sign + lamp.meaning, lamp]));
    const meanings = [...found.keys()].sort().join("/");
    if (meanings === this.meanings) return;
    this.meanings = meanings;
    const rows = [...found.values()].map((lamp) => {
      const row = make("li", "lamp", "", make("i", "light", lamp.sign), make("span", "", lamp.meaning));
      row.dataset.colour = lamp.colour;
      return row;
    });
    this.legend.replaceChildren(...rows);
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
