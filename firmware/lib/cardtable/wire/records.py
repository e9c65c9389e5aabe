"""The record: `[g, boot, n, us, kind, ...]`, the same JSON text on flash, on the line and on the disk.

Some kinds are the engine's: it gets (kind, stage, index, value, digest) of them and none of the fields
behind. The table writes the others for itself and for later readers; the rules never see them.
"""

from binascii import a2b_base64, b2a_base64

from cardtable.micro import const

TYPE_CHECKING = const(0)
if TYPE_CHECKING:
    from typing import Any

OWN = (
    "boot",
    "game",
    "head",
    "rest",
    "opened",
    "note",
)  # kinds that the table writes for itself
KINDS = ("start", "answer", "part", "found", "fix", "end") + OWN  # all there are
_RULED = 5  # fields of a record that the engine knows
PIECE = const(48)  # bytes encoded at a time, in whole groups of three: a Pico has few large blocks


def ruled(record: "list[Any]") -> "list[Any] | None":
    """Return the part of a record `[kind, ...]` for the engine; None for one of the table's own."""
    return None if record[0] in OWN else record[:_RULED]


def after(kind: str, stage: int, index: int) -> tuple[int, int]:
    """Return the probable (stage, index) of the record after this one of the engine."""
    if kind == "end":
        return stage + 1, 0
    return stage, index + 1 if kind == "answer" else index


def text_of(data: bytes) -> str:
    """Return bytes as text of a record: base64url (RFC 4648, 5) without padding."""
    if len(data) > PIECE:
        return "".join([text_of(data[at : at + PIECE]) for at in range(0, len(data), PIECE)])
    text = b2a_base64(data).decode().rstrip()
    return text.replace("+", "-").replace("/", "_").rstrip("=")


def bytes_of(text: str) -> bytes:
    """Return the bytes of which `text_of` made this text. Raises ValueError."""
    return a2b_base64(text.replace("-", "+").replace("_", "/") + "=" * (-len(text) % 4))
