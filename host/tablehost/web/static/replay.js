// A game that was played, step by step.
import { say } from "./texts.js";
import { Picture } from "./table.js";
import { fold } from "./fold.js";

const MOMENT_MS = 900;
const byId = (id) => document.getElementById(id);
const [root, slider, play] = [byId("match"), byId("step"), byId("play")];
const picture = new Picture(root);
const steps = [];
let [at, timer] = [0, 0];

function show(to) {
  const isNext = to === at + 1;
  at = Math.max(0, Math.min(to, steps.length - 1));
  const now = steps[at];
  picture.show(now, isNext);
  const where = { n: at + 1, most: steps.length, line: now.line + 1 };
  const text = say(now.number === null ? "step-of" : "step-at", { ...where, record: now.number });
  byId("where").textContent = text;
  slider.value = at;
  slider.setAttribute("aria-valuetext", `${text}. ${now.stories.at(-1)?.said ?? ""}`);
  if (at === steps.length - 1) run(false);
}

function run(on) {
  clearInterval(timer);
  timer = on ? setInterval(() => show(at + 1), MOMENT_MS) : 0;
  play.setAttribute("aria-pressed", on);
  play.textContent = say(on ? "pause" : "play");
}

function go(to) {
  run(false);
  show(to);
}

slider.addEventListener("input", () => go(Number(slider.value)));
byId("back").addEventListener("click", () => go(at - 1));
byId("forth").addEventListener("click", () => go(at + 1));
play.addEventListener("click", () => {
  const on = !timer;
  if (on && at === steps.length - 1) show(0);
  run(on);
});

const answer = await fetch(root.dataset.frames);
if (answer.ok) {
  for (const change of await answer.json()) steps.push(fold(steps.at(-1), change));
  slider.max = steps.length - 1;
  show(0);
} else byId("where").textContent = say("no-frames");
