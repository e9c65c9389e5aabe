"""Democrazy, the law deck as data; which of several laws counts [4.6]; the settings [4.1, 4.2, section 7]."""

from cardtable.engine.match import OptionError, resolve
from cardtable.games import registry
from cardtable.games.democrazy.cards import BLANK, COPY, END, is_law, is_wild
from cardtable.games.democrazy.law import COLOUR_SYMBOLS, earliest, gaps, read_law, read_row, rows_of
from cardtable.games.democrazy.proposal import find_overruled, key_of
from democrazy_players import Assembly, card, name, only

democrazy = registry.load("democrazy")

# Every word of section 5.
OPERATIONS = (
    "draw lose lose_all pass give swap level cap redraw exchange antitrust repeal wild_deal wild_pass "
    "hand_pass mill extra_turn value basis winner bonus weight threshold circles wild_rule after_vote "
    "after_proposal turn_start conduct direction protect_laws"
).split()


def options(seats=4, **given):
    return resolve(democrazy, seats, given)


def refused(seats, **given):
    try:
        options(seats, **given)
    except OptionError as error:
        return error.code, error.values
    return None


def laws(text, **given):
    return [read_law(card(word), options(**given)) for word in text.split()]


def deck(seats=4, **given):
    return democrazy.deck(seats, options(seats, **given))


def law_names(**given):
    return [name(one) for one in deck(**given) if is_law(one)]


# -- the deck ----------------------------------------------------------------------------------------


def test_the_deck_of_section_6():
    rows = rows_of(options())
    all_laws = [read_law(card(row.split(" ")[0]), options()) for row in rows]
    assert len(rows) == 74 and len([law for law in all_laws if law.red]) == 30
    assert len([law for law in all_laws if law.white]) == 37
    sources = [row.split(" ")[2] for row in rows]
    assert [sources.count(source) for source in ("pub", "fam", "drws", "house")] == [19, 12, 7, 36]
    texts = [law.text() for law in all_laws]
    assert len([text for text in texts if texts.count(text) == 1]) == 74
    used = []
    for law in all_laws:
        for operation in law.operations:
            used.extend([operation.name] + ([operation.inner.name] if operation.inner else []))
    assert (
        sorted(OPERATIONS) == sorted([word for word in OPERATIONS if word in used]) and len(OPERATIONS) == 31
    )
    assert [word for word in used if word not in OPERATIONS] == []


def test_a_law_as_its_row_has_it():
    law = laws("B04")[0]
    assert not law.red and not law.white and law.symbol == "RED" and law.tags == "colour"
    assert law.operations[0].args == {"color": "R", "pts": 5} and law.text() == "value color=R pts=5"
    law = laws("B28")[0]
    assert (
        law.white and law.symbol == "REWARD" and law.first("after_vote").inner.args == {"who": "with", "n": 1}
    )
    law = laws("B14")[0]
    assert law.operations[0].args["pts"] == -1
    law = laws("R28")[0]
    assert law.red and law.operations[0].args == {"what": 1, "dir": "left", "choose": "receiver"}
    assert laws("R12")[0].symbol is None and laws("R12")[0].tags == ""


def test_cards_of_the_match():
    cards = deck()
    assert (
        len(cards) == 74 + 20 + 10 + 1 and END in cards and len([one for one in cards if is_wild(one)]) == 10
    )
    assert (
        card("X01") not in cards
        and card("X05") in deck(blank_laws=5)
        and card("X06") not in deck(blank_laws=5)
    )
    assert card("DY5") not in cards and card("DY5") in deck(wilds_dy=5)
    assert len(cards) == len({one: 1 for one in cards})


def test_filters():
    assert len(law_names()) == 74
    off = {"trait_beard": "off", "trait_blue_eyes": "off", "trait_glasses": "off"}
    assert len(law_names(**off)) == 71 and len(law_names(max_spice=1)) == 69
    assert len(law_names(max_spice=1, **off)) == 66 and len(law_names(max_spice=2)) == 72
    some = law_names(trait_beard="off")  # [U19]
    assert "B25" not in some and "B26" in some and len(some) == 73


def test_u29_published_only():
    names = law_names(deck="published", start=6)
    assert len(names) == 62 and "B25#2" in names and "R02" in names and "R07" not in names
    for seats in (4, 5, 6, 7, 9):
        assert refused(seats, deck="published") is None
    for seats in (8, 10):
        assert refused(seats, deck="published")[1][3:] == (65, 62)
    # Both copies can lie on the table, and both count.
    club = Assembly(5, "RGBY RGBY RGBY RGBY RGBY", "B25 B25#2", given={"deck": "published"}, traits=[1, 0, 0])
    club.turn("END")
    club.turn("ooooo")
    assert club.of("score")[0][6] == [["B25", 5], ["B25#2", 5]]


# -- what cannot be played ---------------------------------------------------------------------------


def test_setup_by_number_of_seats():
    assert [options(seats)["start"] for seats in range(4, 11)] == [6, 6, 6, 5, 5, 4, 4]
    for seats in range(4, 11):
        assert refused(seats) is None and refused(seats, max_spice=1) is None
    needed = [seats * options(seats)["start"] + 25 for seats in range(4, 11)]
    assert needed == [49, 55, 61, 60, 65, 61, 65]
    assert refused(3) == ("players", ("democrazy", 4, 10, 3)) and refused(11)[0] == "players"


def test_4_2_a_deck_too_small_is_refused():
    assert refused(10, start=6) == ("few-laws", (10, 6, 25, 85, 74))
    assert refused(10, start=6, stack_top=5, stack_bottom=5) is None
    assert refused(10, start=4, blank_laws=5) is None


def test_u31_too_few_wilds_or_chips():
    assert refused(8, wilds_dy=1) == ("few-wilds", (8, 7))
    few = {"chips_red": 5, "chips_green": 5, "chips_blue": 5, "chips_yellow": 5}
    assert refused(4, **few)[1][2:] == (24, 20)
    assert refused(4, start_player="5") == ("no-seat", ("5", 4))


def test_more_wilds_than_a_record_can_hold():
    """A record names who holds which; see `test_the_longest_record_fits_a_line`."""
    assert refused(8, wilds_sc=6) == ("many-wilds", (8, 14, 10))
    assert refused(7, wilds_dy=10, wilds_dn=10) == ("many-wilds", (7, 22, 20))
    assert refused(7, wilds_dy=10, wilds_dn=8) is None


def test_u28_private_laws_need_enough_copies():
    assert refused(10, private_law="on") is None
    off = {"trait_beard": "off", "trait_blue_eyes": "off", "trait_glasses": "off"}
    assert refused(7, private_law="on", **off) is None
    assert refused(8, private_law="on", **off) == ("private-few", (8, 7))
    assert refused(5, private_law="on", deck="published") == ("private-copies", ())


def test_an_act_without_effect_is_refused():
    assert refused(4, bag_end="off", bag_end_min_turns=3) == ("no-effect", ("bag_end_min_turns",))
    assert refused(4, bag_end="off", bag_end_when="after_effect") == ("no-effect", ("bag_end_when",))


def test_warnings():
    assert democrazy.warnings(5, options(5)) == []
    assert democrazy.warnings(10, options(10)) == [("few-in-bag", {"seats": 10, "left": 20})]
    assert democrazy.warnings(10, options(10, bag_end_min_turns=5)) == []
    assert democrazy.warnings(4, options(4, stack_top=2, stack_bottom=2)) == [("short", {})]


# -- precedence --------------------------------------------------------------------------------------


def test_4_6_the_earliest_law_counts_for_every_key():
    """Every pair of laws that write the same key, both ways round; only that of the first is read."""
    all_laws = laws(" ".join([row.split(" ")[0] for row in rows_of(options())]))
    pairs = 0
    for one in all_laws:
        for other in all_laws:
            keys = [key_of(operation) for operation in one.operations]
            theirs = [key_of(operation) for operation in other.operations]
            shared = [key for key in keys if key is not None and key in theirs]
            if one is other or not shared:
                continue
            pairs += 1
            found = find_overruled([one, other])
            assert [(law.name, key, first.name) for law, key, first in found] == [
                (other.name, shared[0], one.name)
            ]
            word, _, colour = shared[0].partition(":")
            assert earliest([one, other], word, colour or None) is one.operations[0]
    assert (
        pairs == 38
    )  # both ways: 6 pairs of values for red and for yellow, 3 for green and for blue; the basis


def test_4_6_bonuses_and_triggers_add_up():
    both = laws("B15 B16 B28 B30 B31 B32 B38 B41")
    assert find_overruled(both) == []


def test_4_6_the_table_says_what_is_overruled():
    club = Assembly(4, laws="B01 B20 B19")
    told = club.of("laws")[0]
    assert [name(law) for law in told[1]] == ["B01", "B20", "B19"] and told[5] == [["B19", "basis", "B20"]]
    assert told[4] == ["value color=R pts=0", "basis mode=product2", "basis mode=best_color"]


def test_u38_another_wild_rule_is_a_permission():
    """A law of one's own that permits wilds, older than the prohibition."""
    from cardtable.games.democrazy.vote import is_banned

    permits = read_row(card("B45"), "B45 white house wild_rule mode=allowed")
    banned = laws("B37")[0]
    assert not is_banned([permits, banned]) and is_banned([banned, permits]) and is_banned([banned])


# -- rows with gaps ----------------------------------------------------------------------------------


def test_u27_template_laws():
    rows = rows_of(options(deck="own"))
    assert len(rows) == 74 - 14 - 4 + 5 and refused(4, deck="own") is None
    law = read_law(card("B45"), options(deck="own"))
    assert gaps(law) == [("color", ("R", "G", "B", "Y")), ("pts", ("0", "2", "3"))]
    for colour in "RGBY":
        law = read_law(card("B45"), options(deck="own"), colour + "/3")
        assert law.symbol == COLOUR_SYMBOLS[colour] and gaps(law) == []
        assert law.operations[0].args == {"color": colour, "pts": 3}
    assert read_law(card("B48"), options(deck="own"), "G/-1").operations[0].args["pts"] == -1


def test_u27_the_proposer_fills_the_gaps():
    club = Assembly(4, "YY Y RR -", given={"deck": "own"}, laws="B46:0:G/2")
    facts = club.turn("B45", "Y", "0", "YYYY")
    assert only(facts, "proposal")[0][4] == "value color=Y pts=0"
    assert club.lying() == "B46 B45" and club.match.laws[7] == "Y/0"
    facts = club.turn("B47", "G", "3", "YYYY")
    assert only(facts, "proposal")[0][5:] == (card("B46"), "symbol") and club.lying() == "B45 B47"
    facts = club.turn("R31", "R", "YYYY")
    assert only(facts, "effect")[0][4] == [[2, "bag", "RR"]]


def test_u30_the_variants_are_settings():
    names = [row[0] for row in democrazy.OPTIONS]
    assert "deck" in names and "private_law" in names and "blank_laws" in names


def test_private_laws_are_copies():
    private = [name(one) for one in deck(private_law="on") if COPY <= one < BLANK]
    assert sorted(private) == [f"B{n}#2" for n in (15, 16, 17, 18, 21, 22, 23, 25, 26, 27)]
