"""Persons at seats, in every order: they sit down, lose the network, act, leave and are followed by others,
while a match is published and the server starts again. `make soak` has more and longer examples.
"""

import asyncio
import json
import re
import threading
from concurrent.futures import ThreadPoolExecutor
from functools import cache

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

import exported_games
from amounts import amount
from asgi import House, Visitor, events_of, visit
from served import fold
from tablehost.journal.game_log import Chronicle
from tablehost.journal.records import read
from tablehost.people import vocabulary
from tablehost.web.chairs import MOST_WAITING, Keys
from tablehost.web.persons import Guests, Players
from tablehost.web.runner import show

EXAMPLES = amount(100, soak=5000)
STEPS = 40
MATCHES = (("democracy", 3), ("demos", 4))
GUESTS, SEATS = 4, 4  # SEATS: one more than the first match has
QUIET = 5  # steps from the begin of a match, or of the server, to the next one
CARD = re.compile(r"card\d+")  # hands here have cards that are nowhere else
guests = st.integers(0, GUESTS - 1)
seats = st.sampled_from((0, 0, 0, 1, 2, 3))
languages = st.sampled_from(("en", "fr"))
lots = st.integers(0, 99)  # draws from a list that has changed since


@cache
def record(game, count):
    """Return the records of a match: number, lines of the log, prompt."""
    file = exported_games.finished(game, count, 3)
    chronicle, rows = Chronicle(file.told["players"], True), []
    for g, raw in enumerate(file.raws):
        lines = chronicle.take(g, read(json.loads(raw)[4:]))
        rows.append((g, lines, chronicle.shadow.prompt()))
    return rows


class Hands:
    """The hands of a match: `seen` has the acts that they carried out."""

    def __init__(self):
        self.messages, self.seen, self.requests = [], [], []

    def leave_keys(self):
        pass

    def wake(self):
        pass

    def hold(self, seats, by_hand, slowness):
        pass

    def listen(self):
        return bool(self.messages)

    def receive(self):
        messages, self.messages = self.messages, []
        return messages

    def send(self, act, language):
        self.seen.append((act.seat, act.word))


class Page:
    """A page of a seat. `sitting`: of the person; `flows`: the network is there; `events`: as they came."""

    def __init__(self, guest, seat, sitting, language):
        self.guest, self.seat, self.sitting, self.language = guest, seat, sitting, language
        self.flows, self.left = asyncio.Event(), asyncio.Event()
        self.flows.set()
        self.body = b""
        self.task = None
        self.is_gone = False  # with the server

    @property
    def events(self):
        return events_of(self.body)

    @property
    def number(self):
        return next((data["page"] for kind, _, data in self.events if kind == "page"), None)

    @property
    def is_open(self):
        return not self.task.done()


class Seated(RuleBasedStateMachine):
    """The server, and what must be true of it: a sitting is (guest, seat, its number)."""

    def __init__(self):
        super().__init__()
        self.patch = pytest.MonkeyPatch()
        self.patch.setattr("tablehost.web.chairs.GRACE_S", 0.0)  # no rule here waits
        self.patch.setattr("tablehost.web.guard.MOST_STREAMS_BROWSER", 1000)  # all pages here have a stream
        self.loop = asyncio.new_event_loop()
        self.thread = ThreadPoolExecutor(1)  # another loop may run here, such as that of a browser's driver
        self.keys = Keys(b"secret", {}, lambda: None)
        self.serial = 0
        self.cookies = {}  # guest, seat -> cookie
        self.valid = dict.fromkeys(range(SEATS))  # seat -> the last sitting, None after it was left
        self.known = {}  # sitting -> cards that its person may have seen
        self.pages = []
        self.void = ["0" * 32]
        self.match = self.players = None
        self.noted = {}
        self.hands = Hands()
        self.started = 0
        self.dealt = []
        self.steps = 0  # since the last upheaval
        self.start()

    def start(self):
        self.house = House("oak")
        self.house.keys = self.keys
        visitor, self.operator = visit(self.house)
        self.app = visitor._app
        self.table = self.house.tables["oak"]
        self.chairs = self.table.chairs
        self.newest = {}  # seat -> the page that acts
        self.waiting = []

    def teardown(self):
        async def end():
            for page in self.pages:
                page.task.cancel()
            await asyncio.gather(*(page.task for page in self.pages), return_exceptions=True)

        self.run(end())
        self.thread.shutdown()
        self.loop.close()
        self.patch.undo()

    def run(self, coroutine):
        return self.thread.submit(self.loop.run_until_complete, coroutine).result()

    # -- means -----------------------------------------------------------------------------------------

    def settle(self):
        async def turn():
            for _ in range(15):
                await asyncio.sleep(0)

        self.run(turn())

    def ask(self, guest, method, path, body="", cookie=None, is_operator=False):
        visitor = Visitor(self.app, address=f"127.0.0.{guest + 2}")
        headers = {"origin": f"http://{visitor.host}"}
        if cookie:
            headers["cookie"] = f"seat={cookie}"
        if is_operator:
            headers["cookie"] = f"cardtable={self.operator.enter(self.operator.token)}"
        return self.run(visitor.begin(method, path, body.encode(), headers))

    def path(self, seat, rest=""):
        return f"/tables/oak/seat/{seat + 1}{rest}"

    def holder(self, seat):
        """Return the sitting of a seat whose cookie opens it."""
        return self.valid[seat] if self.chairs.all[seat].name else None

    def is_holder(self, guest, seat):
        sitting = self.holder(seat)
        return sitting is not None and sitting[0] == guest

    def sittings(self):
        return [self.holder(seat) for seat in range(SEATS) if self.holder(seat)]

    def drawn(self, lot):
        return self.sittings()[lot % len(self.sittings())]

    def hand(self, seat):
        return self.dealt[seat] if self.match and seat < self.count else []

    # -- rules: persons --------------------------------------------------------------------------------

    @initialize(is_played=st.booleans(), persons=st.integers(0, 3))
    def enter(self, is_played, persons):
        if is_played:
            self.begin()
        for guest in range(persons):
            self.sit(guest, -1, guest)
            self.open(guest, "en")

    @rule(guest=guests, seat=st.sampled_from((0, -1, 0, 0, 1, 3)), name=st.integers(0, 9))
    def sit(self, guest, seat, name, is_void=False):
        place, field = ("oak", "") if seat < 0 else (f"oak/{seat + 1}", str(seat + 1))
        token = self.void[-1] if is_void else self.keys.token(place)
        free = [at for at in self.table.find_free() if seat in (-1, at)]
        if seat >= self.table.seats and not self.chairs.all[seat].name:
            free = [seat]
        is_there = f"Eve{name}" in self.chairs.names(self.table.seats)
        if free and free[0] >= SEATS:
            return
        answer = self.ask(guest, "POST", "/tables/oak/join", f"name=Eve{name}&seat={field}&token={token}")
        if is_void:
            assert answer.status == 403
        elif is_there:
            assert answer.status == 422
        elif not free:
            assert answer.status == 409
        else:
            assert answer.status == 303 and answer.headers["location"] == self.path(free[0])
            self.serial += 1
            sitting = (guest, free[0], self.serial)
            self.valid[free[0]] = sitting
            self.known[sitting] = set(self.hand(free[0]))
            self.cookies[guest, free[0]] = answer.cookies[0].partition("=")[2].partition(";")[0]
            self.newest.pop(free[0], None)

    @rule(guest=guests, seat=st.sampled_from((0, -1)))
    def sit_by_a_void_link(self, guest, seat):
        self.sit(guest, seat, 0, True)

    @rule(guest=guests, seat=seats)
    def intrude(self, guest, seat):
        if not self.is_holder(guest, seat):
            cookie = self.cookies.get((guest, seat), "")
            for path in ("", "/events"):
                assert self.ask(guest, "GET", self.path(seat, path), "", cookie).status == 403
            for path in ("/act", "/leave"):
                assert self.ask(guest, "POST", self.path(seat, path), "page=1&act=lift", cookie).status == 403

    @precondition(lambda self: self.sittings())
    @rule(lot=lots, language=languages)
    def open(self, lot, language):
        guest, seat, _ = self.drawn(lot)
        page = Page(guest, seat, self.holder(seat), language)
        cookie = self.cookies[guest, seat]
        scope = Visitor(self.app, address=f"127.0.0.{guest + 2}").scope(
            "GET", self.path(seat, f"/events?lang={language}"), {"cookie": f"seat={cookie}"}
        )

        async def receive():
            await page.left.wait()
            return {"type": "http.disconnect"}

        async def send(message):
            await page.flows.wait()
            page.body += message.get("body", b"")

        page.task = self.loop.create_task(self.app(scope, receive, send))
        self.pages.append(page)
        self.settle()
        self.newest[seat] = page
        assert page.number is not None

    @precondition(lambda self: self.pages)
    @rule(lot=lots)
    def reload(self, lot):
        page = self.pages[lot % len(self.pages)]
        self.close(lot)
        if self.holder(page.seat) == page.sitting:
            self.open(self.sittings().index(page.sitting), page.language)

    @precondition(lambda self: self.pages)
    @rule(lot=lots)
    def lose(self, lot):
        self.pages[lot % len(self.pages)].flows.clear()

    @precondition(lambda self: self.pages)
    @rule(lot=lots)
    def find_again(self, lot):
        self.pages[lot % len(self.pages)].flows.set()

    @precondition(lambda self: self.pages)
    @rule(lot=lots)
    def close(self, lot):
        page = self.pages[lot % len(self.pages)]
        page.left.set()
        self.settle()
        assert page.is_gone or not page.is_open

    @precondition(lambda self: self.pages)
    @rule(lot=lots, guest=guests, is_own=st.booleans())
    def act(self, lot, guest, is_own):
        page = self.pages[lot % len(self.pages)]
        guest, seat = page.guest if is_own else guest, page.seat
        self.serial += 1
        body = f"page={page.number}&act=lay&word=act{self.serial}"
        answer = self.ask(guest, "POST", self.path(seat, "/act"), body, self.cookies.get((guest, seat), ""))
        many = sum(one[0] == seat for one in self.waiting) >= MOST_WAITING
        if not self.is_holder(guest, seat):
            assert answer.status == 403
        elif self.newest.get(seat) is not page:
            assert answer.status == 409
        elif self.match is None:
            assert answer.status == 410
        elif many:
            assert answer.status == 429
        else:
            assert answer.status == 204
            self.waiting.append((seat, f"act{self.serial}"))

    @precondition(lambda self: self.sittings())
    @rule(lot=lots)
    def leave(self, lot):
        guest, seat, _ = self.drawn(lot)
        answer = self.ask(guest, "POST", self.path(seat, "/leave"), "", self.cookies[guest, seat])
        assert answer.status == 303
        self.lost(seat)

    @precondition(lambda self: self.sittings())
    @rule(lot=lots, other=seats)
    def leave_for_another(self, lot, other):
        """No person here is away for long enough."""
        guest, seat, _ = self.drawn(lot)
        answer = self.ask(
            guest, "POST", self.path(seat, "/leave"), f"other={other + 1}", self.cookies[guest, seat]
        )
        assert answer.status == 409

    def lost(self, seat):
        self.valid[seat] = None
        self.waiting = [one for one in self.waiting if one[0] != seat]
        self.newest.pop(seat, None)

    # -- rules: operator, match, server ----------------------------------------------------------------

    @precondition(lambda self: self.sittings())
    @rule(guest=guests, lot=lots, is_noted=st.booleans())
    def follow(self, guest, lot, is_noted):
        """A person leaves, and another one sits down there; in between the match may take note of it."""
        _, seat, _ = self.drawn(lot)
        self.leave(lot)
        if is_noted and self.match:
            self.publish(True, 1)
        self.sit(guest, seat, self.serial)

    @rule(seat=st.sampled_from((0, -1, 0, 1, 2, 3)))
    def free(self, seat):
        place = "oak" if seat < 0 else f"oak/{seat + 1}"
        self.void.append(self.keys.token(place))
        body = "" if seat < 0 else f"seat={seat + 1}"
        assert self.ask(0, "POST", "/tables/oak/free", body).status == 403
        assert self.ask(0, "POST", "/tables/oak/free", body, is_operator=True).status == 303
        if seat >= 0:
            self.lost(seat)

    @precondition(lambda self: self.steps > QUIET or not self.match)
    @rule()
    def begin(self):
        self.steps = 0
        if self.players is not None:
            self.players.end()
        game, count = MATCHES[self.started % len(MATCHES)]
        self.started += 1
        self.match, self.count, self.at = record(game, count), count, 0
        self.names = exported_games.finished(game, count, 3).told["players"]
        self.game, self.noted = game, {}
        self.seat_match()
        self.deal()

    def seat_match(self):
        self.hands = Hands()
        self.chorus = show(self.table, self.game, self.names, vocabulary.load("en", self.game))
        self.dealt = [[] for _ in range(self.count)]
        self.players = Players(Guests(self.table, threading.Event()), self.hands, self.chorus, self.note)
        self.waiting = []

    def note(self, names):
        self.noted = {seat: name for seat, name in enumerate(names) if name}

    def deal(self):
        """Each seat gets a card that was never there before; seat 0 is refused one as well."""
        for seat in range(self.count):
            self.serial += 1
            self.dealt[seat] = [*self.dealt[seat][-1:], f"card{self.serial}"]
            if self.holder(seat):
                self.known[self.holder(seat)] |= set(self.dealt[seat])
        rows = [
            {"seat": seat, "hand": hand, "pad": hand[:1], "pile": hand[1:], "open": [], "do": "lay",
             "asked": "lay-face-down", "lamp": "", "task": "7 lay", "steps": [{"act": "lay"}], "may": []}
            for seat, hand in enumerate(self.dealt)
        ]  # fmt: skip
        said = {"kind": "cannot", "seat": 0, "code": "not-held", "card": self.dealt[0][0]}
        self.hands.messages += [{"kind": "hands", "seats": rows}, said]
        self.turn()

    @precondition(lambda self: self.match)
    @rule(is_dealt=st.booleans(), most=st.integers(1, 6))
    def publish(self, is_dealt, most):
        for g, lines, prompt in self.match[self.at : self.at + most]:
            for line in lines:
                self.chorus.line(line, g)
            self.chorus.prompt(prompt)
        self.at += most
        if is_dealt:
            self.deal()

    @precondition(lambda self: self.match)
    @rule()
    def turn(self):
        """The match looks at what is new; then seats that are held are those that hands know."""
        self.hands.seen.clear()
        self.players.serve()
        assert self.hands.seen == [one for one in self.waiting if one[0] < self.count]
        self.waiting = []
        self.settle()
        away = [seat for seat in range(self.count) if self.chairs.all[seat].name and not self.shown(seat)]
        self.players.serve()  # pages that ended just now
        assert self.chorus.snapshot.persons.away == tuple(away)

    def shown(self, seat):
        """Return the open pages of the person at a seat."""
        sitting = self.holder(seat)
        return [page for page in self.pages if page.sitting == sitting and page.is_open and not page.is_gone]

    @precondition(lambda self: self.steps > QUIET)
    @rule()
    def kill(self):
        """The server is killed and starts again; the match that is under way goes on."""
        self.steps = 0
        for page in self.pages:
            if page.is_open:
                page.task.cancel()
            page.is_gone = True
        self.settle()
        self.start()
        for seat, name in self.noted.items() if self.match else ():
            self.chairs.sit(seat, name)
        if self.match:
            self.seat_match()
            for g, lines, _ in self.match[: self.at]:
                for line in lines:
                    self.chorus.line(line, g)
            self.deal()

    # -- what is always true ---------------------------------------------------------------------------

    @invariant()
    def pages_are_as_they_should_be(self):
        self.settle()
        self.steps += 1
        for page in self.pages:
            now, own, kinds = {}, {}, []
            for kind, _, data in page.events:
                kinds.append(kind)
                cards = set(CARD.findall(json.dumps(data)))
                if kind in ("snapshot", "change"):
                    now = fold({} if kind == "snapshot" else now, data)
                    assert not cards
                elif kind in ("own", "own-change"):
                    own = fold({} if kind == "own" else own, data)
                    assert cards <= self.known[page.sitting], "cards of another person"
            if not page.flows.is_set() or page.left.is_set() or page.is_gone:
                continue
            is_here = self.holder(page.seat) == page.sitting
            assert page.is_open == is_here and ("gone" in kinds) != is_here
            if is_here:
                chair = self.chairs.all[page.seat]
                assert json.dumps(now) == json.dumps(self.table.feeds[page.language].document)
                shown = chair.feeds[page.language].document
                assert json.dumps(own, sort_keys=True) == json.dumps(shown, sort_keys=True)
                assert ("elsewhere" in kinds) == (self.newest[page.seat] is not page)


TestSeated = Seated.TestCase
TestSeated.settings = settings(max_examples=EXAMPLES, stateful_step_count=STEPS)
