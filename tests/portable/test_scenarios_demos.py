"""The scenarios of DēmoS."""

from test_scenarios import fill

fill(__name__, "demos")
