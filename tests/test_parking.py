"""An unfinished match is parked when another one begins, and goes on later where it stood."""

import json

import pytest

import parked
from tablehost.audit import Audit

SEEDS = 3


def audited(raws):
    """What is wrong with the match that has these records."""
    audit = Audit(code="code")
    for raw in raws:
        audit.take(raw)
    audit.close()
    return audit


@pytest.mark.parametrize("tear", ["half", "all"])
@pytest.mark.parametrize("what", ["begin", "take"])
def test_every_cut_leaves_both_matches_with_their_own_secrets(what, tear):
    cuts, stood = parked.every_cut(what, tear)
    print(f"{cuts} operations, each cut once; the match before stood after {stood}")
    assert cuts > 10 and 0 < stood < cuts


@pytest.mark.parametrize("seed", range(SEEDS))
def test_parked_matches_are_whole_when_they_are_over(seed):
    """Every answer follows from the ones before it, every sealed value is what was committed to, and the end
    is signed, as if each had been played in one go.
    """
    found, counts = parked.by_lot(seed, records=90, switches=15)
    assert min(counts.values()) > 0, counts
    for raws in found:
        audit = audited(raws)
        assert audit.findings == [] and audit.shadow.difference is None
        assert audit.shadow.over and audit.signed is not None
        assert audit.segments > 1 and audit.sealed > 0 and audit.judged > 50


def forged(raws, at, record):
    """The records, with another one at this place."""
    return [*raws[:at], json.dumps(record, separators=(",", ":")).encode(), *raws[at + 1 :]]


def test_a_segment_that_was_changed_dropped_or_exchanged_is_found():
    (one, two, _), _ = parked.by_lot(1, records=90, switches=15)
    starts = [at for at, raw in enumerate(one) if b'"taken-up"' in raw]
    answers = [at for at in range(starts[0]) if json.loads(one[at])[4] == "answer"]
    record = json.loads(one[answers[0]])
    record[3] += 25_000
    assert any(found.part == "chain" for found in audited(forged(one, answers[0], record)).findings)
    for at, end in zip(starts, [*starts[1:], len(one)], strict=True):
        if end < len(one):
            dropped = audited(one[:at] + one[end:]).findings
            assert any(found.part in ("chain", "order") for found in dropped), at
    others = [at for at, raw in enumerate(two) if b'"taken-up"' in raw]
    exchanged = audited(one[: starts[0]] + two[others[0] :]).findings
    assert any("goes on with the match that began" in found.text for found in exchanged)
