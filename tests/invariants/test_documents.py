"""README and docs: each link leads somewhere, each path and each name of code in backticks is there."""

import ast
import itertools
import re
import subprocess
from functools import cache
from pathlib import Path

import pytest

from cardtable import __version__
from doc_page import MAKERS, PAGES
from tablehost.firmware.firmware_files import RELEASES

ROOT = Path(__file__).resolve().parents[2]
NAMES = [page.relative_to(ROOT).as_posix() for page in PAGES]

# A path of code begins at one of these.
LIBRARY = ROOT / "firmware" / "lib" / "cardtable"
HOST = ROOT / "host" / "tablehost"
BASES = (ROOT, LIBRARY, HOST)
FOLDERS = ("boards", "docs", "firmware", "hardware", "host", "tests")

# Files on a table, on a player's computer, or made by a command; and those of the games on the pages.
ELSEWHERE = {
    "/main.py", "/board.py", "/lib/", "deck.txt", "memories.json", "faults.json", "FILE.svg", "...-back.svg",
}  # fmt: skip
NOT_IN_GIT = (".net", ".dxf")  # of hardware/
MADE = ("build/", "dist/", ".tools/", ".venv/", "people/<", "/")
ENDINGS = "py|md|txt|json|jsonl|sh|mjs|toml|svg|dxf|net|ini|c|h|cmake|conf|rules"

BLOCK = re.compile(r"^ *```.*?^ *```", re.DOTALL | re.MULTILINE)
LINK = re.compile(r"\]\(([^)\s]+)\)")
SPAN = re.compile(r"`([^`]+)`")
PATH = re.compile(rf"[\w.*</>-]+\.(?:{ENDINGS})|[\w.*<>/-]+/")
DOTTED = re.compile(r"[A-Za-z_]\w*(?:\.[A-Za-z_]\w*)+(?:\(.*\))?")
CALL = re.compile(r"([A-Za-z_]\w*)\(.*\)")


def prose(page):
    """Return the text of a page without its blocks of code; lines keep their numbers."""
    return BLOCK.sub(lambda block: "\n" * block[0].count("\n"), page.read_text(encoding="utf-8"))


def spans(page):
    """Yield (line number, text in backticks, the texts before it on the line)."""
    for number, line in enumerate(prose(page).split("\n"), 1):
        found = SPAN.findall(line)
        for place, text in enumerate(found):
            yield number, text, found[:place]


def anchors(page):
    """Return the anchors of a page's headings, formed as GitHub does."""
    heads = re.findall(r"^#+ (.*)$", prose(page), re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", head.lower()).strip().replace(" ", "-") for head in heads}


@pytest.mark.parametrize("page", PAGES, ids=NAMES)
def test_each_link_leads_to_a_file_and_a_heading(page):
    for link in LINK.findall(prose(page)):
        if "://" in link:
            continue
        path, _, anchor = link.partition("#")
        target = (page.parent / path).resolve() if path else page
        assert target.exists(), link
        assert not anchor or anchor in anchors(target), link


def test_the_index_names_every_page():
    index = prose(ROOT / "docs" / "README.md")
    linked = {(ROOT / "docs" / link.partition("#")[0]).resolve() for link in LINK.findall(index)}
    assert set(PAGES) - linked == {ROOT / "docs" / "README.md"}


def test_a_maker_reads_at_most_6000_words_from_a_bare_pico_to_the_first_match():
    words = {page.stem: len(page.read_text(encoding="utf-8").split()) for page in MAKERS}
    assert sum(words.values()) <= 6000 and words["bench"] <= 900, words
    index = (ROOT / "docs" / "README.md").read_text(encoding="utf-8").partition("6,000 words")[2]
    linked = [f"{page.parent.name}/{page.name}" for page in MAKERS]
    assert LINK.findall(index)[: len(linked)] == linked, "in this order"


def test_the_front_page_says_where_a_release_is_and_names_its_wheel():
    """The address is the constant of `cardtable flash`; while that is empty, no release is out."""
    page = (ROOT / "README.md").read_text(encoding="utf-8")
    assert set(re.findall(r"cardtable-[\w.]+-py3-none-any\.whl", page)) == {
        f"cardtable-{__version__}-py3-none-any.whl"
    }
    assert ("none is out yet" in page) == (not RELEASES) and RELEASES in page


def test_each_page_that_code_names_exists():
    named = re.compile(r"(?<![\w/.])docs/[\w/-]+\.\w+")
    files = [ROOT / "Makefile", ROOT / "pyproject.toml"]
    for folder in FOLDERS:
        files += [
            path for path in (ROOT / folder).rglob("*") if path.suffix in (".py", ".txt", ".md", ".mjs")
        ]
    gone = [
        f"{path.relative_to(ROOT)}: {name}"
        for path in files
        for name in named.findall(path.read_text(encoding="utf-8"))
        if not (ROOT / name).exists()
    ]
    assert not gone, "\n".join(gone)


def made_by(page):
    """Return the paths of the files that a page itself makes: those of an added game or board."""
    return re.findall(r"<!-- file: (\S+) -->", page.read_text(encoding="utf-8"))


def is_there(text, before, page):
    """Return whether the path `text` exists.

    It begins at a base, is next to a path before it in the line, is made by the page, or is the
    name of one file alone.
    """
    pattern = re.sub(r"<[^>]*>|NAME", "*", text.rstrip("/"))
    folders = ["."] + [str(Path(other).parent) for other in before if PATH.fullmatch(other)]
    if any(list(base.glob(f"{folder.lstrip('/')}/{pattern}")) for base in BASES for folder in folders):
        return True
    if any(made == text or made.endswith("/" + text) for made in made_by(page)):
        return True
    if "/" in text:
        return False
    return len([path for folder in FOLDERS for path in (ROOT / folder).rglob(pattern)]) == 1


@pytest.mark.parametrize("page", PAGES, ids=NAMES)
def test_each_path_in_backticks_exists(page):
    missing = [
        f"{number}: {text}"
        for number, text, before in spans(page)
        if PATH.fullmatch(text)
        and text not in ELSEWHERE
        and not text.startswith(MADE)
        and not text.endswith(NOT_IN_GIT)
        and not is_there(text, before, page)
    ]
    assert not missing, "\n".join(missing)


@cache
def definitions():
    """Return {module stem or class name: names defined in it}, and all names of functions and classes."""
    inside, all_names = {}, set()
    for folder in ("firmware", "host", "boards", "tests"):
        for path in (ROOT / folder).rglob("*.py"):
            tree = ast.parse(path.read_text(encoding="utf-8"))
            stem = path.parent.name if path.name == "__init__.py" else path.stem
            inside.setdefault(stem, set()).update(names_in(tree))
            if path.name == "__init__.py":
                inside[stem].update(other.stem for other in path.parent.iterdir())
            for node in ast.walk(tree):
                if isinstance(node, ast.ClassDef):
                    inside.setdefault(node.name, set()).update(names_in(node))
                if isinstance(node, (ast.ClassDef, ast.FunctionDef)):
                    all_names.add(node.name)
    return inside, all_names


def names_in(tree):
    """Return the names that a module or a class defines, and those of a class's instances."""
    found = set()
    for node in tree.body:
        if isinstance(node, (ast.FunctionDef, ast.ClassDef)):
            found.add(node.name)
        elif isinstance(node, (ast.Assign, ast.AnnAssign)):
            found.update(name.id for name in ast.walk(node) if isinstance(name, ast.Name))
        elif isinstance(node, ast.ImportFrom):
            found.update(alias.asname or alias.name for alias in node.names)
    if isinstance(tree, ast.ClassDef):
        own = [node for node in ast.walk(tree) if isinstance(node, ast.Attribute)]
        found.update(
            node.attr for node in own if isinstance(node.value, ast.Name) and node.value.id == "self"
        )
    return found


# Variables of a script, and their classes; modules of the world.
VARIABLES = {"table": "Table", "match": "Match"}
FOREIGN = {"machine", "rp2", "readers"}


@pytest.mark.parametrize("page", PAGES, ids=NAMES)
def test_each_name_of_code_in_backticks_is_defined(page):
    inside, all_names = definitions()
    unknown = []
    for number, text, _ in spans(page):
        call = CALL.fullmatch(text)
        if PATH.fullmatch(text):
            continue
        if call and call[1] not in all_names:
            unknown.append(f"{number}: {text}")
        elif DOTTED.fullmatch(text):
            parts = text.split("(")[0].split(".")
            for owner, name in itertools.pairwise(parts):
                owner = VARIABLES.get(owner, owner)
                if owner in inside and owner not in FOREIGN and name not in inside[owner]:
                    unknown.append(f"{number}: {text}")
    assert not unknown, "\n".join(unknown)


def test_the_top_level_has_the_folders_of_the_table_and_nothing_else():
    """A stranger opens the repository and sees the table; a test that writes where it is run shows here."""
    listed = subprocess.run(["git", "ls-files"], cwd=ROOT, capture_output=True, text=True)
    if listed.returncode:
        pytest.skip("missing: git, or the repository; to get it: git clone")
    top = {name.partition("/")[0] for name in listed.stdout.splitlines()}
    files = {"README.md", "LICENSE", "Makefile", "pyproject.toml"}
    assert {name for name in top if not name.startswith(".")} == {*FOLDERS, *files}
