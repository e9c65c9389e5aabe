"""The gate counts what mypy leaves open in each package of the host."""

import importlib.util

from mp32 import ROOT

SPEC = importlib.util.spec_from_file_location("gate", ROOT / "tests" / "gate.py")
gate = importlib.util.module_from_spec(SPEC)
SPEC.loader.exec_module(gate)

REPORT = """\
                     Name   Anys    Exprs   Coverage
---------------------------------------------------
         tablehost.locks      0       64    100.00%
    tablehost.fresh.one       1       50     98.00%
    tablehost.fresh.two       {0}       50     98.00%
---------------------------------------------------
                    Total      3      164     98.17%
"""


def test_a_package_with_too_many_anys_is_named_with_its_figure():
    assert gate.too_many_anys(REPORT.format(0)) == []
    assert gate.too_many_anys(REPORT.format(1)) == [
        "fresh: 2.00 % of its expressions are of type Any; less than 2 % may be"
    ]
