"""Boards to order: the kept ones can be made, each of fifty faults is found, the router keeps distances."""

import random
import re

import pytest

from cardtable_boards.drawings.catalogue import NUMBERS
from cardtable_boards.drawings.circuit import Circuit
from cardtable_boards.pcb import files, footprints, order, page, rules
from cardtable_boards.pcb.__main__ import LAYOUTS, find_faults, kept, main, page_of
from cardtable_boards.pcb.expressions import Row
from cardtable_boards.pcb.footprints import Pad
from cardtable_boards.pcb.layout import Place, parts_of
from cardtable_boards.pcb.router import Block, Track, route
from cardtable_boards.pcb.seat import SEAT
from doc_page import GUIDE
from tablehost.firmware import boards

MUTATIONS = 50
LAYOUT = LAYOUTS[0]


@pytest.fixture(scope="module")
def board():
    return kept(LAYOUT)


@pytest.mark.parametrize("layout", LAYOUTS, ids=lambda layout: layout.name)
def test_the_kept_board_is_that_of_the_rows_and_can_be_made(layout):
    assert find_faults(layout) == []


@pytest.mark.parametrize("layout", LAYOUTS, ids=lambda layout: layout.name)
def test_the_page_is_that_of_the_rows(layout):
    assert page_of(layout).read_text(encoding="utf-8") == page.text(layout, kept(layout)), "make drawings"


@pytest.mark.parametrize("layout", LAYOUTS, ids=lambda layout: layout.name)
def test_each_part_of_a_board_has_a_number_and_is_bought_in_whole_packs(layout):
    lines = page.list_lines(layout)
    assert {ref for line in lines for ref in line.refs} == {part.ref for part in parts_of(layout)}
    for line in lines:
        assert line.number in NUMBERS.values(), line.what
        assert line.many * 5 <= line.bought() < line.many * 5 + line.pack and line.bought() % line.pack == 0


@pytest.mark.parametrize("layout", LAYOUTS, ids=lambda layout: layout.name)
def test_each_pad_is_framed_in_the_pictures_of_the_steps(layout):
    board = kept(layout)
    shown = page.show_steps(layout, board, '<svg viewBox="0 0 1 1"><path d="M 1 2"/></svg>')
    assert shown.count("<svg") == shown.count("</svg>") and shown.count("<path") == 1
    now = re.findall(r'<rect class="now" x="(.+?)" y="(.+?)" width="(.+?)" height="(.+?)"', shown)
    frames = [tuple(float(side) for side in frame) for frame in now]
    for pad in board.pads:
        if pad.number:
            framed = [x < pad.x < x + wide and y < pad.y < y + high for x, y, wide, high in frames]
            assert any(framed), f"{pad.ref}.{pad.number}"
    assert len(frames) == len({pad.ref for pad in board.pads if pad.number})


@pytest.mark.parametrize("layout", LAYOUTS[1:], ids=lambda layout: layout.name)
def test_a_board_that_waits_for_a_report_says_so_in_copper_and_page(layout):
    (copper,) = [words.text for words in layout.words if words.layer == "B.Cu"]
    assert copper.startswith("not before")
    assert layout.advice.startswith("**not before") and layout.advice in page_of(layout).read_text("utf-8")


def test_the_checks_of_a_page_name_parts_that_are_on_the_board():
    for layout in LAYOUTS:
        refs = {part.ref for part in parts_of(layout)} | {part.ref for part in parts_of(SEAT)}
        named = {ref for check in layout.checks for ref in re.findall(r"\b[A-Z]{1,2}\d+\b", " ".join(check))}
        assert named <= refs, layout.name


def test_the_guide_says_how_many_joints_the_boards_have():
    joints = [sum(1 for pad in kept(layout).pads if pad.number) for layout in LAYOUTS]
    assert f"after {joints[0]} joints" in GUIDE
    assert f"{joints[1]} joints on each of 12 seat boards" in GUIDE


def test_rows_that_no_router_can_join_say_which_net(monkeypatch, capsys, tmp_path):
    """Without KiCad: its libraries are not read."""
    monkeypatch.setattr(files, "route", lambda *_: ([], [], ["bus0.sck"]))
    monkeypatch.setattr(footprints, "read", lambda *_: Row("footprint"))
    assert main(["lay", str(tmp_path), "shield"]) == 1
    assert capsys.readouterr().err == "boards: shield: no way for bus0.sck; mend the places in its rows\n"


def test_an_old_kicad_is_named_with_the_version_it_takes(monkeypatch, capsys, tmp_path):
    monkeypatch.setattr(order.Kicad, "run", lambda *_: "8.0.9\n")
    assert main(["order", str(tmp_path), str(tmp_path / "out")]) == 1
    assert capsys.readouterr().err == "boards: KiCad 8.0.9 is too old; 9 or later is needed: make boards\n"


def changed(rows, at, **fields):
    """Return rows with some fields of one changed."""
    return (*rows[:at], rows[at]._replace(**fields), *rows[at + 1 :])


def without(rows, at):
    return (*rows[:at], *rows[at + 1 :])


def swap_nets(board, lots):
    one, other = lots.sample([at for at, pad in enumerate(board.pads) if pad.net], 2)
    while board.pads[one].net == board.pads[other].net:
        other = lots.randrange(len(board.pads))
    pads = changed(board.pads, one, net=board.pads[other].net)
    return board._replace(pads=changed(pads, other, net=board.pads[one].net))


def leave_pad_out(board, lots):
    at = lots.choice([at for at, pad in enumerate(board.pads) if pad.net and pad.ref[:2] != "SW"])
    return board._replace(pads=without(board.pads, at))


def move_pad(board, lots):
    at = lots.choice([at for at, pad in enumerate(board.pads) if pad.net])
    return board._replace(pads=changed(board.pads, at, x=board.pads[at].x + 2.1))


def leave_drill_out(board, lots):
    at = lots.randrange(len(board.pads))
    return board._replace(pads=changed(board.pads, at, drill=lots.choice((0.0, 0.1, 6.5))))


def leave_track_out(board, lots):
    long = [at for at, one in enumerate(board.tracks) if abs(one.x1 - one.x2) + abs(one.y1 - one.y2) > 2]
    return board._replace(tracks=without(board.tracks, lots.choice(long)))


def move_track(board, lots):
    """Lay a track upon a pad of another net."""
    at = lots.randrange(len(board.tracks))
    track = board.tracks[at]
    pad = lots.choice([pad for pad in board.pads if pad.net and pad.net != track.net])
    near = pad.x + pad.width / 2 + track.width / 2 + 0.1
    return board._replace(tracks=changed(board.tracks, at, x2=near, y2=pad.y))


def change_net(board, lots):
    at = lots.randrange(len(board.tracks))
    other = lots.choice([net for net in board.nets if net != board.tracks[at].net])
    return board._replace(tracks=changed(board.tracks, at, net=other))


def thin_track(board, lots):
    return board._replace(tracks=changed(board.tracks, lots.randrange(len(board.tracks)), width=0.12))


def leave_via_out(board, lots):
    at = lots.randrange(len(board.vias))
    return board._replace(vias=without(board.vias, at), via_sizes=without(board.via_sizes, at))


def shrink_via(board, lots):
    at = lots.randrange(len(board.vias))
    sizes = (*board.via_sizes[:at], lots.choice(((0.5, 0.4), (0.8, 0.2))), *board.via_sizes[at + 1 :])
    return board._replace(via_sizes=sizes)


def open_outline(board, lots):
    return board._replace(edges=without(board.edges, lots.randrange(4)))


def widen_outline(board, lots):
    edges = tuple(tuple(1.1 * one for one in edge) for edge in board.edges)
    return board._replace(edges=edges)


def leave_plane_out(board, lots):
    return board._replace(planes=without(board.planes, lots.randrange(2)))


def reach_the_edge(board, lots):
    """Beyond all other copper, on either side."""
    track = board.tracks[lots.randrange(len(board.tracks))]
    ends = {"x1": 0.35, "x2": 0.35, "y1": 20.0, "y2": 21.0, "layer": lots.randrange(2)}
    return board._replace(tracks=(*board.tracks, track._replace(**ends)))


KINDS = (
    swap_nets, leave_pad_out, move_pad, leave_drill_out, leave_track_out, move_track, change_net, thin_track,
    leave_via_out, shrink_via, open_outline, widen_outline, leave_plane_out, reach_the_edge,
)  # fmt: skip


@pytest.mark.parametrize("seed", range(MUTATIONS))
def test_a_fault_is_found(board, seed):
    kind = KINDS[seed % len(KINDS)]
    assert rules.faults(kind(board, random.Random(seed)), LAYOUT), kind.__name__


def test_a_fault_names_pad_and_net(board):
    at = next(at for at, pad in enumerate(board.pads) if (pad.ref, pad.number) == ("A1", "2"))
    wrong = rules.faults(board._replace(pads=changed(board.pads, at, net="GND")), LAYOUT)
    assert "A1 pad 2: on GND; the circuit has it on bus0.sck" in wrong


def test_rows_that_do_not_fit_the_circuit_name_the_part():
    with pytest.raises(ValueError, match="shield: R9 has no part in the circuit"):
        parts_of(LAYOUT._replace(places=(*LAYOUT.places, Place("R9", 1, 1))))
    with pytest.raises(ValueError, match="shield: BZ1 has no place in the layout"):
        parts_of(LAYOUT._replace(places=tuple(one for one in LAYOUT.places if one.ref != "BZ1")))


def test_a_moved_part_is_found(board):
    at = next(at for at, one in enumerate(LAYOUT.places) if one.ref == "J1")
    moved = LAYOUT._replace(places=changed(LAYOUT.places, at, x=88.0))
    assert any(one.startswith("J1: at 90") and "88" in one for one in rules.faults(board, moved))


def test_a_jack_has_each_pair_of_a_plug_on_a_twisted_pair():
    """T568B twists 1 with 2, 3 with 6, 4 with 5, 7 with 8."""
    jacks = {part.ref: part.nets for part in parts_of(SEAT) if part.ref in ("J1", "J2")}
    plugs = {part.ref: part.nets for part in Circuit(boards.read(SEAT.board)).components}
    for jack, plug in (("J1", "J3"), ("J2", "J5")):
        for (one, other), at in zip(((1, 2), (3, 6), (4, 5), (7, 8)), (1, 3, 5, 7), strict=True):
            pair = (jacks[jack][str(one)], jacks[jack][str(other)])
            assert pair == (plugs[plug][str(at)], plugs[plug][str(at + 1)])
        grounds = [net for net in jacks[jack].values() if net == "GND"]
        assert len(grounds) == (3 if jack == "J1" else 1)


def test_the_seat_board_fits_every_seat():
    """Each seat has the same parts, on nets that differ by its number alone."""
    board = boards.read(SEAT.board)
    seats = {}
    for part in Circuit(board).components:
        seats.setdefault(part.place, []).append(part)

    def shape(parts):
        """Return type and nets of each part, each net by the number with which it comes first."""
        known = {}
        return [
            (one.kind, {pin: known.setdefault(net, len(known)) for pin, net in one.nets.items()})
            for one in parts
        ]

    wanted = shape(seats[SEAT.only])
    assert len(wanted) == 12
    for seat in range(2, board.seat_pads + 1):
        assert shape(seats[f"seat {seat}"]) == wanted


# -- the router --------------------------------------------------------------------------------------


def pad(number, x, y, net):
    return Pad("X1", str(number), x, y, 1.6, 1.6, 0.9, True, net)


def faults_of(size, pads, tracks, vias):
    """Return what is wrong with joints and distances."""
    made = files.Board((), tuple(pads), tuple(tracks), tuple(vias), (), (), ((0.8, 0.4),) * len(vias))
    pieces = list(rules._pieces(made))
    sized = LAYOUT._replace(size=size)
    return [
        *rules._joints(pieces),
        *rules._gaps(pieces),
        *rules._edges(pieces, sized),
        *rules._drills(made),
    ]


def test_two_nets_that_cross_take_both_layers():
    pads = [pad(1, 5, 15, "a"), pad(2, 25, 15, "a"), pad(3, 15, 5, "b"), pad(4, 15, 25, "b")]
    tracks, vias, left = route((30, 30), pads)
    assert not left
    assert faults_of((30, 30), pads, tracks, vias) == []
    assert {track.layer for track in tracks} == {0, 1}


def ring(x, y):
    """Return pads without a net all around a point."""
    around = [(dx, dy) for dx in range(-4, 5) for dy in range(-4, 5) if max(abs(dx), abs(dy)) >= 3]
    return [pad(f"ring{at}", x + dx, y + dy, "") for at, (dx, dy) in enumerate(around)]


def test_a_pad_in_a_ring_has_no_way():
    pads = [pad("a", 10, 10, "a"), pad("b", 18, 18, "a"), *ring(10, 10)]
    routed = route((20, 20), pads, rounds=2)
    assert routed.open == ["a"]


@pytest.mark.parametrize("seed", range(4))
def test_random_pads_are_joined_with_all_distances(seed):
    lots = random.Random(seed)
    spots = lots.sample([(4.3 + 3.9 * x, 4.1 + 3.7 * y) for x in range(9) for y in range(7)], 28)
    pads = [pad(at, x, y, f"net{at % 9}") for at, (x, y) in enumerate(spots)]
    tracks, vias, left = route((42, 32), pads, {"net0": 0.7})
    assert not left
    assert faults_of((42, 32), pads, tracks, vias) == []
    assert {track.width for track in tracks if track.net == "net0"} == {0.7}


@pytest.mark.parametrize("seed", range(12))
def test_each_net_that_is_not_joined_is_named(seed):
    """So many on one layer that some stay open, and one that has a pad in a ring, after others were taken out
    for it.
    """
    lots = random.Random(seed)
    spots = lots.sample([(3.3 + 3.9 * x, 3.1 + 3.7 * y) for x in range(6) for y in range(5)], 24)
    pads = [pad(at, x, y, f"net{at % 7}") for at, (x, y) in enumerate(spots)]
    pads += [pad("in", 32, 10, "net0"), *ring(32, 10)]
    back = Block(1, 12.5, 10.0, 25.0, 20.0)
    routed = route((40, 20), pads, blocks=[back], rounds=3)
    wrong = [line for line in faults_of((40, 20), pads, routed.tracks, routed.vias) if "reach it" in line]
    told = {line.split(": ")[1].removesuffix(" does not reach it") for line in wrong}
    assert told == set(routed.open) and "net0" in told


def test_a_pad_of_a_turned_footprint_is_where_kicad_has_it():
    """KiCad turns against the clock, and its y goes down: a quarter takes a pad at the right to the top."""
    assert footprints.moved(2.54, 0, (10, 10, 90)) == pytest.approx((10, 7.46))
    assert footprints.moved(0, 2.54, (10, 10, 90)) == pytest.approx((12.54, 10))


def test_a_track_is_read_as_it_was_written(board):
    assert all(isinstance(track, Track) and track.net in board.nets for track in board.tracks)
    assert {track.width for track in board.tracks if track.net == "GND"} >= {0.7}
