"""Revisions of a game's rules: how a match that was recorded under an older one is read.

`games.REVISIONS` has the current number of each game, 1 where it is not listed. CHANGES of the
game lists what changed with each, oldest first:

    (revision, "field", kind, name)     facts of this kind got a field at their end
    (revision, "fact", kind)            facts of this kind are new
    (revision, "option", name, value)   an option was appended to OPTIONS; older matches have `value`
    (revision, "state", name, value)    a field was appended to STATE; whenever a stage of an older match
                                        begins it has `value`
    (revision, "ruling", paragraph, marks)   a ruling changed. `marks`: the prompts and kinds of facts at
                                        which an older match may differ from the rules of today; () for any

Fields, options and state are only ever appended, so an older match has the first ones of today. Its digests
cover the facts as they were then; the match itself is judged by the rules of today.
"""

from . import games


class Older:
    """How a match of an older revision of `game` differs in its records.

    facts     kind -> how many fields it had; 0 for a kind that was not told
    options   how many there were; values: of those that came later, in their order
    state     how many fields of STATE there were; states: values of those that came later
    rulings   (paragraph, marks) of those that changed since
    """

    def __init__(self, game, revision):
        self.facts = {}
        self.values = []
        self.states = []
        self.rulings = []
        for row in changes(game):
            if row[0] <= revision:
                continue
            what = row[1]
            if what == "field":
                kind = row[2]
                if self.facts.get(kind) != 0:
                    self.facts[kind] = self.facts.get(kind, len(game.FACTS[kind])) - 1
            elif what == "fact":
                self.facts[row[2]] = 0
            elif what == "option":
                self.values.append(row[3])
            elif what == "state":
                self.states.append(row[3])
            else:
                self.rulings.append((row[2], row[3]))
        self.options = len(game.OPTIONS) - len(self.values)
        self.state = len(game.STATE) - len(self.states)

    def known(self, fact):
        """The fields of `fact` that were told then; None if it was not told at all."""
        count = self.facts.get(fact[0])
        if count is None:
            return fact
        return fact[: count + 1] if count else None


def changes(game):
    """The rows of CHANGES of this game, () if its rules never changed."""
    if games.revision(game) == 1:
        return ()
    return game.CHANGES
