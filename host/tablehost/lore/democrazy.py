"""Democrazy on the host: how it is told, how its people play, who thinks, what is counted, laws, cards."""

from cardtable.rulebook.democrazy_options import AT_TABLE
from tablehost.lore.democrazy_by_hand import Room as Room
from tablehost.lore.democrazy_counted import counted as counted
from tablehost.lore.democrazy_faces import PRESET as PRESET
from tablehost.lore.democrazy_faces import faces as faces
from tablehost.lore.democrazy_hands import LIKE_A_CARD as LIKE_A_CARD
from tablehost.lore.democrazy_hands import read_aloud as read_aloud
from tablehost.lore.democrazy_own import own_laws as own_laws
from tablehost.lore.democrazy_player import Sensible as Sensible
from tablehost.lore.democrazy_words import Words as Words

AT_REAL_TABLE = {  # democrazy.md 4.1, 9
    "chip_record": AT_TABLE["chip_record"],
}
