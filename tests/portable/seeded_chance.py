"""Chance that is the same on every interpreter, and options with which a match is short."""

# What keeps matches short.
SHORT = {
    "democracy": {"target": 1, "match_tie": "shared"},
    "demos": {"max_rounds": 2},
    "democrazy": {"stack_top": 2},
}


class Lots:
    """Numbers that look random and are the same everywhere."""

    def __init__(self, seed):
        self._state = seed * 7919 + 17
        for _ in range(4):
            self.below(2)

    def below(self, n):
        """A number from 0 to n - 1."""
        self._state = (self._state * 1103515245 + 12345) & 0x7FFFFFFF
        return (self._state >> 8) % n

    def one_of(self, items):
        return items[self.below(len(items))]
