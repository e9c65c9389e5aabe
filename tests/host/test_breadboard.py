"""The bench on a breadboard is the bench of the circuit: each net whole, none joined to another."""

from collections import Counter

import pytest

from tablehost.drawings import breadboard
from tablehost.drawings.breadboard import Breadboard, Hole, Pin
from tablehost.drawings.catalogue import TYPES
from tablehost.virtual.boards import load


@pytest.fixture(scope="module")
def bench():
    return Breadboard(load("pico_bench"))


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
    for at in range(len(Breadboard(load("pico_bench")).wires)):
        bench = Breadboard(load("pico_bench"))
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
