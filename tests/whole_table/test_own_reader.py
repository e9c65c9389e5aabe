"""`play --reader`: the cards of a seat at the virtual table lie on the reader of a real Pico."""

import time
from types import SimpleNamespace

import pytest

import bare_pico
from called_command import run
from cardtable.games import registry
from firmware_table import Table
from played_matches import open_log
from plugged_pico import PluggedPico
from programmed_player import VERB, Programmed
from table_line import TableLine, in_its_time
from tablehost.cli.own_reader import OwnReader
from tablehost.decks import kinds, store
from tablehost.decks.deckfile import Deck, TagRow
from tablehost.errors import Trouble
from tablehost.journal.store import Journal
from tablehost.link import discovery
from tablehost.match.events import Hand
from tablehost.people import vocabulary
from tablehost.virtual.tags.tag import Tag
from timeouts import PATIENCE

BAG = Tag(bytes.fromhex("04a1b2c3"), sak=0x08)
MATCH = ["democracy", "--pace", "0", "--players", "2", "--seed", "3", "--hands", "1", "-o", "target=1"]


def one_reader(folder, enrolled=True):
    """A Pico without a board."""
    folder.mkdir()
    if not enrolled:
        (folder / "deck.txt").touch()
    return Table(folder, board=bare_pico.tried_board(), led=[].append)


@pytest.fixture
def pico(tmp_path):
    pytest.importorskip("serial")
    with PluggedPico(one_reader(tmp_path / "pico"), tmp_path / "tty") as plugged:
        yield plugged


def player_at(tmp_path, pico, *words):
    return Programmed(tmp_path, *MATCH, "--reader", f"port:{pico.link}", *words, command=VERB)


def until(player, done):
    """Read on until a line for which this holds."""
    deadline = time.monotonic() + PATIENCE
    while not done(line := player.read()):
        assert line is not None and time.monotonic() < deadline, player.lines[-5:]
    return line


def said(player, part):
    return until(player, lambda line: part in line.get("text", ""))


def test_a_whole_match_whose_cards_all_lie_on_the_reader(tmp_path, pico):
    player, laid = player_at(tmp_path, pico), []
    while player.until("still") is not None:
        act = player.comply(0)
        if act in player.rows[0]["hand"]:
            pico.put(act)
            laid.append(act)
            until(player, lambda line: line["kind"] == "hand" and line["pad"])
        else:
            assert act in ("ok", "no", "turn"), act
            player.say(act)
    assert any("lay each card on the reader" in line.get("text", "") for line in player.lines)
    assert player.close()[0] == 0
    log = open_log(tmp_path)
    assert log[-1]["kind"] == "result"
    assert laid == [line["plays"][0] for line in log if line["kind"] == "trick"]
    assert not [line for line in player.lines if line["kind"] == "cannot"]
    pico.table.run(6_000_000)
    assert "Ready" in pico.table.says, "the Pico is as it was before"


def until_a_card_is_due(player):
    while player.until("still") is not None:
        act = player.comply(0)
        if act in player.rows[0]["hand"]:
            return list(player.rows[0]["hand"])
        player.say(act)
    raise AssertionError("no card was asked for")


def on_pad(player, *cards):
    until(player, lambda line: line["kind"] == "hand" and line["pad"] == list(cards))


def test_a_wrong_tag_is_named_and_no_card_is_laid(tmp_path, pico):
    player = player_at(tmp_path, pico)
    hand = until_a_card_is_due(player)
    other = next(card for card in ("5S", "5H", "5D", "5C", "4S") if card not in hand)
    pico.put(BAG)
    assert "04A1B2C3 on the reader is no card of deck table-" in said(player, "no card of deck")["text"]
    pico.put(hand[0], hand[1])
    said(player, "several tags are on the reader")
    pico.put(other)
    assert f"you hold {' '.join(hand)}" in said(player, f"{other} is on the reader")["text"]
    assert player.rows[0]["pad"] == []
    pico.put(hand[0])
    on_pad(player, hand[0])
    pico.put(hand[1])  # one for the other
    on_pad(player)
    on_pad(player, hand[1])
    pico.put(hand[1], BAG)
    said(player, "several tags are on the reader")
    assert player.rows[0]["pad"] == [hand[1]]
    pico.put()
    on_pad(player)
    player.say("quit")
    assert player.close()[0] == 0


def test_a_pico_that_is_unplugged_leaves_the_match_to_typing(tmp_path, pico):
    player = player_at(tmp_path, pico, "--lang", "fr")
    hand = until_a_card_is_due(player)
    pico.put(hand[0])
    on_pad(player, hand[0])
    pico.pull()
    said(player, "rebranchez-le, ou tapez vos cartes")
    player.say("lever")
    on_pad(player)
    player.say(hand[1])
    on_pad(player, hand[1])
    player.say("lever")
    on_pad(player)
    pico.put()
    pico.plug()
    said(player, "votre lecteur est revenu")
    pico.put(hand[2])
    on_pad(player, hand[2])
    player.say("quitter")
    assert player.close()[0] == 0


# -- refused before a match begins -------------------------------------------------------------------


@pytest.fixture
def at_reader(tmp_path, monkeypatch):
    """at_reader(table): what `discovery.connect` finds from then on."""
    monkeypatch.setenv("CARDTABLE_HOME", str(tmp_path / "home"))
    monkeypatch.delenv("CARDTABLE", raising=False)
    monkeypatch.delenv("CARDTABLE_REQUIRE_HW", raising=False)
    (tmp_path / "home").mkdir()

    def put(table):
        in_its_time(monkeypatch, table)
        found = discovery.Connection(TableLine(table), False, None, "socket://a.table:1")
        monkeypatch.setattr(discovery, "connect", lambda address, people: found)
        return table

    return put


PLAY = ["play", *MATCH, "--reader", "socket://a.table:1"]


def test_a_pico_without_a_deck_is_refused(tmp_path, capsys, at_reader):
    table = at_reader(one_reader(tmp_path / "pico", enrolled=False))
    status, _, error = run(capsys, *PLAY)
    assert status == 6 and "no card of democracy is enrolled on this Pico" in error
    assert "the two in the reader's bag" in error and "cardtable deck enrol NAME democracy" in error
    table.run(1_000_000)
    assert "Ready" in table.says
    kind = kinds.load(kinds.STANDARD)
    store.save(Deck("friday", kind, rows=[TagRow(table.tags[card].uid, card) for card in kind.cards]))
    assert run(capsys, "deck", "use", "friday", "-t", "socket://a.table:1")[0] == 0
    with Journal() as journal:
        OwnReader(journal, "socket://a.table:1", registry.load("democracy"), [0]).close()
        with pytest.raises(Trouble, match="no card of democrazy"):
            OwnReader(journal, "socket://a.table:1", registry.load("democrazy"), [0])


def test_a_table_with_a_match_is_left_alone(tmp_path, capsys, at_reader):
    table = at_reader(Table(tmp_path))
    table.begin(2)
    status, _, error = run(capsys, *PLAY)
    assert status == 4 and "a match is under way at the table" in error and "cardtable say end" in error
    assert len(error.splitlines()) == 2, "nobody looks for another table"
    assert table.asked is not None


class Player:
    """A presenter, and the hands of seat 0, which sees `own`. `did`: its acts; `heard`: sentences."""

    def __init__(self, reader, table):
        self.own, self.did, self.heard = Hand(0), [], []
        self.snapshot, self.tongue = SimpleNamespace(hands={}), vocabulary.load("en", "democracy")
        self.notice = self.heard.append
        self._reader, self._table = reader, table
        self._line = TableLine(table)

    def publish(self, answer):
        self.heard.append(answer.text)

    def send(self, act, language):
        self.did.append((act.act, act.word, act.task))

    def lies(self, *cards, **own):
        """Let these cards alone lie there for a while; return what was done meanwhile."""
        self.did.clear()
        self.own = self.own._replace(**own)
        self._table.lift_now(0)
        for card in cards:
            self._table.lay_now(0, card)
        for _ in range(80):
            self.snapshot.hands = {0: self.own}
            self._reader.serve(self, self)
            self._line.wait(0.025)
        return self.did


@pytest.fixture
def player(tmp_path, at_reader):
    table = at_reader(Table(tmp_path))
    table.lay(0, "7H", 2_000_000)
    with Journal() as journal:
        reader = OwnReader(journal, "socket://a.table:1", registry.load("democracy"), [0])
        yield Player(reader, table)
        reader.close()
    table.run(1_000_000)
    assert "Ready" in table.says


def test_of_a_table_the_first_pad_is_used_once_it_was_empty(player):
    assert player.lies("7H", hand=("7H", "8H"), task="5.0 lay") == []
    assert [text for text in player.heard if "7 readers: pad 1 is yours" in text]
    assert player.heard[-1] == "a card was on the reader before: lift it once"
    assert player.lies() == [] and player.lies("7H") == [("lay", "7H", "5.0")]
    assert len(player.heard) == 3, "each is said once"


def test_a_card_is_shown_where_a_show_is_asked(player):
    player.lies()
    asked = {"steps": ({"act": "show"},), "hand": ("7H", "8H")}
    assert player.lies("8H", **asked) == [("show", "8H", None)]
    assert player.lies() == [], "the hand took it back itself"


def test_the_next_card_waits_until_the_trick_is_taken(player):
    player.lies()
    assert player.lies("7H", hand=("7H", "8H")) == [("lay", "7H", None)]
    won = {"hand": ("8H",), "pad": ("7H",), "lamp_code": "take"}
    assert player.lies("7H", **won) == player.lies() == player.lies("8H") == []
    assert player.lies("8H", pad=(), lamp_code="") == [("lay", "8H", None)]


def test_a_card_that_is_lifted_and_laid_again_at_once(player):
    player.lies()
    player.lies("7H", hand=("7H",))
    there = {"hand": (), "pad": ("7H",), "lamp_code": "read"}
    assert player.lies(**there) == [("lift", "", None)]
    assert player.lies("7H") == [], "the room has yet to lift it"
    assert player.lies("7H", hand=("7H",), pad=(), lamp_code="") == [("lay", "7H", None)]


def test_in_a_match_that_is_taken_up_again_the_card_lies_there_already(player):
    player.lies()
    assert player.lies("7H", pad=("7H",)) == []
    assert player.lies(pad=("7H",)) == [("lift", "", None)]


@pytest.mark.parametrize(
    ("words", "part"),
    [
        (["--watch"], "--hands 1"),
        (["--hands", "1,2"], "--hands 1"),
        (["--hands", "1", "-t", "socket://a.table:1"], "leave -t out"),
    ],
)
def test_a_reader_is_for_one_seat_at_the_virtual_table(tmp_path, capsys, at_reader, words, part):
    status, _, error = run(capsys, "play", "democracy", *words, "--reader", "socket://a.table:1")
    assert status == 2 and part in error and len(error.splitlines()) <= 3
