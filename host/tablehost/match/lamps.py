"""The meaning of a lamp, from the table's report of its look."""

from __future__ import annotations

from collections.abc import Iterator

from cardtable.engine.asks import base
from tablehost.match.events import Lamp
from tablehost.people import hands, looks
from tablehost.people.vocabulary import Tongue

# Sign of a rhythm -> its shape, for pictures in which nothing flashes.
SHAPES = {"=": "●", "~": "◐", "+": "◑", "*": "◒", "1": "①", ":": "②", "3": "③", "4": "④", "_": "○"}
DARK = "·"


def shape(lamp: Lamp) -> str:
    """Return the shape of a lamp by its rhythm; of a dark one too."""
    return SHAPES.get(lamp.rhythm, DARK) if lamp.colour else DARK


def beats(lamp: Lamp) -> tuple[int, ...]:
    """Return the rhythm of a lamp as milliseconds lit, dark, lit ...; () where nothing flashes."""
    return looks.beats(lamp.rhythm) if lamp.colour and lamp.rhythm != looks.BREATH else ()


def tune(lamp: Lamp, number: int) -> tuple[int, ...]:
    """Return the notes that are heard when lamp `number` of a pad comes on so, see `looks.tune`."""
    return looks.tune(number, _look(lamp))


def read(report: str, tongue: Tongue) -> tuple[tuple[Lamp, Lamp, Lamp], ...]:
    """Return the lamps of each pad: task, card, result; `report`: two characters a lamp."""
    return tuple(
        (
            _lamp(task, tongue.lamps.get(hands.DO[looks.TASKS.get(task, 0)], "")),
            _lamp(card, tongue.pad.get(hands.PAD[looks.VERDICTS.get(card, 0)], "")),
            _lamp(result, tongue.results.get(looks.RESULTS.get(result, ""), "")),
        )
        for task, card, result in _split(report)
    )


def is_done(lamp: Lamp) -> bool:
    """Return True for the lamp of a card that must leave its pad."""
    return looks.VERDICTS.get(_look(lamp)) == base.REMOVE


def is_played(lamp: Lamp) -> bool:
    """Return True for the lamp of a card in the middle that the rules have done with."""
    return looks.VERDICTS.get(_look(lamp)) in hands.PLAYED


def is_win(lamp: Lamp) -> bool:
    """Return True for the lamp of a seat that has won a trick or the match."""
    return looks.RESULTS.get(_look(lamp)) in ("wins", "won")


def _look(lamp: Lamp) -> str:
    """Return the look of a lamp as the table reports it."""
    return (
        next((letter for letter, colour in looks.COLOURS.items() if colour == lamp.colour), "") + lamp.rhythm
    )


def find_faults(report: str) -> frozenset[int]:
    """Return the pads whose lamps show a fault; `report`: two characters a lamp."""
    return frozenset(
        pad for pad, (_, _, result) in enumerate(_split(report)) if looks.RESULTS.get(result) == "fault"
    )


def _split(report: str) -> Iterator[tuple[str, str, str]]:
    """Yield the looks of the three lamps of each pad."""
    seen = [report[at : at + 2] for at in range(0, len(report), 2)]
    yield from zip(seen[::3], seen[1::3], seen[2::3], strict=False)


def _lamp(look: str, meaning: str) -> Lamp:
    colour = looks.COLOURS.get(look[0], "")
    return Lamp(colour, look[1], meaning) if colour else Lamp()
