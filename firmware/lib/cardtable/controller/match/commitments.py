"""How a match is made checkable: its terms, and what records say by them of what they seal and open.

`wire.proof` has the mathematics, docs/reference/trust.md the reasons.
"""

from cardtable.engine.cards import HANDLE
from cardtable.micro import const
from cardtable.wire import proofs
from cardtable.wire.records import text_of

_RESTS = const(7)  # leaves in a record

MODES = ("blind", "open")
POLICIES = ("shown", "all", "sealed")


def refuses(mode, policy, code):
    """None if a match can be played so, else (the code of why not, what there is to choose from)."""
    if mode not in MODES:
        return "no-such-mode", list(MODES)
    if policy not in POLICIES:
        return "no-such-policy", list(POLICIES)
    return ("no-code", policy) if policy == "sealed" and not code else None


def begin(key, match, mode, policy, code, sign=b""):
    """The terms of a new match. `code`: who has it will know, with "sealed"."""
    cover = b""
    if policy == "sealed":
        cover = proofs.masked(bytes(32), match, code)
    return Terms(key, match, mode, policy, cover, sign)


def restored(kept):
    """The terms that the vault has kept, as name -> value; None if the match has none."""
    if "key" not in kept or "terms" not in kept:
        return None
    match, mode, policy, cover = kept["terms"][:4]
    sign = bytes.fromhex(kept["terms"][4]) if len(kept["terms"]) > 4 else b""
    terms = Terms(bytes.fromhex(kept["key"]), match, mode, policy, bytes.fromhex(cover), sign)
    terms.groups, terms.told = kept.get("groups", ([], []))
    return terms


class Terms:
    """The terms of one match.

    key     32 random bytes of this match
    match   its id, 16 hex digits
    mode    "blind", or "open": the computer is told what lies face down
    policy  who will know what was never shown: "all", "shown" (nobody), "sealed" (who has the code)
    cover   what hides the key from all but who has the code, 32 bytes; empty but for "sealed"
    sign    the secret with which the end is signed, 16 random bytes; empty in a match begun without
    next    the first handle that no record has sealed yet
    groups  first, count, ... of the groups of two and more of this stage, and of those that live on; of what
            was opened as a whole the count is negative
    told    handles of groups that were not opened as a whole, of which everybody has the leaf
    """

    def __init__(self, key, match, mode, policy, cover, sign):
        self.key = key
        self.match = match
        self.mode = mode
        self.policy = policy
        self.cover = cover
        self.sign = sign
        self.next = HANDLE
        self.groups = []
        self.told = []

    def rows(self):
        """What the vault keeps of them, as (name, value)."""
        kept = [
            ("key", self.key.hex()),
            ("terms", [self.match, self.mode, self.policy, self.cover.hex(), self.sign.hex()]),
        ]
        if self.groups:
            kept.append(("groups", [self.groups, self.told]))
        return kept

    # -- what stands beside a record -------------------------------------------------------------

    def fields(self, sealed, opened):
        """What a record has at its end for what it seals, (handle, value) each, and for the handles it
        opens.
        """
        values = self._note_sealed(sealed)
        found = []
        if values:
            hidden = self.policy != "shown"
            found.append(proofs.committed(self.key, self.match, self.next - len(values), values, hidden))
            if self.mode == "open":
                found.append(values)
        if opened:
            opened = sorted(opened)
            found.append(proofs.openings(self.key, opened, self.groups))
            self._note_opened(opened)
        return found

    def noted(self, sealed, opened):
        """A record, which is on flash already, seals and opens these."""
        self._note_sealed(sealed)
        self._note_opened(sorted(opened))

    def _note_sealed(self, sealed):
        """The values of those that are new: a card that is named by hand was sealed before."""
        values = [value for handle, value in sealed if handle >= self.next]
        if len(values) > 1:
            self.groups += [self.next, len(values)]
        self.next += len(values)
        return values

    def _note_opened(self, opened):
        """`opened`: in ascending order."""
        groups = self.groups
        for first, count, members in proofs.runs(opened, groups):
            if count == len(members):
                for i in range(0, len(groups), 2):
                    if groups[i] == first:
                        groups[i + 1] = -count
            else:
                self.told += [n for n in members if n not in self.told]

    # -- records of their own --------------------------------------------------------------------

    def announced(self, head, collect=None):
        """The record with which a match begins; `head`: of the chain before it; `collect()` tidies the
        heap.
        """
        commitment = proofs.key_commitment(self.key, self.match)
        record = ["game", self.match, self.mode, self.policy, commitment, text_of(head)]
        if self.sign:
            record.append(text_of(proofs.public_key(self.sign, self.match, collect)))
        return record

    def ending(self, lives, secrets):
        """The records that follow the end of a stage. With policy "shown" they publish the hash leaves of
        what leaves the vault unopened and shares a commitment with what was opened.

        `lives`: the handles that stay in the vault; `secrets()`: what was in it, as (name, value).
        """
        groups, told, dead = [], [], []
        for i in range(0, len(self.groups), 2):
            first, count = self.groups[i], self.groups[i + 1]
            if count < 0:
                continue
            members = range(first, first + count)
            known = [n for n in members if n in self.told]
            gone = [n for n in members if n not in lives and n not in known]
            alive = count > len(known) + len(gone)
            if known or alive:
                dead += gone
            if alive:
                groups += [first, count]
                told += known + gone
        records = [] if self.policy != "shown" or not dead else self._rests(dead, secrets())
        self.groups, self.told = groups, told
        return records

    def trim(self):
        """Forget what was opened as a whole: the stage is over, the next end tells what it leaves hidden."""
        kept = []
        for i in range(0, len(self.groups), 2):
            if self.groups[i + 1] > 0:
                kept += self.groups[i : i + 2]
        self.groups = kept

    def _rests(self, dead, secrets):
        """The leaves of these handles, as records."""
        values = {}
        for name, value in secrets:
            if name.isdigit() and HANDLE + int(name) in dead and HANDLE + int(name) not in values:
                values[HANDLE + int(name)] = value  # the first: one that was named was sealed unread
        leaves = []
        for first, _, members in proofs.runs(dead, self.groups):
            group = proofs.group_key(self.key, first)
            for n in members:
                leaf = proofs.leaf(proofs.mask(group, n)[:16], self.match, n, values[n])
                leaves.append([n, text_of(leaf)])
        return [["rest", leaves[i : i + _RESTS]] for i in range(0, len(leaves), _RESTS)]

    def signed(self, head, collect=None):
        """The record that signs a match which is over; `head`, `collect`: as for `announced`. It is a note,
        which older programs pass over.
        """
        return ["note", "signed", text_of(proofs.sign(self.sign, self.match, head, collect))]

    def closing(self):
        """The record with which a match ends: what is told of its key."""
        if self.policy == "shown":
            return ["opened", None]
        if self.policy == "all":
            return ["opened", self.key.hex()]
        return ["opened", bytes([self.key[i] ^ self.cover[i] for i in range(32)]).hex()]
