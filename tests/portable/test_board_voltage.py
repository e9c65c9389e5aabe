"""What a pin says of half of the 5 V."""

from cardtable.drivers import board


class Adc:
    def __init__(self, *looks):
        self.looks = looks
        self.count = 0

    def read_u16(self):
        self.count += 1
        return self.looks[self.count % len(self.looks)]


def test_half_of_the_scale_is_half_of_what_can_be():
    assert board.measured(Adc(0)) == [0, 0]
    assert board.measured(Adc(65535)) == [6600, 6600]
    assert board.measured(Adc(49647)) == [5000, 5000]


def test_a_dip_among_the_looks_is_seen():
    assert board.measured(Adc(49647, 49647, 44683, 50641)) == [4500, 5100]
