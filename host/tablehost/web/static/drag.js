// A card that is tapped, or dragged onto a pad. A tap is the usual way; a drag begins behind a threshold.
const FAR_PX = 10;

/** Have a button dragged: `tap()` when it is clicked, or dropped on or above the element `target()`. */
export function drag(button, target, tap) {
  let [start, moved] = [null, false];
  const end = () => {
    [start, moved] = [null, false];
    button.style.translate = "";
    button.classList.remove("dragged");
  };
  button.addEventListener("pointerdown", (event) => {
    if (!event.isPrimary || event.button) return;
    start = [event.clientX, event.clientY];
    moved = false;
    button.setPointerCapture(event.pointerId);
  });
  button.addEventListener("pointermove", (event) => {
    if (!start) return;
    const [x, y] = [event.clientX - start[0], event.clientY - start[1]];
    if (!moved && Math.hypot(x, y) < FAR_PX) return;
    moved = true;
    button.classList.add("dragged");
    button.style.translate = `${x}px ${y}px`;
  });
  button.addEventListener("pointerup", (event) => {
    const wasMoved = moved;
    end();
    if (!wasMoved) return;
    const swallow = (click) => click.stopImmediatePropagation();
    button.addEventListener("click", swallow, { capture: true, once: true });
    setTimeout(() => button.removeEventListener("click", swallow, { capture: true }));
    const pad = target()?.getBoundingClientRect();
    if (pad && event.clientY < pad.bottom + FAR_PX) tap();
  });
  button.addEventListener("pointercancel", end);
  button.addEventListener("click", tap);
}
