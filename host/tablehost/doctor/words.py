"""The message catalogue of the doctor. `is ...`: the subject of a check; `...-cure`: its cure."""

from __future__ import annotations

from tablehost import messages
from tablehost.seats import label

WORDS = messages.Tables("doctor")
_COMMON = messages.Catalogue("common")
_STORY = messages.Catalogue("story")


def fault_text(lang: str, code: str, pad: int) -> str:
    """Return a fault of the table's as half a sentence."""
    return _STORY.said(lang, "fault " + code, code, pad=_COMMON.said(lang, "pad", n=label(pad)))
