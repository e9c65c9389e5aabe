"""The imports of the command before it knows its task: each module costs time at every start."""

import subprocess
import sys

import pytest

from tablehost.journal.store import Journal

SCRIPT = """
import os, sys
before = set(sys.modules)
sys.argv = ["cardtable", *sys.argv[1:]]
from tablehost.__main__ import run
try:
    run()
finally:
    with os.fdopen(os.dup(2), "w") as out:
        print(*sorted(set(sys.modules) - before), file=out)
"""

# Of the libraries: what is large, or has much behind it.
NEVER = {
    "asyncio",
    "ast",
    "dataclasses",
    "hashlib",
    "importlib.metadata",
    "inspect",
    "logging",
    "prompt_toolkit",
}
NEVER |= {"rich", "shtab", "psycopg", "sqlite3", "unittest", "uuid"}
# And what those words need that only name an option.
SELDOM = {"argparse", "datetime", "difflib", "json", "pathlib", "shutil", "socket", "subprocess", "tempfile"}
SELDOM |= {"threading", "typing", "serial", "tomllib"}
# Of the project: what is not for this word.
OURS = {"tablehost.journal.store", "tablehost.link.conversation", "tablehost.plugins.own", "tablehost.screen"}


@pytest.fixture
def imported(tmp_path):
    """imported(*words): the modules that the command imports, by their names and those of their packages."""
    env = {
        "CARDTABLE_HOME": str(tmp_path),
        "XDG_CONFIG_HOME": str(tmp_path),
        "PYTHONPATH": ":".join(sys.path),
    }

    def start(*words):
        done = subprocess.run([sys.executable, "-c", SCRIPT, *words], capture_output=True, text=True, env=env)
        modules = done.stderr.split("\n")[-2].split()
        assert "tablehost.cli.command" in modules, done.stderr
        return set(modules)

    start.home = tmp_path
    return start


@pytest.mark.parametrize("word", ["--help", "--version", "--help=", "plya"])
def test_a_word_that_needs_no_table_imports_next_to_nothing(imported, word):
    """Suggestions for a mistake are worth their module."""
    modules = imported(word)
    is_mistake = word in ("--help=", "plya")
    assert not modules & (NEVER | OURS | (SELDOM - {"argparse"} - ({"difflib"} if is_mistake else set())))
    assert not {name for name in modules if name.startswith(("cardtable.engine", "tablehost.journal"))}
    assert "tablehost.arguments" not in modules


def test_how_things_are_is_said_without_what_a_match_needs(imported):
    """Nothing was played yet: so there is no journal to be opened."""
    modules = imported()
    needless = SELDOM - {"pathlib", "serial", "typing"}  # paths, and the ports that there are
    assert not modules & (NEVER | OURS | needless)
    assert not {name for name in modules if name.startswith(("cardtable.engine", "tablehost.journal"))}
    assert "tablehost.link.present_tables" in modules


def test_a_journal_is_read_without_what_builds_classes_slowly(imported):
    with Journal(imported.home / "journal.sqlite") as journal:
        journal.create_game("e6", "demos", ["Ada", "Ben", "Cleo"], {}, True)
    modules = imported()
    assert "sqlite3" in modules and not modules & ((NEVER | {"shutil", "tempfile"}) - {"sqlite3"})


def test_the_arguments_of_a_verb_are_imported_when_it_was_said(imported):
    modules = imported("games", "--help")
    assert "tablehost.arguments" in modules and "tablehost.cli.games" not in modules
    assert not modules & NEVER
