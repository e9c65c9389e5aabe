"""Lamps, piezo, keys, decoder and a display of lines, against stand-ins of a few lines."""

from cardtable.drivers.decoder import Decoder
from cardtable.drivers.key_chain import KeyChain
from cardtable.drivers.keys import KeyMatrix
from cardtable.drivers.oled import Lines
from cardtable.drivers.piezo import Piezo
from cardtable.drivers.ws2812 import Ws2812


def test_lights():
    words = []
    lights = Ws2812(words.append, 2)
    lights.show()
    lights.show()
    assert words == [0, 0]
    lights.set(1, 255, 128, 64)
    lights.show()
    assert words[2:] == [0, 25 << 24 | 51 << 16 | 12 << 8]


def test_piezo():
    class Pwm:
        def __init__(self):
            self.calls = []

        def freq(self, hz):
            self.calls.append(("freq", hz))

        def duty_u16(self, duty):
            self.calls.append(("duty", duty))

    pwm = Pwm()
    piezo = Piezo(pwm)
    for hz in (440, 440, 880):
        piezo.tone(hz)
    piezo.quiet()
    piezo.quiet()
    assert pwm.calls == [("freq", 440), ("duty", 32768), ("freq", 880), ("duty", 0)]


def test_key_matrix():
    low = []

    def row(number):
        return lambda level: low.remove(number) if level else low.append(number)

    def column(number):
        return lambda: 0 if (low[0], number) in ((0, 1), (2, 0)) else 1

    matrix = KeyMatrix([row(i) for i in range(3)], [column(i) for i in range(2)])
    assert matrix.scan() == 1 << 1 | 1 << 4
    assert low == []


def test_key_chain():
    words = [(1 << 30) - 1, (1 << 29) - 1, (1 << 30) - 2, 0]
    chain = KeyChain(lambda word: None, lambda: words.pop(0), 30)
    assert [chain.scan() for _ in range(4)] == [0, 1 << 29, 1, (1 << 30) - 1]


def test_decoder():
    done = []
    lines = [lambda level, i=i: done.append((i, level)) for i in range(3)]
    decoder = Decoder(lines, lambda level: done.append(level))
    cs = decoder.select(5)
    cs(0)
    cs(1)
    cs(0)
    assert done == [1, (0, 1), (1, 0), (2, 1), 0, 1, 0]


def test_lines():
    display = Lines(2, 4)
    assert display.lines == ["    ", "    "]
    display.show(["abcdef", "x", "too many"])
    assert display.lines == ["abcd", "x   "]
