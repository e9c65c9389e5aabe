"""The chip models, which run in another process: calls go there in batches, and who needs an answer waits.

`tests/support/remote_firmware.py` is the other end and says what the operations are. Time is the models'
time. What a call costs is known here too, so that reading the ticks needs no answer; every answer says the
time again.
Nothing is allocated on the way of an operation but by `call`: the heap is the firmware's.
"""

import json
import sys

from micropython import const

_ROOM = const(512)  # of a batch: a pipe takes it whole
_CLOCK = const(6)  # bytes at the head of every answer: us and the rest in ns
_WRAP = const(0x3FFFFFFF)


class Models:
    """`ops`, `answers`: file descriptors. `outside` counts how often something pressed or released a key."""

    def __init__(self, ops, answers):
        self._out = open(ops, "wb")
        self._in = open(answers, "rb")
        self._ops = bytearray(_ROOM)
        self._used = 0
        self._answer = bytearray(_ROOM)
        self._us = 0
        self._ns = 0
        self._late = False  # something took an unknown time
        self.outside = 0
        self.levels = 0  # of all outputs, by GPIO
        self.board, self.root, self._tick_ns, self.write_ns = self.call("hello")

    # -- operations ------------------------------------------------------------------------------

    def ticks_us(self):
        if self._late:
            self._begin("n", 0)
            self._ask(0)
        else:
            self._begin("t", 0)
            self.took(self._tick_ns)
        return self._us

    def took(self, ns):
        """An operation under way takes so long."""
        ns += self._ns
        self._us = self._us + ns // 1000 & _WRAP
        self._ns = ns % 1000

    def drive(self, gpio, level):
        at = self._begin("H" if level else "L", 1)
        self._ops[at] = gpio
        self.levels = self.levels | 1 << gpio if level else self.levels & ~(1 << gpio)

    def level(self, gpio):
        self._ops[self._begin("r", 1)] = gpio
        return self._ask(1)[_CLOCK]

    def write(self, bus, data):
        self._bytes("w", bus, data)

    def swap(self, bus, data, into):
        self._bytes("s", bus, data)
        answer = self._ask(len(data))
        for i in range(len(data)):
            into[i] = answer[_CLOCK + i]

    def put(self, machine, word):
        at = self._begin("p", 5)
        self._ops[at] = machine
        self._number(at + 1, word)
        self._late = True

    def get(self, machine):
        self._ops[self._begin("g", 1)] = machine
        answer = self._ask(4)
        return answer[6] | answer[7] << 8 | answer[8] << 16 | answer[9] << 24

    def freq(self, hz):
        self._number(self._begin("f", 4), hz)

    def duty(self, duty):
        self._number(self._begin("d", 4), duty)

    def sleep(self, us):
        self._number(self._begin("z", 4), us)
        self._late = True

    def idle(self, us):
        """Nothing is due for `us`: people act, the host speaks, time goes by."""
        self._number(self._begin("i", 4), us)
        self.outside += self._ask(1)[_CLOCK]

    def call(self, name, *args):
        """Whatever happens seldom, as JSON both ways."""
        text = json.dumps([name] + list(args)).encode()
        at = self._begin("c", 2 + len(text))
        self._ops[at] = len(text) & 0xFF
        self._ops[at + 1] = len(text) >> 8
        self._ops[at + 2 : at + 2 + len(text)] = text
        answer = self._ask(2)
        return json.loads(self._in.read(answer[_CLOCK] | answer[_CLOCK + 1] << 8))

    # -- the pipe --------------------------------------------------------------------------------

    def _begin(self, letter, size):
        """Begin an operation with `size` bytes of arguments; where in the batch these go."""
        if self._used + 1 + size > _ROOM:
            self._send()
        at = self._used + 1
        self._ops[at - 1] = ord(letter)
        self._used = at + size
        return at

    def _bytes(self, letter, bus, data):
        size = len(data)
        at = self._begin(letter, 2 + size)
        ops = self._ops
        ops[at] = bus
        ops[at + 1] = size
        at += 2
        for i in range(size):
            ops[at + i] = data[i]

    def _number(self, at, value):
        ops = self._ops
        ops[at] = value & 0xFF
        ops[at + 1] = value >> 8 & 0xFF
        ops[at + 2] = value >> 16 & 0xFF
        ops[at + 3] = value >> 24 & 0xFF

    def _send(self):
        self._out.write(self._ops, self._used)
        self._used = 0

    def _ask(self, size):
        """Send the batch and wait for an answer of `size` bytes, which follow the clock."""
        self._send()
        answer = self._answer
        if self._in.readinto(answer, _CLOCK + size) != _CLOCK + size:
            raise SystemExit  # the table was switched off
        self._us = answer[0] | answer[1] << 8 | answer[2] << 16 | answer[3] << 24
        self._ns = answer[4] | answer[5] << 8
        self._late = False
        return answer


models = Models(int(sys.argv[1]), int(sys.argv[2]))
