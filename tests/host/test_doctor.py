"""`cardtable doctor` and `wire`: what is well and what is not, at the virtual table with faults."""

import io
import json
import os
import re
import string
import sys

import pytest

import bare_pico
import pseudo_language
from cardtable.controller.storage import journal_files
from firmware_table import CENTRE, Table
from table_line import TableLine, greeted, in_its_time
from tablehost.cli import command
from tablehost.doctor import computer, devices, person, port_holder, report, udev, verb, wires, words
from tablehost.doctor import table as of_table
from tablehost.doctor.checks import FAIL, NOTE, OK, Check, status
from tablehost.errors import BUSY, CHECK_FAILED, NOT_FOUND, VERSION_SKEW, Trouble
from tablehost.firmware import boards, program
from tablehost.flashing import images
from tablehost.link import discovery
from tablehost.link.service import Service
from tablehost.types import Answer
from tablehost.virtual.chips.ssd1306 import Ssd1306Chip
from tablehost.virtual.tags.tag import Tag
from tablehost.wiring.pinout import wires_of
from uf2_images import PICO2, put, uf2


class Hands:
    """A helper who follows the prompts at the virtual table, and reports the lamps.

    `order`: which light of the chain stands where: place -> number of the light; `dumb`: keys whose wires are
    broken; `exchanged`: key -> the key that the wires of it lead to; `cards`: pad -> the pad whose reader
    sees the card that is laid there.
    """

    def __init__(self, table):
        self.table = table
        self.said = []
        self.order = {}
        self.dumb = set()
        self.exchanged = {}
        self.elsewhere = {}
        self.beside = {}  # pad -> a neighbour that reads it too
        self.stop_at = None
        self.none_there = ()  # pads without a reader
        self.plugs_broken = ()  # pads whose reader is not heard once it was unplugged
        self._down = None

    def say(self, code, **args):
        self.said.append(code)
        words.WORDS["en"][code].format(**args)

    def ask(self, service, code, done, **args):
        self.say(code, **args)
        if code == self.stop_at:
            return person.STOP
        answer = getattr(self, "_" + code.replace("-", "_"))(**args)
        if answer is not None:
            return answer
        if code in ("ask-unplug", "ask-plug"):
            return person.DONE if service.wait_for(done, 3) else ""
        assert service.wait_for(done, 20), (code, args, service.tags, service.down)
        return person.DONE

    def _ask_clear(self, pads):
        self.table.clear()

    def _ask_unplug(self, pad):
        if pad in self.none_there:
            return "s"
        self.table.machine.unplug(pad)
        return None

    def _ask_plug(self, pad):
        if pad not in self.plugs_broken:
            self.table.machine.plug_in(pad)

    def _ask_unplug_again(self, pad):
        self.table.machine.unplug(pad)

    def _ask_key(self, pad, key):
        self._down = self.exchanged.get((pad, key), (pad, key))
        if self._down in self.dumb:
            return ""
        self.table.machine.press(*self._down)
        return None

    def _ask_release(self, pad, key):
        self.table.machine.release(*self._down)

    def _shining(self):
        lights = self.table.machine.lights()
        return {self.order.get(i, i): light for i, light in enumerate(lights) if light != (0, 0, 0)}

    def _ask_lamps(self, pad):
        self.table.run(50_000)
        shining = self._shining()
        colours = [(light[0] > 0, light[2] > 0) for _, light in sorted(shining.items())]
        white, blue, yellow = (True, True), (False, True), (True, False)
        places = [pad * 3 + i for i in range(3)]
        return "y" if sorted(shining) == places and colours == [white, blue, yellow] else "n"

    def _ask_lamp(self, pad, lamp):
        self.table.run(50_000)
        [at] = self._shining() or [None]
        return "-" if at is None else "" if at == pad * 3 + lamp - 1 else f"{at // 3} {at % 3 + 1}"

    def _ask_tone(self):
        self.table.run(800_000)
        return "y" if self.table.tones[-3:] == [2000, 2600, 3200] else "n"

    def _ask_lay(self, pad):
        self.table.lay_now(self.elsewhere.get(pad, pad), "5S")
        if pad in self.beside:
            self.table.lay_now(self.beside[pad], "5S")
        if not self.table.loop.pads.alive[self.elsewhere.get(pad, pad)]:
            return ""
        return None

    def _ask_lift(self, pad):
        self.table.clear()


def without_a_board(folder):
    """A Pico for which no board was ever chosen, and no card enrolled."""
    (folder / "deck.txt").touch()
    return Table(folder, board=bare_pico.tried_board(), led=[].append)


@pytest.fixture
def table(request, tmp_path):
    """The firmware, switched on. Its parameter: what makes another one than the usual, of its folder."""
    return getattr(request, "param", Table)(tmp_path)


@pytest.fixture
def at_table(table, tmp_path, monkeypatch):
    """Run `doctor` or `doctor --wires` at this table as at a real one; (exit status, the checks as JSON)."""
    monkeypatch.setenv("CARDTABLE_HOME", str(tmp_path / "home"))
    (tmp_path / "home").mkdir()
    in_its_time(monkeypatch, table, of_table, report)
    line = TableLine(table)
    monkeypatch.setattr(discovery, "find", lambda asked, quiet, is_real=False: "socket://a.table:1")
    monkeypatch.setattr(
        discovery, "connect", lambda address, people: discovery.Connection(line, False, None, address)
    )
    monkeypatch.setattr(devices, "LOOKS", 20)
    hands = Hands(table)
    monkeypatch.setattr(verb, "AtTerminal", lambda lang: hands)
    monkeypatch.setattr(wires, "AtTerminal", lambda lang: hands)

    def run(capsys, *arguments):
        found = command.main([*arguments, "--json"])
        told = json.loads(capsys.readouterr().out)
        return found, told.get("data", told)

    run.hands = hands
    return run


def bad(told):
    return [(row["check"], row["code"], row.get("pad")) for row in told if row["state"] == FAIL]


# -- no helper is needed ---------------------------------------------------------------------------


def test_a_table_that_is_well(at_table, capsys, table):
    found, told = at_table(capsys, "doctor")
    assert (found, bad(told)) == (0, [])
    whole = (
        "python packages config data kept port firmware protocol program records line restart fault supply"
    )
    found = {row["check"] for row in told}
    assert found == {*whole.split(), "display", "supply", "room", "miso", "reader", "keys"}
    assert [row["pad"] for row in told if row["check"] == "reader"] == list(range(7))
    assert "Ready" in table.says, "it is as it was before"
    assert at_table.hands.said == []


def of_reader(told):
    """(state, code) of the checks of a Pico without a board, from `board` on."""
    rows = [(row["state"], row["code"]) for row in told]
    return rows[rows.index((NOTE, "no-board")) + 1 :]


@pytest.mark.parametrize("table", [without_a_board], indirect=True)
def test_a_pico_without_a_board_grades_its_reader(at_table, capsys, table, tmp_path):
    """A card that lay there before is named at once: no match can hide one."""
    free, good, silent = (OK, "miso"), (OK, "reader"), (OK, "silent")
    found, told = at_table(capsys, "doctor")
    assert (found, of_reader(told)) == (0, [free, good, (NOTE, "no-tag"), (OK, "module"), silent])
    bag = Tag(bytes.fromhex("04a1b2c3"), sak=0x08)
    table.lay(0, bag)
    table.run(6_000_000)  # the line of the first one is down
    table.machine.usb.take()
    found, told = at_table(capsys, "doctor", "--support", str(tmp_path / "support"))
    read = [(OK, "card"), (OK, "tag-read")]
    assert (found, of_reader(told)) == (0, [free, good, *read, (OK, "module"), (NOTE, "silence-untried")])
    assert [row["found"] for row in told if row["check"] == "tag"] == ["04a1b2c3 lies there"]
    assert "no-board" in (text := (tmp_path / "support").read_text()) and "04a1b2c3" not in text
    table.clear()
    table.machine.chips[0].version = 0xB2
    table.machine.chips[0].noise = "long"
    table.machine.plug_in(0)
    table.run(3_000_000)
    _, told = at_table(capsys, "doctor")
    assert of_reader(told)[-2:] == [(OK, "module-copy"), (FAIL, "silence-heard")]


@pytest.mark.parametrize("table", [without_a_board], indirect=True)
def test_a_pico_without_wires_says_so(at_table, capsys, table):
    table.machine.unplug(0)
    table.run(3_000_000)
    found, told = at_table(capsys, "doctor")
    assert of_reader(told) == [(FAIL, "reader-none")] and len(bad(told)) == 1 and found == 1
    assert told[-1]["found"] == "none answers: it has no wires yet, or one of the seven is wrong"
    assert "RST GP17 (pin 22)" in told[-1]["cure"] and "GP20 (pin 26)" in told[-1]["cure"]


def test_the_supply_is_measured_where_a_pin_does(tmp_path, monkeypatch):
    table = Table(tmp_path, board=boards.load("pico_10pads"))
    in_its_time(monkeypatch, table)
    with Service(greeted(table, tmp_path)) as service:
        there = devices.Devices(service, None, wires_of("pico_10pads"))
        for mv, state, said, found in (
            (5050, OK, "volts", "5.05 V (4.6 to 5.4 V is right)"),
            (4500, FAIL, "low-volts", "4.50 V, too low"),
            (5600, FAIL, "high-volts", "5.60 V, too high"),
            (300, FAIL, "no-volts", "only 0.30 V"),
        ):
            table.machine.supply_mv = mv
            kept = service.table()
            assert kept.supply == [mv, mv] and kept.cause == "power"
            check = there.supply(kept.supply)
            assert (check.state, check.said) == (state, said) and check.found("en").startswith(found)
            for lang in ("en", "fr"):
                assert ("GP28 (pin 34)" in check.cure(lang)) is (state == FAIL)


def test_an_unstable_supply_is_reported_with_its_range():
    board = devices.Devices(None, None, None)
    assert board.supply([4980, 5049]).found("en").startswith("4.98 - 5.05 V (")
    assert board.supply([4980, 5049]).found("fr") == "4,98 - 5,05 V (4,6 à 5,4 V est juste)"
    assert board.supply([4590, 5049]).said == "low-volts" and board.supply([4980, 5401]).said == "high-volts"


def test_a_board_without_such_a_pin_and_an_older_table_are_not_measured(table, tmp_path, monkeypatch):
    in_its_time(monkeypatch, table)
    with Service(greeted(table, tmp_path)) as service:
        assert service.table().supply is None
        assert devices.Devices(service, None, None).supply(None).state == NOTE
        monkeypatch.setattr(service, "_ask", lambda *words: [1, 2, "power"])
        assert service.table() == (1, 2, "power", None, None)


PROGRAM = "0123456789abcdef"


def of_program(told):
    """The codes of the checks of what the table says that it runs."""
    return [row["code"] for row in told if row["check"] in ("program", "clock", "flash")]


def test_program_and_clock(at_table, capsys, table):
    table.switch_on((PROGRAM, (), (200, 1150)))
    _, told = at_table(capsys, "doctor")
    assert of_program(told) == ["program", "clock"]
    assert {row["found"] for row in told if row["check"] == "clock"} == {"200 MHz at 1150 mV"}
    table.switch_on((PROGRAM, (), (150, 0)))
    _, told = at_table(capsys, "doctor")
    assert {row["found"] for row in told if row["check"] == "clock"} == {"150 MHz"}, (
        "an RP2350 tells no voltage"
    )


def test_whether_a_display_answers(at_table, capsys, table):
    def of_display():
        _, told = at_table(capsys, "doctor")
        return [(row["code"], row["state"]) for row in told if row["check"] == "display"]

    table.switch_on((PROGRAM, (), (200, 1150)))
    assert of_display() == [("no-display", NOTE)]
    table.panel = Ssd1306Chip()
    table.switch_on()
    assert of_display() == [("display", OK)]
    table.parts.display.answers = None  # as older firmware, which does not tell
    assert of_display() == []


def test_the_virtual_table_needs_no_display(at_table, capsys, table):
    table.switch_on((program.VIRTUAL + "0123", (), None))
    _, told = at_table(capsys, "doctor")
    assert not [row for row in told if row["check"] == "display"]


def test_files_that_hide_parts_of_the_program_are_named(at_table, capsys, table):
    table.switch_on((PROGRAM, ("cardtable", "cardtable.engine.cards"), (200, 1150)))
    found, told = at_table(capsys, "doctor")
    [row] = [row for row in told if row["check"] == "program"]
    assert (row["code"], row["state"]) == ("hidden-program", NOTE) and found == 0
    assert "cardtable, cardtable.engine.cards" in row["found"] and "flash --plain" in row["cure"]


def test_a_file_that_runs_before_the_program_is_named(at_table, capsys, table):
    table.switch_on((PROGRAM, ("boot",), (200, 1150)))
    found, told = at_table(capsys, "doctor")
    [row] = [row for row in told if row["check"] == "program"]
    assert (row["code"], row["state"]) == ("early-file", NOTE) and found == 0
    assert "/boot.py" in row["found"] and "runs before it" in row["found"] and "--plain" in row["cure"]
    table.switch_on((PROGRAM, ("boot", "cardtable"), (200, 1150)))
    _, told = at_table(capsys, "doctor")
    assert of_program(told) == ["early-file", "hidden-program", "clock"]
    [row] = [row for row in told if row["code"] == "hidden-program"]
    assert row["found"].endswith("hide parts of it: cardtable")


def test_a_table_whose_hello_tells_neither_files_nor_clock(at_table, capsys, table):
    table.switch_on((PROGRAM, (), (200, 1150)))
    table.loop.end._info = table.loop.end._info[:5]
    table.parts.display.answers = None
    found, told = at_table(capsys, "doctor")
    assert found == 0 and of_program(told) == ["program"]


@pytest.fixture
def built(tmp_path, monkeypatch):
    """The images of what runs, for both chips."""
    paths = {
        "pico": put(tmp_path, "cardtable_pico.uf2", uf2(9000), PROGRAM),
        "pico2": put(tmp_path, "cardtable_pico2.uf2", uf2(200_000, PICO2), PROGRAM),
    }
    monkeypatch.setattr(images.firmware_files, "image_path", lambda chip: paths[chip])


@pytest.mark.parametrize("spoilt, state, said", [(None, OK, "flash"), (4097, FAIL, "other-flash")])
def test_the_flash_is_compared_with_the_image(at_table, capsys, table, built, spoilt, state, said):
    flash = bytearray(bytes(9216) + b"\xff" * (1 << 20))
    if spoilt:
        flash[spoilt] ^= 1
    table.flash = bytes(flash)
    table.switch_on((PROGRAM + "+01234567", (), (200, 1150)))
    found, told = at_table(capsys, "doctor")
    [row] = [row for row in told if row["check"] == "flash"]
    assert (row["state"], row["code"], found) == (state, said, int(state == FAIL))
    if spoilt:
        assert row["found"].startswith("1 of 3 sectors") and row["found"].endswith("0x1000")


def test_the_flash_is_not_compared_where_that_would_say_nothing(at_table, capsys, table, built):
    table.flash = bytes(1 << 20)
    table.switch_on(("fedcba9876543210", (), (200, 1150)))
    _, told = at_table(capsys, "doctor")
    assert "flash" not in [row["check"] for row in told], "no image here is the one that runs"
    table.flash = b""
    table.switch_on((PROGRAM, (), (200, 1150)))
    _, told = at_table(capsys, "doctor")
    assert "flash" not in [row["check"] for row in told], "the table cannot tell"


def test_a_dead_reader_and_a_stuck_key_are_named(at_table, capsys, table):
    table.machine.chips[5].dead = 0
    table.machine.press(2, "no")
    table.run(500_000)
    found, told = at_table(capsys, "doctor")
    assert found == 1
    assert bad(told) == [("fault", "fault", 5), ("reader", "reader-dead-bus", 5), ("key", "key-down", 2)]
    [reader] = [row for row in told if row["code"] == "reader-dead-bus"]
    assert "select GP7 (pin 10)" in reader["cure"] and "MISO GP16 (pin 21)" in reader["cure"]
    [key] = [row for row in told if row["code"] == "key-down"]
    assert "row GP12 (pin 16), column GP1 (pin 2)" in key["cure"]


def test_a_bus_that_was_slowed_down_is_reported(at_table, capsys, table):
    table.machine._buses["bus0"].disturb(0.01, above=2_000_000)
    table.run(40_000_000)
    _, told = at_table(capsys, "doctor")
    slower = [row for row in told if row["code"] == "reader-slower"]
    assert len(slower) == 7 and {row["state"] for row in slower} == {NOTE}
    assert "at 2 MHz in place of 4:" in str(slower[0])
    assert any("asked more slowly" in str(row) for row in told if row["check"] == "fault")


def test_a_tag_and_an_antenna_that_fail_are_named(at_table, capsys, table):
    rows = table.loop.pad_cards.deck.rows
    wear = bytearray(len(rows) // 12 * 4)
    for at in range(0, 24, 4):
        wear[at] = wear[at + 2] = 1 << 4  # six cards on pad 4, all badly
    wear[0] |= 0x0F
    wear[2] |= 0x07  # and the first one so on three of four others
    table.loop.pads.presence.wear[:2] = rows, wear
    _, told = at_table(capsys, "doctor")
    codes = [row["code"] for row in told if row["state"] == FAIL]
    assert codes == ["antenna-weak", "tag-failing"]
    assert "AS reads badly" in str([row for row in told if row["code"] == "tag-failing"])


def test_a_match_is_left_alone(at_table, capsys, table):
    table.begin(3)
    found, told = at_table(capsys, "doctor")
    assert found == 0 and told[-1]["code"] == "no-service-now" and table.asked == "turn-up"
    found, told = at_table(capsys, "doctor", "--hw")
    assert found == 1 and told[-1]["code"] == "no-service-now" and table.asked == "turn-up"


def test_earlier_faults_are_reported(at_table, capsys, table):
    """A reader that lost its power, restarts in the middle of a match: the supply is too weak."""
    table.begin(3)
    for _ in range(2):
        table.power_cut()
    table.machine.chips[1].dead = 0
    table.run(3_000_000)
    table.machine.chips[1].dead = None
    table.machine.chips[1].brown_out()
    table.run(3_000_000)
    _, told = at_table(capsys, "doctor")
    codes = {row["code"]: row for row in told}
    assert codes["power-amid"]["found"].startswith("2 times") and codes["power-amid"]["cure"]


def test_records_decide_about_faults():
    def record(g, *values):
        return of_table.Entry(g, 1, g, 0, values[0], json.dumps([g, 1, g, 0, *values]).encode())

    rows = [
        record(0, "boot", "power", None, None),
        record(1, "note", "fault", "brown-out", 3),
        record(2, "note", "cured", "brown-out", 3),
        record(3, "note", "fault", "brown-out", 3),
        record(4, "note", "cured", "brown-out", 3),
        record(5, "note", "fault", "key-stuck", 0),
    ]
    told = [(one.what, one.state, one.said, one.line("en")) for one in of_table.faults(rows)]
    assert [one[:3] for one in told] == [
        ("fault", FAIL, "fault"), ("fault", NOTE, "faults"), ("supply", FAIL, "starved"),
    ]  # fmt: skip
    assert told[0][3].startswith("FAIL  on record: a key of pad 1 is stuck, since record 5. ")
    assert "the reader of pad 4 lost its power: 2 times, and right again" in told[1][3]
    rows += [record(6, "start"), record(7, "boot", "watchdog", None, None)]
    assert of_table.restarts(rows).said == "watchdog"
    assert next(of_table.faults(rows)).said == "faults", "what a restart does not note is cured"
    rows = [record(g, "note", "fault", "flash-nearly-full", -1) for g in range(2)] + [rows[-1]]
    assert list(of_table.faults(rows)) == [], "that was no plug"
    rows.append(record(3, "note", "fault", "flash-nearly-full", -1))
    assert [one.said for one in of_table.faults(rows)] == ["fault"]


def hold_miso(table, pad, level):
    """Put a module there that never lets go of MISO, behind a gate that is bridged."""
    table.machine.open_gates.add(pad)
    table.machine.hold_miso(pad, level)


def miso(told):
    return [(row["code"], row["found"]) for row in told if row["check"] == "miso"]


@pytest.mark.parametrize("level", [0, 1])
def test_a_module_that_never_lets_go_of_miso_is_named_where_it_alone_is_heard(at_table, capsys, table, level):
    hold_miso(table, 2, level)
    table.run(3_000_000)
    assert table.loop.pads.alive == [False, False, True, False, False, False, False]
    found, told = at_table(capsys, "doctor")
    assert found == 1 and ("miso", "miso-reader", 2) in bad(told)
    assert "the reader of pad 3 alone is heard" in miso(told)[0][1]
    [row] = [row for row in told if row["check"] == "miso"]
    assert "74LVC125" in row["cure"] and "[GP16 (pin 21)]" in row["cure"]
    unheard = [row["pad"] for row in told if row["code"] == "reader-unheard"]
    assert unheard == [0, 1, 3, 4, 5, 6], "no other cure is told for them"


def test_grading_a_module_that_is_alone_at_the_table(at_table, capsys, table):
    """As docs/build/build.md has it, but here a gate is bridged. It reads cards well, and is no good."""
    for pad in range(1, 7):
        table.machine.unplug(pad)
    table.run(3_000_000)
    _, told = at_table(capsys, "doctor")
    assert [code for code, _ in miso(told)] == ["miso"]
    assert [row["code"] for row in told if row["check"] == "reader"] == ["reader"] + ["reader-dead-bus"] * 6
    hold_miso(table, 0, 0)
    table.run(3_000_000)
    table.lay(0, "5S")
    assert table.loop.pads.seen[0] is not None, "alone it works"
    table.clear()
    _, told = at_table(capsys, "doctor")
    assert ("miso", "miso-reader", 0) in bad(told)


@pytest.mark.parametrize("levels", [(0, 0), (1, 1), (0, 1)])
def test_two_modules_that_hold_miso_are_found_by_unplugging(at_table, capsys, table, levels):
    """None is heard at all. The last one to be unplugged held it; putting the rest back shows the other."""
    hands = at_table.hands
    for pad, level in zip((1, 4), levels):
        hold_miso(table, pad, level)
    table.run(3_000_000)
    assert not any(table.loop.pads.alive)
    _, told = at_table(capsys, "doctor")
    assert [code for code, _ in miso(told)] == ["miso-high" if levels == (1, 1) else "miso-low"]
    hands.said.clear()
    found, told = at_table(capsys, "doctor", "--wires")
    assert found == CHECK_FAILED
    assert [row["pad"] for row in told if row["code"] == "reader-holds"] == [4, 1]
    assert table.machine.unplugged == {1, 4}
    asked = [code for code in hands.said if code.startswith(("say-", "ask-unplug", "ask-plug"))]
    assert asked == [
        "say-unplug", *["ask-unplug"] * 5, "say-holds",
        "ask-plug", "ask-plug", "ask-unplug-again", "ask-plug", "ask-plug",
    ]  # fmt: skip
    read = [row["pad"] for row in told if row["code"] == "card"]
    assert read == [0, 2, 3, 5, 6], "all others read cards then"


def test_wires_that_hold_miso_are_no_readers_fault(at_table, capsys, table):
    table.machine._buses["bus0"].hold_miso(None, 0)
    table.run(3_000_000)
    found, told = at_table(capsys, "doctor", "--hw")
    assert found == 1 and ("miso", "miso-wires", None) in bad(told)
    assert not [row for row in told if row["code"] == "reader-holds"]


def test_readers_that_are_not_there_and_a_plug_that_breaks(at_table, capsys, table):
    hands = at_table.hands
    hands.none_there, hands.plugs_broken = (0, 2), (1,)
    for pad in hands.none_there:
        table.machine.unplug(pad)
    for pad in (3, 5):
        hold_miso(table, pad, 0)
    table.run(3_000_000)
    _, told = at_table(capsys, "doctor", "--hw")
    assert [row["pad"] for row in told if row["code"] == "reader-holds"] == [5, 3]
    assert [row["pad"] for row in told if row["code"] == "reader-dead-bus"] == [1]


def test_each_bus_has_a_miso_of_its_own(tmp_path, monkeypatch):
    table = Table(tmp_path, board=boards.load("pico_10pads"))
    in_its_time(monkeypatch, table)
    table.machine.hold_miso(8, 0)
    table.run(3_000_000)
    assert all(table.loop.pads.alive), "its gate keeps it off the line"
    table.machine.open_gates.add(8)
    table.machine.hold_miso(8, 0)
    table.run(3_000_000)
    assert table.loop.pads.alive == [pad < 6 or pad == 8 for pad in range(12)]
    with Service(greeted(table, tmp_path)) as service:
        there = devices.Devices(service, None, wires_of("pico_10pads"))
        lines = service.miso()
        assert [(line.free, line.pads) for line in lines] == [
            (True, [0, 1, 2, 3, 4, 5]), (False, [6, 7, 8, 9, 10, 11]),
        ]  # fmt: skip
        free, held = there.miso(lines)
        assert free.line("en") == "ok    MISO of pads 1, 2, 3, 4, 5, 6: free while no reader is selected"
        assert held.said == "miso-reader" and "GP12 (pin 16)" in held.cure("fr")
        assert "/OE" in held.cure("en") and "replace" not in held.cure("en"), "there is a gate already"
        assert "le lecteur de la case 9 est entendu" in held.found("fr")


def test_a_pico_2_that_latches_a_high_line_is_no_held_miso(at_table, capsys, table):
    for wire in table.machine._wires.values():
        wire.latches = True
    for _ in range(2):
        _, told = at_table(capsys, "doctor")
        assert [code for code, _ in miso(told)] == ["miso"]
    hold_miso(table, 0, 1)
    table.run(3_000_000)
    _, told = at_table(capsys, "doctor")
    assert [code for code, _ in miso(told)] == ["miso-reader"]


def test_firmware_or_a_board_that_does_not_tell_of_miso(table, tmp_path, monkeypatch):
    in_its_time(monkeypatch, table)
    with Service(greeted(table, tmp_path)) as service:
        there = devices.Devices(service, None, None)
        assert [line.free for line in service.miso()] == [True]
        table.loop.parts.miso = None
        assert service.miso() is None
        monkeypatch.setattr(service.session, "command", lambda *words: (False, Answer("usage", "miso")))
        assert service.miso() is None
        assert [(one.state, one.said) for one in there.miso(None)] == [(NOTE, "miso-unknown")]
        monkeypatch.undo()


# -- a helper at the table -----------------------------------------------------------------------


def test_hands_go_around_a_good_table(at_table, capsys):
    found, told = at_table(capsys, "doctor", "--hw")
    assert (found, bad(told)) == (0, [])
    assert len([row for row in told if row["check"] == "key"]) == 18
    assert [row["pad"] for row in told if row["check"] == "lamps"] == list(range(7))
    assert [row["pad"] for row in told if row["check"] == "pad"] == list(range(7))
    assert {row["code"] for row in told} >= {"tone", "apart"}
    assert at_table.hands.said.count("matrix") == 8


def out_of_order(table, hands):
    """A dead reader, a stuck key, a broken one, two exchanged, two lamps swapped, all at once."""
    table.machine.chips[1].dead = 0
    table.machine.press(2, "no")
    hands.dumb = {(0, "yes")}
    hands.exchanged = {(4, "yes"): (4, "ok"), (4, "ok"): (4, "yes")}
    hands.order = {3: 5, 5: 3}  # pad 1, first and last
    table.run(500_000)


def test_hands_find_what_is_wrong(at_table, capsys, table):
    out_of_order(table, at_table.hands)
    found, told = at_table(capsys, "doctor", "--wires")
    assert found == CHECK_FAILED
    assert bad(told) == [
        ("reader", "reader-dead-bus", 1),
        ("key", "key-down", 2),
        ("key", "key-silent", 0),
        ("key", "key-down", 2),
        ("key", "key-other", 4),
        ("key", "key-other", 4),
        ("lamp", "lamp-other", 1),
        ("lamp", "lamp-other", 1),
    ]
    swapped = [row for row in told if row["check"] == "lamp"]
    assert [row["found"] for row in swapped] == [
        "lamp 3 of pad 1 shines instead", "lamp 1 of pad 1 shines instead",
    ]  # fmt: skip
    assert "light 4 of the chain" in swapped[0]["cure"]
    assert ("pad", "reader-dead") in [(row["check"], row["code"]) for row in told]


def test_pads_that_disturb_each_other(at_table, capsys):
    """Of two that read one card each tells of the other; cards are seen where their readers are."""
    at_table.hands.beside = {3: 4}
    at_table.hands.elsewhere = {0: 1, 1: 0}
    found, told = at_table(capsys, "doctor", "--hw")
    assert found == 1
    assert bad(told) == [
        ("pad", "card-elsewhere", 0), ("pad", "card-elsewhere", 1), ("apart", "not-apart", None),
    ]  # fmt: skip
    [apart] = [row for row in told if row["check"] == "apart"]
    assert "4 > 5" in apart["found"]


def test_a_weak_pad(at_table, capsys, table):
    table.machine.chips[CENTRE].frame_error_rate = 0.25
    _, told = at_table(capsys, "doctor", "--hw")
    assert ("pad", "card-weak", CENTRE) in bad(told)


def test_first_all_cards_are_taken_away(at_table, capsys, table):
    table.lay(2, "7S")
    found, _ = at_table(capsys, "doctor", "--hw")
    assert found == 0 and "ask-clear" in at_table.hands.said


@pytest.mark.parametrize("at", ["ask-key", "ask-lamps", "ask-lay"])
def test_a_seat_with_enough_may_stop(at_table, capsys, table, at):
    at_table.hands.stop_at = at
    _, told = at_table(capsys, "doctor", "--hw")
    assert told[-1]["code"] == "stopped" and "Ready" in table.says


def test_a_user_at_a_terminal_follows_the_doctor(table, tmp_path, monkeypatch):
    """Typed lines count, and so do acts at the table, which sends its messages meanwhile."""
    in_its_time(monkeypatch, table)
    source, typing = os.pipe()
    out = io.StringIO()
    with Service(greeted(table, tmp_path)) as service:
        somebody = person.AtTerminal("fr", out, source)
        os.write(typing, b"  4 2 \nN\n")
        assert somebody.ask(service, "ask-lamp", lambda: False, pad=1, lamp=2) == "4 2"
        assert somebody.ask(service, "ask-tone", lambda: False) == "n"
        table.at(8_000_000, table.machine.press, 3, "ok")
        assert somebody.ask(service, "ask-key", lambda: bool(service.down), pad=3, key="no") == person.DONE
        assert service.down == {(3, "ok")}
        os.close(typing)
        assert somebody.ask(service, "ask-tone", lambda: False) == person.STOP
        os.close(source)
    assert "Case 4 : pressez NON" in out.getvalue()


def test_a_late_request_is_reported(table, tmp_path, monkeypatch):
    in_its_time(monkeypatch, table)
    source, _ = os.pipe()
    with Service(greeted(table, tmp_path)) as service:
        table.run(6_000_000)
        with pytest.raises(Trouble) as told:
            person.AtTerminal("en", io.StringIO(), source).ask(service, "ask-tone", lambda: False)
    assert told.value.code == "SERVICE_OVER"


def test_ten_pads(tmp_path, monkeypatch, capsys, request):
    """The names of the wires are those of the board: keys on a chain, readers behind decoders."""
    wires = wires_of("pico_10pads")
    assert wires.told("reader", 7).startswith("select select1, output Y1; SCK GP10 (pin 14)")
    board = boards.load("pico_10pads")
    table = Table(tmp_path, board=board)
    for pad, key in ((0, "yes"), (2, "yes"), (9, "ok")):
        table.machine.press(pad, key)
        [place] = table.machine.pressed
        table.machine.release(pad, key)
        said = f"74HC165 number {place // 8 + 1} from the Pico on, input {'HGFEDCBA'[place % 8]};"
        assert wires.told("key", pad, key).startswith(said)


# -- this computer -------------------------------------------------------------------------------


@pytest.fixture
def system(tmp_path):
    """A system with a port, in a folder; (its root, the port)."""
    port = tmp_path / "dev" / "ttyACM0"
    port.parent.mkdir()
    port.write_bytes(b"")
    return tmp_path, str(port)


def process(root, pid, name, *files):
    (root / "proc" / str(pid) / "fd").mkdir(parents=True)
    (root / "proc" / str(pid) / "comm").write_text(name + "\n")
    for number, file in enumerate(files):
        (root / "proc" / str(pid) / "fd" / str(number)).symlink_to(file)


def test_who_holds_the_port(system):
    root, port = system
    process(root, 7, "bash", "/dev/null")
    assert port_holder.holder(port, root).state == OK
    process(root, 8, "thonny", "/dev/null", port)
    check = port_holder.holder(port, root)
    assert (check.state, check.exit) == (FAIL, BUSY) and "thonny (8)" in check.found("en")


def test_a_pseudo_terminal_is_held_by_the_virtual_table(tmp_path):
    assert port_holder.holder("/dev/pts/0", tmp_path).state == NOTE


def test_modem_manager(system):
    root, port = system
    process(root, 7, "bash")
    assert computer.modem_manager(port, root).said == "no-modem-manager"
    process(root, 8, "ModemManager")
    check = computer.modem_manager(port, root)
    assert check.state == FAIL and "--fix-udev" in check.cure("en")
    data = root / "run/udev/data"
    data.mkdir(parents=True)
    number = os.stat("/dev/null").st_rdev
    (data / f"c{os.major(number)}:{os.minor(number)}").write_text("I:1\nE:ID_MM_DEVICE_IGNORE=1\n")
    assert computer.modem_manager("/dev/null", root).said == "modem-manager-told"


def test_permission(system, monkeypatch):
    _, port = system
    assert computer.permission(port).state == OK
    monkeypatch.setattr(os, "access", lambda *_: False)
    check = computer.permission(port)
    assert check.exit == BUSY and "usermod -aG" in check.cure("fr")


def test_the_rule_is_for_tables_and_both_ills():
    [comment, rule] = udev.TEXT.splitlines()
    assert comment.startswith("# ")
    for part in ('SUBSYSTEM=="tty"', 'ATTRS{idVendor}=="2e8a"', 'ATTRS{idProduct}=="0005"'):
        assert part in rule.split(", ")
    assert rule.endswith(', TAG+="uaccess", ENV{ID_MM_DEVICE_IGNORE}="1"')
    assert udev.RULE.name < "73-seat-late.rules"


def test_the_rule_is_written_once_and_udev_told(tmp_path):
    file = tmp_path / udev.RULE
    file.parent.mkdir(parents=True)
    file.write_text("# an older one\n")
    ran = []
    check = udev.fix(tmp_path, lambda command: not ran.append(command))
    assert (check.state, check.said, file.read_text()) == (OK, "udev-written", udev.TEXT)
    assert file.stat().st_mode & 0o777 == 0o644 and list(file.parent.iterdir()) == [file]
    assert [command[:2] for command in ran] == [("udevadm", "control"), ("udevadm", "trigger")]
    assert udev.fix(tmp_path, ran.append).said == "udev-there" and len(ran) == 2
    file.unlink()
    assert udev.fix(tmp_path, lambda command: False).said == "udev-unheeded"


def test_without_rights_nothing_is_written_and_the_remedy_is_printed(tmp_path, monkeypatch, capsys):
    folder = (tmp_path / udev.RULE).parent
    folder.mkdir(parents=True)

    def refuse(*_, **__):
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(udev.tempfile, "mkstemp", refuse)
    monkeypatch.setattr(udev, "_run", refuse)
    assert udev.main("en", False, tmp_path) == BUSY and list(folder.iterdir()) == []
    said = capsys.readouterr().out.splitlines()
    rule = udev.TEXT.splitlines()
    assert said[0].startswith("This is to stand in ") and said[1:3] == rule
    assert said[3].startswith("FAIL  udev rule: nothing was written")
    assert said[4] == f"sudo tee {tmp_path / udev.RULE} <<'END'" and said[5:8] == [*rule, "END"]
    assert said[8:] == [
        "sudo udevadm control --reload", "sudo udevadm trigger --action=add --subsystem-match=tty",
    ]  # fmt: skip
    assert udev.main("fr", True, tmp_path) == BUSY
    assert json.loads(capsys.readouterr().out)["data"][0]["code"] == "udev-rights"


def test_a_system_without_udev_is_left_alone(tmp_path, monkeypatch, capsys):
    assert udev.fix(tmp_path).said == "udev-failed" and list(tmp_path.iterdir()) == []
    monkeypatch.setattr(sys, "platform", "darwin")
    assert udev.main("en", False, tmp_path) == 0
    assert capsys.readouterr().out == "--    udev rule: not checked here (on darwin)\n"


def test_the_rule_is_asked_for_alone(capsys):
    for asked in (["--fix-udev", "--hw"], ["--fix-udev", "--report", "x"], ["--wires", "--support", "x"]):
        assert command.main(["doctor", *asked]) == 2
        err = capsys.readouterr().err
        assert asked[0] in err and asked[1] in err


def test_on_another_system_ports_are_not_looked_into(system, monkeypatch):
    root, port = system
    monkeypatch.setattr(sys, "platform", "darwin")
    told = list(computer.ports(f"port:{port}", root))
    assert [check.state for check in told] == [OK, NOTE, NOTE, NOTE]
    assert told[1].line("en") == "--    permission: not checked here (on darwin)"


def test_the_data_folder(monkeypatch, tmp_path):
    monkeypatch.setenv("CARDTABLE_HOME", str(tmp_path / "a" / "b"))
    assert computer.data_folder().said == "data" and not (tmp_path / "a").exists(), "nothing is made for this"
    monkeypatch.setenv("CARDTABLE_HOME", "/proc/nothing")
    assert computer.data_folder().said == "not-writable"
    assert computer.journal().said == "no-journal"


def test_a_wrong_configuration(monkeypatch, tmp_path):
    file = tmp_path / "config.toml"
    file.write_text("[tables]\nBay = 3\n")
    monkeypatch.setenv("CARDTABLE_CONFIG", str(file))
    check = computer.configuration()
    assert check.state == FAIL and "config.toml:2" in check.found("en") and check.cure("en")


def test_exit_statuses():
    def failed(exit):
        return Check("port", FAIL, "virtual", {}, exit)

    assert status([Check("port", OK, "virtual"), Check("port", NOTE, "virtual", {}, BUSY)]) == 0
    assert status([failed(1), failed(VERSION_SKEW)]) == VERSION_SKEW
    assert status([failed(VERSION_SKEW), failed(BUSY), failed(NOT_FOUND)]) == NOT_FOUND
    assert status([failed(1), failed(8)]) == 1


# -- without a table, and with the virtual one ------------------------------------------------------


@pytest.fixture
def alone(monkeypatch, tmp_path):
    monkeypatch.setenv("CARDTABLE_HOME", str(tmp_path))
    monkeypatch.delenv("CARDTABLE", raising=False)
    monkeypatch.setattr("tablehost.link.usb_devices.list_tables", list)


def test_without_a_table(alone, capsys):
    assert command.main(["doctor"]) == NOT_FOUND
    said = capsys.readouterr().out
    assert "FAIL  port: no table is plugged in. Plug the table in" in said


@pytest.mark.parametrize(
    "words",
    [
        ["doctor", "--hw"],
        ["doctor", "--hw", "-t", "sim:"],
        ["doctor", "--wires"],
        ["doctor", "--wires", "-t", "sim:"],
    ],
)
def test_hands_want_a_real_table(alone, capsys, words):
    assert command.main(words) == NOT_FOUND
    assert "none is plugged in" in capsys.readouterr().err


def test_the_virtual_table(alone, capsys):
    """Over its pipes, in a process of its own, and twice: a match that was left there is left alone."""
    assert command.main(["doctor", "-t", "sim:", "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert told["ok"] and told["virtual"]
    assert [row["state"] for row in told["data"] if row["check"] == "reader"] == [OK] * 7
    [room] = [row for row in told["data"] if row["check"] == "room"]
    assert (room["state"], room["code"]) == (OK, "room")


def test_the_wires_of_a_board(alone, capsys, tmp_path):
    assert command.main(["wire"]) == 0
    assert capsys.readouterr().out.count("\n") == 3
    assert command.main(["wire", "pico_6pads"]) == 0
    said = capsys.readouterr().out
    assert (
        "21   GP16  bus0.miso      SPI 0" in said
        and "6    OK   row GP15 (pin 20), column GP26 (pin 31)" in said
    )
    assert command.main(["wire", "pico_6pad"]) == NOT_FOUND
    assert "did you mean pico_6pads?" in capsys.readouterr().err
    assert command.main(["wire", "pico_10pads", "--json"]) == 0
    told = json.loads(capsys.readouterr().out)["data"]
    assert command.main(["wire", "pico_6pads", "--svg", str(tmp_path / "w.svg"), "--pico", "pico2_w"]) == 0
    assert capsys.readouterr().out.splitlines()[-1] == str(tmp_path / "w.svg")
    assert "Pico 2 W" in (tmp_path / "w.svg").read_text()
    assert command.main(["wire", "pico_6pads", "--svg", str(tmp_path), "--pico", "pico"]) == 1
    assert command.main(["wire", "pico_6pads", "--svg", "w.svg", "--pico", "pico3"]) == NOT_FOUND
    assert {row["gpio"] for row in told["pins"]} == set(dict(wires_of("pico_10pads").board.pins).values())


# -- the support file -------------------------------------------------------------------------------


def test_the_support_file_has_no_secrets(at_table, capsys, table, tmp_path):
    """After a match with hidden cards, cards in service, and damaged lines that held both."""
    table.begin(3, days="1")
    table.trick("KS", ["5S", "AH", "4D"])
    table.clear()
    (tmp_path / "home" / "codes").mkdir()
    (tmp_path / "home" / "codes" / "1").write_text("opensesame\n")
    at_table(capsys, "doctor")
    hidden = [table.loop.journal.get(g) for g in range(table.loop.journal.hi() + 1)]
    assert (
        verb.redact("KeyError: '5S'") == "KeyError"
        and verb.redact("in democracy_deal") == "in democracy_deal"
    )
    seals = [text for row in hidden for text in map(str, row[9:]) if len(text) > 8]
    assert seals
    uids = [one.uid.hex() for one in table.tags.values() if one is not None]
    table.parts.line.write(
        f'print {uids[0]} and 0x{uids[1].upper()}\n["raw",["{uids[2]}"\nTraceback: {seals[0]}\n'.encode()
    )
    file = tmp_path / "support.json"
    at_table(capsys, "doctor", "--support", str(file))
    text = file.read_text()
    told = json.loads(text)
    assert (
        told["checks"]
        and told["table"]["firmware"]
        and any("print (number)" in row for row in told["console"])
    )
    assert {row[4] for row in told["records"]} == {"boot"} | ({"note"} & {row[4] for row in told["records"]})
    assert not [uid for uid in uids if uid in text.lower()]
    assert not [seal for seal in seals if seal in text] and "opensesame" not in text
    assert not [
        value for name, value in table.loop.journal.secrets() if str(value) in text and len(str(value)) > 6
    ]


def test_a_support_file_that_cannot_be_written(at_table, capsys, tmp_path):
    assert command.main(["doctor", "--support", str(tmp_path / "no" / "file")]) == 1
    assert "cannot be written" in capsys.readouterr().err


# -- words --------------------------------------------------------------------------------------------


def test_both_languages_say_the_same():
    english, french = words.WORDS["en"], words.WORDS["fr"]
    assert list(english) == list(french)
    for code in english:
        fields = [
            sorted(name for _, name, _, _ in string.Formatter().parse(text[code]) if name)
            for text in (english, french)
        ]
        assert fields[0] == fields[1], code


def test_the_report_of_a_table_is_french_to_the_last_word():
    boot = Check("restart", OK, "boot", {"cause": "power", "power": 0})
    assert boot.found("fr") == "par le courant ; redémarrages en pleine partie : 0"
    room = Check("room", OK, "room", {"free": "700 KB", "all": "1408 KB"})
    assert room.found("fr") == "700 Ko libres sur 1408 Ko"
    unplugged = Check("port", FAIL, "unplugged", {"message": "no table is plugged in"})
    assert unplugged.found("fr") == "aucune table n'est branchée"


def test_faults_have_french_words():
    assert words.fault_text("fr", "dead-bus", 2) == "le lecteur de la case 3 ne répond pas"


def test_the_doctor_calls_scarce_what_the_table_does():
    assert devices.SCARCE == journal_files.SCARCE


# -- the report of a first builder -----------------------------------------------------------------


def test_the_report_has_what_the_table_measured_and_blanks_for_the_rest(at_table, capsys, table, tmp_path):
    table.machine.chips[2].dead = 0xFF
    table.machine.parts.cache = lambda: [7_770_000, 8_000_000]
    table.run(1_500_000)
    file = tmp_path / "report.md"
    at_table(capsys, "doctor", "--hw", "--report", str(file))
    page = file.read_text()
    rows = re.findall(r"^\| (\d) \| mfrc522 \| 0x\w+ \| (\S+) \| (\S+) \| (\S+) \| (\d+) \|", page, re.M)
    assert [(pad, answers) for pad, answers, *_ in rows if pad != "3"] == [(pad, "yes") for pad in "124567"]
    assert rows[2][:3] == ("3", "dead-bus", report.BLANK)
    for pad, _, start, mhz, rate in rows:
        assert pad == "3" or (start in ("strobe", "kept", "edge", "level") and mhz == "4"), rows
        assert pad == "3" or 30 <= int(rate) <= 80, rows
    assert "| **3** lamps dark, no card | ______ | 160 | 725 | 1073 |" in page
    assert re.search(r"^ +1 100%", page, re.M), "the interference matrix"
    assert re.search(r"^- the line: .*ms", page, re.M)
    assert "\n- reads of the flash that its cache had, while readers were asked: 97.1% of 8000000 acc" in page
    assert page.count("| 100% | ______ | ______ | ______ | ______ | ______ |") == 6
    for heading in ("Readers", "MISO", "Range", "Current and voltage", "Times", "Interference", "Checks"):
        assert f"\n## {heading}\n" in page
    uids = [tag.uid.hex() for tag in table.tags.values()] if hasattr(table.tags, "values") else []
    assert not [uid for uid in uids if uid in page.lower()]
    assert str(tmp_path) not in page


def test_the_report_names_readers_that_take_silence_for_an_answer(at_table, capsys, table, tmp_path):
    """A pad with a card is not tested."""
    for pad, noise in ((0, "short"), (4, "long"), (5, "short")):
        table.machine.chips[pad].noise = noise
    table.lay(5, "5S")
    table.run(1_500_000)
    file = tmp_path / "report.md"
    at_table(capsys, "doctor", "--report", str(file))
    assert re.findall(r"^- pad .*Protocol.*", file.read_text(), re.M) == [
        "- pad 1: sets ProtocolErr on an empty pad, but not with RxNoErr set",
        "- pad 5: sets ProtocolErr on an empty pad, also with RxNoErr set",
    ]


def test_a_report_without_a_table_is_all_blanks(monkeypatch, capsys, tmp_path):
    monkeypatch.setenv("CARDTABLE_HOME", str(tmp_path))
    page = report.page(report.Figures(), [], {}, "2026-11-22")
    assert page.count(report.BLANK) > 20 and "virtual" not in page and "cache" not in page
    asked = re.findall(r"\*\*(\d+)\*\*", page.partition("| |")[2])
    assert asked == [str(number) for number in range(1, 11)], "ten figures"
    assert f"reader 1 alone, mA (under 25: it sends weakly): {report.BLANK}" in page


def test_a_report_of_the_virtual_table_says_so():
    page = report.page(report.Figures(), [], {"virtual": True, "firmware": "0.1.0"}, "2026-11-22")
    assert "**A virtual table" in page and "| program of the table | 0.1.0 |" in page


def test_a_restart_on_purpose_is_nothing_wrong():
    """As after each flash; also in the middle of a match."""
    rows = []
    for g, values in enumerate((["boot", "power", None, None], ["start"], ["boot", "restart", None, None])):
        body = json.dumps([g, 1, g, 0, *values]).encode()
        rows.append(of_table.Entry(g, 1, g, 0, values[0], body))
    check = of_table.restarts(rows)
    assert (check.state, check.said) == (OK, "boot") and check.args["cause"] == "restart"
    assert "on purpose, as after a flash; restarts in the middle of a match: 0" in check.line("en")
    assert "exprès, comme après une programmation" in check.line("fr")


# What a wire, a reader and a package are called in every language.
DEVICES = set(
    "SCK MOSI MISO GP SDA pyserial mpremote mpy cross post mfrc socket KB MB toml there is none".split()
)


def test_hands_are_led_in_words_of_catalogues(at_table, capsys, monkeypatch, table, tmp_path):
    """In the pseudo-language: with a dead reader, a stuck key, exchanged ones and exchanged lamps."""
    hands, told = at_table.hands, []
    out_of_order(table, hands)
    pseudo_language.speak(monkeypatch)

    def say(code, **args):
        told.append(code)
        person.AtTerminal("en", sys.stdout).say(code, **args)

    monkeypatch.setattr(hands, "say", say)
    command.main(
        ["doctor", "--hw", "--support", str(tmp_path / "support"), "--report", str(tmp_path / "report")]
    )
    out, err = capsys.readouterr()
    pseudo_language.forget()
    assert len(told) > 60 and out.count("\n") > 100
    assert not (left := pseudo_language.left_over(out + err, pseudo_language.NAMES | DEVICES)), "\n".join(
        left
    )
