"""The verb `play --alone`: matches are set up and started at the table itself; here they are recorded and
shown.

At the virtual table a user at the keyboard moves all hands until a match begins, and then those of the seats
that --hands names, none with --watch. Matches that a real table has played without a computer are imported
first.
"""

from __future__ import annotations

import random

from tablehost import messages
from tablehost.cli.arguments import Play
from tablehost.cli.evening import Evening
from tablehost.cli.own_seats import parse_seats
from tablehost.console.output import tell
from tablehost.errors import INTERRUPTED, Trouble
from tablehost.firmware import boards
from tablehost.journal.records import Begun, Parked, TakenUp, Told
from tablehost.journal.store import Game, Journal
from tablehost.link import discovery
from tablehost.link.events import Came, Displayed, Event, Seen
from tablehost.link.states import under_way
from tablehost.people.asking import Asking
from tablehost.referee.ruled import Ruled
from tablehost.screen import inputs
from tablehost.screen.choice import form_of
from tablehost.seats import NAMES
from tablehost.types import Fields

SAID = messages.Catalogue("play")

# Options that cannot be known beforehand.
NOT_ALONE = ("game", "names", "option", "preset", "teach", "resume", "pty", "bots", "faults")


def main(args: Play) -> int:
    """Attend the table until the user leaves. Raises Trouble."""
    for name in NOT_ALONE:
        if getattr(args, name):
            about = SAID("which-game") if name == "game" else f"--{name}" if name != "option" else "-o"
            raise Trouble("USAGE", SAID("alone-chosen-by-keys", about=about))
    if args.open_record or args.policy != "shown":
        raise Trouble("USAGE", SAID("alone-without-terms"))
    address = discovery.find(args.table, args.json)
    board = discovery.board_for(args.players or discovery.USUAL_SEATS, None, args.reader)
    pads = boards.read(board).seat_pads
    plays = [] if args.watch else _plays(args.hands, address, pads)
    people: Fields = {
        "keys": True,
        "plays": plays,
        "seed": random.SystemRandom().randrange(1_000_000) if args.seed is None else args.seed,
        "pace": args.pace,
        "reveal": args.reveal,
        "board": board,
        "held": list(range(pads)),
        "by_hand": list(range(pads)) if args.by_hand else [],
    }
    wishes = {"lang": args.lang} if args.lang else {}
    with Journal() as journal:
        journal.database.check_writable()
        connection = discovery.connect(address, people)
        evening = Alone(journal, connection, form_of(args), wishes, {}, args.witness)
        try:
            evening.attend()
        except KeyboardInterrupt:
            raise evening.stopped() from None
        except inputs.Left:
            trouble = evening.stopped()
            if trouble.code == "INTERRUPTED":
                tell(trouble, args.json)
        finally:
            evening.close()
            connection.close()
    return 0


def _plays(asked: str | None, address: str, pads: int) -> list[int] | None:
    """Return the seats that the user plays in each match, None for all of them. Raises Trouble."""
    if asked is None:
        return [0]
    named = parse_seats(asked, pads, address == discovery.SIM, "no seat")
    return None if asked == "all" else named


class Alone(Evening):
    """One match after another, whatever is begun at the table."""

    _seen = -1  # the last record that was reported

    def attend(self) -> None:
        """Attend the table until the user leaves, or for ever. Raises Trouble and inputs.Left."""
        self._greet()
        self.catch_up()
        left = under_way(self._journal, self._journal.games(self._session.uid))
        if left:
            self._show(left[-1])
        else:
            self._wait()
        self._attend(self._look)

    def _look(self) -> bool:
        """Listen to table and users for a moment; it goes on for ever."""
        for event in self._turn():
            self._hear(event)
        self._carry_out()
        self._input.serve()
        return True

    def _wait(self) -> None:
        """Show the table while no match is played, with any players at its pads."""
        self._game, self._is_held = None, False
        self._news = Asking()
        pads = boards.read(self._board()).seat_pads if self._connection.virtual else len(NAMES)
        self._show_match(NAMES[:pads], self._tongue())
        if self._connection.hands is None and not self._json:
            self._presenter.notice(SAID.later("nothing-played-yet"))
        waiting, self._waiting = self._waiting, []
        for event in waiting:
            if isinstance(event, Seen | Displayed):
                self._hear(event)

    def _board(self) -> str:
        assert self._connection.folder is not None
        return self._connection.folder.name

    def _show(self, game: Game) -> None:
        self._seen = self._journal.last_g(game.uid)
        self._open(game)

    def _hear(self, event: Event) -> None:
        told = event.told if isinstance(event, Came) else None
        if isinstance(event, Came) and event.g <= self._seen:
            return
        if isinstance(event, Seen | Displayed):  # for the next view
            self._waiting = [one for one in self._waiting if type(one) is not type(event)] + [event]
        if self._game is None:
            self._hear_idle(event)
            return
        is_next = isinstance(event, Came) and isinstance(told, Begun) and event.g > self._game.first_g
        if is_next or isinstance(told, Parked):
            self._view.end()
            self._wait()  # the one before is parked
            return
        super()._hear(event)
        if self._chronicle.closed:
            self._close()

    def _hear_idle(self, event: Event) -> None:
        if not isinstance(event, Came):
            self._hear_table(event)
        elif isinstance(event.told, TakenUp) or _is_seating(event.told):
            self._adopt()

    def _adopt(self) -> None:
        """Import a match that has its players."""
        for game in self._adopted():
            if game.last_g is None:
                self._view.end()
                self._show(game)
                if self._chronicle.closed:
                    self._close()

    def _close(self) -> None:
        """Close the match: print where it is stored, and wait for the next one."""
        self._view.end()
        self.finish()
        self._wait()

    def stopped(self) -> Trouble:
        """Return the message after the user left, or pressed Ctrl-C."""
        game = self._game
        trouble = super().stopped()
        if game is None:
            return Trouble("STOPPED", SAID("stopped"), "", INTERRUPTED)
        again = SAID("alone-goes-on", game=game.game)
        return Trouble(trouble.code, trouble.message, again, trouble.exit)


def _is_seating(told: Told) -> bool:
    """Return True for the first answer of a match: the players have taken their seats."""
    if not isinstance(told, Ruled):
        return False
    return (told.kind, told.stage, told.answered) == ("answer", 0, 0)
