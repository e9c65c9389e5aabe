"""One match at the table: the referee, and what is kept of it.

What the referee puts out is carried out in its order, which keeps the promises: a secret goes to the
vault first, then the record to flash, and only then do lamps, tones and words tell anybody.
"""

from cardtable.rulebook.cards import HANDLE
from cardtable.rulebook.referee import Referee

from . import stages
from .entropy import chance, row_of


class Play:
    """A match with its journal. `signs` is told what people should perceive: `cue(code, args)`,
    `fact(fact)`, `refused(code, place)` and `noted(head)`, the head of the chain when a stage is over;
    `now_us()` gives the time for records, `collect()` tidies the heap. `terms`: see `terms`; None in a match
    that was begun without.
    """

    def __init__(self, journal, signs, now_us, collect=None):
        self._journal = journal
        self._signs = signs
        self._now_us = now_us
        self._collect = collect
        self._seed = ("seed", "")  # its row in the vault
        self.terms = None
        self.names = ()  # of the players, by seat, "" for one without; empty where no player has one
        self.proved = []  # handles that no record proves again, see `rulebook.crossing`
        self._gone_back = []  # what the vault keeps of that
        self.referee = None

    def begin(self, fresh, seed, terms):
        """A new match; `seed`: 16 random bytes; `terms`: see `terms.begin`. Its `names` were set before."""
        self.referee = Referee(fresh, draw=chance(seed))
        self._seed = row_of(seed)
        self.terms = terms
        self.proved, self._gone_back = [], []
        stages.begin(self)
        self._carry_out(self.referee.start())

    def teaches(self):
        """True if the computer is told what lies face down."""
        return self.terms is not None and self.terms.mode == "open"

    def opened(self):
        """The handles that are open in this stage as it stands."""
        return [] if self.referee.table is None else self.referee.table.opened()

    def go_on(self, found):
        """After `restoring.restore`: `found` is what lies on the pads, (place, card) each."""
        self._carry_out(self.referee.resume(found))

    def feed(self, event):
        """Bring one input to the referee."""
        self._carry_out(self.referee.feed(event))

    def correct(self, fix):
        """See `Referee.correct`. Raises Conflict."""
        known = self.opened() + self.proved
        self._carry_out(self.referee.correct(fix), known)

    def note(self, *values):
        """Put on record what is no act of the game."""
        self._journal.append(self._now_us(), ["note"] + list(values))

    def _carry_out(self, outputs, known=()):
        """`known`: the handles that were open before a correction, which opens none of them again."""
        sealed = []
        for i in range(len(outputs)):
            out = outputs[i]
            kind = out[0]
            if kind == "seal":
                self._journal.keep_secret(str(out[1] - HANDLE), out[2])
                sealed.append((out[1], out[2]))
            elif kind == "record":
                opened = _opened_by(outputs, i, known if out[1][0] == "fix" else self.proved)
                self._keep(out[1], sealed, opened)
                sealed = []
                if out[1][0] == "end":
                    stages.end(self, [out[1]], _passed(outputs, i))
            elif kind == "fact":
                self._signs.fact(out[2])
            elif kind == "cue":
                self._signs.cue(out[1], out[2:])
            elif kind == "refused":
                self._signs.refused(out[1], out[2])

    def _keep(self, record, sealed, opened):
        """`sealed`: what this record seals, (handle, value) each; `opened`: the handles it opens."""
        if self.terms is not None and (sealed or opened):
            record = record + self.terms.fields(sealed, opened)
        self._journal.append(self._now_us(), record)
        # A write to flash takes three times as long as this, and nobody waits for what follows it.
        if self._collect is not None:
            self._collect()


def _opened_by(outputs, i, known):
    """The handles that the record in `outputs[i]` opens."""
    opened = []
    for j in range(i + 1, len(outputs)):
        if outputs[j][0] == "record":
            break
        if outputs[j][0] == "open" and outputs[j][1] not in known and outputs[j][1] not in opened:
            opened.append(outputs[j][1])
    return opened


def _passed(outputs, i):
    """True if another stage ends after that of which `outputs[i]` is the end."""
    for j in range(i + 1, len(outputs)):
        if outputs[j][0] == "record" and outputs[j][1][0] == "end":
            return True
    return False
