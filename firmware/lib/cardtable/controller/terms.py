"""How a match is made checkable: its terms, what it tells of them when it begins and at the end of a stage.

`wire.proof` has the mathematics, docs/trust.md the reasons, `play` says what the *terms* are. Borrowed where
a match begins or is taken up, and between stages; what records say in between: `proof`.
"""

from cardtable.micro import const
from cardtable.rulebook.cards import HANDLE
from cardtable.wire import chain, onetime, proof
from cardtable.wire.records import text_of

from .play import COVER, GROUPS, KEY, MATCH, MODE, NEXT, POLICY, SIGN, TOLD

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
    """The terms of a new match. `code`: who has it will know, with "sealed"; `sign`: 16 random bytes, the
    secret with which the end is signed.
    """
    cover = b""
    if policy == "sealed":
        cover = chain.masked(bytes(32), match, code)
    return [key, match, mode, policy, cover, HANDLE, [], [], sign]


def rows(terms):
    """What the vault keeps of them, as (name, value)."""
    kept = [
        ("key", terms[KEY].hex()),
        ("terms", [terms[MATCH], terms[MODE], terms[POLICY], terms[COVER].hex(), terms[SIGN].hex()]),
    ]
    if terms[GROUPS]:
        kept.append(("groups", [terms[GROUPS], terms[TOLD]]))
    return kept


def restored(kept):
    """The terms that the vault has kept, as name -> value; None if the match has none."""
    if "key" not in kept or "terms" not in kept:
        return None
    match, mode, policy, cover = kept["terms"][:4]
    sign = bytes.fromhex(kept["terms"][4]) if len(kept["terms"]) > 4 else b""
    groups, told = kept.get("groups", ([], []))
    key = bytes.fromhex(kept["key"])
    return [key, match, mode, policy, bytes.fromhex(cover), HANDLE, groups, told, sign]


def announced(terms, head, collect=None):
    """The record with which a match begins; `head`: of the chain before it; `collect()` tidies the heap."""
    commitment = chain.key_commitment(terms[KEY], terms[MATCH])
    record = ["game", terms[MATCH], terms[MODE], terms[POLICY], commitment, text_of(head)]
    if terms[SIGN]:
        record.append(text_of(onetime.public_key(terms[SIGN], terms[MATCH], collect)))
    return record


def resume(terms, handle):
    """The stage under way is followed from its beginning, where `handle` was the next one."""
    terms[NEXT] = handle


def ending(terms, lives, secrets):
    """The records that follow the end of a stage: with "shown" the leaves of what leaves the vault unopened
    and stands in a record beside what was opened.

    `lives`: the handles that stay in the vault; `secrets()`: what was in it, as (name, value).
    """
    groups, told, dead = [], [], []
    for i in range(0, len(terms[GROUPS]), 2):
        first, count = terms[GROUPS][i], terms[GROUPS][i + 1]
        if count < 0:
            continue
        members = range(first, first + count)
        known = [n for n in members if n in terms[TOLD]]
        gone = [n for n in members if n not in lives and n not in known]
        alive = count > len(known) + len(gone)
        if known or alive:
            dead += gone
        if alive:
            groups += [first, count]
            told += known + gone
    records = [] if terms[POLICY] != "shown" or not dead else _rests(terms, dead, secrets())
    terms[GROUPS], terms[TOLD] = groups, told
    return records


def trim(terms):
    """A stage is over, and what it leaves hidden the next end tells: forget what was opened as a whole."""
    groups = terms[GROUPS]
    kept = []
    for i in range(0, len(groups), 2):
        if groups[i + 1] > 0:
            kept += groups[i : i + 2]
    terms[GROUPS] = kept


def _rests(terms, dead, secrets):
    """The leaves of these handles, as records."""
    values = {}
    for name, value in secrets:
        if name.isdigit() and HANDLE + int(name) in dead and HANDLE + int(name) not in values:
            values[HANDLE + int(name)] = value  # the first: one that was named was sealed unread
    leaves = []
    for first, _, members in proof.runs(dead, terms[GROUPS]):
        group = proof.group_key(terms[KEY], first)
        for n in members:
            leaf = proof.leaf(proof.mask(group, n)[:16], terms[MATCH], n, values[n])
            leaves.append([n, text_of(leaf)])
    return [["rest", leaves[i : i + _RESTS]] for i in range(0, len(leaves), _RESTS)]


def signed(terms, head, collect=None):
    """The record that signs a match which is over; `head`, `collect`: as for `announced`. It is a note, which
    older programs pass over.
    """
    return ["note", "signed", text_of(onetime.sign(terms[SIGN], terms[MATCH], head, collect))]


def closing(terms):
    """The record with which a match ends: what is told of its key."""
    if terms[POLICY] == "shown":
        return ["opened", None]
    if terms[POLICY] == "all":
        return ["opened", terms[KEY].hex()]
    return ["opened", bytes([terms[KEY][i] ^ terms[COVER][i] for i in range(32)]).hex()]
