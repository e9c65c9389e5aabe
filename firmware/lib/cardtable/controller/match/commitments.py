"""Commitment scheme of a match: key, disclosure policy, and the record fields that commit and open.

`wire.proofs` has the mathematics, docs/reference/trust.md the reasons.
"""

from cardtable.engine.cards import HANDLE
from cardtable.micro import const
from cardtable.wire import proofs
from cardtable.wire.records import text_of

_RESTS = const(7)  # leaves in a record

MODES = ("blind", "open")
POLICIES = ("shown", "all", "sealed")


def check_terms(mode, policy, code):
    """Return None if a match can be played so, else (error code, the possible values)."""
    if mode not in MODES:
        return "no-such-mode", list(MODES)
    if policy not in POLICIES:
        return "no-such-policy", list(POLICIES)
    return ("no-code", policy) if policy == "sealed" and not code else None


def begin(key, match, mode, policy, code, sign=b""):
    """Return the terms of a new match. With policy "sealed" the `code` discloses the values later."""
    cover = b""
    if policy == "sealed":
        cover = proofs.masked(bytes(32), match, code)
    return Terms(key, match, mode, policy, cover, sign)


def restore_terms(kept, handle):
    """Return the terms kept in the vault as name -> value; None if the match has none. `handle`: the next
    one.
    """
    if "key" not in kept or "terms" not in kept:
        return None
    match, mode, policy, cover = kept["terms"][:4]
    sign = bytes.fromhex(kept["terms"][4]) if len(kept["terms"]) > 4 else b""
    terms = Terms(bytes.fromhex(kept["key"]), match, mode, policy, bytes.fromhex(cover), sign)
    groups, told, _ = kept.get("groups", ([], [], 0))
    terms.go_back((handle, groups, told))
    return terms


class Terms:
    """The terms of one match.

    key     32 random bytes of this match
    match   its id, 16 hex digits
    mode    "blind", or "open": the host receives the values of face-down cards
    policy  disclosure of values that were never shown: "all", "shown" (to none), "sealed" (to holders of the
            code)
    cover   hides the key from all but the holders of the code, 32 bytes; empty except with "sealed"
    sign    the secret with which the end is signed, 16 random bytes; empty in a match begun without
    next    the first handle that no record has sealed yet
    groups  first, count, ... of the groups of two and more of this stage, and of those that live on: what
            opened them may be void; the count of a group that was opened as a whole is negative
    told    handles of groups that were not opened as a whole whose leaves are published
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
        """Return the rows of the vault for these terms, as (name, value)."""
        kept = [
            ("key", self.key.hex()),
            ("terms", [self.match, self.mode, self.policy, self.cover.hex(), self.sign.hex()]),
        ]
        if self.groups:
            kept.append(self.groups_row())
        return kept

    def groups_row(self, stage=0):
        """Return the row of the vault for the groups; it counts from this stage on."""
        return "groups", [self.groups, self.told, stage]

    def state(self):
        """Return all of it that changes, for `go_back`."""
        return self.next, self.groups, self.told

    def go_back(self, state):
        """Return to a state."""
        self.next, self.groups, self.told = state

    # -- Fields of a record ------------------------------------------------------------------------

    def fields(self, sealed, opened):
        """Return the fields at the end of a record that seals `sealed`, (handle, value) each, and opens the
        handles `opened`.
        """
        values = self._note_sealed(sealed)
        found: "list" = []
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
        """Take over the seals and openings of a record that is on flash already."""
        self._note_sealed(sealed)
        self._note_opened(sorted(opened))

    def _note_sealed(self, sealed):
        """Return the values of new handles. A card that is named by hand was sealed before."""
        values = [value for handle, value in sealed if handle >= self.next]
        if len(values) > 1 and self.next not in self.groups:  # or it is from the vault: no count is a handle
            self.groups += [self.next, len(values)]
        self.next += len(values)
        return values

    def _note_opened(self, opened):
        """Note these handles, in ascending order."""
        groups = self.groups
        for first, count, members in proofs.runs(opened, groups):
            if count == len(members):
                for i in range(0, len(groups), 2):
                    if groups[i] == first:
                        groups[i + 1] = -count
            else:
                self.told += [n for n in members if n not in self.told]

    # -- Records of their own ----------------------------------------------------------------------

    def first_record(self, head, collect=None):
        """Return the record with which a match begins. `head` is that of the chain before it; `collect()`
        tidies the heap.
        """
        commitment = proofs.key_commitment(self.key, self.match)
        record = ["game", self.match, self.mode, self.policy, commitment, text_of(head)]
        if self.sign:
            record.append(text_of(proofs.public_key(self.sign, self.match, collect)))
        return record

    def stage_end_records(self, lives, secrets):
        """Return the records that follow the end of a stage. With policy "shown" they publish the hash leaves
        of unopened values that leave the vault and share a commitment with an opened one.

        `lives`: the handles that stay in the vault; `secrets()`: its former content, as (name, value).
        """
        groups, told, dead = [], [], []
        for i in range(0, len(self.groups), 2):
            first, count = self.groups[i], self.groups[i + 1]
            alive = [n for n in range(first, first + abs(count)) if n in lives]
            if count > 0:
                members = range(first, first + count)
                known = [n for n in members if n in self.told]
                gone = [n for n in members if n not in lives and n not in known]
                if known or alive:
                    dead += gone
                if alive:
                    told += known + gone
            if alive:
                groups += [first, count]
        records = [] if self.policy != "shown" or not dead else self._rests(dead, secrets())
        self.groups, self.told = groups, told
        return records

    def trim(self, lives):
        """Forget groups that were opened as a whole: the stage is over, the next end publishes the leaves.

        `lives`: as for `stage_end_records`.
        """
        kept = []
        for i in range(0, len(self.groups), 2):
            first, count = self.groups[i], self.groups[i + 1]
            if count > 0 or [n for n in range(first, first - count) if n in lives]:
                kept += [first, count]
        self.groups = kept

    def _rests(self, dead, secrets):
        """Return the leaves of these handles, as records."""
        values = {}
        for name, value in secrets:
            if name.isdigit() and HANDLE + int(name) in dead and HANDLE + int(name) not in values:
                values[HANDLE + int(name)] = value  # the first: a card that was named was sealed unread
        leaves = []
        for first, _, members in proofs.runs(dead, self.groups):
            group = proofs.group_key(self.key, first)
            for n in members:
                leaf = proofs.leaf(proofs.mask(group, n)[:16], self.match, n, values[n])
                leaves.append([n, text_of(leaf)])
        return [["rest", leaves[i : i + _RESTS]] for i in range(0, len(leaves), _RESTS)]

    def signature_record(self, head, collect=None):
        """Return the record that signs a match which is over; `head`, `collect`: as for `first_record`.

        It is a note, which older programs skip.
        """
        return ["note", "signed", text_of(proofs.sign(self.sign, self.match, head, collect))]

    def closing_record(self):
        """Return the record with which a match ends: its key, as far as the policy discloses it."""
        if self.policy == "shown":
            return ["opened", None]
        if self.policy == "all":
            return ["opened", self.key.hex()]
        return ["opened", bytes([self.key[i] ^ self.cover[i] for i in range(32)]).hex()]
