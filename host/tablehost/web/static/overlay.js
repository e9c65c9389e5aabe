// A table over the picture of a camera: everything `data-delay` seconds late, also what is said; with
// `data-nameless` no name of a player is shown.
import { Picture, putIn } from "./table.js";
import { Stream } from "./stream.js";
import { Votes } from "./votes.js";
import { say } from "./texts.js";

const root = document.getElementById("match");
const notice = root.querySelector(".notice");
const picture = new Picture(root);
const late = 1000 * Number(root.dataset.delay);
const TOLD = ["display", "outcome", "notice", "ending", "caption"];

const escape = (text) => text.replace(/[\\^$.*+?()[\]{}|/]/g, "\\$&");

/** Return a snapshot in which seats stand for the names of their players. */
function hideNames(now) {
  const seats = new Map(now.players.map((name, seat) => [name, say("seat", { n: seat + 1 })]));
  const names = [...seats.keys()].filter(Boolean).sort((one, other) => other.length - one.length);
  const any = new RegExp(`(?<![\\p{L}\\p{N}])(${names.map(escape).join("|")})(?![\\p{L}\\p{N}])`, "gu");
  const hide = (text) => (names.length ? text.replace(any, (name) => seats.get(name)) : text);
  const told = Object.fromEntries(TOLD.map((name) => [name, hide(now[name])]));
  const turning = now.turning && { ...now.turning, text: hide(now.turning.text) };
  return { ...now, ...told, turning, players: now.players.map((name) => seats.get(name)) };
}

function show(now, isNews) {
  const shown = "nameless" in root.dataset ? hideNames(now) : now;
  picture.show(shown, isNews);
  notice.hidden = !shown.notice;
  putIn(notice, shown.notice, now.foreign.notice);
}

const votes = new Votes((now) => show(now, false));
new Stream(root.dataset.events, {
  show: (now, isNews) => setTimeout(() => show(votes.take(now, isNews), isNews), late),
  warn() {}, // whoever streams looks at the table itself
});
