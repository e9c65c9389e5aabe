"""The referee's page: records as they come, and corrections that are shown before they are done."""

import io
import json
import re
import threading
import time
from collections import Counter
from concurrent.futures import Future, ThreadPoolExecutor
from urllib.parse import urlencode

import pytest

import exported_games
import live_site
from asgi import House, events_of, visit
from cardtable.controller import faults
from cardtable.engine import cards
from cardtable.engine.asks.base import CENTRE
from cardtable.engine.cards import HANDLE, UNKNOWN
from correction_acts import do, spoil
from far_table import FarTable
from firmware_table import PASSED_US
from served import LIMIT_S, Server, real_table
from still_session import quiet_line, still_session
from tablehost import messages
from tablehost.errors import Trouble
from tablehost.journal.fault_history import NOTICES
from tablehost.journal.game_log import Chronicle, load_chronicle
from tablehost.journal.records import Boot, Fault
from tablehost.journal.store import Journal
from tablehost.link.events import Came, Seen
from tablehost.match.chorus import Chorus
from tablehost.match.snapshot import STORIES
from tablehost.people import vocabulary
from tablehost.plugins import narration
from tablehost.screen.spoken import Spoken
from tablehost.session import correction_lines, foresight
from tablehost.session.foresight import SEALED, Foresight, Unforeseen, Unnamed
from tablehost.session.presenting import present
from tablehost.session.session import Session
from tablehost.web.desk import Order
from tablehost.web.persons import Guests
from tablehost.web.referee_desk import RefereeDesk
from tablehost.web.runner import Runner
from tablehost.web.tables import Table

MATCH = {"kind": "match", "game": "democracy", "players": ["Ada", "Ben"], "options": {}, "virtual": True}
LONG = "players=4&preset=usual&option-target=12&table=virtual"
DESK = "/tables/oak/referee"


@pytest.fixture
def house():
    return House("oak")


@pytest.fixture
def operator(house):
    visitor, operator = visit(house)
    visitor.get(f"/enter?token={operator.token}")
    return visitor


@pytest.fixture
def at_home(tmp_path, monkeypatch):
    monkeypatch.setenv("CARDTABLE_HOME", str(tmp_path / "home"))


def order(visitor, what, **fields):
    return visitor.post(f"{DESK}/{what}", urlencode(fields).encode())


def open_desk(table):
    """Return the presenter of a match that is shown at this table's desk."""
    chorus = Chorus(["Ada", "Ben"], [vocabulary.load(one, "democracy") for one in ("en", "fr")])
    for language in ("en", "fr"):
        table.feeds[language].open(chorus.voice(language))
        table.desk.feeds[language].open(chorus.voice(language))
    table.desk.is_open = True
    return chorus


# -- the page and its orders ------------------------------------------------------------------------------


@pytest.mark.parametrize("path", [DESK, f"{DESK}/events"])
def test_a_guest_sees_nothing_of_it(house, path):
    assert visit(house)[0].get(path).status == 403
    assert "/referee" not in visit(house)[0].get("/tables/oak").text


@pytest.mark.parametrize("what", ["preview", "do", "choices", "leave"])
def test_a_guest_corrects_nothing(house, what):
    house.tables["oak"].desk.is_open = True
    answer = order(visit(house)[0], what, line="void")
    assert answer.status == 403 and not house.tables["oak"].desk.take()


def test_the_operator_finds_it_in_both_languages(operator):
    assert DESK in operator.get("/tables/oak").text
    assert "Do it" in operator.get(DESK).text and "Faire" in operator.get(f"{DESK}?lang=fr").text
    page = operator.get(DESK).text
    assert "<style" not in page and " style=" not in page and "onclick" not in page
    assert operator.get("/tables/elm/referee").status == 404


@pytest.mark.parametrize("what, line", [("preview", ""), ("preview", "x" * 400), ("else", "void")])
def test_a_malformed_order_is_refused(operator, what, line):
    assert order(operator, what, line=line).status == 400


def test_without_a_match_it_is_refused_plainly(operator):
    told = json.loads(order(operator, "preview", line="void").body)
    assert not told["ok"] and told["text"] == "No match is played at this table" and told["hint"]


def test_an_order_is_answered_by_the_match(house, operator):
    desk = house.tables["oak"].desk
    desk.is_open = True

    def serve():
        while not (taken := desk.take()):
            time.sleep(0.01)
        taken[0].done.set_result({"ok": True, "text": taken[0].line, "language": taken[0].language})

    with ThreadPoolExecutor(1) as pool:
        served = pool.submit(serve)
        told = json.loads(order(operator, "do", line="void", key="[1]").body)
        served.result()
    assert told["text"] == "void" and told["language"] == "en"


def test_orders_that_wait_when_the_match_ends_are_refused(house, operator):
    desk = house.tables["oak"].desk
    desk.is_open = True
    with ThreadPoolExecutor(1) as pool:
        asked = pool.submit(order, operator, "do", line="void")
        while desk._orders.empty():
            time.sleep(0.01)
        desk.close()
        assert not json.loads(asked.result().body)["ok"]


def test_an_order_that_is_not_answered_in_time_is_not_done_later(house, operator, monkeypatch):
    monkeypatch.setattr("tablehost.web.desk.ORDER_S", 0.01)
    desk = house.tables["oak"].desk
    desk.is_open = True
    told = json.loads(order(operator, "do", line="void").body)
    assert not told["ok"] and told["text"] == "The table has not answered in time"
    assert desk.take() == [], "the match carries nothing out"


def test_records_come_with_their_sentences_and_two_hundred_are_kept(house, operator):
    table = house.tables["oak"]
    chorus = open_desk(table)
    chorus.line(MATCH, 1)
    chorus.line({"kind": "fault", "what": "fault", "code": "silent", "pad": 1}, 2)
    for number in range(1, 260):
        for feed in table.desk.feeds.values():
            feed.add(number, "act", "", f"[{number}]")
    body = operator.ask("GET", f"{DESK}/events", until=lambda body: b"event: beat" in body).body
    found = {kind: data for kind, _, data in events_of(body)}
    rows = found["desk"]["records"]
    assert [row["n"] for row in rows] == list(range(60, 260)) and rows[-1]["raw"] == "[259]"
    assert len(found["desk"]["faults"]) == 1 and "snapshot" in found and found["page"]["page"] == 1
    assert not table.desk.pages  # it has gone


def test_watchers_are_informed_while_a_preview_is_open(house, operator):
    table = house.tables["oak"]
    chorus = open_desk(table)
    chorus.correcting(True)
    for language, said in (("en", "Under correction"), ("fr", "En correction")):
        assert said in table.feeds[language].document["notice"]
    chorus.display("Lay a card")
    assert "Under correction" in table.feeds["en"].document["notice"]  # until it is done or left
    chorus.correcting(False)
    assert not table.feeds["en"].document["notice"]


def test_a_preview_is_over_when_its_page_goes():
    desk = House("oak").tables["oak"].desk
    page = desk.open_page()
    desk.looking.add(page)
    desk.close_page(page)
    assert not desk.looking and not desk.pages


@pytest.mark.parametrize("line", ["foo", "undo x", "amend seat 12 5S", 'amend "', "end 12", "name 2"])
def test_an_unknown_correction_has_a_plain_message(line):
    with pytest.raises(Trouble) as found:
        correction_lines.read_line(line, ["Ada", "Ben"])
    assert found.value.message and found.value.hint


def test_a_line_means_what_it_means_behind_say():
    assert correction_lines.read_line("undo 3 --insist", []) == ["undo", 3, 1]
    assert correction_lines.read_line("amend seat Ben 5S --drop-rest", ["Ada", "Ben"]) == [
        "amend",
        1,
        "seat",
        1,
        "5S",
    ]


# -- what it would change -----------------------------------------------------------------------------------


@pytest.mark.parametrize("game, seats, seed", [("democracy", 4, 3), ("demos", 4, 2), ("democrazy", 5, 2)])
def test_a_preview_changes_no_record(at_home, game, seats, seed):
    file = exported_games.finished(game, seats, seed)
    number = live_site.keep(file, until=len(file.raws) * 4 // 5)
    with Journal() as journal:
        match = journal.game(number)
        before = [entry.body for entry in journal.game_records(match)]
        found = Foresight(journal, match).correct(["void"])
        assert found.before != found.after and found.key[1] == "void"
        with pytest.raises((Unforeseen, Exception)) as refused:
            Foresight(journal, match).correct(["undo", 500, 1])
        assert refused.value.code == "nothing-to-take-back"
        for act in Foresight(journal, match).acts:
            for part in act.parts:
                assert Foresight(journal, match, (act.stage, act.number, part.place)).choices is not None
        assert [entry.body for entry in journal.game_records(match)] == before


def test_cards_seen_elsewhere_are_not_offered(at_home):
    file = exported_games.finished("democracy", 4, 3)
    number = live_site.keep(file, until=len(file.raws) * 4 // 5)
    with Journal() as journal:
        match = journal.game(number)
        acts = Foresight(journal, match).acts
        trick = next(act for act in acts if len(act.parts) == 4 and len(act.parts[0].said[0]) > 1)
        choices = Foresight(journal, match, (trick.stage, trick.number, trick.parts[0].place)).choices
        seen = {word for act in acts if act.stage == trick.stage for part in act.parts for word in part.said}
        assert choices and not seen & set(choices)


def test_an_open_card_that_cannot_be_read_comes_with_those_that_fit(at_home):
    file = exported_games.finished("democracy", 4, 3)
    number = live_site.keep(file, until=len(file.raws) * 4 // 5)
    with Journal() as journal:
        match = journal.game(number)
        chronicle = load_chronicle(journal, match)
        course = chronicle.shadow.course
        chairs = course.match.pads
        seat_pads = max(chairs) + 1
        pads = [None] * seat_pads + [UNKNOWN, None]
        pads[chairs[2]] = UNKNOWN
        found = foresight.unread(course, pads, seat_pads)
        seen = [card for card, _ in course.table.ledger() if card < HANDLE]
        assert set(found) <= {2, CENTRE} and found
        for fitting in found.values():
            assert not set(fitting) & {cards.text(card) for card in seen}


def desk_in(journal, number):
    """The desk of a match in the journal, as far as orders without a table go."""
    game = journal.game(number)
    desk = RefereeDesk(still_session(journal, game), House("oak").tables["oak"].desk)
    desk._game = game
    return desk


@pytest.fixture
def desk_of(at_home):
    """A function: the desk of a match that has come four fifths of its way."""
    with Journal() as journal:

        def find(*told):
            file = exported_games.finished(*told)
            return desk_in(journal, live_site.keep(file, until=len(file.raws) * 4 // 5))

        yield find


def preview(desk, line, key=""):
    return desk._answer_order(Order("preview", line, "en", key, Future()))


def amend_against(desk):
    """Return a line that says that the first trick had a card of the last one, by another player."""
    acts = [act for act in Foresight(desk._session.journal, desk._game).acts if act.parts]
    stage = max(act.stage for act in acts)
    tricks = [act for act in acts if act.stage == stage and len(act.parts) == 4]
    last, *_, first = [act for act in tricks if act.parts[0].said != ("ok",)]
    part = first.parts[0]
    later = next(one for one in last.parts if one.place != part.place)
    return f"amend answer {first.number} seat {part.place + 1} {later.said[0]}"


def test_a_refused_amendment_is_offered_with_drop_rest(desk_of):
    desk = desk_of("democracy", 4, 3)
    line = amend_against(desk)
    refused = preview(desk, line)
    assert not refused["ok"] and "answer 16 of this stage does not fit" in refused["text"]
    further = refused["further"]
    assert further["line"] == f"{line} --drop-rest" and "all after it" in further["text"]
    found = preview(desk, further["line"])
    assert found["is_preview"] and found["ok"] and found["gone"] and found["key"]


@pytest.mark.parametrize("told", [("democracy", 4, 3), ("demos", 3, 2), ("democrazy", 5, 1)])
def test_each_record_of_an_answer_tells_the_act_that_can_be_corrected(desk_of, told):
    desk = desk_of(*told)
    chronicle = Chronicle(desk._game.players, desk._game.virtual)
    acts = []
    for entry in desk._session.journal.game_records(desk._game):
        record = entry.told()
        if act := foresight.read_record(chronicle.shadow.course, record):
            assert record.kind == "answer"
            acts.append(act)
        chronicle.take(entry.g, record)
    then, listed = (
        {act[:2]: act for act in found if act.parts or act.is_clear}
        for found in (acts, Foresight(desk._session.journal, desk._game).acts)
    )
    assert listed and set(listed) == {at for at in then if at[0] in {stage for stage, _ in listed}}
    for at, act in listed.items():
        assert then[at].is_clear == act.is_clear
        for now, before in zip(act.parts, then[at].parts, strict=True):
            assert before.place == now.place
            hidden = SEALED in before.said  # it is known by now
            assert hidden or before.said == now.said


def test_a_refused_undo_is_offered_with_insist(desk_of):
    desk = desk_of("democracy", 4, 3)
    refused = next(one for one in (preview(desk, f"undo {n}") for n in range(1, 20)) if not one["ok"])
    assert refused["further"]["line"].endswith("--insist")
    assert preview(desk, refused["further"]["line"])["is_preview"]


@pytest.mark.parametrize("line", ["undo 500", "absent 1", "amend answer 999 seat 1 5S"])
def test_a_refusal_that_no_option_lifts_offers_nothing(desk_of, line):
    refused = preview(desk_of("democracy", 4, 3), line)
    assert not refused["ok"] and refused["text"] and "further" not in refused


def test_a_line_chosen_in_another_stage_corrects_nothing_in_this_one(desk_of):
    desk = desk_of("democracy", 4, 3)
    now = str(desk._session.chronicle.shadow.course.match.stage)
    assert preview(desk, "undo 1", now)["is_preview"]
    with pytest.raises(Trouble, match="Play has gone on"):
        preview(desk, "undo 1", str(int(now) - 1))


def test_where_a_stage_has_begun_without_an_act_the_last_acts_are_of_the_one_before(at_home):
    """The table waits for its pads to be cleared: then the trick that was just played is corrected."""
    file = exported_games.finished("democracy", 4, 3)
    ends = [at for at, raw in enumerate(file.raws) if json.loads(raw)[4] == "end"]
    with Journal() as journal:
        desk = desk_in(journal, live_site.keep(file, until=ends[0] + 1))
        act = next(act for act in Foresight(journal, desk._game).acts if len(act.parts) == 4)
        part = act.parts[0]
        found = desk._choices(desk._game, f"{act.stage} {act.number} {part.place}")
        assert all(row["line"].startswith("amend before answer ") for row in found["rows"])
        assert found["key"] == str(act.stage + 1)


def test_a_correction_that_would_be_another_one_by_now_is_shown_first(desk_of):
    desk = desk_of("democracy", 4, 3)
    order = Order("do", "undo 1", "en", '["another",0]', Future())
    told = desk._answer_order(order)
    assert told["is_preview"] and not told["ok"] and "Play has gone on" in told["text"]


def desk_at(table, journal):
    """Return the desk of the match that is under way at a table, as far as it has come."""
    table.host.run(3)
    rows = table.host.disk.rows
    raws = [rows[row] for row in sorted(rows)]
    first = next(at for at, raw in enumerate(raws) if json.loads(raw)[4] == "game")
    uid = table.host.end.uid
    journal.append(uid, raws[journal.last_g(uid) + 1 :])
    games = journal.games() or [None]
    if games == [None]:
        journal.create_game(uid, "democracy", ["Ada", "Ben", "Cleo"], {}, True, first_g=first)
    return desk_in(journal, 1)


def test_a_hidden_card_that_is_to_be_revealed_is_listed_until_it_is_named(at_home, laying):
    spoil(laying, "AH")
    for pad, card in enumerate(["5S", "AH", "4D"]):
        laying.lay(pad, card, PASSED_US)
    assert do(laying, "name", 1, "?")[0]
    with Journal() as journal:
        desk = desk_at(laying, journal)
        assert not Foresight(journal, desk._game).unnamed  # until all have laid it counts as it is
        laying.press("ok", 0)
        desk = desk_at(laying, journal)
        [one] = Foresight(journal, desk._game).unnamed
        assert one.place == 1 and "AH" in one.fitting and "KS" not in one.fitting  # that lies in the middle
        [row] = desk._unnamed_cards([one])
        assert row["prefix"] == "name 2 " and not row["rows"]  # far too many
        assert "Ben" in row["text"] and f"{len(one.fitting)} cards fit" in row["text"]
        assert preview(desk, "name 2 AH")["key"]
        with pytest.raises(Trouble):
            desk.preview(desk._game, ["name", 1, "KS"])
        assert do(laying, "name", 1, "AH")[0]
        desk = desk_at(laying, journal)
        assert not Foresight(journal, desk._game).unnamed


@pytest.mark.parametrize("place, said", [(2, "name 3 "), (None, "name 1 ")])
def test_few_cards_that_fit_are_a_press_each(desk_of, place, said):
    [row] = desk_of("democracy", 4, 3)._unnamed_cards([Unnamed(place, ["AH", "2S", "X1"])])
    assert [one["line"] for one in row["rows"]] == [said + card for card in ("AH", "2S", "X1")]
    assert "3 cards fit" in row["text"] and row["fitting"] == ["AH", "2S", "X1"]


def test_a_french_referee_reads_and_types_french_court_cards(desk_of):
    desk = desk_of("democracy", 4, 3)
    with messages.speaking("fr"):
        [row] = desk._unnamed_cards([Unnamed(2, ["KH", "QS", "JD"])])
        assert [one["text"] for one in row["rows"]] == ["R♥", "D♠", "V♦"]
        assert [one["line"] for one in row["rows"]] == ["name 3 RH", "name 3 DS", "name 3 VD"]
        assert row["fitting"] == ["RH", "DS", "VD"]
        for typed in ("RH", "rh", "R♥", "♥R", "KH"):
            assert correction_lines.read_line(f"name 3 {typed}", desk._game.players, "democracy") == [
                "name",
                2,
                "KH",
            ]
        acts = [act for act in Foresight(desk._session.journal, desk._game).acts if act.parts]
        rows = [desk._row(act, desk._stage()) for act in acts]
        found = [desk._choices(desk._game, part["act"]) for row in rows for part in row["parts"]]
    shown = json.dumps([rows, found], ensure_ascii=False)
    assert re.search("[RDV][♠♥♦♣]", shown) and not re.search("[KQJ][SHDC♠♥♦♣]", shown)


@pytest.mark.parametrize("word, told", [("r05", "R05"), ("r", "r"), ("no", "no"), ("R05", "R05")])
def test_a_french_word_that_is_no_court_card_stays_as_it_is(word, told):
    with messages.speaking("fr"):
        assert correction_lines.read_line(f"name 3 {word}", [], "democrazy") == ["name", 2, told]


def shown_cards(desk):
    """Return the act with which a seat showed three cards, and its place among the parts."""
    for act in Foresight(desk._session.journal, desk._game).acts:
        for part in act.parts:
            if len(part.said) == 3:
                return act, part
    raise AssertionError("nobody showed three cards")


def test_cards_that_were_shown_together_are_chosen_together(desk_of):
    desk = desk_of("demos", 4, 2)
    act, part = shown_cards(desk)
    found = desk._choices(desk._game, f"{act.stage} {act.number} {part.place}")
    assert tuple(one["word"] for one in found["several"] if one["on"]) == part.said
    seen = {word for one in act.parts for word in one.said}
    others = [one["word"] for one in found["several"] if not one["on"]]
    assert others and not seen & set(others)  # of others, or of the same seat twice
    lines = [one["line"] for one in found["rows"]]
    assert found["prefix"] + "none" in lines and not set(others) & {line.split()[-1] for line in lines}
    refused = preview(desk, found["prefix"] + "none")  # the answer after it was of three cards
    assert not refused["ok"] and preview(desk, refused["further"]["line"])["ok"]
    assert not preview(desk, found["prefix"] + " ".join([*part.said[:2], others[-1]]))["ok"]  # no sequence


class Stub(threading.Thread):
    """Answers the orders of a desk with what they are answered `by`, until it is `closed`."""

    def __init__(self, desk, **by):
        super().__init__()
        self.desk, self.by, self.lines, self.closed = desk, by, [], threading.Event()
        desk.is_open = True
        self.start()

    def run(self):
        while not self.closed.wait(0.01):
            for order in self.desk.take():
                self.lines.append(order.line)
                order.done.set_result({**self.by[order.what], "line": order.line})

    def close(self):
        self.closed.set()
        self.join()


def test_several_cards_are_tapped(house, open_page):
    table = house.tables["oak"]
    open_desk(table)
    part = {"text": "Ada 8♦ 9♠ 10♠", "act": "1 15 0", "line": ""}
    for feed in table.desk.feeds.values():
        feed.set_other([{"stage": "Act 15", "parts": [part]}], [])
    several = [{"text": one, "word": one, "on": at < 3} for at, one in enumerate(["8D", "9S", "10S", "8S"])]
    prefix = "amend answer 15 seat 1 "
    found = {"ok": True, "what": "Ada", "rows": [], "several": several, "prefix": prefix}
    seen = {"ok": True, "is_preview": True, "text": "Foreseen", "key": ""}
    stub = Stub(table.desk, choices=found, preview=seen)
    site = live_site.Site(house)
    try:
        page = open_page(site.link)
        page.goto(f"{site.address}{DESK}")
        page.click("#acts button")
        page.wait_for_selector("#choices:not([hidden])")
        pressed = page.locator("#rows button[aria-pressed=true]")
        assert pressed.all_inner_texts() == ["8D", "9S", "10S"]
        page.click("#rows button:text-is('8D')")
        page.press("#rows button:text-is('8S')", "Enter")
        assert pressed.all_inner_texts() == ["9S", "10S", "8S"]
        assert page.input_value("#rows input") == "9S 10S 8S"
        page.click("#rows button:text-is('Look')")
        page.wait_for_selector("#preview:not([hidden]) li:has-text('Foreseen')")
        assert stub.lines == ["1 15 0", prefix + "9S 10S 8S"]
        page.goto("about:blank")
    finally:
        stub.close()
        site.close()


def readers_of(desk):
    return desk.desk.feeds["en"]._document["readers"]


def test_notices_are_those_of_the_table():
    assert faults.READER[-len(NOTICES) :] == NOTICES


def test_each_reader_has_what_records_and_lamps_tell_of_it(desk_of, house):
    desk = desk_of("democracy", 4, 3)
    told = [("fault", "stuck", 1), ("cured", "stuck", 1), ("fault", "stuck", 1), ("cured", "stuck", 1),
            ("fault", "dead-bus", 3), ("fault", "weak-antenna", 4), ("cured", "weak-antenna", 4),
            ("fault", "failing-tag", -1), ("cured", "failing-tag", -1)]  # fmt: skip
    for g, fields in enumerate(told, 900):
        desk._faults.take(g, Fault(*fields))
    desk._show_readers()
    table, *rows = readers_of(desk)
    assert "a tag of the deck reads badly on every pad: noted 1 time, last at record 907" in table
    assert [row.endswith("no fault on record") for row in rows] == [True, False, True, False, False]
    assert "hangs: 2 times, and right again; last at record 902" in rows[1]
    assert "open: the reader" in rows[3] and "since record 904" in rows[3]
    assert "reads badly, whatever lies there: noted 1 time" in rows[4]

    def see(pad):
        desk._pads = Seen("".join("....V:" if pad == at else "......" for at in range(6)), [None] * 6, 4)
        desk._see_faults(desk._pads)

    for pad in (None, 0, 0, None, 0):
        see(pad)
    assert len(readers_of(desk)) == 7
    assert "shows a fault now; its lamp has shown a fault 2 times" in readers_of(desk)[1]
    see(None)
    assert "now" not in readers_of(desk)[1] and "2 times" in readers_of(desk)[1]
    desk._faults.take(950, Boot())
    desk._show_readers()
    assert "right again" in readers_of(desk)[4]  # what is still wrong is put on record again


@pytest.mark.parametrize("at_once", [1, 3, 10, 40])
def test_each_record_of_a_match_is_on_the_page_once(at_home, at_once):
    """However many come with the record by which the match is known, and before it is shown."""
    file = exported_games.finished("democracy", 3, 4)
    table = Table("oak", "Oak", messages.LANGUAGES, False)
    with Journal() as journal:
        far = FarTable(journal, file.raws, has=at_once)
        session = Session(journal, quiet_line(line=far.line()))
        guests = Guests(table, threading.Event())
        runner = Runner(session, table, guests, lambda is_busy: None, attends=True)
        session.meet()
        session.attend()
        while far.has < len(file.raws):
            far.play(at_once)
            runner._step()
        for _ in range(20):
            runner._step()
        shown = [row["n"] for row in table.desk.feeds["en"].document["records"]]
        session.close()
    assert shown == [json.loads(raw)[0] for raw in file.raws][-len(shown) :] and len(shown) > 50


# -- the story of a corrected stage -----------------------------------------------------------------------


@pytest.mark.parametrize("told", [("democracy", 4, 3), ("demos", 4, 2), ("democrazy", 5, 1)])
def test_a_corrected_stage_is_in_the_story_once(at_home, told):
    """After each record the stories are those of the log as it is now, and so are the scores."""
    file = exported_games.finished(*told, corrected=6)
    presenter = Chorus(file.told["players"], [vocabulary.load(one, told[0]) for one in ("en", "fr")])
    spoken = io.StringIO()
    presenter.attach(Spoken(spoken, vocabulary.load("en", told[0])))
    corrections = 0
    with Journal() as journal:
        session = still_session(journal)
        session.chronicle = chronicle = Chronicle(file.told["players"], True)
    for entry in file.entries():
        present(session._judge(Came(entry.g, entry.told(), entry.body)), presenter)
        lines, shown = chronicle.lines, presenter.snapshot
        if not lines:
            continue
        corrections += chronicle.shadow.retold
        assert [one.sentence for one in shown.stories] == list(narration.narrate(lines))[-STORIES:]
        assert [one.record for one in shown.stories] == chronicle.numbers[-STORIES:]
        heard = narration.heard(lines)
        assert list(shown.standing.texts) == [tuple(heard.standing(seat)) for seat in range(told[1])]
    assert corrections
    said = Counter(re.findall(r"^[0-9.]+ .*pool .*", spoken.getvalue(), re.M))
    assert not said or max(said.values()) == 1  # what stays as it was is not said again


# -- at the virtual table -----------------------------------------------------------------------------------


@pytest.fixture
def server(tmp_path):
    server = Server(tmp_path / "home", "--pace", "0.3")
    server.enter()
    yield server
    server.kill()


def records(server, tmp_path, monkeypatch):
    monkeypatch.setenv("CARDTABLE_HOME", str(tmp_path / "home"))
    with Journal() as journal:
        return [entry.body for entry in journal.game_records(journal.games()[-1])]


def lines_now():
    with Journal() as journal:
        return load_chronicle(journal, journal.games()[-1]).lines


@pytest.fixture
def second_island(tmp_path):
    """A server whose match is in its second island, and goes on without hurry."""
    server = Server(tmp_path / "home", "--pace", "0.02")
    server.enter()
    server.post("/new/democracy", LONG.encode())
    server.until(lambda now: any(one["kind"] == "score" for one in now["stories"]))
    server.until(lambda now: now["stories"][-1]["kind"] == "trick")
    server.kill()
    server = Server(tmp_path / "home", "--pace", "2")
    server.enter()
    yield server
    server.kill()


def test_the_island_before_is_corrected_while_the_next_one_is_played(
    second_island, open_page, tmp_path, monkeypatch
):
    server = second_island
    page = open_page(server.link)
    page.goto(f"{server.url}/tables/virtual/referee")
    watcher = open_page(f"{server.url}/tables/virtual")
    before = page.locator("#acts li", has_text="of the stage before")
    trick = before.filter(has_text=re.compile("[♠♥♦♣].*[♠♥♦♣].*[♠♥♦♣]")).first
    trick.locator("button").first.click()
    page.wait_for_selector("#choices:not([hidden])")
    swap = page.locator("#rows button", has_text="exchanged with")
    for one in range(swap.count()):  # the rules refuse some of them
        page.evaluate("document.querySelector('#said').textContent = ''")
        swap.nth(one).click()
        page.wait_for_selector("#preview:not([hidden]) li, #said:not(:empty)")
        if page.is_visible("#preview"):
            break
    assert page.is_visible("#preview"), page.inner_text("#said")
    assert not any(b'"fix"' in one for one in records(server, tmp_path, monkeypatch))
    watcher.wait_for_selector(".notice:has-text('Under correction')")
    foreseen = page.locator("#changes li").all_inner_texts()
    assert any(re.match(r"Comes: \d\.\d+ pool", one) for one in foreseen), foreseen
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")  # Do it
    page.wait_for_selector("#said:has-text('Amended')")
    watcher.wait_for_selector(".notice:has-text('Under correction')", state="hidden")
    after = records(server, tmp_path, monkeypatch)
    assert any(b'["back",1,"amend"' in one for one in after)
    scores = [one for one in foreseen if one.startswith("Scores ")][-1].split("\n")[0]
    deadline = time.monotonic() + LIMIT_S
    while not scores.endswith(narration.heard(lines_now()).scores().split("\n")[0]):
        assert time.monotonic() < deadline, scores  # the records of the stage come again
        time.sleep(0.1)


def test_the_table_refuses_in_words_and_a_preview_is_left(server, open_page, tmp_path, monkeypatch):
    server.begin()
    server.until(lambda now: now["stories"] and now["stories"][-1]["kind"] == "trick")
    page = open_page(server.link)
    page.goto(f"{server.url}/tables/virtual/referee")
    page.wait_for_selector("#acts button")

    def look(line):
        page.fill("#typed", line)
        page.press("#typed", "Enter")

    look("absent 1")
    page.wait_for_selector("#said:has-text('only in Democrazy')")
    look("nonsense")
    page.wait_for_selector("#said:has-text('nothing to say with')")
    look("void")
    page.wait_for_selector("#preview:not([hidden])")
    page.keyboard.press("Escape")
    page.wait_for_selector("#preview", state="hidden")
    assert not any(b'"fix"' in one for one in records(server, tmp_path, monkeypatch))
    page.click("button[data-line=pause]")
    page.wait_for_selector("#preview:not([hidden])")
    page.click("#do")
    page.wait_for_selector("#said:has-text('Paused')")
    assert page.locator("#records tr").count() > 5
    page.click("#health summary")
    rows = page.locator("#readers li").all_inner_texts()
    assert len(rows) > 4 and all(row.endswith("no fault on record") for row in rows)
    assert "cardtable doctor" in page.inner_text("#health")
    assert page.locator("#records th").first.inner_text() > "0"


def test_an_undo_with_insist_has_a_preview_of_its_own(server, open_page, tmp_path, monkeypatch):
    server.begin()
    server.until(lambda now: sum(one["kind"] == "trick" for one in now["stories"]) > 1)
    page = open_page(server.link)
    page.goto(f"{server.url}/tables/virtual/referee")
    page.click("button[data-line=pause]")
    page.click("#do")
    page.wait_for_selector("#said:has-text('Paused')")
    for n in range(1, 20):
        page.fill("#typed", f"undo {n}")
        page.press("#typed", "Enter")
        page.wait_for_selector("#preview:not([hidden]), #said button")
        if page.is_visible("#said button"):
            break
        page.click("#leave")
        page.wait_for_selector("#said:has-text('Left')")
    page.click("#said button")
    page.wait_for_selector("#preview:not([hidden]) li:has-text('Goes')")
    assert not page.locator("#said button").count()
    page.click("#do")
    page.wait_for_selector("#said:has-text('record')")
    done = [json.loads(one)[7] for one in records(server, tmp_path, monkeypatch) if b'"fix"' in one]
    assert [(fix[0], fix[2]) for fix in done] == [("undo", 1)]


def test_a_real_table_has_the_page_too(open_page, tmp_path):
    with real_table(tmp_path, 0.3) as (server, table):
        server.post("/new/democracy", f"players=3&preset=usual&option-target=12&table={table}".encode())
        server.until(lambda now: now["stories"] and now["stories"][-1]["kind"] == "trick", table)
        page = open_page(server.link)
        page.goto(f"{server.url}/tables/{table}/referee")
        page.wait_for_selector("#acts button")
        page.click("button[data-line=void]")
        page.wait_for_selector("#preview:not([hidden]) li:has-text('Void')")
        page.click("#do")
        page.wait_for_selector("#said:has-text('The stage counts nothing')")
        page.wait_for_selector("#records tr:has-text('correction')")
        page.goto("about:blank")
