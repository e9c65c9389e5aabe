"""Text files from elsewhere, as editors, mails and shells change them on their way."""

from __future__ import annotations

import re
from pathlib import Path


def encoding_of(data: bytes) -> str:
    """Return the encoding of a text from elsewhere by its first bytes: UTF-8, or as Windows may save it."""
    return "utf-16" if data.startswith((b"\xff\xfe", b"\xfe\xff")) else "utf-8-sig"


def read_text(path: Path) -> str:
    """Return the text of a file from elsewhere, with line feeds. Raises OSError and ValueError."""
    data = path.read_bytes()
    return re.sub("\r\n?", "\n", data.decode(encoding_of(data)))
