// The steps of a match, shown one by one or by themselves.
import { fold } from "./fold.js";
import { Picture } from "./table.js";

/** Return the steps that an address has, none where it fails. */
export async function load(address) {
  const answer = await fetch(address);
  const steps = [];
  for (const change of answer.ok ? await answer.json() : []) steps.push(fold(steps.at(-1), change));
  return steps;
}

/** `onStep(step, at)` and `onRun(isRunning)` follow what is shown in `root`. */
export class Player {
  constructor(root, steps, momentMs, onStep, onRun) {
    Object.assign(this, { steps, momentMs, onStep, onRun, at: 0, timer: 0 });
    this.picture = new Picture(root);
    this.show(0);
  }

  show(to) {
    const at = Math.max(0, Math.min(to, this.steps.length - 1));
    this.picture.show(this.steps[at], at === this.at + 1);
    this.at = at;
    this.onStep(this.steps[at], at);
    if (at === this.steps.length - 1) this.run(false);
  }

  run(on) {
    clearInterval(this.timer);
    this.timer = on ? setInterval(() => this.show(this.at + 1), this.momentMs) : 0;
    this.onRun(on);
  }

  go(to) {
    this.run(false);
    this.show(to);
  }

  toggle() {
    const on = !this.timer;
    if (on && this.at === this.steps.length - 1) this.show(0);
    this.run(on);
  }
}
