"""Presses of the keys: short and held."""

from cardtable.controller.input.keys import Keys
from cardtable.engine.asks.base import HOLD_NO, NO, OK, YES


def test_keys():
    class Matrix:
        mask = 0

        def scan(self):
            return self.mask

    matrix = Matrix()
    keys = Keys(matrix, [(0, "yes"), (0, "no"), (0, "ok")])
    keys.start(0)
    now = 100
    presses = []
    for mask, ms in ((4, 50), (0, 50), (1, 900), (0, 50), (2, 80), (0, 50), (2, 900), (0, 50)):
        matrix.mask = mask
        for _ in range(ms):
            now += 1
            presses.extend(keys.step(now))
    assert presses == [(0, OK), (0, YES), (0, NO), (0, HOLD_NO)]
