// The page of a table that is watched; while nothing is played there it shows the last match again.
import { say } from "./texts.js";
import { Picture } from "./table.js";
import { Stream } from "./stream.js";
import { fold } from "./fold.js";
import * as sound from "./sound.js";

const MOMENT_MS = 1500;
const root = document.getElementById("match");
const idle = document.getElementById("idle");
const notice = root.querySelector(".notice");
const button = document.getElementById("sound");
let picture = new Picture(root);
let timer = 0;
let noted = "";

function warn(code, seconds) {
  const text = code ? say(code, { seconds }) : noted;
  root.classList.toggle("old", Boolean(code));
  notice.hidden = !text;
  if (notice.textContent !== text) notice.textContent = text;
}

/** Show the last match step by step, again and again, until `stop`. */
async function replay() {
  timer = -1;
  const answer = await fetch(idle.dataset.frames);
  if (!answer.ok || timer !== -1) return;
  const steps = [];
  for (const change of await answer.json()) steps.push(fold(steps.at(-1), change));
  picture = new Picture(root, idle.dataset.faces);
  let at = 0;
  timer = setInterval(() => picture.show(steps[at++ % steps.length]), MOMENT_MS);
}

function stop() {
  clearInterval(timer);
  timer = 0;
  picture = new Picture(root);
}

button.addEventListener("click", () => {
  sound.turn(!sound.isOn());
  button.setAttribute("aria-pressed", String(sound.isOn()));
});

new Stream(root.dataset.events, {
  show(now, isNews) {
    noted = now.notice;
    if (isNews) sound.hear(now);
    else sound.know(now);
    idle.hidden = now.players.length > 0;
    if (!idle.hidden && idle.dataset.frames) {
      if (!timer) replay();
    } else {
      if (timer) stop();
      picture.show(now, isNews);
    }
  },
  warn,
});
