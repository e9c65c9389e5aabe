"""One match at the table: the referee, and what is kept of it.

What the referee puts out is carried out in its order, which keeps the promises: a secret goes to the
vault first, then the record to flash, and only then do lamps, tones and words tell anybody.
"""

from hashlib import sha256

from cardtable.micro import borrow
from cardtable.rulebook import games, match
from cardtable.rulebook.cards import HANDLE
from cardtable.rulebook.referee import Referee
from cardtable.wire.records import ruled

# Needed when something is sealed or opened, and between stages.
CROSSING = "cardtable.controller.crossing"
PROOF = "cardtable.controller.proof"
MATHS = "cardtable.wire.proof"


def chance(seed):
    """The table's committed chance: the draw of a stage and an index is the same after undo and redo."""

    def draw(stage, index, n):
        digest = sha256(seed + f"{stage}/{index}".encode()).digest()
        return int.from_bytes(digest[:4], "big") % n

    return draw


class Play:
    """A match with its journal. `signs` is told what people should perceive: `cue(code, args)`,
    `fact(fact)`, `refused(code, place)` and `noted(head)`, the head of the chain when a stage is over;
    `now_us()` gives the time for records, `collect()` tidies the heap. `terms`: see `proof`; None in a match
    that was begun without.
    """

    def __init__(self, journal, signs, now_us, collect=None):
        self._journal = journal
        self._signs = signs
        self._now_us = now_us
        self._collect = collect
        self._head = None
        self._seed = ("seed", "")  # its row in the vault
        self.terms = None
        self.proved = []  # handles that no record proves again, see `rulebook.crossing`
        self._gone_back = []  # what the vault keeps of that
        self.referee = None

    def begin(self, fresh, seed, terms):
        """A new match; `seed`: 16 random bytes; `terms`: see `proof.begin`."""
        self.referee = Referee(fresh, draw=chance(seed))
        self._seed = ("seed", _hex(seed))
        self.terms = terms
        self.proved, self._gone_back = [], []
        for name, value in self._secret_rows():
            self._journal.keep_secret(name, value)
        outputs = self.referee.start()
        self._announce(self.referee.checkpoint)  # here, where the stack is not deep
        self._carry_out(outputs)

    def teaches(self):
        """True if the computer is told what lies face down."""
        return self.terms is not None and self.terms[2] == "open"

    def restore(self, again=()):
        """Take over the match that a restart interrupted. Returns False if there is none. `again`: handles
        that the vault lost, with what they stand for.

        Raises Difference or ValueError if what is kept does not follow from the rules.
        """
        kept = self._journal.last_stage()
        if kept is None:
            return False
        head = kept[0]
        game = games.load(head[0])
        seed = b""
        secrets = {}
        others = {}
        for name, value in self._journal.secrets():
            if name.isdigit():
                secrets[HANDLE + int(name)] = value
            else:
                others[name] = value
        for handle, value in again:
            secrets[handle] = value
        if "seed" in others:
            self._seed = ("seed", others["seed"])
            seed = bytes.fromhex(others["seed"])
        proof, maths = borrow(PROOF), borrow(MATHS)  # for all records, so that they are read from flash once
        self.terms = proof.restored(others)
        self._gone_back = others.get("back", [])
        self.proved = borrow(CROSSING).proved(self._journal, self._gone_back) if self._gone_back else []
        self.referee = Referee(match.load(game, head), draw=chance(seed))
        self._head = head
        self.referee.reopen(secrets)
        if self.terms is not None:
            proof.resume(self.terms, self.referee.next_handle)
        tail = []  # the end of the stage and what was written of what follows it
        for one in kept[1]:
            record = ruled(one)
            # What a stage begins with, also one that is told anew, stands in its checkpoint.
            if record is not None and not _begins(record):
                self._follow(record, proof, maths)
            if tail or one[0] == "end":
                tail.append(one)
        if tail:
            self._end_stage(tail)
        if self.referee.over:
            self.referee = None
        return self.referee is not None

    def _follow(self, record, proof, maths):
        """Take over a record of this stage, and what it has sealed and opened."""
        before = self.referee.next_handle
        known = self.opened() + self.proved if record[0] == "fix" else self.proved
        outputs = self.referee.follow(record)
        if self.terms is not None:
            sealed = [(handle, None) for handle in range(before, self.referee.next_handle)]
            opened = [out[1] for out in outputs if out[0] == "open" and out[1] not in known]
            if sealed or opened:
                proof.noted(self.terms, sealed, opened, maths)

    def opened(self):
        """The handles that are open in this stage as it stands."""
        return [] if self.referee.table is None else self.referee.table.opened()

    def lacks_seed(self):
        """True if the vault lost the seed of chance."""
        return self._seed[1] == ""

    def reseed(self, seed):
        """Chance goes on from another seed; what was drawn in this stage stays as it was."""
        drawn, stage, fresh = list(self.referee.answers), self.referee.match.stage, chance(seed)

        def draw(at, index, n):
            if at == stage and index < len(drawn) and drawn[index] in range(n):
                return drawn[index]
            return fresh(at, index, n)

        self.referee.draw_by(draw)
        self._seed = ("seed", _hex(seed))
        self._journal.keep_secret(self._seed[0], self._seed[1])

    def seal_again(self, rows):
        """The vault lost these handles; what they stand for, (handle, value) each, is known again."""
        for handle, value in rows:
            self._journal.keep_secret(str(handle - HANDLE), value)

    def go_on(self, found):
        """After `restore`: `found` is what lies on the pads, (place, card) each."""
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
        lent = None  # for all of these, so that it is read from flash once
        for i in range(len(outputs)):
            out = outputs[i]
            kind = out[0]
            if kind == "seal":
                self._journal.keep_secret(str(out[1] - HANDLE), out[2])
                sealed.append((out[1], out[2]))
            elif kind == "record":
                opened = _opened_by(outputs, i, known if out[1][0] == "fix" else self.proved)
                if lent is None and self.terms is not None and (sealed or opened):
                    if self._collect is not None:
                        self._collect()  # reading them wants more room than a trick leaves
                    lent = borrow(MATHS), borrow(PROOF)
                self._keep(out[1], sealed, opened, lent)
                sealed = []
                if out[1][0] == "end":
                    self._end_stage([out[1]], _passed(outputs, i))
            elif kind == "fact":
                self._signs.fact(out[2])
            elif kind == "cue":
                self._signs.cue(out[1], out[2:])
            elif kind == "refused":
                self._signs.refused(out[1], out[2])

    def _keep(self, record, sealed, opened, lent):
        """`sealed`: what this record seals, (handle, value) each; `opened`: the handles it opens; `lent`: how
        that is told, None if it is not.
        """
        if lent is not None and (sealed or opened):
            record = record + lent[1].fields(self.terms, sealed, opened, lent[0])
        self._journal.append(self._now_us(), record)
        # A write to flash takes three times as long as this, and nobody waits for what follows it.
        if self._collect is not None:
            self._collect()

    def _announce(self, checkpoint):
        """A match begins: the last one is gone, and what this one can be checked by is told first."""
        self._head = checkpoint
        self._journal.open_stage(checkpoint, fresh=True)
        self._journal.rewrite_vault(self._secret_rows())
        if self.terms is not None:
            self._journal.append(self._now_us(), borrow(PROOF).announced(self.terms, self._journal.head))

    def _end_stage(self, records, passed=False):
        """The stage is over. `records`: "end" and what follows it on flash: a power cut may have kept the
        rest from being written. `passed`: so is the next one, and the vault of the referee stands further on.
        """
        end = records[0]
        written = [one[0] for one in records]
        over = self.referee.over and not passed
        if self.terms is not None and "head" not in written:
            proof = borrow(PROOF)
            more = []
            if passed:
                proof.trim(self.terms)
            else:
                more = proof.ending(self.terms, () if over else self.referee.vault, self._journal.secrets)
            if over:
                more.append(proof.closing(self.terms))
            done = written.count("rest") + written.count("opened")
            for record in more[done:]:
                self._journal.append(self._now_us(), record)
            head = self._journal.append_head(self._now_us(), end[1])
            if end[1]:  # who sits where, everybody sees
                self._signs.noted(head)
        # The next stage begins where this one ended. Secrets that are open now leave the vault, and with the
        # end of the match all do.
        self._head = self._head[:3] + [end[3]]
        self._journal.open_stage(self._head)
        self._journal.rewrite_vault(() if over else self._still_sealed(passed))

    def _still_sealed(self, passed):
        """What the vault holds from now on, (name, value) each."""
        for row in self._secret_rows():
            yield row
        if passed:
            for row in self._journal.secrets():
                if row[0].isdigit():
                    yield row
        else:
            vault = self.referee.vault
            for handle in sorted(vault):
                yield str(handle - HANDLE), vault[handle]

    def _secret_rows(self):
        """What the vault holds beside what is sealed."""
        rows: "list" = [self._seed]
        if self._gone_back:
            rows.append(("back", self._gone_back))
        return rows if self.terms is None else rows + borrow(PROOF).rows(self.terms)


def _begins(record):
    """True if a stage begins with this record."""
    return record[0] == "start" or (record[0] == "fix" and record[3][0] == "back")


def _passed(outputs, i):
    """True if another stage ends after that of which `outputs[i]` is the end."""
    for j in range(i + 1, len(outputs)):
        if outputs[j][0] == "record" and outputs[j][1][0] == "end":
            return True
    return False


def _opened_by(outputs, i, known):
    """The handles that the record in `outputs[i]` opens."""
    opened = []
    for j in range(i + 1, len(outputs)):
        if outputs[j][0] == "record":
            break
        if outputs[j][0] == "open" and outputs[j][1] not in known and outputs[j][1] not in opened:
            opened.append(outputs[j][1])
    return opened


def _hex(data):
    return "".join(["%02x" % byte for byte in data])
