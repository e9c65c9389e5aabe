"""The OLED on the emulated Pico's I2C: what its own board paints can be read off the dots."""

import os
import subprocess
from pathlib import Path

from tablehost.flashing.tree import compiled

import emulated
import mp32
from dots import readable
from tablehost import firmware_files
from tablehost.virtual import boards, pack
from tablehost.virtual.ssd1306 import Ssd1306Chip

BOARD = "pico_6pads"
# micropython-lib's driver where there is one, else that of our image.
LIBRARY = Path(os.environ.get("SSD1306", mp32.ROOT / "firmware" / "frozen" / "ssd1306.py"))


def test_a_panel_says_that_the_table_is_ready(tmp_path):
    files = {**firmware_files.placed(), firmware_files.board_path(BOARD): Path("board.py")}
    library = tmp_path / "ssd1306.mpy"
    subprocess.run([emulated.COMPILER, "-o", library, LIBRARY], check=True)
    pack.write_deck(tmp_path / "deck.txt")
    image = {**emulated.shipped(compiled(files, emulated.COMPILER)), "lib/ssd1306.mpy": library.read_bytes()}
    image["deck.txt"] = (tmp_path / "deck.txt").read_bytes()
    pico = emulated.Pico()
    try:
        pico.power_cycle(emulated.image(image))
        table = emulated.Emulated(boards.load(BOARD), pico)
        panel = Ssd1306Chip()
        pico.there = lambda address: address == panel.address
        pico.i2c = emulated.PanelWire(panel)
        shown = []

        def idle(us):
            table.machine.clock.advance(us)
            picture = panel.picture()
            shown[:] = [readable(picture, row) for row in range(8)] if len(picture) == 64 else []
            return "Ready" not in " ".join(shown) and pico.ns < 4 * emulated.NS

        table.run(idle)
        assert "Ready" in " ".join(shown), (shown, bytes(pico.said))
        print(f"the panel says so {pico.ns / emulated.NS:.2f} s after power")
    finally:
        pico.close()
