"""A search of the whole flash of the journal for the secrets of matches that are over."""

import pytest

from cardtable.controller.storage.store import Store
from failing_flash import TEARS, FailingFlash, PowerCut
from firmware_table import Table
from tablehost.virtual import pico

pytestmark = pytest.mark.own_cuts
SECTORS = 48
CUTS = 6  # spread over the operations of the flash from the end of the match on


@pytest.fixture
def play(tmp_path, monkeypatch):
    """Play a trick; return the table, and the secrets that must be gone when the match is over."""
    flash = FailingFlash(SECTORS)
    monkeypatch.setattr(pico, "Flash", lambda *_: flash)

    def play():
        table = Table(tmp_path)
        table.flash_of_journal = flash
        table.begin(3)
        table.trick("KS", ("5S", "7H", "9D"))
        wanted = []
        for name, value in table.loop.journal.secrets():
            if name in ("seed", "key"):
                wanted += forms(value)
            elif name == "terms":
                wanted += [form for text in value[3:] if text for form in forms(text)]
            elif name.isdigit():
                wanted.append(b'["seal","%s",%d]' % (name.encode(), value) * 2)
        return table, wanted

    return play


def forms(text):
    """Return a text of hex digits as it is in the vault, and as bytes."""
    return [text.encode(), bytes.fromhex(text)]


def held(flash, wanted):
    """Return of how many of these the flash holds a half: one may lie on two pages."""
    halves = [(one[: len(one) // 2], one[len(one) // 2 :]) for one in wanted]
    return sum(first in flash.image or second in flash.image for first, second in halves)


def end(table):
    table.loop.play.correct(["end", "operator"])
    table.loop.refresh()
    table.run(3_000_000)


def test_no_secret_of_a_match_that_is_over_is_left_in_the_flash(play):
    table, wanted = play()
    flash = table.flash_of_journal
    assert len(wanted) >= 9 and held(flash, wanted) >= 6, "the search finds what is there"
    end(table)
    assert held(flash, wanted) == 0
    table.switch_on()
    table.run(3_000_000)
    assert held(flash, wanted) == 0


def test_nothing_is_left_when_the_next_match_begins_at_once(play):
    table, wanted = play()
    table.loop.play.correct(["end", "operator"])
    table.clear()
    table.begin(3)
    assert held(table.flash_of_journal, wanted) == 0
    assert list(table.loop.journal.secrets())


@pytest.mark.parametrize("tear", TEARS)
def test_nothing_is_left_if_the_power_goes_while_the_end_is_written(play, tear):
    table, wanted = play()
    flash = table.flash_of_journal
    before = flash.copy()
    start = flash.operations
    end(table)
    operations = flash.operations - start
    over = 0
    for cut in range(1, operations + 1, max(1, operations // CUTS)):
        table = restarted(table, before.copy())
        flash.cut_in(cut, tear)
        try:
            end(table)
        except PowerCut:
            flash.switch_on()
        table.switch_on()
        table.run(6_000_000)
        if not list(table.loop.journal.secrets()):
            over += 1
            assert held(flash, wanted) == 0, cut
    assert over > 0 and operations > CUTS


def restarted(table, flash):
    """Switch the table on with this content of the flash; the match goes on."""
    table.flash_of_journal.image[:] = flash.image
    table.flash_of_journal._floating.clear()
    table.power_cut()
    return table


def test_a_table_that_leaves_the_pages_of_a_secret_is_found_out(play, monkeypatch):
    drop = Store._drop
    monkeypatch.setattr(Store, "_drop", lambda store, sectors, secret: drop(store, sectors, False))
    table, wanted = play()
    end(table)
    assert held(table.flash_of_journal, wanted) > 0
