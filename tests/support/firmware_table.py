"""The whole firmware on the virtual machine, and hands that do what a test says, at the time it says.

Nothing here is real time, chance or people: `Table` owns the clock and a schedule of
all events.
"""

import heapq

from cardtable.controller.input.keys import HOLD_MS
from cardtable.controller.input.poll_schedule import SWEEP_MS
from cardtable.controller.loop import Loop
from cardtable.controller.match import readiness
from cardtable.controller.storage.store import Store
from cardtable.engine import cards, views
from cardtable.engine import match as matches
from cardtable.games import registry as games
from cardtable.wire.host_session import HostEnd
from cardtable.wire.records import ruled
from simulated_line import Disk
from tablehost.firmware import boards
from tablehost.virtual.chips.flash import load_copy
from tablehost.virtual.pack import tag, tags_for, write_deck
from tablehost.virtual.pico import FakeMachine
from tablehost.virtual.tags.tag import Tag

BOARD = boards.load("pico_6pads")
CENTRE = BOARD.SEAT_PADS  # the pad in the middle
SWEEP_US = SWEEP_MS * 1000
TOUCHED_US = 60_000  # for so long after a touch every sweep is looked at
START_US = 18_000  # hands act when a sweep has been judged and before the next begins
PRESS_US = 125_000
HOLD_US = (HOLD_MS + 100) * 1000
SETTLED_US = 400_000  # by then a card that was laid where it is awaited counts
PASSED_US = 1_200_000  # and anywhere else


def kept_files(folder):
    """Return the files of the journal that is kept in this folder, name -> content."""
    store = Store(load_copy(folder))
    return {name: store.open(name).read(1 << 20) for name in store.start()}


class Table:
    """A table that is switched on. `root`: a folder with its deck, its settings and the flash of its journal.

    `grain`: the machine sleeps no longer than to the next multiple of so many microseconds, as if it turned
    all the time. None: it sleeps through quiet sweeps, as the virtual table does.

    `lying[pad]` survives `power_cut`, as cards do. Hands act at `time`, which every `run` moves on; the
    clock may be a turn of the loop ahead of it. `board`: a module of boards/; `pack`: of which pack cards are
    laid, see `games.registry`. `program`: the program that it reports, see `Parts`; `flash`: what
    is in the flash of that, none where it cannot tell. `own_games`, `led`: see `Parts`. `panel`: see
    `FakeMachine`.
    """

    def __init__(self, root, grain=None, seed=0, board=BOARD, pack=None, program=None, led=None):
        self.root = root
        self.board = board
        self.grain = grain
        self.seed = seed
        tags = tags_for(board)
        if not (root / "deck.txt").exists():
            write_deck(root / "deck.txt", tags=tags)
        self.lying = [[] for _ in range(board.SEAT_PADS + board.CENTRE_PADS)]
        self.pack = pack
        self.program = program
        self.flash = b""
        self.own_games = ()
        self.led = led
        self.panel = None
        self.tags = {card: tag(card, pack, tags) for card in range(cards.SEVERAL)}
        self.switch_on()

    def switch_on(self, program=None):
        """`program`: another one than before."""
        self.program = program or self.program
        self.machine = FakeMachine(self.board, seed=self.seed, root=str(self.root) + "/")
        self.machine.flash[:] = self.flash
        self.machine.panel = self.panel
        self.parts = self.machine.build()
        self.parts.program = self.program
        self.parts.own_games = self.own_games
        self.parts.led = self.led
        self.loop = Loop(self.parts)
        self.later = []
        self._count = 0
        self._touched_at = 0
        self.origin = self.machine.clock.us  # when the loop's own time began
        self.time = self.origin + START_US
        self.longest_turn = 0
        for pad, tags in enumerate(self.lying):
            for one in tags:
                self.machine.pads[pad].tags.append(one)
        self.loop.start()
        show = self.loop._show

        def checked():
            play = self.loop.play
            now = None if play.referee is None else views.view(play.referee)._asdict()
            if now is not None:
                del now["ask"]  # a replay that only looks back counts its asks, too
                known = {name: getattr(play.view, name) for name in now}
                assert known == now, "what is shown is the match as it stands"
            show()

        self.loop._show = checked

    def power_cut(self):
        """Switch off and on again, without touching a card, and press the OK that resumes the match."""
        self.switch_on()
        self.run(1_000_000)
        if self.loop.dialogue is not None and self.loop.dialogue.prompt()[0] == "resume":
            self.press("ok", self.loop.seats.pad(0))

    # -- time ------------------------------------------------------------------------------------

    def at(self, us, act, *args):
        """Have `act(*args)` happen so many microseconds from now."""
        self._count += 1
        heapq.heappush(self.later, (self.time + us, self._count, act, args))

    def run(self, us):
        """Let this much time go by."""
        self.time = until = self.time + us
        clock = self.machine.clock
        while clock.us < until:
            before = clock.us
            self.loop.step()
            self.longest_turn = max(self.longest_turn, clock.us - before)
            rest = self.loop.rest_us()
            now = clock.us
            grain = self.grain
            if grain is None and now - self._touched_at < TOUCHED_US:
                grain = SWEEP_US
            if grain is not None:
                rest = min(rest, grain - (now - self.origin) % grain)
            due = self.later[0][0] if self.later else until
            clock.advance(max(0, min(rest, min(due, until) - now)))
            while self.later and self.later[0][0] <= clock.us:
                _, _, act, args = heapq.heappop(self.later)
                act(*args)
                self._touched_at = clock.us

    # -- hands -----------------------------------------------------------------------------------

    def lay_now(self, pad, card):
        tag = card if isinstance(card, Tag) else self.tags[cards.parse(card, self.pack)]
        self.lying[pad].append(tag)
        self.machine.pads[pad].tags.append(tag)

    def lift_now(self, pad):
        self.lying[pad].clear()
        self.machine.pads[pad].tags.clear()

    def hold(self, pads, key, us):
        """All these pads' keys go down together, and up again."""
        for pad in pads:
            self.at(0, self.machine.press, pad, key)
            self.at(us, self.machine.release, pad, key)
        self.run(us + SETTLED_US)

    def lay(self, pad, card, us=SETTLED_US):
        self.at(0, self.lay_now, pad, card)
        self.run(us)

    def lift(self, *pads):
        for pad in pads:
            self.at(0, self.lift_now, pad)
        self.run(SETTLED_US)

    def press(self, key, *pads):
        for pad in pads:
            self.hold((pad,), key, PRESS_US)

    # -- what a game needs -------------------------------------------------------------------------

    def begin(self, seats, chairs=None, listeners=(), **options):
        """A match of Democracy, seated at `chairs` (pads) and dealt, up to the first card from the pool."""
        given = {"deal_check": "off", "bad_catch": "off", "first_dealer": "1", **options}
        self.run(500_000)
        self.loop.clock.turn()
        readiness.begin(self.loop, matches.new(games.load("democracy"), seats, given), listeners=listeners)
        self.run(100_000)
        self.press("ok", *(chairs or range(seats)))

    def trick(self, pool, plays, dealer=0, chairs=None):
        """Everything up to the lamps that say who takes the cards."""
        chairs = chairs or list(range(len(plays)))
        self.lay(self.board.SEAT_PADS, pool)
        for pad, card in zip(chairs, plays):
            self.lay(pad, card)
        self.press("ok", chairs[dealer])

    def clear(self):
        self.lift(*[pad for pad, tags in enumerate(self.lying) if tags])

    # -- what can be perceived -----------------------------------------------------------------------

    @property
    def says(self):
        return " ".join(" ".join(self.parts.display.lines).split())

    @property
    def asked(self):
        prompt = self.loop.play.referee.prompt()
        return None if prompt is None else prompt[0]

    def lamps(self, pad):
        """The three lamps of a pad: do, pad, result, two characters each."""
        return [self.loop.lamps.state(pad, lamp) for lamp in range(3)]

    @property
    def tones(self):
        """The tones since the machine was switched on, in Hz."""
        return [hz for _, hz in self.machine.sound.changes if hz]

    # -- what is kept ---------------------------------------------------------------------------------

    @property
    def records(self):
        """Return the engine's records in the journal."""
        journal = self.loop.journal
        told = [ruled(journal.get(g)[4:]) for g in range(max(0, journal.lo()), journal.hi() + 1)]
        return [record for record in told if record is not None]

    def files(self, *but):
        """Return every file of the journal by its name, but those whose names end in one of these."""
        return {name: data for name, data in kept_files(self.root).items() if not name.endswith(but)}


class Host:
    """A host at the other end of the table's USB line, with its disk."""

    def __init__(self, table):
        self.table = table
        self.disk = Disk()
        self.end = HostEnd("host-a", self.disk, 1)
        self.events = []
        self.end.start(self.now)

    @property
    def now(self):
        return self.table.machine.clock.us // 1000

    def turn(self):
        """One exchange of what both have to say; the bytes that came from the table."""
        usb = self.table.machine.usb
        sent = usb.take()
        events = self.end.receive(sent, self.now)
        self.events += events
        last = self.disk.write(self.end.uid, events)
        if last is not None:
            self.end.committed(last)
        data = self.end.poll(self.now)
        while data:
            usb.feed(data)
            data = self.end.poll(self.now)
        return sent

    def run(self, seconds):
        for _ in range(seconds * 40):
            self.run_once()

    def until(self, wanted, seconds):
        """Run until `wanted()`, for so long at most; whether it came."""
        for _ in range(seconds * 40):
            if wanted():
                break
            self.run_once()
        return wanted()

    def do(self, *command):
        """Run until the table has answered this command; the answer."""
        before = len(self.heard("res"))
        self.end.do(*command)
        assert self.until(lambda: len(self.heard("res")) > before, 3), command
        return self.heard("res")[-1]

    def run_once(self):
        """A fortieth of a second."""
        self.table.run(SWEEP_US)
        self.turn()

    def heard(self, kind):
        return [event for event in self.events if event[0] == kind]


def everything(table):
    """[kind, ...] of every record, the table's own among them."""
    journal = table.loop.journal
    return [journal.get(g)[4:] for g in range(journal.lo(), journal.hi() + 1)]
