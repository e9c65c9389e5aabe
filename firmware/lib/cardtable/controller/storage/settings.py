"""Settings of this device, kept in the file `settings`: a line each, such as `lang=fr`.

The line `last=...` keeps the last setup at the table for a rematch: the game, the pads, the options that were
changed, as `democracy 0,2,4 days=3`; see `dialogs.setup`.
"""

import os

from cardtable import languages
from cardtable.engine.match import resolve
from cardtable.games import registry as games

# name -> its possible values; the first is the default.
CHOICES = {
    "lang": languages.CODES,
    "sound": ("full", "soft", "off"),
    "glow": ("10", "1", "60", "always", "off"),  # minutes for which an idle table shows the start lamp
    "lessons": ("off", "on"),  # the display explains each act, for players who do not know the game
}
_LAST = "last"


class Settings:
    """The stored settings; an invalid line counts as its default.

    `root`: an existing folder, ending in "/". `lacking`: the language that was set, if this program lacks it;
    else "".
    """

    def __init__(self, root):
        self._path = root + "settings"
        self._values = {}
        self.lacking = ""
        try:
            with open(self._path) as file:
                for line in file:
                    name, _, value = line.strip().partition("=")
                    if name == _LAST or self.refuses(name, value) is None:
                        self._values[name] = value
                    elif name == "lang":
                        self.lacking = value
        except OSError:
            pass  # nothing was ever set

    def get(self, name):
        return self._values.get(name, CHOICES[name][0])

    def glow_ms(self):
        """Return how long the lamp of an idle table breathes: ms, 0 for never, None for ever."""
        value = self.get("glow")
        if value == "always":
            return None
        return 0 if value == "off" else int(value) * 60_000

    def refuses(self, name, value):
        """Return None if this can be set, else (error code, the possible values)."""
        if name not in CHOICES:
            return "no-such-setting", sorted(CHOICES)
        return None if value in CHOICES[name] else ("no-such-value", list(CHOICES[name]))

    def set(self, name, value):
        """Set a value that `refuses` accepts; it is on flash when this returns."""
        self._values[name] = value
        if name == "lang":
            self.lacking = ""
        self._write()

    def last(self):
        """Return the line of the last setup, "" if there is none."""
        return self._values.get(_LAST, "")

    def keep(self, last):
        """Keep the line of this setup. It is on flash when this returns."""
        self._values[_LAST] = last
        self._write()

    def _write(self):
        with open(self._path + ".new", "w") as file:
            for one in sorted(CHOICES):
                file.write(one + "=" + self.get(one) + "\n")
            if _LAST in self._values:
                file.write(_LAST + "=" + self._values[_LAST] + "\n")
        os.rename(self._path + ".new", self._path)


def change(loop, name, value):
    """Set and apply this. Return None, or why it cannot be set as `Settings.refuses` does."""
    known = Settings(loop.parts.root)
    refused = known.refuses(name, value)
    if refused is None:
        known.set(name, value)
        loop.applied(known)
    return refused


# -- The last setup, for a rematch -----------------------------------------------------------------


def choice_of_match(match):
    """Return the choice that this match was begun with, see `parse_choice`."""
    usual = resolve(match.game, match.seats, {})
    given = {name: match.options[name] for name in usual if match.options[name] != usual[name]}
    return match.game.NAME, match.pads or (), given


def keep(loop, choice):
    """Keep this choice as the last setup."""
    name, pads, given = choice
    words = [name, ",".join([str(pad) for pad in pads])]
    line = " ".join(words + [option + "=" + str(given[option]) for option in sorted(given)])
    known = Settings(loop.parts.root)
    try:
        if known.last() != line:
            known.keep(line)
    except OSError:
        pass  # only a convenience is lost; other writes report that flash fails


def load_choice(loop):
    """Return the choice that was kept, or None."""
    return parse_choice(Settings(loop.parts.root).last(), loop.parts.seat_pads)


def parse_choice(line, seat_pads):
    """Return [game, pads, name -> value of each option given, as texts]; None if this table cannot
    play it.
    """
    words = line.split(" ")
    if words[0] not in games.NAMES or len(words) < 2:
        return None
    pads = [int(pad) for pad in words[1].split(",") if pad.isdigit() and int(pad) < seat_pads]
    given = {}
    for word in words[2:]:
        name, _, value = word.partition("=")
        given[name] = value
    return [words[0], pads, given] if pads else None
