"""What the command imports before it knows what it is to do: each module costs time at every start."""

import subprocess
import sys

import pytest

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
NEVER |= {"rich", "shtab", "sqlite3", "unittest", "uuid"}
# And what those words need that only name an option.
SELDOM = {"argparse", "datetime", "difflib", "json", "pathlib", "shutil", "socket", "subprocess", "tempfile"}
SELDOM |= {"threading", "typing", "serial", "tomllib"}
# Of the project: what is not for this word.
OURS = {"tablehost.journal.store", "tablehost.link.session", "tablehost.plugins.own", "tablehost.screen"}


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

    return start


@pytest.mark.parametrize("word", ["--help", "--version", "--help=", "plya"])
def test_a_word_that_needs_no_table_imports_next_to_nothing(imported, word):
    """Suggestions for a mistake are worth their module."""
    modules = imported(word)
    is_mistake = word in ("--help=", "plya")
    assert not modules & (NEVER | OURS | (SELDOM - {"argparse"} - ({"difflib"} if is_mistake else set())))
    assert not {name for name in modules if name.startswith(("cardtable.engine", "tablehost.journal"))}
    assert ("tablehost.cli.verb_arguments" in modules) is False


def test_the_arguments_of_a_verb_are_imported_when_it_was_said(imported):
    modules = imported("games", "--help")
    assert "tablehost.cli.verb_arguments" in modules and "tablehost.cli.games" not in modules
    assert not modules & NEVER
