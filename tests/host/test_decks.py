"""Decks: their files, which tags may stand for a card, enrolling and checking at the whole firmware."""

import io
import json
import re
from pathlib import Path

import pytest

from called_command import run
from cardtable.controller.input import deck as deckfile_on_table
from cardtable.controller.input.deck import Deck as CardsOnTable
from cardtable.controller.input.deck import DeckError
from cardtable.engine import cards
from cardtable.games import registry as games
from firmware_table import Table
from table_line import TableLine, greeted, in_its_time
from tablehost import messages
from tablehost.decks import (
    audit,
    deckfile,
    enrolment,
    kinds,
    pads,
    record,
    store,
    table,
    tag_writing,
    verdicts,
    words,
)
from tablehost.decks.adoption import Adoption
from tablehost.decks.audit import Audit
from tablehost.decks.deckfile import Deck, TagRow
from tablehost.decks.enrolment import Enrolment, Stopped
from tablehost.decks.output import Teller
from tablehost.decks.record import Record
from tablehost.decks.tag_writing import PLAIN, Writing
from tablehost.decks.verdicts import SeenCards
from tablehost.errors import Trouble
from tablehost.firmware import boards
from tablehost.link import discovery
from tablehost.link.service import UNREACHED, NotReached, Service
from tablehost.people.vocabulary import LANGUAGES
from tablehost.virtual.pack import MEMORIES, load_replaced, memories, replace, tags_for, tags_in_hands, uid
from tablehost.virtual.pile import Pile
from tablehost.virtual.tags.tag import Tag


@pytest.fixture(autouse=True)
def at_home(tmp_path, monkeypatch):
    monkeypatch.setenv("CARDTABLE_HOME", str(tmp_path / "home"))
    monkeypatch.setenv("CARDTABLE", "sim:")
    return tmp_path


MARK = bytes.fromhex("3F09C2")


def enrolled(name="friday", kind=kinds.STANDARD, count=None, first=0x04):
    """A deck whose tags are those of the virtual cards."""
    deck = Deck(name, kinds.load(kind))
    for card in deck.kind.cards[:count]:
        number = bytes((first,)) + uid(card, deck.kind.pack)[1:]
        deck.rows.append(TagRow(number, card, 20, 20))
    return deck


# -- which cards -------------------------------------------------------------------------------------


@pytest.mark.parametrize("tags", deckfile.TAGS)
@pytest.mark.parametrize("size", range(1, 12))
def test_table_and_computer_take_the_same_tags(tags, size):
    """The longest number is defined on both sides, which share no module."""
    line = f"{'A4' * size} 5S"
    try:
        deckfile_on_table.load(CardsOnTable(), [f"tags {tags}", line])
        taken = True
    except DeckError:
        taken = False
    try:
        deckfile.of_table(f"tags {tags}\n{line}\n", "deck.txt", "table-1")
        assert taken
    except Trouble as trouble:
        assert not taken and "bytes" in trouble.message


def test_the_kinds_have_the_cards_of_the_games():
    assert [len(kinds.load(name).cards) for name in kinds.names()] == [54, 95, 110, 98]
    standard = kinds.load(kinds.STANDARD)
    assert [standard.text(card) for card in (*standard.cards[:2], *standard.cards[-2:])] == [
        "AS",
        "2S",
        "X1",
        "X2",
    ]
    served = [(kind, game, seats) for kind in kinds.names() for game in games.NAMES for seats in (4, 5)
              if seats <= games.load(game).SEATS[1] and _serves(kind, game, seats)]  # fmt: skip
    assert served == [
        ("standard54", "democracy", 4), ("standard54", "democracy", 5), ("standard54", "demos", 4),
        ("standard54", "demos", 5), ("expanded", "democracy", 4), ("expanded", "democracy", 5),
        ("expanded", "demos", 4), ("expanded", "demos", 5), ("democrazy", "democrazy", 4),
        ("democrazy", "democrazy", 5),
    ]  # fmt: skip
    assert all(_serves("expanded", "democracy", seats) for seats in range(2, 11))
    assert [_serves("standard54", "democracy", seats) for seats in range(2, 11)] == [True] * 5 + [False] * 4


def _serves(kind, game, seats):
    from tablehost.plugins.choice import choose

    choice = choose(game, seats, None, [])
    return kinds.serves(kinds.load(kind), game, seats, choice.options)


@pytest.mark.parametrize(
    ("game", "players", "options", "kind"),
    [
        ("democracy", None, [], "standard54"),
        ("demos", 5, [], "standard54"),
        ("democracy", 6, [], "standard54"),
        ("democracy", 8, [], "expanded"),
        ("democracy", 6, ["deck=expanded"], "expanded"),
        ("democrazy", None, [], "democrazy"),
        ("democrazy", 6, ["deck=published"], "democrazy-published"),
        ("expanded", None, [], "expanded"),
    ],
)
def test_the_kind_for_a_game(game, players, options, kind):
    assert kinds.for_game(game, players, options).name == kind


# -- files -------------------------------------------------------------------------------------------


def test_a_file_says_all_there_is():
    deck = enrolled(count=5)
    deck.rows[2].read = 15
    deck.mark = MARK
    text = deckfile.dumps(deck)
    assert text.splitlines()[:3] == ["deck friday standard54", "tags iso14443a", "04CA4D017AB1E0 AS 20/20"]
    assert deckfile.loads(text, "f") == deck
    assert [deck.text(row.card) for row in deck.weak()] == ["3S"]


@pytest.mark.parametrize(
    ("old", "new", "says"),
    [
        ("deck friday", "deck fri/day", "f, line 1, name: 'fri/day' is no name"),
        ("standard54", "standard", "f, line 1, kind: there is no kind of deck standard"),
        ("deck friday standard54\n", "", "f, line 1, line: this is no deck file"),
        ("iso14443a", "iso14443", "f, line 2, tags: there are no tags iso14443"),
        ("04CA4D027AB1E0 2S", "04CA4D027AB1E0 2Z", "f, line 4, card: 2Z is no card of a standard54 deck"),
        ("04CA4D027AB1E0 2S", "04CA4D027AB1 2S", "f, line 4, UID: 04CA4D027AB1 has 6 bytes"),
        ("04CA4D027AB1E0 2S", "04CA4D027AB1EX 2S", "f, line 4, UID: 04CA4D027AB1EX is not hex"),
        ("04CA4D027AB1E0 2S", "04CA4D017AB1E0 2S", "f, line 4, UID: this tag is AS already"),
        ("04CA4D027AB1E0 2S", "04CA4D027AB1E0 AS", "f, line 4, card: AS has a tag already"),
        ("2S 20/20", "2S 21/20", "f, line 4, reads: 21/20 is not so many of so many"),
        ("end 3", "mark 3F09\nend 3", "f, line 6, mark: 3F09 is no mark"),
        ("2S 20/20", "2S 20/20 x", "f, line 4, line: '04CA4D027AB1E0 2S 20/20 x' is not a card"),
        ("04CA4D027AB1E0 2S 20/20\n", "", "f, line 5, cards: there should be 3 cards, there are 2"),
        ("2S 20/20", "2S 19/20", "f, line 6, sum: it does not fit the lines above"),
        ("end 3", "\nend 3", "f, line 6, line: a deck file has no empty lines"),
    ],
)
def test_a_bad_file_is_reported_by_line_and_field(old, new, says):
    text = deckfile.dumps(enrolled(count=3))
    assert old in text
    with pytest.raises(Trouble) as refused:
        deckfile.loads(text.replace(old, new, 1), "f")
    assert refused.value.message.startswith(says), refused.value.message
    assert refused.value.hint


@pytest.mark.parametrize("lines", [0, 1, 3])
def test_a_file_that_was_cut_is_seen(lines):
    text = "".join(deckfile.dumps(enrolled(count=3)).splitlines(keepends=True)[:lines])
    with pytest.raises(Trouble, match=r"line end is missing|is empty"):
        deckfile.loads(text, "f")


def test_the_tables_own_file():
    decks = [enrolled(), enrolled("laws", "democrazy")]
    text = deckfile.to_table(decks)
    again = deckfile.of_table(text, "t", "table-1")
    assert [(deck.name, deck.kind.name, deck.sum) for deck in again] == [
        ("friday", "standard54", decks[0].sum), ("laws", "democrazy", decks[1].sum),
    ]  # fmt: skip
    bare = "".join(line + "\n" for line in text.splitlines() if not line.startswith("deck"))
    assert [(deck.name, deck.kind.name) for deck in deckfile.of_table("# mine\n" + bare, "t", "table-1")] == [
        ("table-1", "standard54"), ("table-1-democrazy", "democrazy"),
    ]  # fmt: skip


# -- which tag ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("number", "code"),
    [
        ("04CA4D037AB1E0", None),
        ("04CA4D027AB1E0", "again"),
        ("04CA4D017AB1E0", "taken"),
        ("08A1B2C3", "random"),
        ("5AA1B2C3", "short"),
        ("E00401507AB14D05", "other-sort"),
        ("05CA4D017AB1E0", "foreign"),
        ("06CA4D017AB1E0", None),
    ],
)
def test_which_tag_may_stand_for_a_card(number, code):
    deck = enrolled(count=2)
    gone = enrolled("gone", first=0x06)
    gone.retired = True
    others = [enrolled("saturday", first=0x05), gone]
    refusal = verdicts.why_not(deck, 3, bytes.fromhex(number), others)
    assert (refusal and refusal[0]) == code
    if refusal is not None:
        for lang in LANGUAGES:
            assert words.get_text(lang, code, **refusal[1])


def test_short_numbers_are_taken_if_the_user_insists():
    assert verdicts.why_not(enrolled(count=2), 3, bytes.fromhex("5AA1B2C3"), [], short=True) is None
    assert verdicts.why_not(enrolled(count=2), 3, bytes.fromhex("08A1B2C3"), [], short=True)[0] == "random"


def test_faults_of_a_pile_are_found():
    deck = enrolled(count=4)
    laid = SeenCards(deck, [enrolled("saturday", first=0x05)])
    for row in deck.rows[1:]:
        assert laid.lay(row.uid, 20, 20) == "new"
    assert laid.lay(deck.rows[1].uid, 12, 20) == "known"
    assert laid.lay(bytes.fromhex("05CA4D017AB1E0")) == "foreign" and laid.foreign[0][1:] == (
        "saturday",
        "AS",
    )
    assert laid.lay(bytes.fromhex("04DEADBEEF0001")) == "unknown"
    assert laid.double(deck.rows[2].uid) and not laid.double(deck.rows[2].uid)
    assert deck.text(laid.missing[0]) == "AS" and len(laid.missing) == 51, "50 never had a tag"
    assert not laid.is_good and not laid.weak


def test_both_languages_say_the_same_things():
    for code, text in words.WORDS["en"].items():
        named = {field for _, field, *_ in __import__("string").Formatter().parse(text) if field}
        theirs = {
            field for _, field, *_ in __import__("string").Formatter().parse(words.WORDS["fr"][code]) if field
        }
        assert named == theirs, code
    assert list(words.WORDS["en"]) == list(words.WORDS["fr"])


# -- at the firmware -----------------------------------------------------------------------------------


class Told(Teller):
    """The output, as events."""

    def __init__(self):
        super().__init__("en", True, io.StringIO())

    @property
    def events(self):
        return [json.loads(line) for line in self._out.getvalue().splitlines()]

    @property
    def kinds(self):
        return [event["kind"] for event in self.events if event["kind"] not in ("ask", "lift", "still")]


class Typing:
    """Lines to type or acts to do: by the number of events before them."""

    def __init__(self, told, what=None):
        self.told = told
        self.what = dict(what or {})
        self.is_over = False

    def line(self):
        found = self.what.pop(len(self.told.kinds), None)
        return found() if callable(found) else found


class Desk:
    """The whole firmware, hands that lay cards, and the host's tools, all in the table's own time."""

    def __init__(self, tmp_path, monkeypatch, deck, fumbles=(), typed=None, board=None, **wish):
        (tmp_path / "table").mkdir(exist_ok=True)
        self.table = Table(tmp_path / "table", **({} if board is None else {"board": boards.load(board)}))
        in_its_time(monkeypatch, self.table, enrolment, pads)
        self.session = greeted(self.table, tmp_path)
        self.deck = deck
        self.told = Told()
        self.typed = Typing(self.told, typed)
        wish = {"fumbles": list(fumbles), **wish}
        sort = tags_for(self.table.board)
        fields = self.table.machine.pads
        self.pile = Pile(wish, sort, self.table.root, fields, self.table.at)
        self.session._line.hands = self._hands
        self.kept = []

    def _hands(self):
        clock = self.table.machine.clock
        if self.pile.act(self.table.loop.lamps.line(), clock.us):
            self.table._touched_at = clock.us

    def keep(self):
        self.kept.append(len(self.deck.rows))
        store.save(self.deck)

    def enrolment(self, service, others=(), pad=0):
        pack = games.PACKS.index(self.deck.kind.pack)

        def seen(card):
            self.pile.see({"lay": [card], "pad": pad, "pack": pack})

        return Enrolment(service, self.deck, self.keep, self.told, self.typed, others, pad, asked_for=seen)

    def enrol(self, others=(), pad=0):
        with Service(self.session) as service:
            service.read(self.deck.tags)
            self.enrolment(service, others, pad).all_missing()

    def audit(self, counts=True, seconds=90, others=()):
        with Service(self.session) as service:
            service.read(self.deck.tags)
            audit = Audit(service, self.deck, others, self.told, self.typed, counts)
            names = [self.deck.text(row.card) for row in self.deck.sorted()]
            self.pile.see({"lay": names, "pad": None, "pack": 0})
            audit.run(seconds)
        return audit

    def lay(self, laying, whole):
        """All these cards are laid; `laying`: of a service, what becomes of them."""
        with Service(self.session) as service:
            service.read(self.deck.tags)
            found = laying(service)
            self.pile.see({"lay": whole, "pad": None, "pack": 0})
            found.run(None)
        return found

    def write(self, others=()):
        return self.lay(
            lambda service: Writing(service, self.deck, others, self.told, self.typed),
            [self.deck.text(row.card) for row in self.deck.sorted()],
        )

    def adopt(self, others=()):
        return self.lay(
            lambda service: Adoption(service, self.deck, self.keep, self.told, self.typed, others),
            [self.deck.text(card) for card in self.deck.missing()],
        )


def left(count):
    """A deck of 54 that lacks its last cards."""
    return enrolled(count=54 - count)


def test_cards_are_enrolled_in_printed_order(tmp_path, monkeypatch):
    desk = Desk(tmp_path, monkeypatch, left(3))
    desk.enrol(pad=2)
    got = [
        (event["card"], event["tag"], event["read"]) for event in desk.told.events if event["kind"] == "got"
    ]
    assert got == [("KC", "04CA4D3D7AB1E0", 20), ("X1", "04CA4D0E7AB1E0", 20), ("X2", "04CA4D1E7AB1E0", 20)]
    assert desk.kept == [52, 53, 54] and desk.deck.is_whole
    assert store.load("friday") == desk.deck


def test_every_wrong_card_is_refused_with_its_reason(tmp_path, monkeypatch):
    fumbles = ["twice", "wrong", "two", "pad", "early", "random", "short", "foreign"]
    other = enrolled("saturday", first=0x05)
    desk = Desk(tmp_path, monkeypatch, left(24), fumbles, foreign=other.rows[0].uid.hex())
    desk.enrol([other])
    refused = [kind for kind in desk.told.kinds if not kind.startswith("got")]
    assert refused == ["again", "taken", "several", "other-pad", "lifted", "random", "short", "foreign"]
    assert desk.deck.is_whole and desk.deck.sum == enrolled().sum
    table = desk.table
    assert table.loop.bug is None and table.says.startswith("Ready")


def test_hands_whose_cards_are_all_another_decks_take_new_ones(tmp_path, monkeypatch):
    """A second deck at the virtual table: they went on to lay the first one's ace for ever."""
    other = enrolled("saturday")
    desk = Desk(tmp_path, monkeypatch, left(2))
    desk.enrol([other])
    assert desk.deck.is_whole
    assert desk.told.kinds == ["foreign"] * 3 + ["got"] + ["foreign"] * 3 + ["got"]


def test_a_weak_tag_is_named_and_counts(tmp_path, monkeypatch):
    desk = Desk(tmp_path, monkeypatch, left(3), ["weak"])
    desk.enrol()
    assert desk.told.kinds == ["got", "got-weak", "got"]
    assert [desk.deck.text(row.card) for row in desk.deck.weak()] == ["X1"]


def test_the_last_card_is_taken_back(tmp_path, monkeypatch):
    desk = Desk(tmp_path, monkeypatch, left(3), typed={1: "undo", 3: "undo"})
    desk.enrol()
    assert desk.told.kinds == ["got", "undone", "got", "undone", "got", "got", "got"]
    assert desk.deck.is_whole and desk.deck.sum == enrolled().sum


def test_no_takes_the_last_card_back(tmp_path, monkeypatch):
    desk = Desk(tmp_path, monkeypatch, left(2))
    table = desk.table

    def press():
        table.at(0, table.machine.press, 0, "no")
        table.at(200_000, table.machine.release, 0, "no")

    desk.typed.what[1] = press
    desk.enrol()
    assert desk.told.kinds.count("undone") == 1 and desk.deck.is_whole


def test_nothing_is_lost_where_it_is_stopped(tmp_path, monkeypatch):
    desk = Desk(tmp_path, monkeypatch, left(3), typed={2: "stop"})
    with pytest.raises(Stopped):
        desk.enrol()
    again = store.load("friday")
    assert len(again.rows) == 53 and again == desk.deck
    desk = Desk(tmp_path, monkeypatch, again)
    desk.enrol()
    assert desk.told.kinds == ["got"] and store.load("friday").sum == enrolled().sum


def test_a_card_gets_another_tag(tmp_path, monkeypatch):
    desk = Desk(tmp_path, monkeypatch, enrolled(), fresh=True)
    card = cards.parse("3S")
    with Service(desk.session) as service:
        desk.enrolment(service).again(card)
    new = load_replaced(desk.table.root)[uid(card).hex()]
    assert desk.deck.tag_of(card).uid.hex() == new != uid(card).hex()
    assert desk.deck.is_whole and [row.card for row in desk.deck.rows] == list(desk.deck.kind.cards)


def test_an_unattended_deck_check_ends_without_new_cards(tmp_path, monkeypatch):
    desk = Desk(tmp_path, monkeypatch, enrolled(), fumbles=["missing"])
    desk.typed.is_over = True
    laid = desk.audit(counts=False, seconds=None).laid
    assert len(laid.missing) == 1 and len(laid.seen) == 53


def test_the_old_tag_is_no_new_one(tmp_path, monkeypatch):
    desk = Desk(tmp_path, monkeypatch, enrolled(), typed={1: "stop"})
    with Service(desk.session) as service, pytest.raises(Stopped):
        desk.enrolment(service).again(cards.parse("3S"))
    assert desk.told.kinds == ["old-tag"] and desk.deck.sum == enrolled().sum


def test_tags_of_the_other_sort(tmp_path, monkeypatch):
    deck = Deck("ico", kinds.load(kinds.STANDARD), "iso15693")
    deck.rows = [TagRow(uid(card, None, deck.tags), card) for card in deck.kind.cards[:52]]
    desk = Desk(tmp_path, monkeypatch, deck, board="pico_6pads+pn5180")
    desk.enrol()
    assert deck.is_whole and deck.rows[-1].uid == uid(deck.kind.cards[-1], None, "iso15693")
    table.put_decks(desk.session, [deck])
    assert desk.table.loop.pad_cards.deck.card(deck.rows[0].uid) == 1 and desk.table.loop.faults.now == []


def test_a_deck_goes_to_the_table_and_stays_with_others(tmp_path, monkeypatch):
    desk = Desk(tmp_path, monkeypatch, enrolled())
    there = table.read(desk.session)
    assert [deck.kind.name for deck in there] == ["expanded", "democrazy"]
    stay, gone = table.split_by_overlap(desk.deck, there)
    assert [deck.kind.name for deck in stay] == ["democrazy"] and [deck.kind.name for deck in gone] == [
        "expanded"
    ]
    table.put_decks(desk.session, [desk.deck, *stay])
    again = table.read(desk.session)
    assert [(deck.name, deck.sum) for deck in again] == [(deck.name, deck.sum) for deck in [desk.deck, *stay]]
    assert len(desk.table.loop.pad_cards.deck) == 54 and desk.table.loop.faults.now == []
    desk.table.begin(3)
    desk.table.lay(desk.table.board.SEAT_PADS, "KS")
    assert desk.table.asked == "lay-face-down"
    with pytest.raises(Trouble) as refused:
        table.put_decks(desk.session, there)
    assert refused.value.exit == 4 and "its deck was not changed" in refused.value.message


def test_a_pile_is_checked(tmp_path, monkeypatch):
    deck = enrolled(count=16)
    deck.kind = kinds.Kind("small", None, deck.kind.cards[:16])
    other = enrolled("saturday", first=0x05)
    fumbles = ["missing", "weak", "foreign", "unknown", "double"]
    desk = Desk(tmp_path, monkeypatch, deck, fumbles, foreign=other.rows[0].uid.hex())
    laid = desk.audit(seconds=22, others=[other]).laid
    found = {code: named for code, _, named in audit.result(laid)}
    doubled = found.pop("duplicate")
    assert found == {
        "missing": "2S", "extra": "", "foreign-cards": "AS (saturday)", "unknown-cards": "04DEADBEEF0001",
        "weak-cards": found["weak-cards"],
    }  # fmt: skip
    assert len(found["weak-cards"].split(",")) == 1 and found["weak-cards"] and len(doubled) == 14
    assert len(audit.report(laid, "fr", every=True)) == 6 and not laid.is_good


def test_a_complete_pile_is_good_and_ends_by_itself(tmp_path, monkeypatch):
    deck = enrolled(count=8)
    deck.kind = kinds.Kind("small", None, deck.kind.cards[:8])
    desk = Desk(tmp_path, monkeypatch, deck)
    audit = desk.audit(counts=False, seconds=None)
    assert audit.laid.is_good and desk.told.kinds == ["seen"] * 8 + ["all-there"]


def test_an_audit_ends_with_its_time(tmp_path, monkeypatch):
    desk = Desk(tmp_path, monkeypatch, enrolled(), fumbles=["missing"])
    audit = desk.audit(seconds=5)
    assert 5 <= audit.took < 6 and audit.laid.missing and desk.told.kinds[-1] == "time"


def test_a_card_that_is_moved_is_no_copy(tmp_path, monkeypatch):
    """For a moment two pads read it."""
    desk = Desk(tmp_path, monkeypatch, enrolled(count=3))
    moved, pads = Tag(bytes.fromhex("04DEADBEEF0001")), desk.table.machine.pads
    desk.table.at(3_000_000, pads[4].tags.append, moved)
    desk.table.at(3_000_000, pads[5].tags.append, Tag(moved.uid))
    desk.table.at(3_600_000, pads[4].tags.clear)
    laid = desk.audit(counts=False, seconds=6).laid
    assert laid.unknown == [moved.uid] and laid.doubled == [] and "seen-double" not in desk.told.kinds


def test_a_reader_that_sees_no_such_tags_is_spoken_of(tmp_path, monkeypatch):
    """Its cards have tags of the other sort: to the table nothing is there."""
    desk = Desk(tmp_path, monkeypatch, enrolled(count=3), board="pico_6pads+pn5180")
    desk.table.at(19_000_000, desk.table.machine.press, 3, "ok")
    audit = desk.audit(counts=False, seconds=60)
    assert audit.laid.seen == [] and desk.told.kinds == ["nothing-yet"] and audit.took < 20


def test_ok_at_any_pad_ends_a_check(tmp_path, monkeypatch):
    desk = Desk(tmp_path, monkeypatch, enrolled(count=3))
    desk.table.at(4_000_000, desk.table.machine.press, 3, "ok")
    audit = desk.audit(counts=False, seconds=60)
    assert len(audit.laid.seen) == 3 and audit.took < 4 and desk.told.kinds == ["seen"] * 3


def test_people_play_two_packs_with_the_cards_that_were_enrolled(tmp_path):
    """The first pack was enrolled as the only one: its cards are the first copies."""
    (tmp_path / "deck.txt").write_text(deckfile.to_table([enrolled(kind="expanded")]))
    held = tags_in_hands(tmp_path, None, "iso14443a")
    king = cards.parse("KD")
    assert held[cards.parse("KD#1")] is held[king] and held[cards.parse("KD#2")].uid == uid(
        cards.parse("KD#2")
    )
    (tmp_path / "deck.txt").unlink()
    replace(tmp_path, king, None, "iso14443a")
    assert tags_in_hands(tmp_path, None, "iso14443a")[king].uid not in (uid(king), held[king].uid)


# -- the records in the tags ---------------------------------------------------------------------------


@pytest.mark.parametrize("name", kinds.names())
def test_every_card_has_a_record_that_fits_its_tag_alone(name):
    kind = kinds.load(name)
    seen = set()
    for card in kind.cards:
        number = uid(card, kind.pack)
        memory = record.pack(Record(MARK, kind.text(card)), number)
        assert len(memory) == record.SIZE
        assert record.read(memory, number) == (MARK, kind.text(card))
        assert record.read(memory, number[:-1] + b"\0") == record.DAMAGED
        seen.add(memory)
    assert len(seen) == len(kind.cards)


def test_a_record_is_what_the_page_says():
    memory = record.pack(Record(MARK, "KD"), bytes.fromhex("04A224B1C65E80"))
    assert memory.hex().upper() == "4354013F09C24B440000000000007444"
    page = (Path(__file__).resolve().parents[2] / "docs" / "reference" / "decks.md").read_text()
    rows = [row.split("`")[-2] for row in page.splitlines() if re.match(r"\| \d+(-\d+)? \|", row)]
    assert bytes.fromhex(" ".join(rows)) == memory


def test_whatever_is_damaged_is_no_record():
    number = uid(5)
    memory = record.pack(Record(MARK, "5S"), number)
    for bit in range(8 * record.SIZE):
        bad = bytearray(memory)
        bad[bit // 8] ^= 1 << bit % 8
        assert record.read(bytes(bad), number) in (record.DAMAGED, record.ELSE), bit


def test_a_record_that_was_half_written_is_none():
    """The tag was taken away between two pages; its place has another card's, or nothing."""
    number = uid(5)
    new = record.pack(Record(MARK, "5S"), number)
    delivered = bytes.fromhex("0103A00C340300FE").ljust(16, b"\0")
    for old in (bytes(16), record.pack(Record(b"abc", "10H#2"), number), delivered):
        for pages in range(1, 4):
            torn = new[: 4 * pages] + old[4 * pages :]
            assert not isinstance(record.read(torn, number), Record) or torn == new


@pytest.mark.parametrize(
    ("memory", "says"),
    [
        ("", record.NONE),
        ("0103A00C340300FE", record.NONE),
        ("0300FE", record.NONE),
        ("0103A00C34030BD1", record.ELSE),
        ("4354", record.DAMAGED),
        ("43540200000000", record.DAMAGED),
    ],
)
def test_tags_that_say_nothing(memory, says):
    assert record.read(bytes.fromhex(memory).ljust(16, b"\0"), uid(5)) == says


def test_a_form_of_later_programs_and_names_that_do_not_fit():
    number = uid(5)
    for body, says in (
        (b"CT\2" + MARK + b"5S".ljust(8, b"\0"), record.NEWER),
        (b"CT\1" + MARK + b"5S\0x".ljust(8, b"\0"), record.DAMAGED),
        (b"CT\1" + MARK + bytes(8), record.DAMAGED),
        (b"CT\1" + MARK + b"\xff".ljust(8, b"\0"), record.DAMAGED),
    ):
        assert record.read(body + record._sum(body, number), number) == says
    for bad in (Record(MARK, "NINETEEN9"), Record(MARK, ""), Record(b"ab", "5S"), Record(MARK, "é")):
        with pytest.raises(ValueError):
            record.pack(bad, number)


class Reached:
    """As much of a service as records need; `fails`: how often nothing is reached from now on."""

    def __init__(self, fails):
        self.memories = [bytearray(16)]
        self.fails = fails
        self.asked = []

    def memory(self, pad, page=None, data=b""):
        self.asked.append(page)
        if self.fails:
            self.fails -= 1
            raise NotReached("lost")
        if page is not None:
            self.memories[0][4 * page - 16 : 4 * page - 12] = data
        return bytes(self.memories[0])


def test_a_lost_message_is_tried_again_but_not_for_ever():
    memory = record.pack(Record(MARK, "5S"), uid(5))
    service = Reached(2)
    record.write(service, 0, bytes(16), memory)
    assert service.memories[0] == memory and service.asked == [4, 4, 4, 5, 7], "page 6 was so before"
    service.fails = 3
    with pytest.raises(NotReached, match="lost"):
        record.fetch(service, 0)
    assert service.fails == 0


def test_there_are_words_for_everything_that_can_be_said_of_a_tag():
    reads = (record.NONE, record.ELSE, record.DAMAGED, record.NEWER)
    said = [f"says-{one}" for one in reads[1:]] + [f"fails-{one}" for one in (*PLAIN, "lost")]
    nobody = Adoption(None, Deck("new", kinds.load("standard54")), None, None, None, [])
    said += [nobody.why_not(one, uid(5))[0] for one in (*reads, *UNREACHED)]
    for lang in LANGUAGES:
        assert not set(said) - set(words.WORDS[lang])


def small(monkeypatch, count=8):
    """A standard pack has so few cards, and no user waits long for more."""
    monkeypatch.setattr(pads.PileCheck, "last_s", 0.5)
    load = kinds.load
    few = kinds.Kind("standard54", None, load("standard54").cards[:count])
    monkeypatch.setattr(kinds, "load", lambda name: few if name == "standard54" else load(name))


def says(desk, **texts):
    """The records in the tags of the virtual cards: by card, a record or 16 bytes."""
    known = {}
    for name, what in texts.items():
        number = uid(cards.parse(name[1:]))
        known[number.hex()] = (record.pack(what, number) if isinstance(what, Record) else what).hex()
    (desk.table.root / MEMORIES).write_text(json.dumps(known))


def test_tags_are_written_and_their_earlier_content_is_reported(tmp_path, monkeypatch):
    small(monkeypatch)
    deck = enrolled()
    deck.mark = MARK
    other = enrolled("saturday", first=0x05)
    desk = Desk(tmp_path, monkeypatch, deck, ["locked", "foreign"], foreign=other.rows[0].uid.hex())
    says(
        desk, _AS=Record(MARK, "AS"), _3S=Record(MARK, "KD"), _4S=Record(b"abc", "4S"), _6S=b"C" * 16,
        _7S=record.pack(Record(MARK, "7S"), uid(5)),
    )  # fmt: skip
    told = desk.write([other])
    assert desk.told.kinds == [
        "wrote-before", "fails-locked", "says-other", "wrote", "says-other-deck", "wrote", "seen-foreign",
        "wrote", "says-else", "wrote", "says-damaged", "wrote", "wrote", "all-there",
    ]  # fmt: skip
    assert {code: named for code, _, named in tag_writing.result(told)} == {
        "wrote-now": "3S, 4S, 5S, 6S, 7S, 8S", "wrote-had": "AS", "missing": "", "wrote-not": "2S locked",
        "duplicate": "", "foreign-cards": "AS (saturday)", "unknown-cards": "",
    }  # fmt: skip
    assert not told.is_good and told.missing == []
    for row in deck.rows:
        wanted = record.pack(Record(MARK, deck.text(row.card)), row.uid).hex()
        assert memories(desk.table.root).get(row.uid.hex()) == (None if row.card == 2 else wanted)
    assert desk.table.loop.bug is None and desk.table.loop.faults.now == []


def test_a_bad_line_on_the_air_does_no_harm(tmp_path, monkeypatch):
    """One frame in thirty is damaged, either way: whatever is said to be written is."""
    small(monkeypatch, 6)
    deck = enrolled()
    deck.mark = MARK
    desk = Desk(tmp_path, monkeypatch, deck)
    for chip in desk.table.machine.chips:
        chip.frame_error_rate = 0.03
    told = desk.write()
    written = [row for row in deck.rows if row.card in told.wrote]
    assert len(written) >= 5 and told.failed == {}
    for row in written:
        memory = bytes.fromhex(memories(desk.table.root)[row.uid.hex()])
        assert record.read(memory, row.uid) == (MARK, deck.text(row.card))


def test_a_deck_is_taken_over_from_its_tags(tmp_path, monkeypatch):
    small(monkeypatch)
    desk = Desk(tmp_path, monkeypatch, Deck("new", kinds.load("standard54")), ["blank", "copied", "unknown"])
    names = [desk.deck.text(card) for card in desk.deck.kind.cards]
    says(desk, **{f"_{name}": Record(MARK, name) for name in names})
    desk.table.at(8_000_000, desk.table.machine.press, 3, "ok")
    desk.adopt()
    assert desk.told.kinds.count("got") == 6
    assert [kind for kind in desk.told.kinds if kind != "got"] == ["from-none", "from-damaged", "from-none"]
    assert [desk.deck.text(card) for card in desk.deck.missing()] == ["2S", "5S"]
    assert desk.deck.mark == MARK and desk.kept == [1, 2, 3, 4, 5, 6]
    again = store.load("new")
    assert again == desk.deck and all(row.uid == uid(row.card) and row.looks == 20 for row in again.rows)


def test_the_last_card_that_said_what_it_is_is_taken_back(tmp_path, monkeypatch):
    small(monkeypatch, 2)
    desk = Desk(tmp_path, monkeypatch, Deck("new", kinds.load("standard54")), typed={1: "undo", 2: "undo"})
    says(desk, _AS=Record(b"abc", "AS"), _2S=Record(MARK, "2S"))
    desk.table.at(5_000_000, desk.table.machine.press, 3, "ok")
    desk.adopt()
    assert desk.told.kinds == ["got", "from-undone", "nothing-to-undo", "got"]
    assert desk.deck.mark == MARK and [desk.deck.text(row.card) for row in desk.deck.rows] == ["2S"]


@pytest.mark.parametrize(
    ("card", "says", "code"),
    [
        ("5S", Record(MARK, "5S"), None),
        ("5S", Record(b"abc", "5S"), "from-other-deck"),
        ("5S", Record(MARK, "AS"), "from-duplicate"),
        ("5S", Record(MARK, "KD#2"), "from-no-card"),
        ("5S", Record(MARK, "YES1"), "from-no-card"),
        ("5S", Record(MARK, "5s"), "from-no-card"),
        ("5S", record.DAMAGED, "from-damaged"),
        ("5S", "several", "from-lost"),
        ("6S", Record(MARK, "6S"), "from-owned"),
    ],
)
def test_which_tag_is_taken_at_its_word(card, says, code):
    deck = enrolled("new", count=2)
    deck.mark = MARK
    other = Deck("saturday", deck.kind, rows=[TagRow(uid(cards.parse("6S")), 6)])
    adoption = Adoption(None, deck, None, None, None, [other])
    refusal = adoption.why_not(says, uid(cards.parse(card)))
    assert (refusal and refusal[0]) == code
    if refusal is not None:
        for lang in LANGUAGES:
            assert words.get_text(lang, code, **refusal[1])


# -- the command -------------------------------------------------------------------------------------


def test_a_deck_is_carried_elsewhere(capsys, tmp_path):
    store.save(enrolled())
    file = tmp_path / "f.deck"
    assert run(capsys, "deck", "export", "friday", "--out", file) == (0, f"{file}\n", "")
    assert "here already" in run(capsys, "deck", "import", file)[1]
    status, _, err = run(capsys, "deck", "import", file, "--name", "copy")
    assert status == 6 and "the tag of AS belongs to your deck friday" in err
    store.path_of("friday").unlink()
    status, out, _ = run(capsys, "deck", "import", file)
    assert status == 0 and "cardtable deck use friday" in out and store.load("friday") == enrolled()
    data = json.loads(run(capsys, "deck", "show", "friday", "--json")[1])["data"]
    assert data["enrolled"] == 54 and data["rows"][1] == {
        "card": "2S",
        "tag": "04CA4D027AB1E0",
        "read": 20,
        "looks": 20,
    }
    file.write_text("04A224B1C65E80 KD\n04A224B1C65E81 5S\n")
    assert run(capsys, "deck", "import", file)[0] == 2
    assert run(capsys, "deck", "import", file, "--name", "old")[0] == 0
    out = run(capsys, "deck", "show")[1]
    assert "friday: standard54, 54 cards, iso14443a, complete" in out and "old: standard54" in out


@pytest.mark.parametrize(
    ("given", "status", "says"),
    [
        (["enrol", "new"], 2, "which cards"),
        (["enrol", "a/b", "--standard54"], 2, "no name of a deck"),
        (["enrol", "new", "poker"], 3, "no game is called poker"),
        (["enrol", "new", "demos", "--standard54"], 2, "which?"),
        (["enrol", "new", "--standard54", "--tags", "nfc"], 2, "no tags nfc"),
        (["enrol", "friday", "democrazy"], 2, "it was not changed"),
        (["write", "sunday"], 3, "no deck sunday"),
        (["write", "ico"], 2, "only NTAG tags"),
        (["write", "none"], 6, "no card with a tag yet"),
        (["enrol", "new", "--standard54", "--faults", "x"], 2, "there is no x"),
        (["check", "sunday"], 3, "no deck sunday"),
        (["replace", "9Z"], 3, "no deck in use has a card 9Z"),
        (["use", "fridya"], 3, "did you mean friday?"),
        (["import", "nowhere"], 3, "cannot be read"),
        (["hop"], 2, "there is no hop"),
        ([], 2, "WHAT"),
    ],
)
def test_what_is_wrong_is_said(capsys, given, status, says):
    store.save(enrolled())
    store.save(Deck("none", kinds.load("standard54")))
    ico = Deck("ico", kinds.load("standard54"), "iso15693")
    ico.rows = [TagRow(uid(5, None, ico.tags), 5)]
    store.save(ico)
    found, _, err = run(capsys, "deck", *given)
    assert found == status and says in err, err


class Here(discovery.Connection):
    """A table in this very process, with hands that read the screen."""

    def show_hands(self, asked):
        self.pile.see(asked)


@pytest.fixture
def here(tmp_path, monkeypatch):
    """Let the verb meet a table in this process, in the table's own time; `fumbles` of the hands."""
    (tmp_path / "table").mkdir()
    (tmp_path / "table" / "deck.txt").write_text("04CA4E007AB1E0 R01\n")
    (tmp_path / "table" / "marker").touch()
    table = Table(tmp_path / "table")
    in_its_time(monkeypatch, table, enrolment, pads)
    line = TableLine(table)

    def connect(address, people):
        found = Here(line, True, None)
        sort = tags_for(table.board)
        found.pile = Pile(people["pile"], sort, table.root, table.machine.pads, table.at)

        def hands():
            if found.pile.act(table.loop.lamps.line(), table.machine.clock.us):
                table._touched_at = table.machine.clock.us

        line.hands = hands
        return found

    monkeypatch.setattr(discovery, "connect", connect)
    return table


def test_a_deck_from_its_last_card_to_its_end(capsys, here):
    store.save(left(2))
    status, out, err = run(capsys, "deck", "enrol", "friday", "--lang", "fr", "--faults", "weak")
    assert (status, err) == (0, "")
    assert "> posez X1 sur la case 1" in out and "54/54 X2 : puce 04CA4D1E7AB1E0, lue" in out
    assert "Puces faibles" in out and "La table l'a : 55 cartes de friday, table-be2f-democrazy" in out
    assert (
        (here.root / "deck.txt").read_text().startswith("tags iso14443a\ndeck friday standard54\n04CA4D017A")
    )
    status, out, _ = run(capsys, "deck", "replace", "x2", "--json")
    told = [json.loads(line) for line in out.splitlines()]
    assert status == 0 and told[-1]["data"]["card"] == "X2" and not told[-1]["data"]["weak"]
    assert (
        store.load("friday").tag_of(cards.parse("X2")).uid.hex().upper()
        in (here.root / "deck.txt").read_text()
    )
    status, out, _ = run(capsys, "deck", "retire", "friday")
    assert (
        status == 0
        and "it has left the table" in out
        and "friday" not in (here.root / "deck.txt").read_text()
    )
    assert run(capsys, "deck", "enrol", "friday")[0] == 2
    status, out, _ = run(capsys, "deck", "use", "friday")
    assert status == 0 and not store.load("friday").retired
    assert "The table has it: 55 cards of friday, table-" in out, "not the votes and blanks"
    here.begin(3)
    status, _, err = run(capsys, "deck", "use", "friday")
    assert status == 4 and "its deck was not changed" in err


def test_a_deck_goes_to_another_computer_in_its_tags(capsys, here, monkeypatch, tmp_path):
    small(monkeypatch, 3)
    store.save(enrolled())
    file = tmp_path / "written.txt"
    status, out, err = run(capsys, "deck", "write", "friday", "--out", file)
    assert (status, err) == (0, "") and "3/3 3S: written" in out and f"receipt: {file}" in out
    assert file.read_text().splitlines()[0] == "Receipt of writing tags"
    deck = store.load("friday")
    assert deck.mark == bytes.fromhex(deck.sum)[:3]
    status, out, _ = run(capsys, "deck", "write", "friday", "--json")
    told = [json.loads(line) for line in out.splitlines()]
    assert status == 0 and [row["kind"] for row in told[:-1]].count("wrote-before") == 3
    assert told[-1]["data"]["wrote-had"] == ["AS", "2S", "3S"] and told[-1]["data"]["good"]
    status, out, _ = run(capsys, "deck", "replace", "2S")
    assert status == 0 and "cardtable deck write friday" in out
    store.path_of("friday").unlink()
    here.at(7_000_000, here.machine.press, 3, "ok")
    here.at(7_200_000, here.machine.release, 3, "ok")
    status, out, err = run(capsys, "deck", "enrol", "sunday", "--standard54", "--from-tags", "--lang", "fr",
                           "--faults", "weak")  # fmt: skip
    assert status != 0 and "ne dit pas quelle carte elle est" in out and "La même commande" in out
    status, out, err = run(capsys, "deck", "enrol", "sunday")
    assert (status, err) == (0, "") and "3/3 2S: tag" in out
    found = store.load("sunday")
    assert found.mark == deck.mark and "deck sunday standard54" in (here.root / "deck.txt").read_text()
    assert {row.card: row.uid for row in found.rows if row.card != 2} == {
        row.card: row.uid for row in deck.rows if row.card != 2
    }


def test_a_french_pack_is_enrolled_and_named_by_its_own_letters(capsys, here, monkeypatch):
    monkeypatch.setenv(messages.VARIABLE, "fr")
    store.save(left(3))
    status, out, err = run(capsys, "deck", "enrol", "friday")
    assert (status, err) == (0, "") and "> posez RC (R♣) sur la case 1" in out and "52/54 RC : puce" in out
    assert "KC" not in out
    told = run(capsys, "deck", "show", "friday")[1]
    assert [line.split()[0] for line in told.splitlines() if " 20/20" in line][10:13] == ["VS", "DS", "RS"]
    assert "04CA4D017AB1E0 AS" in store.path_of("friday").read_text(), "a file has the table's letters"
    for word in ("KS", "rs", "R♠", "roi"):
        found = run(capsys, "deck", "replace", word, "--json")
        if word == "roi":
            assert found[0] == 3 and "roi" in found[2] + found[1]
        else:
            assert json.loads(found[1].splitlines()[-1])["data"]["card"] == "KS"


def test_an_audit_leaves_a_receipt(capsys, here, tmp_path):
    store.save(enrolled(count=6))
    file = tmp_path / "receipts" / "one.txt"
    status, out, _ = run(
        capsys, "deck", "audit", "friday", "--faults", "missing", "--seconds", "6", "--out", file
    )
    assert status == 6 and f"receipt: {file}" in out
    lines = file.read_text().splitlines()
    assert lines[0] == "Receipt of an audit" and "5 of 54 cards seen" in lines[2]
    assert lines[4].startswith("  missing, 49: 2S, 7S") and lines[-1] == "  weak, 0: none"


def test_with_real_processes(capsys, at_home):
    store.save(left(1))
    status, out, err = run(capsys, "deck", "enrol", "friday", "--pace", "0")
    assert status == 0, err
    assert "54/54 X2: tag 04CA4D1E7AB1E0, read 20 of 20 times" in out
    file = next((at_home / "home" / "virtual").glob("*/deck.txt"))
    assert "deck friday standard54" in file.read_text()
