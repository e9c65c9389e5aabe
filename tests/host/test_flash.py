"""`cardtable flash` and `repl`: at a table that plays, with a folder as the drive of its Pico."""

import argparse
import errno
import importlib.util
import json
import os
import shutil
import subprocess
import sys
from types import SimpleNamespace

import pytest

import own_game
import pseudo_language
from cardtable.controller.storage import parked_matches
from cardtable.engine import match as matches
from cardtable.games import registry as games
from cardtable.wire.frames import encode
from correction_acts import command
from flashable_table import ABOUT, CLOCK, NEW, OLD, OURS, ROOT, OnDisk, set_up
from tablehost.cli.command import main
from tablehost.cli.parser import parser
from tablehost.errors import Trouble
from tablehost.firmware import program
from tablehost.flashing import comparison, drives, images, meeting, overlay, verb
from tablehost.flashing.device import Mpremote
from tablehost.link import config, port, usb_devices
from tablehost.plugins import own
from uf2_images import PICO, PICO2, put, uf2
from wired_pico import BOOTLOADER, RESET, Wired

# -- mpremote ------------------------------------------------------------------------------------------------


@pytest.fixture
def wired(tmp_path, needs_mp32):
    wired = Wired(tmp_path)
    yield wired
    wired.close()


def test_a_missing_path_is_reported_and_a_missing_device_is_lost(wired):
    pico = Mpremote(wired.name)
    pico.mkdir("/own")
    pico.write("/own/order", b'["stage",1]\n')
    assert pico.files("") == {"/own": -1, "/own/order": 12}
    assert pico.read("/none") is None and pico.read("/own/order") == b'["stage",1]\n'
    wired.close_process()
    with pytest.raises(Trouble) as trouble:
        pico.read("/own/order")
    assert trouble.value.code == "LOST"
    pico.close()


MAINTENANCE = """
import machine
from cardtable.drivers.watchdog import Watchdog
w = Watchdog(machine.WDT, machine.Timer)
w.start()
w.alone()
"""


@pytest.mark.parametrize("leave, status", [("bootloader", BOOTLOADER), ("reset", RESET)])
def test_no_timer_feeds_the_watchdog_of_a_pico_that_was_left(wired, tmp_path, leave, status):
    """Neither that of the table's program in maintenance, nor the host's own."""
    pico = Mpremote(wired.name)
    pico.mkdir("/lib")
    pico.mkdir("/lib/cardtable")
    pico.mkdir("/lib/cardtable/drivers")
    for name in ("micro", "drivers/watchdog"):
        pico.write(f"/lib/cardtable/{name}.py", (ROOT / f"firmware/lib/cardtable/{name}.py").read_bytes())
    pico._transport.exec(MAINTENANCE)
    assert pico.about().name == "micropython"
    getattr(pico, leave)()
    assert wired.wait() == status


# -- images --------------------------------------------------------------------------------------------------


def bad(data):
    blocks = [data[at : at + 512] for at in range(0, len(data), 512)]
    return {
        "empty": b"",
        "half a block": data[:-100],
        "a block less": b"".join(blocks[:-1]),
        "a block twice": b"".join([*blocks, blocks[-1]]),
        "another order": b"".join(reversed(blocks)),
        "no end": data[:508] + b"\0\0\0\0" + data[512:],
        "text": b"<html>" + data[6:],
        "another chip": uf2(1000, 0xADA52840),
        "two chips": uf2(1000, PICO) + uf2(1000, PICO2),
        "beside the flash": uf2(1000, at=0x20000000),
    }


@pytest.mark.parametrize("what", bad(uf2(1000)))
def test_a_foreign_image_is_refused(tmp_path, what):
    path = put(tmp_path, "cardtable_pico.uf2", bad(uf2(1000))[what], NEW)
    with pytest.raises(Trouble) as trouble:
        images.load(path)
    assert (trouble.value.code, trouble.value.exit) == ("BAD_IMAGE", 6) and trouble.value.hint


def test_an_image_knows_its_chip_and_its_program(tmp_path):
    image = images.load(put(tmp_path, "a.uf2", uf2(1000), NEW))
    assert (image.chip.name, image.program) == ("pico", NEW)
    with_erratum = uf2(256, 0xE48BFF57, at=0x10FFFF00) + uf2(1000, PICO2)
    assert images.load(put(tmp_path, "b.uf2", with_erratum, NEW)).chip.name == "pico2"
    (tmp_path / "b.json").unlink()
    with pytest.raises(Trouble) as trouble:
        images.load(tmp_path / "b.uf2")
    assert trouble.value.code == "NO_IMAGE"


# -- drives --------------------------------------------------------------------------------------------------


def test_drives_are_found_where_they_are_mounted(tmp_path, monkeypatch):
    for name, about in (("RPI-RP2", "RPI-RP2"), ("my disk", None), ("a b", "RP2350")):
        (tmp_path / name).mkdir()
        if about:
            (tmp_path / name / drives.ABOUT).write_text(ABOUT.format(about))
    mounts = tmp_path / "mounts"
    name = str(tmp_path / "a b").replace(" ", "\\040")
    mounts.write_text(f"/dev/sda1 {name} vfat rw 0 0\n/dev/sdb1 {tmp_path}/my\\040disk vfat rw 0 0\nodd\n")
    monkeypatch.setattr(drives, "FOLDERS", (f"{tmp_path}/RPI*",))
    monkeypatch.setattr(drives, "MOUNTS", mounts)
    assert drives.find() == [tmp_path / "RPI-RP2", tmp_path / "a b"]
    assert drives.chip_at(tmp_path / "a b").name == "pico2"


# -- the whole verb, at a table that plays -------------------------------------------------------------------


@pytest.fixture
def at(tmp_path, monkeypatch):
    return set_up(tmp_path, monkeypatch)


def refused(at, *said):
    before = at.files("")
    with pytest.raises(Trouble) as trouble:
        at(*said)
    assert at.files("") == before and not at.pico.waits, "nothing was changed"
    assert at.pico.program[0] == OLD
    return trouble.value


def test_a_table_gets_a_new_image_and_keeps_all_that_is_its_own(at, capsys):
    at.pico.table.run(1_000_000)
    before = at.pico.table.loop.journal.hi()
    kept = {path: OnDisk(at.pico).read(path) for path in ("/deck.txt", "/board", "/marker")}
    assert at() == 0
    out = capsys.readouterr().out
    assert at.pico.program[0] == NEW and not at.pico.drive.exists()
    assert {path: OnDisk(at.pico).read(path) for path in kept} == kept
    assert at.pico.table.loop.journal.hi() > before, "its journal goes on"
    assert f"runs program {NEW}" in out and "200 MHz at 1150 mV" in out and "all records" in out


def test_the_same_program_is_not_put_there_again_unless_asked(at, capsys):
    at.pico.program = (NEW, (), CLOCK)
    at.pico.table.switch_on(at.pico.program)
    assert at() == 0 and "nothing to do" in capsys.readouterr().out
    assert not at.pico.table.machine.waits_for_image
    assert at("--again") == 0 and "all is well" in capsys.readouterr().out


def test_json_is_one_object(at, capsys):
    assert at("--json") == 0
    told = json.loads(capsys.readouterr().out)
    assert told["ok"] and told["data"]["program"] == NEW and told["data"]["copied"] is True


def test_dry_run_prints_the_plan_and_touches_nothing(at, capsys):
    at.pico.table.run(1_000_000)
    before = at.files("")
    assert at("-n", "--board", "pico_10pads") == 0
    out = capsys.readouterr().out
    assert "nothing was touched" in out and NEW in out and "pico_10pads" in out
    assert at.pico.table.loop.journal.taken == -1 and at.files("") == before
    assert not config.path().exists() and not (config.path().parent / "home").exists()


def test_flashing_is_reported_in_words_of_catalogues(at, capsys, monkeypatch):
    """In the pseudo-language: a plan, a new image, the same one again."""
    pseudo_language.speak(monkeypatch)
    for said in (["-n", "--board", "pico_6pads"], ["--board", "pico_6pads", "-v"], []):
        at(*said)
    pseudo_language.forget()
    out, err = capsys.readouterr()
    known = pseudo_language.NAMES | set("port Raspberry Pi Pico MHz mV RPI RP cardtable pico uf".split())
    assert out.count("\n") > 12
    assert not (left := pseudo_language.left_over("\n".join([out, err]), known)), "\n".join(left)


def test_not_in_the_middle_of_a_match(at):
    at.pico.table.begin(2)
    trouble = refused(at)
    assert (trouble.code, trouble.exit) == ("PLAYING", 4) and "cardtable say end" in trouble.hint


def test_not_while_records_would_stay_behind(at, monkeypatch):
    at.pico.table.run(500_000)
    monkeypatch.setattr(meeting.Conversation, "turn", greet_only(meeting.Conversation.turn))
    trouble = refused(at)
    assert (trouble.code, trouble.exit) == ("UNTAKEN", 4) and "--resume" in trouble.hint


def greet_only(turn):
    """A session that hears the table and loses its records."""

    def heard(self, seconds):
        self.journal.append = lambda uid, news: -1
        return turn(self, seconds)

    return heard


def test_files_are_laid_over_the_program_of_an_image_alone(at):
    at.pico.deaf = True
    at.pico.about = OURS._replace(machine="Raspberry Pi Pico with RP2040")
    with pytest.raises(Trouble) as trouble:
        at("--plain")
    assert (trouble.value.code, trouble.value.exit) == ("NOT_OURS", 5) and trouble.value.hint
    assert not at.pico.waits and not at.pico.deaf, "it was started again"


def test_a_pico_with_micropython_alone_gets_the_image(at):
    at.pico.deaf = True
    at.pico.about = OURS._replace(machine="Raspberry Pi Pico with RP2040")
    wait = at.pico.wait_as_drive
    at.pico.wait_as_drive = lambda: (wait(), setattr(at.pico, "deaf", False))
    assert at() == 0 and at.pico.program[0] == NEW


def test_a_plan_needs_no_table(at, capsys):
    def plan(*words):
        assert verb.Flashing(parser().parse_args(["flash", "-n", *words]), OnDisk).run() == 0
        return capsys.readouterr().out

    made = plan("--board", "pico_bench")
    assert "hold BOOTSEL" in made and "pico_bench" in made and "see that it runs" in made
    assert str(at.built["pico"]) in made and str(at.built["pico2"]) in made
    assert "remove laws" in plan("--no-laws") and "hide parts" in plan("--plain")


@pytest.mark.parametrize("chips", [("pico", "pico2"), ("pico",)], ids=["none is here", "one is here"])
def test_a_plan_without_an_image_says_which_it_wants_and_where_it_is(at, capsys, monkeypatch, chips):
    """Without the option that plans, the same is refused."""
    monkeypatch.setattr(images.firmware_files, "RELEASES", "https://example.org/releases")
    for chip in chips:
        at.built[chip].unlink()
    words = ["--board", "pico_bench"]
    if len(chips) == 1:  # a Pico waits whose image is not here
        at.pico.waits = True
        at.pico.drive.mkdir()
        (at.pico.drive / drives.ABOUT).write_text(ABOUT.format("RPI-RP2"))
        words += ["--drive", str(at.pico.drive)]
    assert verb.Flashing(parser().parse_args(["flash", "-n", *words]), OnDisk).run() == 0
    said, first, *rest = capsys.readouterr().out.splitlines()
    assert "nothing was touched" in said and "pico_bench" in rest[-2] and "see that it runs" in rest[-1]
    assert "https://example.org/releases" in first and "make firmware" in first
    assert [chip for chip in at.built if f"{at.built[chip]};" in "".join(rest)] == list(chips)
    with pytest.raises(Trouble) as trouble:
        verb.Flashing(parser().parse_args(["flash", *words]), OnDisk).run()
    assert (trouble.value.code, trouble.value.exit) == ("NO_IMAGE", 3)
    assert "https://example.org/releases" in trouble.value.hint


def test_a_plan_for_a_table_that_was_named_and_is_not_there_is_refused(at, monkeypatch):
    monkeypatch.setattr(verb.port, "lasting_address", lambda address: address)
    at.pico.waits = True
    with pytest.raises(Trouble) as trouble:
        at("-n")
    assert trouble.value.exit == 3


def test_a_virtual_table_is_no_place_for_it(at):
    at.pico.table.switch_on((program.virtual(), (), None))
    assert refused(at).code == "VIRTUAL"


@pytest.mark.parametrize(
    "machine, told", [("ESP32 module with ESP32", "is ESP32 module"), ("", "is circuitpython")]
)
def test_a_device_that_is_no_pico_is_left_as_it_is(at, machine, told):
    at.pico.deaf = True
    at.pico.about = OURS._replace(machine=machine, name="micropython" if machine else "circuitpython")
    trouble = refused(at)
    assert (trouble.code, trouble.exit) == ("NOT_A_PICO", 5) and told in trouble.message


def test_a_table_whose_program_has_stopped_gets_a_new_one(at, capsys):
    at.pico.deaf = True
    at.pico.table.machine.waits_for_image = False
    wait = at.pico.wait_as_drive
    at.pico.wait_as_drive = lambda: (wait(), setattr(at.pico, "deaf", False))
    assert at() == 0 and "does not speak as a table" in capsys.readouterr().out


@pytest.mark.parametrize("is_tried", [True, False])
def test_a_pico_that_waits_already_gets_its_board(at, capsys, monkeypatch, is_tried):
    """A new Pico: BOOTSEL was held, and its board is not known yet. It tries one reader, or its wires are
    not the bench's.
    """
    for name in ("board", "marker"):
        (at.pico.table.root / name).unlink()
    (at.pico.table.root / "deck.txt").unlink()
    at.pico.wait_as_drive()
    monkeypatch.setattr(verb, "hardware", lambda asked, verb: "port:/dev/ttyTABLE")
    switched = at.pico.table.switch_on
    if is_tried:
        at.pico.table.led = [].append
    else:
        at.pico.table.switch_on = lambda told: (switched(told), setattr(at.pico, "deaf", True))
    with pytest.raises(Trouble) as trouble:
        at("--drive", str(at.pico.drive))
    assert (trouble.value.code, trouble.value.exit) == ("NO_BOARD", 2) and "pico_6pads" in trouble.value.hint
    assert at.pico.program[0] == NEW, "the image is on it"
    at.pico.wait_as_drive()
    at.pico.table.switch_on = switched
    assert at("--drive", str(at.pico.drive), "--board", "pico_6pads") == 0
    assert at.pico.table.led is None, "it runs on its board"
    assert (at.pico.table.root / "board").read_bytes() == b"pico_6pads"
    assert list(config.boards().values()) == ["pico_6pads"]
    assert "is told its board: pico_6pads" in capsys.readouterr().out


def test_a_board_of_ones_own_goes_onto_the_files(at, tmp_path):
    own = tmp_path / "mine.py"
    own.write_text("NAME = 'mine'\n")
    assert at("--board", str(own)) == 0
    assert (at.pico.table.root / "board.py").read_text() == "NAME = 'mine'\n"
    assert (at.pico.table.root / "board").read_text() == "board" and not config.path().exists()


def test_an_unknown_board_is_reported(at):
    assert refused(at, "--board", "pico_6pad").hint.startswith("did you mean pico_6pads?")


# -- files over the program ----------------------------------------------------------------------------------

SOURCES = {
    "frozen/main.py": "import early",
    "frozen/early.py": "from cardtable.drivers import panel",
    "lib/cardtable/__init__.py": "",
    "lib/cardtable/drivers/__init__.py": "",
    "lib/cardtable/drivers/panel.py": "",
    "lib/cardtable/play/__init__.py": "",
    "lib/cardtable/play/hands.py": "from . import words\nfrom .rules import LAWS",
    "lib/cardtable/play/rules.py": "LAWS = 1",
    "lib/cardtable/play/words.py": "from . import rules",
    "lib/cardtable/play/other.py": "from . import hands",
}


@pytest.fixture
def checkout(at, tmp_path, monkeypatch):
    """checkout(path, text): a file of a checkout changes; the table runs an image of what it was before."""
    firmware = tmp_path / "checkout" / "firmware"
    shutil.copytree(ROOT / "firmware" / "image", firmware / "image")
    (tmp_path / "checkout" / "boards").mkdir()

    def change(path, text):
        (firmware / path).parent.mkdir(parents=True, exist_ok=True)
        (firmware / path).write_text(text)

    for path, text in SOURCES.items():
        change(path, text)
    spec = importlib.util.spec_from_file_location("image_program", firmware / "image" / "program.py")
    program = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(program)
    modules = program.digests(program.sources(str(firmware)))
    for path in at.built.values():
        path.with_suffix(".json").write_text(json.dumps({"program": NEW, "modules": modules}))
    monkeypatch.setattr(overlay.firmware_files, "firmware_path", lambda: firmware)
    at.pico.program = (NEW, (), CLOCK)
    at.pico.table.switch_on(at.pico.program)
    return change


def test_a_changed_module_is_laid_over_the_program_and_goes_with_the_next_flash(at, checkout, capsys):
    checkout("lib/cardtable/play/words.py", "from . import rules\nWORDS = 2")
    assert at("--dev") == 0
    folder = at.pico.table.root / "changed"
    order = (folder / "order").read_text().split()
    assert order == [NEW, "cardtable.play.rules", "*cardtable.play.words"]
    assert (folder / "cardtable.play" / "words.mpy").read_bytes()[:1] == b"M"
    assert list(at.pico.table.parts.program[1]) == ["cardtable.play.words"]
    assert "over the program lie now: cardtable.play.words" in capsys.readouterr().out
    assert at() == 0 and not folder.exists() and at.pico.table.parts.program == (NEW, (), CLOCK)
    assert "removed: /changed" in capsys.readouterr().out


def test_what_was_changed_back_is_laid_no_more(at, checkout, capsys):
    checkout("lib/cardtable/play/words.py", "WORDS = 2")
    at("--dev")
    checkout("lib/cardtable/play/words.py", SOURCES["lib/cardtable/play/words.py"])
    checkout("lib/cardtable/play/new.py", "from . import hands")
    assert at("--dev") == 0 and at.pico.table.parts.program[1] == ("cardtable.play.new",)
    (overlay.firmware_files.firmware_path() / "lib/cardtable/play/new.py").unlink()
    assert at("--dev") == 0 and not (at.pico.table.root / "changed").exists()
    assert "as they are in the image" in capsys.readouterr().out


def test_modules_are_loaded_behind_what_they_import():
    graph = {"a": {"b", "c"}, "b": {"c", "d"}, "c": set(), "d": {"c"}, "e": {"a"}}
    assert overlay.order(graph, ["a"]) == ["c", "b", "*a"]
    assert overlay.order(graph, ["d", "a"]) == ["c", "*d", "b", "*a"], "b is frozen, and imports d"


@pytest.mark.parametrize(
    "path", ["frozen/early.py", "lib/cardtable/drivers/panel.py", "lib/cardtable/play/__init__.py"]
)
def test_what_runs_before_files_are_looked_at_wants_an_image(at, checkout, path):
    checkout(path, "X = 1")
    with pytest.raises(Trouble) as trouble:
        at("--dev")
    assert trouble.value.code == "EARLY" and "make firmware" in trouble.value.hint
    assert not (at.pico.table.root / "changed").exists()


def test_changes_are_computed_from_the_running_image_alone(at, checkout):
    at.pico.program = (OLD, (), CLOCK)
    at.pico.table.switch_on(at.pico.program)
    assert refused(at, "--dev").code == "NOT_THAT_IMAGE"


def test_a_changed_module_that_does_not_compile_is_reported(at, checkout):
    checkout("lib/cardtable/play/words.py", "def (:")
    with pytest.raises(Trouble) as trouble:
        at("--dev")
    assert trouble.value.code == "NOT_COMPILED" and "cardtable.play.words" in trouble.value.message


def test_a_table_that_does_not_start_for_what_was_laid_is_made_plain(at, checkout):
    checkout("lib/cardtable/play/words.py", "WORDS = 2")
    at("--dev")
    at.pico.deaf = True
    with pytest.raises(Trouble) as trouble:
        at("--dev")
    assert trouble.value.code == "NOT_HEARD" and "--plain" in trouble.value.hint
    assert at("--plain") == 0 and at.pico.table.parts.program == (NEW, (), CLOCK)


def test_plain_removes_what_else_hides_a_module_and_nothing_more(at):
    root = at.pico.table.root
    (root / "cardtable" / "engine").mkdir(parents=True)
    (root / "cardtable" / "engine" / "cards.py").write_text("")
    (root / "miso.mpy").write_text("")
    (root / "mine.py").write_text("")
    kept = {path for path in at.files("") if not path.startswith(("/cardtable", "/miso"))}
    at.pico.table.switch_on((OLD, ("cardtable", "miso"), CLOCK))
    assert at("--plain", "-n") == 0 and (root / "miso.mpy").exists()
    assert at("--plain") == 0
    assert (
        kept <= set(at.files("")) and not (root / "cardtable").exists() and not (root / "miso.mpy").exists()
    )


def test_plain_removes_a_script_that_runs_before_the_program_and_no_folder_of_its_name(at):
    root = at.pico.table.root
    (root / "boot").mkdir()
    (root / "boot" / "mine.py").write_text("")
    (root / "boot.py").write_text("")
    at.pico.table.switch_on((OLD, ("boot",), CLOCK))
    assert at("--plain") == 0
    assert not (root / "boot.py").exists() and (root / "boot" / "mine.py").exists()


LAW = '{"id":"B03","c":"blue","k":"B","s":"RED","fx":[{"op":"value","color":"R","pts":3}]}\n'


def test_laws_of_ones_own_go_onto_the_files_and_into_the_digest_and_outlive_an_image(at, tmp_path, capsys):
    file = tmp_path / "mine.jsonl"
    file.write_text(LAW)
    assert at("--laws", str(file)) == 0
    own = at.pico.table.root / "own" / "cardtable.games.democrazy" / "own_laws.py"
    found = {}
    exec(own.read_text(), found)
    assert found["LAWS"] == ("B03 black own symbol=RED value color=R pts=3",)
    digest = at.pico.table.parts.program[0]
    assert digest.startswith(OLD + "+") and not at.pico.table.parts.program[1], "it hides nothing"
    file.write_text(LAW.replace("B03", "B04"))
    assert at("--laws", str(file)) == 0 and at.pico.table.parts.program[0] not in (digest, OLD)
    switch_on = at.pico.table.switch_on
    at.pico.table.switch_on = lambda program: switch_on(at.pico.told())
    capsys.readouterr()
    assert at() == 0 and own.exists() and at.pico.table.parts.program[0].startswith(NEW + "+")
    assert at() == 0 and "nothing to do" in capsys.readouterr().out


def test_laws_with_a_mistake_change_nothing(at, tmp_path):
    file = tmp_path / "mine.jsonl"
    file.write_text(LAW.replace("value", "valeu"))
    assert refused(at, "--laws", str(file)).code == "BAD_LAWS"


def own_files(at):
    return sorted(path for path, size in at.files("").items() if path.startswith("/own/") and size >= 0)


def test_a_game_of_ones_own_goes_onto_the_files_and_is_known_to_table_and_computer(
    at, tmp_path, registry, capsys
):
    path = own_game.put(tmp_path)
    assert at("--game", str(path), "-n") == 0 and not own_files(at)
    assert not (tmp_path / "home" / "own_games").exists()
    assert at("--game", str(path)) == 0
    folder = "/own/cardtable.games/prizes"
    assert own_files(at) == [f"{folder}/rules.py", f"{folder}/words.py", "/own/order"]
    assert OnDisk(at.pico).read("/own/order") == b"any\n*cardtable.games.prizes\n"
    digest = at.pico.table.parts.program[0]
    assert digest.startswith(OLD + "+") and not at.pico.table.parts.program[1], "it hides nothing"
    assert at.pico.table.parts.own_games == [("prizes", own.read(path).digest)]
    assert at("--game", str(path)) == 0 and "very game" in capsys.readouterr().out
    assert command(at.pico.table, "new", "prizes", 3)[0], "the table plays it"
    assert sorted(one.name for one in (tmp_path / "home" / "own_games" / "prizes").iterdir()) == [
        "rules.py",
        "words.py",
    ]
    switch_on = at.pico.table.switch_on
    at.pico.table.switch_on = lambda program: switch_on(at.pico.told())
    assert at() == 0 and at.pico.table.parts.program[0].startswith(NEW + "+") and len(own_files(at)) == 3


def test_laws_and_games_are_laid_and_removed_one_by_one(at, tmp_path, registry):
    file = tmp_path / "mine.jsonl"
    file.write_text(LAW)
    path = own_game.put(tmp_path)
    at("--laws", str(file))
    at("--game", str(path))
    both, digest = own_files(at), at.pico.table.parts.program[0]
    assert len(both) == 4
    file.write_text(LAW.replace("B03", "B04"))
    at("--laws", str(file))
    assert own_files(at) == both and at.pico.table.parts.program[0] != digest
    assert at("--no-game", "prizes") == 0
    assert own_files(at) == ["/own/cardtable.games.democrazy/own_laws.py", "/own/order"]
    assert at("--no-laws") == 0
    assert "/own" not in at.files("") and at.pico.table.parts.program[0] == OLD
    for words, code in ((("--no-laws",), "NO_LAWS_THERE"), (("--no-game", "prizes"), "NO_GAME_THERE")):
        with pytest.raises(Trouble) as trouble:
            at(*words)
        assert (trouble.value.code, trouble.value.exit) == (code, 3) and "nothing was changed" in str(
            trouble.value
        )


def test_a_game_with_an_open_or_parked_match_is_neither_replaced_nor_removed(at, tmp_path, registry):
    path = own_game.put(tmp_path)
    at("--game", str(path))
    table = at.pico.table
    command(table, "new", "prizes", 3)
    first = command(table, "begin")[1][1]
    table.press("ok", 0, 1, 2)
    before = {one: OnDisk(at.pico).read(one) for one in own_files(at)}
    (path / "rules.py").write_text(own_game.rules() + "# another one\n")
    changes = (("--no-game", "prizes"), ("--game", str(path)))
    for words in changes:
        assert refused(at, *words).code == "PLAYING"
    command(table, "match", "park")
    for words in changes:
        with pytest.raises(Trouble) as trouble:
            at(*words)
        assert (trouble.value.code, trouble.value.exit) == ("PARKED_WITH", 4) and str(first) in str(
            trouble.value
        )
        assert not at.pico.deaf, "the table runs again"
    assert {one: OnDisk(at.pico).read(one) for one in own_files(at)} == before
    kept = tmp_path / "home" / "own_games" / "prizes" / "rules.py"
    assert kept.read_text() == own_game.rules(), "that match is judged by the rules that it is played by"
    parked_matches.forget(table.loop.journal, first)
    assert at("--no-game", "prizes") == 0


@pytest.mark.parametrize("deck, is_refused", [("own", True), ("published", False)])
def test_laws_with_a_parked_match_are_neither_replaced_nor_removed(at, tmp_path, registry, deck, is_refused):
    file = tmp_path / "mine.jsonl"
    file.write_text(LAW)
    at("--laws", str(file))
    checkpoint = matches.new(games.load("democrazy"), 4, {}).dump()
    rows = [row[0] for row in games.load("democrazy").OPTIONS]
    options = games.load("democrazy").OPTIONS[rows.index("deck")][1]
    checkpoint[2][rows.index("deck")] = options.index(deck)
    line = encode(["parked", checkpoint, [7, 9], 8, "x"], 4096)
    at.pico.table.loop.journal.store.replace("00000007.parked", [line])
    if is_refused:
        for words in (("--no-laws",), ("--laws", str(file))):
            with pytest.raises(Trouble) as trouble:
                at(*words)
            assert trouble.value.code == "PARKED_WITH"
        assert len(own_files(at)) == 2
    else:
        assert at("--no-laws") == 0


def test_a_game_with_a_fault_or_without_room_changes_nothing(at, tmp_path, registry):
    path = own_game.put(tmp_path)
    bad = own_game.put(tmp_path / "bad", rules=own_game.rules() + "import time\n")
    assert refused(at, "--game", str(bad)).code == "BAD_GAME"
    at.pico.about = at.pico.about._replace(free=40_000)
    with pytest.raises(Trouble) as trouble:
        at("--game", str(path))
    assert (
        trouble.value.code == "NO_ROOM"
        and not own_files(at)
        and not (tmp_path / "home" / "own_games").exists()
    )


def test_a_game_that_the_table_cannot_load_is_reported(at, tmp_path, registry, monkeypatch):
    monkeypatch.setattr(registry, "capabilities", list)
    with pytest.raises(Trouble) as trouble:
        at("--game", str(own_game.put(tmp_path)))
    assert trouble.value.code == "GAME_NOT_LOADED" and "--no-game" in trouble.value.hint
    assert at("--no-game", "prizes") == 0 and not own_files(at)


def test_a_cut_at_any_write_leaves_laws_that_stay_and_no_half_game(at, tmp_path, registry):
    file = tmp_path / "mine.jsonl"
    file.write_text(LAW)
    path = own_game.put(tmp_path)
    at("--laws", str(file))
    at("--game", str(path))
    (path / "rules.py").write_text(own_game.rules() + "# another one\n")
    for number in range(20):

        def cut(what, name, left=[number]):  # noqa: B006
            if what in ("write", "rename"):
                left[0] -= 1
                if left[0] < 0:
                    raise Trouble("LOST", "", "", 8)

        at.pico.at = cut
        try:
            done = at("--game", str(path)) == 0
        except Trouble as trouble:
            assert trouble.code == "LOST"
            done = False
        at.pico.at = lambda what, name: None
        registry.OWN["prizes"] = ""  # the computer's; the table adds what it loads
        at.pico.start()
        order = OnDisk(at.pico).read("/own/order").split()[1:]
        assert b"*cardtable.games.democrazy.own_laws" in order
        whole = (OnDisk(at.pico).read("/own/cardtable.games/prizes/rules.py") or b"").endswith(
            (b"one\n", b"winner\n")
        )
        assert whole or b"*cardtable.games.prizes" not in order
        if done:
            break
    assert done and number > 3


def test_a_file_damaged_on_its_way_is_reported_and_not_loaded(at, checkout, monkeypatch):
    checkout("lib/cardtable/play/words.py", "WORDS = 2")
    write = OnDisk.write
    monkeypatch.setattr(OnDisk, "write", lambda self, path, data: write(self, path, data[:-1]))
    with pytest.raises(Trouble) as trouble:
        at("--dev")
    assert trouble.value.code == "NOT_THE_SAME" and at.pico.told() == (NEW, (), CLOCK)


# -- what can go wrong with the drive ------------------------------------------------------------------------


def test_an_image_of_another_chip_is_refused_before_a_byte_is_written(at):
    at.pico.wait_as_drive()
    with pytest.raises(Trouble) as trouble:
        at("--drive", str(at.pico.drive), "--image", str(at.built["pico2"]))
    assert (trouble.value.code, trouble.value.exit) == ("OTHER_CHIP", 5)
    assert [path.name for path in at.pico.drive.iterdir()] == [drives.ABOUT]


def test_a_drive_of_an_unknown_chip_and_a_folder_that_is_none(at, tmp_path):
    at.pico.drive_id = "NRF52"
    at.pico.wait_as_drive()
    for place, code in ((at.pico.drive, "OTHER_CHIP"), (tmp_path / "home", "NO_DRIVE")):
        with pytest.raises(Trouble) as trouble:
            at("--drive", str(place))
        assert trouble.value.code == code


class Torn:
    """A drive that takes so many bytes, and then has this error."""

    def __init__(self, file, room, error):
        self._file, self._room, self._error = file, room, error

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self._file.close()

    def write(self, data):
        self._room -= len(data)
        if self._room < 0:
            raise OSError(self._error, os.strerror(self._error))
        return self._file.write(data)

    def fileno(self):
        return self._file.fileno()


@pytest.mark.parametrize(
    "error, code, told",
    [(errno.ENOSPC, "DRIVE_FULL", "is full"), (errno.EIO, "CUT_SHORT", "after 2 of 6 KB")],
)
def test_a_copy_that_is_cut_short(at, monkeypatch, error, code, told):
    at.pico.wait_as_drive()
    monkeypatch.setattr(drives, "PIECE", 1024)
    monkeypatch.setattr(
        drives, "open", lambda *args, **more: Torn(open(*args, **more), 2048, error), raising=False
    )
    with pytest.raises(Trouble) as trouble:
        at("--drive", str(at.pico.drive))
    assert trouble.value.code == code and told in trouble.value.message and "BOOTSEL" in trouble.value.hint


def test_that_the_drive_goes_as_soon_as_it_has_all_is_no_error(at, monkeypatch, capsys):
    """The last block restarts the Pico, before the system has closed the file."""

    def gone(number):
        raise OSError(errno.EIO, "Input/output error")

    monkeypatch.setattr(drives.os, "fsync", gone)
    assert at() == 0 and "all is well" in capsys.readouterr().out


def test_a_drive_that_does_not_take_the_image_stays(at):
    at.pico.wait_as_drive()
    at.pico.size = -1
    with pytest.raises(Trouble) as trouble:
        at("--drive", str(at.pico.drive))
    assert trouble.value.code == "DRIVE_STAYS" and "BOOTSEL" in trouble.value.hint


def test_a_drive_that_is_not_mounted(at):
    at.pico.mounted = False
    with pytest.raises(Trouble) as trouble:
        at()
    assert trouble.value.code == "NO_DRIVE" and "--drive FOLDER" in trouble.value.hint


# -- whether what runs is what was meant ---------------------------------------------------------------------


@pytest.mark.parametrize(
    "becomes, code",
    [((OLD, (), CLOCK), "OTHER_PROGRAM"), ((NEW, ("cardtable",), CLOCK), "HIDDEN")],
)
def test_another_program_than_was_meant_is_reported(at, becomes, code):
    at.pico.becomes = becomes
    with pytest.raises(Trouble) as trouble:
        at()
    assert (trouble.value.code, trouble.value.exit) == (code, 6)


def test_a_table_that_does_not_come_back(at, monkeypatch):
    at.pico.table.switch_on = lambda told: setattr(at.pico, "waits", True)
    with pytest.raises(Trouble) as trouble:
        at()
    assert (trouble.value.code, trouble.value.exit) == ("NOT_BACK", 8) and "BOOTSEL" in trouble.value.hint


def test_the_flash_is_read_back(at, capsys):
    at.pico.table.flash = bytes(3072) + b"\xff" * (1 << 20)
    assert at() == 0 and "its flash was read back: 1 sectors of 4 KB" in capsys.readouterr().out
    assert at("--again") == 0
    at.pico.table.flash = at.pico.table.flash[:2000] + b"\x01" + at.pico.table.flash[2001:]
    with pytest.raises(Trouble) as trouble:
        at("--again")
    assert (trouble.value.code, trouble.value.exit) == ("FLASH_DIFFERS", 6)
    assert "1 of 1 sectors" in trouble.value.message and "the first at 0x0" in trouble.value.message


def test_an_image_leaves_known_data_in_the_flash():
    """Sector by sector: what no block writes is erased, where anything of the sector is written."""
    far = uf2(256, at=0x10003100)
    beside = uf2(256, 0xE48BFF57, at=0x10FFFF00)
    found = comparison.sectors(beside + uf2(4096 + 256) + far)
    assert sorted(found) == [0, 4096, 0x3000]
    assert found[4096] == bytes(256) + b"\xff" * 3840
    assert found[0x3000] == b"\xff" * 256 + bytes(256) + b"\xff" * 3584


# -- without -------------------------------------------------------------------------------------------------


@pytest.fixture
def alone(tmp_path, monkeypatch):
    """No table is plugged in, and no Pico waits."""
    monkeypatch.setenv("CARDTABLE_HOME", str(tmp_path))
    monkeypatch.delenv("CARDTABLE", raising=False)
    monkeypatch.setattr(usb_devices, "list_tables", list)
    monkeypatch.setattr(drives, "find", list)
    path = put(tmp_path, "cardtable_pico.uf2", uf2(1000), NEW)
    monkeypatch.setattr(images.firmware_files, "image_path", lambda chip: path)


@pytest.mark.parametrize("verb", ["flash", "doctor --prompt", "flash -t sim:"])
@pytest.mark.parametrize(
    "lang, told", [("en", "no table is plugged in"), ("fr", "aucune table n'est branchée")]
)
def test_without_hardware_it_is_status_3(alone, capsys, verb, lang, told):
    assert main([*verb.split(" "), "--lang", lang]) == 3
    err = capsys.readouterr().err
    assert err.startswith(f"cardtable: {told}") and "BOOTSEL" in err


def test_several_picos_that_wait(alone, monkeypatch, capsys, tmp_path):
    monkeypatch.setattr(drives, "find", lambda: [tmp_path / "one", tmp_path / "two"])
    assert main(["flash"]) == 3
    assert "--drive" in capsys.readouterr().err


def test_without_an_image(alone, monkeypatch, capsys, tmp_path):
    monkeypatch.setattr(images.firmware_files, "image_path", lambda chip: tmp_path / "none.uf2")
    assert main(["flash"]) == 3
    assert "make firmware" in capsys.readouterr().err


def test_without_mpremote_it_says_how_to_get_it(monkeypatch, capsys, tmp_path):
    for name in ("mpremote", "mpremote.main", "mpremote.transport_serial"):
        monkeypatch.setitem(sys.modules, name, None)
    monkeypatch.setattr(usb_devices, "list_tables", list)
    assert main(["doctor", "--prompt", "-t", f"port:{tmp_path}/tty"]) == 2
    assert "pip install mpremote" in capsys.readouterr().err


def test_repl_wants_a_terminal(capsys, tmp_path, monkeypatch):
    assert main(["doctor", "--prompt", "-t", f"port:{tmp_path}/tty"]) == 3, "first of all a table"
    monkeypatch.setattr(port, "open_port", lambda address: SimpleNamespace(close=lambda: None))
    capsys.readouterr()
    assert main(["doctor", "--prompt", "-t", f"port:{tmp_path}/tty"]) == 2
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
    args = argparse.Namespace(table=f"port:{tmp_path}/tty")
    assert repl.main(args) == 0
    assert called[0][1:] == ["-m", "mpremote", "connect", f"{tmp_path}/tty", "resume", "repl"]
    out = capsys.readouterr().out
    assert "stands in the record (note repl)" in out and out.endswith("the table starts again\n") and resets
    met = meeting.MetTable({"shadows": ["cardtable", "rp2"]}, False, -1)
    monkeypatch.setattr(repl, "meet", lambda *_: met)
    assert "cardtable flash" not in out, "nothing was known of it"
    assert repl.main(args) == 0
    out = capsys.readouterr().out
    assert "runs on" in out and len(resets) == 1
    assert "hide parts of its program or run before it: cardtable, rp2. cardtable flash --plain" in out
    met.info["shadows"] = []
    assert repl.main(args) == 0 and "--plain" not in capsys.readouterr().out


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
