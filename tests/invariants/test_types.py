"""Types: what the gate counts as open in each package; named tuples that have types for a checker alone."""

import ast
import importlib.util

import pytest

from mp32 import ROOT

SPEC = importlib.util.spec_from_file_location("gate", ROOT / "tests" / "gate.py")
gate = importlib.util.module_from_spec(SPEC)
SPEC.loader.exec_module(gate)

REPORT = """\
                     Name   Anys    Exprs   Coverage
---------------------------------------------------
         tablehost.locks      0       64    100.00%
    tablehost.fresh.one       1       50     98.00%
    tablehost.fresh.two       {0}       50     98.00%
  cardtable.games.demos       3       50     94.00%
---------------------------------------------------
                    Total      6      214     97.20%
"""


def test_a_package_with_too_many_anys_is_named_with_its_figure():
    assert gate.too_many_anys(REPORT.format(0), "tablehost") == []
    assert gate.too_many_anys(REPORT.format(1), "tablehost") == [
        "fresh: 2.00 % of its expressions are of type Any; less than 2 % may be"
    ]
    assert gate.too_many_anys(REPORT.format(0), "cardtable") == [
        "games: 6.00 % of its expressions are of type Any; less than 2 % may be"
    ]


def named_tuples(body):
    """Return the fields of each named tuple that these statements define, by its name."""
    found = {}
    for node in body:
        if isinstance(node, ast.ClassDef):
            found[node.name] = [one.target.id for one in node.body if isinstance(one, ast.AnnAssign)]
        elif isinstance(node, ast.Assign) and isinstance(node.value, ast.Call) and node.value.args[1:]:
            name, fields = node.value.args
            found[name.value] = [
                one.value if isinstance(one, ast.Constant) else one.elts[0].value for one in fields.elts
            ]
    return found


def test_named_tuples_have_the_same_fields_for_types_and_on_a_pico():
    """MicroPython has no types, so these modules name the fields twice."""
    compared = 0
    for path in sorted((ROOT / "firmware" / "lib" / "cardtable").rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text())):
            if isinstance(node, ast.If) and node.orelse and ast.unparse(node.test) == "TYPE_CHECKING":
                typed, untyped = named_tuples(node.body), named_tuples(node.orelse)
                assert typed == untyped, path
                compared += len(untyped)
    assert compared >= 10


def is_annotated(function):
    """Say whether a function has the types of all its arguments and of what it returns."""
    arguments = [*function.args.posonlyargs, *function.args.args, *function.args.kwonlyargs]
    typed = all(one.annotation is not None for one in arguments if one.arg not in ("self", "cls"))
    return typed and (function.returns is not None or function.name == "__init__")


@pytest.mark.xfail(strict=True, raises=AssertionError, reason="annotated functions of all: goal all")
def test_every_function_of_the_program_is_annotated():
    paths = [path for top in ("firmware/lib", "host") for path in (ROOT / top).rglob("*.py")]
    functions = [
        node
        for path in paths
        for node in ast.walk(ast.parse(path.read_text()))
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
    ]
    bare = sum(not is_annotated(one) for one in functions)
    assert not bare, f"{bare} of {len(functions)} functions lack a type"
