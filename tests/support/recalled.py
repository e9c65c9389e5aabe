"""What a table tells of the last rounds, see `controller/recalling.py`."""

from cardtable.controller import recalling

TELLS_NONE = ("nothing", "impossible", "standings")


def facts(loop):
    """By rounds, what can be looked back at."""
    found = recalling.rounds(loop)
    recall = recalling.Recall(loop, found)
    rounds = []
    for number in range(len(found)):
        recall._round = number
        recall._open()
        steps = recall._steps  # of a long fact one after another
        told = [step[0] for i, step in enumerate(steps) if not i or step[0] is not steps[i - 1][0]]
        rounds.append([list(fact) for fact in told if fact[0] not in TELLS_NONE])
    return rounds
