"""A Pico for which no board was ever chosen: what the image makes of the bench for it."""

import importlib.util
import sys
from unittest import mock

from mp32 import ROOT
from tablehost.firmware import boards
from tablehost.virtual.pico import FakeMachine

BENCH = "pico_bench"
LED = 25


def frozen(name, machine):
    """Return a module of the image, for this machine."""
    spec = importlib.util.spec_from_file_location(name, ROOT / "firmware/frozen" / f"{name}.py")
    module = importlib.util.module_from_spec(spec)
    with machine.installed():
        spec.loader.exec_module(module)
    return module


def tried_board(held=(), machine=None):
    """Return the board that such a Pico tries. `held`: GPIOs that something holds up; `machine`: its bench
    until then. Raises ValueError.
    """
    machine = machine or FakeMachine(boards.load(BENCH))
    bench = machine.board
    pins = machine.modules()["machine"].Pin.wires
    for gpio in held:
        pins[gpio].source = lambda: 1
    module = frozen("first_card", machine)
    with machine.installed(), mock.patch.dict(sys.modules, {BENCH: bench}):
        return module.board()
