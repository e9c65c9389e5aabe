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
const CODES = ["card", "cards", "game", "of"]; // members that are no text for people

const escape = (text) => text.replace(/[\\^$.*+?()[\]{}|/]/g, "\\$&");

/** Return a snapshot in which seats stand for the names of their players. */
function hideNames(now) {
  const seats = new Map(now.called.flatMap((names, seat) => names.map((name) => [name, say("seat", { n: seat + 1 })])));
  const names = [...seats.keys()].sort((one, other) => other.length - one.length);
  const any = new RegExp(`(?<![\\p{L}\\p{N}])(${names.map(escape).join("|")})(?![\\p{L}\\p{N}])`, "gu");
  const hide = (member, value) => (typeof value === "string" && !CODES.includes(member) ? value.replace(any, (name) => seats.get(name)) : value);
  return names.length ? JSON.parse(JSON.stringify(now), hide) : now;
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
