"""Checks of readers, keys and lamps, in the table's service mode (see `tablehost.link.service`).

`at_rest` needs no user. The others lead a user around the table, a pad after the other.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from cardtable.engine.asks import base
from cardtable.wire.shapes import NO_BOARD
from tablehost.doctor.checks import FAIL, NOTE, OK, Check
from tablehost.doctor.person import DONE, STOP, Person
from tablehost.doctor.words import WORDS
from tablehost.errors import Trouble
from tablehost.firmware.boards import has_gates
from tablehost.link.conversation import Conversation
from tablehost.link.events import Event
from tablehost.link.service import (
    CARD,
    DO,
    KEYS,
    LIES,
    NO_TAGS,
    RESULT,
    TWICE,
    UNREADABLE,
    Health,
    Key,
    Miso,
    Service,
)
from tablehost.messages import LANGUAGES
from tablehost.seats import label, labels
from tablehost.types import Fields
from tablehost.wiring.pinout import Wires, wires_of

OPEN_S = 3.0  # within so long the table knows that its pads are empty
STUCK_S = 0.4  # by then it has reported the keys that are down
NONE_MV = 1000  # under that nothing feeds the table's 5 V
LOW_MV, HIGH_MV = 4600, 5400  # 5 % either way, and 3 % that the two resistors and the Pico's 3.3 V may err
SCARCE = 128 << 10  # bytes of flash, below which the table reports that it is nearly full
LOOKS = 40  # of every reader, while a card is on one
LOOKS_S = 6.0
WELL = 0.95  # a reader reads this part of its looks, or the pad is weak
CROSS = 0.05  # and a neighbour that reads this part is too near
YES, NO = (
    {word for language in LANGUAGES for word in WORDS[language]["typed " + code].split(", ")}
    for code in ("yes", "no")
)  # in any language
YES.add("")  # Enter alone
FIRST = 0  # the pad of the one reader of a Pico without a board
REST_S = 1.5  # by then a card that lies is read
GENUINE = (0x91, 0x92)  # MFRC522 data sheet, 9.3.4.8: its versions 1.0 and 2.0; other makers have others
TAG = "tag-read"  # the code of the one check that has the number of a tag
# The rows of a pad's lamps that tell them apart: lamp, row of its table.
THREE = ((DO, base.MAY_CALL), (CARD, base.FINE), (RESULT, "split"))  # white, blue, yellow, all steady


class Left(Exception):
    """The user has ended the checks."""


class Devices:
    """The devices of a table in service mode. `wires`: of its board, or None if it is unknown here."""

    def __init__(self, service: Service, person: Person, wires: Wires | None) -> None:
        self.service = service
        self.person = person
        self.wires = wires
        self.matrix: dict[int, dict[int, float]] = {}  # the pad with the card -> reader -> part of its looks

    def _wire(self, kind: str, pad: int, *which: int | str) -> str:
        return "" if self.wires is None else self.wires.told(kind, pad, *which)

    # -- without a user --------------------------------------------------------------------------

    def at_rest(self) -> Iterator[Check]:
        """Check the 5 V, every reader, and the keys that are down though no user presses any."""
        service = self.service
        service.wait_for(lambda: service.open, OPEN_S)
        kept = service.table()
        args: Fields = {"free": _size(kept.free), "all": _size(kept.capacity)}
        yield Check("room", *((OK, "room") if kept.free >= SCARCE else (FAIL, "room-tight")), args)
        yield self.supply(kept.supply)
        lines = service.miso()
        yield from self.miso(lines)
        unheard = [pad for line in lines or () if not line.free for pad in line.pads]
        for pad in range(service.pads):
            yield self._reader(pad, service.reader(pad), unheard)
        antennas, failing = service.worn()
        for pad in antennas:
            yield Check("reader", FAIL, "antenna-weak", {"pad": pad})
        for card in failing:
            yield Check("tag", FAIL, "tag-failing", {"card": card})
        service.wait_for(lambda: False, STUCK_S)
        down = sorted(service.down | service.stuck)
        for pad, key in down:
            yield Check(
                "key", FAIL, "key-down", {"pad": pad, "key": key, "wire": self._wire("key", pad, key)}
            )
        if not down:
            yield Check("keys", OK, "keys-up", {"count": service.seat_pads * len(KEYS)})

    def _reader(self, pad: int, health: Health, unheard: list[int]) -> Check:
        """Return a reader's state. `unheard`: the pads whose MISO is held."""
        args: Fields = {**health._asdict(), "pad": pad, "version": f"0x{health.version:02x}"}
        args["wire"] = self._wire("reader", pad)
        if not health.alive and pad in unheard:
            return Check("reader", NOTE, "reader-unheard", args)
        if not health.alive:
            return Check("reader", FAIL, "reader-" + (health.fault or "dead-bus"), args)
        if self.service.tags[pad] == UNREADABLE:
            return Check("reader", FAIL, "reader-unreadable", args)
        if self.wires is not None and 0 < health.hz < self.wires.board.reader_hz:
            args["clock"], args["full"] = health.hz / 1e6, self.wires.board.reader_hz / 1e6
            return Check("reader", NOTE, "reader-slower", args)
        often = health.failures or health.garbled * 20 > health.looks > 100
        return Check("reader", NOTE if often else OK, "reader-often" if often else "reader", args)

    def first_card(self) -> Iterator[Check]:
        """Check the one reader of a Pico without a board: its module, and the card on it."""
        service = self.service
        yield Check("board", NOTE, "no-board", {"board": service.board})
        service.wait_for(lambda: service.tags[FIRST] not in (None, LIES), REST_S)
        health = service.reader(FIRST)
        args: Fields = {"pad": FIRST, "wire": self._wire("reader", FIRST)}
        if not health.alive and health.fault in (None, "dead-bus"):
            args["rst"] = self.wires.at("readers.rst") if self.wires is not None else "RST"
            yield Check("reader", FAIL, "reader-none", args)
            return
        yield from self.miso(service.miso())
        yield self._reader(FIRST, health, [])
        if not health.alive:
            return
        tag = service.tags[FIRST]
        if tag in (None, UNREADABLE):
            yield Check("tag", NOTE, "no-tag")
        else:
            yield self._card(FIRST, args)
            if tag not in NO_TAGS:
                yield Check("tag", OK, TAG, {"tag": tag})
        yield from self._module(health)

    def _module(self, health: Health) -> Iterator[Check]:
        """Grade the module by its version and the tests of its chip."""
        args: Fields = {"version": f"0x{health.version:02x}"}
        if self.service.start_send(FIRST) is None:
            yield Check("module", FAIL, "module-mute", args)
            return
        yield Check("module", OK, "module" if health.version in GENUINE else "module-copy", args)
        found = self.service.silence(FIRST)
        state, said = {"silent": (OK, "silent"), None: (NOTE, "silence-untried")}.get(
            found, (FAIL, "silence-heard")
        )
        yield Check("silence", state, said)

    def miso(self, lines: list[Miso] | None) -> Iterator[Check]:
        """Check every MISO line: no module may drive it while none is selected."""
        if lines is None:
            yield Check("miso", NOTE, "miso-unknown")
        for line in lines or ():
            yield self._miso(line)

    def _miso(self, line: Miso) -> Check:
        args = {"pads": labels(line.pads), "wire": self._wire("miso", line.pads[0])}
        if line.free:
            return Check("miso", OK, "miso", args)
        alive = [pad for pad in line.pads if self.service.reader(pad).alive]
        if len(alive) == 1:  # it works alone, and damages the data of any other one
            return Check("miso", FAIL, "miso-reader", {**args, "pad": alive[0], "holds": self._holds()})
        return Check("miso", FAIL, "miso-low" if line.up == 0 else "miso-high", args)

    def _holds(self) -> str:
        """Return what is at fault where a reader holds MISO: its module, or a gate that should be shut."""
        return "gate" if self.wires and has_gates(self.wires.board.reader_wires) else "module"

    def supply(self, found: list[int] | None) -> Check:
        """Return the 5 V: its lowest and highest mV; None where no pin measures them."""
        if found is None:
            return Check("supply", NOTE, "supply")
        lowest, highest = found
        told = dict.fromkeys(f"{mv / 1000:.2f}" for mv in found)  # one figure where both are the same
        args: Fields = {
            "volts": " - ".join(told),
            "least": f"{LOW_MV / 1000:g}",
            "most": f"{HIGH_MV / 1000:g}",
            "wire": self._wire("supply", 0),
        }
        if highest < NONE_MV:
            return Check("supply", FAIL, "no-volts", args)
        if highest > HIGH_MV:
            return Check("supply", FAIL, "high-volts", args)
        return Check("supply", *((FAIL, "low-volts") if lowest < LOW_MV else (OK, "volts")), args)

    # -- with a user -----------------------------------------------------------------------------

    def _ask(self, code: str, done: Callable[[], bool] = lambda: False, **args: Any) -> str:
        """Ask the user. Raises Left."""
        typed = self.person.ask(self.service, code, done, **args)
        if typed == STOP:
            raise Left
        return typed

    def _yes(self, code: str, **args: Any) -> bool | None:
        """Ask a yes-no question; None: it was passed over."""
        while True:
            typed = self._ask(code, **args)
            if typed in YES:
                return True
            if typed in NO:
                return False
            if typed == "s":
                return None
            self.person.say("say-yes-no")

    def clear(self) -> None:
        """Wait until no card is on any pad. Raises Left, Trouble."""
        service = self.service
        if service.wait_for(lambda: service.open, OPEN_S):
            return
        self._ask("ask-clear", lambda: service.open, pads=labels(service.lying))

    def unplugging(self) -> Iterator[Check]:
        """Have readers unplugged one by one where MISO is held, until it is free, and put back one by one."""
        for at, line in enumerate(self.service.miso() or ()):
            if not line.free:
                yield from self._unplugging(at, line)

    def _unplugging(self, at: int, line: Miso) -> Iterator[Check]:
        service = self.service

        def free() -> bool:
            return (service.miso() or [line])[at].free

        self.person.say("say-unplug", pads=labels(line.pads))
        wire = self._wire("miso", line.pads[0])
        out: list[int] = []
        for pad in line.pads:
            typed = self._ask("ask-unplug", free, pad=pad)
            if typed != "s":
                out.append(pad)
            if free():
                break
        if not (out and free()):
            yield Check("miso", FAIL, "miso-wires", {"pads": labels(line.pads), "wire": wire})
            return
        holding = [out.pop()]
        self.person.say("say-holds", pad=holding[0])
        for pad in out:

            def heard(pad: int = pad) -> bool:
                return not free() or service.reader(pad).alive

            typed = self._ask("ask-plug", heard, pad=pad)
            if not free():
                holding.append(pad)
                self._ask("ask-unplug-again", free, pad=pad)
            elif typed != DONE:
                args = {"pad": pad, "wire": self._wire("reader", pad)}
                yield Check("reader", FAIL, "reader-dead-bus", args)
        for pad in holding:
            yield Check("reader", FAIL, "reader-holds", {"pad": pad, "wire": wire, "holds": self._holds()})

    def keys(self) -> Iterator[Check]:
        """Check each key in turn."""
        service = self.service
        stuck = service.down | service.stuck
        for pad in range(service.seat_pads):
            for key in KEYS:
                yield self._key((pad, key), stuck)

    def _key(self, wanted: Key, stuck: set[Key]) -> Check:
        service = self.service
        pad, key = wanted
        args: Fields = {"pad": pad, "key": key, "wire": self._wire("key", pad, key)}
        if wanted in stuck:
            return Check("key", FAIL, "key-down", args)
        came: set[Key] = set()

        def pressed() -> bool:
            came.update(service.down - stuck)
            return bool(came)

        if self._ask("ask-key", pressed, pad=pad, key=key) != DONE:
            return Check("key", FAIL, "key-silent", args)
        service.wait_for(lambda: False, STUCK_S)
        came |= service.down - stuck
        up = self._ask("ask-release", lambda: not (service.down - stuck), pad=pad, key=key) == DONE
        others = sorted(came - {wanted})
        if others:
            args["others"] = others
            return Check("key", FAIL, "key-other" if wanted not in came else "key-with", args)
        return Check("key", OK if up else FAIL, "key" if up else "key-down", args)

    def lamps(self) -> Iterator[Check]:
        """Check the lamps of each pad in turn; on a fault each lamp alone."""
        service = self.service
        for pad in range(service.pads):
            service.dark()
            for lamp, row in THREE:
                service.lamp(pad, lamp, row)
            good = self._yes("ask-lamps", pad=pad)
            args: Fields = {"pad": pad, "wire": self._wire("lamp", pad, 0)}
            if good is None:
                yield Check("lamps", NOTE, "passed-over", args)
            elif good:
                yield Check("lamps", OK, "lamps", args)
            else:
                wrong = list(self._each_lamp(pad))
                yield from wrong
                if not wrong:
                    yield Check("lamps", FAIL, "lamps-colours", args)
        service.dark()

    def _each_lamp(self, pad: int) -> Iterator[Check]:
        for lamp, row in THREE:
            self.service.dark()
            self.service.lamp(pad, lamp, row)
            args: Fields = {"pad": pad, "lamp": lamp, "wire": self._wire("lamp", pad, lamp)}
            while True:
                typed = self._ask("ask-lamp", pad=pad, lamp=lamp + 1)
                parts = typed.split()
                if typed in YES:
                    break
                if typed in (*NO, "-"):
                    yield Check("lamp", FAIL, "lamp-dark", args)
                    break
                if len(parts) == 2 and all(part.isdigit() for part in parts):
                    yield Check("lamp", FAIL, "lamp-other", {**args, "at": parts[0], "lights": parts[1]})
                    break
                self.person.say("say-where")

    def tone(self) -> Iterator[Check]:
        """Check that the tone is heard."""
        sound = self.service.tone("wins")
        if sound == "off":
            yield Check("tone", NOTE, "sound-off")
            return
        good = self._yes("ask-tone")
        args = {"wire": self._wire("sound", 0)}
        yield Check(
            "tone", *{True: (OK, "tone"), False: (FAIL, "no-tone"), None: (NOTE, "passed-over")}[good], args
        )

    def cards(self) -> Iterator[Check]:
        """Check a card on each pad in turn: how well it is read there, and which other readers see it."""
        service = self.service
        for pad in range(service.pads):
            args: Fields = {"pad": pad, "wire": self._wire("reader", pad)}
            if not service.reader(pad).alive:
                yield Check("pad", NOTE, "reader-dead", args)
                continue
            service.dark()
            service.lamp(pad, DO, base.LAY)
            if self._ask("ask-lay", lambda: bool(service.lying), pad=pad) != DONE:
                yield Check("pad", FAIL, "card-unread", args)
                continue
            service.wait_for(lambda pad=pad: service.tags[pad] not in NO_TAGS, 1.5)  # type: ignore[misc]
            yield self._card(pad, args)
            service.dark()
            service.lamp(pad, DO, base.LIFT)
            self._ask("ask-lift", lambda: not service.lying, pad=pad)
        service.dark()
        if self.matrix:
            yield self._interference()

    def _card(self, pad: int, args: Fields) -> Check:
        service = self.service
        tag = service.tags[pad]
        if tag is None:
            return Check("pad", FAIL, "card-elsewhere", {**args, "at": labels(service.lying)})
        own = service.reads(pad, LOOKS, LOOKS_S)
        if own.tag is None:
            said = "card-several" if tag == "several" else "card-lies" if tag == LIES else "card-unread"
            return Check("pad", FAIL, said, args)
        row = self.matrix[pad] = {pad: own.reads / max(1, own.looks)}
        for other in range(service.pads):
            if other != pad:
                count = service.count(other)
                if count.tag == own.tag and count.reads:
                    row[other] = count.reads / max(1, count.looks)
        args = {**args, "reads": own.reads, "looks": own.looks}
        if tag == TWICE:
            return Check("pad", NOTE, "card-twice", args)
        return Check("pad", OK, "card", args) if row[pad] >= WELL else Check("pad", FAIL, "card-weak", args)

    def _interference(self) -> Check:
        pairs = [
            (pad, other, part)
            for pad, row in sorted(self.matrix.items())
            for other, part in sorted(row.items())
            if other != pad and part >= CROSS
        ]
        args = {"pads": len(self.matrix)}
        if not pairs:
            return Check("apart", OK, "apart", args)
        told = ", ".join(f"{label(pad)} > {label(other)} {part:.0%}" for pad, other, part in pairs)
        return Check("apart", FAIL, "not-apart", {**args, "pairs": told})

    def picture(self) -> list[str]:
        """Return the matrix as lines: the pad of the card, and the part of their looks in which readers saw
        it.
        """
        if not self.matrix:
            return []
        pads = range(self.service.pads)
        lines = ["".join([" " * 6, *(f"{label(pad):>5}" for pad in pads)])]
        for pad, row in sorted(self.matrix.items()):
            cells = [f"{row[other]:>5.0%}" if other in row else f"{'.':>5}" for other in pads]
            lines.append("".join([f"{label(pad):>6}", *cells]))
        return lines


def _size(number: int) -> str:
    return f"{number >> 10} KB" if number < 64 << 20 else f"{number >> 20} MB"


def run_checks(devices: Devices) -> Iterator[Check]:
    """Run all checks that need a user, in the order of their dependencies. Ends early where asked to."""
    try:
        yield from devices.unplugging()
        devices.clear()
        for part in (devices.keys, devices.lamps, devices.tone, devices.cards):
            yield from part()
    except Left:
        yield Check("walk", NOTE, "stopped")


def check_devices(
    session: Conversation,
    heard: Callable[[Event], None],
    person: Person,
    lang: str,
    walk: bool,
    board: str | None = None,
    measure: Callable[[Devices], None] | None = None,
) -> Iterator[Check]:
    """Begin service, and check. A refusal is a check that failed. `board`: the expected one; `measure`:
    called once the checks without a user are over.
    """
    try:
        with Service(session, heard) as service:
            if board not in (None, service.board):
                yield Check("board", FAIL, "other-board", {"board": service.board, "wanted": board})
            devices = Devices(service, person, wires_of(service.board, lang))
            is_tried = NO_BOARD in session.info["caps"]
            yield from devices.first_card() if is_tried else devices.at_rest()
            if measure is not None:
                measure(devices)
            if walk and not is_tried:
                yield from run_checks(devices)
                for line in devices.picture():
                    person.say("matrix", line=line)
    except Trouble as trouble:
        yield Check.of("devices", trouble)
