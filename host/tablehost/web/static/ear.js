// The table by ear: one live region, one sentence an event, a history to step through; see match/speech.py.
import { say } from "./texts.js";
import * as sound from "./sound.js";

const MOST = 60; // sentences in the live region
const SINGLE = { r: "again", b: "back", f: "forth", t: "since", y: "yes", n: "no", k: "ok", h: "hand", s: "scores", p: "pad", a: "asked", l: "last" };
const HISTORY = ["again", "back", "forth", "since"];
const plain = (text) => text.toLowerCase().normalize("NFD").replace(/\p{M}/gu, "");
const byId = (id) => document.getElementById(id);

export class Ear {
  /** `region`: the live region; `act(word, line)`: presses a key, or has a line typed. */
  constructor(region, act) {
    Object.assign(this, { region, act, all: [], last: 0, at: 1 });
    const section = byId("by-ear");
    byId("ear").addEventListener("click", () => this.turn(section.hidden));
    for (const name of ["wording", "rate"]) {
      byId(name).value = localStorage.getItem(name) ?? byId(name).value;
      byId(name).addEventListener("change", (event) => localStorage.setItem(name, event.target.value));
    }
    byId("voice").addEventListener("change", () => speechSynthesis.cancel());
    section.addEventListener("click", (event) => event.target.dataset.ear && this.do(event.target.dataset.ear));
    document.addEventListener("keydown", (event) => this.key(event));
    if (localStorage.getItem("ear")) this.turn(true);
  }

  turn(isOn) {
    byId("by-ear").hidden = !isOn;
    byId("ear").setAttribute("aria-pressed", String(isOn));
    if (isOn) localStorage.setItem("ear", "1");
    else localStorage.removeItem("ear");
    if (!isOn) speechSynthesis.cancel();
  }

  /** Take the whole history: say what is new, and on a page that opens `now` alone. */
  begin(sentences, now) {
    if (this.last && (sentences.at(-1)?.n ?? 0) >= this.last) return this.hear(sentences);
    this.know(sentences);
    if (now) this.say(now);
  }

  /** Take note of sentences; who steps through them stays there. */
  know(sentences) {
    const isAtEnd = this.at > this.last;
    this.all = sentences;
    this.last = sentences.at(-1)?.n ?? 0;
    if (isAtEnd) this.at = this.last + 1;
  }

  /** Say the sentences that are new. */
  hear(sentences) {
    const fresh = sentences.filter((one) => one.n > this.last);
    this.know(sentences);
    for (const one of fresh) {
      if (!byId("by-ear").hidden) sound.tell(one.kind);
      this.say(this.word(one), one.lang);
    }
  }

  word(one) {
    return byId("wording").value === "short" ? one.short.join("\n") : one.full;
  }

  say(text, lang = "") {
    const line = document.createElement("p");
    if (lang) line.lang = lang;
    line.textContent = text;
    this.region.append(line);
    while (this.region.children.length > MOST) this.region.firstChild.remove();
    if (!this.isSpeaking()) return;
    const spoken = new SpeechSynthesisUtterance(text);
    Object.assign(spoken, { rate: Number(byId("rate").value), lang: lang || document.documentElement.lang });
    speechSynthesis.speak(spoken);
  }

  isSpeaking() {
    return byId("voice").checked && !byId("by-ear").hidden;
  }

  /** Step through the history, or say again. */
  do(word) {
    speechSynthesis.cancel();
    if (word === "since") {
      const asked = this.all.map((one) => one.kind === "asked");
      const since = this.all.slice(asked.lastIndexOf(true, Math.max(0, asked.lastIndexOf(true) - 1)) + 1);
      since.forEach((one) => this.say(this.word(one), one.lang));
      return;
    }
    const newest = this.all.length - 1;
    const here = this.all.findIndex((one) => one.n >= this.at);
    const step = { again: here < 0 ? -1 : 0, back: -1, forth: 1 }[word];
    const one = this.all[Math.min(newest, Math.max(0, (here < 0 ? newest + 1 : here) + step))];
    if (!one) return;
    this.at = one.n;
    this.say(this.word(one), one.lang);
  }

  /** Answer a typed line about the history; return false for any other. */
  answer(line) {
    const found = HISTORY.find((word) => `${plain(line)} `.startsWith(`${plain(say(`typed-${word}`))} `));
    if (found) this.do(found);
    return Boolean(found);
  }

  key(event) {
    if (!byId("single").checked || event.ctrlKey || event.altKey || event.metaKey) return;
    if (event.target.matches("input:not([type=checkbox]):not([type=range]), select, textarea")) return;
    const word = SINGLE[event.key.toLowerCase()];
    if (!word) return;
    event.preventDefault();
    if (HISTORY.includes(word)) this.do(word);
    else if (["yes", "no", "ok"].includes(word)) this.act(word);
    else this.act("", say(`typed-${word}`));
  }
}
