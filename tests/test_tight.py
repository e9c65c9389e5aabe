"""What is compiled for a Pico is the same program: numbers for constants, names that cost nothing."""

import re
import subprocess
import sys
import types

import pytest

from tablehost import rom
from tablehost.tight import explained, tightened


def texts_of(sources, *kept):
    """The programs on the device, by the full names of their modules."""
    return {name: one.text for name, one in tightened(sources, kept).items()}


def together(*kept, **sources):
    """The modules of a package `p`, tightened but for the names `kept`; without the package itself."""
    texts = {"p": "", **{f"p.{name}": text for name, text in sources.items()}}
    return {name[2:]: one.text for name, one in tightened(texts, kept).items() if name != "p"}


def run(sources, name):
    """What module `name` holds after it was run; no imports are left in it."""
    names = {}
    exec(sources[name], names)
    return names


def test_constants_are_numbers_where_they_are_imported():
    tight = together(
        "span",
        "odd",
        a="from cardtable.micro import const\nLEAST = const(-3)\nMOST = const(LEAST + 13)\n",
        b="from .a import LEAST, MOST as TOP\nspan = TOP - LEAST\nodd = 7 - LEAST ** 2\n",
    )
    assert "LEAST" not in tight["a"] and "MOST" not in tight["a"]
    assert run(tight, "b")["span"] == 13
    assert run(tight, "b")["odd"] == -2


def test_constants_are_found_through_modules_that_hand_them_on():
    tight = together(
        "M",
        "sum",
        a="N = const(5)\n",
        b="from .a import *\n",
        c="from p.b import N\nM = N\n",
        d="from .c import N as K\nfrom . import a\nsum = K + a.N\n",
    )
    assert run(tight, "c")["M"] == 5
    assert "import N" not in tight["d"] and "10" in str(eval(tight["d"].split("sum = ")[1]))


def test_a_constant_that_somebody_looks_up_keeps_its_name():
    texts = {"a": "N = const(5)\nM = const(6)\nK = const(7)\n", "b": "def see(codes): return codes.N, 'M'\n"}
    tight = together("N", **texts)
    assert "N = " in tight["a"] and "M = " in tight["a"] and "K" not in tight["a"]


def test_what_is_imported_beside_a_constant_stays():
    texts = {"a": "N = const(5)\ndef f(): pass\n", "b": "from .a import N, f\nx = N\n"}
    assert together("f", "x", **texts)["b"] == "from a import f as f\nx = 5"


BASE = "class Base:\n    def __init__(self, first):\n        self.left = first\n"
HEIR = "from .a import Base\nclass Heir(Base):\n    def right(self):\n        return self.left, 2\n"
OTHER = "class Other:\n    def alone(self):\n        return self\n"


def test_names_differ_where_they_stand_side_by_side():
    tight = together(a=BASE, b=HEIR, c=OTHER)
    names = run(tight, "a")
    assert "Base" not in names and "left" not in tight["b"] and "__init__" in tight["a"]
    left, right = (re.search(pattern, tight["b"])[1] for pattern in (r"self\.(\w+), 2", r"def (\w+)\("))
    assert left != right, "an object has both"


def test_the_whole_program_means_the_same():
    """One program, as it is and tightened: classes, closures, arguments by name, loops in brackets."""
    texts = {
        "tight_a": WHOLE,
        "tight_b": "import tight_a as other\nfrom tight_a import Stack as Pile, top\n"
        "def use():\n    pile = Pile(start=3)\n    pile.place_on(4)\n    pile.note = other.TEN\n"
        "    return top(pile), pile.note, other.spread(2), sorted([3, 1], key=lambda item: -item)\n",
    }
    plain, tight = (loaded(texts, texts), loaded(texts_of(texts, "use"), texts))
    assert plain.use() == tight.use() == ((7, [3, 4]), 10, [[2, 0], [2, 1]], [3, 1])
    assert "place_on" not in texts_of(texts)["tight_a"]


WHOLE = """
TEN = 10
class Stack:
    limit = TEN
    def __init__(self, start=0, more=()):
        self.items = [start] + list(more)
    @property
    def sum(self):
        total = 0
        def add(by):
            nonlocal total
            total = total + by
            return total
        return [add(item) for item in self.items][-1]
    def place_on(self, item):
        if len(self.items) < self.limit:
            self.items.append(item)
def top(stack):
    return stack.sum, stack.items
def spread(factor):
    return [[factor, step] for step in range(factor)]
"""


def loaded(texts, names):
    """The last of the modules, imported."""
    for name in names:
        sys.modules[name] = types.ModuleType(name)
        exec(texts[name], sys.modules[name].__dict__)
    return sys.modules[name]


def test_what_micropython_or_a_text_may_ask_for_keeps_its_name():
    text = "class Own(Exception):\n    def read(self): return getattr(self, 'there'), self.there, self.seen\n"
    text += "    def seen(self, place=1): return '{place}'.format(place=place)\n    def there(self): pass\n"
    tight = texts_of({"a": text})["a"]
    assert all(word in tight for word in ("Own", "read", "there(", "place=")) and "seen" not in tight


def test_what_an_argument_of_others_is_called_stays():
    tight = texts_of({"a": "def first(default=1): pass\nfirst(default=2)\nmax([], default=0)\n"})["a"]
    assert "max([], default=0)" in tight and "first" not in tight


PACKAGE = {
    "cardtable": "",
    "cardtable.controller": "",
    "cardtable.controller.loop": "import json\nfrom . import signs\nfrom .lamps import Lamp, lit as on\n"
    "LIT = 5\ndef run():\n    from .lamps import LIT as colour\n"
    "    return signs.sign(2), on(), LIT, colour, Lamp().lit(), json.dumps([len(signs.NAMES)])\n",
    "cardtable.controller.signs": "import json\nfrom cardtable.controller import lamps\nNAMES = ('a', 'b')\n"
    "def sign(lit):\n    return lamps.lit() + lit + len(json.dumps(NAMES))\n",
    "cardtable.controller.lamps": "LIT = 7\nclass Lamp:\n    LIT = 8\n"
    "    def lit(self): return LIT, self.LIT\n"
    "def lit(): return LIT\n",
    "cardtable.controller.lent": "from . import loop\nfrom .lamps import *\nfrom .lamps import Lamp as Base\n"
    "class Heir(Base):\n    def glow(self): return self.lit(), self.LIT, lit(), loop.LIT, loop.run()\n"
    "def use(): return Heir().glow()\n",
    "cardtable.controller.over": "LENT = 'cardtable.controller.lent'\nfrom . import lamps\nit = lamps\n",
}


def test_modules_that_are_always_there_become_one(tmp_path):
    texts = {name: text for name, text in PACKAGE.items() if not name.endswith("over")}
    shipped = tightened(texts, {"use"})
    lent = shipped["cardtable.controller.lent"].name
    assert {one.name for one in shipped.values()} == {"loop", lent}, "and nothing is left of the packages"
    tight = {one.name: one.text for one in shipped.values()}
    said = [
        used(tmp_path / "plain", texts, "cardtable.controller.lent"),
        used(tmp_path / "tight", tight, lent),
    ]
    assert said == 2 * ["((7, 8), 8, 7, 5, (19, 7, 5, 7, (7, 8), '[2]'))\n"]


def used(folder, texts, module):
    """What `use` of the module says in a fresh Python."""
    packages = {name.rpartition(".")[0] for name in texts}
    for name, text in texts.items():
        path = folder / (name.replace(".", "/") + ("/__init__" if name in packages else "") + ".py")
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    code = f"import sys; sys.path.insert(0, {str(folder)!r})\n"
    code += f"from {module} import use; print(use())"
    return subprocess.run([sys.executable, "-I", "-c", code], stdout=subprocess.PIPE, text=True).stdout


APART = {
    "p": "",
    "p.near": "",
    "p.near.proof": "def here(): return 'near'\n",
    "p.far": "VERSION = 3\n",
    "p.far.proof": "from p.near.proof import here as there\ndef here(): return there() + ' and far'\n",
    "p.far.time": "TIME = 'our own'\n",
    "p.use": "from p.far import proof as far\nfrom .far import VERSION\n"
    "KIND = 'p.far.'\ndef get(name): return __import__(name, None, None, ('TIME',))\n"
    "def use():\n    from .near import proof\n    import time\n"
    "    return far.here(), proof.here(), VERSION, get('p.far.time').TIME, KIND + 'x', time.time() > 5\n",
}


def test_modules_lie_side_by_side(tmp_path):
    shipped = tightened(APART, {"use"})
    assert sorted(one.name for one in shipped.values()) == [
        "far_proof",
        "far_time",
        "near_proof",
        "use",
    ]
    tight = {one.name: one.text for one in shipped.values()}
    said = [used(tmp_path / "plain", APART, "p.use"), used(tmp_path / "tight", tight, "use")]
    assert said[0] == "('near and far', 'near', 3, 'our own', 'p.far.x', True)\n"
    assert said[1] == said[0].replace("p.far.x", "x"), "a module's name can be put together, too"


def test_a_module_has_a_name_that_costs_nothing_unless_that_is_put_together():
    texts = {
        "cardtable": "",
        "cardtable.rulebook": "",
        "cardtable.rulebook.game_parting": "x = 1\n",
        "cardtable.rulebook.laying": "x = 2\n",
        "cardtable.wire": "",
        "cardtable.wire.chain": "x = 3\n",
        "cardtable.drivers": "",
        "cardtable.drivers.reader": "x = 4\n",
        "use": "def get(name): return __import__(name, None, None, ('x',)).x\ndef use():\n"
        "    beside = ['cardtable.rulebook.' + name + '_parting' for name in ('game',)]\n"
        "    return get(beside[0]), get('cardtable.rulebook.laying'), get('cardtable.wire.chain')\n",
    }
    shipped = tightened(texts, {"use"})
    names = {module.rpartition(".")[2]: one.name for module, one in shipped.items()}
    kept = {name for name in names if names[name] == name}
    assert kept == {"game_parting", "reader", "use"}, "others may ask for those"
    assert {names["laying"], names["chain"]} <= set(rom.FREE) and names["laying"] != names["chain"]


def test_two_modules_of_one_name_are_refused():
    texts = {
        "p": "",
        "p.far": "",
        "p.far.proof": "",
        "p.near": "",
        "p.near.proof": "",
        "p.far_proof": "x = 1\n",
    }
    texts = {name: text or "x = 1\n" for name, text in texts.items()}
    with pytest.raises(SyntaxError, match="far_proof"):
        tightened(texts)


def test_a_module_that_is_passed_about_stays_one():
    assert "cardtable.controller.lamps" in tightened(PACKAGE)
    assert set(tightened({**PACKAGE, "cardtable.controller.over": ""}, apart=True)) == set(PACKAGE)


def test_a_traceback_is_explained():
    texts = {"p.a": BASE.replace("first\n", "first\n    def fall(self):\n        return self.left.away\n")}
    texts |= {"p": "", "p.b": "def away(x):\n    x.away = 1\n"}
    tight = texts_of(texts)
    fall = re.search(r"def (?!_)(\w+)", tight["p.a"])[1]
    away = re.search(r"\w+\.(\w+) = 1", tight["p.b"])[1]
    said = f"  File \"a\", line 1, in {fall}\nAttributeError: 'int' object has no attribute '{away}'\n"
    wanted = "  File \"a\", line 1, in Base.fall\nAttributeError: 'int' object has no attribute 'away'\n"
    assert explained(said, texts) == wanted
    assert explained("said: no names here", texts) == "said: no names here"


def test_arguments_have_new_names_unless_others_may_ask_for_them():
    tight = together(
        "scaled",
        "bare",
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
        b="from .a import scaled\nx = scaled(1, 2, more=4)\ny = dict(more=5)\n",
    )
    assert "number" not in tight["a"] and "factor" not in tight["a"] and "more=0" in tight["a"]
    names = run(tight, "a")
    assert names["scaled"](5, 3, more=2) == 28 and names["bare"](4, 9) == 5


def test_the_names_that_cost_nothing_are_micropythons(needs_mp32):
    """Those can be asked for and nothing is in memory for it; what MicroPython's objects have is known."""
    code = "import micropython, sys\nclass O: pass\n"
    code += "".join(f"hasattr(O, {name!r})\n" for name in rom.FREE)
    code += (
        "import array, binascii, builtins, collections, errno, gc, hashlib, io, json, os, re, struct, time\n"
    )
    code += "for one in list(globals().values()) + [getattr(builtins, name) for name in dir(builtins)]:\n"
    code += " print('has', *dir(one))\n"
    code += (
        "for one in (b'', bytearray(), [], {}, '', (), set(), O.__init__ if 0 else len, open('/dev/null')):\n"
    )
    code += " print('has', *dir(one))\n"
    lines = needs_mp32.run("-c", code + "micropython.qstr_info(1)\n").stdout.splitlines()
    new = {line[2:-1] for line in lines if line.startswith("Q(")}
    assert len(lines) > 100 and not new.intersection(rom.FREE)
    has = {name for line in lines if line.startswith("has ") for name in line.split()[1:]}
    assert "append" in has and "crc32" in has
    assert {name for name in has - rom.OWN - {"O"} if not name.startswith("_")} == set()
