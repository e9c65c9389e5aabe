"""The contract of every game, for DemoS alone."""

from conformance import of_one_game

globals().update(of_one_game("demos"))
