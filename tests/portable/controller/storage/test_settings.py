"""Settings that people make at the table are kept."""

import os

from cardtable.controller.storage.settings import Settings


def test_settings():
    folder = "/tmp/cardtable-" + "".join(["%02x" % byte for byte in os.urandom(8)]) + "/"
    os.mkdir(folder[:-1])
    settings = Settings(folder)
    assert (settings.get("lang"), settings.get("sound")) == ("en", "full")
    assert settings.refuses("lang", "fr") is None
    assert settings.refuses("lang", 1) == ("no-such-value", ["en", "fr"])
    assert settings.refuses("light", "on") == (
        "no-such-setting",
        ["glow", "lang", "lessons", "policy", "sound"],
    )
    settings.set("lang", "fr")
    settings.set("sound", "off")
    again = Settings(folder)
    assert (again.get("lang"), again.get("sound")) == ("fr", "off")
    assert os.listdir(folder) == ["settings"]
    os.remove(folder + "settings")
    os.rmdir(folder[:-1])
