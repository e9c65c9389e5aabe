"""Plain English: documents, docstrings, comments and names hold no phrase of the list `PHRASES`.

The test reads the pages, and the code of firmware, boards, host and tests. It skips blocks of code, backticks
and quotes: those are names, values and texts of the table. It skips the files of `EXEMPT` and `EXEMPT_PAGES`,
which are made from catalogues of texts for players. Goldens, scenarios and planted defects are no modules.
"""

import ast
import io
import re
import tokenize
from pathlib import Path

import pytest

from doc_page import PAGES

ROOT = Path(__file__).resolve().parents[2]
FOLDERS = ("firmware", "boards", "host", "tests")

# Pages made from catalogues, of the verbs or the options, and the history of the project.
EXEMPT_PAGES = (
    "docs/reference/commands.md",
    "docs/CHANGELOG.md",
    *(f"docs/play/{game}-variants.md" for game in ("democracy", "demos", "democrazy")),
)
# A round of a recorded match, in the table's words.
ROUND = re.compile(r"<!-- begin round.*?<!-- end round -->", re.DOTALL)
# Modules made from catalogues.
EXEMPT = ("firmware/lib/cardtable/languages/en.py", "firmware/lib/cardtable/languages/fr.py")

# Pattern -> the plain words.
PHRASES = {
    r"nobody|no-one": "name the subject: no player, no host, no rule; or the passive",
    r"somebody|someone": "a player, a user, a computer",
    r"whoever|whosoever|whomever": "a player who ..., a program that ...",
    r"anew": "again, from the start",
    r"what (?:lies|lay|stands|stood|rests)": "the cards on the pad; the content of ...",
    r"who (?:is|was) heard": "the tag that answers",
    r"rulebook": "the engine, `games/<game>`, the rules",
    r"(?:is|are|was|were|be|been) told": "is reported, is sent, is shown, is given",
    r"told (?:to|of|by)": "reported to, sent to",
    r"stands? (?:in|on|at|behind|before|above|below|there|here|beside)": "is in, is at, follows, precedes",
    r"by no way": "not",
    r"makes? known": "reveals",
    r"of old": "earlier",
    r"who(?:m)? (?:it|they|one) (?:is|are) told": "the receiver",
    r"beside": "next to, in addition to, also, other than",
    r"(?:lies?|lay|stands?|stood) in (?:flash|memory|the (?:heap|journal|vault|log|file))": "is stored in",
    r"murmurs?": "a brief dropout of a tag",
}
# A space of a pattern may be the end of a line, with the mark of the next one.
GAP = r"(?:\s[\s#>]*)"
# A game is Democracy, DemoS, Democrazy or a custom one; played once it is a match.
MATCHES = re.compile(
    r"\b(?:(?:finished|ended|past|recorded|running|parked|exported|imported|open|begun|last) games?"
    r"|games? (?:files?|numbers?)|games? (?:of|in) (?:the|a|this \w+'s) journal|games? outside the journal"
    r"|games? (?:ended|(?:is|was|are|were|that (?:is|was|are|were)) (?:over|recorded|exported))"
    r"|leaves? the game)\b".replace(" ", GAP),
    re.IGNORECASE,
)
# The border of two words within a name.
WORDS = re.compile(r"_+|(?<=[a-z0-9])(?=[A-Z])")
FIRST = re.compile(r"(What|Whether|Who|Whom|Whose|How|Where|When|That|It|Which)\b")
BANNED = re.compile(
    "|".join(rf"(?P<p{n}>\b(?:{phrase.replace(' ', GAP)})\b)" for n, phrase in enumerate(PHRASES)),
    re.IGNORECASE,
)
INSTEAD = list(PHRASES.values())
QUOTED = re.compile(r'`[^`]*`|"[^"]*"|“[^”]*”')
BLOCK = re.compile(r"^ *```.*?^ *```", re.DOTALL | re.MULTILINE)


def blank(found):
    """Return the matched text with every character but line feeds replaced by a dot."""
    return re.sub(r"[^\n]", ".", found[0])


def phrases_in(text, line=1):
    """Yield (line number, phrase, plain words) of a text that begins at `line`; a phrase may cross lines."""
    text = QUOTED.sub(blank, text)
    for found in BANNED.finditer(text):
        phrase = " ".join(re.split(GAP, found[0]))
        yield line + text.count("\n", 0, found.start()), phrase, INSTEAD[int(found.lastgroup[1:])]
    for found in MATCHES.finditer(text):
        yield line + text.count("\n", 0, found.start()), " ".join(re.split(GAP, found[0])), "a match"


def prose_of(source):
    """Yield (line number, text, True for a docstring) of a module's docstrings and comments.

    Comments that follow each other line by line are one text.
    """
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef):
            first = node.body[0] if node.body else None
            if isinstance(first, ast.Expr) and isinstance(first.value, ast.Constant):
                if isinstance(first.value.value, str):
                    yield first.lineno, first.value.value, True
    start, lines, last = 0, [], -1
    for token in tokenize.generate_tokens(io.StringIO(source).readline):
        if token.type == tokenize.COMMENT:
            if token.start[0] != last + 1:
                if lines:
                    yield start, "\n".join(lines), False
                start, lines = token.start[0], []
            lines.append(token.string)
            last = token.start[0]
    if lines:
        yield start, "\n".join(lines), False


def faults_of_code(source):
    """Yield (line number, phrase, plain words) of a module."""
    for line, text, is_docstring in prose_of(source):
        if is_docstring and (first := FIRST.match(text)):
            yield line, first[0] + " ...", "begin with a verb (function) or a noun (module, class)"
        yield from phrases_in(text, line)


def faults_of_names(source):
    """Yield (line number, name, plain words) of the functions and classes of a module."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef):
            found = BANNED.search(WORDS.sub(" ", node.name))
            if found:
                yield node.lineno, node.name, INSTEAD[int(found.lastgroup[1:])]


def faults_of_page(text):
    """Yield (line number, phrase, plain words) of a page, its blocks of code left out."""
    for left_out in (BLOCK, ROUND):
        text = left_out.sub(lambda block: "\n" * block[0].count("\n"), text)
    yield from phrases_in(text)


def report(path, faults):
    """Return a line for each fault: file, line, phrase, plain words."""
    name = path.relative_to(ROOT).as_posix()
    return "\n".join(f"{name}:{line}: {phrase!r}: write {instead}" for line, phrase, instead in faults)


def modules():
    """Return the modules that are read."""
    found = [path for folder in FOLDERS for path in sorted((ROOT / folder).rglob("*.py"))]
    return [path for path in found if path.relative_to(ROOT).as_posix() not in EXEMPT]


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.relative_to(ROOT).as_posix())
def test_pages_are_in_plain_english(page):
    if page.relative_to(ROOT).as_posix() in EXEMPT_PAGES:
        return
    found = report(page, faults_of_page(page.read_text(encoding="utf-8")))
    assert not found, "\n" + found


@pytest.mark.parametrize("folder", FOLDERS)
@pytest.mark.parametrize("faults", [faults_of_code, faults_of_names])
def test_code_and_its_names_are_in_plain_english(faults, folder):
    found = [
        report(path, faults(path.read_text(encoding="utf-8")))
        for path in modules()
        if path.is_relative_to(ROOT / folder)
    ]
    assert not any(found), "\n" + "\n".join(filter(None, found))


def test_the_lint_finds_a_name_with_its_line():
    source = "class ToldTo:\n    def what_lies_here(self):\n        toldtoo = 1\n\n\ndef nobody_2(): ...\n"
    assert [(line, name) for line, name, _ in faults_of_names(source)] == [
        (1, "ToldTo"),
        (6, "nobody_2"),
        (2, "what_lies_here"),
    ]


def test_the_lint_finds_a_phrase_with_its_line():
    source = (
        '"""What a card is."""\n\nX = 1  # told to\n# nobody asks `nobody`, what\n#   lies here, "anew"\n'
    )
    assert [(line, phrase) for line, phrase, _ in faults_of_code(source)] == [
        (1, "What ..."),
        (3, "told to"),
        (4, "nobody"),
        (4, "what lies"),
    ]
    page = "One\n\n```\nnobody\n```\nIt is\ntold `anew`, and stands\n  in a file.\n"
    assert [(line, phrase) for line, phrase, _ in faults_of_page(page)] == [(6, "is told"), (7, "stands in")]
    page = "A new game.\nIt judges finished\ngames, `past games` and a game\nfile.\n"
    assert [(line, phrase) for line, phrase, _ in faults_of_page(page)] == [
        (2, "finished games"),
        (3, "game file"),
    ]
    assert report(ROOT / "README.md", [(4, "anew", "again")]) == "README.md:4: 'anew': write again"
