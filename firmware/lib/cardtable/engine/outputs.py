"""The outputs of a referee, in the order in which they must take effect.

    Seal       for the vault only; always before the record that needs it
    Record     `kind`: "start", "answer", "part", "found", "fix", "end". `index`: the number of answers before
               it. `digest` covers the earlier facts of the stage; the record "end" closes them, and its
               `value` is the state of the match then
    Told       a public fact, (kind, field, ...), numbered within the stage
    Found      the same, of a card that cannot come from its place
    Opened     the record before it reveals the sealed value
    Cue        a momentary sign
    Refused    an input: nothing has changed
    Retold     after a correction: facts from number `count` on are void

Tell them apart by `isinstance`: as tuples, an Opened and a Retold of one number are equal. To write one as
JSON make a list of it: MicroPython's `json` does not know named tuples.
"""

from collections import namedtuple

from cardtable.micro import const

TYPE_CHECKING = const(0)
if TYPE_CHECKING:
    from typing import Any, NamedTuple

    Fact = tuple[Any, ...]

    Seal = NamedTuple("Seal", [("handle", int), ("value", int)])
    Record = NamedTuple(
        "Record", [("kind", str), ("stage", int), ("index", int), ("value", Any), ("digest", int)]
    )
    Told = NamedTuple("Told", [("number", int), ("fact", Fact)])
    Found = NamedTuple("Found", [("fact", Fact)])
    Opened = NamedTuple("Opened", [("handle", int)])
    Cue = NamedTuple("Cue", [("code", str), ("args", tuple[Any, ...])])
    Refused = NamedTuple("Refused", [("code", str), ("place", int)])
    Retold = NamedTuple("Retold", [("count", int)])
    Output = Seal | Record | Told | Found | Opened | Cue | Refused | Retold
else:
    Seal = namedtuple("Seal", ("handle", "value"))
    Record = namedtuple("Record", ("kind", "stage", "index", "value", "digest"))
    Told = namedtuple("Told", ("number", "fact"))
    Found = namedtuple("Found", ("fact",))
    Opened = namedtuple("Opened", ("handle",))
    Cue = namedtuple("Cue", ("code", "args"))
    Refused = namedtuple("Refused", ("code", "place"))
    Retold = namedtuple("Retold", ("count",))


def record_of(fields: "list[Any] | Record") -> "Record":
    """Return the Record of a list of its fields, as it is kept and sent. Raises ValueError."""
    kind: str
    stage: int
    index: int
    value: object
    digest: int
    kind, stage, index, value, digest = fields
    return Record(kind, stage, index, value, digest)
