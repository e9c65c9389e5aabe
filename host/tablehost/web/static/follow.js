// A table that is followed by a page: its events, its tones once they are asked for, and a notice above it.
import { say } from "./texts.js";
import { Glance } from "./glance.js";
import { Stream } from "./stream.js";
import * as sound from "./sound.js";
import { putIn } from "./table.js";
import { Votes } from "./votes.js";

/**
 * Follow the table of `root`: `show(snapshot, isNews)` after each event; `others`: see Stream; `ear`: says once
 * that news is late; `connect`: see Stream. A page that sounds or speaks keeps its stream when it is hidden.
 */
export function follow(root, show, others, ear = null, connect = undefined) {
  const notice = root.querySelector(".notice");
  const button = document.getElementById("sound");
  const glance = new Glance(root);
  const votes = new Votes((now) => show(now, false));
  let [noted, language] = ["", ""];
  button.addEventListener("click", () => {
    sound.turn(!sound.isOn());
    button.setAttribute("aria-pressed", String(sound.isOn()));
  });
  let stream = null;
  stream = new Stream(root.dataset.events, {
    show(now, isNews) {
      [noted, language] = [now.notice, now.foreign.notice];
      if (isNews) sound.hear(now);
      else sound.know(now);
      show(votes.take(now, isNews), isNews);
      glance.show(now, isNews, stream?.reveal ?? 0);
    },
    warn(code, seconds, isOld) {
      const text = code ? say(code, { seconds }) : noted;
      if (isOld && !root.classList.contains("old")) ear?.say(text);
      root.classList.toggle("old", isOld);
      notice.hidden = !text;
      putIn(notice, text, code ? "" : language);
    },
    others,
    connect,
    isHeard: () => sound.isOn() || Boolean(ear?.isSpeaking()),
    hides: () => root.dataset.hide && navigator.sendBeacon(root.dataset.hide),
  });
  return stream;
}
