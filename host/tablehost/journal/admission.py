"""Admission of matches from elsewhere: a file is read and its match judged before the journal accepts it.

A match is admitted if its file fits the schema, its records follow from the rules, chain and commitments
agree, the computer's data on it agree with the record, and its log can be rendered. Lost records that the
file names are no fault.
"""

from __future__ import annotations

from bisect import bisect_left

from tablehost import messages
from tablehost.journal import game_log
from tablehost.journal.audit import Audit
from tablehost.journal.gamefile import GameFile, check_shape
from tablehost.journal.schema import Misfit
from tablehost.plugins.narration import narrate

SAID = messages.Catalogue("record")

MOST_REASONS = 3  # listed for one match


def find_faults(file: GameFile) -> list[str]:
    """List the reasons to refuse this match, each in words; empty if it can be admitted."""
    try:
        check_shape(file)
    except Misfit as wrong:
        return [str(wrong)]
    audit = file.audit()
    found = _findings(file, audit)
    if not found:
        found = [f"head: {text}" for text in file.contradictions(audit)] + _misplaced(file)
    if not found:
        found = _untold(file)
    more = len(found) - MOST_REASONS
    return [*found[:MOST_REASONS], SAID("more-findings", found=more)] if more > 0 else found


def _findings(file: GameFile, audit: Audit) -> list[str]:
    found = [
        SAID("part " + one.part)
        + messages.colon()
        + ("" if one.g is None else SAID("at-record", g=one.g))
        + one.text
        for one in audit.findings
    ]
    if not found and file.told["finished"] is not None and not audit.shadow.over and not audit.has_lost:
        found.append(SAID("finished-without-end"))
    if not found and audit.shadow.match is None:
        found.append(SAID("no-match-begins"))
    return found


def _misplaced(file: GameFile) -> list[str]:
    """List gaps and notes that do not belong to this match."""
    held = file.positions
    first, last = held[0], held[-1]
    found = []
    for gap in file.gaps:
        number = bisect_left(held, gap.first)  # of the first record behind the beginning of the gap
        if number < len(held) and held[number] <= gap.last:
            found.append(SAID("gap-has-record", first=gap.first, last=gap.last, held=held[number]))
        elif gap.first > last + 1 or gap.last < first - 1:
            found.append(SAID("gap-not-missing", first=gap.first, last=gap.last))
    for after, note in file.notes:
        if after > max([last, *(gap.last for gap in file.gaps)]):
            found.append(SAID("note-behind-end", kind=note["kind"], after=after))
        if note["kind"] == "deal" and len(note["hands"]) > len(file.told["players"]):
            found.append(SAID("deal-of-too-many", after=after))
    return found


def _untold(file: GameFile) -> list[str]:
    """List the reason if the log of this match cannot be rendered: a last defence of every verb that
    shows it.
    """
    try:
        for _ in narrate(game_log.of_file(file).lines):
            pass
    except (KeyError, IndexError, TypeError, ValueError, AttributeError, AssertionError) as error:
        return [SAID("cannot-be-told", error=type(error).__name__)]
    return []
