"""Faults come, and are cleared."""

from cardtable.controller.faults import Faults


def test_faults():
    faults = Faults()
    assert faults.set("stuck", 1) and not faults.set("stuck", 1) and faults.set("deck", -1, "line 3")
    assert faults.now == [("stuck", 1, ""), ("deck", -1, "line 3")]
    assert not faults.clear(1, ("deck",)) and faults.clear(1) and faults.now == [("deck", -1, "line 3")]


def test_faults_at_several_pads_come_and_go_together():
    faults = Faults()
    assert faults.keep("stuck", (0, 2), 3) and not faults.keep("stuck", (0, 2), 3)
    assert faults.now == [("stuck", 0, ""), ("stuck", 2, "")]
    assert faults.keep("stuck", (1,), 3)
    assert faults.now == [("stuck", 1, "")]
