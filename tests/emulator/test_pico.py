"""What ships, on stock MicroPython in an emulated Pico: it starts, plays, is cut off and goes on.

Runs where MICROPYTHON_UF2 names the firmware of MicroPython. Times are the emulated Pico's: it has no cache
and no wait states of its flash, so what the processor does takes longer on a real one.
"""

import pytest

import emulated
import vm
from tablehost.virtual import boards, pack, table

BOARD = "pico_6pads"
SECOND = emulated.NS
READY_S = 2.5  # from power to a display that says so, at the first start; the goal (M9) is 1
HELLO = b'\n["hello",[1,0],-1,"emulator"] '


@pytest.fixture(scope="session")
def files(tmp_path_factory):
    """The files of a Pico, compiled, with a deck."""
    folder = tmp_path_factory.mktemp("pico")
    files = emulated.shipped(folder / "tree", BOARD)
    pack.write_deck(folder / "deck.txt")
    return {**files, "deck.txt": (folder / "deck.txt").read_bytes(), "marker": b""}


@pytest.fixture
def pico(files):
    pico = emulated.Pico()
    pico.power_cycle(emulated.image(files))
    yield pico
    pico.close()


@pytest.fixture
def firmware(pico):
    return emulated.Emulated(boards.load(BOARD), pico)


def until(firmware, wanted, seconds):
    """Run until `wanted()`, for so long at most; whether it came."""
    limit = firmware.pico.ns + seconds * SECOND

    def idle(us):
        firmware.machine.clock.advance(us)
        return not wanted() and firmware.pico.ns < limit

    firmware.run(idle)
    return wanted()


def shows(firmware, words):
    return lambda: words in " ".join(" ".join(firmware.display()).split())


def test_from_power_to_ready(firmware, pico):
    began = pico.ns
    assert until(firmware, shows(firmware, "Ready"), 5), bytes(pico.said)
    took = (pico.ns - began) / SECOND
    print(f"ready {took:.2f} s after power")
    assert took < READY_S
    assert pico.starts[-1][1] == 0 and b"Traceback" not in pico.said


def test_a_day_of_democracy_with_the_real_host(firmware, pico, tmp_path, monkeypatch):
    """And the lights are what their data sheet wants, to the nanosecond."""
    for name in ("ACT_US", "AGAIN_US"):
        monkeypatch.setattr(table, name, 60_000)  # people here are quick: idle time is dear
    assert until(firmware, shows(firmware, "Ready"), 5)
    evening = vm.Evening(firmware, tmp_path, 2, seed=1, target=1, days=8)
    assert evening.shadow.over and evening.shadow.difference is None
    assert len(pico.starts) == 2, "it was not restarted while it played"
    zero, one, bit = (firmware.widths[at : at + 2] for at in (0, 2, 4))
    print(f"high of a 0 {zero} ns, of a 1 {one} ns, a bit {bit} ns; {pico.ns / SECOND:.0f} s")
    assert 220 <= zero[0] <= zero[1] <= 380  # WS2812B-V5 data sheet, timing of data transfer
    assert 580 <= one[0] <= one[1] <= 1000
    assert 1200 <= bit[0]
