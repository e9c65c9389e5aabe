"""The OLED: who has one gets its picture line by line, who has none pays nothing for it."""

import pytest

from cardtable import languages
from cardtable.drivers import oled
from cardtable.drivers.oled import Lines
from panel_text import letters, shape
from tablehost.firmware import boards
from tablehost.virtual.chips.ssd1306 import Model, Ssd1306Chip
from tablehost.virtual.pico import FakeMachine

BOARD = boards.load("pico_6pads")


def plugged(model=Model.SSD1306, address=0x3C, name="pico_6pads", held_clocks=0):
    """A built board with a panel, its `idle` as the board made it."""
    fake = FakeMachine(boards.load(name))
    fake.panel = Ssd1306Chip(model, address)
    fake.panel.held_clocks = held_clocks
    with fake.installed():
        parts = fake.board.build()
    return fake, parts


def painted(fake, display):
    """Return the number of lines that are sent until the panel shows everything."""
    count = 0
    while display.paint():
        count += 1
        assert count <= 20
    return count


@pytest.fixture(params=[(Model.SSD1306, 0x3C), (Model.SSD1306, 0x3D), (Model.SSD1309, 0x3C)])
def panel(request):
    return plugged(*request.param)


def test_what_the_table_says_can_be_read_off_the_panel(panel):
    fake, parts = panel
    assert not fake.panel.picture() or set("".join(fake.panel.picture()[8:])) <= {" ", "#"}
    said = ["Démocratie: jour 1,", "pli 1 sur 6: posez", "une carte face cachée", "À qui? (0-2) [OK]"]
    parts.display.show(said)
    assert painted(fake, parts.display) == 8
    picture = fake.panel.picture()
    assert [letters(picture, row).rstrip() for row in range(8)] == said + [""] * 4
    assert len(picture) == 64
    assert fake.panel.wiring == 0x12
    assert not fake.panel.inverted and not fake.panel.all_on
    assert fake.panel.pump == (fake.panel.model is Model.SSD1306)


def test_only_lines_that_changed_are_sent(panel):
    fake, parts = panel
    parts.display.show(["a", "b", "c"])
    painted(fake, parts.display)
    parts.display.show(["a", "x", "c"])
    before = fake.panel.transfers
    assert painted(fake, parts.display) == 1
    assert fake.panel.transfers - before == 7
    assert painted(fake, parts.display) == 0
    assert letters(fake.panel.picture(), 1).rstrip() == "x"


def test_it_is_painted_while_nothing_is_due(panel):
    """A line keeps the bus for less than 4 ms, and only where the board has so long to itself."""
    fake, parts = panel
    parts.display.show(["Ready"])
    with fake.installed():
        for us in (250, 2000, oled.LEAST_US - 1):
            parts.idle(us)
        assert fake.panel.picture()[:8] != ["Ready"] and parts.display._painted[0] is None
        for _ in range(8):
            before = fake.clock.us
            parts.idle(20_000)
            assert 2500 < fake.clock.us - before < 4000
        before = fake.clock.us
        parts.idle(20_000)
        assert 2000 <= fake.clock.us - before < 2010
    assert letters(fake.panel.picture(), 0).rstrip() == "Ready"


def shown(fake):
    """Return the text that is on the panel, line by line."""
    return [letters(fake.panel.picture(), row).rstrip() for row in range(8)]


def idle_for(fake, parts, seconds):
    """Be idle for so long; the longest turn, in us."""
    longest = 0
    end = fake.clock.us + seconds * 1_000_000
    with fake.installed():
        while fake.clock.us < end:
            before = fake.clock.us
            parts.idle(20_000)
            longest = max(longest, fake.clock.us - before)
    return longest


SAID = ["one", *[""] * 7]
TOLD = ["two", *[""] * 7]


def test_a_panel_that_lost_its_power_unnoticed_comes_back_by_itself(panel):
    fake, parts = panel
    parts.display.show(["one"])
    idle_for(fake, parts, 1)
    assert shown(fake) == SAID
    fake.panel.unplugged = True
    fake.panel.unplugged = False
    assert fake.panel.picture() == []
    assert idle_for(fake, parts, 31) < oled.LEAST_US
    assert shown(fake) == SAID and len(fake.panel.picture()) == 64


def test_a_panel_that_falls_silent_stops_nothing_and_comes_back_within_seconds(panel):
    fake, parts = panel
    parts.display.show(["one"])
    idle_for(fake, parts, 1)
    fake.panel.unplugged = True
    parts.display.show(["two"])
    assert idle_for(fake, parts, 60) < oled.LEAST_US
    assert not parts.display.answers and parts.display.lines[0].rstrip() == "two"
    fake.panel.unplugged = False
    idle_for(fake, parts, 3)
    assert parts.display.answers and shown(fake) == TOLD


def test_a_panel_that_loses_its_power_in_any_transfer_comes_back(panel):
    fake, parts = panel
    for transfers in (0, 1, 6, 7, 15, 30, 37, 38):
        parts.display.show([f"{transfers}", "b", "c"])
        write, left = fake.panel.write, transfers

        def failing(data, write=write):
            nonlocal left
            left -= 1
            if left < 0:
                fake.panel.unplugged = True
            write(data)

        fake.panel.write = failing
        idle_for(fake, parts, 31)
        del fake.panel.write
        fake.panel.unplugged = False
        idle_for(fake, parts, 33)
        assert shown(fake)[:3] == [f"{transfers}", "b", "c"]


def test_a_panel_stays_lit_while_it_is_renewed(panel):
    fake, parts = panel
    parts.display.show(["one"])
    idle_for(fake, parts, 1)
    write, dark = fake.panel.write, []
    fake.panel.write = lambda data: (write(data), dark.append(shown(fake) != SAID))
    idle_for(fake, parts, 31)
    assert len(dark) > 30 and not any(dark)


@pytest.mark.parametrize("held_clocks", range(1, 10))
def test_a_panel_that_holds_the_bus_at_the_start_is_freed(held_clocks):
    fake, parts = plugged(held_clocks=held_clocks)
    parts.display.show(["one"])
    painted(fake, parts.display)
    assert shown(fake) == SAID


def test_a_bus_that_is_held_later_costs_little_time(panel):
    fake, parts = panel
    fake.panel.held_clocks = 1
    parts.display.show(["one"])
    assert idle_for(fake, parts, 10) < 15_000
    assert not parts.display.answers


@pytest.mark.parametrize("name", ["pico_6pads", "pico_10pads"])
def test_without_a_panel_the_lines_are_kept_for_a_reader(name):
    display = FakeMachine(boards.load(name)).build().display
    assert type(display) is Lines and not display.answers


def test_every_letter_the_table_says_has_a_shape_of_its_own():
    said = {letter for lang in ("en", "fr") for _, _, text in languages.rows(lang) for letter in text}
    known = {*map(chr, range(32, 127)), *oled.MORE}
    assert said <= known
    assert len(oled.GLYPHS) == 5 * len(known)
    shapes = [shape(letter) for letter in sorted(known - {"’"})]
    assert len(set(shapes)) == len(shapes)
    assert oled.at("→") == oled.at("?")


# The model itself, against the data sheet.


def test_a_command_takes_as_many_bytes_as_the_data_sheet_says():
    chip = Ssd1306Chip()
    chip.write(b"\x00\x81\x10\xa8\x3f\xaf")
    assert (chip.contrast, chip.rows, chip.on) == (0x10, 64, True)
    chip.write(b"\x80\xd3\x80\x00\x80\xae")
    assert not chip.on
    with pytest.raises(ValueError, match="0xff is no command"):
        chip.write(b"\x00\xff")
    with pytest.raises(ValueError, match="no control byte"):
        chip.write(b"\x01\xaf")


def test_the_picture_fills_its_window_and_begins_again():
    chip = Ssd1306Chip()
    chip.write(b"\x00\x20\x00\x21\x02\x03\x22\x01\x02\xaf")
    chip.write(b"\x40" + bytes([1, 2, 3, 4, 5]))
    assert [bytes(chip.memory[page][2:4]) for page in (1, 2)] == [b"\x05\x02", b"\x03\x04"]
    with pytest.raises(ValueError, match="a window from 0 to 128"):
        chip.write(b"\x00\x21\x00\x80")
