"""Whatever is typed for the hands of virtual people, no card is lost or doubled, and the people go on."""

import pytest

from amounts import amount
from cardtable.engine import cards
from cardtable.engine.asks import base
from cardtable.games import registry as games
from tablehost.cli import play as play_verb
from tablehost.people import hands, vocabulary
from tablehost.plugins import narration
from tablehost.suits import show_card
from typed_hands import Typists, play

MATCHES = amount(12, soak=2000)
STEPS = 1200
WILDS = {"wilds_dy": 2, "wilds_dn": 2, "wilds_sc": 0}


@pytest.mark.parametrize("hasty", [0.0, 0.3])
@pytest.mark.parametrize("name", games.NAMES)
def test_whatever_is_typed_no_card_is_lost_or_doubled(name, hasty):
    refused = 0
    for seed in range(MATCHES):
        try:
            lines = play(name, seed, STEPS, hasty).lines
        except Exception as problem:
            raise AssertionError(f"{name}, seed {seed}, hasty {hasty}") from problem
        refused += sum(line.endswith(")") for line in lines)
    assert refused > 10 * MATCHES, "foolish lines are among them"


def names(typists, found):
    return [cards.text(card, typists.room.letters) for card in found]


def drop(typists, seat, card):
    """A second card falls on the card of a pad, as from a hand that fumbles."""
    room = typists.room
    home = room.take_by_hand(room.people[seat], card) or hands.SPARE
    room.on_top.setdefault(seat, []).append((card, home))
    typists._send([("laid", seat, card)])
    typists._settle()


def test_a_card_turned_up_before_the_deal_is_dealt_with_the_others():
    typists = Typists("demos", 7, seats=3, held=[0], options={})
    assert not typists.do("turn", 0)
    typists.until("discard-openly")
    assert [len(person.hand) for person in typists.room.people] == [5, 5, 5]


def test_cards_that_lie_on_each_other_are_gathered_before_the_deal():
    typists = Typists("demos", 7, seats=3, held=[0], options={"deal_check": "off"})
    typists.until("discard-openly")
    assert not typists.do("lay foreign", 0)
    for card in map(cards.parse, ("2S", "3H")):
        drop(typists, 0, card)
    assert len(typists.pads[0]) == 3
    typists.do("hand", 0)
    typists._send(typists.room.act(*typists.prompt()))
    typists.do("hand", 0)
    assert typists.pads[0] == []
    assert [len(person.hand) for person in typists.room.people] == [5, 5, 5]


def test_a_figure_on_the_own_pad_is_not_dealt_with_the_numbers():
    typists = Typists("demos", 3, seats=3, held=[0], options={"deal_check": "off"})
    typists.until("draw-figure")
    typists.until("discard-openly")
    owner = next(person for person in typists.room.people if person.pile)
    (figure,) = names(typists, owner.pile)
    assert not typists.do(f"lay {figure}!", 0)
    typists.room.perceive(*typists.prompt())
    assert names(typists, owner.pile) == [figure]
    assert [len(person.hand) for person in typists.room.people] == [5, 5, 5]


@pytest.mark.parametrize(("name", "what"), [("demos", "discard-openly"), ("democracy", "turn-up")])
def test_what_others_have_shown_to_their_pads_is_not_exchanged(name, what):
    typists = Typists(name, 1, seats=3, held=[0], options={"deal_check": "off"})
    typists.until(what)
    typists.room.perceive(*typists.prompt())
    other = typists.room.people[1]
    card = other.hand[0]
    typists.room.notice_shown(other, card)
    typists.do(f"show {names(typists, [card])[0]}!", 0)
    assert card in other.hand


def test_who_has_shown_a_card_that_lay_elsewhere_as_well_shows_it_again():
    people = Typists("democracy", 1, seats=3, held=[0], options={}).room
    player = people.people[1]
    player.hand, player.shown, player.refused = [3, 8], [3, 8], []
    for card in (3, 8, 3):
        assert people._show(player) == ("laid", 1, card)
        people.lying[1] = None
        player.refused.append(card)
        player.hand = [3, 8]


def test_a_foreign_card_that_is_shown_belongs_to_no_combination():
    typists = Typists("demos", 2, seats=3, held=[0, 1, 2], options={"deal_check": "off"})
    typists.until("show-combination")
    seat = next(seat for seat in range(3) if typists.prompt()[2][seat] == base.SHOW)
    typists.do("lift", seat)  # the last discard
    assert not typists.do("show foreign", seat)
    assert typists.room.people[seat].shown == []


def test_the_winner_takes_a_pad_on_which_a_second_card_lies():
    typists = Typists("democracy", 3, seats=3, held=[0, 1, 2], options={"target": 1})
    for _ in range(60):
        typists.until("clear")
        winner = next((seat for seat in range(3) if typists.prompt()[2][seat] == base.TAKE_ALL), None)
        if winner is not None:
            break
        typists.do("lift", typists.lots.randrange(3))
        typists.do("clear", 0)
    other = (winner + 1) % 3
    hand = list(typists.room.people[other].hand)
    drop(typists, other, hand[0])
    assert len(typists.pads[other]) == 2
    assert not typists.do("take", winner)
    assert typists.pads[other] == [] and sorted(typists.room.people[other].hand) == hand


def test_wilds_that_are_dealt_go_back_to_the_others_until_all_have_one():
    typists = Typists("democrazy", 1, seats=4, held=[0, 1, 2, 3], options=WILDS)
    typists.until("show-wild")
    first, *others = list(typists.room.reserve)
    typists.do(f"lay {names(typists, [first])[0]}", 0)
    for wild in others:
        drop(typists, 0, wild)
    assert typists.do("draw", 1) == "nobody-draws"
    for _ in (first, *others):
        typists.do("lift", 0)
    assert len(typists.room.reserve) == 4
    for seat in range(4):
        assert not typists.do("draw", seat)
    typists.until("deal-laws")
    assert [len(typists.room.people[seat].hand) for seat in range(4)] == [3, 3, 3, 3]


def test_the_end_card_turned_up_too_early_goes_below_again():
    typists = Typists("democrazy", 1, seats=4, held=[0, 1, 2, 3], options={**WILDS, "stack_top": 0})
    typists.until("propose")
    pool = typists.room.pool
    pool.insert(0, pool.pop(pool.index(cards.parse("END", typists.room.letters))))
    there = list(pool)
    typists.do("turn", typists.room.open.active)
    typists.do("clear", typists.room.open.active)
    assert pool == there


@pytest.mark.parametrize(("name", "what"), [("demos", "discard-openly"), ("democracy", "lay-face-down")])
def test_insisting_lays_a_card_that_is_not_held(name, what):
    typists = Typists(name, 1, seats=3, held=[0], options={"deal_check": "off"})
    typists.until(what)
    typists.do("lift", 0)
    typists.room.perceive(*typists.prompt())
    (card,) = names(typists, typists.room.people[1].hand[:1])
    for act in ("lay", "swap", "show"):
        assert typists.do(f"{act} {card}", 0) == "not-held"
        assert typists.pads[0] == []
    assert not typists.do(f"lay {card}!", 0)
    assert names(typists, typists.pads[0]) == [card]


def test_a_refusal_names_the_card_as_screens_show_it():
    typists = Typists("democracy", 1, seats=3, held=[0], options={"deal_check": "off"})
    typists.until("lay-face-down")
    card = typists.room.people[1].hand[0]
    with pytest.raises(hands.CannotDo) as why:
        typists.hands.check_held(0, "lay", cards.text(card))
    shown = show_card(why.value.card)
    assert shown[-1] in "♠♥♦♣"
    assert typists.tongue.cannot[str(why.value)].format(card=shown) == f"you do not hold {shown}"


def test_faults_that_no_player_of_a_game_makes_are_named():
    asked = ("two", "noise", "misread", "stuck")
    assert play_verb.list_unmade("democrazy", asked) == ["two", "misread"]
    assert play_verb.list_unmade("democracy", asked) == play_verb.list_unmade("demos", asked) == []


def test_a_law_is_read_aloud_as_a_sentence():
    law = {"law": "B03 Rain", "text": "lose who=all n=1", "red": False, "white": True, "symbol": None}
    told = vocabulary.load("en", "democrazy").own.told(law)
    assert told == "B03 Rain: Everybody returns 1 chip (blue, a tie adopts it)"


@pytest.mark.parametrize("name", games.NAMES)
def test_the_scores_of_a_match_are_those_of_the_last_line_that_has_any(name):
    typists = Typists(name, 2, seats=4, held=[0], options={})
    match = {
        "kind": "match", "game": name, "players": ["Ada", "Ben", "Cleo", "Dan"], "virtual": True,
        "options": typists.match.options,
    }  # fmt: skip
    words = narration.heard([match, {"kind": "anything", "totals": [0, 17, 14, 3]}])
    expected = [0, 0, 0, 0] if name == "democrazy" else [0, 17, 14, 3]
    assert [words.score(seat) for seat in range(4)] == expected, "Democrazy counts chips until the end"
    assert ("Ben 17" in words.scores()) == (name != "democrazy")


def test_several_cards_are_shown_in_one_line():
    typists = Typists("demos", 2, seats=3, held=[0, 1, 2], options={"deal_check": "off"})
    typists.until("show-combination")
    seat = next(seat for seat in range(3) if typists.prompt()[2][seat] == base.SHOW)
    typists.do("lift", seat)  # the last discard
    person = typists.room.people[seat]
    hand = list(person.hand)
    assert not typists.do("show " + " ".join(names(typists, hand[:3])), seat)
    assert person.shown == hand[:3] and person.hand == hand
    assert typists.do("show " + " ".join([*names(typists, hand[3:]), "m1"]), seat) == "not-held"


def test_scores_do_not_tell_the_card_points_of_the_running_island():
    """A48: they would be a memory aid that the card game does not have."""
    match = {"kind": "match", "game": "democracy", "players": ["Ada", "Ben"], "virtual": True, "options": {}}
    trick = {
        "kind": "trick", "day": 1, "n": 1, "pool": "KS", "plays": ["5S", "6H"], "declared": None,
        "award": None, "winner": 0, "captured": [["5S", "6H", "KS"], []], "lost": [], "why": "trump",
    }  # fmt: skip
    island = {"kind": "island", "n": 1, "dealer": 1}
    assert narration.heard([match, island]).scores() == "Ada 0 tribes; Ben 0 tribes"
    assert narration.heard([match, island, trick]).scores() == "Ada 0 tribes; Ben 0 tribes"


def test_a_player_sees_nothing_of_other_hands():
    """The view of a held seat is the same when two others have exchanged a card unseen."""
    for name, asked in (
        ("democracy", "lay-face-down"),
        ("demos", "discard-secret"),
        ("democrazy", "propose"),
    ):
        typists = Typists(name, 3, seats=4, held=[0], options={})
        typists.until(asked)
        _, _, tasks, pads = typists.prompt()[:4]
        before = typists.hands.sees(tasks, pads, asked)
        one, other = (person.hand for person in typists.room.people[1:3])
        one[0], other[0] = other[0], one[0]
        assert typists.hands.sees(tasks, pads, asked) == before
