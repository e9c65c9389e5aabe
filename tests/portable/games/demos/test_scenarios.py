"""The scenarios of DēmoS."""

from scenario_files import fill

fill(__name__, "demos")
