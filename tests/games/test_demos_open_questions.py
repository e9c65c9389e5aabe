"""Every question that the rules of DemoS leave open is answered where it belongs, under its number."""

import re

from mp32 import ROOT

# How many questions there are of each kind: seats and rounds, discards, vetoes, combinations, ties and
# drawing, Squares, Media, the final.
QUESTIONS = {"S": 13, "D": 14, "V": 10, "C": 9, "T": 14, "Q": 9, "M": 13, "F": 19}


def numbers_in(paths):
    """Return the numbers in square brackets, lists and ranges as well: [T1], [V1, V5], [F6-F15]."""
    found = set()
    for path in paths:
        for inside in re.findall(r"\[([A-Z]\d+(?:(?:, |-)[A-Z]\d+)*)\]", " ".join(path.read_text().split())):
            for part in inside.split(", "):
                first, _, last = part.partition("-")
                for number in range(int(first[1:]), int((last or first)[1:]) + 1):
                    found.add(f"{first[0]}{number}")
    return found


def test_every_question_is_answered_in_the_rules_or_in_a_scenario():
    rules = sorted((ROOT / "firmware/lib/cardtable/games/demos").glob("*.py"))
    scenarios = sorted((ROOT / "tests/scenarios/demos").glob("*.txt"))
    answered = numbers_in(rules + scenarios)
    asked = {f"{kind}{n}" for kind, most in QUESTIONS.items() for n in range(1, most + 1)}
    assert sorted(asked - answered) == []
    assert sorted(answered - asked) == []
