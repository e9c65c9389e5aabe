// The page of a table that is watched.
import { say } from "./texts.js";
import { Picture } from "./table.js";
import { Stream } from "./stream.js";
import * as sound from "./sound.js";

const root = document.getElementById("match");
const picture = new Picture(root);
const age = root.querySelector(".age");
const button = document.getElementById("sound");

function warn(code, seconds) {
  const text = code ? say(code, { seconds }) : "";
  root.classList.toggle("old", Boolean(code));
  age.hidden = !code;
  if (age.dataset.code !== code) age.dataset.code = code;
  if (age.textContent !== text) age.textContent = text;
}

button.addEventListener("click", () => {
  sound.turn(!sound.isOn());
  button.setAttribute("aria-pressed", String(sound.isOn()));
});

new Stream(root.dataset.events, {
  show(now, isNews) {
    if (isNews) sound.hear(now);
    else sound.know(now);
    picture.show(now, isNews);
  },
  warn,
});
