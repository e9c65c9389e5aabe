"""Democrazy through the whole firmware: the procedure at the table, and the secrecy of a vote."""

import pytest

from amounts import amount
from cardtable.controller.output.lamps import DO_STATES, OFF, PAD_STATES
from cardtable.engine import cards
from cardtable.engine.asks import base
from cardtable.games import registry
from democrazy_players import card
from democrazy_table import Council
from firmware_table import PASSED_US, PRESS_US, Host, Table
from seeded_chance import SHORT
from tablehost.virtual.pack import EVERY_CARD, every_card, lines, uid
from tablehost.virtual.tags.tag import Tag
from two_worlds import World, same

democrazy = registry.load("democrazy")

LAY, CALL = DO_STATES[base.LAY][0], DO_STATES[base.MAY_CALL][0]
PRESS, READ = DO_STATES[base.PRESS_OK][0], PAD_STATES[base.FINE][0]
TRAITS = {"trait_beard": "off", "trait_blue_eyes": "off", "trait_glasses": "off"}


def to_vote(root, **given):
    """A council that is about to vote; seat 0 has proposed. From there on time goes by in small steps."""
    given = {"start_player": "1", **TRAITS, **given}
    council = Council(root, 4, given, 1).until("vote")
    council.table.grain = 1000
    return council


def vote(council, seat, how):
    """`how`: "yes" and "no" are keys, all else is a card; "wild" is one's own."""
    if how in ("yes", "no"):
        council.table.press(how, council.pad(seat))
    else:
        council.do(("laid", seat, council.own_wilds[seat][0] if how == "wild" else card(how)))


# -- whole matches -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "seats, record", [(4, "counted"), (5, "digital"), (6, "declared"), (8, "digital"), (10, "counted")]
)
def test_a_whole_match(tmp_path, seats, record):
    """On the board with six seats or with ten; a player who counts chips at the end counts all there are.

    The first is as long as the rules make it; in `make soak` all are.
    """
    short = SHORT["democrazy"] if seats > amount(4, soak=10) else {}
    given = {"chip_record": record, **short}
    council = Council(tmp_path, seats, given, seed=seats).play()
    assert council.of("result") and council.table.loop.bug is None
    assert not council.refused and not any(council.table.lying)
    assert "won the match with" in council.table.says
    assert len(council.table.lamps(0)) == 3 and council.table.loop.display.fits(council.table.says)


def test_it_goes_on_after_a_power_cut(tmp_path):
    council = Council(tmp_path, 5, {"chip_record": "digital"}, seed=3)
    for _ in range(30):
        council.step()
        if not any(council.table.lying):
            facts = len(council.facts)
            council.power_cut()
            assert len(council.facts) == facts
    council.play()
    assert council.of("result")


# -- what the table asks, and where -------------------------------------------------------------------


def test_the_law_lies_in_the_middle_and_goes_to_the_place_that_is_named(tmp_path):
    council = Council(tmp_path, 4, {"start_player": "3", **TRAITS}, seed=2).until("propose")
    middle = council.pad(base.CENTRE)
    assert council.table.lamps(council.pad(2))[0] == LAY
    assert council.table.says.endswith("Lay one in the middle and read it out: seat 3")
    council.do(("laid", base.CENTRE, card("B07")))
    assert council.table.says.startswith("B07 Green counts three: a green chip counts 3 points. Debate B07")
    assert council.table.lamps(middle)[1] == PAD_STATES[base.OLD][0]
    council.table.press("ok", council.pad(2))
    for seat in range(4):
        council.table.press("yes", council.pad(seat))
    council.table.press("ok", council.pad(2))
    assert "B07 is adopted, place 1. Take your votes back: the middle" in council.table.says
    council.do(("lifted", base.CENTRE))
    assert council.table.says.startswith("Turn 2:")


def test_a_card_of_another_pack_is_a_strange_one(tmp_path):
    council = Council(tmp_path, 4, {"start_player": "1", **TRAITS}).until("propose")
    council.table.lay(council.pad(base.CENTRE), Tag(uid(cards.parse("5S"))), PASSED_US)
    assert "is not in this deck" in council.table.says
    assert ("foreign", base.CENTRE) in council.refused
    council.table.lift(council.pad(base.CENTRE))
    assert council.table.asked == "propose"


def test_a_law_is_a_strange_card_in_democracy(tmp_path):
    table = Table(tmp_path)
    table.begin(2)
    table.lay(table.board.SEAT_PADS, Tag(uid(card("R05"), democrazy.PACK)), PASSED_US)
    assert "is not in this deck" in table.says
    table.clear()
    table.lay(table.board.SEAT_PADS, "KS")
    assert table.asked == "lay-face-down"


def test_a_table_without_the_cards_says_which_it_lacks(tmp_path):
    laws = [law for law in every_card(democrazy.PACK) if law not in (card("R05"), card("END"))]
    (tmp_path / "deck.txt").write_text(lines(EVERY_CARD) + lines(laws, democrazy.PACK))
    table = Table(tmp_path)
    host = Host(table)
    host.run(2)
    for words in (("new", "democrazy", 4), ("begin",)):
        host.end.do(*words)
        host.run(1)
    assert host.heard("res")[-1][2:] == (False, ["deck-lacks", [2, "R05", "END"]])
    assert "no-deck" not in [fault for fault, *_ in table.loop.faults.now]
    host.end.do("new", "democracy", 2)
    host.end.do("begin")
    host.run(1)
    assert host.heard("res")[-1][2], "the other game has its cards"


def test_what_was_refused_has_changed_nothing_in_the_match_under_way(tmp_path):
    """Also not the deck: the cards of the match that goes on are still known."""
    (tmp_path / "deck.txt").write_text(lines(EVERY_CARD) + lines([card("R05")], democrazy.PACK))
    table = Table(tmp_path)
    host = Host(table)
    host.run(1)
    table.begin(2)
    for words in (("new", "democrazy", 4), ("begin",)):
        host.end.do(*words)
        host.run(2)
    assert host.heard("res")[-1][2:][1][0] == "deck-lacks"
    table.lay(table.board.SEAT_PADS, "KS")
    assert table.asked == "lay-face-down"


# -- the vote ----------------------------------------------------------------------------------------


def test_who_has_voted_is_on_the_own_lamp_at_once(tmp_path):
    council = to_vote(tmp_path)
    lamps = council.table.lamps
    assert [lamps(council.pad(seat))[0] for seat in range(4)] == [LAY] * 4
    vote(council, 1, "YES1")
    vote(council, 2, "no")
    assert [lamps(council.pad(seat))[0] for seat in range(4)] == [LAY, CALL, CALL, LAY]
    assert [lamps(council.pad(seat))[1] for seat in range(4)] == [OFF, READ, OFF, OFF]
    assert council.table.says.endswith("Votes to come: 2")
    vote(council, 0, "yes")
    vote(council, 3, "NO4")
    assert lamps(council.pad(0))[0] == PRESS
    assert council.table.says.endswith("OK reveals, or change it first: seat 1")
    council.table.press("ok", council.pad(0))
    assert council.of("vote")[-1][1:3] == (["YES", "YES", "NO", "NO"], ["key", "card", "key", "card"])


def test_the_own_lamp_follows_each_key_when_it_is_released(tmp_path):
    """YES as well as NO: the moment tells the others nothing."""
    council = to_vote(tmp_path)
    table = council.table
    for seat, key in ((1, "yes"), (2, "no")):
        pad = council.pad(seat)
        table.machine.press(pad, key)
        table.run(PRESS_US)
        assert table.lamps(pad)[0] == LAY
        table.machine.release(pad, key)
        table.run(PRESS_US)
        assert table.lamps(pad)[0] == CALL


def test_outside_only_the_count_is_announced(tmp_path):
    """A vote of any seat, by card or key: the same lines, but for their times."""
    told = []
    for number, voters in enumerate(((0, 1), (3, 2), (1, 3))):
        council = to_vote(folder(tmp_path, number))
        host = Host(council.table)
        host.run(3)
        before = len(host.events)
        for seat, how in zip(voters, ("NO7", "yes")):
            vote(council, seat, how)
            host.run(1)
        vote(council, voters[0], "no")  # refused: a card lies there
        council.do(("lifted", voters[0]))
        host.run(1)
        told.append([event for event in host.events[before:] if event[0] in ("see", "say", "record")])
        assert council.table.says.endswith("Votes to come: 3")
    assert told[0] == told[1] == told[2]
    assert {event[0] for event in told[0]} == {"say"}
    texts = [event[2].rpartition(". ")[2][-16:] for event in told[0]]
    assert texts[:2] == ["Votes to come: 3", "Votes to come: 2"]


def test_a_card_wins_over_a_key_and_that_is_said(tmp_path):
    council = to_vote(tmp_path)
    vote(council, 1, "yes")
    vote(council, 1, "NO1")
    assert "A card on a pad counts, not the key pressed before it" in council.table.says
    assert ("card-counts", 1) in council.cues
    council.table.press("yes", council.pad(1))
    assert council.refused[-1] == ("card-counts", 1)
    for seat in (0, 2, 3):
        vote(council, seat, "yes")
    council.table.press("ok", council.pad(0))
    assert council.of("vote")[-1][1] == ["YES", "NO", "YES", "YES"]


def test_a_card_that_is_no_vote_is_refused_with_a_reason(tmp_path):
    council = to_vote(tmp_path)
    council.table.press("ok", council.pad(0))
    assert council.refused[-1] == ("not-all-voted", 0)
    other = council.own_wilds[2][0]
    for laid, why in ((other, "with-another"), (card("R05"), "vote-due"), (card("END"), "vote-due")):
        council.do(("laid", 1, laid))
        assert council.refused[-1] == (why, 1)
        assert council.table.lamps(council.pad(1))[1] == PAD_STATES[base.WRONG][0]
        council.do(("lifted", 1))
    council.table.lay(council.pad(1), "YES1")
    council.table.lay(council.pad(1), "NO1", 3_000_000)
    assert council.refused[-1] == ("several", 1)
    assert "Two tags on the pad of seat 2" in council.table.says


def test_a_card_left_from_the_last_vote_is_no_vote(tmp_path):
    """Every vote begins with clear pads, also after a power cut."""
    council = to_vote(tmp_path)
    for seat in range(4):
        vote(council, seat, f"NO{seat + 1}")
    council.table.press("ok", council.pad(0))
    assert council.table.asked == "clear-rejected"
    for place in (0, 1, 2, base.CENTRE):
        council.do(("lifted", place))
    assert council.table.asked == "clear-rejected" and council.table.says.endswith("seat 4")
    council.do(("lifted", 3))
    assert council.table.asked == "propose"


def test_after_a_power_cut_keys_are_pressed_again(tmp_path):
    """A card that lies there was laid for this vote, which began with clear pads."""
    council = to_vote(tmp_path)
    for seat, how in enumerate(("YES1", "yes", "NO3", "no")):
        vote(council, seat, how)
    assert council.table.asked == "vote-ok"
    council.power_cut()
    assert council.table.asked == "vote" and council.table.says.endswith("Votes to come: 2")
    council.table.press("ok", council.pad(0))
    assert not council.of("vote")
    vote(council, 1, "no")
    vote(council, 3, "no")
    council.table.press("ok", council.pad(0))
    assert council.of("vote")[-1][1:3] == (["YES", "NO", "NO", "NO"], ["card", "key", "card", "key"])


# -- two worlds --------------------------------------------------------------------------------------


class Chamber(World):
    """A council; every outward sign from now on is written down."""

    def __init__(self, council):
        super().__init__(council.table)
        self.council = council
        self.watch()
        self.table.run(3_000_000)  # the host takes what was before


def folder(root, number):
    path = root / str(number)
    path.mkdir()
    return path


VOTES = [
    (["YES1", "YES2", "NO3", "NO4"], ["NO5", "NO1", "YES3", "YES9"]),
    (["yes", "yes", "yes", "no"], ["no", "no", "yes", "yes"]),
    (["wild", "NO2", "wild", "NO4"], ["YES1", "wild", "NO3", "wild"]),
    (["YES1", "no", "wild", "yes"], ["NO1", "yes", "NO2", "no"]),
]


@pytest.mark.parametrize("votes", amount(VOTES[3:], soak=VOTES))
def test_a_vote_is_nowhere_before_the_reveal(tmp_path, votes):
    """By card or key, changed, taken back: lights, tones, words, and every byte of the line with its time."""
    pair = [Chamber(to_vote(folder(tmp_path, number))) for number in range(2)]
    for chamber, how in zip(pair, votes):
        council = chamber.council
        other = {"yes": "no", "no": "yes"}
        vote(council, 3, how[3])
        vote(council, 1, other.get(how[1], how[1]))
        council.table.run(25_000_000)  # reminded
        vote(council, 0, how[0])
        vote(council, 2, how[2])
        if how[1] in other:
            vote(council, 1, how[1])
        else:
            council.do(("lifted", 1))
            council.do(("laid", 1, card("YES8" if how is votes[0] else "NO8")))
        council.table.run(2_000_000)
        assert council.table.asked == "vote-ok"
    same(*pair)
    for chamber in pair:
        chamber.table.press("ok", chamber.council.pad(0))
    assert pair[0].signs != pair[1].signs, "the reveal tells"


def test_a_wild_that_was_dealt_is_nowhere(tmp_path):
    """The wild of a seat is not known outside the table, from the set-up on."""
    pair = []
    for number in range(2):
        given = {"start_player": "1", **TRAITS}
        council = Council(folder(tmp_path, number), 4, given, grain=1000).until("show-wild")
        pair.append(Chamber(council))
        wilds = ["DY1", "DN1", "SC1", "DY2"] if number else ["SC2", "DY3", "DN2", "DN3"]
        for seat, wild in enumerate(wilds):
            council.do(("laid", seat, card(wild)))
        for seat in range(4):
            council.do(("lifted", seat))
        assert council.table.asked == "deal-laws"
    same(*pair)
