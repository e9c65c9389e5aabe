"""The own cards of a seat that listens, on the computer: who sees them, and that nothing keeps them."""

import pytest

from cardtable.engine.cards import parse
from cardtable.wire.frames import encode
from tablehost.link import events
from tablehost.match.chorus import Chorus
from tablehost.match.events import Answer, Hand
from tablehost.match.roles import WATCHER, Role
from tablehost.people import vocabulary
from tablehost.plugins.choice import choose
from tablehost.referee import open_log

DARK = "." * 6


def begin(game="democracy", players=3, listens=(1,)):
    """Return what roles see of a match with these seats that listen, and its presenter."""
    choice = choose(game, players, None, [])
    line = open_log.match_line(choice.game, choice.players, choice.options, False, listens=list(listens))
    chorus = Chorus(choice.players, [vocabulary.load(one, game) for one in ("en", "fr")])
    seen = {}
    for role in (WATCHER, Role((0,)), Role((1,)), Role((2,))):
        seen[role] = []
        for language in ("en", "fr"):
            chorus.voice(language).attach(_View(role, seen[role]))
    chorus.line(line, 1)
    chorus.see(DARK * players + DARK, [None] * (players + 1), players)
    return seen, chorus


class _View:
    def __init__(self, role, seen):
        self.role, self._seen = role, seen

    def show(self, event, snapshot):
        self._seen.append((event, snapshot))


def test_the_seat_alone_sees_its_card():
    worlds = []
    for card in ("5H", "KS"):
        seen, chorus = begin()
        chorus.see(DARK + "B=" + DARK[2:] + DARK * 2, [None, -1, None, None], 3)
        chorus.own([(1, parse(card))])
        chorus.own([(1, None)])
        own = [event.pad for event, _ in seen.pop(Role((1,))) if isinstance(event, Hand)]
        assert (card,) in own and own[-1] == ()
        worlds.append({role: list(map(repr, one)) for role, one in seen.items()})
    assert worlds[0] == worlds[1] and all(len(one) > 3 for one in worlds[0].values())


def test_a_seat_that_has_not_agreed_is_not_heard_of():
    seen, chorus = begin(listens=())
    chorus.own([(1, parse("5H")), (7, parse("6H"))])
    assert not any(isinstance(event, Hand) for one in seen.values() for event, _ in one)


def test_a_law_is_read_to_the_player_in_the_own_language():
    seen, chorus = begin("democrazy", 4)
    law = parse("B03", choose("democrazy", 4, None, []).game.PACK)
    chorus.own([(1, law)])
    chorus.own([(1, law)])
    read = [event.text for event, _ in seen[Role((1,))] if isinstance(event, Answer)]
    assert len(read) == 2 and read[0] != read[1] and all(text.startswith("B03") for text in read)
    assert not any(isinstance(event, Answer) for role in (WATCHER, Role((0,))) for event, _ in seen[role])


LINE = encode(["own", [[1, 21], [4, None]]]).decode().strip()


@pytest.mark.parametrize("kind", ["text", "damaged"])
def test_fragments_of_a_message_with_own_cards_are_withheld(kind):
    assert "21" not in LINE[-8:]
    for part in (LINE[begin:end] for end in range(len(LINE) + 1) for begin in range(end)):
        told = events.read((kind, part)).text
        assert "21" not in told, part


def test_other_console_text_stays():
    for text in (
        "Traceback (most recent call last):",
        "[1, 2]: a list",
        "21 cards",
        "hello",
        "MemoryError: 12 bytes",
    ):
        assert events.read(("text", text)).text == text
