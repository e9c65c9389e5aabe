"""The open log of a match, built from its records: the shadow judges each one and its lines are appended."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

from cardtable.engine import cards
from cardtable.engine.game import Game as GameRules
from cardtable.engine.match import Match
from cardtable.games import registry as games
from cardtable.wire import proofs
from cardtable.wire.records import bytes_of
from tablehost.errors import Trouble
from tablehost.files import dump_line, make_folder, save
from tablehost.folders import home
from tablehost.journal.game_schema import check_record
from tablehost.journal.gamefile import GameFile
from tablehost.journal.records import (
    Begun,
    Boot,
    Fault,
    HeadTold,
    Listens,
    Opened,
    Other,
    Paused,
    Told,
    VaultLost,
)
from tablehost.journal.store import Game, Journal
from tablehost.plugins import declared_scores, own
from tablehost.referee import open_log
from tablehost.referee.open_ask import OpenAsk
from tablehost.referee.ruled import Ruled
from tablehost.referee.shadow import Shadow
from tablehost.types import DealNote, Fields, Json, Line, Note

# Lines that a correction does not take back.
STAYS = ("deal", "impossible", "correction", "pause", "fault", "hidden")


class Corrected(NamedTuple):
    """A correction by record `g`: the lines of the log before and after it."""

    g: int
    before: list[Line]
    after: list[Line]


class Chronicle:
    """The chronicle of one match. `take` records in their order; `lines` is the open log so far.

    `deal` notes the cards dealt by simulated players, after record `after`; it precedes the lines that
    follow.

    numbers      by line, the number of the record that led to it; None of a deal
    corrected    the corrections so far
    words        the six words of the last stage that is over, "" before that; see docs/reference/trust.md
    first_words  those of the beginning, when all have taken their seats
    closed       the match is over, and the table has written all records of it; later ones are passed over
    last_g       the number of the last of these records, None before that
    """

    def __init__(self, players: Sequence[str], virtual: bool, **more: object) -> None:
        self.shadow = Shadow()
        self.ask = OpenAsk(self.shadow)
        self.lines: list[Line] = []
        self.numbers: list[int | None] = []
        self.corrected: list[Corrected] = []
        self._players = list(players)
        self._virtual = virtual
        self._more = more
        self._begins = {0: 0}  # by stage: the number of its first line
        self._deals: list[tuple[int, Line]] = []
        self.words = self.first_words = ""
        self._headed = False  # the last record but for starts was a head
        self._last: int | None = None
        self._is_checkable = False  # the table closes the match with a head
        self._lost_vault = False
        self._is_open = False

    @property
    def closed(self) -> bool:
        return self.shadow.over and (self._headed or not self._is_checkable)

    @property
    def last_g(self) -> int | None:
        return self._last if self.closed else None

    def deal(self, after: int, note: DealNote) -> None:
        """Add a deal that took place when record `after` was the last one."""
        line: Line = {name: value for name, value in note.items() if name != "after"}
        self._deals.append((after, line))

    def take(self, g: int, record: Told) -> list[Line]:
        """Judge record number g; return the lines it added, none for one of the table's own."""
        if self.closed:
            return []
        if not isinstance(record, Boot):  # a table that is started again belongs to no match that is over
            self._headed = False
            self._last = g
        judged = record.judged if isinstance(record, Ruled | Other) else None
        if judged is None or not isinstance(record, Ruled | Other):
            added = self._own(record)
        elif not self.lines and record.kind != "start":
            self.shadow.follow(judged)  # the beginning is lost, and with it the game and its players
            return []
        else:
            is_correction = isinstance(record, Ruled) and record.correction is not None
            earlier = list(self.lines) if is_correction else []
            added = self._judge(g, record, judged)
            if is_correction:
                self.corrected.append(Corrected(g, earlier, list(self.lines)))
        if self._lost_vault and isinstance(record, Ruled) and not record.more:
            # A value without its commitment: the table has lost the key, and no head follows any more.
            self._is_checkable = self._is_checkable and not (self.shadow.sealed or self.shadow.opened)
        new = self.lines[len(self.numbers) :]
        self.numbers += [None if line["kind"] == "deal" else g for line in new]
        return added

    def find_gone(self, number: int) -> list[str]:
        """Return the kinds of lines that correction `number` took back and that have not come again."""
        before, now = (
            Counter(str(line["kind"]) for line in lines)
            for lines in (self.corrected[number].before, self.lines)
        )
        return list(before - now)

    def _judge(self, g: int, record: Ruled | Other, judged: list[Json]) -> list[Line]:
        shadow = self.shadow
        before = len(self.lines)
        self._deal_before(g)
        retold = shadow.retold
        facts = self.ask.follow(g, judged)
        match = shadow.match
        if record.kind == "start" and match is not None:
            declared = declared_scores.scores_of(match)
            if any(declared):
                self._more["declared"] = declared
            self.lines.append(
                open_log.match_line(match.game, self._players, match.options, self._virtual, **self._more)
            )
            self._begins[0] = len(self.lines)
        if isinstance(record, Other) or match is None:
            return self.lines[before:]
        fix = record.correction
        if shadow.retold != retold:
            # A correction: the facts of the stage no longer hold; its deals and finds still do.
            first = self._begins[record.stage if fix is None or fix.stage is None else fix.stage]
            kept = [at for at in range(first, before) if self.lines[at]["kind"] in STAYS]
            later = [line for line in self.lines[before:] if line["kind"] in STAYS]
            self.numbers[first:] = [self.numbers[at] for at in kept]
            self.lines[first:] = [*(self.lines[at] for at in kept), *later]
            before = min(before, len(self.lines))
        if fix is not None:
            self.lines.append(open_log.correction_line(fix))
        game: GameRules = match.game
        if self._is_open and shadow.sealed and len(record.more) > 1:
            self.lines.append(_hidden(game, match, record.more[1]))
        for fact in facts:
            self.lines.append(open_log.fact_line(game, match.options, fact))
        if record.kind == "end":
            self._begins[record.stage + 1] = len(self.lines) - shadow.count_facts(record.stage + 1)
        return self.lines[before:]

    def _own(self, record: Told) -> list[Line]:
        """Return the lines of a record of the table's own: its board and program, six words, a pause,
        faults.
        """
        match record:
            case Begun():
                if record.policy:
                    self._is_checkable = True
                    self._is_open = record.mode == "open"
                    if self._is_open:
                        self._more["open"] = True
                    if record.policy != "shown":
                        self._more["policy"] = record.policy
            case Listens():
                self._more["listens"] = record.seats
            case HeadTold():
                self._headed = True
                told = proofs.words(bytes_of(record.text))
                if record.stage:
                    self.words = told
                else:
                    self.first_words = told
            case VaultLost():
                self._lost_vault = True
            case Paused() | Fault() if self.lines and not self.shadow.over:
                if isinstance(record, Fault):
                    line = open_log.fault_line(record.what, record.code, record.pad)
                else:
                    line = {"kind": "pause", "what": record.what, "by": record.by}
                self.lines.append(line)
                return [line]
        return []

    def holds_back(self, game: Game) -> bool:
        """Return True if deals are held back: they reveal all hands, and the match is not over."""
        is_open = game.finished is None and not self.shadow.over
        return is_open and any(line["kind"] == "deal" for line in self.lines)

    def told(self, game: Game) -> list[Line]:
        """Return the lines that every verb may show of this match now, see `holds_back`."""
        if not self.holds_back(game):
            return self.lines
        return [line for line in self.lines if line["kind"] != "deal"]

    def _deal_before(self, g: int) -> None:
        while self._deals and self._deals[0][0] < g:
            self.lines.append(self._deals.pop(0)[1])


def _hidden(game: GameRules, match: Match, values: Json) -> Line:
    """Return the line with which an open match publishes cards just laid face down or secret choices."""
    deck, names = game.deck(match.seats, match.options), cards.names_of(game)
    told = values if isinstance(values, list) else []
    return {
        "kind": "hidden",
        "values": [cards.text(one, names) if isinstance(one, int) and one in deck else one for one in told],
    }


def load_chronicle(journal: Journal, game: Game) -> Chronicle:
    """Return the chronicle of a match in the journal, as far as its records are present."""
    *_, chronicle = steps(journal, game)
    return chronicle


def steps(journal: Journal, game: Game) -> Iterator[Chronicle]:
    """Yield the chronicle of a match before its first record and after each stage; the last one is whole.
    Raises Trouble: this computer lacks the game, or has other rules of it.
    """
    if game.game not in games.NAMES:
        raise own.unknown_game(game.game)
    notes = journal.notes(game.id)
    chronicle = Chronicle(game.players, game.virtual, **match_details(game.seed, [note for _, note in notes]))
    for after, note in notes:
        if note["kind"] == "deal":
            chronicle.deal(after, note)
    yield chronicle
    for record in journal.game_records(game):
        try:
            check_record(record.values(), record.body)
            chronicle.take(record.g, record.told())
        except (ValueError, TypeError, LookupError, AttributeError, AssertionError) as error:
            raise journal.damaged(f"ev.body (g {record.g})") from error
        if record.kind == "end":
            yield chronicle
    yield chronicle


def of_file(file: GameFile) -> Chronicle:
    """Return the chronicle of a match in transport form."""
    notes = [note for _, note in file.notes]
    told = file.told
    chronicle = Chronicle(told["players"], told["virtual"], **match_details(told["seed"], notes))
    for after, note in file.notes:
        if note["kind"] == "deal":
            chronicle.deal(after, note)
    for entry in file.entries():
        chronicle.take(entry.g, entry.told())
    return chronicle


def match_details(seed: int | str | None, notes: Iterable[Note]) -> Fields:
    """Return the further members of the log's first line. Of faults, the last note holds the whole
    history.
    """
    details: Fields = {} if seed is None else {"seed": seed}
    for note in notes:
        if note["kind"] == "faults":
            details["faults"] = {name: value for name, value in note.items() if name != "kind"}
    return details


def text(lines: Iterable[Line]) -> str:
    """Return the lines as a file of JSON Lines."""
    return "".join(dump_line(line) + "\n" for line in lines)


def close_game(journal: Journal, game: Game, lines: Sequence[Line], last_g: int | None = None) -> Path | None:
    """Note that a match is over, with its result, and write its open log; return the path.

    All ends are noted here: of matches that a session follows, and of those that `settle` finds. One that was
    played elsewhere gets no log: None. `last_g`: its last record, if it is not the last one here.
    """
    result = next((line for line in reversed(lines) if line["kind"] == "result"), None)
    journal.finish_game(game.id, result, last_g)
    if game.is_imported:
        return None
    path = _log_of(game.id)
    make_folder(path.parent)
    return save(path, text(lines).encode(), is_followed=False)


class Ended(NamedTuple):
    """A match whose end was noted, and the file of its open log."""

    game: Game
    path: Path


def settle(journal: Journal, uid: str) -> list[Ended]:
    """Note the end of each match of a table whose records tell it; return those played here, oldest first.

    A computer that was away when a match ended learns of it so, whatever brings the records. A match that
    cannot be read now waits, such as one of other rules; each verb that shows it says why.
    """
    ended = []
    for game in journal.unfinished_games(uid):
        try:
            if not _may_be_over(journal, game):
                continue
            chronicle = load_chronicle(journal, game)
        except Trouble:
            continue
        if chronicle.closed:
            path = close_game(journal, game, chronicle.lines, chronicle.last_g)
            ended += [] if path is None else [Ended(journal.game(game.id), path)]
    return ended


def _may_be_over(journal: Journal, game: Game) -> bool:
    """Return True if the records of a match may tell its end: it is not read whole for that."""
    return any(
        isinstance(one.told(), Opened | VaultLost)
        for first, last in journal.spans(game)
        for one in journal.records(game.uid, first, last, ("opened", "note"))
    )


def write_again(journal: Journal, number: int) -> None:
    """Write the open log of a match that has one next to the journal, as the journal has the match now."""
    path = _log_of(number)
    if path.is_file():
        save(path, text(load_chronicle(journal, journal.game(number)).lines).encode(), is_followed=False)


def _log_of(number: int) -> Path:
    return home() / "games" / f"{number}.jsonl"
