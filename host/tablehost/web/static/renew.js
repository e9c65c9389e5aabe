// A page of the journal that renews itself: its part #live is fetched again at each change.
import { byId, say } from "./texts.js";
import { Stream } from "./stream.js";

const REST_MS = 1000; // between two fetches
const live = byId("live");
const notice = byId("notice");
let noted = "";
let isFetching = false;
let isStale = false;

async function renew() {
  isStale = true;
  if (isFetching) return;
  isFetching = true;
  while (isStale) {
    isStale = false;
    const answer = await fetch(location.href).catch(() => null); // the stream says when the server is gone
    if (answer?.ok) {
      const page = new DOMParser().parseFromString(await answer.text(), "text/html");
      const fresh = page.getElementById("live");
      if (fresh && fresh.innerHTML !== live.innerHTML) live.replaceChildren(...fresh.childNodes);
    }
    await new Promise((done) => setTimeout(done, REST_MS));
  }
  isFetching = false;
}

new Stream(live.dataset.events, {
  show(now) {
    noted = now.notice;
    if (!noted) renew();
  },
  warn(code, seconds, isOld) {
    const text = code ? say(isOld ? "old-news" : code, { seconds }) : noted;
    document.body.classList.toggle("old", isOld || (!code && Boolean(noted)));
    notice.hidden = !text;
    if (notice.textContent !== text) notice.textContent = text;
  },
});
