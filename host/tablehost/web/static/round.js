// The round of a game's page, step by step.
import { say } from "./texts.js";
import { Player, load } from "./player.js";

const root = document.getElementById("round");
const rows = document.querySelectorAll(".rows li");

function begin(steps) {
  function onStep(now, at) {
    const told = say("round-step", { n: at + 1, all: steps.length });
    root.querySelector(".step").textContent = `${told} ${now.said}`;
    rows.forEach((row, number) => {
      if (number === now.row) row.setAttribute("aria-current", "step");
      else row.removeAttribute("aria-current");
    });
  }

  const button = root.querySelector("[data-to=play]");
  const onRun = (on) => (button.textContent = say(on ? "round-pause" : "round-play"));
  const player = new Player(root.querySelector(".match"), steps, 1500, onStep, onRun);
  const ways = {
    back: () => player.go(player.at - 1),
    forth: () => player.go(player.at + 1),
    play: () => player.toggle(),
  };
  root.addEventListener("click", (event) => ways[event.target.dataset.to]?.());
  document.addEventListener("keydown", (event) => {
    const way = { ArrowLeft: "back", ArrowRight: "forth" }[event.key];
    if (!way || event.altKey || event.ctrlKey || event.metaKey || event.target.closest(".scroll")) return;
    event.preventDefault();
    ways[way]();
  });
  root.hidden = false;
}

const steps = await load(root.dataset.frames);
if (steps.length) begin(steps);
