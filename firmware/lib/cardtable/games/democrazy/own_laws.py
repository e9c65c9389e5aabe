"""Democrazy, a law deck of one's own (`deck=own`): rows as in `law_rows`.

These rows are an example: the standard deck with templates instead of the laws that give a colour its value
[U27]. An owner of the printed game replaces them by its cards; no other file changes.
"""

from . import law_rows

_TEMPLATES = (
    "B45 white house symbol=? tags=colour value color=? pts=0|2|3",
    "B46 black house symbol=? tags=colour value color=? pts=0|2|3",
    "B47 white house symbol=? tags=colour value color=? pts=0|2|3",
    "B48 black house symbol=? tags=colour spice=2 value color=? pts=-1|5",
    "R31 white house lose_all who=all color=?",
)


def _others() -> "tuple[str, ...]":
    """Return the rows of the standard deck that the templates do not replace."""
    rows = law_rows.LAWS
    return tuple([row for row in rows if " value color=" not in row and " lose_all " not in row])


LAWS = _others() + _TEMPLATES
