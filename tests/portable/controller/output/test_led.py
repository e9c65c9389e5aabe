"""The Pico's own LED: the version, and whether a tag is there."""

from cardtable.controller.output.led import Led


class Pads:
    """Of one reader."""

    def __init__(self):
        self.alive = [True]
        self.seen = [None]


class Watched:
    """An LED for which time goes by, 10 ms a turn. `lit`: (begin, length) of what shone, in ms."""

    def __init__(self, version):
        self.pads = Pads()
        self.lit = []
        self._led = Led(self._set, version)
        self._now = 5000

    def _set(self, level):
        if level:
            self.lit.append([self._now - 5000, None])
        else:
            self.lit[-1][1] = self._now - 5000 - self.lit[-1][0]

    def run(self, ms):
        for _ in range(ms // 10):
            self._led.step(self._now, self.pads)
            self._now += 10


def test_the_version_is_blinked_once_where_a_reader_answers():
    for version, begins in (("0.2.0", [0, 400]), ("1.3", [0, 1200, 1600, 2000])):
        watched = Watched(version)
        watched.run(20_000)
        assert [row[0] for row in watched.lit] == begins
        assert [row[1] for row in watched.lit] == [150] * len(begins)


def test_it_is_lit_while_a_tag_is_there_whatever_it_is():
    watched = Watched("0.1.0")
    watched.run(1000)
    for seen in (bytes(4), bytes(7), 1, 2):  # a card of four bytes, of seven, several, one that is not read
        watched.pads.seen[0] = seen
        watched.run(1000)
        assert watched.lit[-1][1] is None, "it shines"
        watched.pads.seen[0] = None
        watched.run(100)
        assert watched.lit[-1][1] == 1000
    assert len(watched.lit) == 5, "the version was blinked once"


def test_without_a_reader_it_blinks_again_and_is_never_lit():
    watched = Watched("0.2.0")
    watched.pads.alive[0] = False
    watched.pads.seen[0] = bytes(4)  # the reader failed under a card
    watched.run(10_000)
    assert len(watched.lit) > 5 and {row[1] for row in watched.lit[:-1]} == {150}
    watched.pads.alive[0] = True
    watched.run(2000)
    assert watched.lit[-1][1] is None, "and then the card is seen"
