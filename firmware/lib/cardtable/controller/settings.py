"""What people have set on this device, kept in the file `settings`: a line each, such as `lang=fr`.

Beside that, as `last=...`, what was set up at the table itself the last time: see `preparing`.
"""

import os

from cardtable import languages

# name -> what it can be; the first is the default.
CHOICES = {
    "lang": languages.CODES,
    "sound": ("full", "soft", "off"),
    "glow": ("10", "1", "60", "always", "off"),  # minutes for which an idle table shows where it begins
}
_LAST = "last"


class Settings:
    """What was set before; a line that makes no sense counts as its default.

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
        """For how long the lamp of an idle table breathes: ms, 0 for never, None for ever."""
        value = self.get("glow")
        if value == "always":
            return None
        return 0 if value == "off" else int(value) * 60_000

    def refuses(self, name, value):
        """None if this can be set, else (the code of why not, what there is to choose from)."""
        if name not in CHOICES:
            return "no-such-setting", sorted(CHOICES)
        return None if value in CHOICES[name] else ("no-such-value", list(CHOICES[name]))

    def set(self, name, value):
        """Set what `refuses` does not refuse; it is on flash when this returns."""
        self._values[name] = value
        if name == "lang":
            self.lacking = ""
        self._write()

    def last(self):
        """What was set up the last time, "" if nothing was."""
        return self._values.get(_LAST, "")

    def keep(self, last):
        """So it was set up this time. On flash when this returns."""
        self._values[_LAST] = last
        self._write()

    def _write(self):
        with open(self._path + ".new", "w") as file:
            for one in sorted(CHOICES):
                file.write(one + "=" + self.get(one) + "\n")
            if _LAST in self._values:
                file.write(_LAST + "=" + self._values[_LAST] + "\n")
        os.rename(self._path + ".new", self._path)
