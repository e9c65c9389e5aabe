"""Colours of the lamps, tones of the tunes."""

from cardtable.controller.output.lamps import DO, PAD, Lamps
from cardtable.controller.output.tunes import TUNES, Tunes


def test_lamps():
    class Lights:
        def __init__(self):
            self.colours = {}
            self.shows = 0

        def set(self, i, r, g, b):
            self.colours[i] = (r, g, b)

        def show(self):
            self.shows += 1

    lights = Lights()
    lamps = Lamps(lights, 2)
    lamps.set(0, DO, "B~")
    lamps.set(1, PAD, "V=")
    lamps.step(0)
    lamps.step(1)
    assert lamps.line() == "B~......V=.." and lights.shows == 1
    assert lights.colours[4] == (255, 40, 0)
    lamps.step(650)
    assert lights.colours[0] == (0, 0, 0) and lights.shows == 2


def test_tunes():
    class Piezo:
        heard = ()

        def tone(self, hertz, soft):
            self.heard += (hertz,)

        def quiet(self):
            self.heard += (0,)

    tunes = Tunes(Piezo())
    for _ in range(9):
        tunes.play("wins")
    now = 0
    while tunes.due(now) is not None:
        now = tunes.due(now)
        tunes.step(now)
    tones = [hertz for hertz in tunes._piezo.heard if hertz]
    assert tones == list(TUNES["wins"])[::2] * 4, "of nine four are heard, then it is quiet"
    assert tunes._piezo.heard[-1] == 0
