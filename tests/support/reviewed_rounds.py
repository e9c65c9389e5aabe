"""The pages of a table's review of the last rounds, see `controller/dialogs/review.py`."""

from cardtable.controller.dialogs import review

TELLS_NONE = ("nothing", "impossible", "totals")


def facts(loop):
    """By rounds, what can be looked back at."""
    found = review.rounds(loop)
    recall = review.Review(loop, found)
    rounds, stood = [], []
    for number in range(len(found)):
        recall._round = number
        recall._open()
        steps = recall._steps  # of a long fact one after another
        stood.append(steps[-1][0][0] == "totals")
        told = [step[0] for i, step in enumerate(steps) if not i or step[0] is not steps[i - 1][0]]
        rounds.append([list(fact) for fact in told if fact[0] not in TELLS_NONE])
    assert sum(stood) >= len(found) - 2, "rounds that are over end with how it stood, but for a last one"
    return rounds
