// A table that is followed by a page: its events, its tones once they are asked for, and a notice above it.
import { say } from "./texts.js";
import { Stream } from "./stream.js";
import * as sound from "./sound.js";

/**
 * Follow the table of `root`: `show(snapshot, isNews)` after each event; `others`: see Stream; `tell(text)`: says
 * once that news is late.
 */
export function follow(root, show, others, tell = () => {}) {
  const notice = root.querySelector(".notice");
  const button = document.getElementById("sound");
  let noted = "";
  button.addEventListener("click", () => {
    sound.turn(!sound.isOn());
    button.setAttribute("aria-pressed", String(sound.isOn()));
  });
  return new Stream(root.dataset.events, {
    show(now, isNews) {
      noted = now.notice;
      if (isNews) sound.hear(now);
      else sound.know(now);
      show(now, isNews);
    },
    warn(code, seconds) {
      const text = code ? say(code, { seconds }) : noted;
      if (code && !root.classList.contains("old")) tell(text);
      root.classList.toggle("old", Boolean(code));
      notice.hidden = !text;
      if (notice.textContent !== text) notice.textContent = text;
    },
    others,
  });
}
