"""What is compiled for a Pico is the same program: numbers for constants, short names for private ones."""

import ast

from tablehost.firmware_files import board_path, boards, package_files, package_path
from tablehost.tight import private_names, tightened


def together(**sources):
    """The modules of a package `p`, tightened; without the package itself."""
    texts = {"p": "", **{f"p.{name}": text for name, text in sources.items()}}
    return {name[2:]: text for name, text in tightened(texts).items() if name != "p"}


def run(sources, name):
    """What module `name` holds after it was run; no imports are left in it."""
    names = {}
    exec(sources[name], names)
    return names


def test_constants_are_numbers_where_they_are_imported():
    tight = together(
        a="from cardtable.micro import const\nLEAST = const(-3)\nMOST = const(LEAST + 13)\n",
        b="from .a import LEAST, MOST as TOP\nspan = TOP - LEAST\nodd = 7 - LEAST ** 2\n",
    )
    assert "LEAST" not in tight["a"] and "MOST" not in tight["a"]
    assert run(tight, "b")["span"] == 13
    assert run(tight, "b")["odd"] == -2


def test_constants_are_found_through_modules_that_hand_them_on():
    tight = together(
        a="N = const(5)\n",
        b="from .a import *\n",
        c="from p.b import N\nM = N\n",
        d="from .c import N as K\nfrom . import a\nsum = K + a.N\n",
    )
    assert run(tight, "c")["M"] == 5
    assert "import N" not in tight["d"] and "10" in str(eval(tight["d"].split("sum = ")[1]))


def test_a_constant_that_somebody_looks_up_keeps_its_name():
    tight = together(
        a="N = const(5)\nM = const(6)\nK = const(7)\n", b="def see(codes): return codes.N, 'M'\n"
    )
    assert "N = " in tight["a"] and "M = " in tight["a"] and "K" not in tight["a"]


def test_what_is_imported_beside_a_constant_stays():
    assert together(a="N = const(5)\ndef f(): pass\n", b="from .a import N, f\nx = N\n")["b"] == (
        "from .a import f\nx = 5"
    )


BASE = "class Base:\n    def __init__(self):\n        self._left = 1\n"
HEIR = "from .a import Base\nclass Heir(Base):\n    def _right(self):\n        return 2\n"
OTHER = "def _alone(_given):\n    return _given\n"


def test_private_names_are_short_and_differ_where_objects_are_shared():
    names = private_names({"p.a": BASE, "p.b": HEIR, "p.c": OTHER, "p": ""})
    left, right = names["p.a"]["_left"], names["p.b"]["_right"]
    assert left != right, "an object may have both"
    assert set(names["p.c"].values()) == {left, right}, "the same ones serve where nothing is shared"
    tight = together(a=BASE, b=HEIR, c=OTHER)
    assert "_left" not in tight["a"] and "__init__" in tight["a"] and "self._" in tight["a"]


def test_a_private_name_of_several_modules_is_the_same_in_all():
    names = private_names(
        {"a": "def f(x): x._shared = x._own\n", "b": "def g(x): return x._shared, x._mine\n"}
    )
    assert names["a"]["_shared"] == names["b"]["_shared"]
    assert len({*names["a"].values(), *names["b"].values()}) == 2


def test_what_a_text_spells_keeps_its_name():
    assert private_names({"a": "def f(x): return getattr(x, '_there'), x._there\n"}) == {"a": {}}


def test_arguments_are_letters_unless_they_are_passed_by_name():
    tight = together(
        a="""
def scaled(number, factor, more=0):
    def plus(step, a=1):
        return number * factor + step + a
    return plus(2) + sum([number for _ in range(more)])
def bare(more, by):
    try:
        return (lambda by: by + more)(1)
    except ValueError as by:
        return by
""",
        b="from .a import scaled\nx = scaled(1, 2, more=4)\n",
    )
    assert "number" not in tight["a"] and "factor" not in tight["a"] and "more=0" in tight["a"]
    names = run(tight, "a")
    assert names["scaled"](5, 3, more=2) == 28 and names["bare"](4, 9) == 5


def test_the_firmware_keeps_every_public_function_and_class():
    modules = {path.relative_to(package_path()).as_posix(): path.read_text() for path in package_files()}
    modules.update({name: board_path(name).read_text() for name in boards()})
    sources = {
        "cardtable." + name.removesuffix(".py").replace("/", "."): text
        for name, text in modules.items()
        if not name.endswith(".txt")
    }
    for name, text in tightened(sources).items():
        assert functions(text) == functions(sources[name]), name


def functions(text):
    """The functions, methods and classes in the order of a text; private ones as `_`."""
    kinds = ast.FunctionDef | ast.ClassDef
    names = [node.name for node in ast.walk(ast.parse(text)) if isinstance(node, kinds)]
    return ["_" if name.startswith("_") and not name.startswith("__") else name for name in names]
