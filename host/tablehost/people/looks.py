"""Looks of lamps, read backwards: the controller's own table from colour and rhythm to what a state means.

A look is two characters, the letter of a colour and the sign of a rhythm, as the table reports it.
"""

from __future__ import annotations

from collections.abc import Sequence

from cardtable.controller.output import lamps, tunes
from cardtable.engine.asks import base

COLOURS = {"B": "blue", "Y": "yellow", "V": "red", "W": "white"}
BREATH = lamps.BREATH  # the sign of a rhythm that no lamp of a match has
# Look -> task of a player; also of a lamp that reminds.
TASKS = {
    lamps.quicken(look, stage): task for task, (look, _) in lamps.DO_STATES.items() for stage in range(3)
}
TASKS[lamps.BEGIN] = base.NOTHING  # no prompt: it shows where a match can begin
# Look -> verdict on a card; several cards on a pad are wrong, a missing one shows nothing.
VERDICTS = {
    look: verdict if isinstance(verdict, int) else base.WRONG
    for verdict, (look, _) in lamps.PAD_STATES.items()
    if verdict != base.MISSING
}
# Look -> code of a result, whose words have the kind `result`: no head of a catalogue ends in a number.
_COUNTS = {"count-1": "count-one", "count-2": "count-two", "count-3": "count-three", "count-4": "count-four"}
RESULTS = {look: _COUNTS.get(state, state) for state, (look, _) in lamps.RESULT_STATES.items()}


# The same by kind of lamp: look -> name of the tone that is heard when it comes on.
_TONES = [
    {look: tone for look, tone in states.values() if tone}
    for states in (lamps.DO_STATES, lamps.PAD_STATES, lamps.RESULT_STATES)
]


def tune(lamp: int, look: str) -> tuple[int, ...]:
    """Return the notes that are heard with this look: Hertz and milliseconds in turn, () for none.

    `lamp`: 0 for the task, 1 for the card, 2 for the result.
    """
    return tuple(tunes.TUNES.get(_TONES[lamp].get(look, ""), ()))


def lamp_rows() -> tuple[list[tuple[int, str]], list[tuple[int, str]]]:
    """Return the look of DO and PAD lamps, by code, as letter of the colour and sign of the rhythm."""
    return tuple(
        [(code, look) for code, (look, _) in states.items() if look != lamps.OFF and isinstance(code, int)]
        for states in (lamps.DO_STATES, lamps.PAD_STATES)
    )  # type: ignore[return-value]


def tone_of(code: int, is_pad: bool) -> str | None:
    """Return the tone that is heard with such a lamp."""
    tone: str | None = (lamps.PAD_STATES if is_pad else lamps.DO_STATES)[code][1]
    return tone


def beats(sign: str) -> tuple[int, ...]:
    """Return a rhythm as milliseconds lit, dark, lit ...; () for a steady one."""
    return tuple(lamps.RHYTHMS[sign])


def colour(letter: str) -> str:
    """Return a lamp's colour for a page."""
    return "#" + "".join(f"{part:02x}" for part in lamps.COLOURS[letter])


def look(
    picture: Sequence[str], chairs: Sequence[int], seat_pads: int, seated: bool
) -> tuple[list[int], list[int]]:
    """Return (tasks by seat, states by place) of the lamps; `picture`: six characters a pad.

    `chairs`: the pad of each seat. While seats are being taken every pad is its own place.
    """
    tasks = [base.NOTHING] * base.MOST_SEATS
    places = [base.EMPTY] * base.PLACES
    centre_wanted = False
    for pad in range(seat_pads, len(picture)):
        place = base.CENTRE + pad - seat_pads
        do, state = picture[pad][0:2], picture[pad][2:4]
        places[place] = VERDICTS[state]
        if TASKS[do] == base.LAY:
            places[place] = base.MISSING
            centre_wanted = True
    owners = enumerate(chairs) if seated else enumerate(range(seat_pads))
    for place, pad in owners:
        do, state = picture[pad][0:2], picture[pad][2:4]
        tasks[place] = TASKS[do]
        places[place] = VERDICTS[state]
        if tasks[place] in (base.LAY, base.SHOW) and places[place] == base.EMPTY and not centre_wanted:
            places[place] = base.MISSING
    return tasks, places
