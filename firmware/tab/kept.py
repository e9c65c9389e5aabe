"""The record of a match in a tab: a journal in memory, and the match file that is made of it.

The journal has the methods that `controller.match.session` calls. The file is the one of `cardtable export`,
see docs/reference/trust.md.
"""

import json
from binascii import b2a_base64
from hashlib import sha256

from cardtable import __version__
from cardtable.wire import proofs
from cardtable.wire.frames import SEAL, encode
from cardtable.wire.records import text_of

BOOT = 1


def encoded(data):
    """Return bytes as base64."""
    return b2a_base64(data).decode().rstrip()


def derive(seed, purpose):
    """Return 32 bytes of the seed, a text, others for each purpose."""
    return sha256((purpose + " " + seed).encode()).digest()


class Journal:
    """The journal of a table with one match: `raws` are the bytes of its records."""

    begun = False  # nothing is ever parked here

    def __init__(self):
        self.raws = []
        self.head = proofs.NOTHING
        self._vault = []

    def append(self, us, record):
        """Append one record [kind, ...]; return its position."""
        at = len(self.raws)
        raw = encode([at, BOOT, at, us] + record)[: -SEAL - 1]
        self.raws.append(raw)
        self.head = proofs.linked(self.head, raw)
        return at

    def append_head(self, us, stage):
        """Record the head of the chain at the end of a stage. Return its 32 bytes."""
        at = len(self.raws)
        before = encode([at, BOOT, at, us, "head", stage, ""])[: -SEAL - 4]
        head = proofs.head(self.head, before)
        self.append(us, ["head", stage, text_of(head)])
        return head

    def hi(self):
        """Return the position of the last record."""
        return len(self.raws) - 1

    def match(self):
        """Return the first position of the match."""
        return 0

    def keep_secrets(self, rows):
        """Put sealed values into the vault: (name, value) each."""
        self._vault += rows

    def rewrite_vault(self, rows, fresh=False):
        """Keep only these sealed."""
        self._vault = list(rows)

    def secrets(self):
        """Return the content of the vault."""
        return list(self._vault)

    def open_stage(self, checkpoint, fresh=False):
        """Open a stage; no file is needed."""

    def set_under_way(self, begun):
        """Nothing interrupts this match."""


def game_file(uid, about, raws, notes):
    """Return the lines of a match file. `about`: the head's other members; `notes`: [after, note] each."""
    head = {"schema": "cardtable/1", "kind": "game", "uid": uid, "rules": __version__}
    head.update(about)
    lines = [head]
    for raw in raws:
        lines.append({"kind": "record", "raw": encoded(raw), "record": json.loads(raw)})
    lines += [{"kind": "note", "after": after, "note": note} for after, note in notes]
    root = encoded(_tree_root(raws))
    checkpoint = "cardtable/%s\n%d\n%s\n" % (uid, len(raws), root)
    lines.append({"kind": "end", "records": len(raws), "checkpoint": checkpoint})
    return "".join([json.dumps(line) + "\n" for line in lines])


def _tree_root(leaves):
    """Return the Merkle tree hash of RFC 6962, 2.1, over these records."""
    if len(leaves) == 1:
        return sha256(b"\0" + leaves[0]).digest()
    split = 1
    while 2 * split < len(leaves):
        split *= 2
    return sha256(b"\1" + _tree_root(leaves[:split]) + _tree_root(leaves[split:])).digest()
