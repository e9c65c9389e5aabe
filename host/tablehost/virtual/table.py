"""The virtual table: the firmware on a machine of chip models, and players around it.

Only the players touch cards and keys, and they act on lamps, display and cards alone. Virtual time stops
while the host has not yet acknowledged the table's records (for two seconds of real time at most), and quiet
time is skipped.
"""

from __future__ import annotations

import heapq
import os
import re
import time
from collections.abc import Callable, Sequence
from pathlib import Path

from cardtable.controller.input.poll_schedule import SWEEP_MS
from cardtable.engine.asks import base
from cardtable.wire.frames import decode
from tablehost.people.faults import Faults
from tablehost.people.hands import DARK
from tablehost.people.looks import look
from tablehost.people.room import AFTER_A_CUT, Room
from tablehost.people.thinker import Thinker
from tablehost.pipes import MARK, PipeReader, Separator
from tablehost.types import Event, Values
from tablehost.virtual.firmware import Firmware
from tablehost.virtual.pack import tag, tags_for, tags_in_hands
from tablehost.virtual.people.acts import People
from tablehost.virtual.people.held import HeldHands, Perceived
from tablehost.virtual.people.lobby import SETS_UP, Lobby, Watch
from tablehost.virtual.people.mishaps import Mishaps
from tablehost.virtual.people.news import Screen
from tablehost.virtual.people.people_file import PeopleFile
from tablehost.virtual.people.senses import read

ACT_US = 500_000  # virtual time between two acts of the people
PRESS_US = 120_000  # how long a key is held down
HOLD_US = 800_000  # and one that is meant to be held
HELD_KEYS = {base.HOLD_NO: ("no",), base.CORRECT: ("no", "ok")}  # the keys that a hand holds for these
AGAIN_US = 250_000  # between two acts of one hand
TOUCHED_US = 60_000  # for so long after a touch no sweep is slept through
SWEEP_US = SWEEP_MS * 1000
BEGUN_US = 1_000  # after its time has come a sweep has surely begun
DARK_S, DARK_US = 0.05, 100_000  # between two looks at the acts of hands while there is no power
MISSED_S = 10.0  # real time for which a table that has power again waits for the computer
READ_SIZE = 400  # bytes of the line at once
STAND_S = 2.0  # real time for which the table waits for the host
BEAT_US = 1_000_000  # virtual time after which the host's last acknowledgement is repeated to it
SLOW_S, BRISK_S, QUICK_S = 0.6, 0.04, 0.004  # real time before an act: in the first part, second, later
BESIDE_S = 0.4  # and where a user plays along
NO_MATCH = ("", "ready", "over")  # prompts that no player reacts to
LEAST_PACE = 0.1  # of the time while all players wait for a user who plays along


class VirtualTable:
    """The virtual table.

    `folder`: the files of the device and the players' cards. `stream`: file descriptors of the serial line,
    (read, write). `people`: the players, None if there are none. `held`: the seats among them that a user at
    a keyboard plays. `faults`: the faults to inject; `restart` starts the firmware again after that. `kept`:
    the file of the players, None if they are not kept. `lobby`: the players while no match is played, where
    matches are set up at the table; then `held` plays these seats of each: `plays`, None for all.
    """

    def __init__(
        self,
        firmware: Firmware,
        folder: Path,
        stream: tuple[int, int],
        people: People | None,
        pace: float,
        kept: PeopleFile | None = None,
        held: HeldHands | None = None,
        faults: Faults | None = None,
        restart: Callable[[], None] | None = None,
        lobby: Lobby | None = None,
        plays: Sequence[int] | None = None,
    ) -> None:
        self.folder = folder
        self.firmware = firmware
        self._people: People | None = None
        self.room: Room | None = None
        if people is not None:
            self._seat(people)
        self._lobby = lobby
        self._plays = plays
        self._watch = None if lobby is None else Watch()
        self._hands = held
        self._hands_free = 0  # when all hands, those of bots too, have finished what they have begun
        self._pace = pace
        self.machine = firmware.machine
        source, self._out = stream
        self._reader = PipeReader(source, READ_SIZE)
        self._separator = Separator()
        self._telling = b""  # the rest of what hands tell that the line has not taken
        self._held = b""  # from the host, for want of room in the USB ring
        self._gone = False
        self._line = b""  # an unfinished line of the host
        self._ack = b""  # its last acknowledgement
        self._unsent = b""  # the part of the host's bytes that the line has not taken
        self._said = b""  # an unfinished line of the table
        self._told = -1  # the last record sent by the table, and the last one the host has acknowledged
        self._taken = -1
        self._heard_at = 0
        self._seated = False
        self._asked: tuple[str, Values] = "", []
        self._later: list[tuple[int, int, Callable[[], None]]] = []
        self._count = 0
        self._act_at = 0
        self._answered: tuple[Perceived | None, bool] | None = None  # a prompt, and if it is of their match
        self._looked_at: Perceived | None = None
        self._bored = False
        self._touched_at = -TOUCHED_US
        self._stood_since: float | None = None
        self._acted_at = time.monotonic()
        self._kept = kept
        self._sort = tags_for(firmware.machine.board)
        self._hand_out()
        self._restart = restart
        self._unplugged = False
        self._missed_at: float | None = None  # since when, after that, the computer has sent no hello
        self._mishaps: Mishaps | None = None
        if faults is not None:
            self._mishaps = Mishaps(faults, self.machine, self._after, firmware.display)
            if people is not None:
                people.faults = faults
                self._carry_out(["fumbles", faults.asked])

    def _seat(self, people: People) -> None:
        """Have these people around the table."""
        self._people, self.room = people, people.room
        for person in people.room.people:
            if isinstance(person.mind, Thinker):
                person.mind.join(person.seat, people.room, self.firmware.judge)

    def _hand_out(self) -> None:
        """Give the cards of the table to the players, and a screen where they need one."""
        room = self.room
        # Players with a pack of their own use its names for its cards, see `cards.names_of`.
        self._pack = room.letters if room is not None and isinstance(room.letters, tuple) else None
        self._tags = tags_in_hands(self.folder, self._pack, self._sort)
        self._screen = Screen(room.records) if room is not None and room.reads else None

    def _gather(self, people: People) -> None:
        """Seat other players; the former ones have taken the cards away."""
        for field in self.machine.pads:
            field.tags.clear()
            field.weak, field.stacked = 0.0, False
        room = people.room
        self._seat(people)
        self._answered = None
        self._bored = False
        self._asked = "", []
        self._hand_out()
        if self._hands is not None:
            every = range(room.seats)
            plays = every if self._plays is None or room is self._lobby else self._plays
            self._carry_out(["held", [seat for seat in every if seat in plays]])
            self._hands.take_over(people.hands)
        self._touch()

    def run(self) -> None:
        """Run until the host hangs up."""
        self._lay_out()
        self.firmware.run(self._turn)
        while not self._gone:
            if self.room is not None:
                self._carry_out(["off"])
            if self._unplugged:
                self._stay_dark()
            if self._mishaps is not None:
                self._mishaps.dark = False
            assert self._restart is not None
            self._restart()
            self._forget_line()
            for screen in (self._screen, self._watch):
                if screen is not None:
                    screen.forget_line()
            self.firmware.run(self._turn)

    def _turn(self, us: int) -> bool:
        """Run the surroundings of the machine while it idles for `us`; return False if the host or the power
        is gone.
        """
        self._idle(us)
        dark = self._unplugged or (self._mishaps is not None and self._mishaps.dark)
        return not self._gone and not dark

    def _stay_dark(self) -> None:
        """Wait in the dark: a user has pulled the plug; hands can move cards, until it is put back."""
        hands = self._hands
        assert hands is not None
        hands.tell_power(False)
        self._finish()  # in the dark
        while self._unplugged and not self._gone:
            self._held = b""  # the computer's bytes are lost meanwhile
            self._serve(DARK_S)
            self.machine.clock.advance(DARK_US)
            dark: Perceived = (DARK, [], [base.NOTHING] * base.MOST_SEATS, [base.EMPTY] * base.PLACES)
            for event in hands.act(dark, self._carry_out):
                if event[0] != "key":
                    self._do(event)
            if self._unplugged:
                hands.look(dark, self.machine.clock.us, False)
        hands.tell_power(True)
        self._missed_at = time.monotonic()

    # -- the room ------------------------------------------------------------------------------

    def _pad(self, place: int) -> int:
        seat_pads = self.machine.board.SEAT_PADS
        if place >= base.CENTRE:
            return int(seat_pads + place - base.CENTRE)
        return self.room.chairs[place] if self.room is not None else place

    def _lay_out(self) -> None:
        """Lay the cards where the players left them when the table was switched off."""
        if self.room is None:
            return
        self._carry_out(["off"])
        self._seated = any(card is not None for card in self.room.lying)
        for place, card in enumerate(self.room.lying):
            if card is not None:
                self._lay(self._pad(place), card)
                for other, _ in self.room.on_top.get(place, ()):
                    self._lay(self._pad(place), other)

    def _perceive(self) -> Perceived | None:
        """Return the prompt by words and lamps; None if the lamps must be watched for longer."""
        room = self.room
        assert room is not None
        line = self.firmware.lamps()
        if line is None:
            return None
        what, args = read(self.firmware.display(), self.firmware.names())
        if self._lobby not in (None, room) and (what in ("ready", "over") or what.startswith(SETS_UP)):
            assert self._lobby is not None
            room = self._lobby
            if self._kept is not None:
                self._kept.leave()
            self._gather(People(room))
        if what in ("", "restoring"):  # players remember the prompt while another text is shown
            what, args = self._asked
        if what not in AFTER_A_CUT:
            self._asked = what, args
        if what:
            self._seated = what != "take-seats"
        picture = [line[i : i + 6] for i in range(0, len(line), 6)]
        tasks, places = look(picture, room.chairs, self.machine.board.SEAT_PADS, self._seated)
        return what, args, tasks, places

    def _act(self, perceived: Perceived) -> None:
        """Let one player act, if the table asks for anything."""
        room = self.room
        assert room is not None
        seen = perceived, self._is_their_match()
        if seen == self._answered and self._bored:
            return
        self._answered = seen
        what, args, tasks, places = perceived
        if what in NO_MATCH or what.startswith(SETS_UP) or not seen[1]:
            self._bored = True
            return
        if self._go_back(what):
            return
        if self._hands is not None and room.held and self._hands.holds_back(perceived):
            self._bored = True
            return
        if self._is_fumbling():
            words = " ".join(" ".join(self.firmware.display()).split())
            names = list(self.firmware.names())
            now = self.machine.clock.us
            events = self._carry_out(["fumble", what, args, tasks, places, words, now, names])
        else:
            events = self._carry_out(["act", what, args, tasks, places])
        if events and self._mishaps is not None:
            self._mishaps.acted()
        self._bored = not events
        done = self._begin(events) if events else self.machine.clock.us
        self._act_at = done + ACT_US

    def _go_back(self, what: str) -> bool:
        """Have the players put everything as it was when the ask opened to which an undo went back.

        Return True if they do so now. `what`: the prompt. Cards that lay there then are laid once more, as
        the table wants it, except where pads are to be cleared: there lifting them would be the answer.
        """
        people = self._people
        if self._kept is None or people is None or self._is_fumbling() or what in AFTER_A_CUT:
            return False
        undone = self._kept.take_undone(people)
        if undone is None:
            return False
        self._finish()
        before, now = _cards_on(people.room), _cards_on(undone.room)
        self._seat(undone)
        self._carry_out(["held", sorted(people.room.held)])
        if self._hands is not None:
            self._hands.take_over(undone.hands)
        stays = what == "go-on" or what.startswith("clear") or what in undone.room.clearings
        events: list[Event] = []
        for place in range(base.PLACES):
            if before[place] == now[place] and stays:
                continue
            count = len(before[place])
            events += [("lifted-top", place)] * (count - 1) + [("lifted", place)] * (count > 0)
            events += [("laid", place, card) for card in now[place]]
        self._act_at = self._begin(events) + ACT_US
        self._answered, self._bored = None, False
        return True

    def _act_held(self) -> None:
        """Let the hands of a seat act that a user moves."""
        hands = self._hands
        perceived = None if hands is None else self._perceive()
        if hands is None or perceived is None:
            return
        now = self.machine.clock.us
        reads = self.room is not None and self.room.reads
        if reads and perceived != self._looked_at and perceived[0] not in AFTER_A_CUT:
            self._looked_at = perceived
            self._carry_out(["perceive", *perceived])
        # Bots come first: what they see is the same whether a hand is automatic or not.
        tidies = self._bored and self._answered == (perceived, self._is_their_match())
        tidies = tidies and self.room is not self._lobby
        if (hands.is_asked or tidies) and self._go_back(perceived[0]):
            return
        held = self.room and self.room.held
        events = hands.act(perceived, self._carry_out)
        if not events and tidies and not self._later:
            events = hands.tidy(perceived, now, self._carry_out)
        if self.room and self.room.held != held:
            self._finish()  # the others
        self._begin(events)
        if events:
            self._bored = False
        hands.look(perceived, now, bool(self._later))

    def _begin(self, events: Sequence[Event]) -> int:
        """Have hands do this, one after another, behind all that hands have begun; return when they are done
        (us). So cards move in the order in which the people have moved them.
        """
        now = self.machine.clock.us
        self._hands_free = max(now, self._hands_free)
        for event in events:
            self._after(self._hands_free - now, lambda event=event: self._do(event))  # type: ignore[misc]
            self._hands_free += HOLD_US if event[0] == "key" and event[-1] in HELD_KEYS else AGAIN_US
        return self._hands_free

    def _finish(self) -> None:
        """Have hands finish what they have begun."""
        while self._later:
            heapq.heappop(self._later)[2]()
        self._hands_free = self.machine.clock.us

    def _lay(self, pad: int, card: int) -> None:
        """Put the card's tag on a pad; one that is on a pad already has a double."""
        one = self._tags.get(card)
        if one is None or any(one in field.tags for field in self.machine.pads):
            one = tag(card, self._pack, self._sort)
        field = self.machine.pads[pad]
        if field.tags:  # only one pad a sweep, in turn, is asked for a second card
            self._touched_at = self.machine.clock.us + len(self.machine.pads) * SWEEP_US
        field.tags.append(one)

    def _do(self, event: Event) -> None:
        self._touch()
        if event[0] == "rest":
            return
        if event[0] == "plug":
            self._unplugged = not self._unplugged
            return
        kind, place = event[0], event[1]
        pad = self._pad(place) if self._seated or place >= base.CENTRE else place
        if kind == "laid":
            self._lay(pad, event[2])
        elif kind in ("lifted", "lifted-top"):
            field = self.machine.pads[pad]
            field.tags.pop(0 if kind == "lifted" else -1)
            field.weak, field.stacked = 0.0, False
        elif kind == "weak":
            self.machine.pads[pad].weak = 1.0
        elif kind == "stacked":
            self.machine.pads[pad].stacked = True
        elif kind == "free":
            assert self._mishaps is not None
            self._mishaps.free(pad)
        else:
            for key in HELD_KEYS.get(event[2], base.KEY_NAMES[event[2] : event[2] + 1]):
                self._press(pad, key, HOLD_US if event[2] in HELD_KEYS else PRESS_US)

    def _press(self, pad: int, key: str, us: int) -> None:
        """Press a key for this long."""
        if self._mishaps is not None:
            self._mishaps.press(pad, key, us)
        else:
            self.machine.press(pad, key)
            self._after(us, lambda: self.machine.release(pad, key))

    def _touch(self) -> None:
        """Note an act or event: no sweep is skipped for a while."""
        self._touched_at = max(self._touched_at, self.machine.clock.us)
        self.firmware.touched()

    def _after(self, us: int, act: Callable[[], None]) -> None:
        self._count += 1
        heapq.heappush(self._later, (self.machine.clock.us + us, self._count, act))

    def _is_their_match(self) -> bool:
        """Return True if the match under way is not one that others have left here."""
        return self._kept is None or self._kept.is_theirs()

    def _is_fumbling(self) -> bool:
        return self._people is not None and self._people.fumbling is not None

    def _carry_out(self, act: Values) -> list[Event]:
        """Have the people carry out an act, and note it before the table can. Raises CannotDo."""
        people = self._people
        assert people is not None
        if act[0] == "held":
            self._bored = False  # a bot that takes a seat over has not looked at the table yet
        if self._kept is None or people.room is self._lobby:
            return people.carry_out(act)
        return self._kept.carry_out(people, act)

    # -- time and the line -----------------------------------------------------------------------

    def _idle(self, us: int) -> None:
        """Serve the line, let players act and let time pass: the machine is idle for `us`."""
        if self._serve(0.0) or us == 0:
            return
        clock = self.machine.clock
        if self._stands_still():
            return
        self._act_held()
        now = clock.us
        if self._ack and now - self._heard_at >= BEAT_US:
            self._hear(self._ack)
        step = us
        if now - self._touched_at < TOUCHED_US:
            step = min(step, SWEEP_US - (now - self.firmware.began_us - BEGUN_US) % SWEEP_US)
        if self._later:
            step = min(step, max(0, self._later[0][0] - now))
        waiting = self.room is not None and not self._is_showing() and not self._all_answered()
        look = None if self.room is None else self.firmware.look_us()
        if look is not None:
            step = min(step, look - now)
        elif waiting:
            step = min(step, max(0, self._act_at - now))
        if not waiting and not self._later and now - self._touched_at >= TOUCHED_US:
            # No player acts. In a match the players let time fly as they would themselves.
            self._serve(step / 1e6 * self._speed())
        clock.advance(step)
        now = clock.us
        while self._later and self._later[0][0] <= now:
            heapq.heappop(self._later)[2]()
            self._touch()
        perceived = self._perceive() if waiting and now >= self._act_at else None
        if perceived is not None:
            self._keep_pace()
            self._act_at = now + ACT_US
            self._act(perceived)

    @property
    def pace(self) -> float:
        """Return how fast the players act: 1 as people do, 0 at once."""
        return self._pace * (1.0 if self._hands is None else self._hands.slowness)

    def _speed(self) -> float:
        """Return the duration of a second of idle time: zero, at pace 0, in a match that waits for no real
        player.
        """
        awaited = self._lobby is not None and self._hands is not None and not self._hands.still
        if read(self.firmware.display())[0] in NO_MATCH and not awaited:
            return 1.0
        return max(self.pace, LEAST_PACE) if self._hands is not None and self._hands.still else self.pace

    def _is_showing(self) -> bool:
        """Return True while the people look at a reveal, which a user who plays along can see, too."""
        room, hands = self.room, self._hands
        if room is None or not room.held or hands is None:
            return False
        return hands.is_showing(self.machine.clock.us)

    def _all_answered(self) -> bool:
        """Return True while the people see nothing that they have not already answered."""
        if self.room is None:
            return True
        return self._bored and (self._perceive(), self._is_their_match()) == self._answered

    def _stands_still(self) -> bool:
        """Return True while the host has yet to acknowledge; real time passes meanwhile."""
        if self._mishaps is not None and self._mishaps.must_wait:
            self._serve(0.05)
            return True
        if self._missed_at is not None and time.monotonic() - self._missed_at < MISSED_S:
            self._serve(0.05)
            return True
        if self._told <= self._taken:
            self._stood_since = None
            return False
        now = time.monotonic()
        if self._stood_since is None:
            self._stood_since = now
        if now - self._stood_since > STAND_S:
            return False
        if self._serve(0.05):
            self._stood_since = None
        return True

    def _keep_pace(self) -> None:
        """Set the players' pace: slow to follow in the first part of a match, quick in later ones."""
        is_held = self.room is not None and bool(self.room.held)
        wait = self.pace * (BESIDE_S if is_held else pause_before_act(self.room))
        until = self._acted_at + wait
        while not self._gone and (left := until - time.monotonic()) > 0:
            self._serve(left)
        self._acted_at = time.monotonic()

    def _serve(self, seconds: float) -> bool:
        """Carry bytes between line and USB; wait for some for `seconds`. Return True if any were moved."""
        try:
            out = self._send()
            self._held = self._held[self.firmware.line.feed(self._held) :]
            if self._held or not self._reader.wait(0.0 if out else seconds):
                return out
            data = self._reader.read()
        except OSError:
            data = b""
        self._gone = not data
        if self._hands is not None:
            data, told = self._separator.separate(data)
            self._hands.receive(told)
        *lines, self._line = (self._line + data).split(b"\n")
        for line in lines:
            if line.startswith(b'["ack",'):
                self._ack = line + b"\n"
                self._taken = _position(line)
            elif line.startswith(b'["hello",'):
                self._told = self._taken = -1
                self._missed_at = None
                if self._mishaps is not None:
                    self._mishaps.greeted()
        if self._mishaps is not None:
            if self._mishaps.is_cut:
                self._forget_line()
            data = self._mishaps.to_table(data)
        self._hear(data)
        return True

    def _send(self) -> bool:
        """Send bytes of the table to the host, then what hands tell: as many as the line takes. Return True
        if any were sent.
        """
        if not self._unsent:
            self._unsent = self.firmware.line.take()
            self._read_screen(self._unsent)
            if self._mishaps is not None:
                self._unsent = self._mishaps.to_host(self._unsent).replace(MARK, b"?")
            self._note_told(self._unsent)
        if not self._unsent and not self._telling and self._hands is not None:
            line = self._hands.next_line()
            self._telling = MARK + line + b"\n" if line else b""
        if not self._unsent and not self._telling:
            return False
        try:
            count = os.write(self._out, self._telling or self._unsent)
        except BlockingIOError:
            return False
        if self._telling:  # once begun, it is sent to its end
            self._telling = self._telling[count:]
        else:
            self._unsent = self._unsent[count:]
        return True

    def _read_screen(self, data: bytes) -> None:
        """Let the players read the facts of their match on the computer's screen."""
        begun = None if self._watch is None else self._watch.hear(data)
        if begun is not None and self._lobby is not None and self.room is self._lobby:
            self._gather(begun.people(self._lobby.seed))
            return  # they have read all facts so far
        if self._lobby is not None and self.room is self._lobby and b'"taken-up"' in data and self._kept:
            people = self._kept.load(self._lobby.seed)
            if people is not None:
                self._gather(people)
            return
        if self._screen is None or self.room is None:
            return
        for fact in self._screen.hear(data):
            self.room.told(fact)

    def _forget_line(self) -> None:
        """Drop all unfinished lines."""
        self._unsent = self._held = self._ack = self._said = b""
        self._told = self._taken = -1

    def _note_told(self, data: bytes) -> None:
        """Note which records the table sends to the host."""
        if not data:
            return
        *lines, self._said = (self._said + data).split(b"\n")
        for line in lines:
            event = decode(line) if line.startswith(b'["ev",') else None
            if event is not None and event[1] > self._told:
                self._told = event[1]

    def _hear(self, data: bytes) -> None:
        """Take bytes of the host for the table.

        The host runs in real time and sends a line once a second when there is nothing new. To a table whose
        time flies that would be silence, so its last line is repeated; the line itself reports that it is
        gone.
        """
        self._heard_at = self.machine.clock.us
        self._held += data
        self._held = self._held[self.firmware.line.feed(self._held) :]


def pause_before_act(room: Room | None) -> float:
    """Return the seconds that players take before each act at pace 1; see SLOW_S. A match then takes about a
    minute.
    """
    part, beginning = (0, 1) if room is None else (room.part, room.beginning)
    return SLOW_S if part <= beginning else BRISK_S if part <= 2 * beginning else QUICK_S


def _position(line: bytes) -> int:
    """Return the position in an "ev" or "ack" line; -1 for a line without a number there."""
    found = re.match(rb'\["\w+",(\d+)[,\]]', line)
    return int(found[1]) if found else -1


def _cards_on(room: Room) -> list[list[int]]:
    """Return the cards on each place, from below."""
    return [
        [] if card is None else [card, *(one for one, _ in room.on_top.get(place, ()))]
        for place, card in enumerate(room.lying)
    ]
