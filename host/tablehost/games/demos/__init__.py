"""DemoS on the host: narration, player behaviour, players, statistics, its cards."""

from tablehost.games.demos.card_faces import faces as faces
from tablehost.games.demos.card_faces import screen_faces as screen_faces
from tablehost.games.demos.drawn_round import drawn_round as drawn_round
from tablehost.games.demos.lays import lays as lays
from tablehost.games.demos.narration import Words as Words
from tablehost.games.demos.people import Room as Room
from tablehost.games.demos.player import sensible as sensible
from tablehost.games.demos.player import standings as standings
from tablehost.games.demos.statistics import counted as counted

COVER = ("EC", "LH")
TO_WATCH = {
    "no_trio": "points",
}
