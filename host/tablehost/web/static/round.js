// The round of a game's page, step by step.
import { fold } from "./fold.js";
import { say } from "./texts.js";
import { Picture } from "./table.js";

const PAUSE_MS = 1500;
const root = document.getElementById("round");
const rows = document.querySelectorAll(".rows li");

function begin(frames) {
  let now = {};
  const steps = frames.map((frame) => (now = fold(now, frame)));
  const picture = new Picture(root.querySelector(".match"));
  const button = root.querySelector("[data-to=play]");
  let at = 0;
  let clock = 0;

  function go(to) {
    const next = Math.min(Math.max(to, 0), steps.length - 1);
    picture.show(steps[next], next === at + 1);
    at = next;
    const told = `${say("round-step", { n: at + 1, all: steps.length })} ${steps[at].said}`;
    root.querySelector(".step").textContent = told;
    rows.forEach((row, number) => {
      if (number === steps[at].row) row.setAttribute("aria-current", "step");
      else row.removeAttribute("aria-current");
    });
    if (at === steps.length - 1) stop();
  }

  function stop() {
    clearInterval(clock);
    clock = 0;
    button.textContent = say("round-play");
  }

  const ways = {
    back: () => (stop(), go(at - 1)),
    forth: () => (stop(), go(at + 1)),
    play() {
      if (clock) return stop();
      if (at === steps.length - 1) go(0);
      button.textContent = say("round-pause");
      clock = setInterval(() => go(at + 1), PAUSE_MS);
    },
  };
  root.addEventListener("click", (event) => ways[event.target.dataset.to]?.());
  document.addEventListener("keydown", (event) => {
    const way = { ArrowLeft: "back", ArrowRight: "forth" }[event.key];
    if (!way || event.altKey || event.ctrlKey || event.metaKey || event.target.closest(".scroll")) return;
    event.preventDefault();
    ways[way]();
  });
  root.hidden = false;
  go(0);
}

const answer = await fetch(root.dataset.frames);
const frames = answer.ok ? await answer.json() : [];
if (frames.length) begin(frames);
