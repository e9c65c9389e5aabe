// The events of a table as they come: a snapshot first, then each change; see tablehost/web/tables.py.
import { fold } from "./fold.js";

const OLD_MS = 3000; // without any event: then what is shown may be out of date

/**
 * Follow the events at `address`: `show(snapshot)` after each, `warn(code, seconds)`
 * when news is old ("old-news") or the table is silent ("table-silent"), `warn("", 0)` when all is well.
 * `others`: what takes events of other kinds.
 */
export class Stream {
  constructor(address, { show, warn, others = {} }) {
    Object.assign(this, { address, show, warn, others });
    this.now = null;
    this.heard = performance.now();
    this.age = 0;
    this.open();
    setInterval(() => this.watch(), 500);
    // A hidden page's stream may have died without an error, so it begins again with a snapshot.
    document.addEventListener("visibilitychange", () => document.hidden || this.open());
    addEventListener("pageshow", (event) => event.persisted && this.open());
    addEventListener("online", () => this.open());
    addEventListener("pagehide", () => this.source?.close());
  }

  open() {
    this.source?.close();
    const source = new EventSource(this.address);
    this.source = source;
    const on = (kind, take) =>
      source.addEventListener(kind, (event) => {
        if (source !== this.source) return;
        this.heard = performance.now();
        take(JSON.parse(event.data));
        this.watch();
      });
    on("snapshot", (whole) => this.take(whole, true));
    on("change", (changed) => this.now && this.take(changed, false));
    on("beat", (beat) => (this.age = beat.age));
    for (const [kind, take] of Object.entries(this.others)) on(kind, take);
  }

  close() {
    this.source?.close();
    this.open = () => {};
    this.warn = () => {};
  }

  take(changed, isWhole) {
    this.now = fold(isWhole ? {} : this.now, changed);
    this.show(this.now, !isWhole);
  }

  /** Say it when news is old; begin again if the stream has ended for good. */
  watch() {
    const silent = performance.now() - this.heard;
    if (silent > OLD_MS) this.warn("old-news", Math.floor(silent / 1000));
    else if (this.age * 1000 > OLD_MS) this.warn("table-silent", Math.floor(this.age));
    else this.warn("", 0);
    if (silent > 2 * OLD_MS && this.source.readyState === EventSource.CLOSED) {
      this.heard = performance.now() - OLD_MS;
      this.open();
    }
  }
}
