// Cards that move over the table; none do where the visitor wants less motion.
const LONG_MS = 450;

/** Have a laid card fly from `person` to `spot`; or `gone`, the picture of a taken one, from there. */
export function fly(spot, gone, person) {
  if (matchMedia("(prefers-reduced-motion: reduce)").matches) return;
  const here = spot.getBoundingClientRect();
  const there = person.getBoundingClientRect();
  if (!here.width || !there.width) return;
  const x = there.left + there.width / 2 - here.left - here.width / 2;
  const y = there.top + there.height / 2 - here.top - here.height / 2;
  const away = { transform: `translate(${x}px, ${y}px) scale(.7)`, opacity: 0.2 };
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
