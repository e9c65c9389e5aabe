"""Every test of test_conformance, with Democrazy alone."""

from test_conformance import of_one_game

globals().update(of_one_game("democrazy"))
