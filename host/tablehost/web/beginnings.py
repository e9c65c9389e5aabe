"""Matches that are begun from a page; see `tablehost.web.begin.Beginnings`."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace

from cardtable.engine.game import Game as GameRules
from cardtable.engine.match import OptionError, resolve
from tablehost import messages
from tablehost.errors import Trouble
from tablehost.firmware.texts import terms
from tablehost.journal.persons import name_players
from tablehost.journal.store import Journal
from tablehost.plugins import declared_scores, own
from tablehost.plugins.choice import Choice, choose, default_text, load_game, presets_of, read_pairs
from tablehost.plugins.presentation import get_option_text, meanings_of, ruling
from tablehost.printing import aid, draw, guide, rulings
from tablehost.seats import NAMES, find_twin, is_name, plain
from tablehost.session.rematches import Last, describe_again, find_last
from tablehost.types import OptionRow
from tablehost.web.begin import OPTION, Objection, Parked, Question, Rules, Section, Wish
from tablehost.web.lessons import list_rulings
from tablehost.web.servers import find_parked
from tablehost.web.tables import Table

SAID = messages.Catalogue("web")


class Beginnings:
    """The matches that can be begun at these tables. `begin`: begins one; raises Busy at a busy table;
    `stop`: stops the one that is played; `go_on`: has a parked match go on, at the virtual table.
    """

    def __init__(
        self,
        tables: Mapping[str, Table],
        begin: Callable[[str, Choice], None],
        stop: Callable[[str, str, int], bool],
        go_on: Callable[[int], None],
    ) -> None:
        self._tables = tables
        self._begin = begin
        self._stop = stop
        self._go_on = go_on

    def stop(self, table: str, how: str, number: int) -> bool:
        """Stop the match that is played at a table; return False if none is. Raises Trouble."""
        return self._stop(table, how, number)

    def go_on(self, number: int) -> None:
        """Have a parked match go on at the virtual table. Raises Trouble."""
        self._go_on(number)

    def find_parked(self) -> Parked | None:
        """Return the match that was parked last at a virtual table, None without one. Raises Trouble."""
        with Journal() as journal:
            try:
                match = find_parked(journal)
            except Trouble as trouble:
                if trouble.code != "NOT_PARKED":
                    raise
                return None
            title = terms(messages.language()).get(match.game, match.game)
            return Parked(match.id, title, ", ".join(name_players(journal, match)))

    def sections(self, game: str) -> Sequence[Section]:
        """Return the options of a game."""
        return list(_sections(load_game(game), messages.language()))

    def has_scores(self, game: str) -> bool:
        """Return True if a match of this game can begin with scores."""
        return declared_scores.has_scores(load_game(game))

    def find_objection(self, game: str, wish: Wish) -> Objection | None:
        """Return the objection to a match, None if it can be played."""
        choice = self._choose(game, wish)
        return choice if isinstance(choice, Objection) else None

    def begin(self, game: str, wish: Wish) -> None:
        """Begin a match without an objection. Raises Trouble, Busy if the table is busy."""
        choice = self._choose(game, wish)
        assert not isinstance(choice, Objection)
        self._begin(wish.table, choice)

    def _choose(self, game: str, wish: Wish) -> Choice | Objection:
        """Return a wish as a match that can be played at its table, or the objection to it."""
        choice = _choose(game, wish)
        if isinstance(choice, Objection):
            return choice
        if wish.table not in self._tables:
            return Objection("table", SAID("choose-one"))
        listeners = [seat for seat in wish.listeners if 0 <= seat < choice.seats]
        if listeners and self._tables[wish.table].is_virtual:
            return Objection("listens", SAID("listens-virtual"), SAID("listens-virtual-hint"))
        scores = [*wish.scores[: choice.seats], *[""] * (choice.seats - len(wish.scores))]
        try:
            choice = declared_scores.begin_with(choice, [int(one or 0) for one in scores])
        except (ValueError, Trouble):
            return Objection("scores", SAID("bad-scores", most=declared_scores.MOST))
        return replace(choice, listeners=listeners)

    def again(self, number: int | None = None) -> str:
        """Begin the match that was played last, or the one of this number, again; return its table. Raises
        Trouble.
        """
        last, table = find_last() if number is None else _find(number), next(iter(self._tables))
        own.renew(last.game)
        self._begin(table, choose(last.game, None, last.names, last.pairs))
        return table

    def rules(self, game: str, wish: Wish) -> Rules | Objection:
        """Return the rules of this match, as `cardtable rules` has them."""
        choice, language = _choose(game, wish), messages.language()
        if isinstance(choice, Objection):
            return choice
        found = rulings.list_rulings(choice.game, choice.seats, choice.options, language)
        if guide.has_page(game):
            page = guide.path_of(game, language).read_text(encoding="utf-8")
            whole = guide.remove_comments(guide.apply_options(page, found, language))
        else:
            whole = list_rulings(terms(language).get(game, game), found, SAID("own-game-rulings"))
        return Rules(aid.draw_aid(game, choice.seats, found, language).removeprefix(draw.XML), whole)


def _find(number: int) -> Last:
    with Journal() as journal:
        return describe_again(journal.game(number))


def _sections(game: GameRules, language: str) -> Iterator[Section]:
    meanings = meanings_of(game, language)
    title, questions = "", list[Question]()
    for row in OptionRow.all_of(game.OPTIONS):
        head = get_option_text(game.NAME, "section", row.name, language)
        if head and questions:
            yield Section(title or SAID("options"), questions)
            questions = []
        title = head or title
        least, most = row.span or (None, None)
        values = [] if row.span else [one for one in row.choices if one is not None]
        said = [(str(one), ruling(game.NAME, row.name, one, language)) for one in values]
        meaning = messages.capitalise(meanings[row.name])
        questions.append(Question(row.name, meaning, default_text(game, row), said, least, most))
    if questions:
        yield Section(title or SAID("options"), questions)


def _choose(name: str, wish: Wish) -> Choice | Objection:
    """Return a wish as a match that can be played, or the objection to it."""
    own.renew(name)
    game = load_game(name)
    if not wish.players or (not wish.preset and presets_of(game)):
        return Objection("preset" if wish.players else "players", SAID("choose-one"))
    is_number = wish.players.isascii() and wish.players.isdigit() and len(wish.players) < 4
    players = int(wish.players) if is_number else 0
    given = list(wish.names[:players])
    names = None
    if any(given) and game.SEATS[0] <= players <= game.SEATS[1]:
        spare = iter([one for one in NAMES if plain(one) not in map(plain, given)])
        seated = [one or next(spare) for one in [*given, *[""] * (players - len(given))]]
        bad = next((one for one in seated if not is_name(one)), find_twin(seated))
        if bad is not None:
            code = "bad-name" if not is_name(bad) else "same-name"
            return Objection("names", SAID(code, name=bad[:40]), SAID("bad-name-hint"))
        names = ",".join(seated)
    pairs = [f"{option}={value}" for option, value in wish.options.items()]
    try:
        return choose(name, players, names, pairs, wish.preset or None)
    except Trouble as trouble:
        field = _field_of(game, players, wish, trouble)
        return Objection(field, trouble.message, trouble.hint)


def _field_of(game: GameRules, players: int, wish: Wish, trouble: Trouble) -> str:
    """Return the field to which an objection belongs: an option without which there would be none, if
    possible the one whose value is refused.
    """
    error = trouble.__cause__
    if trouble.code in ("BAD_PLAYERS", "UNKNOWN_PRESET") or not isinstance(error, OptionError):
        return {"BAD_PLAYERS": "players", "UNKNOWN_PRESET": "preset"}.get(trouble.code, "")
    if error.code == "no-option":
        return ""
    preset = read_pairs(presets_of(game)[wish.preset][1]) if wish.preset else {}
    fitting = []
    for name, value in wish.options.items():
        others = {one: text for one, text in {**preset, **wish.options}.items() if one != name}
        try:
            resolve(game, players, others)
        except OptionError as left:
            if (left.code, left.values) == (error.code, error.values):
                continue
        fitting.append((value != str(error.given), f"{OPTION}{name}"))
    return min(fitting)[1] if fitting else "preset"
