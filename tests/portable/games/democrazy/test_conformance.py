"""The contract of every game, for Democrazy alone."""

from conformance import of_one_game

globals().update(of_one_game("democrazy"))
