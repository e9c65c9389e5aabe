"""The amounts of the tests: a part of the work in the gate, much more in `make soak`."""

import os

SOAKING = os.environ.get("CARDTABLE_SOAK", "") != ""


def amount(gate, soak):
    """Return how many, by who runs the tests: the gate or `make soak`."""
    return soak if SOAKING else gate
