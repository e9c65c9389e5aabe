"""A house and its pages at an address of this machine, for a real browser: `Site`; matches of a journal."""

import signal
import threading

import uvicorn

import exported_games
from asgi import House
from tablehost.journal.store import Journal
from tablehost.web import app
from tablehost.web.guard import LOOPBACK, Operator
from tablehost.web.lan import Lan
from tablehost.web.past import Library


def keep(file, deals=(), until=None):
    """Put a game into the journal as its table hands it over; return its number.

    `until`: so many records, of a match that is not over; `deals`: (after which record, hands).
    """
    told = file.told
    with Journal() as journal:
        uid = f"{file.uid[:-4]}{len(journal.games()):04x}"
        number = journal.create_game(
            uid, told["game"], told["players"], told["options"], told["virtual"], told["seed"]
        )
        journal.append(uid, file.raws[:until])
        for after, hands in deals:
            journal.add_note(number, after, {"kind": "deal", "day": 1, "hand": 0, "hands": hands, "pool": []})
        if until is None:
            journal.finish_game(number, told["result"])
    return number


def corrected():
    """Return a game in which a lot was corrected."""
    return exported_games.finished("demos", 4, 2, "all", corrected=6)


class Site:
    """The pages of this house at `address`, until `close`."""

    def __init__(self, house=None, port=0):
        operator = Operator()
        pages = app.make(house or House(library=Library()), operator, Lan(LOOPBACK))
        self._server = uvicorn.Server(uvicorn.Config(pages, port=port, log_level="critical"))
        self._thread = threading.Thread(target=self._server.run, daemon=True)
        self._thread.start()
        while not self._server.started:
            self._thread.join(0.01)
        port = self._server.servers[0].sockets[0].getsockname()[1]
        self.address = f"http://127.0.0.1:{port}"
        self._operator = operator

    @property
    def link(self):
        """Return the operator's link; each works once."""
        return f"{self.address}/enter?token={self._operator.token}"

    def close(self):
        """End it."""
        for _ in range(2):  # the second time it does not wait for open streams
            self._server.handle_exit(signal.SIGINT, None)
        self._thread.join()
