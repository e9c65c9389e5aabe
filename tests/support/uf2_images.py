"""Images as `make firmware` leaves them, of no program: blocks of a UF2, and the file next to them."""

import json
import struct

PICO, PICO2 = 0xE48BFF56, 0xE48BFF59  # families


def uf2(size, family=PICO, at=0x10000000):
    """An image of so many bytes, in blocks of 256."""
    begins = range(0, size, 256)
    found = b""
    for number, begin in enumerate(begins):
        head = (0x0A324655, 0x9E5D5157, 0x2000, at + begin, 256, number, len(begins), family)
        found += struct.pack("<8I", *head) + bytes(476) + struct.pack("<I", 0x0AB16F30)
    return found


def put(folder, name, data, program):
    """Put an image into a folder, with what is known of it. Returns its path."""
    path = folder / name
    path.write_bytes(data)
    path.with_suffix(".json").write_text(json.dumps({"program": program}))
    return path
