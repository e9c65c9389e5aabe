"""The work of a round of DemoS apart from playing it: keys pressed and cards laid, counted."""

from collections import Counter

import pytest

from card_lists import parse_list
from cardtable.languages import Language
from scenario import Scene

TABLES = (("complete", 3), ("2v2", 4), ("2v3", 5), ("2v2+1", 5))
PLAY = ("discard-openly", "discard-openly-ok", "discard-secret", "discard-must", "draw-or-take")


class Counted(Scene):
    """Counts the keys and the lays by what is asked; `play`: those of the discard turns."""

    def __init__(self, *args):
        self.presses = Counter()
        self.lays = Counter()
        super().__init__(*args)

    def feed(self, event):
        what = "play" if self.asked()[0] in PLAY else self.asked()[0]
        if event[0] == "key":
            self.presses[what] += 1
        elif event[0] == "laid":
            self.lays[what] += 1
        super().feed(event)


def test_a_whole_round_of_five():
    """All five discard three times and show a sequence; two tie for the figure. No discard is taken."""
    scene = Counted("demos", 5, {"first_dealer": "5"})
    scene.take_seats()
    scene.presses.clear()
    scene.all_ok()
    scene.discards(parse_list("1S 1H 1D 1C 2S"))
    scene.all_lift()
    scene.exchanges(parse_list("2H 2D 2C 3S 3H"))
    scene.keys(["yes"] * 5)
    scene.all_lift()
    scene.exchanges(parse_list("3D 3C 4S 4H 4D"))
    hands = ("5S 6S 7S", "5H 6H 7H", "5D 6D 7C", "8S 9D 10C", "8H 9S 10D")
    for seat in range(5):
        scene.shows(seat, parse_list(hands[seat]))
    scene.shows(0, parse_list("10S 9H"))
    scene.shows(1, parse_list("10H 8C"))
    scene.lay(0, parse_list("ES")[0])
    assert scene.asked()[0] == "gather" and not scene.refused
    # The play itself: 15 discards; the dealer's OK, and one for every card drawn from the second turn on.
    assert (scene.presses.pop("play"), scene.lays.pop("play")) == (11, 15)
    assert scene.presses == {"count-first": 5, "vote": 5, "show-combination": 5, "show-rest": 2}
    assert scene.lays == {"show-combination": 15, "show-rest": 4, "draw-figure": 1}
    assert (sum(scene.presses.values()), sum(scene.lays.values())) == (17, 20)


@pytest.mark.parametrize(("mode", "seats"), TABLES)
def test_a_talk_is_offered_to_teams_alone(mode, seats):
    teams = {} if mode == "complete" else {"teams": "lots"}
    scene = Counted("demos", seats, {"mode": mode, "first_dealer": "1"} | teams)
    scene.take_seats()
    while scene.asked()[0] not in ("vote", "team-vote"):
        if scene.asked()[0].startswith("discard-openly"):
            scene.discards(parse_list("1S 1H 1D 1C 2S")[:seats])
        elif scene.asked()[0] == "discard-secret":
            scene.declines()
        else:
            scene.all_ok()
    for lang, talk in (("en", "talk"), ("fr", "parle")):
        what = {"vote": "demos/vote"}.get(scene.asked()[0], scene.asked()[0])
        said = Language(lang).sentence("prompt", what)
        assert (talk in said) == (mode != "complete")
