"""The program of an image: digest and names of all modules of the project that are frozen into it.

The manifest writes both into the frozen module `program_digest`; `build.py` writes the digest next to the
image.
"""

import hashlib
import os

# Folder, from firmware/ on, and the prefix of the names of its modules.
FOLDERS = (("frozen", ""), ("../boards", ""), ("lib/cardtable", "cardtable"))
DIGITS = 16


def sources(firmware):
    """Return what the digest is made of, module by name (a text by its file's): the path of its file."""
    found = {}
    for folder, package in FOLDERS:
        top = os.path.join(firmware, *folder.split("/"))
        for at, folders, names in os.walk(top):
            folders[:] = [name for name in folders if name != "__pycache__"]
            for name in names:
                stem, extension = os.path.splitext(name)
                if extension not in (".py", ".txt"):
                    continue
                inner = os.path.relpath(at, top).split(os.sep)
                parts = [package, *inner, stem if extension == ".py" else name]
                parts = [part for part in parts if part not in ("", ".", "__init__")]
                found[".".join(parts)] = os.path.join(at, name)
    return found


def digests(found):
    """Return the digest of each of these sources, by its name: SHA-256 of what it holds, in hex."""
    told = {}
    for name in found:
        with open(found[name], "rb") as file:
            told[name] = hashlib.sha256(file.read()).hexdigest()
    return told


def digest(found):
    """Return the digest of these sources: 16 hex digits of SHA-256 over their names and what they hold."""
    whole = hashlib.sha256()
    for name, one in sorted(digests(found).items()):
        whole.update(f"{name} {one}\n".encode())
    return whole.hexdigest()[:DIGITS]


def write(firmware, target):
    """Write the module `program_digest` into the folder `target`."""
    found = sources(firmware)
    names = tuple(sorted(name for name in found if found[name].endswith(".py")))
    os.makedirs(target, exist_ok=True)
    with open(os.path.join(target, "program_digest.py"), "w") as file:
        file.write(f"DIGEST = {digest(found)!r}\nNAMES = {names!r}\n")
        # Never called. A name that is imported whole is in flash; else its import puts it on the heap.
        file.write("\n\ndef names():\n" + "".join(f"    import {name}\n" for name in names))
