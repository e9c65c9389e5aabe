"""The matches of this computer's journal, as the pages of the browser show them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Sequence
from operator import attrgetter

from cardtable.engine import cards
from cardtable.engine.match import resolve
from tablehost import messages, seats
from tablehost.console.terminal import escape_all, one_line
from tablehost.errors import BUSY, Trouble
from tablehost.firmware.texts import terms
from tablehost.folders import database, has_journal
from tablehost.journal import game_log, gamefile, imports, reports
from tablehost.journal.anchors import label_words
from tablehost.journal.game_log import Chronicle, Corrected, load_chronicle
from tablehost.journal.lookup import load_game_of
from tablehost.journal.store import Game, Journal
from tablehost.link.present_tables import list_virtual_tables
from tablehost.link.states import find_state
from tablehost.match import replay
from tablehost.match.card_words import CardWords
from tablehost.people import vocabulary
from tablehost.plugins import narration
from tablehost.printing import sprite
from tablehost.types import Document, Line
from tablehost.web.past import Check, Correction, Elsewhere, File, Listed, Past, Report, Row, Taken, Wanted

SAID = messages.Catalogue("web")
_STATES = messages.Catalogue("play")
_RECORD = messages.Catalogue("record")

PAGE = 50  # matches
MOST_NAMES = 200  # players that a filter offers
STATES = {reports.OK: "fine", reports.FAIL: "finding", reports.SAID: "remark"}
JSON_LINES, ZIP = "application/jsonl", "application/zip"


class Library:
    """The matches of the journal, which is opened for each question."""

    def games(self, wanted: Wanted, page: int) -> Listed:
        """Return this page of the list of matches. Raises Trouble."""
        if not has_journal():
            return Listed([], 1, 0, 0, [], [])
        with Journal() as journal:
            games = journal.games()[::-1]
            fit = [game for game in games if _fits(game, wanted)]
            rows = [row_of(journal, game) for game in fit[(page - 1) * PAGE : page * PAGE]]
        players = sorted({name for game in games for name in game.players})[:MOST_NAMES]
        names = [(name, title_of(name)) for name in sorted({game.game for game in games})]
        return Listed(rows, max(1, -(-len(fit) // PAGE)), len(fit), len(games), names, players)

    def elsewhere(self, here: Collection[str]) -> list[Elsewhere]:
        """Return the other tables of a club's database, the newest match first. Raises Trouble."""
        if database() is None:
            return []
        known = {*here, *(uid for uid, _ in list_virtual_tables())}
        with Journal() as journal:
            newest = {game.uid: game for game in journal.games() if not game.is_imported}
            others = [game for game in newest.values() if game.uid not in known]
            others.sort(key=attrgetter("id"), reverse=True)
            return [Elsewhere(game.uid, row_of(journal, game)) for game in others[:PAGE]]

    def game(self, number: int) -> Past:
        """Return a match. Raises Trouble."""
        with Journal() as journal:
            game = _find(journal, number)
            chronicle = load_chronicle(journal, game)
            row = row_of(journal, game)
        difference = chronicle.shadow.difference
        judged = SAID("rules-agree")
        return Past(
            row,
            judged if difference is None else SAID("rules-differ", difference=difference),
            difference is None,
            label_words(chronicle.words, game.uid, game.first_g) if chronicle.words else "",
            [form_correction(one, row.is_over) for one in chronicle.corrected],
            row.is_over or not _is_open(chronicle),
        )

    def frames(self, number: int) -> list[Document]:
        """Return a match step by step, with the numbers of its records. Raises Trouble."""
        with Journal() as journal:
            game = _find(journal, number)
            chronicle = load_chronicle(journal, game)
        shown = _shown(chronicle.lines, game.finished is not None)
        numbers = dict(zip(map(id, chronicle.lines), chronicle.numbers, strict=True))
        if not shown:
            raise Trouble("NOTHING_YET", SAID("nothing-yet"), "", BUSY)
        return replay.frames(shown, messages.language(), [numbers[id(line)] for line in shown])

    def names(self, number: int) -> Document:
        """Return the code of the game, and the names of its cards by number. Raises Trouble."""
        with Journal() as journal:
            game = _find(journal, number)
        module = load_game_of(game)
        names = cards.names_of(module)
        show = CardWords(vocabulary.load(messages.language(), game.game)).show
        options = resolve(module, len(game.players), game.options)
        deck = module.deck(len(game.players), options)
        return {
            "game": game.game,
            "names": {str(one): show(cards.text(one, names)) for one in sorted(deck)},
        }

    def faces(self, number: int) -> str:
        """Return the cards of a game as symbols of an SVG picture. Raises Trouble."""
        with Journal() as journal:
            game = _find(journal, number)
        load_game_of(game)
        match = {"game": game.game, "players": game.players, "options": game.options}
        return sprite.of_match(match, messages.language())

    def checks(self, number: int) -> Report:
        """Return the report on a match. Raises Trouble."""
        with Journal() as journal:
            report = reports.report_on_recorded(journal, _find(journal, number), reports.Request())
        rows = [
            Check(STATES[state], _RECORD("part " + part), one_line(text)) for state, part, text in report.rows
        ]
        return Report(rows, reports.summary(report))

    def file(self, number: int, name: str) -> File:
        """Return the open log, the match file or the bundle of a match. Raises Trouble.

        Before the end of a match none has deals, or the seed of simulated people; one whose values are
        recorded openly has no records.
        """
        with Journal() as journal:
            game = _find(journal, number)
            file = gamefile.of_journal(journal, game)
            if name == "log.jsonl" or game.finished is None:
                chronicle = load_chronicle(journal, game)
        if name == "log.jsonl":
            text = game_log.text(_shown(chronicle.lines, game.finished is not None))
            return File(f"{file.name}-log.jsonl", JSON_LINES, text.encode())
        if game.finished is None and _is_open(chronicle):
            raise Trouble("NOT_OVER", SAID("records-held-back"), SAID("records-held-back-hint"), BUSY)
        if name == "game.jsonl":
            return File(f"{file.name}.jsonl", JSON_LINES, gamefile.to_lines(file).encode())
        return File(f"{file.name}.zip", ZIP, gamefile.to_bundle(file, file.audit()))

    def take_in(self, name: str, data: bytes) -> Taken:
        """Import a file. Raises Trouble."""
        verdicts = [imports.judge(name, data)]
        taken = imports.take_in(verdicts)
        told = [*map(one_line, imports.tell(verdicts, taken)), *verdicts[0].hint.split("\n")]
        return Taken(verdicts[0].file is not None and not taken[0].forked, told, taken[0].game)


def _find(journal: Journal, number: int) -> Game:
    """Return a match, without the seed of a match that is not over: it would tell the deals."""
    game = journal.game(number)
    return game if game.finished is not None else game._replace(seed=None)


def _fits(game: Game, wanted: Wanted) -> bool:
    return (
        wanted.game in ("", game.game)
        and (not wanted.player or seats.plain(wanted.player) in map(seats.plain, game.players))
        and wanted.state in ("", "open" if game.finished is None else "over")
        and wanted.table in ("", "virtual" if game.virtual else "real")
    )


def title_of(game: str) -> str:
    """Return the title of a game by its code, also of one that is unknown here."""
    title: str = terms(messages.language()).get(game, one_line(game).capitalize())
    return title


def row_of(journal: Journal, game: Game) -> Row:
    """Return a match as a row of the list."""
    players: list[str] = escape_all(game.players)
    winners = [players[seat] for seat in game.winners]
    scores = [f"\N{NO-BREAK SPACE}{points}" for points in game.totals] or [""] * len(players)
    state = _STATES("state-" + find_state(journal, game))
    return Row(
        game.id,
        game.started[:16].replace("T", " ") + " UTC",
        title_of(game.game),
        ", ".join(name + score for name, score in zip(players, scores, strict=True)),
        SAID("won-by", winners=messages.join(winners)) if winners else state,
        game.virtual,
        game.is_imported,
        game.finished is not None,
    )


def _is_open(chronicle: Chronicle) -> bool:
    """Return True if the records tell hidden values at once."""
    return any(line.get("open") for line in chronicle.lines[:1])


def _shown(lines: Sequence[Line], is_over: bool) -> list[Line]:
    """Return the lines that all may see now: deals and hidden values when the match is over."""
    return [line for line in lines if is_over or line["kind"] not in ("deal", "hidden")]


def form_correction(one: Corrected, is_over: bool) -> Correction:
    """Return a correction in words: scores before and after, sentences that go and that come; with cards as
    the reader's language shows them.
    """
    show = CardWords(vocabulary.load(messages.language(), str(one.after[0]["game"]))).show
    before, after = _shown(one.before, is_over), _shown(one.after, is_over)
    told = list(narration.narrate(after))
    corrections = [n for n, line in enumerate(after) if line["kind"] == "correction"]
    at = corrections[-1] if corrections else len(told)  # an absence is no correction of its own
    gone, new = _differences(list(narration.narrate(before)), told[:at] + told[at + 1 :])
    then, now = (narration.heard(lines).scores() for lines in (before, after))
    what = "".join(told[at : at + 1]).strip()
    return Correction(one.g, show(what), show(then), show(now), [*map(show, gone)], [*map(show, new)])


def _differences(before: Sequence[str], after: Sequence[str]) -> tuple[list[str], list[str]]:
    """Return the sentences that are only in the first list, and those only in the second, in their order."""

    def only(some: Sequence[str], others: Sequence[str]) -> list[str]:
        left = Counter(others)
        found = []
        for one in some:
            if left[one]:
                left[one] -= 1
            else:
                found.append(one.strip())
        return found

    return only(before, after), only(after, before)
