// Votes that were cast face down turn over one by one, in the order of the seats, and are counted along.
import { say } from "./texts.js";

const [APART_MS, MOST_MS] = [500, 3000]; // from one vote to the next, for all of them

/** `show` takes each snapshot on the way to what lies there. */
export class Votes {
  constructor(show) {
    Object.assign(this, { show, turned: Infinity, wasThere: true });
  }

  /** Return a snapshot as it is to be shown now; the rest of it follows by itself. */
  take(now, isNews) {
    const isThere = Boolean(now.verdict);
    if (isThere && !this.wasThere && isNews) this.turned = 0;
    else if (!isThere) this.turned = Infinity;
    this.wasThere = isThere;
    this.now = now;
    clearTimeout(this.timer);
    return this.shown();
  }

  shown() {
    const counts = this.now.verdict?.[2] ?? [];
    const voters = counts.flatMap((sums, seat) => (sums ? [seat] : []));
    if (this.turned >= voters.length) return this.now;
    const hidden = voters.slice(this.turned);
    const [yes, no] = this.turned ? counts[voters[this.turned - 1]] : [0, 0];
    this.timer = setTimeout(() => {
      this.turned += 1;
      this.show(this.shown());
    }, Math.min(APART_MS, MOST_MS / voters.length));
    const spreads = this.now.spreads.map((one, seat) => (hidden.includes(seat) ? { ...one, open: null } : one));
    return { ...this.now, spreads, verdict: null, own_outcomes: {}, outcome: say("votes-so-far", { yes, no }), isCounted: true };
  }
}
