"""Two slots on a Pico: what is put there, what starts, and that a power cut leaves one that is whole."""

import itertools
from types import SimpleNamespace

import pytest

import flash
from cardtable.controller import marker
from slotted import Pico, Slots, tree
from tablehost.flashing import slots
from tablehost.trouble import Trouble

OLD, NEW = tree("old"), tree("new", ("board.mpy", "entry.mpy", "lib/loop.mpy"))


def carry_out(pico, program, new_board=True):
    plan = slots.plan(pico, program, new_board)
    for step in plan.steps:
        step.act()
    return plan


@pytest.fixture
def pico():
    """A table whose slot a has the old program, which has proved itself."""
    pico = Pico()
    carry_out(pico, OLD)
    prove(pico)
    return pico


def prove(pico):
    assert Slots(pico.disk).start() is not None
    with pico.disk.in_place():
        clock = SimpleNamespace(ms=marker.GOOD_MS)
        loop = SimpleNamespace(bug=None, parts=SimpleNamespace(root="/"), trial=0, clock=clock)
        marker.try_out(SimpleNamespace(parts=loop.parts, trial=0, faults=SimpleNamespace(set=print)))
        marker.prove(loop)


def program(pico, slot):
    """The files of a slot, by their names in it."""
    there = {path[3:]: data for path, data in pico.holds().items() if path.startswith(f"/{slot}/")}
    return there.pop("manifest", b"").decode(), there


def is_whole(pico, slot, program_):
    return program(pico, slot) == (program_.manifest, program_.slot)


# -- what is put there -----------------------------------------------------------------------------------


def test_the_first_program_of_a_new_pico():
    pico = Pico()
    plan = carry_out(pico, OLD)
    assert plan.into == "a" and plan.kept == "" and plan.copied == [f"/a/{name}" for name in OLD.slot]
    assert is_whole(pico, "a", OLD)
    there = pico.holds()
    assert there["/start"] == b"a0-" and there["/marker"] == b""
    assert {name: there[f"/{name}"] for name in OLD.beside} == OLD.beside
    assert Slots(pico.disk).start() == "a"


def test_a_board_that_is_known_and_has_lost_its_files_gets_no_marker():
    """Then the table knows that they were lost (controller/marker.py)."""
    pico = Pico()
    carry_out(pico, OLD, new_board=False)
    assert "/marker" not in pico.holds()
    with pico.disk.in_place():
        tail, lost = marker.look("/", lambda count: bytes(count))
    assert lost and tail == "-00000000"


def test_a_new_table_is_not_taken_for_one_that_lost_its_files():
    pico = Pico()
    carry_out(pico, OLD)
    with pico.disk.in_place():
        assert marker.look("/", lambda count: bytes(count)) == ("", False)


def test_the_next_program_goes_into_the_other_slot(pico):
    plan = carry_out(pico, NEW)
    assert (plan.kept, plan.into) == ("a", "b")
    assert is_whole(pico, "a", OLD) and is_whole(pico, "b", NEW)
    assert (
        pico.read("/main.py") == NEW.beside["main.py"] and pico.read("/slots.mpy") == NEW.beside["slots.mpy"]
    )
    assert Slots(pico.disk).start() == "b"


def test_what_lies_there_already_is_not_copied_again(pico):
    steps = slots.plan(pico, NEW, False).steps
    for step in steps[: len(steps) // 2]:
        step.act()
    again = slots.plan(pico, NEW, False)
    assert 0 < len(again.same) and len(again.copied) < len(NEW.slot)
    carry_out(pico, NEW)
    assert is_whole(pico, "b", NEW)
    prove(pico)
    nothing = slots.plan(pico, OLD, False)
    assert nothing.copied == [] and len(nothing.same) == len(OLD.slot), "the program before lies there yet"


def test_a_file_of_the_same_length_that_is_another_is_copied(pico):
    carry_out(pico, NEW)
    name = f"/b/{next(iter(NEW.slot))}"
    pico.write(name, bytes(len(NEW.slot[name[3:]])))
    pico.write("/start", b"a--")
    assert slots.plan(pico, NEW, False).copied == [name]


def test_strays_go_and_what_is_the_tables_own_or_somebody_elses_stays(pico):
    own = {
        "/deck.txt": b"deck",
        "/deck.txt.rows": b"what a start makes of it",
        "/settings": b"lang=fr",
        "/journal/00000000.stage": b"x",
        "/notes.txt": b"me",
    }
    pico.mkdir("/journal")
    pico.mkdir("/b")
    pico.mkdir("/b/lib")
    pico.mkdir("/lib")
    pico.mkdir("/lib/cardtable")
    strays = {"/b/lib/gone.mpy": b"1", "/lib/cardtable/loop.mpy": b"2", "/board.mpy": b"3", "/deck.new": b"4"}
    for path, data in {**own, **strays}.items():
        pico.write(path, data)
    plan = carry_out(pico, NEW)
    there = pico.holds()
    assert {path: there.get(path) for path in own} == own
    assert not strays.keys() & there.keys() and "/lib" not in pico.files("")
    assert strays.keys() <= set(plan.strays) and plan.unknown == ["/notes.txt"]
    assert is_whole(pico, "b", NEW) and Slots(pico.disk).start() == "b"


def test_what_did_not_arrive_is_seen_and_never_starts(pico, monkeypatch):
    write = Pico.write

    def spoiled(self, path, data):
        write(self, path, data[:-1] + b"?" if path.endswith("entry.mpy") else data)

    monkeypatch.setattr(Pico, "write", spoiled)
    with pytest.raises(Trouble) as trouble:
        carry_out(pico, NEW)
    assert (trouble.value.code, trouble.value.message) == ("NOT_THE_SAME", "/b/entry.mpy")
    assert Slots(pico.disk).start() == "a" and is_whole(pico, "a", OLD)


def test_a_program_that_does_not_fit_is_refused_before_anything_is_touched(pico):
    large = tree("large", tuple(f"lib/{number}.mpy" for number in range(60)))
    before = pico.holds()
    with pytest.raises(Trouble) as trouble:
        slots.plan(pico, large, False)
    assert trouble.value.code == "NO_ROOM" and pico.holds() == before


# -- power cuts ------------------------------------------------------------------------------------------


def cut_everywhere(prepare, wanted):
    """Cut the power in each flash operation of putting NEW on what `prepare` gives, in the worse ways it can
    tear; how many there were, and what `wanted` says of them all.
    """
    pico = prepare()
    before = pico.disk.flash.operations
    carry_out(pico, NEW)
    count = pico.disk.flash.operations - before
    ends = set()
    for cut, tear in itertools.product(range(1, count + 1), flash.TEARS[1:3]):
        pico = prepare()
        pico.disk.flash.cut_in(cut, tear)
        with pytest.raises(flash.PowerCut):
            carry_out(pico, NEW)
        pico.disk.remount()
        ends.add(wanted(pico))
        carry_out(pico, NEW)  # whoever flashes again comes to the end
        assert Slots(pico.disk).start() is not None
        assert any(is_whole(pico, slot, NEW) for slot in "ab"), cut
    return count, ends


def test_a_power_cut_anywhere_leaves_the_old_program_or_the_new_one():
    def prepare():
        pico = Pico()
        carry_out(pico, OLD)
        pico.write("/start", b"a--")
        return pico

    def started(pico):
        slot = Slots(pico.disk).start()
        assert is_whole(pico, slot, {"a": OLD, "b": NEW}[slot]), "whole, whichever it is"
        assert pico.read("/main.py") in (OLD.beside["main.py"], NEW.beside["main.py"])
        assert pico.read("/slots.mpy") in (OLD.beside["slots.mpy"], NEW.beside["slots.mpy"])
        return slot

    count, ends = cut_everywhere(prepare, started)
    assert count > 30 and ends == {"a", "b"}


def test_a_power_cut_before_there_were_slots_leaves_what_was_there():
    """Files that were put there by hand: they start until main.py is that of the slots."""
    by_hand = {"/main.py": b"by hand", "/board.mpy": b"by hand", "/lib/cardtable/loop.mpy": b"by hand"}

    def prepare():
        pico = Pico()
        for folder in ("/lib", "/lib/cardtable"):
            pico.mkdir(folder)
        for path, data in by_hand.items():
            pico.write(path, data)
        return pico

    def started(pico):
        there = pico.holds()
        if there["/main.py"] == b"by hand":
            assert {path: there[path] for path in by_hand} == by_hand
            return "by hand"
        slot = Slots(pico.disk).start()
        assert is_whole(pico, slot, NEW)
        return slot

    count, ends = cut_everywhere(prepare, started)
    assert count > 30 and ends == {"by hand", "a"}


# -- what starts -----------------------------------------------------------------------------------------


def test_a_program_that_never_proves_itself_has_three_starts(pico):
    carry_out(pico, NEW)
    assert [Slots(pico.disk).start() for _ in range(5)] == ["b", "b", "b", "a", "a"]
    assert pico.read("/start") == b"a-B"


def test_a_mistake_restarts_and_after_three_the_program_before_runs(pico, monkeypatch):
    carry_out(pico, NEW)
    for _ in range(3):
        on_pico = Slots(pico.disk)
        assert on_pico.start() == "b" and on_pico.fail(monkeypatch, ImportError("no module"))
    assert Slots(pico.disk).start() == "a" and pico.read("/start") == b"a-BImportError"


def test_a_program_that_has_run_for_some_seconds_stays(pico):
    carry_out(pico, NEW)
    assert Slots(pico.disk).start() == "b"
    prove(pico)
    assert pico.read("/start") == b"b--"
    assert [Slots(pico.disk).start() for _ in range(4)] == ["b"] * 4, "only mistakes count now, no plug"


def test_one_that_had_proved_itself_and_fails_three_times_gives_way_as_well(pico, monkeypatch):
    carry_out(pico, NEW)
    prove(pico)
    for _ in range(3):
        on_pico = Slots(pico.disk)
        assert on_pico.start() == "b" and on_pico.fail(monkeypatch, MemoryError())
    assert Slots(pico.disk).start() == "a"


def test_of_two_that_failed_none_is_tried_for_ever(pico, monkeypatch):
    carry_out(pico, NEW)
    for _ in range(6):
        on_pico = Slots(pico.disk)
        on_pico.start()
        again = on_pico.fail(monkeypatch, ImportError("no module"))
    assert not again and pico.read("/start")[:3] == b"a3B", "somebody has to look"
    assert Slots(pico.disk).start() == "a"


def test_the_next_program_takes_the_place_of_the_one_that_failed(pico):
    carry_out(pico, NEW)
    for _ in range(4):
        Slots(pico.disk).start()
    assert slots.plan(pico, NEW, False).into == "b"
    pico.write("/start", b"b2-")
    assert slots.plan(pico, NEW, False).kept == "a", "one that has not proved itself yet is not kept"


@pytest.mark.parametrize("told", [None, b"", b"x", b"q0-", bytes([255, 254, 253])])
def test_without_a_word_on_what_starts_what_is_whole_starts(pico, told):
    pico.remove("/start")
    if told is not None:
        pico.write("/start", told)
    assert Slots(pico.disk).start() == "a"
    pico.remove("/a/manifest")
    assert Slots(pico.disk).start() is None, "then imports come from where they did"


def test_the_slot_that_does_not_run_is_given_up_for_room_a_few_files_at_a_time(pico):
    carry_out(pico, NEW)
    with pico.disk.in_place():
        assert not marker.make_room("/"), "not while the program has to prove itself"
        assert is_whole(pico, "a", OLD)
        prove(pico)
        for _ in range(3):
            marker.make_room("/")
        assert not marker.make_room("/")
    assert not [path for path in pico.files("") if path == "/a" or path.startswith("/a/")]
    assert is_whole(pico, "b", NEW) and Slots(pico.disk).start() == "b"
