"""The meaning of a lamp, from the table's report of its look: the controller's own table read backwards."""

from __future__ import annotations

from collections.abc import Mapping

from cardtable.controller.output import lamps
from tablehost.match.events import Lamp
from tablehost.people import hands
from tablehost.people.vocabulary import Tongue

COLOURS = {"B": "blue", "Y": "yellow", "V": "red", "W": "white"}
_DO = {look: hands.DO[task] for task, (look, _) in lamps.DO_STATES.items()}
_PAD = {look: hands.PAD.get(state, str(state)) for state, (look, _) in lamps.PAD_STATES.items()}
_RESULT = {look: hands.RESULT.get(state, "") for state, (look, _) in lamps.RESULT_STATES.items()}
_CALM = {hurried: sign for sign, more in lamps.HURRIED.items() for hurried in more}


def read(report: str, tongue: Tongue) -> tuple[tuple[Lamp, Lamp, Lamp], ...]:
    """Return the lamps of each pad: task, card, result; `report`: two characters a lamp."""
    looks = [report[at : at + 2] for at in range(0, len(report), 2)]
    return tuple(
        (
            _lamp(looks[at], _DO, tongue.lamps),
            _lamp(looks[at + 1], _PAD, tongue.pad),
            _lamp(looks[at + 2], _RESULT, tongue.results),
        )
        for at in range(0, len(looks) - 2, 3)
    )


def _lamp(look: str, states: Mapping[str, str], meanings: Mapping[str, str]) -> Lamp:
    colour = COLOURS.get(look[0], "")
    if not colour:
        return Lamp()
    known = states.get(look) or states.get(look[0] + _CALM.get(look[1], ""), "")
    return Lamp(colour, look[1], meanings.get(known, ""))
