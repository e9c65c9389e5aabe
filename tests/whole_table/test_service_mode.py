"""Service mode: a computer sees readers, keys and lamps as they are, between matches; nothing hidden."""

import json
from functools import partial

import pytest

from cardtable.engine.asks import base
from firmware_table import CENTRE, Host, Table, kept_files
from simulated_line import do_unchecked
from table_line import greeted, in_its_time
from tablehost.errors import BUSY, Trouble
from tablehost.link.events import Sensed
from tablehost.link.service import CARD, DO, LIES, RESULT, SEVERAL, TWICE, UNREADABLE, NotReached, Service
from tablehost.virtual.chips import mfrc522


@pytest.fixture
def session(table, tmp_path, monkeypatch):
    in_its_time(monkeypatch, table)
    return greeted(table, tmp_path)


@pytest.fixture
def service(session):
    with Service(session) as found:
        assert found.wait_for(lambda: found.open, 2) and found.tags == [None] * 7
        yield found


def uid(table, card):
    from cardtable.engine import cards

    return table.tags[cards.parse(card)].uid.hex()


def notes(table):
    journal = table.loop.journal
    return [journal.get(g)[5:] for g in range(journal.lo(), journal.hi() + 1) if journal.get(g)[4] == "note"]


def test_a_table_describes_itself(table, session):
    with Service(session) as service:
        assert (service.board, service.seat_pads, service.pads) == ("pico_6pads", 6, 7)
        assert service.sorts == ["iso14443a"]
        service.turn(0.1)
        assert table.says.startswith("SERVICE: a computer tests")
    table.run(500_000)
    assert table.says.startswith("Ready") and notes(table) == [["service"], ["service-over"]]


def test_tags_are_reported_by_pad(table, service):
    table.lay(2, "5S")
    table.lay(CENTRE, "KH")
    assert service.wait_for(lambda: len(service.lying) == 2, 2)
    assert service.lying == {2: uid(table, "5S"), CENTRE: uid(table, "KH")}
    table.lift(2)
    assert service.wait_for(lambda: service.tags[2] is None, 2)


def test_two_tags_and_an_unreadable_one(table, service):
    table.lay(0, "5S")
    table.lay(0, "6S")
    table.machine.pads[1].weak = 1.0
    table.lay(1, "7S")
    assert service.wait_for(lambda: service.lying == {0: SEVERAL, 1: UNREADABLE}, 2)


def test_a_tag_on_two_pads(table, service):
    table.lay(0, "5S")
    table.lay(1, "5S", 1_000_000)
    assert service.wait_for(lambda: service.tags[1] == TWICE, 2)
    assert service.count(1).tag == uid(table, "5S")


def test_read_quality_of_a_card_is_reported(table, service):
    table.lay(3, "5S")
    good = service.reads(3, 20, 5)
    assert good.reads == good.looks >= 20 and good.tag == good.rests == uid(table, "5S")
    table.machine.chips[3].frame_error_rate = 0.3
    bad = service.reads(3, 40, 5)
    assert bad.looks >= 40 and 0 < bad.reads < 36 and bad.garbled + bad.silent > 0
    table.lift(3)
    service.wait_for(lambda: service.tags[3] is None, 2)
    assert service.count(3).tag is None


def why(service, pad, *rest):
    """Why a tag's memory there is out of reach."""
    with pytest.raises(NotReached) as refused:
        service.memory(pad, *rest)
    return refused.value.code


def test_the_memory_of_a_tag(table, service):
    """Written and read while all other readers look; the card does not count as lifted meanwhile."""
    table.lay(3, "5S")
    table.lay(CENTRE, "KH")
    service.wait_for(lambda: len(service.lying) == 2, 2)
    told = []
    service._heard = told.append
    for page in range(4, 8):
        memory = service.memory(3, page, bytes((page, 0xFE, 1, 2)))
    assert memory == bytes.fromhex("04FE010205FE010206FE010207FE0102") == service.memory(3)
    assert service.memory(CENTRE) == bytes(16)
    service.turn(1.0)
    assert service.lying == {3: uid(table, "5S"), CENTRE: uid(table, "KH")}
    assert not [event for event in told if isinstance(event, Sensed)] and table.loop.faults.now == []
    table.lift(3)
    service.wait_for(lambda: service.tags[3] is None, 2)
    assert why(service, 3) == why(service, 3, 4, bytes(4)) == "no-tag"


def test_a_memory_that_is_out_of_reach(table, service):
    table.tags[8].ntag.pages[10] |= 0xF0
    for pad, card in ((0, "5S"), (0, "6S"), (1, "7S"), (2, "7S"), (3, "8S")):
        table.lay_now(pad, card)
        service.turn(0.4)
    service.wait_for(lambda: len(service.lying) == 4, 3)
    assert [why(service, pad) for pad in (0, 2)] == [SEVERAL, TWICE]
    assert why(service, 3, 4, bytes((1, 2, 3, 4))) == "locked" and service.memory(3) == bytes(16)
    table.machine.pads[3].tags.clear()
    assert why(service, 3) == "lost", "the table has not noticed yet"
    service.turn(1.0)
    assert service.tags[3] is None and table.loop.faults.now == []


def test_keys(table, service):
    table.machine.press(4, "no")
    table.machine.press(1, "yes")
    assert service.wait_for(lambda: service.down == {(4, "no"), (1, "yes")}, 1)
    table.machine.release(4, "no")
    assert service.wait_for(lambda: service.down == {(1, "yes")}, 1)
    assert service.wait_for(lambda: service.stuck == {(1, "yes")}, 12)
    assert "SERVICE" in table.says, "keys mean nothing here"


def test_a_lamp_at_a_time(table, service):
    service.lamp(2, CARD, base.FINE)
    service.turn(0.05)
    lit = [i for i, light in enumerate(table.machine.lights()) if light != (0, 0, 0)]
    assert lit == [2 * 3 + 1]
    service.lamp(2, CARD, base.EMPTY)
    service.lamp(CENTRE, DO, base.MAY_CALL)
    service.lamp(0, RESULT, "wins")
    service.turn(0.05)
    lit = [i for i, light in enumerate(table.machine.lights()) if light != (0, 0, 0)]
    assert lit == [2, CENTRE * 3]
    service.dark()
    service.turn(0.05)
    assert set(table.machine.lights()) == {(0, 0, 0)}


def test_a_tone(table, service):
    assert service.tone("wins") == "full"
    service.wait_for(lambda: False, 1)
    assert table.tones[-3:] == [2000, 2600, 3200]


@pytest.mark.parametrize(
    "words",
    [
        ("lamp", 0, 0, 99), ("lamp", 7, 0, 1), ("lamp", 0, 3, 1), ("lamp", 0, 0, [1]), ("lamp", 0, 0),
        ("tone", "rea"), ("tone", 7), ("tone",), ("reader", "x"), ("reader", -1), ("count",),
        ("read", "xyz"), ("memory",), ("memory", 7), ("memory", 0, 3, "00000000"), ("memory", 0, 4, "0"),
        ("hop",), ("begin",),
    ],
)  # fmt: skip
@pytest.mark.parametrize("is_checked", [True, False])
def test_nonsense_is_refused(table, service, words, is_checked, monkeypatch):
    """By this computer; and by the table, where a computer does not look at the shapes of its commands."""
    if not is_checked:
        monkeypatch.setattr(service.session._end, "do", partial(do_unchecked, service.session._end))
    with pytest.raises(Trouble):
        service._ask(*words)
    service.turn(1.0)
    assert table.loop.bug is None and "SERVICE" in table.says


def test_a_reader(table, service):
    assert service.reader(5)[:4] == ("mfrc522", 0x92, True, None)
    table.machine.chips[5].dead = 0
    service.turn(0.5)
    service.wait_for(lambda: not service.reader(5).alive, 3)
    assert service.reader(5).fault == "dead-bus" and service.reader(5).failures
    assert service.reader(4).alive


# -- when it begins, and how it ends ----------------------------------------------------------------


def test_not_in_a_match(table, session):
    table.begin(3)
    with pytest.raises(Trouble) as refused:
        Service(session)
    assert refused.value.exit == BUSY and table.asked == "turn-up" and notes(table) == []


def test_not_while_a_match_waits_to_go_on(tmp_path, monkeypatch):
    table = Table(tmp_path)
    table.begin(3)
    table.switch_on()
    in_its_time(monkeypatch, table)
    session = greeted(table, tmp_path)
    for _ in range(3):  # at once, while pads are looked at, and while it asks whether to go on
        with pytest.raises(Trouble):
            Service(session)
        table.run(300_000)


def test_a_silent_computer_ends_it(table, session):
    service = Service(session)
    table.run(6_000_000)
    assert table.says.startswith("Ready") and notes(table)[-1] == ["service-over"]
    with pytest.raises(Trouble):
        service.reader(0)


def test_another_computer_ends_it(table, session):
    Service(session)
    other = Host(table)
    other.end._host_id = "host-b"
    other.run(2)
    assert table.says.startswith("Ready")
    assert [event for event in other.events if event[0] == "raw"][-1][1] is None


def test_a_match_ends_it(table, session):
    service = Service(session)
    service.lamp(0, DO, base.LAY)
    heard = []
    for words in (("new", "democracy", 3), ("begin",)):
        assert session.command(heard.append, *words)[0]
    session.turn(0.5)
    table.run(1_000_000)
    assert table.asked == "take-seats" and notes(table) == [["service"], ["service-over"]]
    table.press("ok", 0, 1, 2)
    table.lay(CENTRE, "KS")
    table.lay(0, "5S")
    for _ in range(20):
        heard += session.turn(0.1)
    raw = [event for event in heard if isinstance(event, Sensed)]
    assert all(event.tags is None for event in raw), "no tag is told in a match"


def test_a_power_cut_ends_it(table, session):
    Service(session)
    table.switch_on()
    table.run(500_000)
    assert "Ready" in table.says and table.loop.dialogue is None


def test_a_player_who_looks_inside_ends_it(table, session):
    from cardtable.controller import housekeeping

    Service(session).lamp(0, DO, base.LAY)
    housekeeping.maintain(table.loop)
    assert notes(table)[-2:] == [["service-over"], ["repl"]]
    assert len(set(table.machine.lights()[2::3])) == 1, "all lamps say so"


def test_after_a_match(table, session):
    table.begin(3, days="1")
    assert session.command(lambda event: None, "fix", "end")[0]
    assert table.loop.play.referee.over
    with Service(session) as service:
        table.lay(5, "5S")
        assert service.wait_for(lambda: 5 in service.lying, 2), "every pad counts, also where nobody sat"
    session.turn(0.5)
    assert "Ready" in table.says and table.loop.dialogue is None


# -- hidden cards stay hidden ------------------------------------------------------------------------


def test_cards_from_before_are_not_reported(table, session):
    """Nor is a card that is laid meanwhile, until all pads were empty for once."""
    table.tags[5].ntag.pages[16:32] = b"CT FIVE OF SPADE"
    table.lay(0, "5S")
    table.lay(1, "6S")
    heard = []
    line = session._line
    read = line.read
    line.read = lambda: heard.append(read()) or heard[-1]
    with Service(session) as service:
        service.wait_for(lambda: False, 3)
        assert service.lying == {0: LIES, 1: LIES} and not service.open
        assert why(service, 0) == why(service, 0, 4, bytes(4)) == LIES
        assert service.count(0).tag is None and service.count(0).reads > 0
        table.lift(0)
        table.lay(2, "7S")
        table.machine.pads[3].tags.append(table.tags[next(iter(table.tags))])
        table.lift(3)
        service.wait_for(lambda: False, 2)
        assert service.lying == {1: LIES, 2: LIES} and service.count(2).tag is None
        assert why(service, 2) == LIES
        table.lift(1, 2)
        assert service.wait_for(lambda: not service.lying, 2)
        table.lay(4, "8S")
        assert service.wait_for(lambda: service.tags[4] == uid(table, "8S"), 2)
    told = b"".join(heard).decode()
    assert uid(table, "8S") in told
    assert not any(uid(table, card) in told for card in ("5S", "6S", "7S"))
    assert table.tags[5].ntag.pages[16:32] == b"CT FIVE OF SPADE"
    assert table.tags[5].ntag.pages[16:32].hex() not in told


def test_what_could_not_be_read_before_is_not_told_when_it_can(table, session):
    table.machine.pads[0].weak = 1.0
    table.lay(0, "5S", 2_000_000)
    with Service(session) as service:
        service.wait_for(lambda: False, 2)
        table.lay(1, "6S", 1_000_000)
        assert service.wait_for(lambda: service.lying == {0: UNREADABLE, 1: uid(table, "6S")}, 2)
        table.machine.pads[0].weak = 0.0
        assert service.wait_for(lambda: service.tags[0] == LIES, 2)
        table.lift(0)
        service.wait_for(lambda: service.tags[0] is None, 2)
        table.lay(0, "5S")
        assert service.wait_for(lambda: service.tags[0] == uid(table, "5S"), 2)


def test_no_tag_is_on_record(table, service, tmp_path):
    table.lay(0, "5S")
    service.wait_for(lambda: service.tags[0] is not None, 2)
    table.lift(0)
    kept = b"".join(kept_files(tmp_path).values()).decode(errors="replace")
    assert json.dumps(["note", "service"])[1:-1].replace(" ", "") in kept
    assert uid(table, "5S") not in kept


def test_it_begins_at_any_moment_of_a_sweep(table, session):
    """Readers that are glanced at become readers that count, in the middle of it."""
    for _ in range(50):
        table.loop.pads.quiet = 2
        table.run(7_000)
        with Service(session) as service:
            service.turn(0.03)
        assert table.loop.bug is None


def test_the_reading_of_start_send(table, service):
    """Cards stay where they are while a chip is tested, and its reader goes on as before."""
    table.lay(3, "5S")
    readings = getattr(mfrc522, "START_SEND", ("kept",))
    for pad, reading in enumerate(readings):
        table.machine.chips[pad].start_send = reading
    assert [service.start_send(pad) for pad in range(len(readings))] == list(readings)
    service.turn(1.0)
    assert service.lying == {3: uid(table, "5S")} and table.loop.faults.now == []
    table.machine.chips[4].dead = 0xFF
    service.turn(2.0)
    assert service.start_send(4) is None


def test_readers_report_an_empty_pad(table, service):
    """Cards stay where they are, and readers go on as before. A tag that was put to sleep says nothing."""
    table.lay(3, "5S")
    for pad, noise in enumerate(mfrc522.NOISE):
        table.machine.chips[pad].noise = noise
    heard = [service.silence(pad) for pad in range(4)]
    assert heard == ["silent", "cured", "error", "silent"]
    for pad in range(3):
        table.machine.chips[pad].noise = ""
    service.turn(1.0)
    assert service.lying == {3: uid(table, "5S")} and table.loop.faults.now == []
