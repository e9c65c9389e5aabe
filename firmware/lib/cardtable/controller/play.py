"""One match at the table: the referee, and what is kept of it.

What the referee puts out is carried out in its order, which keeps the promises: a secret goes to the
vault first, then the record to flash, and only then do lamps, tones and words tell anybody.
"""

from hashlib import sha256

from cardtable.rulebook import games, match
from cardtable.rulebook.cards import HANDLE
from cardtable.rulebook.referee import Referee
from cardtable.wire.records import ruled


def chance(seed):
    """The table's committed chance: the draw of a stage and an index is the same after undo and redo."""

    def draw(stage, index, n):
        digest = sha256(seed + f"{stage}/{index}".encode()).digest()
        return int.from_bytes(digest[:4], "big") % n

    return draw


class Play:
    """A match with its journal. `signs` is told what people should perceive: `cue(code, args)`,
    `fact(fact)` and `refused(code, place)`; `now_us()` gives the time for records.
    """

    def __init__(self, journal, signs, now_us):
        self._journal = journal
        self._signs = signs
        self._now_us = now_us
        self._head = None
        self._seed = ("seed", "")  # its row in the vault
        self.referee = None

    def begin(self, fresh, seed):
        """A new match; `seed`: 16 random bytes."""
        self.referee = Referee(fresh, draw=chance(seed))
        self._seed = ("seed", _hex(seed))
        self._journal.keep_secret("seed", self._seed[1])
        self._carry_out(self.referee.start())

    def restore(self):
        """Take over the match that a restart interrupted. Returns False if there is none.

        Raises Difference or ValueError if what is kept does not follow from the rules.
        """
        kept = self._journal.last_stage()
        if kept is None:
            return False
        head = kept[0]
        records = [record for record in [ruled(one) for one in kept[1]] if record is not None]
        game = games.load(head[0])
        seed = b""
        secrets = {}
        for name, value in self._journal.secrets():
            if name == "seed":
                self._seed = (name, value)
                seed = bytes.fromhex(value)
            else:
                secrets[HANDLE + int(name)] = value
        self.referee = Referee(match.load(game, head), draw=chance(seed))
        self._head = head
        self.referee.reopen(secrets)
        for record in records:
            if record[0] != "start":
                self.referee.follow(record)
        if self.referee.over:
            self.referee = None
            return False
        if records and records[-1][0] == "end":
            self._open_stage(records[-1][3])
        return True

    def go_on(self, found):
        """After `restore`: `found` is what lies on the pads, (place, card) each."""
        self._carry_out(self.referee.resume(found))

    def feed(self, event):
        """Bring one input to the referee."""
        self._carry_out(self.referee.feed(event))

    def _carry_out(self, outputs):
        for out in outputs:
            kind = out[0]
            if kind == "seal":
                self._journal.keep_secret(str(out[1] - HANDLE), out[2])
            elif kind == "record":
                self._keep(out[1])
            elif kind == "fact":
                self._signs.fact(out[2])
            elif kind == "cue":
                self._signs.cue(out[1], out[2:])
            elif kind == "refused":
                self._signs.refused(out[1], out[2])

    def _keep(self, record):
        if record[0] == "start":
            self._head = record[3]
            self._journal.open_stage(self._head, fresh=True)
            self._journal.rewrite_vault([self._seed])  # the last match is gone
        self._journal.append(self._now_us(), record)
        if record[0] == "end":
            self._open_stage(record[3])

    def _open_stage(self, state):
        """The next stage begins where the last one ended; secrets that are open now leave the vault."""
        self._head = self._head[:3] + [state]
        vault = self.referee.vault
        rows = [self._seed]
        for handle in sorted(vault):
            rows.append((str(handle - HANDLE), vault[handle]))
        self._journal.open_stage(self._head)
        self._journal.rewrite_vault(rows)


def _hex(data):
    return "".join(["%02x" % byte for byte in data])
