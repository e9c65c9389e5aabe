"""Reports on matches, checked against the table's record and the rules."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

from cardtable.wire import proofs as links
from cardtable.wire.records import bytes_of, text_of
from tablehost import messages
from tablehost.errors import CHECK_FAILED, GAP
from tablehost.folders import has_journal
from tablehost.journal import anchors, gamefile
from tablehost.journal.audit import Audit
from tablehost.journal.records import Begun, Entry, HeadTold
from tablehost.journal.store import Game, Gap, Journal
from tablehost.plugins.narration import fault_text
from tablehost.seats import label
from tablehost.types import Json, Summary

WORDS = messages.Catalogue("record")
_COMMON = messages.Catalogue("common")

OK, FAIL, SAID = "ok", "FAIL", "--"
MOST_FAULTS = 5  # number of faults listed one by one
MOST_TRUSTED = 3  # likewise, stages whose beginning is taken on trust


class Report:
    """The checks, a line each: (OK, FAIL or SAID, the part, in words)."""

    def __init__(self) -> None:
        self.rows: list[tuple[str, str, str]] = []
        self.first_bad: int | None = None
        self.has_gap = False
        self.is_anchored = False

    def add(self, state: str, part: str, text: str) -> None:
        self.rows.append((state, part, text))

    @property
    def failures(self) -> int:
        return sum(state == FAIL for state, _, _ in self.rows)

    @property
    def status(self) -> int:
        return CHECK_FAILED if self.failures else GAP if self.has_gap else 0


def summary(report: Report) -> str:
    """Return how many findings there are, and from which record on."""
    where = "" if report.first_bad is None else WORDS("first-bad", first_bad=report.first_bad)
    return _count(report.failures, "finding") + where


def _count(number: int, what: str) -> str:
    return WORDS("count " + what, n=number)


class Request(NamedTuple):
    """The arguments of the user: `words`, six or none; the `code` of a sealed match; `anchor`, a file with
    words; `required`: a match without an anchor is a finding.
    """

    words: list[str] = []
    code: str = ""
    anchor: str | None = None
    required: bool = False


def report_on_recorded(journal: Journal, game: Game, asked: Request) -> Report:
    """Return the report on a match of this journal, with what else the journal has of its table."""
    file = gamefile.of_journal(journal, game)
    report = report_on_game(file, asked, game.finished is not None, journal)
    _before(report, journal, game.uid, game.first_g, file)
    _twins(report, journal, game.uid, file)
    return report


def report_on_file(path: Path, asked: Request) -> Report:
    """Return the report on a file with a match, with what the journal here has of it. Raises Trouble."""
    file = gamefile.read(path)
    finished = file.told["finished"] is not None
    if not has_journal():
        return report_on_game(file, asked, finished)
    with Journal() as journal:
        report = report_on_game(file, asked, finished, journal)
        _twins(report, journal, "", file)
        return report


def report_on_game(
    file: gamefile.GameFile, asked: Request, finished: bool, journal: Journal | None = None
) -> Report:
    """Return the report on a match from its records and their anchors, see `anchors`.

    `finished`: by the data on it; `journal`: of this computer.
    """
    report = Report()
    audit = file.audit(asked.code)
    report.first_bad = audit.first_bad
    lost = [gap for gap in file.gaps if audit.first <= gap.last and gap.first <= audit.last]
    _records(report, audit, lost)
    _chain(report, audit, file.uid)
    found = anchors.gather(audit, file, asked.words, asked.anchor, journal)
    is_held = _anchors(report, audit, found, asked.required)
    _cards(report, audit, is_held)
    _rules(report, audit)
    _faults(report, audit)
    _end(report, audit, finished, lost, file)
    _notes(report, file)
    return report


def _findings(report: Report, audit: Audit, part: str) -> bool:
    found = [finding for finding in audit.findings if finding.part == part]
    for finding in found[:3]:
        where = "" if finding.g is None else WORDS("at-record", g=finding.g)
        report.add(FAIL, part, f"{where}{finding.text}")
    if len(found) > 3:
        report.add(FAIL, part, WORDS("more-findings", found=len(found) - 3))
    return bool(found)


def _records(report: Report, audit: Audit, lost: list[Gap]) -> None:
    if _findings(report, audit, "order"):
        return
    text = f"{_count(audit.records, 'record')}, {_count(len(audit.boots), 'boot')}"
    if lost:
        report.has_gap = True
        gaps = ", ".join(WORDS("gap-range", first=gap.first, last=gap.last) for gap in lost)
        report.add(SAID, "order", WORDS("chain-with-gaps", text=text, gaps=gaps))
    else:
        report.add(OK, "order", WORDS("chain-whole", text=text))


def _chain(report: Report, audit: Audit, uid: str) -> None:
    bad = _findings(report, audit, "chain")
    bound = [head for head in audit.heads if head.bound]
    if not bad and bound:
        words = anchors.label_words(bound[-1].words, uid, audit.first)
        report.add(OK, "chain", WORDS("last-head", bound=_count(len(bound), "head"), words=words))
        if audit.is_signed:
            report.add(OK, "chain", WORDS("end-signed", first=audit.first, signed=audit.signed))
    elif not bad and not audit.heads:
        report.add(SAID, "chain", WORDS("no-head-yet"))
    if not bad and audit.unsigned:
        unsigned = ", ".join(map(str, audit.unsigned))
        report.add(SAID, "chain", WORDS("boots-unsigned", unsigned=unsigned, n=len(audit.unsigned)))
    if audit.has_lost:
        report.add(SAID, "chain", WORDS("end-behind-gap"))


def _anchors(report: Report, audit: Audit, found: list[anchors.Anchor], is_required: bool) -> bool:
    """Report the anchors outside the record. Return True if all of it is held."""
    until = anchors.end_of(found)
    is_held = report.is_anchored = audit.first <= audit.end <= until
    for anchor in found:
        state = FAIL if anchor.is_wrong else SAID if anchor.until < 0 else OK
        report.add(state, "anchor", anchor.text)
    if is_held or any(anchor.is_wrong for anchor in found):
        return is_held
    state = FAIL if is_required else SAID
    which = "" if until < audit.first else WORDS("records-until-end", until=until + 1, last=audit.last)
    report.add(state, "anchor", which + WORDS("unanchored"))
    return False


def _cards(report: Report, audit: Audit, is_held: bool) -> None:
    if _findings(report, audit, "cards"):
        return
    if audit.keyless:
        report.has_gap = True
        text = WORDS("vault-lost", vault_lost=audit.vault_lost)
        report.add(SAID, "cards", WORDS("taken-on-trust", text=text))
    if audit.unproved:
        text = WORDS("sealing-lost", unproved=_count(audit.unproved, "shown value"))
        report.add(SAID, "cards", text)
    if not audit.match:
        report.add(SAID, "cards", WORDS("sealing-lost-with-beginning"))
        return
    if not audit.sealed:
        report.add(OK, "cards", WORDS("nothing-hidden"))
        return
    how = WORDS("as-committed") if is_held else WORDS("fits-commitments")
    text = WORDS("values-opened", opened=audit.opened, sealed=audit.sealed, how=how)
    if audit.named:
        text += WORDS("named-by-hand", n=len(audit.named))
    report.add(OK, "cards", text)
    if audit.hidden:
        why = WORDS.get("hidden " + audit.policy)
        report.add(SAID, "cards", WORDS("stay-hidden", hidden=audit.hidden, why=why))
    if audit.mode == "open":
        report.add(SAID, "cards", WORDS("open-game"))


def _rules(report: Report, audit: Audit) -> None:
    if not _findings(report, audit, "rules"):
        report.add(OK, "rules", WORDS("judged-again", judged=_count(audit.judged, "record")))
    if any(audit.declared):
        report.add(SAID, "rules", WORDS("scores-declared", scores=", ".join(map(str, audit.declared))))
    if audit.unjudged:
        text = WORDS("unjudged-behind-gap", unjudged=_count(audit.unjudged, "record"))
        report.add(SAID, "rules", text)
    for g, stage in audit.trusted[:MOST_TRUSTED]:
        is_end = audit.shadow.over and stage == audit.shadow.match.stage
        what = WORDS("match-ended") if is_end else WORDS("stage-begins", stage=stage)
        report.add(SAID, "rules", WORDS("start-on-trust", what=what, g=g))
    more = len(audit.trusted) - MOST_TRUSTED
    if more > 0:
        report.add(SAID, "rules", WORDS("more-likewise", more=_count(more, "more stage")))


def _faults(report: Report, audit: Audit) -> None:
    """Report the faults of the table; none of them makes a record wrong."""
    for fault in audit.faults[:MOST_FAULTS]:
        cured = fault.until
        until = WORDS("fault-until-end") if cured is None else WORDS("fault-cured", cured=cured)
        report.add(
            SAID,
            "faults",
            WORDS(
                "fault-at-record",
                since=fault.since,
                code=fault_text(fault.code, _COMMON("pad", n=label(fault.pad))),
                until=until,
            ),
        )
    if len(audit.faults) > MOST_FAULTS:
        report.add(SAID, "faults", WORDS("more-faults", faults=len(audit.faults) - MOST_FAULTS))


def _end(report: Report, audit: Audit, finished: bool, lost: list[Gap], file: gamefile.GameFile) -> None:
    told = file.told
    if not _findings(report, audit, "end"):
        if audit.over:
            results = [fields for kind, *fields in audit.shadow.facts if kind == "result"]
            winners = results[-1][:1] if results else []
            kind = "won-by" if any(winners) else "won-by-nobody"
            won = WORDS(kind, results=_names(winners[0], told)) if winners else ""
            report.add(OK, "end", WORDS("match-over", won=won))
        elif finished and lost:
            report.add(SAID, "end", WORDS("end-not-judged"))
        elif finished:
            report.add(FAIL, "end", WORDS("end-missing"))
        else:
            report.add(SAID, "end", WORDS("unfinished"))
    for text in file.contradictions(audit):
        report.add(FAIL, "end", text)
    if told["virtual"]:
        report.add(SAID, "end", WORDS("virtual"))


def _notes(report: Report, file: gamefile.GameFile) -> None:
    """Report the notes, which this computer wrote next to the record, and no table."""
    deals = sum(note["kind"] == "deal" for _, note in file.notes)
    if file.notes:
        text = WORDS("notes-and-deals", notes=_count(len(file.notes), "note"), deals=_count(deals, "deal"))
        report.add(SAID, "notes", WORDS("notes-not-covered", text=text))


def _names(seats: Json, told: Summary) -> str:
    players = told["players"]
    listed = seats if isinstance(seats, list | tuple) else []
    names = [players[seat] for seat in listed if isinstance(seat, int) and seat in range(len(players))]
    return messages.join(names if len(names) == len(listed) else [], _COMMON("nobody"))


# -- other witnesses -------------------------------------------------------------------------------------


def _before(report: Report, journal: Journal, uid: str, first: int, file: gamefile.GameFile) -> None:
    """Check that the chain of this table's earlier records leads to the beginning of this match.

    It is followed from the start of the match before. That match says what the chain was there, and its heads
    show whether that is true; records before it are checked with that match.
    """
    since = journal.find_start_before(uid, first)
    earlier = journal.records(uid, since, first - 1)
    if not file.raws or len(earlier) != first - since:
        return  # not all of them are here
    begins = Entry.read(file.raws[0]).kind == "game"
    chain = _follow(earlier)
    if chain is None or (begins and file.audit().begins_at != chain):
        report.add(FAIL, "chain", WORDS("does-not-follow-known", first=first, since=since))
    elif first:
        told = _count(first - since, "earlier record")
        report.add(OK, "chain", WORDS("follows-known", first=told, since=since or None))


def _follow(records: Sequence[Entry]) -> bytes | None:
    """Return the chain after these records, the first of the table or of a match; None if a head differs."""
    chain = links.NOTHING
    for record in records:
        told = record.told() if record.kind in ("game", "head") else None
        if record is records[0] and isinstance(told, Begun):
            try:
                chain = bytes_of(told.chain)
            except ValueError:
                return None
        if isinstance(told, HeadTold):
            if told.text != text_of(links.head(chain, record.body[: -len(told.text) - 3])):
                return None
        chain = links.linked(chain, record.body)
    return chain


def _twins(report: Report, journal: Journal, uid: str, file: gamefile.GameFile) -> None:
    """Report other copies of the same positions that this computer has: a fork is shown, never explained
    away.
    """
    last = file.first + len(file.raws) - 1 if file.raws else -1
    for fork in journal.forks(file.uid):
        if fork.theirs is None:
            report.add(SAID, "fork", str(fork))
        elif fork.g <= last:
            report.first_bad = fork.g if report.first_bad is None else min(report.first_bad, fork.g)
            report.add(FAIL, "fork", str(fork))
        else:
            report.add(SAID, "fork", WORDS("fork-behind-game", fork=fork))
    for other in (file.uid, "~" + file.uid):
        if other == uid:
            continue
        own = [Entry.read(raw) for raw in file.raws if _is_json(raw)]
        here = [(entry, known) for entry in own if (known := journal.stored(other, entry.g)) is not None]
        forked = [entry.g for entry, known in here if entry.body != known]
        if forked:
            report.first_bad = forked[0] if report.first_bad is None else min(report.first_bad, forked[0])
            report.add(FAIL, "fork", WORDS("fork-from-record", forked=forked[0]))
        elif here:
            report.add(OK, "fork", WORDS("records-known", here=_count(len(here), "record")))


def _is_json(raw: bytes) -> bool:
    try:
        return isinstance(json.loads(raw), list)
    except ValueError:
        return False
