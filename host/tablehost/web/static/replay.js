// A match that was played, step by step.
import { byId, say } from "./texts.js";
import { Player, load } from "./player.js";

const [root, slider, play, where] = ["match", "step", "play", "where"].map(byId);

function begin(steps) {
  function onStep(now, at) {
    const values = { n: at + 1, most: steps.length, line: now.line + 1, record: now.number };
    where.textContent = say(now.number === null ? "step-of" : "step-at", values);
    slider.value = at;
    slider.setAttribute("aria-valuetext", `${where.textContent}. ${now.stories.at(-1)?.said ?? ""}`);
  }

  function onRun(on) {
    play.setAttribute("aria-pressed", on);
    play.textContent = say(on ? "pause" : "play");
  }

  slider.max = steps.length - 1;
  const player = new Player(root, steps, 900, onStep, onRun);
  slider.addEventListener("input", () => player.go(Number(slider.value)));
  byId("back").addEventListener("click", () => player.go(player.at - 1));
  byId("forth").addEventListener("click", () => player.go(player.at + 1));
  play.addEventListener("click", () => player.toggle());
}

const steps = await load(root.dataset.frames);
if (steps.length) begin(steps);
else where.textContent = say("no-frames");
