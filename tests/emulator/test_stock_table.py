"""A table from before there was an image gets one, in one go, in the emulated Pico: `make emulator` alone."""

import json

import emulated_pico
import mp32
from emulated_usb import UsbPico, stock_firmware
from tablehost.cli.parser import parser
from tablehost.flashing import drives, meeting, rescue, verb
from tablehost.journal.store import Journal, home
from tablehost.link import session
from tablehost.virtual import pack

BEFORE = mp32.ROOT / "tests" / "golden" / "before_image"
BOARD = "pico_6pads"
LAST = "journal/00000024.stage"
CHANGING = "journal/acked"  # whenever it runs


def test_a_stock_table_keeps_all_that_is_its_own(tmp_path, monkeypatch, capsys):
    monkeypatch.setenv("CARDTABLE_HOME", str(tmp_path / "home"))
    monkeypatch.setenv("CARDTABLE_CONFIG", str(tmp_path / "config.toml"))
    monkeypatch.setattr(drives, "FOLDERS", (f"{tmp_path}/RP*",))
    monkeypatch.setattr(drives, "MOUNTS", tmp_path / "none")
    own = {f"journal/{path.name}": path.read_bytes() for path in (BEFORE / "journal").iterdir()}
    own |= {name: (BEFORE / name).read_bytes() for name in ("marker", "settings")}
    pack.write_deck(tmp_path / "deck.txt")
    own["deck.txt"] = (tmp_path / "deck.txt").read_bytes()
    program = {"main.py": b"print('an old program')\n", "lib/cardtable/__init__.py": b"", "a/manifest": b"{}"}
    flash = emulated_pico.image({**own, **program}, at=emulated_pico.STOCK_FILES_AT)
    pico = UsbPico(tmp_path / "RPI-RP2", BOARD, stock_firmware(), flash, emulated_pico.STOCK_FILES_AT)
    try:
        for module in (drives, meeting, verb, session):
            monkeypatch.setattr(module, "time", pico)
        args = parser().parse_args(["flash", "-t", f"port:{pico.name}", "--board", BOARD, "-v"])
        assert verb.Flashing(args, pico.opened).run() == 0
        there = pico.files()
    finally:
        pico.close()
        assert pico.trouble is None, pico.trouble
    said = capsys.readouterr().out
    assert "the table is itself again" in said and "sectors of 4 KB are as in the image" in said
    for name, data in own.items():
        grows = name == LAST  # by the records of its starts
        assert name == CHANGING or (there[name][: len(data)] if grows else there[name]) == data, name
    assert there["board"] == BOARD.encode() and not [name for name in there if name in program]
    [copy] = [rescue.load(path) for path in (home() / "rescued").iterdir()]
    assert copy.state == rescue.RESTORED
    told = (BEFORE / "records.jsonl").read_bytes().splitlines()
    with Journal() as journal:
        assert [journal.stored(copy.uid, g) for g in range(len(told))] == told
    assert json.loads(told[-1])[0] == len(told) - 1
