// The wishes for another seat, on pages of the operator: #wishes is fetched again at each change.
import { byId } from "./texts.js";

export async function renewWishes() {
  const here = byId("wishes");
  const answer = here && (await fetch(location.href).catch(() => null)); // the stream says when the server is gone
  if (!answer?.ok) return;
  const fresh = new DOMParser().parseFromString(await answer.text(), "text/html").getElementById("wishes");
  if (fresh && fresh.innerHTML !== here.innerHTML) here.replaceChildren(...fresh.childNodes);
}
