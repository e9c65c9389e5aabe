"""The modules of a program, many in a file: the computer piles them, the Pico finds them."""

import subprocess

import pytest

import vm
from tablehost import firmware_files
from tablehost.flashing import tree

NAMES = [f"module{number}" for number in range(40)]
PROGRAM = """
import sys
sys.path[:] = ['{slot}']
import piles
for name in {names}:
    module = __import__(name)
    assert module.who == name and module.__file__ == '{slot}/pi/' + name + '.mpy', module
    del sys.modules[name]
for name in ('module40', 'words', '0'):
    try:
        __import__(name)
        raise AssertionError(name)
    except ImportError:
        pass
with open('{slot}/pi/words.txt') as file:  # a module reads what lies beside it
    assert file.read() == 'hello'
print('found')
"""


def modules(folder, names):
    """Place in a slot -> a small module that says who it is."""
    found = {}
    for name in names:
        source = folder / f"{name}.py"
        source.write_text(f"who = {name!r}\n" + "# so long\n" + f"more = {'x' * (len(name) * 37)!r}\n")
        found[f"lib/{name}.mpy"] = tree.by_itself(source, vm.COMPILER)
    return found


def test_a_program_finds_its_modules_in_piles(tmp_path, needs_mp32):
    files = {**modules(tmp_path, NAMES), "lib/words.txt": b"hello", "entry.mpy": b"entry"}
    slot = tree.piled(files)
    assert set(slot) == {"lib/words.txt", "entry.mpy", *(f"lib/{pile}" for pile in range(tree.PILES))}
    slot["piles.mpy"] = tree.by_itself(firmware_files.piles_path(), vm.COMPILER)
    for place, data in slot.items():
        (tmp_path / "a" / place).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / "a" / place).write_bytes(data)
    program = PROGRAM.format(slot=tmp_path / "a", names=NAMES)
    done = subprocess.run([needs_mp32.MP32, "-c", program], capture_output=True, text=True)
    assert done.stdout == "found\n", done.stderr


def test_more_modules_than_piles_hold_are_refused():
    with pytest.raises(SyntaxError):
        tree.piled({f"lib/m{number}.mpy": b"" for number in range(tree.PILES * tree.ROWS + 1)})
