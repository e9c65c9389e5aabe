"""Base class of dialogues, which take the place of the match, and the end of a pause.

Dialogues are set-up, pauses, repairs and service. After a pause the match goes on with the cards then on the
pads.
"""

from cardtable.engine.asks.base import EMPTY, MOST_SEATS, NOTHING, PLACES, Prompt


def make_prompt(what, args=(), tasks=None, verdicts=None):
    """Return the Prompt of a dialogue in which no card is wrong. By default it has no tasks and verdicts."""
    return Prompt(what, args, tasks or [NOTHING] * MOST_SEATS, verdicts or [EMPTY] * PLACES, {})


class Dialogue:
    """One dialogue; the loop has one at a time. These attributes define its kind.

    pauses      a match under way rests for it; `end(who)` has the match go on
    asker       of one that pauses: the seat that asked for it, or "operator"; None if neither did
    sets_up     a match is set up in it
    serves      a host looks at the devices; `serve(args)` carries out its commands, `close()` ends it
    waits_for_room  it goes on by itself, with `room()`, when the journal has room again
    """

    pauses = False
    asker = None
    sets_up = False
    serves = False
    waits_for_room = False

    def look(self):
        """React to a card that was laid or lifted, or a reader that failed or answers again."""

    def key(self, place, key):
        """React to a key that was pressed at this place."""

    def prompt(self):
        """Return the prompt that is shown."""
        raise NotImplementedError


def take_up(loop):
    """Go on with the match and the cards now on the pads; keys pressed meanwhile count nothing."""
    loop.play.look_again(loop.pad_cards.lying())
    loop.signs.fresh()
    loop.go_on(())
