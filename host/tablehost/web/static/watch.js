// The page of a table that is watched; while nothing is played there it shows the last match again.
import { Picture } from "./table.js";
import { fold } from "./fold.js";
import { follow } from "./follow.js";
import { renewWishes } from "./wishes.js";

const MOMENT_MS = 1500;
const root = document.getElementById("match");
const idle = document.getElementById("idle");
let picture = new Picture(root);
let timer = 0;

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

follow(root, (now, isNews) => {
  idle.hidden = now.players.length > 0;
  if (!idle.hidden && idle.dataset.frames) {
    if (!timer) replay();
  } else {
    if (timer) stop();
    picture.show(now, isNews);
  }
}, { wishes: renewWishes });
