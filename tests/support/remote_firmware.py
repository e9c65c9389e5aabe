"""The firmware in another interpreter: its calls to chips and clock come over a pipe and are answered here.

Operations come in batches, each a letter and its arguments; numbers are little-endian. Those with a star wait
for an answer, which begins with the time: the ticks in us (4 bytes) and the rest in ns (2).

    t                      ticks_us was read
    n *                    the same, by one who does not know the time
    H L  gpio              an output goes high, low
    r *  gpio              the level of an input: 1 byte
    w    block count ...   SPI: bytes out
    s *  block count ...   SPI: bytes out, as many in
    p    machine word      a word (4 bytes) for a PIO state machine
    g *  machine           a word (4 bytes) from one
    f d  number            frequency, duty of the sound (4 bytes)
    z    us                sleep (4 bytes)
    i *  us                nothing is due for so long (4 bytes): 1 byte, whether keys went up or down
    c *  count ...         a call that happens seldom, JSON of [name, arguments...]: count (2 bytes), JSON

The serial line is the other process's standard input and output, and its files are files.
"""

import json
import os
import select

from eyes import GRAIN_US, LOOK_US, Eyes
from tablehost.virtual.chips.spi import SpiBus
from tablehost.virtual.pico import TICKS_NS, TICKS_PERIOD, FakeMachine

_H, _L, _C, _D, _F, _G, _I, _N, _P, _R, _S, _T, _W, _Z = b"HLcdfginprstwz"


class PipeLine:
    """The line of another process: its standard input and output."""

    def __init__(self, write, read):
        self._write = write
        self._read = read

    def feed(self, data):
        return os.write(self._write, data)

    def take(self):
        return os.read(self._read, 1 << 16) if select.select([self._read], [], [], 0)[0] else b""


class SeenFirmware:
    """A firmware of which nothing is known but its lamps and its display."""

    def __init__(self, machine, board):
        self.machine = machine
        self.began_us = 0
        self.shown = [" " * board.DISPLAY_WIDTH] * board.DISPLAY_LINES
        self._eyes = Eyes(board.LIGHT_COUNT)

    def display(self):
        return self.shown

    def names(self):
        return ()  # that interpreter is not asked: its people play without names

    def lamps(self):
        now = self.machine.clock.us
        self._eyes.look(now, self.machine.lights())
        return self._eyes.picture(now)

    def judge(self):
        raise AssertionError("its referee cannot be seen")

    def touched(self):
        self._eyes.forget(self.machine.clock.us)

    def look_us(self):
        now = self.machine.clock.us
        self._eyes.look(now, self.machine.lights())
        return now + GRAIN_US - (now - self.began_us - LOOK_US) % GRAIN_US


class Remote(SeenFirmware):
    """The firmware in another process. `line`: its standard streams. `ops`, `answers`: our ends of the pipe,
    closed when it is over.

    `told`: the other side's reports on itself, as received: ["fakes", bytes of the heap that its part of all
    this takes], ["heap", bytes used before a collection, after it, free after it].
    """

    def __init__(self, board, identity, folder, seed, line, ops, answers):
        super().__init__(FakeMachine(board, seed=seed, unique_id=identity, root=f"{folder}/"), board)
        self.line = line
        self.told = []
        self._board = board
        self._root = f"{folder}/"
        self._ops = ops
        self._answers = answers
        self._modules = self.machine.modules()
        self._pins = {gpio: self._modules["machine"].Pin(gpio) for gpio in range(30)}
        self._buses = {}
        self._shifters = {}
        self._pwm = None
        self._pressed = self.machine.pressed
        self._calls = {
            "hello": self._hello,
            "unique_id": lambda: list(identity),
            "entropy": lambda count: list(self.machine.entropy(count)),
            "spi": self._make_spi,
            "spi-clock": self._clock_spi,
            "pwm": self._make_pwm,
            "pull": self._pull,
            "adc": lambda gpio: self._modules["machine"].ADC(self._pins[gpio]).read_u16(),
            "state_machine": self._make_state_machine,
            "built": self._built,
            "show": self._show,
        }

    # -- interface of the table -----------------------------------------------------------------

    def run(self, idle):
        """Run until `idle` returns False. Raises RuntimeError if the other process ends before."""
        try:
            going = True
            while going:
                batch = os.read(self._ops, 1 << 16)
                if not batch:
                    raise RuntimeError("the firmware's process has ended")
                going = self._carry_out(batch, idle)
        finally:
            os.close(self._ops)
            os.close(self._answers)

    # -- operations ------------------------------------------------------------------------------

    def _carry_out(self, batch, idle):
        """Carry out a batch of whole operations; return False if `idle` returned False."""
        clock = self.machine.clock
        pins, buses, shifters = self._pins, self._buses, self._shifters
        at = 0
        while at < len(batch):
            letter = batch[at]
            at += 1
            if letter == _H or letter == _L:
                pins[batch[at]](int(letter == _H))
                at += 1
            elif letter == _T or letter == _N:
                clock.ns += TICKS_NS
                if letter == _N:
                    self._answer(b"")
            elif letter == _W or letter == _S:
                end = at + 2 + batch[at + 1]
                bus, data = buses[batch[at]], batch[at + 2 : end]
                at = end
                if letter == _W:
                    bus.write(data)
                else:
                    into = bytearray(len(data))
                    bus.write_readinto(data, into)
                    self._answer(into)
            elif letter == _I:
                going = idle(_number(batch, at))
                at += 4
                if not going:
                    return False
                changed = self.machine.pressed != self._pressed
                self._pressed = self.machine.pressed
                self._answer(bytes([changed]))
            elif letter == _R:
                self._answer(bytes([pins[batch[at]]()]))
                at += 1
            elif letter == _P:
                shifters[batch[at]].put(_number(batch, at + 1))
                at += 5
            elif letter == _G:
                self._answer(shifters[batch[at]].get().to_bytes(4, "little"))
                at += 1
            elif letter == _C:
                start = at + 2
                at = start + int.from_bytes(batch[at:start], "little")
                answer = json.dumps(self._call(*json.loads(batch[start:at]))).encode()
                self._answer(len(answer).to_bytes(2, "little"))
                os.write(self._answers, answer)
            else:
                value = _number(batch, at)
                at += 4
                if letter == _F:
                    self._pwm.freq(value)
                elif letter == _D:
                    self._pwm.duty_u16(value)
                elif letter == _Z:
                    clock.advance(value)
                else:
                    raise ValueError(f"there is no operation {letter}")
        return True

    def _answer(self, data):
        us, ns = divmod(self.machine.clock.ns, 1000)
        os.write(self._answers, (us % TICKS_PERIOD | ns << 32).to_bytes(6, "little") + data)

    # -- calls that happen seldom ----------------------------------------------------------------

    def _call(self, name, *args):
        if name in self._calls:
            return self._calls[name](*args)
        self.told.append([name, *args])
        return None

    def _hello(self):
        """Return the name of the board, folder of the files, the cost of reading the ticks and of writing by
        SPI.
        """
        return [self._board.NAME, self._root, TICKS_NS, SpiBus.WRITE_NS]

    def _make_spi(self, block, baudrate, settings):
        """Set the SPI block up; return the cost of a byte, in ns."""
        pins = {role: self._pins[settings.pop(role)] for role in ("sck", "mosi", "miso")}
        bus = self._buses[block] = self._modules["machine"].SPI(block, baudrate, **pins, **settings)
        return bus.byte_ns

    def _clock_spi(self, block, baudrate):
        """Set the clock of the block; return the cost of a byte, in ns."""
        bus = self._buses[block]
        bus.init(baudrate)
        return bus.byte_ns

    def _pull(self, gpio, pull):
        self._pins[gpio].init(pull=pull)

    def _make_pwm(self, gpio):
        self._pwm = self._modules["machine"].PWM(self._pins[gpio])

    def _make_state_machine(self, block, freq, pins):
        """Create it with the program that the board itself gives to this state machine when it is
        built here.
        """
        built = FakeMachine(self._board)
        built.build()
        program, _ = built.programs[block]
        named = {role: self._pins[gpio] for role, gpio in pins.items()}
        self._shifters[block] = self._modules["rp2"].StateMachine(block, program, freq, **named)

    def _built(self, key_names):
        self.machine.key_names = [(pad, key) for pad, key in key_names]
        self.began_us = self.machine.clock.us

    def _show(self, lines):
        self.shown = lines


def _number(batch, at):
    return int.from_bytes(batch[at : at + 4], "little")
