"""`rp2` as far as the boards use it. Programs are assembled where the state machines are modelled."""

from models import models


class PIO:
    OUT_LOW, OUT_HIGH = 2, 3
    SHIFT_LEFT = 0
    JOIN_TX = 1


def asm_pio(**options):
    return lambda source: None


class StateMachine:
    def __init__(self, block, program, freq, **pins):
        self._block = block
        for role in pins:
            pins[role] = pins[role].gpio
        models.call("state_machine", block, freq, pins)

    def active(self, on):
        """The models' machines run from the start."""

    def put(self, word):
        models.put(self._block, word)

    def get(self):
        return models.get(self._block)
