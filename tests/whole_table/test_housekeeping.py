"""The table when its flash fails or fills up, when its files were lost, in maintenance."""

import gc
import weakref
from hashlib import sha256

import pytest

from cardtable.controller import loop
from cardtable.controller.storage.settings import Settings
from cardtable.controller.storage.store import SECTOR, Store
from cardtable.drivers.watchdog import LONGEST_MS, Watchdog, find_reset_cause
from firmware_table import BOARD, CENTRE, HOLD_US, SWEEP_US, Host, Table, everything, kept_files
from panel_text import letters
from simulated_line import compact
from tablehost.firmware import boards
from tablehost.firmware.program import LACKING
from tablehost.virtual.chips.flash import Flash
from tablehost.virtual.chips.ssd1306 import Ssd1306Chip
from tablehost.virtual.pico import WATCHDOG_ENABLED, FakeMachine
from tablehost.virtual.tags.tag import Tag

KEPT, READ = "W=", "B="  # what the lamp of the card says


@pytest.fixture
def all_laid(laying):
    """All three have laid: the next OK fixes the plays."""
    for pad, card in enumerate(("5S", "AH", "4D")):
        laying.lay(pad, card)
    return laying


def fail(monkeypatch, after=0):
    """Flash takes `after` more records, then none."""
    real, calls = Store.append, []

    def append(store, name, data):
        calls.append(name)
        if len(calls) > after:
            raise OSError(5, "EIO")
        real(store, name, data)

    monkeypatch.setattr(Store, "append", append)


def pads_say(table):
    return [table.lamps(pad)[1] for pad in (0, 1, 2, CENTRE)]


# -- flash that fails ------------------------------------------------------------------------------------


def test_read_is_not_kept(all_laid):
    """The middle's card is recorded, the others may still be exchanged."""
    assert pads_say(all_laid) == [READ, READ, READ, KEPT]


@pytest.mark.parametrize("after", range(2))
def test_the_table_never_says_kept_of_what_is_not_on_flash(all_laid, monkeypatch, after):
    """OK writes three secrets at once, and then a record; if one write fails, nothing is promised."""
    before = all_laid.records
    fail(monkeypatch, after)
    all_laid.press("ok", 0)
    assert all_laid.records == before
    assert pads_say(all_laid) == ["..", "..", "..", ".."] and not all_laid.loop.tunes.due(0)
    assert all_laid.says.startswith("The table cannot keep any more: OSError. What was kept is safe.")
    assert "Connect a computer" in all_laid.says
    all_laid.press("ok", 0)
    all_laid.lift(1)
    assert all_laid.says.startswith("The table cannot keep any more")
    monkeypatch.undo()
    all_laid.power_cut()
    assert all_laid.records == before
    boots = [record for record in everything(all_laid) if record[0] == "boot"]
    assert boots[-1][2] == "OSError"


def test_what_is_on_flash_is_handed_over_though_nothing_more_can_be_kept(all_laid, monkeypatch):
    fail(monkeypatch)
    all_laid.press("ok", 0)
    host = Host(all_laid)
    host.run(3)
    assert all_laid.loop.journal.taken == all_laid.loop.journal.hi() > 3


def test_a_host_that_comes_late_gets_packed_matches_and_so_does_one_from_an_old_backup(table):
    """Three matches were played alone; a second host has nothing, a third one half of it."""
    for _ in range(3):
        table.begin(2)
        table.run(20_000_000)
    journal = table.loop.journal
    assert len(journal.packs) >= 3 and len(journal.stages) == 1, "stages that are over are packed"
    first = Host(table)
    first.run(10)
    told = [compact(journal.get(g)) for g in range(journal.hi() + 1)]
    assert [first.disk.stored(uid(table), g) for g in range(journal.hi() + 1)] == told
    assert journal.taken == journal.hi()
    table.power_cut()
    for known in (0, len(told) // 2):
        host = Host(table)
        host.disk.rows = {row: first.disk.rows[row] for row in first.disk.rows if row[1] < known}
        host.run(10)
        assert [host.disk.stored(uid(table), g) for g in range(len(told))] == told


def test_a_table_whose_flash_cannot_be_written_at_all_begins_nothing(tmp_path, monkeypatch):
    def write(store, *_):
        raise OSError(30, "EROFS")

    table = Table(tmp_path)
    monkeypatch.setattr(Flash, "writeblocks", write)
    table.switch_on()
    table.run(1_000_000)
    assert "The table cannot keep any more" in table.says and table.loop.bug is None
    host = Host(table)
    host.end.do("new", "democracy", 3)
    host.end.do("begin")
    host.run(3)
    assert [answer[2] for answer in host.heard("res")] == [True, False]
    assert host.heard("res")[-1][3][0] == "flash-failed"


def test_little_room_is_said_while_it_lasts(table, monkeypatch):
    room = [100_000]
    monkeypatch.setattr(Store, "free", lambda store: room[0])
    table.begin(3)
    assert "The table's memory is nearly full. Connect a computer" in table.says
    table.lay(CENTRE, "KS")
    assert table.asked == "lay-face-down", "and the match goes on"
    room[0] = 900_000
    table.power_cut()
    assert "nearly full" not in table.says


REALLY_FREE = Store.free


def small(sectors):
    """Return what is free of so many sectors, each of which counts as if it were as large as four."""

    def free(store):
        used = store.count - REALLY_FREE(store) // SECTOR
        return (sectors - used) * 4 * SECTOR

    return free


def full(table):
    """Play short matches alone on a small flash until one rests for want of room. How many were begun."""
    for number in range(1, 8):
        if number > 1:
            table.loop.correct(["end", "operator"])
        table.begin(3)
        table.run(20_000_000)
        if "memory is full" in table.says:
            return number
    raise AssertionError(table.says)


def test_a_match_rests_when_the_flash_is_full_and_goes_on_when_a_computer_made_room(table, monkeypatch):
    """Room for six blocks in addition to the reserve."""
    monkeypatch.setattr(Store, "free", small(10))
    assert full(table) == 4
    assert "Connect a computer" in table.says and "A pause until there is room; all is kept" in table.says
    before = table.records
    table.lay(CENTRE, "KS")
    table.press("ok", 0)
    assert table.records == before
    host = Host(table)
    host.end.do("new", "democracy", 3)
    host.end.do("begin")
    host.run(1)
    assert host.heard("res")[-1][2:] == (False, ["flash-full", "there is no room"])
    host.run(25)
    journal = table.loop.journal
    taken = [host.disk.stored(uid(table), g) for g in range(journal.hi() + 1)]
    assert None not in taken and journal.lo() > 0, "nothing is lost, and what was taken has gone"
    assert "is full" not in table.says and table.loop.dialogue is None
    assert notes(table)[-2:] == [["fault", "flash-nearly-full", -1], ["cured", "flash-full", -1]]
    assert table.asked == "lay-face-down", "what was laid meanwhile counts now"


def test_a_match_that_rests_for_want_of_room_survives_a_power_cut_and_can_be_ended(table, monkeypatch):
    monkeypatch.setattr(Store, "free", small(10))
    full(table)
    before = table.records
    table.power_cut()
    table.run(2_000_000)
    assert "A pause until there is room; all is kept" in table.says and table.records == before
    table.hold([0], "no", HOLD_US)
    assert "ends the match here" in table.says
    table.hold([1], "no", HOLD_US)
    assert table.loop.play.referee.over and not table.loop.journal.broken


# -- files that were lost ----------------------------------------------------------------------------------


def uid(table):
    return table.loop.end._info[0]


def test_a_table_that_is_set_up_is_no_table_that_lost_its_files(table):
    assert table.loop.faults.now == [] and uid(table) == table.parts.unique_id.hex()


def test_lost_files_are_reported_and_the_table_is_another_one(table, tmp_path):
    """A user who puts the deck back on a Pico that was known does not write the marker."""
    own = table.parts.unique_id.hex()
    table.begin(2)
    (tmp_path / "journal.flash").unlink()
    (tmp_path / "marker").unlink()
    for _ in range(2):
        table.switch_on()
        table.run(1_000_000)
        assert "The table's files were made anew. What a computer took from it is safe there" in table.says
        assert [record for record in everything(table) if record[0] == "note"][-1] == ["note", "files-lost"]
    new = uid(table)
    assert new.startswith(own + "-") and len(new) == len(own) + 9, "positions begin anew: no fork"
    table.begin(2)
    assert "made anew" not in table.says
    table.power_cut()
    assert "made anew" not in table.says and uid(table) == new


# -- watchdog and maintenance -------------------------------------------------------------------------------


class Enough(Exception):
    """The table has run for long enough."""


def run_program(machine, until, trouble=Enough):
    """Run the program until this time, in microseconds, then have `trouble`, once."""
    had = []

    def idle(us):
        machine.clock.advance(us or SWEEP_US)
        if machine.clock.us > until and not had:
            had.append(trouble)
            raise trouble

    parts = machine.build()
    parts.idle = idle
    loop.run(parts)


def test_the_loop_feeds_the_watchdog(tmp_path):
    machine = FakeMachine(BOARD, root=f"{tmp_path}/")
    machine.reset_reason, machine.reset_mark = 1, WATCHDOG_ENABLED
    with pytest.raises(Enough):
        run_program(machine, 20_000_000)
    assert machine.watchdog_ms == LONGEST_MS == 8388 and machine.fed >= 20
    assert machine.timers == []
    assert b'"boot","watchdog",null,null]' in kept_files(tmp_path)["00000000.stage"]


def test_the_timer_that_feeds_the_watchdog_when_the_program_has_ended_is_held():
    """MicroPython ends a timer without a reference as soon as it collects the heap."""
    timers = weakref.WeakSet()

    class Timer:
        def __init__(self, period, callback):
            timers.add(self)

    watchdog = Watchdog(lambda timeout: None, Timer)
    watchdog._wdt = "started"
    watchdog.alone()
    del watchdog
    gc.collect()
    assert len(timers) == 1


def test_ctrl_c_leaves_a_table_that_says_so_and_is_not_reset(tmp_path):
    machine = FakeMachine(BOARD, root=f"{tmp_path}/")
    machine.pads[2].tags.append(Tag(b"1234"))
    run_program(machine, 3_000_000, KeyboardInterrupt)
    says = " ".join(" ".join(machine.parts.display.lines).split())
    assert says == "Maintenance: nothing goes on. What was kept is safe. Switch it off and on to play"
    lights = machine.lights()
    for pad in range(BOARD.SEAT_PADS + BOARD.CENTRE_PADS):
        do, card, result = lights[3 * pad : 3 * pad + 3]
        assert do == card == (0, 0, 0) and result[0] > result[1] + result[2], "steady red"
    lines = kept_files(tmp_path)["00000000.stage"].splitlines()
    assert b'"note","repl"]' in lines[-1]
    [(period, feed)] = machine.timers
    fed = machine.fed
    feed(None)
    assert machine.fed == fed + 1 and period * 2 < LONGEST_MS


def test_ctrl_c_in_the_middle_of_a_write_writes_nothing_more(tmp_path, monkeypatch):
    machine = FakeMachine(BOARD, root=f"{tmp_path}/")
    real = Store.replace

    def replace(store, name, lines, secret=False):
        if name.endswith(".stage"):
            raise KeyboardInterrupt
        real(store, name, lines, secret)

    monkeypatch.setattr(Store, "replace", replace)
    run_program(machine, 3_000_000)
    assert kept_files(tmp_path) == {}
    says = " ".join(" ".join(machine.parts.display.lines).split())
    assert says.startswith("Maintenance")


# -- faults on record ------------------------------------------------------------------------------------


def notes(table):
    return [record[1:] for record in everything(table) if record[0] == "note"]


def test_a_fault_and_its_cure_are_on_record(laying):
    chip = laying.machine.chips[1]
    chip.dead = 0x00
    laying.run(3_000_000)
    assert notes(laying) == [["fault", "dead-bus", 1]]
    laying.run(30_000_000)
    assert notes(laying) == [["fault", "dead-bus", 1]], "once, however long it lasts"
    chip.dead = None
    laying.run(15_000_000)
    assert notes(laying) == [["fault", "dead-bus", 1], ["cured", "dead-bus", 1]]


def test_a_plug_that_is_out_is_one_fault_and_the_match_goes_on_when_it_is_in(laying):
    """The Pico runs on USB: the cards that lie there are not lifted by that."""
    seen = list(laying.loop.pads.seen)
    laying.machine.supply_mv = 0
    laying.run(3_000_000)
    assert laying.loop.faults.now == [("no-readers", -1, "")]
    assert "No reader answers" in laying.says
    assert laying.loop.pads.seen == seen
    laying.machine.supply_mv = 5000
    laying.run(15_000_000)
    assert laying.loop.faults.now == []
    assert laying.loop.pads.seen == seen
    assert notes(laying) == [["fault", "no-readers", -1], ["cured", "no-readers", -1]]


def test_a_bus_that_makes_errors_at_speed_runs_slower_and_that_is_said_and_on_record(laying):
    """Play goes on; the sentence goes when it was read, and the record stays."""
    bus = laying.machine._buses["bus0"]
    bus.disturb(0.01, above=2_000_000)
    said = []
    for _ in range(80):
        laying.run(500_000)
        said.append("asked more slowly" in laying.says)
    assert {row[1] for row in laying.parts.buses} == {2_000_000}
    assert 7 <= sum(said) <= 12, "for four seconds"
    slow = [note for note in notes(laying) if note[1] == "slower-wires"]
    assert len(slow) == 1 and slow[0][0] == "fault"
    assert "asked more slowly" not in laying.says and all(laying.loop.pads.alive)
    laying.lay(0, "2S")
    assert laying.loop.pads.seen[0] is not None


def test_a_stop_of_the_table_is_shown_until_a_player_goes_on(all_laid, monkeypatch):
    """Flash failed for one write; after a power cycle it can be written, and people are warned first."""
    fail(monkeypatch)
    all_laid.press("ok", 0)
    monkeypatch.undo()
    for _ in range(3):
        all_laid.switch_on()
        all_laid.run(1_000_000)
        assert "The table had stopped: OSError" in all_laid.says, "however often it is switched off and on"
    assert notes(all_laid)[-1] == ["fault", "had-stopped", -1]
    all_laid.press("ok", 0)
    all_laid.run(15_000_000)
    assert "had stopped" not in all_laid.says and notes(all_laid)[-1] == ["cured", "had-stopped", -1]
    all_laid.power_cut()
    assert "had stopped" not in all_laid.says


@pytest.mark.parametrize("note", [["service-over"], ["fault", "no-deck", -1], ["repl"]])
def test_what_is_on_record_without_a_match_is_nothing_to_look_back_at(table, note):
    table.loop.play.note(*note)
    table.switch_on()
    table.run(1_000_000)
    assert table.says.startswith("Ready"), table.says
    table.begin(2)
    table.switch_on()
    table.run(1_000_000)
    table.loop.give_up("operator")
    table.switch_on()
    table.run(1_000_000)
    assert table.says.startswith("Hold NO and OK to see past rounds. Ready"), table.says


def test_a_missing_language_is_reported_until_a_match_begins(table, tmp_path):
    (tmp_path / "settings").write_text("glow=1\nlang=klingon-of-old\nsound=off\n")
    for _ in range(2):
        table.switch_on()
        table.run(1_000_000)
        assert "The language klingon- is not in this program. Choose one: cardtable play" in table.says
        assert table.loop.tunes.sound == "off" and "OK sets up a match" in table.says
    table.begin(2)
    assert "klingon" not in table.says and table.asked == "turn-up"
    assert [record for record in everything(table) if record[0] == "note"] == []


def test_a_language_that_is_set_cures_one_that_the_program_lacks(table, tmp_path):
    (tmp_path / "settings").write_text("lang=klingon\n")
    table.switch_on()
    table.run(1_000_000)
    assert "The language klingon is not" in table.says
    settings = Settings(table.parts.root)
    settings.set("lang", "fr")
    table.loop.applied(settings)
    table.run(1_000_000)
    assert "klingon" not in table.says and "OK prépare" in table.says


# -- the program that runs -------------------------------------------------------------------------------


def test_the_hello_tells_what_runs(table):
    assert table.loop.end._info[3:7:2] == (LACKING, []) and table.loop.end._info[6] is None
    table.switch_on(("0123456789abcdef", ("cardtable",), (200, 1150)))
    host = Host(table)
    host.run(1)
    info = host.heard("hi")[-1][1]
    assert info["program"] == "0123456789abcdef"
    assert info["shadows"] == ["cardtable"] and info["clock"] == [200, 1150]


def _idle(table, seconds):
    """Run, and let the board paint."""
    for _ in range(seconds):
        table.run(1_000_000)
        while table.parts.display.paint():
            pass


def test_the_hello_tells_whether_a_display_answers(table):
    def told():
        host = Host(table)
        host.run(1)
        return host.heard("hi")[-1][1]["display"]

    assert told() is False
    table.panel = Ssd1306Chip()
    table.switch_on()
    assert told() is True
    table.panel.unplugged = True
    _idle(table, 31)
    assert told() is False
    table.panel.unplugged = False
    _idle(table, 3)
    assert told() is True
    assert letters(table.panel.picture(), 0).rstrip() == table.parts.display.lines[0].rstrip() != ""


def test_it_hashes_its_program_as_it_lies_in_the_flash_and_nothing_else(table):
    asked = (4096, 4096), (4096, 5), (8190, 2), (8190, 3), (1 << 30, 1)
    table.flash = bytes(range(256)) * 32
    for flash in (table.flash, b""):
        table.flash = flash
        table.switch_on()
        host = Host(table)
        host.run(1)
        for at, size in asked:
            host.end.do("program", at, size)
            host.run(1)
        told = [event[2:] for event in host.heard("res")]
        if not flash:
            assert told == [(False, ["no-program", None])] * 5
            continue
        assert told[:3] == [
            (True, ["ok", sha256(flash[at : at + size]).hexdigest()]) for at, size in asked[:3]
        ]
        assert [row[1][0] for row in told[3:]] == ["usage"] * 2, "what lies behind it is no program"


def test_it_waits_for_another_program_when_a_computer_has_everything(table):
    shown = []
    feeding = []
    waits = table.parts.bootloader
    table.parts.bootloader = lambda: (shown.append(table.says), feeding.extend(table.machine.timers), waits())
    table.parts.watchdog.start()
    host = Host(table)
    host.run(3)
    host.end.do("bootloader")
    host.run(2)
    assert host.heard("res")[-1][2:] == (True, ["ok", "bootloader"])
    assert table.machine.waits_for_image and shown[0].startswith("Maintenance")
    assert feeding == [], "a timer that feeds the watchdog would run on while the Pico is a drive"
    assert notes(table) == [], "a record of it would be one that the computer has not"


def test_it_does_not_wait_in_a_match_or_before_its_records_are_taken(table, monkeypatch):
    table.begin(2)
    host = Host(table)
    host.run(3)
    host.end.do("bootloader")
    host.run(2)
    assert host.heard("res")[-1][2:] == (False, ["match", None])
    table.loop.give_up("operator")
    host.run(3)
    monkeypatch.setattr(table.loop.journal, "taken", 0)
    monkeypatch.setattr(table.loop.journal, "acked", lambda g: None)
    host.end.do("bootloader")
    host.run(2)
    assert host.heard("res")[-1][2:] == (False, ["untaken", table.loop.journal.hi()])
    assert not table.machine.waits_for_image


@pytest.mark.parametrize("command", [("serve", "fresh"), ("serve", "count", 0)])
def test_it_does_not_wait_while_a_computer_examines_the_devices(table, command):
    host = Host(table)
    host.run(3)
    for words in (("serve", "begin"), ("bootloader",), command):
        host.end.do(*words)
        host.run(2)
    begun, refused, served = host.heard("res")[-3:]
    assert (begun[2], refused[2:], served[2]) == (True, (False, ["busy", None]), True)
    assert not table.machine.waits_for_image and not table.says.startswith("Maintenance")


@pytest.mark.parametrize("board", ["pico_6pads", "pico_10pads"])
@pytest.mark.parametrize(
    "reason, mark, cause",
    [
        (0, 0, "power"),
        (0, WATCHDOG_ENABLED, "power"),  # the mark of a program that ran before the plug was pulled
        (1, WATCHDOG_ENABLED, "watchdog"),
        (2, 0, "restart"),  # machine.reset()
        (2, WATCHDOG_ENABLED, "restart"),
        (1, 0, "restart"),  # the BOOTSEL drive, after an image was copied; picotool, which wait on the timer
        (1, 0xB007C0D3, "restart"),  # to a given address
        (3, 0, "restart"),
    ],
)
def test_only_a_program_that_hung_was_restarted_by_the_watchdog(board, reason, mark, cause):
    machine = FakeMachine(boards.load(board))
    machine.reset_reason, machine.reset_mark = reason, mark
    assert machine.build().reset_cause == cause


def test_why_an_rp2350_was_started_is_in_registers_of_its_own():
    registers = {0x400D8008: 1, 0x400D801C: WATCHDOG_ENABLED}
    assert find_reset_cause(registers, "Raspberry Pi Pico2 with RP2350") == "watchdog"
