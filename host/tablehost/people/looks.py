"""Looks of lamps, read backwards: the controller's own table from colour and rhythm to what a state means.

A look is two characters, the letter of a colour and the sign of a rhythm, as the table reports it.
"""

from __future__ import annotations

from cardtable.controller.output import lamps
from cardtable.engine.asks import base

COLOURS = {"B": "blue", "Y": "yellow", "V": "red", "W": "white"}
# Look -> task of a player; also of a lamp that reminds.
TASKS = {
    lamps.quicken(look, stage): task for task, (look, _) in lamps.DO_STATES.items() for stage in range(3)
}
TASKS[lamps.BEGIN] = base.NOTHING  # no prompt: it shows where a match can begin
# Look -> verdict on a card; several cards on a pad are wrong, a missing one shows nothing.
VERDICTS = {
    look: base.WRONG if verdict == "several" else verdict
    for verdict, (look, _) in lamps.PAD_STATES.items()
    if verdict != base.MISSING
}
# Look -> code of a result, whose words have the kind `result`: no head of a catalogue ends in a number.
_COUNTS = {"count-1": "count-one", "count-2": "count-two", "count-3": "count-three", "count-4": "count-four"}
RESULTS = {look: _COUNTS.get(state, state) for state, (look, _) in lamps.RESULT_STATES.items()}
