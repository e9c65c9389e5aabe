"""The runner of a session for pages: what it tells is shown, what persons there ask for is done."""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Sequence

from tablehost import messages
from tablehost.console.output import say
from tablehost.journal.persons import find_persons, note_holders
from tablehost.journal.store import Game
from tablehost.match.chorus import Chorus
from tablehost.match.presenter import Presenter
from tablehost.people import vocabulary
from tablehost.printing import aid
from tablehost.screen.inputs import Left, Watching
from tablehost.session import events, presenting
from tablehost.session.events import Event
from tablehost.session.presenting import Reply
from tablehost.session.session import Session
from tablehost.web.persons import Guests, Listeners, Persons, Players
from tablehost.web.referee_desk import RefereeDesk
from tablehost.web.tables import Table
from tablehost.web.undoing import Undoing

PLAY = messages.Catalogue("play")
WEB = messages.Catalogue("web")


def show(table: Table, game: str, players: Sequence[str], tongue: vocabulary.Tongue) -> Chorus:
    """Return the presenter of a match that all pages of a table show in their languages."""
    others = [one for one in messages.LANGUAGES if one != tongue.language]
    chorus = Chorus(players, [tongue, *(vocabulary.load(one, game) for one in others)])
    for language, feed in table.feeds.items():
        feed.open(chorus.voice(language))
    return chorus


class Runner:
    """A session that pages of `table` show. `set_busy`: notes whether a match is played; `attends`: one match
    after another, else the first alone.
    """

    def __init__(
        self,
        session: Session,
        table: Table,
        guests: Guests,
        set_busy: Callable[[bool], None],
        attends: bool = False,
    ) -> None:
        self._session = session
        self._table = table
        self._guests = guests
        self._set_busy = set_busy
        self._attends = attends
        self._referee = RefereeDesk(session, table.desk)
        self._game: Game | None = None  # that is shown
        self._presenter = Presenter((), vocabulary.load(messages.language()))
        self._input: Watching = guests
        self._persons: Persons | None = None
        self._undoing: Undoing | None = None
        self._holders: dict[int, str] = {}  # the persons who play, as was noted
        self._unnoted: dict[int, str] | None = None  # who play, while that is not noted yet
        self._listening: Chorus | None = None  # the match whose listeners are seated
        self._is_over = False
        session.wait = self._wait

    def run(self, look: Callable[[], None] = lambda: None) -> None:
        """Run the session until its match is over; where matches are attended, for ever. `look`: called
        between its steps. Raises Trouble, and Left of `screen.inputs`.
        """
        while not self._is_over:
            look()
            self._step()

    def close(self) -> None:
        """Show no match any more."""
        for message in map(presenting.find_message, self._session.take_events()):
            if message is not None:
                say(*message)
        self._table.desk.close()
        if self._persons is not None:
            self._persons.end()

    def _step(self) -> None:
        """Listen to table and pages for a moment. Raises Trouble and Left."""
        for event in self._session.step(0.0 if self._input.listen() else 0.2):
            self._take(event)
        if self._is_over:
            return
        self._answer_requests()
        self._referee.serve()
        if self._undoing is not None:
            self._undoing.serve()
        if self._attends:
            self._seat_listeners()
        self._input.serve()
        self._note_holders()

    def _take(self, event: Event) -> None:
        stop, message = presenting.find_stop(event), presenting.find_message(event)
        if stop is not None and not self._attends:
            raise stop
        if message is not None:
            say(*message)
            return
        match event:
            case events.MatchBegun():
                self._open(event)
            case events.TableIdle():
                self._open_idle()
            case events.MatchFinished():
                with contextlib.suppress(Left):
                    self._input.serve()  # what hands saw last
                self._set_busy(False)  # another one may be wanted as soon as the end is shown
                self._presenter.ending(event.lines)
                self._is_over = not self._attends
                print(PLAY("log-kept", path=event.path, id=event.game.id))
            case _:
                presenting.present(event, self._presenter, self._session.language)
                self._referee.take(event)

    # -- what is shown ---------------------------------------------------------------------------

    def _open(self, event: events.MatchBegun) -> None:
        game, table = event.game, self._table
        table.set_match(game.id)
        self._game, self._input = game, self._guests
        self._presenter = match = show(table, game.game, game.players, self._session.tongue(game.game))
        hands = self._session.connection.hands
        if hands is not None:
            self._holders = find_persons(self._session.journal, game)
            self._undoing = Undoing(self._session, game, table.chairs, hands, match)
            self._input = self._persons = Players(self._guests, hands, match, self._hold)
        self._set_busy(True)
        self._referee.open(event, match)
        presenting.present(event, match)
        self._referee.begin(event)

    def _open_idle(self) -> None:
        """Show the table while no match is played; the result stays until the next one begins."""
        self._game, self._input = None, self._guests
        self._referee.leave()
        tongue = self._session.tongue()
        is_new = self._table.feeds[tongue.language].match is None
        self._presenter = show(self._table, "", (), tongue) if is_new else Presenter((), tongue)
        self._set_busy(False)
        self._presenter.notice(PLAY.later("nothing-played-yet"))

    def _wait(self, event: events.DatabaseAway | None, seconds: float) -> None:
        """Let time go by while the database is away; pages are served meanwhile."""
        if event is not None:
            presenting.present(event, self._presenter)
        self._input.pause(seconds)

    # -- persons ---------------------------------------------------------------------------------

    def _hold(self, names: Sequence[str]) -> None:
        """Have persons play from here on, by seat; that is noted as soon as the database answers."""
        self._unnoted = {seat: name for seat, name in enumerate(names) if name}
        if self._undoing is not None:
            changed = [seat for seat, name in self._unnoted.items() if self._holders.get(seat) != name]
            self._undoing.sit_down(changed)
        if not self._session.is_database_away:  # pages are served then, too
            self._note_holders()

    def _note_holders(self) -> None:
        persons, self._unnoted = self._unnoted, None
        if persons is not None and persons != self._holders:
            assert self._game is not None
            self._holders = persons
            journal = self._session.journal
            note_holders(journal, self._game, list(persons), list(persons.values()))

    def _seat_listeners(self) -> None:
        """Have those listen whom the first line of the match names; who sat at their seats before goes."""
        match, table = self._presenter, self._table
        if not isinstance(match, Chorus) or match.snapshot.match is None or match is self._listening:
            return
        self._listening = match
        if self._persons is not None:
            self._persons.end()
            self._persons = None
        seats = table.listeners = match.snapshot.listeners
        players = match.snapshot.players
        for chair in table.chairs.all:
            if chair.name and (chair.seat not in seats or chair.name != players[chair.seat]):
                table.chairs.leave(chair.seat)
        if seats:
            self._input = self._persons = Listeners(self._guests, match, seats)

    def _answer_requests(self) -> None:
        persons = self._persons
        while persons is not None and persons.requests:
            seat, request = persons.requests.pop(0)
            self._presenter.reply(seat, self._answer(seat, request))

    def _answer(self, seat: int, request: str) -> Reply:
        game, undoing = self._game, self._undoing
        if request in ("undo", "agree"):
            if undoing is None:  # at the table, where the hands are
                return lambda _: WEB("hands-at-table")
            return undoing.undo(seat) if request == "undo" else undoing.agree(seat)
        if request == "scores":
            return lambda presenter: presenter.scores()
        if game is None:
            return lambda presenter: presenter.tongue.said["nothing-yet"]
        return lambda _: aid.in_short(game.game, game.players, game.options, messages.language())
