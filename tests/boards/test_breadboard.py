"""The bench on a breadboard is the bench of the circuit: each net whole, none joined to another."""

from collections import Counter
from itertools import combinations, pairwise

import pytest

from cardtable_boards.drawings import assembly, breadboard
from cardtable_boards.drawings.assembly import THICK, WIDE, Box, Picture, colour_of, place, sections
from cardtable_boards.drawings.breadboard import Breadboard, Hole, Pin
from cardtable_boards.drawings.catalogue import TYPES
from tablehost.firmware.boards import read


@pytest.fixture(scope="module")
def bench():
    return Breadboard(read("pico_bench"))


def find_nets(bench, cut=True, turned=False):
    """The sets of pins that strips, wires and parts connect. `turned`: keys by a quarter."""
    parent = {}

    def root(node):
        while parent.setdefault(node, node) != node:
            node = parent[node]
        return node

    def strip(hole):
        return hole.strip if cut or hole.row not in breadboard.RAILS else hole.row

    for hole, pin in bench.legs.items():
        parent[root(pin)] = root(strip(hole))
    for wire in bench.wires:
        last = strip(wire.last) if isinstance(wire.last, Hole) else wire.last
        parent[root(last)] = root(strip(wire.first))
    for hole, ref in bench.spare.items():
        same = [other for other, pin in bench.legs.items() if pin.ref == ref]
        (partner,) = [one for one in same if (one.row == hole.row) == turned]
        parent[root(strip(hole))] = root(strip(partner))
    for pins in bench.joins():
        first, *others = pins
        for other in others:
            parent[root(other)] = root(first)
    found = {}
    for node in list(parent):
        if isinstance(node, Pin):
            found.setdefault(root(node), set()).add(node)
    return {frozenset(pins) for pins in found.values()}


def test_every_hole_exists_and_takes_one_thing(bench):
    count = Counter(bench.taken())
    assert set(count) <= set(breadboard.holes())
    assert [hole.name for hole, many in count.items() if many > 1] == []
    assert len(list(breadboard.holes())) == 830


@pytest.mark.parametrize("cut", [True, False], ids=["cut rails", "whole rails"])
@pytest.mark.parametrize("turned", [False, True], ids=["keys", "keys turned"])
def test_strips_and_wires_are_the_nets_of_the_circuit(bench, cut, turned):
    meant = {frozenset(Pin(*pin) for pin in pins) for pins in bench.circuit.nets().values()}
    single = {frozenset([Pin("U1", str(pin))]) for pin in range(1, TYPES["pico"].pins + 1)}
    found = find_nets(bench, cut, turned)
    assert meant - found == set()
    assert found - meant - single == set()


def test_a_wire_is_of_the_net_that_it_says(bench):
    nets = {Pin(*pin): net for net, pins in bench.circuit.nets().items() for pin in pins}
    by_strip = {hole.strip: nets[pin] for hole, pin in bench.legs.items() if pin in nets}
    for wire in bench.wires:
        if isinstance(wire.last, Pin):
            assert nets[wire.last] == wire.net
        for end in (wire.first, wire.last):
            if isinstance(end, Hole):
                assert by_strip.get(end.strip, wire.net) == wire.net


def test_a_wrong_or_missing_wire_is_found():
    """The comparison sees a wire in the next hole, and one that was left out."""
    for at in range(len(Breadboard(read("pico_bench")).wires)):
        bench = Breadboard(read("pico_bench"))
        before = find_nets(bench)
        wire = bench.wires.pop(at)
        assert find_nets(bench) != before, wire
        if wire.first.row in breadboard.ROWS:
            bench.wires.append(wire._replace(first=Hole(wire.first.row, wire.first.column + 1)))
            assert find_nets(bench) != before, wire


def test_one_set_of_jumper_wires_is_enough(bench):
    """40 between two holes, 40 from a hole to a pin, as the list of parts has them."""
    ends = Counter(type(wire.last) for wire in bench.wires)
    assert ends[Hole] <= 40 and ends[Pin] <= 40


# The picture.


@pytest.fixture(scope="module")
def picture():
    return Picture(read("pico_bench"))


def test_every_wire_leads_from_one_of_its_ends_to_the_other(picture):
    assert list(picture.ways) and set(picture.ways) == set(picture.bench.wires)
    for wire, way in picture.ways.items():
        assert way[0] == place(wire.first)
        if isinstance(wire.last, Hole):
            assert way[-1] == place(wire.last)
        assert all(x == x2 or y == y2 for (x, y), (x2, y2) in pairwise(way))


def test_no_wire_crosses_a_printed_label(picture):
    for wire, way in picture.ways.items():
        for label in picture.labels:
            assert all(label.box.is_apart(part, THICK / 2 - 0.05) for part in sections(way)), (wire, label)


def test_no_two_labels_overlap_and_none_leaves_the_page(picture):
    for one, other in combinations(picture.labels, 2):
        assert one.box.is_apart(other.box), (one, other)
    for label in picture.labels:
        assert label.box.left >= 5 and label.box.right <= WIDE - 5


def test_every_wire_is_named_with_both_ends(picture):
    named = {label.wire: " ".join(label.rows) for label in picture.labels if label.wire}
    for wire in picture.bench.wires:
        assert wire.first.name in named[wire]
        if isinstance(wire.last, Hole):
            assert wire.last.name in named[wire]


def test_wires_run_apart_and_cross_at_right_angles_alone(picture):
    for (wire, way), (other, way2) in combinations(picture.ways.items(), 2):
        for part in sections(way):
            for part2 in sections(way2):
                level, level2 = part.top == part.low, part2.top == part2.low
                if level == level2:
                    assert part.is_apart(part2, THICK), (wire, other)


def test_no_wire_hides_what_is_in_another_hole(picture):
    taken = set(picture.bench.taken())
    for wire, way in picture.ways.items():
        for hole in taken - {wire.first, wire.last}:
            x, y = place(hole)
            dot = Box(x - 0.6, y - 0.6, x + 0.6, y + 0.6)
            assert all(dot.is_apart(part) for part in sections(way)), (wire, hole)


def test_every_column_has_its_number_or_is_between_two_that_have(picture):
    printed = {row for label in picture.labels for row in label.rows}
    lacking = [column for column in range(1, breadboard.COLUMNS + 1) if str(column) not in printed]
    for column in lacking:
        assert {str(column - 1), str(column + 1)} <= printed


def test_the_list_has_every_wire_once_and_every_part(picture):
    page = assembly.page(picture.board)
    for wire in picture.bench.wires:
        row = f"| {wire.first.name} | {picture.end_name(wire.last)} |"
        assert page.count(row) == 1, wire
    for hole, pin in picture.bench.legs.items():
        if pin.ref != "U1":
            assert f"{hole.name}" in page
    assert page.count("\n| ") == len(picture.bench.wires) + len(
        {pin.ref for pin in picture.bench.legs.values()}
    ) + page.count("\n|--")


def test_wires_of_one_reader_have_different_colours(picture):
    for ref in ("A1", "A2", "A3", "DS1"):
        nets = {wire.net for wire in picture.ways if isinstance(wire.last, Pin) and wire.last.ref == ref}
        assert len({colour_of(net) for net in nets}) == len(nets)
    assert len({colour_of(f"keys.pin.{at}") for at in range(6)}) == 6
