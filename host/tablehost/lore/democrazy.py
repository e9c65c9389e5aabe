"""Democrazy on the host: how it is told, how its people play, who thinks, what is counted."""

from tablehost.lore.democrazy_people import Room as Room
