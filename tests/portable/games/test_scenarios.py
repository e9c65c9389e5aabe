"""The scenarios of every game that has no file for them in its own folder."""

from scenario_files import fill, games_here

fill(__name__, *games_here())
