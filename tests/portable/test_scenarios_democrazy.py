"""The scenarios of Democrazy."""

from test_scenarios import fill

fill(__name__, "democrazy")
