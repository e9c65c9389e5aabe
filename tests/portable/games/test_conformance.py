"""The contract of every game, see conformance.py; those that take long have a file in their own folder."""

from conformance import of_games_here

globals().update(of_games_here())
