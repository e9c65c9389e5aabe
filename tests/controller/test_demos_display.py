"""DemoS on the display: next to the prompt there is room for a refusal."""

import pytest

from cardtable.controller.output.display import Display
from cardtable.drivers.oled import Lines
from cardtable.engine.asks.base import MOST_SEATS, PLACES, PRESS_OK, Prompt
from cardtable.engine.cards import parse
from cardtable.games import registry as games
from cardtable.languages import Language

ALL = (0, 1, 2, 3, 4)
STRANGE = ("several", "foreign", "not-in-deck")
GONE = ("already-played", "not-taken", "with-another")
NUMBER = (*STRANGE, *GONE, "number-due", "not-asked")
FIGURE = (*STRANGE, "with-another", "already-played", "figure-due", "not-asked")
SHOWN = (*NUMBER, "shown-already", "too-many", "not-all-shown")
# By the code of the prompt: its longest args, of whom something is asked, and what may be refused then.
ASKED = {
    "talk-then-deal": ((14,), (4,), ("not-asked",)),
    "count-first": ((1, 4), ALL, ("not-asked",)),
    "count-five": ((14, 4), ALL, ("not-asked",)),
    "discard-openly": ((14,), (4,), NUMBER),
    "discard-openly-ok": ((14,), (4,), (*NUMBER, "not-your-key")),
    "discard-secret": ((), (4,), NUMBER),
    "discard-must": ((3,), (4,), NUMBER),
    "draw-or-take": ((3,), (4,), (*STRANGE, "not-offered", "not-asked")),
    "vote": ((), ALL, ("no-veto", "not-asked")),
    "team-vote": ((), ALL, ("no-veto", "not-asked")),
    "show-combination": ((), ALL, (*SHOWN, "no-combination")),
    "show-sequence": ((), ALL, (*SHOWN, "no-combination")),
    "show-rest": ((2,), ALL, SHOWN),
    "turn-up-first": ((), (1, 2, 3, 4), (*STRANGE, "figure-due", "not-this-one", "not-offered")),
    "draw-figure": ((2, 2), (4,), FIGURE),
    "give-figure": ((2, 2), (4,), (*FIGURE, "only-one")),
    "show-media": ((), (0, 4), ("not-asked",)),
    "media-suit": (("S", "H", "D", "C", "pass"), (4,), (*STRANGE, "pick-first", "stands-for-nothing")),
    "point-at": ((4, "D"), (4,), (*STRANGE, "figure-due", "open-already", "not-offered", "only-one")),
    "point-at-ok": ((4, "D"), (4,), ("not-your-key", "only-one")),
    "turn-up-figures": ((), (4,), ("not-asked",)),
}


@pytest.mark.parametrize("lang", ["en", "fr"])
@pytest.mark.parametrize("what", ASKED)
def test_a_refusal_fits_next_to_the_prompt(what, lang):
    display = Display(Lines(4, 40), Language(lang))
    display.game = games.load("demos")
    args, who, refused = ASKED[what]
    tasks = [PRESS_OK if seat in who else 0 for seat in range(MOST_SEATS)]
    text = display.prompt(Prompt(what, args, tasks, [0] * PLACES, {}))
    for code in refused:
        said = display.refusal(code, 4, parse("10D"), parse("10C"))
        assert said != code and display.fits(f"{said}. {text}"), f"{said}. {text}"
