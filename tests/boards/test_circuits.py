"""The circuit of each board: its netlist as KiCad reads it, its gates and branches, its list for a shop."""

import csv
import io
import re

import ezdxf
import pytest
import sexpdata

from cardtable.drivers.board import number
from cardtable_boards.drawings import netlist, parts, plates, schematic
from cardtable_boards.drawings.catalogue import TYPES
from cardtable_boards.drawings.circuit import CABLE_A, CABLE_B, GATES_125, GND, RC522, Circuit
from doc_page import GUIDE
from mp32 import ROOT
from tablehost.cli import command
from tablehost.firmware.boards import read
from tablehost.firmware.firmware_files import boards
from tablehost.wiring import cables
from tablehost.wiring.picos import pin_of
from tablehost.wiring.pinout import Wires

GATED = ["pico_10pads", "pico_6pads"]


@pytest.fixture(params=boards())
def board(request):
    return read(request.param)


_DRAWN = {}


def drawings(board):
    """The circuits of a board, drawn once."""
    if board.name not in _DRAWN:
        _DRAWN[board.name] = schematic.circuits(board)
    return _DRAWN[board.name]


def part(circuit, kind, **pins):
    """The only part of this type whose pins are on these nets."""
    (found,) = [
        one
        for one in circuit.components
        if one.kind == kind and all(one.nets.get(pin[1:]) == net for pin, net in pins.items())
    ]
    return found


def reader_of(circuit, pad):
    """The reader of a pad."""
    return [one for one in circuit.components if one.kind == "rc522"][pad]


def beyond(circuit, net, kind):
    """The nets at the other end of each part of this type with two pins on `net`."""
    ends = [list(one.nets.values()) for one in circuit.components if one.kind == kind]
    return [a if b == net else b for a, b in ends if net in (a, b)]


def read_netlist(text):
    """([(reference, value, footprint)], {net: [(reference, pin)]}) of a netlist of KiCad, version E."""

    def fields(rows):
        return {row[0].value(): row[1:] for row in rows if isinstance(row, list)}

    head, *rows = sexpdata.loads(text)
    tables = fields(rows)
    assert head.value() == "export" and tables["version"] == ["E"]
    found = [fields(row[1:]) for row in tables["components"]]
    pins = {}
    for row in tables["libparts"]:
        entry = fields(row[1:])
        pins[entry["part"][0]] = {fields(pin[1:])["num"][0] for pin in entry["pins"]}
    kinds = {one["ref"][0]: fields(one["libsource"])["part"][0] for one in found}
    nets = {}
    for row in tables["nets"]:
        nodes = [fields(node[1:]) for node in row[1:] if node[0].value() == "node"]
        nets[fields(row[1:])["name"][0]] = [(node["ref"][0], node["pin"][0]) for node in nodes]
        assert all(node["pin"][0] in pins[kinds[node["ref"][0]]] for node in nodes)
    return [tuple(one[name][0] for name in ("ref", "value", "footprint")) for one in found], nets


# The netlist.


def test_kicad_reads_the_netlist_as_it_was_meant(board):
    circuit = Circuit(board)
    parts_read, nets_read = read_netlist(netlist.text(board))
    assert parts_read == [
        (one.ref, TYPES[one.kind].name, TYPES[one.kind].footprint) for one in circuit.components
    ]
    assert nets_read == circuit.nets()


def test_no_net_ends_nowhere_and_no_pin_is_beyond_its_footprint(board):
    circuit = Circuit(board)
    assert [name for name, nodes in circuit.nets().items() if len(nodes) < 2] == []
    for one in circuit.components:
        assert all(1 <= int(pin) <= TYPES[one.kind].pins for pin in one.nets), one
    assert all(len({*of.footprint.split(":")}) == 2 and of.footprint.count(":") == 1 for of in TYPES.values())


def test_each_use_of_the_board_is_on_its_pin_of_the_pico(board):
    nets = part(Circuit(board), "pico").nets
    wired = {use: gpio for use, gpio in board.pins if use != "readers.busy"}
    assert {use: nets[str(pin_of(gpio))] for use, gpio in wired.items()} == {use: use for use in wired}
    assert [nets[str(pin)] for pin in (3, 8, 13, 18, 23, 28, 33, 38)] == [GND] * 8
    assert nets["36"] == "3V3"
    assert ("40" in nets, "39" in nets) == ((True, False) if board.supply == "usb" else (False, True))


def test_what_draws_more_than_the_pico_can_give_does_not_hang_on_its_3v3(board):
    circuit = Circuit(board)
    for one in circuit.components:
        supplies = set(one.nets.values()) & {"3V3", "READERS_3V3", "5V", "LAMPS_5V"}
        if one.kind == "rc522":
            assert supplies == {"READERS_3V3"}
        if one.kind == "ws2812b":
            assert supplies == {"LAMPS_5V" if board.supply == "usb" else "5V"}


def test_every_key_of_the_board_closes_its_own_circuit(board):
    circuit = Circuit(board)
    keys = [one for one in circuit.components if one.kind in ("key", "key6")]
    assert len(keys) == board.seat_pads * len(board.keys)
    assert len({tuple(one.nets.values()) for one in keys}) == len(keys)


# Readers that never release MISO.


def drivers_of_miso(circuit, selected):
    """The pads whose MISO reaches its bus while one reader is selected and no reader ever lets go of it."""
    board = circuit.board
    driving = []
    for pad, (bus, *_) in enumerate(board.readers):
        reader = reader_of(circuit, pad)
        net = reader.nets[RC522["MISO"]]
        reached = {net, *beyond(circuit, net, "47 Ω")}
        for gate in (one for one in circuit.components if one.kind == "74LVC125"):
            for enable, given, out in GATES_125:
                is_open = gate.nets[enable] == circuit.select_of(selected)
                if gate.nets[given] in reached and is_open:
                    reached.add(gate.nets[out])
        if f"{bus}.miso" in reached:
            driving.append(pad)
    return driving


@pytest.mark.parametrize("name", GATED)
def test_with_gates_the_selected_reader_alone_drives_miso(name):
    circuit = Circuit(read(name))
    for pad in range(len(circuit.board.readers)):
        assert drivers_of_miso(circuit, pad) == [pad]


@pytest.mark.parametrize("name", GATED)
def test_no_input_of_a_gate_floats_while_its_reader_lets_go(name):
    circuit = Circuit(read(name))
    for gate in (one for one in circuit.components if one.kind == "74LVC125"):
        for _, given, _ in GATES_125:
            net = gate.nets[given]
            assert net == GND or beyond(circuit, net, "100 kΩ") == [GND]


def test_without_gates_all_of_them_do():
    circuit = Circuit(read("pico_bench"))
    assert drivers_of_miso(circuit, 0) == list(range(len(circuit.board.readers)))


def test_readers_at_the_ends_of_wires_have_gates():
    bench, six, ten = read("pico_bench"), read("pico_6pads"), read("pico_10pads")
    assert [Circuit(one).count("74LVC125") for one in (bench, six, ten)] == [0, 2, 3]
    assert [{"branches", "gates"} & set(drawings(one)) for one in (six, ten)] == [{"gates"}, {"branches"}]
    assert "74LVC125" in [row.what for row in parts.parts(six)]


# Readers without their supply.


def test_selects_and_rst_reach_a_reader_that_may_be_off_over_a_kilohm(board):
    """They rest high while USB alone feeds the Pico. With a supply by USB the readers are on with it."""
    circuit = Circuit(board)
    driven = {f"{one.chip}.{one.output}" for one in board.readers if one.chip == "select"} | {"readers.rst"}
    ends = []
    for pad in range(len(board.readers)):
        reader = reader_of(circuit, pad)
        for pin in ("SDA", "RST"):
            net = reader.nets[RC522[pin]]
            ends.append(net)
            if board.supply == "usb":
                assert net in driven
            elif net == circuit.select_of(pad):  # of a decoder, which is off with the readers
                assert part(circuit, "74HC138", p16="READERS_3V3", **decoded(circuit, net))
            else:
                (end,) = beyond(circuit, net, "1 kΩ")
                assert end in driven and net not in driven
    assert board.supply == "usb" or len(set(ends)) == len(ends), "pull-ups of several modules are stronger"


def decoded(circuit, net):
    """The pin of a decoder that drives this net, as `part` takes it."""
    (at,) = [
        pin
        for one in circuit.components
        if one.kind == "74HC138"
        for pin, there in one.nets.items()
        if there == net
    ]
    return {f"p{at}": net}


# SPI over cables.


def test_every_branch_has_its_source_resistors(board):
    """One at the Pico's end in SCK and MOSI, one at the reader in MISO; none on the short wires of a desk."""
    circuit = Circuit(board)
    for pad, (bus, *_) in enumerate(board.readers):
        reader = reader_of(circuit, pad)
        for role in ("sck", "mosi"):
            net = reader.nets[RC522[role.upper()]]
            if board.reader_wires == "plain":
                assert net == f"{bus}.{role}"
            elif board.reader_wires == "branches":
                assert beyond(circuit, net, "100 Ω") == [f"{bus}.{role}"]
            else:
                (driven,) = beyond(circuit, net, "82 Ω")
                (chip,) = [
                    one
                    for one in circuit.components
                    if one.kind == "74LVC244" and driven in one.nets.values()
                ]
                assert f"{bus}.{role}" in chip.nets.values()
        miso = reader.nets[RC522["MISO"]]
        assert len(beyond(circuit, miso, "47 Ω")) == (board.reader_wires != "plain")


def test_fast_wires_are_twisted_with_ground_or_with_one_that_rests():
    pairs = [set(cable[at : at + 2]) for cable in (CABLE_A, CABLE_B) for at in range(0, 8, 2)]
    for fast in ("sck", "mosi", "miso"):
        assert {fast, "GND"} in pairs
    for fast in ("lamps in", "lamps out"):
        (pair,) = [pair for pair in pairs if fast in pair]
        assert pair - {fast} <= {"yes", "no", "ok"}


def test_a_board_starts_no_faster_than_its_cables_allow(board):
    assert 0 < board.reader_hz <= cables.start_clock(board.reader_wires, board.cable_cm)


def test_each_rule_leaves_time_for_the_bit_to_come_back():
    for rule in cables.RULES:
        assert cables.round_trip_ns(rule.wires, rule.cm) < 1e9 / rule.hz / 2 * 0.75, rule
        assert cables.start_clock(rule.wires, rule.cm) >= rule.hz
    assert cables.start_clock("plain", 31) == cables.start_clock("buffered", 201) == 0


@pytest.mark.parametrize(
    "cm, said", [(100, None), (150, "READER_HZ at most 2_000_000"), (250, "Too long for SPI")]
)
def test_a_board_with_longer_cables_gets_a_slower_clock(cm, said):
    board = read("pico_10pads")
    page = Wires(board._replace(cable_cm=cm)).page()
    assert f"{cm} cm at most; their buses start at 4 MHz" in page
    assert said in page if said else "Too" not in page


def test_the_page_shows_the_rules_for_cables():
    page = (ROOT / "hardware" / "README.md").read_text()
    for rule in cables.RULES:
        assert f"| `{rule.wires}` | {rule.cm} cm | {rule.hz / 1e6:g} MHz |" in page


# The lists.


def test_the_bill_of_materials_has_all_that_a_shop_asks(capsys, board):
    assert command.main(["wire", board.name, "--bom", "csv"]) == 0
    rows = list(csv.DictReader(io.StringIO(capsys.readouterr().out)))
    circuit = Circuit(board)
    refs = [ref for row in rows for ref in row["references"].split()]
    assert sorted(refs) == sorted(one.ref for one in circuit.components)
    for row in rows:
        listed = row["references"].split()
        assert row["type"] and row["unfit copies"] and int(row["quantity"]) >= max(1, len(listed)), row
        assert not listed or (row["package"] and row["equivalent"]), row
        assert int(row["order"]) * int(row["pieces in each"]) >= int(row["quantity"]), row
        assert 1 <= len(row["search for"].split()) <= 12 and float(row["EUR together"].split("-")[0]) > 0, row
    assert {row["for"] for row in rows} == {"table", "cards", "tools"}
    assert (ROOT / "hardware" / f"{board.name}-parts.csv").read_text() == parts.bom_csv(board)


def test_a_bill_of_materials_is_of_one_board(capsys):
    assert command.main(["wire", "--bom", "csv"]) == 2
    assert "none was named" in capsys.readouterr().err


def test_every_value_of_the_circuit_is_drawn(board):
    """And nothing else: a test of test_hardware_made holds the other direction."""
    drawn = " ".join(re.sub("<[^>]*>", " ", text) for text in drawings(board).values())
    circuit = Circuit(board)
    values = {one.kind for one in circuit.components if re.match(r"\d", one.kind)}
    assert [value for value in sorted(values) if value not in drawn] == []


def test_a_bench_costs_an_evening():
    """Few enough parts: 34 in the netlist, six of them at readers; about 25 euros where they are cheap."""
    board = read("pico_bench")
    assert len(Circuit(board).components) <= 36
    least, _ = parts.cost(parts.parts(board))
    assert round(least) <= 25


def test_the_guide_says_how_many_joints_there_are():
    joints = [sum(len(one.nets) for one in Circuit(read(f"pico_{n}pads")).components) for n in (6, 10)]
    assert (
        f"solder {round(joints[0], -1)} joints" in GUIDE
        and f"solder {round(joints[1], -1):,} joints" in GUIDE
    )
    fine = [one.kind for one in Circuit(read("pico_10pads")).components if "SOIC" in TYPES[one.kind].package]
    assert f"{sum(TYPES[kind].pins for kind in fine)} of them 1.27 mm apart" in GUIDE


def test_the_guide_names_the_parts_that_must_be_right():
    for kind in ("buck", "switch", "ldo", "74LVC125", "74AHCT125", "1N4001"):
        name = TYPES[kind].order.split(",")[0].split("(")[0].replace("Pololu ", "").strip()
        assert name.replace("SN", "").replace("DBVR", "").rstrip("ADN ") in GUIDE, name


# Drawings.


def test_every_circuit_has_a_ground_of_its_own(board):
    for name, text in {**drawings(board), **schematic.other_readers(board)}.items():
        first = re.search(r"<(rect|circle|path|text|g)\b[^>]*>", text)
        view = re.search(r'viewBox="([^"]+)"', text)[1].split()
        assert first[1] == "rect" and 'fill="white"' in first[0], name
        assert [
            re.search(f' {side}="([^"]+)"', first[0])[1] for side in ("x", "y", "width", "height")
        ] == view


def test_the_frame_of_a_pad_is_a_drawing_for_mills(tmp_path):
    file = tmp_path / "pad.dxf"
    file.write_text(plates.pad_dxf())
    drawing = ezdxf.readfile(file)
    assert drawing.dxfversion == "AC1009" and not drawing.audit().has_errors
    layers = {}
    for entity in drawing.modelspace():
        layers.setdefault(entity.dxf.layer, []).append(entity)
    assert set(layers) == {"FRAME", "RAISED_EDGE", "POCKET_FROM_BELOW", "COIL", "LAMPS", "CARD"}
    frame = [entity for entity in layers["FRAME"] if entity.dxftype() == "LINE"]
    xs = [x for entity in frame for x in (entity.dxf.start.x, entity.dxf.end.x)]
    ys = [y for entity in frame for y in (entity.dxf.start.y, entity.dxf.end.y)]
    assert (min(xs), max(xs), min(ys), max(ys)) == (0, plates.CARD_WIDE + 3, 0, plates.CARD_HIGH + 3)
    assert len([entity for entity in layers["FRAME"] if entity.dxftype() == "ARC"]) == 4
    (tag,) = [entity for entity in layers["COIL"] if entity.dxftype() == "CIRCLE"]
    assert (tag.dxf.center.x, tag.dxf.center.y) == ((plates.CARD_WIDE + 3) / 2, (plates.CARD_HIGH + 3) / 2)
    assert len(layers["LAMPS"]) == 12
    edge = {
        (line.dxf.start.x, line.dxf.start.y): (line.dxf.end.x, line.dxf.end.y)
        for line in layers["RAISED_EDGE"]
    }
    corner = first = next(iter(edge))
    around = [corner := edge[corner] for _ in edge]
    assert corner == first and len(set(around)) == 12, "one closed outline, which a laser cuts in one piece"
    xs, ys = [x for x, _ in around], [y for _, y in around]
    assert (min(xs), max(xs), min(ys), max(ys)) == (-4, plates.CARD_WIDE + 7, -4, plates.CARD_HIGH + 7)
    near = sorted(x for x, y in around if y == 0 and 0 < x < plates.CARD_WIDE + 3)
    assert near[1] - near[0] == plates.THUMB, "open at the player's side"
    lowest_lamp = min(line.dxf.start.y for line in layers["LAMPS"])
    assert lowest_lamp > max(ys), "the lamps are beyond it"


def test_each_select_of_a_gate_is_that_of_the_board():
    circuit = Circuit(read("pico_6pads"))
    assert circuit.select_of(3) == "select.3"
    assert number(circuit.board.pins, "select.3") == 5
