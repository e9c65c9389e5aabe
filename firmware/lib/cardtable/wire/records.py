"""What a record is: `[g, boot, n, us, kind, ...]`, the same JSON text on flash, on the line and on the disk.

Some kinds are the rulebook's: it gets (kind, stage, index, value, digest) of them and nothing of what stands
behind. The others the table writes for itself and for whoever reads the record later; the rules never see
them.
"""

from binascii import a2b_base64, b2a_base64

from cardtable.micro import const

OWN = ("boot", "game", "head", "rest", "opened", "note")  # kinds of the table's own records
KINDS = ("start", "answer", "part", "found", "fix", "end") + OWN  # all there are
_RULED = 5  # fields of a record that the rulebook knows
PIECE = const(48)  # bytes made text at a time, in whole groups of three: a Pico has few large blocks


def ruled(record):
    """What the rulebook is fed of a record `[kind, ...]`; None for one of the table's own."""
    return None if record[0] in OWN else record[:_RULED]


def after(kind, stage, index):
    """(stage, index) that the record after this one of the rulebook probably has."""
    if kind == "end":
        return stage + 1, 0
    return stage, index + 1 if kind == "answer" else index


def text_of(data):
    """Bytes as text of a record: base64url (RFC 4648, 5) without padding."""
    if len(data) > PIECE:
        return "".join([text_of(data[at : at + PIECE]) for at in range(0, len(data), PIECE)])
    text = b2a_base64(data).decode().rstrip()
    return text.replace("+", "-").replace("/", "_").rstrip("=")


def bytes_of(text):
    """What `text_of` was given. ValueError."""
    return a2b_base64(text.replace("-", "+").replace("_", "/") + "=" * (-len(text) % 4))
