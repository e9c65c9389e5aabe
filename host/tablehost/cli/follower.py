"""The loop of `play`: a session is shown here, and its users' requests are carried out."""

from __future__ import annotations

import contextlib
import sys
from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from typing import TYPE_CHECKING

from tablehost import messages
from tablehost.console.output import say, tell
from tablehost.errors import INTERRUPTED, Trouble
from tablehost.firmware import boards
from tablehost.journal import persons
from tablehost.journal.anchors import label_words
from tablehost.journal.store import Game, Journal
from tablehost.link import discovery
from tablehost.match.presenter import Presenter
from tablehost.people import faults, vocabulary
from tablehost.printing import aid
from tablehost.screen.choice import JSON, open_view
from tablehost.screen.inputs import Left, Watching
from tablehost.screen.json_lines import JsonLines
from tablehost.screen.plain import Plain
from tablehost.seats import NAMES, label
from tablehost.session import events, presenting
from tablehost.session.events import Event
from tablehost.session.presenting import Reply
from tablehost.session.session import Session

if TYPE_CHECKING:
    from tablehost.cli.own_reader import OwnReader

SAID = messages.Catalogue("play")


class Follower:
    """A session that is shown. `form`: of the view, see `screen.choice`; `is_witness`: show the words to note
    down; `teaches`: explain each kind of act; `attends`: one match after another, else the first alone;
    `reader`: with the cards of a held seat.
    """

    def __init__(
        self,
        session: Session,
        form: str,
        is_witness: bool = False,
        teaches: bool = False,
        attends: bool = False,
        reader: OwnReader | None = None,
    ) -> None:
        self._reader = reader
        self._session = session
        self._form = form
        self._json = form == JSON
        self._is_witness = is_witness
        self._teaches = teaches and not self._json
        self._attends = attends
        self._game: Game | None = None  # that is shown
        self._presenter = Presenter((), vocabulary.load(messages.language()))
        self._view: Plain = JsonLines(sys.stdout) if self._json else Plain(sys.stdout)
        self._presenter.attach(self._view)
        self._input = Watching()
        self._is_over = False
        session.wait = self._wait

    def meet(self, settings: Mapping[str, str]) -> None:
        """Meet the table, apply settings, and tell which of them it keeps. Raises Trouble."""
        self._session.meet(settings)
        for name, code in (("lang", "language-stays"), ("lessons", "lessons-stay")):
            if name in settings and not self._json:
                say(SAID(code))

    def run(self) -> None:
        """Show the match until it is over; where matches are attended, one after another. Raises Trouble, and
        Left of `screen.inputs`.
        """
        opened = None
        while not self._is_over and opened is not self._input:  # a view opened meanwhile takes over
            opened = self._input
            opened.run(partial(self._goes_on, opened))
        self._view.end()

    def close(self) -> None:
        """Leave the terminal as it was, and the reader, however the match ended."""
        self._view.end()
        if self._reader is not None:
            self._reader.close()
        for message in map(presenting.find_message, self._session.take_events()):
            if message is not None:
                say(*message)

    def _goes_on(self, opened: Watching) -> bool:
        return self._step() and opened is self._input

    def _step(self) -> bool:
        """Listen to table and users for a moment; return True if it goes on. Raises Trouble and Left."""
        for event in self._session.step(0.0 if self._input.listen() else 0.2):
            self._take(event)
            if self._is_over:
                return False
        self._answer_requests()
        hands = self._session.connection.hands
        if self._reader is not None and hands is not None and self._game is not None:
            self._reader.serve(hands, self._presenter)
        self._input.serve()
        return True

    def _take(self, event: Event) -> None:
        stop, message = presenting.find_stop(event), presenting.find_message(event)
        if stop is not None and not self._attends:
            self._view.end()
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
                self._finish(event)
            case _:
                presenting.present(event, self._presenter, self._session.language, self._is_witness)

    # -- views ---------------------------------------------------------------------------------

    def _open(self, event: events.MatchBegun) -> None:
        self._view.end()
        self._game = event.game
        hands = self._session.connection.hands
        journal, game = self._session.journal, event.game
        if hands is not None and hands.seats:
            persons.note_holders(journal, game, hands.seats)
        self._show(game.players, game.game, persons.had_holders(journal, game))
        presenting.present(event, self._presenter)

    def _open_idle(self) -> None:
        """Show the table while no match is played, with any players at its pads."""
        self._view.end()
        self._game = None
        folder = self._session.connection.folder
        self._show(NAMES[: len(NAMES) if folder is None else boards.read(folder.name).seat_pads])
        if self._session.connection.hands is None and not self._json:
            self._presenter.notice(SAID.later("nothing-played-yet"))

    def _show(self, players: Sequence[str], game: str = "", hides_deals: bool = False) -> None:
        """Publish from here on to a view that is opened now."""
        session, before = self._session, self._presenter.snapshot
        self._presenter = Presenter(players, session.tongue(game), self._teaches, hides_deals, before)
        hands = session.connection.hands
        self._view, self._input = open_view(sys.stdout, self._presenter, self._form, hands)

    def _wait(self, event: events.DatabaseAway | None, seconds: float) -> None:
        """Let time go by while the database is away."""
        if event is not None:
            presenting.present(event, self._presenter)
        self._input.pause(seconds)

    # -- requests of users ---------------------------------------------------------------------

    def _answer_requests(self) -> None:
        hands = self._session.connection.hands
        while hands is not None and hands.requests:
            seat, request = hands.requests.pop(0)
            self._presenter.reply(seat, self._answer(seat, request))

    def _answer(self, seat: int, request: str) -> Reply:
        hands, game = self._session.connection.hands, self._game
        if game is None or hands is None:
            return lambda presenter: presenter.tongue.said["nothing-yet"]
        if request == "undo":
            return presenting.undo(self._session, seat, hands, self._presenter)
        if request == "agree":
            return lambda presenter: SAID("no-wish")
        if request == "scores":
            return lambda presenter: presenter.scores()
        return lambda presenter: aid.in_short(game.game, game.players, game.options, messages.language())

    # -- the end -------------------------------------------------------------------------------

    def _finish(self, event: events.MatchFinished) -> None:
        """Show the end, and print where the data are stored."""
        if not self._attends:
            self._is_over = True
            with contextlib.suppress(Left):
                self._input.serve()  # what hands saw last
        self._view.end()
        game = event.game
        if event.happened is not None and not self._json:
            happened = faults.describe_happened(event.happened)
            print(SAID("faults-made", happened=happened), file=sys.stderr)
        self._presenter.ending(event.lines)
        if self._json:
            return
        print(SAID("log-kept", path=event.path, id=game.id))
        if self._is_witness and event.first_words:
            words = label_words(event.first_words, game.uid, game.first_g)
            print(SAID("words-of-beginning", first_words=words))
        if self._is_witness and event.words:
            words = label_words(event.words, game.uid, game.first_g)
            print(SAID("words-to-note-down", words=words, id=game.id))

    def stopped(self) -> Trouble:
        """Return the message to a user who left, or pressed Ctrl-C."""
        self._view.end()
        game = self._game
        if game is None and self._attends:
            return Trouble("STOPPED", SAID("stopped"), "", INTERRUPTED)
        if game is None:
            return Trouble("INTERRUPTED", SAID("stopped-before-match"), "", INTERRUPTED)
        again = SAID("go-on-hint", game=game.game, options=self._resume_options())
        if self._attends:
            again = SAID("alone-goes-on", game=game.game)
        return Trouble("INTERRUPTED", SAID("stopped-amid-match"), again, INTERRUPTED)

    def _resume_options(self) -> str:
        """Return the options that go on with the same seats held, and with lessons if there were any."""
        hands = self._session.connection.hands
        held = "" if hands is None else f" --hands {','.join(label(seat) for seat in hands.seats)}"
        return held + (" --teach" if self._teaches else "")


@contextlib.contextmanager
def following(
    journal: Journal,
    connection: discovery.Connection,
    form: str,
    is_witness: bool = False,
    teaches: bool = False,
    attends: bool = False,
    asked: faults.Asked | None = None,
    reader: OwnReader | None = None,
) -> Iterator[tuple[Session, Follower]]:
    """Give a session and its follower, see there; hang up behind it. `asked`: the faults to inject. Raises
    Trouble after Ctrl-C; a user who leaves ends the block.
    """
    session = Session(journal, connection, asked)
    follower = Follower(session, form, is_witness, teaches, attends, reader)
    try:
        yield session, follower
    except KeyboardInterrupt:
        raise follower.stopped() from None
    except Left:
        trouble = follower.stopped()
        if trouble.code == "INTERRUPTED":
            tell(trouble, form == JSON)
    finally:
        follower.close()
        session.close()
        connection.close()
