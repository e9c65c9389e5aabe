"""A page with a match in its tab, as the driver of tests: it keeps what it is sent, by a clock of its own.

The page calls the next step when the last one has said so, or after an act; else nothing goes on.
"""

import json

from tablehost.games.democrazy import Room
from tablehost.match.documents import GROWING
from tablehost.seats import NAMES
from tablehost.web.tab import Tab

MOST = 5_000  # steps
KINDS = {"snapshot": "snapshot", "change": "snapshot", "own": "own", "own-change": "own"}


class TabPlayer:
    """A match of the person at seat 0. `snapshot`, `own`: the documents; `acted_on`: the own one before the
    last act; `told`: the text of all events;
    `now`: the time (ms); `more`: other members of what the tab is given about the match.
    """

    def __init__(self, game, seats, options, language="en", seed="1", **more):
        about = {"game": game, "players": NAMES[:seats], "options": options, "language": language}
        self.about = json.dumps({**about, "seed": seed, "pace": 0, "lingers": True, **more})
        self.now, self.told, self.steps = 0, "", 0
        self.own, self.snapshot, self.acted_on = {}, {}, {}
        self.tab = Tab(self.about)

    @property
    def is_over(self):
        return bool(self.snapshot.get("ending"))

    @property
    def records(self):
        return list(self.tab._records.raws)

    @property
    def lines(self):
        return list(self.tab._chronicle.lines)

    @property
    def answer(self):
        return self.own["answer"] and self.own["answer"]["text"]

    def step(self):
        """Let the tab step; return in how many ms the next step is due, None for none."""
        out = json.loads(self.tab.step(self.now))
        self.steps += 1
        assert self.steps < MOST, "the match finds no end"
        self.told += out["events"]
        for text in filter(None, out["events"].split("\n\n")):
            self._fold(dict(row.split(": ", 1) for row in text.split("\n")))
        return out["wait"]

    def _fold(self, event):
        kind, data = event["event"], json.loads(event["data"])
        if kind == KINDS[kind]:
            setattr(self, kind, {})
        document = getattr(self, KINDS[kind])
        for name, added in data.pop("more", {}).items():
            document[name] = (document.get(name, []) + added)[-GROWING[name] :]
        document |= data

    def settle(self):
        """Go on until the match waits for the person, or is over."""
        while (wait := self.step()) is not None:
            self.now += wait
        return self

    def send(self, act, word="", task=None):
        """Do something that is offered now, or of another `task`."""
        self.tab.act(json.dumps({"act": act, "word": word, "task": task or self.own["task"]}))

    def type(self, line):
        """Type a line and wait; return the answer."""
        self.tab.act(json.dumps({"line": line, "task": self.own["task"]}))
        self.settle()
        return self.answer

    def act(self):
        """Do what is advised, or go on after a reveal; return what was done, None if others were faster."""
        offers = self.own["offers"]
        if offers == ["on"]:
            self.send("on")
            return "on", ""
        assert offers, f"the match stands still: {self.snapshot['display']}, {self.own['todo']}"
        for _ in range(2):  # what is asked may change as it is advised
            self.send("advise")
            wait = self.step()
            sees_it = self.own["asked"].startswith(Room.of_persons)
            if advice := {"act": "press", "word": "no"} if sees_it else self.own["advice"]:
                done = advice["act"], advice["word"]
                self.acted_on = dict(self.own)
                self.send(*done)
                return done
        assert wait is not None, f"no advice: {self.snapshot['display']}, {offers}, {self.own['answer']}"
        return None

    def press_on(self):
        """Look at no reveal any longer."""
        while not self.is_over and self.own["offers"] == ["on"]:
            self.send("on")
            self.settle()
        return self

    def play(self, turns=None):
        """Follow advice to the end, or this often."""
        self.settle()
        while not self.is_over and turns != 0:
            self.act()
            self.now += 100  # a person takes time
            self.settle()
            turns = None if turns is None else turns - 1
        return self

    def reload(self):
        """Load the page again, at the same time."""
        self.tab = Tab(self.about, self.tab.keep())
        self.step()
        return self

    def file(self):
        """Return name and content of the match file."""
        return json.loads(self.tab.file("2026-11-21T20:15:00.000+00:00", "2026-11-21T21:15:00.000+00:00"))
