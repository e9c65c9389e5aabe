"""A match through the journal, cut off and restored: on its own, as all that plays has many names."""

from cardtable.controller.match import resume
from cardtable.controller.match.session import Play
from cardtable.controller.storage.journal import Journal
from cardtable.engine import cards, match
from cardtable.engine.asks.base import CENTRE, OK
from cardtable.games import registry
from cardtable.wire.records import ruled
from ram_flash import RamFlash

democracy = registry.load("democracy")


class Signs:
    def __init__(self):
        self.seen = []

    def follow(self, view, is_open, listeners=()):
        pass

    def fact(self, fact):
        self.seen.append(fact[0])

    def cue(self, code, args):
        self.seen.append(code)

    def refused(self, code, place):
        self.seen.append((code, place))


def opened(root):
    journal = Journal(root)
    journal.start()
    return Play(journal, Signs(), lambda: 0), journal


OPTIONS = {"deal_check": "off", "first_dealer": "2"}
SEED = b"0123456789abcdef"


def trick(pool, plays):
    """The inputs of a trick for two with seat 1 as dealer, up to empty pads."""
    events = [("laid", CENTRE, cards.parse(pool))]
    for seat in range(2):
        events.append(("laid", seat, cards.parse(plays[seat])))
    events.append(("key", 1, OK))
    return events + [("lifted", place) for place in (0, 1, CENTRE)]


INPUTS = [("key", 2, OK), ("key", 4, OK)] + trick("KS", ["5S", "AH"]) + trick("9D", ["6C", "7C"])


def played(root, cut):
    """The records of a match through INPUTS; with `cut` the power goes after every input."""
    play, journal = opened(root)
    play.begin(match.new(democracy, 2, OPTIONS), SEED, None)
    lying = {}
    for event in INPUTS:
        play.feed(event)
        if event[0] == "laid":
            lying[event[1]] = event[2]
        elif event[0] == "lifted":
            del lying[event[1]]
        if cut and play.referee.match.pads is not None:
            prompt = play.referee.prompt()
            play, journal = opened(root)
            assert resume.restore(play)
            play.go_on([(place, lying[place]) for place in sorted(lying)])
            assert [list(part) for part in play.referee.prompt()] == [list(part) for part in prompt]
    told = [ruled(journal.get(g)[4:]) for g in range(journal.hi() + 1)]
    return [record for record in told if record is not None]


def test_a_match_survives_a_restart_after_every_input():
    root = RamFlash(16)
    steady = played(root, False)
    root = RamFlash(16)
    assert played(root, True) == steady
    assert len(steady) > 10


def test_secrets_are_kept_before_the_record_that_needs_them():
    root = RamFlash(16)
    play, journal = opened(root)
    play.begin(match.new(democracy, 2, OPTIONS), SEED, None)
    for event in INPUTS[:5]:
        play.feed(event)
    assert list(journal.secrets()) == [("seed", "30313233343536373839616263646566")]
    order = []
    append, keep = journal.append, journal.keep_secrets
    journal.append = lambda us, record: order.append("record") or append(us, record)
    journal.keep_secrets = lambda rows: order.append(("secrets", len(rows))) or keep(rows)
    play.feed(INPUTS[5])
    assert order == [("secrets", 2), "record", "record"]
    assert [value for _, value in list(journal.secrets())[1:]] == [cards.parse("5S"), cards.parse("AH")]


def test_names_of_players_are_kept_with_the_secrets_of_the_match():
    """They come back after a power cut; the next match has none of them."""
    root = RamFlash(16)
    play, _ = opened(root)
    play.begin(match.new(democracy, 2, OPTIONS), SEED, None, ["Ana", ""])
    for event in INPUTS[:5]:
        play.feed(event)
    play, journal = opened(root)
    assert resume.restore(play) and list(play.names) == ["Ana", ""]
    play.begin(match.new(democracy, 2, OPTIONS), SEED, None)
    assert "names" not in [name for name, _ in journal.secrets()]
    play, _ = opened(root)
    assert resume.restore(play) and not play.names
