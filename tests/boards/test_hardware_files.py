"""hardware/ holds what the boards' rows make, and the drawings say what the rows say."""

import random
import re
import xml.etree.ElementTree as ET

import pytest

from cardtable.controller.input.poll_schedule import Pads
from cardtable.drivers.reader_kinds import KINDS
from cardtable_boards.drawings import budget, netlist, parts, picture, plates
from cardtable_boards.drawings.__main__ import main, make_files
from cardtable_boards.drawings.nets import GROUPS, nets, pads_on
from doc_page import GUIDE
from mp32 import ROOT
from tablehost.decks import kinds
from tablehost.firmware.boards import load, read
from tablehost.firmware.firmware_files import boards
from tablehost.printing.measure import width
from tablehost.virtual.pico import FakeMachine
from tablehost.virtual.tags.tag import Tag
from tablehost.wiring.picos import PICOS

HARDWARE = ROOT / "hardware"
NOT_IN_GIT = (".net", ".dxf")
SVG = "{http://www.w3.org/2000/svg}"


@pytest.fixture(scope="module")
def files():
    return make_files()


@pytest.fixture(params=boards())
def board(request):
    return read(request.param)


def test_what_is_there_is_what_would_be_made(files):
    """Of the files that are in git."""
    there = {
        path.name: path.read_text()
        for path in HARDWARE.glob("*.*")
        if path.name not in ("README.md", "get_kicad.sh") and path.suffix not in NOT_IN_GIT
    }
    kept = [name for name in files if not name.endswith(NOT_IN_GIT)]
    assert sorted(there) == sorted(kept), "make drawings"
    assert [name for name in kept if there[name] != files[name]] == [], "make drawings"


def test_netlists_and_the_drawing_for_mills_are_made_as_well(tmp_path, files):
    main(tmp_path)
    assert {path.name: path.read_text() for path in tmp_path.iterdir()} == files
    made = {path.name for path in tmp_path.iterdir() if path.suffix in NOT_IN_GIT}
    assert made == {"pad.dxf", *(f"{name}.net" for name in boards())}
    assert files["pad.dxf"] == plates.pad_dxf()
    assert all(files[f"{name}.net"] == netlist.text(read(name)) for name in boards())


def test_every_drawing_is_svg_and_no_word_leaves_its_page(files):
    for name, text in files.items():
        if not name.endswith(".svg"):
            continue
        root = ET.fromstring(text.encode())
        left, _, wide, _ = map(float, root.get("viewBox").split())
        if "mm" not in root.get("width"):
            continue  # of schemdraw
        for word in root.iter(SVG + "text"):
            if word.text is None or word.get("x") is None:
                continue
            x, size = float(word.get("x")), float(word.get("font-size"))
            long = width(word.text, size, word.get("font-weight") == "bold")
            begin = x - {"start": 0, "middle": long / 2, "end": long}[word.get("text-anchor", "start")]
            assert left <= begin and begin + long <= left + wide, (name, word.text)


@pytest.mark.parametrize("pico", PICOS)
def test_the_wiring_shows_every_pin_once_with_what_it_leads_to(board, pico):
    root = ET.fromstring(picture.svg(board, pico).encode())
    words = [word.text for word in root.iter(SVG + "text")]
    for net in nets(board):
        assert words.count(f"GP{net.gpio}") == 1
        assert net.leads_to in words
        assert net.group in GROUPS
    assert [words.count(str(pin)) for pin in range(1, 41)] == [1] * 40
    assert f"{board.name} on a {PICOS[pico].title}" in words


def test_circuits_name_the_pins_of_the_board(files, board):
    """The pin of each use is in the circuit it belongs to."""
    circuit = {"keys": "keys", "lights": "lamps", "sound": "sound", "display": "display"}
    for use, gpio in board.pins:
        name = use.split(".")[0]
        if name in circuit:
            assert f"GP{gpio}" in _words(files[f"{board.name}-{circuit[name]}.svg"])
        elif name.startswith("select") and len(name) > len("select"):
            assert f"GP{gpio}" in _words(files[f"{board.name}-decoders.svg"])
    if board.supply == "plug":
        assert f"GP{board.gpios['readers.power']}" in _words(files[f"{board.name}-power.svg"])


def _words(svg):
    return set(re.findall(r"GP\d+", svg))


def test_readers_of_a_bus(board):
    said = {
        "pico_bench": ["seats 1-2, the middle"],
        "pico_6pads": ["seats 1-6, the middle"],
        "pico_10pads": ["seats 1-6", "seats 7-10, middle 1, middle 2"],
    }
    buses = [name for name, kind, _ in board.blocks if kind == "SPI"]
    assert [pads_on(board, bus) for bus in buses] == said[board.name]


def test_the_lists_count_what_the_rows_say(board):
    count = {row.what.split(",")[0]: row.many for row in parts.parts(board)}
    assert count["WS2812B lamps"] == board.light_count
    assert count["keys"] == board.seat_pads * len(board.keys)
    assert count["RC522 reader module (MFRC522)"] == {3: 5, 7: 11, 12: 18}[len(board.readers)]
    assert count.get("74HC138", 0) == [kind for _, kind in board.chips].count("74HC138")
    assert [parts.tags(cards).many for _, cards in parts.TAGS] == [60, 46, 121]


def test_tags_are_counted_for_the_cards_that_are_enrolled():
    standard, expanded, democrazy = (
        len(kinds.load(kind).cards) for kind in (kinds.STANDARD, "expanded", "democrazy")
    )
    assert [cards for _, cards in parts.TAGS] == [standard, expanded - standard, democrazy]


def test_the_supply_is_enough(board):
    """The fuse carries the worst for hours: three quarters of its rating."""
    low, high = budget.currents(board)
    assert low[0] < low[1] < low[2] < 2000
    assert high[0] < high[1] < high[2] < budget.FUSE_MA * 3 / 4


def test_the_fuse_is_promised_to_blow_only_where_its_standard_has_it_blow():
    """A fuse of 5 by 20 mm, slow, blows for certain at 2.1 times its rating (IEC 60127-2)."""
    page = " ".join((HARDWARE / "README.md").read_text(encoding="utf-8").split())
    (supply,) = re.findall(r"(\d+) A are ([\d.]+) times its rating", page)
    amperes, times = float(supply[0]), float(supply[1])
    assert times == 1000 * amperes / budget.FUSE_MA
    assert ("It does not give way before the supply" in page) == (times < 2.1)
    assert f"2.1 times, {2.1 * budget.FUSE_MA / 1000 + 1e-9:.1f} A" in page
    named = [part for part in parts.parts(read("pico_10pads")) if part.what.startswith("supply")]
    assert f"{amperes:g} A" in named[0].what and "limits itself" in named[0].equivalent


@pytest.mark.parametrize("kind", KINDS)
def test_the_budget_counts_the_fields_that_the_firmware_switches_on(board, kind):
    """A second at the virtual table with the real drivers: how many fields are on, and for how long."""
    equipped = read(f"{board.name}+{kind}")
    fake = FakeMachine(load(f"{board.name}+{kind}"))
    parts = fake.build()
    pads = Pads(parts.readers, parts.reader_codes)
    clock = fake.clock
    for pad in range(len(fake.pads) // 2):
        fake.pads[pad].tags.append(Tag(bytes([4, 1, 2, 3, 4, 5, pad])))
    counted, lit_us, before = [], 0, clock.us
    begin, until = before + 300_000, before + 900_000
    while clock.us < until:
        pads.step(clock.us // 1000)
        if clock.us > begin:
            counted.append(sum(field.on for field in fake.pads))
            lit_us += counted[-1] * (clock.us - before)
        before = clock.us
        clock.advance(50)
    readers = len(equipped.readers)
    share = lit_us / (until - begin) / readers
    assert max(counted) == readers == budget.loads(equipped)[0][0].many
    if kind == "mfrc522":
        assert min(counted) == readers and budget.FIELDS[kind].share == 1
    else:
        assert min(counted) == 0
        assert -0.35 < share - budget.FIELDS[kind].share < 0.05


def test_the_budget_of_readers_is_that_of_their_data_sheets(board):
    """A chip's 6.5 and 7 mA and its transmitter's 60, in every reader, always."""
    low, high = budget.currents(board)
    assert low[1] == pytest.approx((6.5 + 7 + 60) * len(board.readers), abs=8)
    lamps = 12 * board.light_count
    if board.supply == "usb":
        assert high[1] == pytest.approx(lamps + 59 + low[1])
        assert high[1] < budget.USB_MA
    else:
        assert high[1] == pytest.approx(lamps + 72 + low[1] * 3.3 / 5 / 0.85)


def test_a_correct_table_passes_step_6_of_the_guide(board):
    """Any mix of modules that the study has seen, 20 to 120 mA, draws between `least` and `worst`."""
    _, (least, _, worst) = budget.currents(board)
    rng = random.Random(12)
    rest = sum(row.many * row.usual for row in budget.loads(board)[1])
    for _ in range(200):
        readers = sum(rng.uniform(20, 120) for _ in board.readers)
        assert least <= rest + budget.current_at_5v(board, readers) <= worst
    assert "between *least* and *worst*" in GUIDE and "below *usual*" not in GUIDE


def test_the_page_of_figures_says_what_is_counted():
    page = (ROOT / "docs" / "build" / "hardware.md").read_text()
    for name in boards():
        low, high = budget.currents(read(name))
        cost = parts.cost(parts.parts(read(name)))
        for _, usual, worst in (low, high):
            assert f"{usual:.0f} / {worst:.0f} mA" in page
        assert f"{cost[0]:.0f}-{cost[1]:.0f} €" in page


def test_the_readme_has_what_the_orders_come_to():
    """Whole packs, as shops sell them; the list of each board says the same."""
    readme = (ROOT / "README.md").read_text()
    for name in boards():
        board = read(name)
        page = parts.page(board)
        for group in ("table", "cards", "tools"):
            least, most = parts.paid(row for row in parts.orders(board) if row.group == group)
            assert f"{least:.0f}-{most:.0f} €" in readme and f"**{least:.0f}-{most:.0f} €**" in page
    least, most = parts.paid(row for row in parts.orders(read("pico_bench")) if row.group == "table")
    assert f"It begins with {least:.0f}-{most:.0f} euro of parts" in readme


def test_the_order_leaves_out_parts_of_the_bench():
    bench = {row.what: row for row in parts.orders(read("pico_bench"))}
    for name in ("pico_6pads", "pico_10pads"):
        board = read(name)
        rows, left = parts.orders(board), parts.after_bench(board)
        assert [row.what for row in rows] == [row.what for row in left]
        for row, rest in zip(rows, left, strict=True):
            had = bench[row.what].order * row.pack if row.what in bench else 0
            assert rest.order * row.pack + had >= row.many and rest.order <= row.order
            assert rest.order == row.order or row.what in bench
        readers = sum(rest.order for rest in left if rest.what.startswith("RC522"))
        assert readers == {"pico_6pads": 6, "pico_10pads": 13}[name]
        whole, still = parts.paid(rows), parts.paid(left)
        assert f"**{whole[0]:.0f}-{whole[1]:.0f}** | | **{still[0]:.0f}-{still[1]:.0f}**" in parts.page(board)


def test_a_board_with_fewer_seats_is_that_board():
    """The page of parts says of four seats the same as a copy of the file with four would say."""
    four = parts.with_seats(read("pico_6pads"), 4)
    count = {row.what.split(",")[0]: row.many for row in parts.parts(four)}
    assert count["keys"] == 12 and count["WS2812B lamps"] == 15
    assert count["RC522 reader module (MFRC522)"] == 8 and count["1N4148"] == 12


def test_wires_are_as_long_as_the_table_is_drawn():
    six = read("pico_6pads")
    drawn = plates.enclosure(six)
    assert f"{plates.to_keys(six) / 10:.0f} cm" in drawn and plates.across(six) == 1220
    assert plates.to_keys(six) > plates.across(six) / 2
    assert 10 * six.cable_cm > plates.ring(six)


def test_the_pages_have_the_distances_that_are_drawn():
    notes = (ROOT / "hardware" / "README.md").read_text()
    low, high = plates.PARTS_HIGH
    metal = f"No metal within {plates.CLEAR:g} mm"
    for words in (metal, f"{low:g} to {high:g} mm high", f"{plates.OVER:g} mm of cardboard"):
        assert words in GUIDE
    assert f"metal within {plates.CLEAR:g} mm, or more than {plates.OVER_MOST:g} mm over the coil" in GUIDE
    assert metal in notes
    assert f"{plates.OVER:g} mm of wood, acrylic or felt over the coil, {plates.OVER_MOST:g} at most" in notes
    assert f"{plates.APART:g} mm from the middle of a pad" in notes
    raised = f"raised edge, {plates.RAISED_WIDE:g} mm wide and {plates.RAISED_HIGH:g} high"
    for page in (GUIDE, notes):
        assert raised in page and f"open for {plates.THUMB:g} mm at the player's side" in page
        assert f"bumps on the caps: {plates.of_bumps()}" in page


@pytest.mark.parametrize("name", ["pico_6pads", "pico_10pads"])
def test_the_keys_of_a_seat_differ_by_touch_and_their_bumps_are_on_the_list(name):
    board = read(name)
    bumps = [plates.BUMPS[key] for key in board.keys]
    assert len(set(bumps)) == len(board.keys)
    assert max(bumps) * plates.BUMPS_APART <= 12, "they fit the cap of a key"
    assert plates.BUMPS_APART > plates.BUMP_WIDE
    (row,) = (row for row in parts.parts(board) if row.what == "bumps for keys")
    assert row.many == sum(bumps) * board.seat_pads
    assert plates.labels(board).count(f'r="{plates.BUMP_WIDE / 2:g}"') == row.many


@pytest.mark.parametrize(
    "page", ["hardware/README.md", "docs/build/build.md", "docs/build/bench.md", "docs/build/hardware.md"]
)
def test_what_the_pages_point_at_is_there(page):
    path = ROOT / page
    for link in re.findall(r"\]\(([^)#]+)[^)]*\)", path.read_text()):
        assert link.startswith("http") or (path.parent / link).exists(), link


def test_every_part_with_a_value_that_is_drawn_is_on_the_list(board, files):
    """Or a builder who has bought the list lacks a resistor."""
    drawn = set()
    for name, text in files.items():
        if name.startswith(board.name) and name.endswith(".svg"):
            words = " ".join(re.findall(r">([^<]+)<", text))
            drawn |= set(
                re.findall(r"\b(?:[\d.]+ (?:k?Ω|µF|nF)|1N\d{4}|BC\d{3}|74(?:AHCT|HC|LVC)\d{3})", words)
            )
    assert {"330 Ω", "1 kΩ", "10 kΩ"} <= drawn
    listed = "\n".join(part.what for part in parts.parts(board))
    assert [value for value in sorted(drawn - {"4.7 kΩ"}) if value not in listed] == []
