// The time for which all look at a reveal, as a thin gold line along the lower edge of the felt.

/** The line in `root`; a person who plays alone has none, but goes on. */
export class Glance {
  constructor(root) {
    this.line = root.querySelector(".glance");
    this.ms = 0;
  }

  /** `seconds`: for which all look, 0 for no fixed time. */
  show(now, isNews, seconds) {
    this.ms = 1000 * seconds;
    const before = this.revealed;
    this.revealed = now.revealed ?? -1;
    const isAlone = now.persons === 1;
    if (isAlone || this.revealed !== before) this.end();
    if (isNews && this.ms && !isAlone && this.revealed > before) this.begin();
  }

  begin() {
    this.line.hidden = false;
    this.timer = setTimeout(() => this.end(), this.ms);
    if (matchMedia("(prefers-reduced-motion: reduce)").matches) return;
    this.line.animate([{ scale: "1 1" }, { scale: "0 1" }], { duration: this.ms, fill: "forwards" });
  }

  end() {
    clearTimeout(this.timer);
    this.line.hidden = true;
    this.line.getAnimations().forEach((one) => one.cancel());
  }
}
