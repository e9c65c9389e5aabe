"""Seats are taken and left at every ask of a match at the virtual table: the bots go on, and it ends."""

import threading

import pytest

from amounts import amount
from tablehost.cli.follower import Follower
from tablehost.journal.store import Journal
from tablehost.link import discovery
from tablehost.match.presenter import Presenter
from tablehost.people import vocabulary
from tablehost.plugins.choice import choose
from tablehost.screen.choice import AS_IT_IS
from tablehost.screen.inputs import Left, Watching
from tablehost.session.events import RecordJudged
from tablehost.session.session import Session, Terms
from timeouts import PATIENCE

MATCHES = [
    ("democracy", 3, ["target=1"]),
    ("demos", 4, ["max_rounds=2"]),
    ("democrazy", 5, []),
]
SEEDS = amount(1, soak=20)


class Comers(Watching):
    """Persons who sit down at one seat after another. Each waits until the table asks for something, and
    leaves; the next comes with the next record. `asked`: what they left.
    """

    def __init__(self, hands, seats, stop):
        self._hands, self._seats, self.stop = hands, seats, stop
        self._count = 0
        self.records = 0
        self._left_at = -1
        self.asked = []
        hands.most = seats
        hands.leave_keys()
        hands.hold([0], range(seats))

    def listen(self):
        return self._hands.listen()

    def serve(self):
        if self.stop.is_set():
            raise Left
        for message in self._hands.receive():
            for row in message["seats"] if message["kind"] == "hands" else ():
                if row["do"] and self._left_at < 0:
                    self.asked.append((row["asked"], row["do"]))
                    self._left_at = self.records
                    self._hands.hold([], [])
        if 0 <= self._left_at < self.records:
            self._left_at = -1
            self._count += 1
            self._hands.hold([self._count % self._seats], range(self._seats))


class Visited(Follower):
    """A match with such persons; it is given up, and `hangs`, when nothing happens for long."""

    def __init__(self, session, seats):
        super().__init__(session, AS_IT_IS)
        self.persons = Comers(session.connection.hands, seats, threading.Event())
        self.hangs = False
        self._timer = None
        self._wait_again()

    def _wait_again(self):
        if self._timer is not None:
            self._timer.cancel()
        self._timer = threading.Timer(PATIENCE, self._give_up)
        self._timer.daemon = True
        self._timer.start()

    def _give_up(self):
        self.hangs = True
        self.persons.stop.set()

    def _show(self, players, game="", hides_deals=False):
        self._presenter, self._input = Presenter(players, vocabulary.load("en", game)), self.persons

    def _take(self, event):
        super()._take(event)
        if isinstance(event, RecordJudged):
            self.persons.records += 1
            self._wait_again()

    def close(self):
        self._timer.cancel()
        super().close()


@pytest.mark.parametrize("seed", range(SEEDS))
@pytest.mark.parametrize(("name", "seats", "options"), MATCHES, ids=[row[0] for row in MATCHES])
def test_a_seat_that_is_left_at_any_ask_is_played_by_its_bot(new_home, capsys, name, seats, options, seed):
    choice = choose(name, seats, None, options, None)
    people = {
        "game": name, "seats": seats, "options": choice.options, "seed": seed, "pace": 0,
        "board": discovery.board_for(seats), "resume": False, "match": None, "held": [], "joins": True,
        "by_hand": list(range(seats)), "bots": (), "faults": {},
    }  # fmt: skip
    connection = discovery.connect(discovery.SIM, people)
    with Journal() as journal:
        session = Session(journal, connection)
        visited = Visited(session, seats)
        try:
            session.meet()
            session.begin(choice, seed, Terms())
            visited.run()
        except Left:
            pass
        finally:
            visited.close()
            session.close()
            connection.close()
        asked = visited.persons.asked
        assert not visited.hangs, asked[-1]
        assert journal.games()[0].finished
    assert len(set(asked)) > 3
    assert "Traceback" not in capsys.readouterr().err
