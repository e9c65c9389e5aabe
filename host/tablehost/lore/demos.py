"""DemoS on the host: how it is told, how its people play, who thinks, what is counted, its cards."""

from tablehost.lore.demos_counted import counted as counted
from tablehost.lore.demos_faces import faces as faces
from tablehost.lore.demos_people import Room as Room
from tablehost.lore.demos_player import Sensible as Sensible
from tablehost.lore.demos_words import Words as Words

TO_WATCH = {
    "no_trio": "points",
}
