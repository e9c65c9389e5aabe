"""The program with the modules that `make fast` has compiled, as other processes."""

import os
import subprocess
import sys

import mp32

LIB = mp32.ROOT / "build" / "fast" / "lib"
TREES = (mp32.ROOT / "firmware" / "lib" / "cardtable", mp32.ROOT / "host" / "tablehost")
CURE = "make fast"


def is_there():
    """True if a compiled build is there, and of the sources as they are now."""
    if not LIB.is_dir():
        return False
    for tree in TREES:
        for path in tree.rglob("*.py"):
            copy = LIB / path.relative_to(tree.parent)
            if not copy.is_file() or copy.read_bytes() != path.read_bytes():
                return False
    return True


def environment(compiled):
    """The environment of a process that runs the compiled program, or the plain one."""
    paths = [str(LIB)] if compiled else []
    return {**os.environ, "PYTHONPATH": os.pathsep.join([*paths, str(mp32.ROOT / "tests" / "support")])}


def run(code, *words, compiled, **more):
    """Run these lines of Python; return what they print."""
    command = [sys.executable, "-c", code, *words]
    done = subprocess.run(command, env=environment(compiled), capture_output=True, text=True, **more)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout
