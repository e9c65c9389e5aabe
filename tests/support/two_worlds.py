"""Two worlds that differ in nothing but what is hidden: every outward sign of a table, with its time.

Commitments to what is hidden differ, and so does the chain over them, with its words: of these only the
lengths are compared, and everything else to the last byte.
"""

import re
from types import SimpleNamespace

from asgi import House, run, visit
from cardtable.wire.frames import decode
from cardtable.wire.records import OWN
from firmware_table import Host, Table
from tablehost.journal.game_log import Chronicle
from tablehost.journal.records import read
from tablehost.match.chorus import Chorus
from tablehost.match.presenter import Presenter
from tablehost.match.roles import WATCHER, Role
from tablehost.people import vocabulary
from tablehost.people.asking import Asking, Displayed, Seen

PLAYERS = [str(seat) for seat in range(10)]
RULED = 10  # fields of a frame ["ev", g, boot, n, us, kind, stage, index, value, digest]
ROLES = (WATCHER, Role((0,)), Role((0, 1)))  # who watches, and who holds hands, which no real table tells
PROQUINT = re.compile(r"\b[bdfghjklmnprstvz][aiou][bdfghjklmnprstvz][aiou][bdfghjklmnprstvz]\b")


class World:
    """A table whose every outward sign is written down with its time."""

    def __init__(self, table):
        self.table = table
        self.host = Host(table)
        self.signs = []

    def watch(self):
        """From now on."""
        table = self.table
        turn = table.loop.step

        def step():
            turn()
            self.note("lamps", table.machine.lights())
            self.note("tone", table.machine.tone())
            self.note("words", list(table.parts.display.lines))
            sent = self.host.turn()
            if sent:
                self.signs.append((table.machine.clock.us, "line", sent))

        table.loop.step = step

    def note(self, kind, value):
        """A sign counts when it changes."""
        for sign in reversed(self.signs):
            if sign[1] == kind:
                if sign[2] == value:
                    return
                break
        self.signs.append((self.table.machine.clock.us, kind, value))

    @property
    def lines(self):
        """The lines that were sent, without what is a commitment."""
        sent = b"".join(sign[2] for sign in self.signs if sign[1] == "line")
        return [without_commitments(line) for line in sent.splitlines()]

    def outward(self):
        """All signs but commitments: when and how much was sent, which lines, and everything else."""
        seen = []
        for at, kind, value in self.signs:
            if kind == "line":
                seen.append((at, kind, len(value)))
            elif kind == "words":
                seen.append((at, kind, [PROQUINT.sub("?????", line) for line in value]))
            else:
                seen.append((at, kind, value))
        return seen, self.lines

    def public_files(self):
        """Return the files on flash without the vault and without commitments; of packed ones the length."""
        files = {}
        for name, data in self.table.files(".sealed").items():
            packed = name.endswith(".game")
            files[name] = len(data) if packed else [without_commitments(line) for line in data.splitlines()]
        return files


def worlds(tmp_path, seats, **options):
    """Two tables at which a match of Democracy has begun; options: see `Table.begin`."""
    pair = []
    for number in range(2):
        root = tmp_path / str(number)
        root.mkdir()
        pair.append(World(Table(root, grain=1000)))
        pair[-1].table.begin(seats, **options)
        pair[-1].watch()
    return pair


def same(one, other, roles=ROLES):
    """All signs so far are equal, and there are plenty of each kind; so is what is published to `roles`."""
    assert one.outward() == other.outward()
    assert one.public_files() == other.public_files()
    streams = [published(world, role) for world in (one, other) for role in roles]
    assert streams[: len(roles)] == streams[len(roles) :] and len(streams[0]) > 3
    assert {sign[1] for sign in one.signs} == {"lamps", "tone", "words", "line"}


def published(world, role):
    """Return the moments and events that the presenter publishes of a world to this role."""
    noted = []
    presenter = Presenter(PLAYERS, vocabulary.load("en", "democracy"))
    moments = [0]
    view = SimpleNamespace(role=role, show=lambda event, _: noted.append((moments[0], event)))
    presenter.attach(view)
    for moments[0] in publish(world, presenter):
        pass
    return noted


def same_pages(game, one, other):
    """Pages of the browser are sent the same of both worlds, in bytes and moments, in each language: those
    that watch, and those of a seat whose player holds the same cards in both.
    """
    first, second = sent_to_pages(game, one, ["AS"]), sent_to_pages(game, other, ["KH", "2C"])
    assert first == second and len(first) > 6


def sent_to_pages(game, world, others_hand):
    """Return all that pages are sent of a world, with its moments; in the end all of a new page.

    `others_hand`: of seat 1; the person at a page of seat 0 always holds the same.
    """
    house, chorus = open_house(game)
    oak, sent = house.tables["oak"], []
    own = oak.chairs.all[0].feeds
    oak.chairs.sit(0, "Eve")
    feeds = [*oak.feeds.values(), *own.values()]
    for language, feed in own.items():
        feed.open(chorus.voice(language))
    seen = [feed.snapshot()[0] for feed in feeds]
    for number, moment in enumerate(publish(world, chorus)):
        hands = [["7D", "9S"][: number % 3], others_hand]
        chorus.hands({"kind": "hands", "seats": [_row(seat, hand) for seat, hand in enumerate(hands)]})
        chorus.hands({"kind": "cannot", "seat": 1, "code": "not-held", "card": others_hand[0]})
        for at, feed in enumerate(feeds):
            seen[at], missing = feed.after(seen[at])
            sent += [(moment, at, change) for change in missing]
    assert any(at >= len(oak.feeds) and b'"7D"' in change for _, at, change in sent)
    visitor, _ = visit(house)
    paths = [f"{path}?lang={language}" for language in oak.feeds for path in ("/", "/hall", "/tables/oak")]
    answers = [visitor.get(path) for path in paths]
    answers += [run(_join(visitor, language)) for language in oak.feeds]
    return sent + [(answer.status, _headers(answer), answer.body) for answer in answers]


def _headers(answer):
    """Return the headers without the lots by which a browser is known again."""
    return sorted(
        (name, re.sub("^browser=[^;]*", "browser=", value)) for name, value in answer.headers.items()
    )


def _row(seat, hand):
    """Return the row of a seat in a message of hands."""
    return {"seat": seat, "hand": hand, "pad": hand[:1], "pile": [], "open": [], "asked": "lay-face-down",
            "do": "lay", "lamp": "", "task": "7 lay", "steps": [{"act": "lay"}], "may": []}  # fmt: skip


def open_house(game):
    """Return a house whose table "oak" shows a match, and the presenters of that in each language."""
    house = House("oak")
    feeds = house.tables["oak"].feeds
    chorus = Chorus(PLAYERS, [vocabulary.load(language, game) for language in feeds])
    for language, feed in feeds.items():
        feed.open(chorus.voice(language))
    return house, chorus


async def _join(visitor, language):
    """Return the answer to a page that joins now, and leaves again."""
    path = f"/tables/oak/events?lang={language}"
    return await visitor.begin("GET", path, until=lambda body: b"event: beat" in body)


def publish(world, presenter):
    """Have a presenter publish what a world has sent over its line; yield the moment of each sign."""
    started = [frame[8] for _, frame in world.lines if frame[:1] == ["ev"] and frame[5] == "start"]
    chronicle, part = Chronicle(PLAYERS[: started[-1][1]], False), b""
    news = Asking(chronicle.ask)
    for at, kind, sent in world.signs:
        *lines, part = (part + sent).split(b"\n") if kind == "line" else (part,)
        for line in lines:
            frame = decode(line)
            if frame is None:
                continue
            if frame[0] == "ev":
                for told in chronicle.take(frame[1], read(frame[5:])):
                    presenter.line(told, frame[1])
                presenter.prompt(chronicle.shadow.prompt())
                news.last = frame[1]
            elif frame[0] == "see":
                news.seen = Seen(*frame[1:])
                presenter.see(*frame[1:4])
            elif frame[0] == "own":
                presenter.own(frame[1])
            elif frame[0] == "say":
                news.displayed = Displayed(*frame[1:])
            wanted = news.find(clears=True)
            if wanted is not None and news.displayed is not None:
                presenter.asks(wanted, PROQUINT.sub("?????", news.displayed.text))
        yield at


def without_commitments(line):
    """(its length, its frame), with "#" for each character of a commitment, an opening or a head."""
    frame = decode(line)
    if frame is None:
        return len(line), line
    if frame[0] == "stage":
        frame[3] = covered(frame[3])
    elif frame[0] == "ev" and frame[5] in OWN:
        frame[6:] = [covered(one) for one in frame[6:]]
    elif frame[0] == "ev":
        frame[RULED:] = [covered(one) for one in frame[RULED:]]
    elif frame[0] == "say":
        frame[2] = PROQUINT.sub("?????", frame[2])
    return len(line), frame


def covered(value):
    """The same with every text of commitments as long, and as unreadable; short codes stay."""
    if isinstance(value, list):
        return [covered(one) for one in value]
    return "#" * len(value) if isinstance(value, str) and len(value) > 20 else value
