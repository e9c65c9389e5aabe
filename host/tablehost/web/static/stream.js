// The events of a table as they come: a snapshot first, then each change; see tablehost/web/tables.py.
import { fold } from "./fold.js";

const OLD_MS = 3000; // without any event: then what is shown may be out of date
const AGAIN_MS = 2000; // a page without a stream asks so often for the whole

/**
 * Follow the events at `address`: `show(snapshot)` after each, `warn(code, seconds, isOld)` when news is old
 * ("old-news"), the table is silent ("table-silent") or many pages of this browser are open ("many-pages"),
 * `warn("", 0, false)` when all is well. `others`: what takes events of other kinds.
 *
 * A browser has few connections to a server, so a hidden page lets its stream go, unless `isHeard()`; `hides()`
 * is called before. A page for which no stream is left gets the whole, and asks again. `connect()`: opens what
 * has the events, an EventSource.
 */
export class Stream {
  constructor(address, { show, warn, others = {}, isHeard = () => false, hides = () => {}, connect = (at) => new EventSource(at) }) {
    Object.assign(this, { address, show, warn, others, isHeard, hides, connect });
    this.now = null;
    this.source = null;
    this.known = {}; // event of the whole -> its data
    this.page = 0;
    this.age = this.reveal = 0; // of the newest beat (s)
    this.isPolled = false;
    this.open();
    setInterval(() => this.watch(), 500);
    // Also the stream of a page that is heard may have died without an error: it begins again with a snapshot.
    document.addEventListener("visibilitychange", () => (document.hidden ? this.hide() : this.open()));
    addEventListener("pageshow", (event) => event.persisted && this.open());
    addEventListener("online", () => this.open());
    addEventListener("pagehide", () => this.rest()); // comes before the page is hidden, which then is no news
  }

  /** Begin, unless the page is hidden. `isAgain`: it asks again for the whole. */
  open(isAgain = false) {
    if (!this.source) this.heard = performance.now();
    this.rest();
    if (document.hidden && !this.isHeard()) return;
    const source = this.connect(this.address + (isAgain && this.page ? `&page=${this.page}` : ""));
    this.source = source;
    let isPolled = false;
    const on = (kind, take) =>
      source.addEventListener(kind, (event) => {
        if (source !== this.source) return;
        this.heard = performance.now();
        const isKnown = isAgain && this.known[kind] === event.data && !kind.endsWith("change");
        this.known[kind] = event.data;
        if (!isKnown) take(JSON.parse(event.data));
        this.watch();
      });
    source.addEventListener("once", () => (isPolled = true));
    source.addEventListener("snapshot", () => (this.isPolled = isPolled));
    on("snapshot", (whole) => this.take(whole, true));
    on("change", (changed) => this.now && this.take(changed, false));
    on("beat", ({ age, reveal = 0 }) => Object.assign(this, { age, reveal }));
    for (const [kind, take] of Object.entries(this.others))
      on(kind, (data) => {
        if (kind === "page") this.page = data.page;
        take(data);
      });
    source.addEventListener("error", () => source === this.source && this.fail(isPolled));
  }

  /** Take note that the stream has ended: the server sent the whole alone, or refuses. */
  async fail(isPolled) {
    const source = this.source;
    if (isPolled) {
      source.close();
      this.timer = setTimeout(() => this.open(true), AGAIN_MS);
    } else if (source.readyState === EventSource.CLOSED && this.others.gone) {
      const answer = await fetch(this.address, { method: "HEAD" }).catch(() => null);
      if (answer?.status === 403 && source === this.source) this.others.gone();
    }
  }

  hide() {
    if (!this.source || this.isHeard()) return;
    this.hides();
    this.rest();
  }

  rest() {
    clearTimeout(this.timer);
    this.source?.close();
    this.source = null;
  }

  close() {
    this.rest();
    this.open = () => {};
    this.warn = () => {};
  }

  take(changed, isWhole) {
    this.now = fold(isWhole ? {} : this.now, changed);
    this.show(this.now, !isWhole);
  }

  /** Say it when news is old; begin again if the stream has ended for good. */
  watch() {
    if (!this.source) return;
    const silent = performance.now() - this.heard;
    if (silent > OLD_MS) this.warn("old-news", Math.floor(silent / 1000), true);
    else if (this.age * 1000 > OLD_MS) this.warn("table-silent", Math.floor(this.age), true);
    else if (this.isPolled) this.warn("many-pages", AGAIN_MS / 1000, false);
    else this.warn("", 0, false);
    if (silent > 2 * OLD_MS && this.source.readyState === EventSource.CLOSED) {
      this.heard = performance.now() - OLD_MS;
      this.open();
    }
  }
}
