"""What people set on the table, on both interpreters: settings that are kept, languages one after another."""

import os

from cardtable.controller.output.display import Display
from cardtable.controller.storage.settings import CHOICES, Settings
from cardtable.drivers.oled import Lines
from cardtable.engine import cards
from cardtable.engine.asks.base import CENTRE
from cardtable.languages import Language


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


def test_settings():
    folder = "/tmp/cardtable-" + "".join(["%02x" % byte for byte in os.urandom(8)]) + "/"
    os.mkdir(folder[:-1])
    settings = Settings(folder)
    assert (settings.get("lang"), settings.get("sound")) == ("en", "full")
    assert settings.refuses("lang", "fr") is None
    assert settings.refuses("lang", 1) == ("no-such-value", ["en", "fr"])
    assert settings.refuses("light", "on") == ("no-such-setting", ["glow", "lang", "lessons", "sound"])
    settings.set("lang", "fr")
    settings.set("sound", "off")
    again = Settings(folder)
    assert (again.get("lang"), again.get("sound")) == ("fr", "off")
    assert os.listdir(folder) == ["settings"]
    os.remove(folder + "settings")
    os.rmdir(folder[:-1])
