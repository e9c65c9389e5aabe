"""The text of a board that is kept: no change of text or rows passes, and each word is at its net."""

import math
import re

import pytest

from cardtable_boards.pcb import __main__ as pcb
from cardtable_boards.pcb import files
from cardtable_boards.pcb.layout import Place
from tablehost.firmware import boards

SHIELD = pcb.LAYOUTS[0]
# Word at a pin, and the nets that it may name.
PINS = {
    "5V": r"5V|LAMPS_5V",
    "3.3V": r"3V3|READERS_3V3",
    "VCC": r"3V3",
    "VIN": r"5V",
    "VOUT": r"BUCK_3V3",
    "GND": r"GND",
    "DIN": r"lights\.0",
    "DOUT": r"lights\.3",
    "SDA": r"display\.sda|select\.\d|select0\.y0",
    "SCL": r"display\.scl",
    "SCK": r"bus0\.sck|sck\.0",
    "MOSI": r"bus0\.mosi|mosi\.0",
    "MISO": r"bus0\.miso|miso\.0\.reader",
    "RST": r"readers\.rst|rst\.0",
    "RES": r"display\.res",
    "DC": r"GND",
    "CS": r"GND",
    "IRQ": r"",
    "PG": r"",
    "EN": r"",
}
SAY_NOTHING_OF_NETS = re.compile(r"CARDTABLE|.*(board|shield) 1|no.*|.*NOT ETHERNET|shield 1|USB")


def find_wrong_words(layout, board):
    """Return the words on a board that are at other nets than theirs."""
    table = boards.read(layout.board)
    wrong = []
    for word in layout.words:
        near = sorted(
            (pad for pad in board.pads if pad.number),
            key=lambda pad: math.dist((word.x, word.y), (pad.x, pad.y)),
        )

        def nets(begin, near=near):
            ref = next(pad.ref for pad in near if pad.ref.startswith(begin))
            return {pad.net for pad in near if pad.ref == ref}

        if word.text in PINS:
            first = next(pad for pad in near if pad.ref[:2] in ("A1", "A2", "A3", "DS", "U2", "J1"))
            fits = bool(re.fullmatch(PINS[word.text], first.net))
        elif key := re.fullmatch(r"(YES|NO|OK)(?: (\d))?", word.text):
            seat = int(key[2] or 1) - 1
            pin = seat * len(table.keys) + table.keys.index(key[1].lower())
            fits = bool(nets("SW") & {f"keys.pin.{pin}", f"keys.{seat}.{key[1].lower()}"})
        elif pad := re.fullmatch(r"SEAT (\d)|MIDDLE", word.text):
            fits = f"select.{int(pad[1]) - 1 if pad[1] else table.seat_pads}" in nets("A")
        elif jack := re.fullmatch(r"(\d+)([AB])", word.text):
            at = int(jack[1]) - 1
            wanted = f"rst.{at}" if jack[2] == "A" else f"lights.{at * table.lights_per_pad}"
            fits = wanted in nets("J1")
        elif word.text == "LAMPS":
            fits = any(net.startswith("lights.") for net in nets("J"))
        else:
            fits = bool(SAY_NOTHING_OF_NETS.fullmatch(word.text))
        if not fits:
            wrong.append(word.text)
    return wrong


@pytest.mark.parametrize("layout", pcb.LAYOUTS, ids=lambda layout: layout.name)
def test_each_word_is_at_its_net(layout):
    assert find_wrong_words(layout, pcb.kept(layout)) == []


def exchange(layout, one, other):
    """Return a layout with two words exchanged, each where it comes first."""
    texts = [word.text for word in layout.words]
    a, b = texts.index(one), texts.index(other)
    words = list(layout.words)
    words[a], words[b] = words[a]._replace(text=other), words[b]._replace(text=one)
    return layout._replace(words=tuple(words))


@pytest.mark.parametrize(
    ("at", "one", "other"),
    [
        (0, "5V", "DIN"),
        (0, "3.3V", "SCL"),
        (0, "SEAT 1", "SEAT 2"),
        (0, "SEAT 1", "MIDDLE"),
        (0, "YES 1", "NO 1"),
        (0, "OK 1", "OK 2"),
        (0, "SCK", "MOSI"),
        (1, "DIN", "DOUT"),
        (1, "NO", "OK"),
    ],
)
def test_words_that_are_exchanged_are_found(at, one, other):
    layout = pcb.LAYOUTS[at]
    assert {one, other} & set(find_wrong_words(exchange(layout, one, other), pcb.kept(layout)))


# What is changed in the text, and by what; KiCad alone draws most of it, so no rule of ours reads it.
CHANGES = {
    "two words exchanged": (r'gr_text "5V"(.*?)gr_text "GND"', r'gr_text "GND"\1gr_text "5V"'),
    "a word moved": (r'(gr_text "DIN") \(at 93 9.04', r"\1 (at 93 11.58"),
    "a word of copper left out": r'  \(gr_text "shield 1".*?\n',
    "a word on another layer": (r'(gr_text "USB".*?)"F.SilkS"', r'\1"F.Cu"'),
    "another value": ("330 Ω", "33 Ω"),
    "another reference": (r'(property "Reference" "R2" .*?at) 5.08', r"\1 15.08"),
    "the ring of the diode left out": (
        r' \(fp_line \(start 3.26 -1.47\)[^()]*\(end [^()]*\) \(stroke .*?"F.SilkS"\)\)',
        "",
    ),
    "a pad below the mask": (r' "\*.Mask"', ""),
    "a pad of another shape": (r"thru_hole circle", "thru_hole rect"),
    "a narrow supply": (r"\(width 0.7\)", "(width 0.35)"),
    "a plane that is nearer": (r"\(clearance 0.3\)", "(clearance 0.05)"),
    "a plane that is smaller": (r"\(xy 99.5 79.5\)", "(xy 50 50)"),
    "a plane that is not filled": (r"\(fill yes", "(fill no"),
    "thinner": (r"thickness 1.6", "thickness 0.8"),
    "another version": (r'\(rev "1"\)', '(rev "2")'),
    "another opening of the mask": (r"mask_clearance 0.05", "mask_clearance 0.5"),
    "another layer's name": (r'"F.Mask" user', '"F.Adhes" user'),
    "a seal left out": r' \(comment 1 "\w*"\)',
}


@pytest.fixture
def lay_copy(tmp_path, monkeypatch):
    """Copy the kept shield; return the paths of its text and of its project."""
    monkeypatch.setattr(pcb, "BOARDS", tmp_path)
    folder = tmp_path / SHIELD.name
    folder.mkdir()
    paths = []
    for suffix in (".kicad_pcb", ".kicad_pro"):
        kept = pcb.Path(files.__file__).parents[3] / "hardware" / "boards" / SHIELD.name
        paths.append(folder / f"{SHIELD.name}{suffix}")
        paths[-1].write_bytes((kept / paths[-1].name).read_bytes())
    return paths


@pytest.mark.parametrize("what", CHANGES)
def test_no_change_of_the_text_passes(lay_copy, what):
    path, _ = lay_copy
    old, new = change if isinstance(change := CHANGES[what], tuple) else (change, "")
    text = path.read_text(encoding="utf-8")
    changed = re.sub(old, new, text, count=1, flags=re.DOTALL)
    assert changed != text and pcb.find_faults(SHIELD) == []
    path.write_text(changed, encoding="utf-8")
    assert f"{path.name}: not as its rows give it: make boards LAY=NAME" in pcb.find_faults(SHIELD)


@pytest.mark.parametrize("cut", [0, 7, 40_000, 40_001, 40_007])
def test_a_text_that_is_cut_off_is_named(cut):
    text = pcb.path_of(SHIELD).read_text(encoding="utf-8")
    with pytest.raises(ValueError, match="cut off"):
        files.read(text[:cut])
    with pytest.raises(ValueError, match="cut off"):
        files.read(text[: text.index('"1N4001"') + 3])


def test_a_project_with_other_limits_does_not_pass(lay_copy):
    _, path = lay_copy
    path.write_text(path.read_text(encoding="utf-8").replace("clearance", "distance"), encoding="utf-8")
    assert pcb.find_faults(SHIELD) == ["shield.kicad_pro: not the limits of the makers: make boards LAY=NAME"]


@pytest.mark.parametrize(
    "changed",
    [
        SHIELD._replace(words=SHIELD.words[:-1]),
        SHIELD._replace(widths={}),
        SHIELD._replace(version="2"),
        SHIELD._replace(places=(SHIELD.places[0], Place("DS1", 12.0, 6.0, 270), *SHIELD.places[2:])),
    ],
)
def test_rows_that_changed_since_do_not_pass(changed):
    path = pcb.path_of(SHIELD)
    assert any(one.startswith(f"{path.name}: not as its rows") for one in pcb.find_faults(changed))


def test_the_sentences_of_a_page_are_no_part_of_the_text():
    text = pcb.path_of(SHIELD).read_text(encoding="utf-8")
    assert files.is_sealed(SHIELD._replace(checks=(), notes=(), advice="", price=0), text)


# -- measuring ----------------------------------------------------------------------------------------


def drop(amperes):
    """Return what a 1N4001 takes, in V: its usual SPICE model."""
    return 1.984 * 0.02585 * math.log(amperes / 14.11e-9 + 1) + 0.034 * amperes


def test_a_right_shield_measures_as_its_page_says():
    """Nine dark lamps take 0.3 to 1 mA each (two kinds were measured at just below 1 mA), a meter 10 MΩ."""
    (row,) = [check for check in SHIELD.checks if check[1] == "5V and GND of LAMPS"]
    low, high, bare_low, bare_high = (float(one) for one in re.findall(r"\d\.\d", row[2]))
    assert "lamps in and dark" in row[0]
    for usb in (4.75, 5.0, 5.25):
        for lamp in (0.0003, 0.001):
            assert low <= usb - drop(9 * lamp) <= high
        assert bare_low <= usb - drop(usb / 10e6) <= bare_high
        assert not low <= usb <= high, "bridged"
