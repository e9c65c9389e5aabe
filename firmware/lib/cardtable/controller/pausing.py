"""The end of a pause: the match goes on with what lies on the pads by then."""

from cardtable.rulebook.ask import PLACES
from cardtable.rulebook.cards import UNKNOWN


def look_anew(loop):
    """Set the picture from what lies on the pads; a card named by hand stays if it cannot be read."""
    picture = loop.play.referee.picture
    lying = dict(loop.lying())
    for place in range(PLACES):
        card = lying.get(place)
        named = card == UNKNOWN and picture.accepted >> place & 1
        if card != picture.lying[place] and not named:
            picture.laid(place, card)


def take_up(loop):
    """The match goes on with what lies on the pads now; what was pressed meanwhile counts nothing."""
    look_anew(loop)
    loop.signs.fresh()
    loop.go_on(())
