"""The scenarios of Democrazy."""

from scenario_files import fill

fill(__name__, "democrazy")
