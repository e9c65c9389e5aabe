"""Democrazy on the host: narration, player behaviour, players, statistics, laws, cards."""

from cardtable.games.democrazy.options import AT_TABLE
from tablehost.games.democrazy.by_hand import Room as Room
from tablehost.games.democrazy.card_faces import PRESET as PRESET
from tablehost.games.democrazy.card_faces import faces as faces
from tablehost.games.democrazy.decks import DECKS as DECKS
from tablehost.games.democrazy.displayed_laws import SignReader as SignReader
from tablehost.games.democrazy.drawn_round import drawn_round as drawn_round
from tablehost.games.democrazy.forecast import standings as standings
from tablehost.games.democrazy.law_file import own_laws as own_laws
from tablehost.games.democrazy.law_sentences import read_aloud as read_aloud
from tablehost.games.democrazy.narration import Words as Words
from tablehost.games.democrazy.player import sensible as sensible
from tablehost.games.democrazy.screen_cards import screen_faces as screen_faces
from tablehost.games.democrazy.statistics import counted as counted

COVER = ("YES1", "NO1")
AHEAD = 4  # turns
LIKE_A_CARD = r"[rbx][0-9#]+|(yes|no|dy|dn|sc)[0-9]+|[0-9ajqk]+\w?"
LEVELS = {"first-time": 2, "usual": 3, "short": 3}
AT_REAL_TABLE = {  # democrazy.md 4.1, 9
    "chip_record": AT_TABLE["chip_record"],
}
_WITH_BAG_END = ("bag_end", ("on",))
NEEDS = {
    "blank_circle": ("blank_laws", (1, 2, 3, 4, 5)),
    "bag_end_min_turns": _WITH_BAG_END,
    "bag_end_when": _WITH_BAG_END,
}
