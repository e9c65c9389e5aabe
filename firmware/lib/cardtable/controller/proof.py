"""How a match is made checkable: what its records say of what they seal and open, and how it ends.

`wire.proof` has the mathematics, docs/trust.md the reasons. Borrowed by `Play` when a record seals or opens
something and at the end of a stage; between that its state, the *terms*, is a plain list.

    KEY      32 random bytes of this match
    MATCH    its id, 16 hex digits
    MODE     "blind", or "open": the computer is told what lies face down
    POLICY   who will know what was never shown: "all", "shown" (nobody), "sealed" (who has the code)
    COVER    what hides the key from all but who has the code, 32 bytes; empty but for "sealed"
    NEXT     the first handle that no record has sealed yet
    GROUPS   first, count, ... of the groups of two and more of this stage, and of those that live on; of
             what was opened as a whole the count is negative
    TOLD     handles of groups that were not opened as a whole, of which everybody has the leaf
"""

from cardtable.micro import borrow, const
from cardtable.rulebook.cards import HANDLE
from cardtable.wire.records import text_of

MATHS = "cardtable.wire.proof"
_KEY = const(0)
_MATCH = const(1)
_MODE = const(2)
_POLICY = const(3)
_COVER = const(4)
_NEXT = const(5)
_GROUPS = const(6)
_TOLD = const(7)
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


def begin(key, match, mode, policy, code):
    """The terms of a new match; `code`: who has it will know, with "sealed"."""
    cover = b""
    if policy == "sealed":
        cover = borrow(MATHS).masked(bytes(32), match, code)
    return [key, match, mode, policy, cover, HANDLE, [], []]


def rows(terms):
    """What the vault keeps of them, as (name, value)."""
    kept = [
        ("key", terms[_KEY].hex()),
        ("terms", [terms[_MATCH], terms[_MODE], terms[_POLICY], terms[_COVER].hex()]),
    ]
    if terms[_GROUPS]:
        kept.append(("groups", [terms[_GROUPS], terms[_TOLD]]))
    return kept


def restored(kept):
    """The terms that the vault has kept, as name -> value; None if the match has none."""
    if "key" not in kept or "terms" not in kept:
        return None
    match, mode, policy, cover = kept["terms"]
    groups, told = kept.get("groups", ([], []))
    return [bytes.fromhex(kept["key"]), match, mode, policy, bytes.fromhex(cover), HANDLE, groups, told]


def announced(terms, head):
    """The record with which a match begins; `head`: of the chain before it."""
    maths = borrow(MATHS)
    commitment = maths.key_commitment(terms[_KEY], terms[_MATCH])
    return ["game", terms[_MATCH], terms[_MODE], terms[_POLICY], commitment, text_of(head)]


def fields(terms, sealed, opened, maths):
    """What a record has at its end for what it seals, (handle, value) each, and for the handles it opens;
    `maths`: the module of that name.
    """
    values = _note_sealed(terms, sealed)
    found = []
    if values:
        first = terms[_NEXT] - len(values)
        hidden = terms[_POLICY] != "shown"
        found.append(maths.committed(terms[_KEY], terms[_MATCH], first, values, hidden))
        if terms[_MODE] == "open":
            found.append(values)
    if opened:
        opened = sorted(opened)
        found.append(maths.openings(terms[_KEY], opened, terms[_GROUPS]))
        _note_opened(terms, opened, maths)
    return found


def resume(terms, handle):
    """The stage under way is followed from its beginning, where `handle` was the next one."""
    terms[_NEXT] = handle


def noted(terms, sealed, opened, maths):
    """A record, which is on flash already, seals and opens these; `maths`: as for `fields`."""
    _note_sealed(terms, sealed)
    _note_opened(terms, sorted(opened), maths)


def _note_sealed(terms, sealed):
    """The values of those that are new: a card that is named by hand was sealed before."""
    values = [value for handle, value in sealed if handle >= terms[_NEXT]]
    if len(values) > 1:
        terms[_GROUPS] += [terms[_NEXT], len(values)]
    terms[_NEXT] += len(values)
    return values


def _note_opened(terms, opened, maths):
    """`opened`: in ascending order."""
    groups = terms[_GROUPS]
    for first, count, members in maths.runs(opened, groups):
        if count == len(members):
            for i in range(0, len(groups), 2):
                if groups[i] == first:
                    groups[i + 1] = -count
        else:
            terms[_TOLD] += [n for n in members if n not in terms[_TOLD]]


def ending(terms, lives, secrets):
    """The records that follow the end of a stage: with "shown" the leaves of what leaves the vault unopened
    and stands in a record beside what was opened.

    `lives`: the handles that stay in the vault; `secrets()`: what was in it, as (name, value).
    """
    groups, told, dead = [], [], []
    for i in range(0, len(terms[_GROUPS]), 2):
        first, count = terms[_GROUPS][i], terms[_GROUPS][i + 1]
        if count < 0:
            continue
        members = range(first, first + count)
        known = [n for n in members if n in terms[_TOLD]]
        gone = [n for n in members if n not in lives and n not in known]
        alive = count > len(known) + len(gone)
        if known or alive:
            dead += gone
        if alive:
            groups += [first, count]
            told += known + gone
    records = [] if terms[_POLICY] != "shown" or not dead else _rests(terms, dead, secrets())
    terms[_GROUPS], terms[_TOLD] = groups, told
    return records


def trim(terms):
    """A stage is over, and what it leaves hidden the next end tells: forget what was opened as a whole."""
    groups = terms[_GROUPS]
    kept = []
    for i in range(0, len(groups), 2):
        if groups[i + 1] > 0:
            kept += groups[i : i + 2]
    terms[_GROUPS] = kept


def _rests(terms, dead, secrets):
    """The leaves of these handles, as records."""
    maths = borrow(MATHS)
    values = {}
    for name, value in secrets:
        if name.isdigit() and HANDLE + int(name) in dead and HANDLE + int(name) not in values:
            values[HANDLE + int(name)] = value  # the first: one that was named was sealed unread
    leaves = []
    for first, _, members in maths.runs(dead, terms[_GROUPS]):
        group = maths.group_key(terms[_KEY], first)
        for n in members:
            leaf = maths.leaf(maths.mask(group, n)[:16], terms[_MATCH], n, values[n])
            leaves.append([n, text_of(leaf)])
    return [["rest", leaves[i : i + _RESTS]] for i in range(0, len(leaves), _RESTS)]


def closing(terms):
    """The record with which a match ends: what is told of its key."""
    if terms[_POLICY] == "shown":
        return ["opened", None]
    if terms[_POLICY] == "all":
        return ["opened", terms[_KEY].hex()]
    return ["opened", bytes([terms[_KEY][i] ^ terms[_COVER][i] for i in range(32)]).hex()]
