"""What takes the place of a match for a while: which kind it is, others ask by what it alone has."""

import ast
from pathlib import Path

from cardtable.controller import loop

SEAM = {"look", "key", "prompt"}  # what makes a class a dialogue
# What others ask a dialogue whether it has it -> the dialogues that have it.
MARKS = {
    "serve": {"Service"},  # the service mode
    "room": {"Full"},  # it rests for want of room
    "start": {"Preparing"},  # a match is set up
    "asker": {"Talk", "Full", "Count", "Standings"},  # no time goes by and nothing counts
}


def modules():
    return [ast.parse(path.read_text()) for path in sorted(Path(loop.__file__).parent.glob("*.py"))]


def has(row):
    """The names that an object of this class has."""
    names = {node.name for node in row.body if isinstance(node, ast.FunctionDef)}
    targets = [node for node in ast.walk(row) if isinstance(node, (ast.Attribute, ast.Name))]
    stored = [node for node in targets if isinstance(node.ctx, ast.Store)]
    own = [node.id for node in stored if isinstance(node, ast.Name) and node.col_offset == row.col_offset + 4]
    return names | set(own) | {node.attr for node in stored if isinstance(node, ast.Attribute)}


def test_a_dialogue_is_told_from_others_by_what_it_alone_has():
    classes = [node for tree in modules() for node in tree.body if isinstance(node, ast.ClassDef)]
    dialogues = {row.name: has(row) for row in classes if has(row) >= SEAM}
    assert set(dialogues) >= set.union(*MARKS.values())
    assert MARKS == {mark: {name for name in dialogues if mark in dialogues[name]} for mark in MARKS}


def test_nobody_asks_a_dialogue_for_anything_else():
    calls = [node for tree in modules() for node in ast.walk(tree) if isinstance(node, ast.Call)]
    asked = [node.args for node in calls if isinstance(node.func, ast.Name) and node.func.id == "hasattr"]
    assert {args[1].value for args in asked if ast.unparse(args[0]).endswith(".dialogue")} == set(MARKS)
