"""Sentences on the display, in one language after another."""

from cardtable.controller.output.display import Display
from cardtable.controller.storage.settings import CHOICES
from cardtable.drivers.oled import Lines
from cardtable.engine import cards
from cardtable.engine.asks.base import CENTRE, LAY, NOTHING, Prompt
from cardtable.languages import Language


def test_display():
    device = Lines(8, 21)
    display = Display(device, Language("en"))
    tasks = [LAY, NOTHING, LAY] + [NOTHING] * 7
    text = display.prompt(Prompt("lay-face-down", (1, 2, 8), tasks, [0] * 12, {}))
    assert text == "Day 1, trick 2 of 8: lay a card face down: seats 1 and 3"
    assert display.show(text) and not display.show(text)
    assert device.lines[0] == "Day 1, trick 2 of 8: "
    assert display.prompt(Prompt("clear", (1,), tasks, [0] * 12, {})) == "Take all the cards: seat 2"
    assert display.refusal("foreign", CENTRE).startswith("The card of the middle")
    told = display.fact(("result", [0, 2], [5, 1, 5], "target"))
    assert told == "seats 1 and 3 won the match with 5, 1, 5"
    told = display.fact(("result", [0], [None, None, None], ["end", None, None]))
    assert told == "seat 1 won the match"


def test_languages():
    """One takes the place of the other."""
    display = Display(Lines(8, 21))
    said = []
    for lang in CHOICES["lang"]:
        display.words = Language(lang)
        said.append(display.refusal("twice", CENTRE))
    assert said == [
        "The same card lies on two pads. Take one away: the middle",
        "le milieu: la m\u00eame carte est sur deux cases. \u00d4tez-en une",
    ]
    assert display.card(cards.parse("QH#2")) == "D de coeur"
    assert display.places([0, 1, 2, 4, CENTRE]) == "places 1-3, 5 et le milieu"
