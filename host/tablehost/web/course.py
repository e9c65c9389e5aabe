"""The pages of finished matches as people share them: the course of a match, a trick of the day, figures."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Collection, Iterator, Sequence
from datetime import UTC, date, datetime
from functools import lru_cache
from itertools import pairwise
from typing import NamedTuple
from urllib.parse import urlencode

from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import Route

from tablehost import messages, seats
from tablehost.console.terminal import escape_all, one_line
from tablehost.errors import BUSY, Trouble
from tablehost.folders import has_journal, journal_place
from tablehost.journal import reports
from tablehost.journal.game_log import load_chronicle
from tablehost.journal.persons import find_persons, name_players
from tablehost.journal.store import Game, Journal, day_of
from tablehost.match.card_words import CardWords
from tablehost.match.presenter import Presenter
from tablehost.people import vocabulary
from tablehost.plugins import narration
from tablehost.plugins.presentation import LAYS, Lay
from tablehost.printing import chart, rounds
from tablehost.types import Line
from tablehost.web import pages
from tablehost.web.begin import Beginnings
from tablehost.web.guard import Operator
from tablehost.web.past import MOST_WORD, MatchRow, find, row_of, title_of
from tablehost.web.requests import Refused, check_operator, read_form

SAID = messages.Catalogue("web")

STYLES = ("page", "past", "share")  # sheets that a file has in itself


class Table(NamedTuple):
    """A picture, and a table with the same numbers. `picture`: SVG; the first cell of a row is its head."""

    picture: str
    caption: str
    heads: Sequence[str]
    rows: Sequence[Sequence[str]]


class Turn(NamedTuple):
    """The line of the log that decided. `title`: why it is this one; `part`: of the match; `words`: its
    sentence.
    """

    title: str
    part: str
    words: str


class Shared(NamedTuple):
    """A finished match in short. `sentence`: who won, and who led before; `turn`: None if no score changed;
    `note`: on the numbers, "" for none.
    """

    row: MatchRow
    sentence: str
    course: Table
    turn: Turn | None
    note: str


class Filters(NamedTuple):
    """The filters of the statistics; "" is any. `evening`: as 2026-11-21; `bots`: "1" to count also
    simulated players.
    """

    game: str = ""
    player: str = ""
    evening: str = ""
    bots: str = ""


class Statistics(NamedTuple):
    """The figures of the finished matches that fit. `players`: None if no player counts; `rules`: None
    without one; `left`: how many matches lack people and so players; `games`, `names`, `evenings`: all that
    can be chosen, and in words.
    """

    rows: Sequence[MatchRow]
    players: Table | None
    rules: Table | None
    left: int
    games: Sequence[tuple[str, str]]
    names: Sequence[tuple[str, str]]
    evenings: Sequence[tuple[str, str]]


class Card(NamedTuple):
    """A card: the key of its picture, and its name in words. `by`: its player, "" for a card of the table;
    `is_laid`: it is the answer.
    """

    key: str
    name: str
    by: str = ""
    is_laid: bool = False


class Puzzle(NamedTuple):
    """A lay to guess. `open`: cards on the table; `plays`: the answer; `words`: the sentence of the log."""

    game: int
    title: str
    player: str
    open: Sequence[Card]
    hand: Sequence[Card]
    plays: Sequence[Card]
    words: str


class Recall:
    """The answers. `operator`: who may begin a match again."""

    def __init__(self, course: Course, beginnings: Beginnings, operator: Operator) -> None:
        self._course = course
        self._beginnings = beginnings
        self._operator = operator

    def routes(self) -> list[Route]:
        """Return the addresses."""
        return [
            Route("/games/{number}/share", self.share),
            Route("/games/{number}/share.html", self.download),
            Route("/games/{number}/rematch", self.rematch, methods=["POST"]),
            Route("/today", self.today),
            Route("/statistics", self.statistics),
        ]

    async def share(self, asked: Request) -> Response:
        """The course of one match."""
        shared = await find(asked, self._course.share)
        return pages.render(asked, "share", shared=shared, is_operator=self._operator.is_at(asked))

    async def download(self, asked: Request) -> Response:
        """The same as a file, complete in itself."""
        shared = await find(asked, self._course.share)
        language = pages.language_of(asked)
        style = "".join((pages.STATIC / f"{name}.css").read_text(encoding="utf-8") for name in STYLES)
        with messages.speaking(language):
            html = pages.text("shared", language, "", shared=shared, style=style)
        kept = {
            "content-disposition": f'attachment; filename="cardtable-{shared.row.number}.html"',
            **pages.FRESH,
        }
        return Response(html, 200, kept, "text/html")

    async def rematch(self, asked: Request) -> Response:
        """Begin a match again, with the same game, players and options."""
        await read_form(asked)
        check_operator(asked, self._operator)
        table = await find(asked, self._beginnings.again)
        return RedirectResponse(f"/tables/{table}/continue", 303)

    async def today(self, asked: Request) -> Response:
        """A lay to guess, another one each day."""
        given = asked.query_params.get("day", "")
        day = _day(given) if given else datetime.now(UTC).date()
        puzzle = await pages.toil(asked, self._course.puzzle, day)
        return pages.render(asked, "today", puzzle=puzzle, day=day.isoformat())

    async def statistics(self, asked: Request) -> Response:
        """The figures of an evening, a player, a game, or of all."""
        given = asked.query_params
        wanted = Filters(*(given.get(name, "").strip()[:MOST_WORD] for name in Filters._fields))
        if wanted.evening:
            _day(wanted.evening)
        found = await pages.toil(asked, self._course.statistics, wanted)
        if found is None:
            raise Refused(404, "no-figures")
        others = {name: one for name, one in wanted._asdict().items() if one and name != "bots"}
        query = urlencode(others if wanted.bots else {**others, "bots": "1"})
        return pages.render(asked, "statistics", found=found, wanted=wanted, switch=query)


def _day(text: str) -> date:
    """Return a date such as 2026-11-21. Raises Refused."""
    try:
        found = date.fromisoformat(text)
    except ValueError:
        raise Refused(400, "no-day") from None
    if found.isoformat() != text:
        raise Refused(400, "no-day")
    return found


MOST_READ = 100  # matches whose rules are counted, the last ones
MOST_ROWS = 50  # matches that are listed, and rows of a table
MOST_BARS = 12
MOST_TRIED = 20  # matches in search of a trick of the day
MOST_CHOICES = 200  # players and evenings that a filter offers


class Moment(NamedTuple):
    """The state after a line of the log. `part`: its number; without parts, how often scores have changed."""

    part: int
    scores: tuple[int, ...]
    words: str


class Turning(NamedTuple):
    """The number of the line that decided. `leads`: the winner led from there on; else scores moved most."""

    at: int
    leads: bool


class Course:
    """The matches of the journal, which is opened for each question."""

    def share(self, number: int) -> Shared:
        """Return a match in short. Raises Trouble."""
        with Journal() as journal:
            game = journal.game(number)
            if game.finished is None:
                raise Trouble("NOT_OVER", SAID("course-not-over"), SAID("course-not-over-hint"), BUSY)
            row, lines = row_of(journal, game), load_chronicle(journal, game).lines
        if not lines:
            raise Trouble("NOTHING_YET", SAID("nothing-yet"), "", BUSY)
        moments = follow(lines)
        turning = find_turn([one.scores for one in moments], game.winners)
        words = narration.heard(lines)
        turn = None
        if turning is not None:
            title = SAID("turn-lead" if turning.leads else "turn-swing", winners=_winners(game))
            here = moments[turning.at]
            cards = CardWords(vocabulary.load(messages.language(), game.game))
            turn = Turn(title, words.name_part(here.part), cards.show(here.words.strip()))
        totals = game.totals
        differs = bool(totals) and list(totals) != list(moments[-1].scores)
        note = SAID("course-other-count", totals=_each(game.players, totals)) if differs else ""
        sentence = tell(game, moments, None if differs else turning, words)
        return Shared(row, sentence, _course(game, moments, turning, words, sentence), turn, note)

    def puzzle(self, day: date) -> Puzzle | None:
        """Return the lay of this day, None if no verified match has one. Raises Trouble."""
        if not has_journal():
            return None
        with Journal() as journal:
            games = [
                game
                for game in journal.games()
                if game.finished is not None and LAYS.find(game.game) is not None
                if any(note["kind"] == "deal" for _, note in journal.notes(game.id))
            ]
        lots = random.Random(f"trick of {day.isoformat()}")
        lots.shuffle(games)
        for game in games[:MOST_TRIED]:
            found = _lays(journal_place(), game.uid, game.id)
            if found:
                return _ask(game, lots.choice(found))
        return None

    def statistics(self, asked: Filters) -> Statistics | None:
        """Return the figures, None for a player or a game that was never here. Raises Trouble."""
        if not has_journal():
            return Statistics([], None, None, 0, [], [], [])
        with Journal() as journal:
            over = [game for game in journal.games()[::-1] if game.finished is not None]
            named = {game.id: name_players(journal, game) for game in over}
            known = {seats.plain(name) for names in named.values() for name in names}
            codes = sorted({game.game for game in over})
            if (asked.player and seats.plain(asked.player) not in known) or asked.game not in ("", *codes):
                return None
            fit = [game for game in over if _fits(game, named[game.id], asked)]
            rows = [row_of(journal, game) for game in fit[:MOST_ROWS]]
            people = {game.id: _people(journal, game, bool(asked.bots)) for game in fit}
        names = sorted({name for names in named.values() for name in names})[:MOST_CHOICES]
        evenings = sorted({day_of(game.started) for game in over}, reverse=True)[:MOST_CHOICES]
        return Statistics(
            rows,
            _players(fit, people, named, asked.player),
            _rules(fit[:MOST_READ]),
            sum(not people[game.id] for game in fit),
            [(code, title_of(code)) for code in codes],
            [(name, one_line(name)) for name in names],
            [(evening, evening) for evening in evenings],
        )


# -- one match ---------------------------------------------------------------------------------------


def follow(lines: Sequence[Line]) -> list[Moment]:
    """Return the state after each line of a log."""
    tongue = vocabulary.load(messages.language(), str(lines[0].get("game", "")))
    presenter = Presenter(lines[0]["players"], tongue)
    has_parts = bool(narration.of(lines[0]).part)
    found: list[Moment] = []
    changes = 0
    for line in lines:
        presenter.line(line)
        standing = presenter.snapshot.standing
        changes += bool(found) and standing.scores != found[-1].scores
        part = standing.part if has_parts else changes
        found.append(Moment(part, standing.scores, presenter.snapshot.stories[-1].sentence))
    return found


def find_turn(scores: Sequence[Sequence[int]], winners: Sequence[int]) -> Turning | None:
    """Return the line after which the only winner led alone to the end; else the one at which the gain of a
    player over another was largest. None if no score changed. `scores`: by line and seat.
    """
    if len(winners) == 1:
        at = len(scores)
        while at and leaders(scores[at - 1]) == list(winners):
            at -= 1
        if at < len(scores):
            return Turning(at, True)
    swings = [0]
    for before, after in pairwise(scores):
        gains = [now - then for then, now in zip(before, after, strict=True)]
        swings.append(max(gains) - min(gains))
    return Turning(swings.index(max(swings)), False) if any(swings) else None


def leaders(scores: Sequence[int]) -> list[int]:
    """Return the seats with the highest score."""
    return [seat for seat, score in enumerate(scores) if score == max(scores)]


def tell(game: Game, moments: Sequence[Moment], turning: Turning | None, words: narration.Words) -> str:
    """Return the match in one sentence: who won, and who led before."""
    won, totals = game.winners, game.totals
    if not won:
        return SAID("course-nobody")
    points = totals[won[0]] if totals else None
    score = words.count(points) if isinstance(points, int) else ""
    values = {"winners": _winners(game), "score": score}
    if turning is None:
        return SAID("course-won", **values)
    if not turning.leads:
        equal = [seat for seat in leaders(moments[-1].scores) if seat not in won]
        is_level = moments[-1].scores[won[0]] == max(moments[-1].scores) and equal
        return (
            SAID("course-equal", leaders=_names(game, equal), **values)
            if is_level
            else SAID("course-won", **values)
        )
    until = words.name_part(moments[turning.at].part)
    before = leaders(moments[turning.at - 1].scores) if turning.at else []
    others = [seat for seat in before if seat not in won]
    if not others or len(before) == len(game.players):
        return SAID("course-ahead", part=until, **values)
    kind = "course-level" if len(before) > len(others) else "course-led"
    return SAID(kind, leaders=_names(game, others), part=until, **values)


def _course(
    game: Game, moments: Sequence[Moment], turning: Turning | None, words: narration.Words, sentence: str
) -> Table:
    """Return the scores after each part of the match."""
    players: list[str] = escape_all(game.players)
    last = {one.part: one.scores for one in moments}  # in the order of the parts
    parts = list(last)
    turn = None if turning is None else moments[turning.at].part
    names = [words.name_part(part) for part in parts]
    told = [
        SAID("course-here", part=name) if part == turn else name
        for part, name in zip(parts, names, strict=True)
    ]
    title = SAID("course-title", players=messages.listed(players))
    mark = None if turn is None else parts.index(turn)
    picture = chart.lines(
        chart.Head("course", title, sentence),
        players,
        [str(part) for part in parts],
        list(last.values()),
        mark,
        SAID("turn-short"),
    )
    rows = [[name, *map(str, scores)] for name, scores in zip(told, last.values(), strict=True)]
    return Table(picture, SAID("course-caption"), [SAID("course-after"), *players], rows)


def _winners(game: Game) -> str:
    return _names(game, game.winners)


def _names(game: Game, some: Sequence[int]) -> str:
    return messages.listed(escape_all([game.players[seat] for seat in some]))


def _each(players: Sequence[str], totals: Sequence[object]) -> str:
    pairs = zip(players, totals, strict=True)
    return ", ".join(messages.paired(one_line(name), total) for name, total in pairs if total is not None)


# -- the trick of the day ------------------------------------------------------------------------------


@lru_cache(maxsize=500)
def _lays(path: str, uid: str, number: int) -> tuple[Lay, ...]:
    """Return the lays of a match of the journal at `path`; none unless its records hold in every respect."""
    with Journal() as journal:
        game = journal.game(number)
        try:
            if reports.report_on_recorded(journal, game, reports.Request()).failures:
                return ()
            lines = load_chronicle(journal, game).lines
        except Trouble:
            return ()
    return tuple(LAYS.by_game()[game.game](lines))


def _ask(game: Game, lay: Lay) -> Puzzle:
    """Return a lay as the page asks for it."""
    with Journal() as journal:
        lines: list[Line] = escape_all(load_chronicle(journal, game).lines)
    language = messages.language()
    words = CardWords(vocabulary.load(language, game.game))
    said = narration.heard(lines[: lay.line + 1])

    def card(name: str, by: str = "", is_laid: bool = False) -> Card:
        told = words.put_into(name)
        told = rounds.name_cards(name, said, language) if told == name else told
        return Card(rounds.key(name), told, by, is_laid)

    players: list[str] = lines[0]["players"]
    plays = [card(name, players[seat], seat == lay.seat) for seat, name in enumerate(lay.plays)]
    return Puzzle(
        game.id,
        SAID("game-title", n=game.id, game=title_of(game.game)),
        players[lay.seat],
        [card(name) for name in lay.open],
        [card(name) for name in lay.hand],
        plays,
        rounds.name_cards(said.sentence(lines[lay.line]).strip(), said, language),
    )


# -- statistics ----------------------------------------------------------------------------------------


def _fits(game: Game, names: Sequence[str], asked: Filters) -> bool:
    return (
        asked.game in ("", game.game)
        and (not asked.player or seats.plain(asked.player) in map(seats.plain, names))
        and asked.evening in ("", day_of(game.started))
    )


def _people(journal: Journal, game: Game, bots: bool) -> Collection[int]:
    """Return the seats whose players count: all, of a virtual match only those that persons held at last."""
    return range(len(game.players)) if bots or not game.virtual else find_persons(journal, game)


def _players(
    fit: Sequence[Game], people: dict[int, Collection[int]], named: dict[int, list[str]], player: str
) -> Table | None:
    """Return games, wins and points by player and game; a win that is shared counts for each."""
    names: dict[str, str] = {}
    found: dict[tuple[str, str], Counter[str]] = {}
    for game in fit:
        totals, won = game.totals, game.winners
        for seat in people[game.id]:
            name = named[game.id][seat]
            plain = seats.plain(name)
            if player and plain != seats.plain(player):
                continue
            names.setdefault(plain, one_line(name))
            points = totals[seat] if seat < len(totals) else None
            more = {"games": 1, "wins": int(seat in won), "points": points if isinstance(points, int) else 0}
            found.setdefault((plain, game.game), Counter()).update(more)
    if not found:
        return None
    order = sorted(found, key=lambda one: (-found[one]["wins"], -found[one]["games"], one))
    wins = Counter[str]()
    for plain, code in order:
        wins[plain] += found[plain, code]["wins"]
    bars = [(names[plain], count) for plain, count in wins.most_common(MOST_BARS)]
    heads = [SAID(f"col-{one}") for one in ("player", "game", "games", "wins", "points")]
    rows = [
        [names[plain], title_of(code), *(str(found[plain, code][one]) for one in ("games", "wins", "points"))]
        for plain, code in order[:MOST_ROWS]
    ]
    return _counted("wins", bars, SAID("statistics-players"), heads, rows)


def _rules(fit: Sequence[Game]) -> Table | None:
    """Return how often which rule decided a line of these matches."""
    found = Counter[tuple[str, str]]()
    for game in fit:
        for rule in _decisive(journal_place(), game.uid, game.id, messages.language()):
            found[rule, title_of(game.game)] += 1
    if not found:
        return None
    ranked = found.most_common(MOST_ROWS)
    several = len({game for _, game in found}) > 1
    bars = [(f"{rule} ({game})" if several else rule, count) for (rule, game), count in ranked[:MOST_BARS]]
    heads = [SAID(f"col-{one}") for one in ("rule", "game", "times")]
    rows = [[rule, game, str(count)] for (rule, game), count in ranked]
    return _counted("rules", bars, SAID("statistics-rules", n=len(fit)), heads, rows)


@lru_cache(maxsize=2000)
def _decisive(path: str, uid: str, number: int, language: str) -> tuple[str, ...]:
    """Return the rules that decided lines of a match of the journal at `path`, each as often as it did; none
    of a game that is unknown here.
    """
    with Journal() as journal:
        try:
            lines = load_chronicle(journal, journal.game(number)).lines
        except Trouble:
            return ()
    return tuple(_rules_of(lines))


def _rules_of(lines: Sequence[Line]) -> Iterator[str]:
    shown: list[Line] = escape_all(list(lines))
    words = narration.of(shown[0]) if shown else narration.Words()
    for line in shown:
        words.hear(line)
        yield from map(one_line, words.list_decisive_rules(line))


def _counted(
    name: str,
    bars: Sequence[tuple[str, int]],
    caption: str,
    heads: Sequence[str],
    rows: Sequence[Sequence[str]],
) -> Table:
    about = ", ".join(f"{one}: {count}" for one, count in bars)
    head = chart.Head(name, SAID(f"statistics-{name}-title"), about)
    return Table(chart.bars(head, bars), caption, heads, rows)
