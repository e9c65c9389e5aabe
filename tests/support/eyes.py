"""Recognition of lamp states from their light over a second or two.

The tables of colours and rhythms are the controller's own; the observed light is compared with them. A colour
is recognised by its hue, for its brightness is up to the driver.
"""

from __future__ import annotations

from collections.abc import Sequence

from cardtable.controller.input.poll_schedule import LATE_MS, SWEEP_MS
from cardtable.controller.output.lamps import BREATH, COLOURS, OFF, RHYTHMS

Light = tuple[int, int, int]
Shine = tuple[int, str | None, int]  # since when, colour or darkness, brightness
Run = tuple[bool, int]  # lit, for how many us

GRAIN_US = SWEEP_MS * 1000  # between two looks
LOOK_US = (LATE_MS + SWEEP_MS) * 500  # after the beginning of a sweep: none begins then, so a look costs none
WATCH_US = 2_000 * max(sum(beats) for beats in RHYTHMS.values())  # two rounds of the longest rhythm
PATIENCE_US = 20 * WATCH_US
SLACK_US = GRAIN_US + 5_000  # an edge is seen at the next look


class Eyes:
    """`look` at the lights whenever the firmware may have changed them, at `next_look` at the latest."""

    def __init__(self, lamps: int) -> None:
        self._lights: list[Light] = []
        # Before the power came all was dark for an unlimited time.
        self._since = -WATCH_US
        self._seen: list[list[Shine]] = [[(-WATCH_US, None, 0)] for _ in range(lamps)]
        self._look = -1  # the last look by which the picture was made out
        self._picture: str | None = None
        self._unclear_from = 0

    def look(self, now: int, lights: Sequence[Light]) -> None:
        """See these lights at `now` us."""
        if lights == self._lights:
            return
        for seen, light in zip(self._seen, lights, strict=True):
            letter = hue(light)
            if (letter, max(light)) != seen[-1][1:]:
                seen.append((now, letter, max(light)))
        self._lights = list(lights)

    def forget(self, now: int) -> None:
        """Drop the observations until `now`."""
        self._since = now

    def picture(self, now: int) -> str | None:
        """Return all lamps, two characters each as in the controller's table; None if they must be watched
        longer.

        Raises RuntimeError for lamps that match no entry of the table.
        """
        if now - self._since < WATCH_US:
            self._unclear_from = now
            return None
        if self._look != now // GRAIN_US:
            self._look = now // GRAIN_US
            states = [self._state(seen, now - WATCH_US, now) for seen in self._seen]
            known = [state for state in states if state is not None]
            self._picture = "".join(known) if len(known) == len(states) else None
            if self._picture is not None:
                self._unclear_from = now
            elif now - self._unclear_from > PATIENCE_US:
                raise RuntimeError(f"nobody can tell what lamp {states.index(None)} is")
        return self._picture

    def _state(self, seen: list[Shine], start: int, now: int) -> str | None:
        """Return the state of one lamp from `start` to `now`; None if it was none all the time."""
        while len(seen) > 1 and seen[1][0] <= start:
            seen.pop(0)
        letters = {letter for _, letter, _ in seen if letter is not None}
        if not letters:
            return OFF
        if len(letters) > 1:
            return None
        if len({level for _, letter, level in seen if letter is not None}) > 1:
            return f"{letters.pop()}{BREATH}"
        edges = [max(start, seen[0][0]), *[at for at, _, _ in seen[1:]], now]
        runs = [(letter is not None, edges[i + 1] - edges[i]) for i, (_, letter, _) in enumerate(seen)]
        fitting = [sign for sign, beats in RHYTHMS.items() if fits(runs, beats)]
        if len(fitting) > 1:
            raise RuntimeError(f"nobody can tell the rhythms {' and '.join(fitting)} apart")
        return f"{letters.pop()}{fitting[0]}" if fitting else None


def hue(light: Light) -> str | None:
    """Return the letter of the colour that is most like this one, None for darkness."""
    if not any(light):
        return None

    def likeness(letter: str) -> float:
        colour = COLOURS[letter]
        size = sum(part * part for part in colour) ** 0.5
        return float(sum(a * b for a, b in zip(colour, light, strict=True)) / size)

    return max(COLOURS, key=likeness)


def fits(runs: Sequence[Run], beats: Sequence[int]) -> bool:
    """Return True if a lamp of this rhythm ((ms lit, ms dark) pairs in turn) can be seen so. First and last
    run are cut off by the beginning and the end of the watch.
    """
    if not beats:
        return len(runs) == 1 and runs[0][0]
    return any(_follows(runs, beats, first) for first in range(len(beats)))


def _follows(runs: Sequence[Run], beats: Sequence[int], first: int) -> bool:
    for i, (is_lit, us) in enumerate(runs):
        at = (first + i) % len(beats)
        beat = beats[at] * 1000
        whole = 0 < i < len(runs) - 1
        if is_lit != (at % 2 == 0) or us > beat + SLACK_US or (whole and us < beat - SLACK_US):
            return False
    return True
