"""The stepping loop: one turn polls every device once, and nothing in it waits."""

from cardtable.engine import views
from cardtable.engine.asks.base import CORRECT, FINE, MISSING, OK
from cardtable.micro import const
from cardtable.wire.table_session import TableEnd

from ..languages import Language
from . import boot, commands, housekeeping, link
from .clock import Clock
from .dialogs import pause, review, setup, storage_full
from .faults import NO_LANGUAGE, READER, Faults
from .input.deck import Deck
from .input.keys import Keys
from .input.pad_cards import PadCards
from .input.presence import FAILED, LAID, LIFTED, RECOVERED, SWEEP_MS, Pads
from .input.seats import Seats
from .link import HostNews
from .match import readiness, secret_recovery
from .match.entropy import Entropy
from .match.session import Play
from .output.display import Display
from .output.lamps import Lamps
from .output.signs import Signs
from .output.tunes import Tunes
from .storage.journal import Journal

LOOK_US = const(250)  # polling interval while readers talk to tags
_SCAN_MS = const(400)  # after power-up the pads are scanned this long before a match goes on
_LINK_MS = const(250)  # with a host attached the line wants a turn this often, heard or not
QUIET_MS = const(1000)  # and without one this often
_WAIT_MS = const(300)  # this long after a display change garbage is collected only between sweeps
_TIDY_MS = const(10_000)  # interval of garbage collection on a quiet table
_READER_FAULTS = READER + ("garbled",)  # cleared when a reader recovers
_SHORTENED = const(8)  # letters of a missing language: enough for a code


def run(parts):
    """Build the table from its parts and run it, until Ctrl-C on the line."""
    loop = Loop(parts)
    watchdog = parts.watchdog
    try:
        loop.start()
        if watchdog is not None:
            watchdog.start()
        while True:
            loop.step()
            if watchdog is not None:
                watchdog.feed()
            parts.idle(loop.rest_us())
    except KeyboardInterrupt:
        housekeeping.maintain(loop)


class Loop:
    """The whole table. `parts`: see `drivers.board.Parts`."""

    def __init__(self, parts):
        self.parts = parts
        self.clock = Clock(parts.ticks_us, parts.ticks_diff)
        self.pads = Pads(parts.readers, parts.reader_codes, parts.buses)
        self.keys = Keys(parts.keys, parts.key_names)
        self.entropy = Entropy(parts.entropy, parts.ticks_us)
        self.faults = Faults()
        self.journal = Journal(parts.root)
        self.lamps = Lamps(parts.lights, len(parts.readers))
        self.tunes = Tunes(parts.piezo)
        self.display = Display(parts.display)
        self.seats = Seats(len(parts.readers), parts.seat_pads)
        self.pad_cards = PadCards(self.pads, self.seats, Deck())
        self.signs = Signs(self.lamps, self.tunes, self.display, self.seats, self.faults, len(parts.readers))
        self.play = Play(self.journal, self.signs, self.now_us, parts.collect)
        self.signs.play = self.play
        self.end = None
        self.noted = []  # the faults that are on record
        self.later = None  # a call for the end of the turn
        self.dialogue = None  # the dialogue in place of the match, see `dialogs.base`
        self.prepared = None  # the match that will begin: game, number of seats, options given, names by seat
        self.code = ""  # the code that opens it, where that is agreed
        self.said = []  # the words so far of a correction that does not fit a line
        self.agreed = None  # the arguments for `readiness.begin` in this turn
        self.commands = []  # received; the first one is being carried out
        self._news = True
        self.host_news: "HostNews | None" = None  # news for the host of all that is visible
        self._turned_at = -1
        self.bug = None  # the exception that stopped the table
        self._scan_until = None
        self._pause_until = None
        self._asked = 1  # the number of the last ask
        self._timed_at = 0
        self._untidy = False  # work was done since garbage was last collected
        self._tidy_by = 0  # until then collection waits for a good moment
        self._tidied_at = 0

    def start(self):
        """Start the parts of the table and take up the match; no device was touched before."""
        info = boot.look(self)
        self.end = TableEnd(info, self.journal, self.parts.free)
        self.host_news = HostNews(self.end, self.parts.seat_pads)
        self.take_up()
        self.parts.collect()

    def put_away(self):
        """Remove the match under way from memory. All of it is on flash; `take_up` brings it back."""
        self.journal.begun = self.play.referee is not None and not self.play.referee.over
        self.play.referee = None
        self._pause_until = self._scan_until = None
        self.keys.late = False
        self.seat(None)

    def seat(self, pads):
        """Set the pads of the seats, see `Seats`; the display calls them by name or plate."""
        self.seats.take(pads)
        self.display.pads = pads
        self.display.names = () if pads is None else self.play.names

    def take_up(self):
        """Take up a match that is under way on flash: scan the pads, and ask whether it goes on."""
        self.dialogue = None
        self.signs.past = self.journal.game > 0  # the first match begins after a boot record
        if self.bug is None and boot.take_up(self):
            self._scan_until = self.clock.ms + _SCAN_MS

    def stay_awake(self):
        """Feed the watchdog: a finite piece of work takes longer than a turn."""
        if self.parts.watchdog is not None:
            self.parts.watchdog.feed()

    def in_service(self):
        """True while a host examines the devices."""
        return self.dialogue is not None and self.dialogue.serves

    def sets_up(self):
        """True while a match is set up at the table."""
        return self.dialogue is not None and self.dialogue.sets_up

    def now_us(self):
        """Return the time of a record, at the grain of a sweep, so that it hides the speed of a hand."""
        return self.clock.ms // SWEEP_MS * SWEEP_MS * 1000

    # -- A turn ------------------------------------------------------------------------------------

    def step(self):
        """Take one turn. Never waits. An error of the program stops the game and is reported; the line stays
        open.
        """
        try:
            self._step()
        except Exception as error:
            if self.bug is not None:
                raise
            self._stop(error)

    def _stop(self, error):
        """Stop the match for an error; flash stays as it is, and a restart goes on from there."""
        self.bug = error
        self.play.referee = None
        self.dialogue = None
        self._scan_until = None
        self._pause_until = None
        name = type(error).__name__
        self.signs.fresh()
        code = "flash-failed" if self.journal.broken else "bug"
        self.faults.set(code, -1, name)
        self.journal.stopped(name)
        if self.commands:
            self.end.reply(self.commands.pop(0)[0], False, code, name)
        self.end.tell(["log", "error", "the table has stopped: " + name])  # its text could name a card
        self._news = True

    def _step(self):
        self.clock.turn()
        now = self.clock.ms
        for event in self.pads.step(now):
            self._pad(event)
        if now != self._turned_at or not self.pads.busy():
            self._turned_at = now
            self._serve(now)
        if self.later is not None:
            later, self.later = self.later, None
            later()
            self._news = True
        while self.commands:
            self._news = True
            commands.carry_out(self, self.commands[0])
            if self.agreed is not None:
                agreed, self.agreed = self.agreed, None
                readiness.begin(self, *agreed)
            self.commands.pop(0)

    def _serve(self, now):
        """Serve keys, line, time, lamps and tones; while readers are busy, once a millisecond."""
        stuck = self.keys.stuck
        for pad, key in self.keys.step(now):
            self._key(pad, key)
        if self.keys.stuck != stuck:
            if self.faults.keep("key-stuck", self.keys.stuck_pads(), len(self.pads.seen)):
                self._news = True
        self.commands += link.receive(self.end, self.parts.line, now)
        self._time(now)
        due = self.signs.due()
        if self._news or (due is not None and now >= due):
            self._news = False
            self._untidy = True
            self._tidy_by = now + _WAIT_MS
            self._show()
        self.lamps.step(now)
        self.tunes.step(now)
        self.journal.fetch()
        link.send(self.end, self.parts.line, now)
        if self.pads.quiet > 1:
            self._tidy(now)
            if self.journal.idle():
                self.parts.collect()

    def _tidy(self, now):
        """Run deferrable work: after a delay, or when no sweep is due within 8 ms."""
        if now < self._tidy_by and not self.pads.has_room(now):
            return
        if self._untidy or now - self._tidied_at >= _TIDY_MS:
            self._untidy = False
            self._tidied_at = now
            self.parts.collect()
            journal = self.journal
            due = journal.tight > 1 or journal.tight != journal.told
            if due or self.faults.now != self.noted or len(self.pads.bygone) > 7:
                self._news = housekeeping.attend(self) or self._news
                if housekeeping.must_rest(self):
                    self.dialogue = storage_full.Full(self)
                    self._news = True

    def rest_us(self):
        """Return for how many microseconds nothing is due. Routine sweeps of quiet pads do not count."""
        if self.pads.busy():
            return LOOK_US
        if self._news:
            return 1000
        due = None if self.pads.is_quiet() else self.pads.due()
        for other in (
            self.keys.due(self.clock.ms),
            self.tunes.due(self.clock.ms),
            self.lamps.due(self.clock.ms),
            self.signs.due(),
            self._scan_until,
            self._pause_until,
        ):
            if other is not None and (due is None or other < due):
                due = other
        # In any case, wake for a sweep now and then.
        pause = _LINK_MS if self.end.link_up else QUIET_MS
        if self.journal.is_erasing():
            pause = SWEEP_MS
        routine = self.clock.ms // SWEEP_MS * SWEEP_MS + pause
        return self.clock.until_us(routine if due is None else min(due, routine))

    def _pad(self, event):
        kind, pad = event[0], event[1]
        if kind == FAILED or kind == RECOVERED:
            if kind == FAILED:
                self._news = self.faults.set(event[2], pad) or self._news
            else:
                self._news = self.faults.clear(pad, _READER_FAULTS) or self._news
            if self.dialogue is not None:
                self.dialogue.look()
            return
        self.entropy.stir()
        place = self.seats.place(pad)
        self._wake()
        if place is None or self._scan_until is not None:
            return
        if self.dialogue is not None:
            self.signs.fresh()
            self.dialogue.look()
            self._news = True
        elif kind == LIFTED:
            was = self._verdict(place)
            self.feed(("lifted", place))
            if was == FINE and self._verdict(place) == MISSING and self.pads.seen[pad] is None:
                self.signs.lifted_early(place)
        elif kind == LAID:
            self.feed(("laid", place, self.pad_cards.card(event[2])))
            if self.play.referee is not None:
                self.signs.laid(place)

    def _verdict(self, place):
        return None if self.play.referee is None else self.play.referee.verdict(place)

    def _key(self, pad, key):
        self.entropy.stir()
        place = self.seats.place(pad)
        plays = self.play.referee is not None and not self.play.referee.over
        self._wake()
        if place is None and not plays:
            place = pad  # also a pad without a seat in the last match
        if place is None or self._scan_until is not None:
            return
        if self.dialogue is not None:
            self.signs.fresh()
            self.dialogue.key(place, key)
            self._news = True
        elif key == CORRECT:
            (pause if plays else review).begin(self, place)
            self._news = True
        elif plays:
            self.feed(("key", place, key))
        elif key == OK:
            setup.begin(self, pad)

    def _wake(self):
        """Light the lamp again that shows where a match begins: it may have gone dark."""
        if self.play.referee is None or self.play.referee.over:
            self.signs.wake()
            self._news = True

    def _time(self, now):
        if self._scan_until is not None and now >= self._scan_until:
            self._scan_until = None
            secret_recovery.begin(self)
            self._news = True
        if self.dialogue is not None and self._pause_until is not None:
            self._pause_until += now - self._timed_at  # the pause of the match is stopped meanwhile
        self._timed_at = now
        if self._pause_until is not None and now >= self._pause_until:
            self._pause_until = None
            self.feed(("expired",))

    def go_on(self, found=None):
        """Go on with the match and the cards on the pads; `found`: these cards, if known already."""
        if not readiness.told(self):
            return
        self.dialogue = None
        self.play.go_on(self.pad_cards.lying() if found is None else found)
        self.follow()

    def is_looking(self):
        """True while the pads are scanned after power-up."""
        return self._scan_until is not None

    def correct(self, fix):
        """Correct the stage, see `Referee.correct`. Raises Conflict."""
        self.signs.fresh()
        self.play.correct(fix)
        self.follow()
        if self.dialogue is not None:
            self.dialogue.look()

    def give_up(self, *seats):
        """End the match, as these seats agreed."""
        self.dialogue = None
        self.correct(["end"] + list(seats))

    def feed(self, event):
        """Pass an input to the match under way, if there is one: see `Referee.feed`."""
        if self.play.referee is None or self.play.referee.over:  # its result stays on the display
            return
        self.signs.fresh()
        self.play.feed(event)
        self.follow()

    def follow(self):
        """Adapt pads, keys and timers to the next ask of the referee."""
        referee = self.play.referee
        self._news = True
        self.seat(referee.match.pads)
        self.keys.late = views.hides_keys(referee)
        ask = referee.ask
        if ask is None or ask.met != self._asked:
            self._asked += 1
            seconds = None
            if ask is not None:
                ask.met = self._asked
                seconds = self.play.pause_seconds()
            self._pause_until = None if seconds is None else self.clock.ms + seconds * 1000
            self.signs.pausing = seconds is not None
        for pad in range(len(self.pads.awaited)):
            place = self.seats.place(pad)
            asked = referee.ask is not None and place is not None
            self.pads.awaited[pad] = asked and referee.ask.place_of(place)

    def applied(self, settings):
        """Apply these settings."""
        self.tunes.sound = settings.get("sound")
        self.signs.glow_ms = settings.glow_ms()
        self.display.words = Language(settings.get("lang"))
        self.faults.clear(-1, (NO_LANGUAGE,))
        if settings.lacking:
            self.faults.set(NO_LANGUAGE, -1, settings.lacking[:_SHORTENED])
        self._news = True

    def _show(self):
        """Set all signs for the current prompt, and send the news to the host."""
        referee = self.play.referee
        prompt = None
        if self.dialogue is not None:
            prompt = self.dialogue.prompt()
        elif referee is not None and self._scan_until is None:
            prompt = referee.prompt()
        self.signs.held = self.dialogue is not None and self.dialogue.pauses
        self.signs.show(prompt, self.clock.ms)
        self.host_news.tell(prompt, referee, self.seats, self.lamps.line(), self.display.text)
