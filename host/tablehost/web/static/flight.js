// Cards that move over the table; none do where the visitor wants less motion.
import { card as rustle } from "./sound.js";

const LONG_MS = 450;
const [DEAL_MS, APART_MS, MOST_MS] = [350, 60, 1000]; // the flight of a dealt card, from one to the next, all of them

/** How far the middle of an element is from that of another one. */
function lead(from, to) {
  return `translate(${to.left + to.width / 2 - from.left - from.width / 2}px, ${to.top + to.height / 2 - from.top - from.height / 2}px)`;
}

/** Have these cards of a hand come one by one from the middle of `table`; each can be tapped all the while. */
export function deal(cards, table) {
  const apart = Math.min(APART_MS, (MOST_MS - DEAL_MS) / cards.length);
  cards.forEach((_, at) => rustle(at * apart));
  if (matchMedia("(prefers-reduced-motion: reduce)").matches) return;
  const there = table.getBoundingClientRect();
  if (!there.width) return;
  const away = cards.map((card) => ({ transform: lead(card.getBoundingClientRect(), there), opacity: 0 }));
  cards.forEach((card, at) => {
    const timing = { duration: DEAL_MS, delay: at * apart, fill: "backwards", easing: "ease-out" };
    card.animate([away[at], { opacity: 1, offset: 0.3 }, { transform: "none", opacity: 1 }], timing);
  });
}

/** Have a laid card fly from `person` to `spot`; or `gone`, the picture of a taken one, from there. */
export function fly(spot, gone, person) {
  rustle();
  if (matchMedia("(prefers-reduced-motion: reduce)").matches) return;
  const here = spot.getBoundingClientRect();
  const there = person.getBoundingClientRect();
  if (!here.width || !there.width) return;
  const away = { transform: `${lead(here, there)} scale(.7)`, opacity: 0.2 };
  const home = { transform: "none", opacity: 1 };
  if (!gone) {
    spot.firstChild?.animate([away, home], { duration: LONG_MS, easing: "ease-out" });
    return;
  }
  const ghost = document.createElement("span");
  ghost.className = "card ghost";
  ghost.setAttribute("aria-hidden", "true");
  ghost.append(gone);
  ghost.style.left = `${here.left + scrollX}px`;
  ghost.style.top = `${here.top + scrollY}px`;
  ghost.style.width = `${here.width}px`;
  document.body.append(ghost);
  ghost.animate([home, away], { duration: LONG_MS, easing: "ease-in" }).finished.finally(() => ghost.remove());
}
