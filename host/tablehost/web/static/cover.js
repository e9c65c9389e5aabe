// Several players at one screen: a cover between their turns, so that each sees the own hand alone.
import { say } from "./texts.js";
import { make } from "./table.js";

const OPENED = "opened"; // of this tab: the seat whose player has tapped the cover on another page
const SAME_TURN_MS = 1000; // two asks of one player that come so close need no cover between them
const SETTLE_MS = 300; // what hands do by themselves is done by then; and a cover with another name takes no tap

/** `links`: where ways to the other players' pages stand. */
export class Cover {
  constructor(dialog, root, links) {
    Object.assign(this, { dialog, root, links });
    [this.next, this.back] = dialog.querySelectorAll("button");
    [this.me, this.mates] = ["", []]; // the other players of this screen: seat, name, address
    this.isOpen = sessionStorage.getItem(OPENED) === location.pathname;
    sessionStorage.removeItem(OPENED);
    this.restsSince = null; // since when this player has not been asked
    this.wantedSince = null; // since when a cover has been wanted
    this.held = null; // the seat of the next player, who was told to wait
    dialog.addEventListener("cancel", (event) => event.preventDefault());
    this.next.addEventListener("click", () => this.pass());
    this.back.addEventListener("click", () => {
      this.held = this.mate.seat;
      this.uncover();
    });
  }

  /** Take the players of this screen; of those whom it knew before a new start, the server is told. */
  share({ me, mates }) {
    const lost = this.mates.filter(({ seat }) => !mates.some((one) => one.seat === seat));
    for (const { address } of lost) fetch(`${address}/hide`, { method: "POST" });
    Object.assign(this, { me, mates });
    this.links.replaceChildren(...mates.map((mate) => Object.assign(make("a", "", say("to-mate", mate)), { href: mate.address })));
  }

  show(now, own) {
    const isAsked = now.waits.includes(own.seat);
    if (isAsked && this.restsSince && performance.now() - this.restsSince > SAME_TURN_MS) this.isOpen = false;
    this.restsSince = isAsked ? null : (this.restsSince ?? performance.now());
    if (isAsked || !now.waits.includes(this.held)) this.held = null;
    this.mate = isAsked ? null : this.mates.find(({ seat }) => now.waits.includes(seat) && seat !== this.held);
    const isShared = this.mates.length > 0 && now.players.length > 0 && !now.ending;
    const isMine = isAsked && !this.isOpen;
    this.root.classList.toggle("shut", isShared && this.held === null && (isMine || !isAsked));
    clearTimeout(this.timer);
    if (!isShared || !(isMine || this.mate)) {
      this.wantedSince = null;
      this.dialog.close();
      return;
    }
    this.wantedSince ??= performance.now();
    const wait = this.dialog.open ? 0 : this.wantedSince + SETTLE_MS - performance.now();
    if (wait > 0) this.timer = setTimeout(() => this.show(now, own), wait);
    else this.cover(this.mate?.name ?? this.me);
  }

  cover(name) {
    const text = say("cover", { name });
    if (!this.dialog.open) this.dialog.showModal();
    else if (text === this.next.textContent) return;
    this.next.textContent = text;
    this.back.textContent = say("cover-back", { name: this.me });
    this.back.hidden = !this.mate;
    this.next.disabled = true; // a tap that is on its way is for the name before
    setTimeout(() => (this.next.disabled = false), SETTLE_MS);
  }

  /** The player whose turn it is looks alone. */
  pass() {
    if (!this.mate) {
      this.isOpen = true;
      this.uncover();
      return;
    }
    sessionStorage.setItem(OPENED, this.mate.address);
    location.assign(this.mate.address);
  }

  uncover() {
    this.dialog.close();
    this.root.classList.remove("shut");
  }
}
