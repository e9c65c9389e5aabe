// The table of a page in this tab: what a server's stream and acts are elsewhere. See tablehost/web/tab.py.
import { say } from "./texts.js";

const BEAT_MS = 1000; // the table is alive as long as its worker is

/** The stream of the table as long as it is open, with the events of an EventSource. */
class Source extends EventTarget {
  constructor(tab) {
    super();
    this.tab = tab;
    this.readyState = EventSource.OPEN;
    this.timer = setInterval(() => this.tell("beat", '{"age":0}'), BEAT_MS);
    tab.ask({ kind: "open" });
  }

  tell(kind, data) {
    this.dispatchEvent(new MessageEvent(kind, { data }));
  }

  close() {
    clearInterval(this.timer);
    this.readyState = EventSource.CLOSED;
    this.tab.ask({ kind: "close" });
  }
}

/** Offer only as many players as can play with the chosen options. */
function offerPlayers(form) {
  const fits = form.querySelector(":checked").dataset.seats.split(" ");
  const { players } = form.elements;
  for (const one of players.options) one.disabled = !fits.includes(one.textContent);
  if (players.selectedOptions[0].disabled) players.value = [...players.options].find((one) => !one.disabled).value;
}

/** The table, and the buttons of its page that begin a match, or hand one over as a file. */
export class Tab {
  constructor(root) {
    this.root = root;
    this.hasPlayed = Boolean(localStorage.getItem(`played ${root.dataset.game}`)); // to the end, some day
    this.worker = new Worker(new URL("./tab_worker.js", import.meta.url), { type: "module" });
    this.worker.addEventListener("message", ({ data }) => this.hear(data));
    this.worker.addEventListener("error", () => this.tell(say("solo-fails")));
    const asked = new URLSearchParams(location.search);
    const { tab: address, game, preset, offline } = root.dataset;
    const about = { game, preset: JSON.parse(preset), language: document.documentElement.lang, seed: asked.get("seed"), pace: Number(asked.get("pace") ?? 1) };
    this.ask({ kind: "load", address: new URL(address, location).href, about });
    navigator.serviceWorker?.register(offline).catch(() => {}); // a page without it needs the network each time
    const form = document.getElementById("options");
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      form.hidePopover();
      const chosen = new FormData(form);
      this.begin({ options: JSON.parse(chosen.get("options")), players: JSON.parse(chosen.get("players")) });
    });
    form.addEventListener("change", () => offerPlayers(form));
    form.addEventListener("toggle", () => (root.querySelector(".others").open = false));
    offerPlayers(form);
    document.getElementById("again").addEventListener("click", () => this.begin(null));
    document.getElementById("keep").addEventListener("click", () => this.ask({ kind: "file" }));
  }

  ask(message) {
    this.worker.postMessage(message);
  }

  /** Begin a match; `preset`: its options and players, null for those of the last one. */
  begin(preset) {
    this.ask({ kind: "begin", preset });
  }

  connect() {
    this.source = new Source(this);
    return this.source;
  }

  post(body) {
    document.getElementById("state").hidden = true; // it was read
    this.ask({ kind: "act", fields: Object.fromEntries(body) });
    return { ok: true };
  }

  hear({ kind, ...told }) {
    if (kind === "news") this.pass(told);
    else if (kind === "file") this.download(told);
    else this.tell(say(kind === "other" ? "solo-other" : "solo-fails"));
  }

  /** Pass on what is new, in the form of a server's stream. */
  pass({ events, isOver }) {
    if (isOver) localStorage.setItem(`played ${this.root.dataset.game}`, "1");
    for (const event of events.split("\n\n")) {
      const [, told] = event.match(/^event: (.*)$/m) ?? [];
      const [, data] = event.match(/^data: (.*)$/m) ?? [];
      if (told) this.source?.tell(told, data);
    }
  }

  tell(text) {
    const state = document.getElementById("state");
    state.textContent = text;
    state.hidden = false;
  }

  download({ name, content }) {
    const link = document.createElement("a");
    link.href = URL.createObjectURL(new Blob([content], { type: "application/jsonl" }));
    link.download = name;
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 10000);
  }
}
