"""`cardtable flash` and `repl`: by mpremote on a MicroPython with a REPL, and on a table that plays."""

import argparse
import json
import os
import subprocess
import sys
from types import SimpleNamespace

import pytest

import pseudo
from firmware import Table
from slotted import PICO, tree
from tablehost import config, manifest, port, session
from tablehost.cli import main, parser
from tablehost.flashing import device, flash, meeting, slots, words
from tablehost.flashing import tree as trees
from tablehost.flashing.device import Mpremote
from tablehost.trouble import Trouble
from wired import Wired

# -- mpremote ------------------------------------------------------------------------------------------------


@pytest.fixture
def wired(tmp_path, needs_mp32):
    wired = Wired(tmp_path)
    yield wired
    wired.close()


def test_a_path_that_is_gone_is_told_and_a_device_that_is_gone_is_lost(wired):
    pico = Mpremote(wired.name)
    pico.mkdir("/journal")
    pico.write("/journal/00000005.stage", b'["stage",1]\n["ev",5,1]\n["ev",6,1]\n["ev",7')
    assert pico.last_record() == 6, "a torn line was promised to nobody"
    assert pico.digests(["/none"]) == [b""]
    with pytest.raises(Trouble) as trouble:
        pico.remove("/none")
    assert trouble.value.code == "LOST" and "/none" in trouble.value.message
    wired.close_process()
    with pytest.raises(Trouble) as trouble:
        pico.read("/journal/00000005.stage")
    assert trouble.value.code == "LOST"
    pico.close()


# -- the whole verb, at a table that plays ----------------------------------------------------------------


class OnDisk:
    """The files of an in-process table, as a device."""

    def __init__(self, table, about=PICO):
        self._table = table
        self.root = str(table.root)
        self._about = about._replace(free=1 << 20, uid=table.parts.unique_id.hex())
        self.after = None  # what happens when it starts anew

    def about(self):
        return self._about

    def files(self, folder):
        found = {}
        for at, folders, names in os.walk(self.root + folder):
            for name in sorted(folders):
                found[f"{at}/{name}".removeprefix(self.root)] = -1
            for name in names:
                found[f"{at}/{name}".removeprefix(self.root)] = os.stat(f"{at}/{name}").st_size
        return found

    def digests(self, paths):
        return [b"" if self.read(path) is None else trees_sha(self.read(path)) for path in paths]

    def read(self, path):
        try:
            with open(self.root + path, "rb") as file:
                return file.read()
        except OSError:
            return None

    def write(self, path, data):
        with open(self.root + path, "wb") as file:
            file.write(data)

    def rename(self, old, new):
        os.replace(self.root + old, self.root + new)

    def remove(self, path, folder=False):
        os.rmdir(self.root + path) if folder else os.remove(self.root + path)

    def mkdir(self, path):
        os.mkdir(self.root + path)

    def last_record(self):
        return self._table.loop.journal.hi()

    def reset(self):
        if self.after is not None:
            self.after()
        self._table.switch_on()


def trees_sha(data):
    return slots.sha256(data).digest()


class Clock:
    """Stands in for the module `time`: the table's own time, and none that passes by itself."""

    def __init__(self, table):
        self._table = table
        self._passed = 0.0

    def monotonic(self):
        return self._passed

    def time(self):
        return 1_700_000_000 + self._passed

    def sleep(self, seconds):
        self._table.run(int(seconds * 1_000_000))
        self._passed += seconds


class Line:
    """The table's line; waiting on it is how time passes."""

    def __init__(self, table, clock, deaf=False):
        self.table = table
        self.clock = clock
        self.deaf = deaf
        self.said = b""

    def wait(self, seconds):
        self.clock.sleep(seconds)
        self.said += self.table.machine.usb.take()

    def read(self):
        said, self.said = self.said, b""
        return b"" if self.deaf else said

    def write(self, data):
        if not self.deaf:
            self.table.machine.usb.feed(data)

    def close(self):
        pass


@pytest.fixture
def at(tmp_path, monkeypatch):
    """A table at a port: at(words) runs `cardtable flash` there; its device is at.device."""
    root = tmp_path / "pico"
    root.mkdir()
    table = Table(root)
    clock = Clock(table)
    monkeypatch.setenv("CARDTABLE_HOME", str(tmp_path / "home"))
    monkeypatch.setenv("CARDTABLE_CONFIG", str(tmp_path / "config.toml"))
    monkeypatch.delenv("CARDTABLE", raising=False)
    monkeypatch.setattr(port, "list_tables", list)
    monkeypatch.setattr(port, "open_port", lambda address: Line(table, clock, at.deaf))
    monkeypatch.setattr(trees, "build", lambda board: at.program)
    for module in (meeting, flash, session):
        monkeypatch.setattr(module, "time", clock)

    def at(*said):
        args = parser().parse_args(["flash", "-t", "port:/dev/ttyTABLE", *said])
        return flash.Flashing(args, lambda name: at.device).run()

    at.deaf, at.program, at.table, at.device = False, tree("new"), table, OnDisk(table)
    return at


def refused(at, *said):
    before = at.device.files("")
    with pytest.raises(Trouble) as trouble:
        at(*said)
    assert at.device.files("") == before, "nothing was changed"
    return trouble.value


def test_json_is_one_object(at, capsys):
    assert at("--board", "pico_6pads", "--json") == 0
    told = json.loads(capsys.readouterr().out)
    assert told["ok"] and told["data"]["slot"] == "a" and told["data"]["program"] == at.program.digest


def test_dry_run_prints_the_plan_and_touches_nothing(at, capsys, monkeypatch):
    at.table.run(1_000_000)
    before, records = at.device.files(""), at.table.loop.journal.hi()
    at.device = None  # nobody may ask for it
    monkeypatch.setattr(device, "mpremote", lambda part: pytest.fail("it is not needed"))
    assert at("-n", "--board", "pico_10pads") == 0
    out = capsys.readouterr().out
    assert "nothing was touched" in out and "take over the records up to 0" in out
    assert at.table.loop.journal.hi() == records and at.table.loop.journal.taken == -1
    assert OnDisk(at.table).files("") == before and not config.path().exists()
    assert not (config.path().parent / "home").exists()


def test_flashing_is_told_in_words_of_catalogues(at, capsys, monkeypatch):
    """In the pseudo-language: without a board, a plan, a first program, the same one again."""
    pseudo.speak(monkeypatch)
    troubles = []
    for said in ([], ["-n", "--board", "pico_6pads"], ["--board", "pico_6pads", "-v"], [], ["--again"]):
        try:
            at(*said)
        except Trouble as trouble:
            troubles.append(f"{trouble.message}\n{trouble.hint}")
    pseudo.forget()
    out, err = capsys.readouterr()
    known = pseudo.NAMES | set("port Raspberry Pi Pico with RP".split())
    assert len(troubles) == 1 and out.count("\n") > 25
    assert not (left := pseudo.left_over("\n".join([out, err, *troubles]), known)), "\n".join(left)


def test_not_in_the_middle_of_a_match_unless_agreed(at):
    at.table.begin(2)
    trouble = refused(at, "--board", "pico_6pads")
    assert (trouble.code, trouble.exit) == ("PLAYING", 4) and "--in-match" in trouble.hint
    assert at("--board", "pico_6pads", "--in-match") == 0


def test_a_table_that_does_not_answer_keeps_its_records_unless_agreed(at):
    at.table.run(500_000)
    at.deaf = True
    trouble = refused(at, "--board", "pico_6pads")
    assert trouble.code == "UNTAKEN" and "up to 0, this computer only up to -1" in trouble.message
    assert "--leave-records" in trouble.hint
    at.device.after = lambda: setattr(at, "deaf", False)
    assert at("--board", "pico_6pads", "--leave-records") == 0


def test_without_a_word_which_board_it_is(at):
    trouble = refused(at)
    assert trouble.code == "NO_BOARD" and trouble.exit == 2 and "pico_6pads" in trouble.hint
    assert refused(at, "--board", "pico_6pad").hint.startswith("did you mean pico_6pads?")


@pytest.mark.parametrize(
    "about, code, told",
    [
        (PICO._replace(version=(1, 24, 1)), "TOO_OLD", "MicroPython 1.24.1; 1.25 or later"),
        (PICO._replace(machine="ESP32 module with ESP32"), "NOT_A_PICO", "is ESP32 module"),
        (PICO._replace(name="circuitpython", machine=""), "NOT_A_PICO", "is circuitpython"),
    ],
)
def test_another_micropython_than_is_needed(at, about, code, told):
    at.device = OnDisk(at.table, about)
    trouble = refused(at, "--board", "pico_6pads")
    assert (trouble.code, trouble.exit) == (code, 5) and told in trouble.message
    if code == "TOO_OLD":
        assert "https://micropython.org/download/RPI_PICO " in trouble.hint and "BOOTSEL" in trouble.hint


# -- without -----------------------------------------------------------------------------------------------


@pytest.fixture
def alone(tmp_path, monkeypatch):
    """No table is plugged in."""
    monkeypatch.setenv("CARDTABLE_HOME", str(tmp_path))
    monkeypatch.delenv("CARDTABLE", raising=False)
    monkeypatch.setattr(port, "list_tables", list)
    monkeypatch.setattr(flash, "drive", lambda: "")


@pytest.mark.parametrize("verb", ["flash", "repl", "flash -t sim:"])
@pytest.mark.parametrize(
    "lang, told", [("en", "no table is plugged in"), ("fr", "aucune table n'est branchée")]
)
def test_without_hardware_it_is_status_3(alone, capsys, verb, lang, told):
    assert main([*verb.split(" "), "--lang", lang]) == 3
    err = capsys.readouterr().err
    assert err.startswith(f"cardtable: {told}") and "BOOTSEL" in err
    assert "https://micropython.org/download/RPI_PICO2_W " in err


def test_a_plan_needs_no_table_but_the_board(alone, capsys, monkeypatch):
    monkeypatch.setattr(trees, "build", lambda board: tree("new"))
    assert main(["flash", "-n"]) == 2
    assert "which board is it?" in capsys.readouterr().err
    assert main(["flash", "-n", "--board", "pico_6pads"]) == 0
    out = capsys.readouterr().out
    assert "no table is plugged in: this is the plan" in out and "read everything back" in out
    assert main(["flash", "-n", "--board", "pico_6pads", "-t", "port:/dev/none"]) == 3


def test_a_pico_that_waits_for_micropython_is_pointed_at(alone, monkeypatch, tmp_path, capsys):
    (tmp_path / "RPI-RP2").mkdir()
    (tmp_path / "RPI-RP2" / "INFO_UF2.TXT").write_text("UF2 Bootloader v3.0\n")
    monkeypatch.undo()
    monkeypatch.setattr(flash, "DRIVES", (f"{tmp_path}/*",))
    monkeypatch.setattr(port, "list_tables", list)
    monkeypatch.delenv("CARDTABLE", raising=False)
    assert main(["flash"]) == 3
    assert f"a Pico waits for MicroPython at {tmp_path}/RPI-RP2" in capsys.readouterr().err


@pytest.mark.parametrize("verb", ["flash", "repl"])
def test_without_mpremote_it_says_how_to_get_it(monkeypatch, capsys, tmp_path, verb):
    for name in ("mpremote", "mpremote.main", "mpremote.transport_serial"):
        monkeypatch.setitem(sys.modules, name, None)
    monkeypatch.setattr(port, "list_tables", list)
    assert main([verb, "-t", f"port:{tmp_path}/tty"]) == 2
    assert 'pip install "cardtable[flash]"' in capsys.readouterr().err


def test_a_virtual_table_is_no_place_for_it(at, monkeypatch):
    (at.table.root / "manifest").write_text(manifest.virtual())
    at.table.switch_on()
    assert refused(at, "--board", "pico_6pads").code == "VIRTUAL"


def test_repl_wants_a_terminal(capsys, tmp_path, monkeypatch):
    assert main(["repl", "-t", f"port:{tmp_path}/tty"]) == 3, "first of all a table"
    monkeypatch.setattr(port, "open_port", lambda address: SimpleNamespace(close=lambda: None))
    capsys.readouterr()
    assert main(["repl", "-t", f"port:{tmp_path}/tty"]) == 2
    assert "repl wants a terminal" in capsys.readouterr().err


def test_repl_hands_over_to_mpremote_and_has_the_table_start_again(monkeypatch, capsys, tmp_path):
    from tablehost.flashing import repl

    called, resets = [], []
    monkeypatch.setattr(sys, "stdin", SimpleNamespace(isatty=lambda: True))
    monkeypatch.setattr(sys.stdout, "isatty", lambda: True, raising=False)
    run = lambda command: called.append(command) or subprocess.CompletedProcess(command, 0)  # noqa: E731
    monkeypatch.setattr(repl.subprocess, "run", run)
    monkeypatch.setattr(repl.port, "open_port", lambda address: SimpleNamespace(close=lambda: None))
    monkeypatch.setattr(repl, "meet", lambda *_: None)
    inside = SimpleNamespace(about=lambda: None, reset=lambda: resets.append(1))
    monkeypatch.setattr(repl, "Mpremote", lambda name: inside)
    args = argparse.Namespace(table=f"port:{tmp_path}/tty", lang="en")
    assert repl.main(args) == 0
    assert called[0][1:] == ["-m", "mpremote", "connect", f"{tmp_path}/tty", "resume", "repl"]
    out = capsys.readouterr().out
    assert "stands in the record (note repl)" in out and out.endswith("the table starts again\n") and resets
    monkeypatch.setattr(repl, "meet", lambda *_: True)
    assert repl.main(args) == 0 and "runs on" in capsys.readouterr().out and len(resets) == 1


# -- words and files ---------------------------------------------------------------------------------------


def test_both_languages_say_the_same_things():
    english, french = words.WORDS["en"], words.WORDS["fr"]
    assert english.keys() == french.keys()
    for word, text in english.items():
        fields = lambda said: {part.split("}")[0] for part in said.split("{")[1:]}  # noqa: E731
        assert fields(text) == fields(french[word]), word
        assert text.count("|") == french[word].count("|"), word


def test_what_ships_knows_only_its_entry():
    """main.py and slots.mpy start a program of another version, whose own names are others."""
    made = trees.beside(trees.compiler())
    assert b"from entry import build, run" in made["main.py"] and b"cardtable" not in made["main.py"]
    assert made["slots.mpy"][:1] == b"M"


def test_the_config_file_keeps_what_else_is_in_it(tmp_path, monkeypatch):
    file = tmp_path / "config.toml"
    monkeypatch.setenv("CARDTABLE_CONFIG", str(file))
    file.write_text('# mine\n[boards]\ne6a = "pico_6pads"  # desk\n\n[tables]\nBay3 = "id:E661"\n')
    config.remember_board("e6b", "pico_10pads")
    config.remember_board("e6a", "pico_10pads")
    assert config.boards() == {"e6a": "pico_10pads", "e6b": "pico_10pads"}
    assert config.tables() == {"Bay3": "id:E661"} and file.read_text().startswith("# mine\n")
    file.write_text('[boards]\ne6a = "pico_7pads"\n')
    with pytest.raises(Trouble, match=r"config\.toml:2: e6a: 'pico_7pads' is no board"):
        config.boards()
