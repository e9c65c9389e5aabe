"""The stepping loop: one turn polls every device once, and nothing in it waits."""

from cardtable.micro import const
from cardtable.wire.table_session import TableEnd

from ..languages import Language
from . import boot, commands, housekeeping, link, routing
from .clock import Clock
from .faults import NO_LANGUAGE, Faults
from .input.deck import Deck
from .input.keys import Keys
from .input.pad_cards import PadCards
from .input.poll_schedule import SWEEP_MS, Pads
from .input.seats import Seats
from .link import HostNews
from .match import readiness
from .match.entropy import Entropy
from .match.session import Play
from .match.timers import EXPIRED, TALKED, Timers
from .output.display import Display
from .output.lamps import Lamps
from .output.signs import Signs
from .output.tunes import Tunes
from .storage.journal import Journal

LOOK_US = const(250)  # polling interval while readers talk to tags
_SCAN_MS = const(400)  # after power-up the pads are scanned this long before a match goes on
_LINK_MS = const(250)  # with a host attached the line wants a turn this often, heard or not
QUIET_MS = const(1000)  # and without one this often
_STILL_MS = const(50)  # this long after a sign was shown nothing that can wait is done: hands may go on
_WAIT_MS = const(300)  # and this long garbage is collected only between sweeps
_COLLECT_MS = const(10_000)  # interval of garbage collection on a quiet table
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
        self.pads = Pads(parts.readers, parts.reader_codes, parts.buses, parts.power)
        self.keys = Keys(parts.keys, parts.key_names())
        self.entropy = Entropy(parts.entropy, parts.ticks_us)
        self.faults = Faults()
        self.journal = Journal(parts.blocks)
        self.lamps = Lamps(parts.lights, len(parts.readers))
        self.tunes = Tunes(parts.piezo)
        self.display = Display(parts.display)
        self.seats = Seats(len(parts.readers), parts.seat_pads)
        self.pad_cards = PadCards(self.pads, self.seats, Deck())
        self.signs = Signs(self.lamps, self.tunes, self.display, self.seats, self.faults, len(parts.readers))
        self.play = Play(self.journal, self.signs, self.now_us, parts.collect)
        self._timers = Timers()
        self.end = None
        self.noted_faults = []  # the faults that are on record
        self._later = None  # a call for the end of the turn
        self.dialogue = None  # the dialogue in place of the match, see `dialogs.base`
        self.prepared = None  # the match that is being prepared, see `match.preparation`
        self.long_correction = []  # the words so far of a correction that does not fit a line
        self._agreed = None  # the arguments for `readiness.begin` in this turn
        self.commands = []  # received; the first one is being carried out
        self._news = True
        self.host_news: "HostNews | None" = None  # news for the host of all that is visible
        self._turned_at = -1
        self.bug = None  # the exception that stopped the table
        self._scan_until = None
        self._worked = False  # work was done since garbage was last collected
        self._shown_at = 0  # when the signs were last set; each input sets them
        self._collected_at = 0
        self._led = None
        if parts.led is not None:
            from .output.led import Led

            self._led = Led(parts.led)
        self._erased_at = 0  # the sweep after which a sector was erased last, see `Pads.quiet`

    def start(self):
        """Start the parts of the table and take up the match; no device was touched before."""
        info = boot.look(self)
        self.end = TableEnd(info, self.journal, self.parts.free)
        self.host_news = HostNews(self.end, self.parts.seat_pads)
        self.take_up()
        self.parts.collect()

    def put_away(self):
        """Remove the match under way from memory. All of it is on flash; `take_up` brings it back."""
        self.journal.set_under_way(self.play.is_on())
        self.play.drop()
        self._timers.follow(None, self.clock.ms)
        self._scan_until = None
        self.keys.hide(False)
        self.display.play(None)
        self.seat(None)
        self.parts.collect()

    def seat(self, pads):
        """Set the pads of the seats, see `Seats`; the display calls them by name or plate."""
        self.seats.take(pads)
        self.display.seat(pads, () if pads is None else self.play.names)

    # -- Requests of dialogues, commands and inputs, for this turn or its end ------------------------

    def refresh(self):
        """Show a change, and send it to the host, in this turn."""
        self._news = True

    def open(self, dialogue):
        """Open a dialogue in place of the match, or of another one."""
        self.dialogue = dialogue
        self._news = True

    def close_dialogue(self):
        """Close the dialogue."""
        self.dialogue = None
        self._news = True

    def defer(self, call):
        """Call this at the end of the turn, in place of an earlier one: it needs time, or a free stack."""
        self._later = call

    def prepare(self, preparation):
        """Set the match that is being prepared, see `match.preparation`; None for none."""
        self.prepared = preparation

    def begin_match(self, *agreed):
        """Begin a match after this command; `agreed`: see `readiness.begin`."""
        self._agreed = agreed

    def show_lamps(self, lamps):
        """Let service mode take the place of the lamps, or put them back; return what was there."""
        former, self.lamps = self.lamps, lamps
        return former

    def take_up(self):
        """Take up a match that is under way on flash: scan the pads, and ask whether it goes on."""
        self.dialogue = None
        self.signs.offer_review(self.journal.game > 0)  # the first match begins after a boot record
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
        """Take one turn. Never waits. An error of the program stops the match and is reported; the line stays
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
        self.play.drop()
        self._timers.follow(None, self.clock.ms)
        self.dialogue = None
        self._scan_until = None
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
            routing.take_event(self, event)
        if now != self._turned_at or not self.pads.busy():
            self._turned_at = now
            self._serve(now)
        if self._later is not None:
            later, self._later = self._later, None
            later()
            self._news = True
        while self.commands:
            self._news = True
            commands.carry_out(self, self.commands[0])
            if self._agreed is not None:
                agreed, self._agreed = self._agreed, None
                readiness.begin(self, *agreed)
            self.commands.pop(0)

    def _serve(self, now):
        """Serve keys, line, time, lamps and tones; while readers are busy, once a millisecond."""
        stuck = self.keys.stuck
        for pad, key in self.keys.step(now):
            routing.take_key(self, pad, key)
        if self.keys.stuck != stuck:
            if self.faults.keep("key-stuck", self.keys.stuck_pads(), len(self.pads.seen)):
                self._news = True
        self.commands += link.receive(self.end, self.parts.line, now)
        self._time(now)
        due = self.signs.due()
        shows = self._news or (due is not None and now >= due)
        if shows:
            self._news = False
            self._worked = True
            self._shown_at = now
            self._show()
        self.lamps.step(now)
        self.tunes.step(now)
        if self._led is not None:
            self._led.step(now, self.pads)
        if shows:
            self._tell()
        self.end.display = self.parts.display.answers
        link.send(self.end, self.parts.line, now)
        if self.pads.quiet > 1 and now - self._shown_at >= _STILL_MS:
            self._run_idle_tasks(now)
            if self.journal.idle():
                self.parts.collect()
            elif self.pads.is_quiet() and self.pads.quiet != self._erased_at:
                self._erased_at = self.pads.quiet  # between two erases the pads are swept
                self.journal.erase(now - self._shown_at < _WAIT_MS or self._awaits_cards())

    def _run_idle_tasks(self, now):
        """Run deferrable work: after a delay, or when no sweep is due within 8 ms."""
        if now - self._shown_at < _WAIT_MS and not self.pads.has_room(now):
            return
        if self._worked or now - self._collected_at >= _COLLECT_MS:
            self._worked = False
            self._collected_at = now
            self.parts.collect()
            journal = self.journal
            due = journal.tight > 1 or journal.tight != journal.told
            if due or self.faults.now != self.noted_faults or len(self.pads.presence.bygone) > 7:
                self._news = housekeeping.attend(self) or self._news
                if housekeeping.must_rest(self):
                    from .dialogs import storage_full

                    self.open(storage_full.Full(self))

    def _awaits_cards(self):
        """True if the match waits for a card: an erase would keep it waiting."""
        view = self.play.view
        return self.dialogue is None and view is not None and any(view.awaited)

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
            self._timers.due(),
        ):
            if other is not None and (due is None or other < due):
                due = other
        # In any case, wake for a sweep now and then.
        pause = _LINK_MS if self.end.link_up else QUIET_MS
        if self.journal.is_erasing():
            pause = SWEEP_MS
        routine = self.clock.ms // SWEEP_MS * SWEEP_MS + pause
        return self.clock.until_us(routine if due is None else min(due, routine))

    def _time(self, now):
        if self._scan_until is not None and now >= self._scan_until:
            from .match import secret_recovery

            self._scan_until = None
            secret_recovery.begin(self)
            self._news = True
        is_still = self.dialogue is not None
        over = self._timers.step(now, is_still, is_still and self.dialogue.pauses)
        if over == EXPIRED:
            self.feed(("expired",))
        elif over == TALKED:
            self.play.end_talk()
            self.follow()

    def go_on(self, found=None):
        """Go on with the match and the cards on the pads; `found`: these cards, if known already."""
        if not readiness.told(self):
            return
        self.close_dialogue()
        self.play.go_on(self.pad_cards.lying() if found is None else found)
        self.follow()

    def is_looking(self):
        """True while the pads are scanned after power-up."""
        return self._scan_until is not None

    def stop_looking(self):
        """Stop the scan after power-up: another match begins, and none is taken up."""
        self._scan_until = None

    def correct(self, fix):
        """Correct the stage, see `Referee.correct`. Raises Conflict."""
        self.signs.fresh()
        self.play.correct(fix)
        self.follow()
        if self.dialogue is not None:
            self.dialogue.look()

    def give_up(self, *seats):
        """End the match, as these seats agreed."""
        self.close_dialogue()
        self.correct(["end"] + list(seats))

    def feed(self, event):
        """Pass an input to the match under way, if there is one: see `Referee.feed`."""
        if not self.play.is_on():  # the result of one that is over stays on the display
            return
        self.signs.fresh()
        self.play.feed(event)
        self.follow()

    def follow(self):
        """Adapt pads, keys and timers to the next ask of the match."""
        view = self.play.view
        self._news = True
        self.seat(view.pads)
        self.keys.hide(view.hides_keys)
        self._timers.follow(view, self.clock.ms)
        self.pads.presence.expect(self.seats.by_pad(view.awaited))

    def applied(self, settings):
        """Apply these settings."""
        self.tunes.set_sound(settings.get("sound"))
        self.signs.glow_for(settings.glow_ms())
        self.display.speak(Language(settings.get("lang")), settings.get("lessons") == "on")
        self.faults.clear(-1, (NO_LANGUAGE,))
        if settings.lacking:
            self.faults.set(NO_LANGUAGE, -1, settings.lacking[:_SHORTENED])
        self._news = True

    def _show(self):
        """Set lamps and tones for the current prompt; `_tell` follows."""
        view, prompt, pauses = self.play.view, None, False
        if self.dialogue is not None:
            prompt, pauses = self.dialogue.prompt(), self.dialogue.pauses
        elif view is not None and self._scan_until is None:
            prompt = view.prompt
        self.signs.show(prompt, pauses, self.clock.ms)

    def _tell(self):
        """Write the sentences, and send the news to the host: they take longer than lamps and tones."""
        self.signs.write()
        view, own = self.play.view, self.play.own_cards()
        lamps, text, hi = self.lamps.line(), self.display.text, self.journal.hi()
        self.host_news.tell(self.signs, view, self.seats, lamps, text, own, hi)
