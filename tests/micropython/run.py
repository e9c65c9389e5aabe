"""Run test files on MicroPython: `mp32 tests/micropython/run.py FILE... [WORD...]`.

A test is a function `test_*` without parameters; it passes when it returns. Tests of one folder may
import each other. With words only those tests run that have one of them in their names. Prints `ok name` or
`FAIL name` with the traceback, then what the heap held, then `N passed, N failed`. Exit status 1 if anything
failed. Give one file per process for a fresh heap.
"""

import gc
import os
import sys

_SPARE = 300  # names; more than those that tests and what they import bring later


def module_name(path):
    """Return the import name of the file at `path`."""
    return path.split("/")[-1][: -len(".py")]


def read_once(name):
    """Import the modules of the game a test file is called after, and forget them: their names stay.

    They would come one by one as the tests go on, and for the 1261st MicroPython wants 9 KB in one piece,
    which only a fresh heap has; so it gets it now. What ships has half as many (tests/bench/heap.py).
    """
    games = [game for game in ("democracy", "democrazy", "demos") if game in name]
    for folder in sys.path if games else ():
        try:
            files = os.listdir(folder + "/cardtable/rulebook")
        except OSError:
            continue
        for file in files:
            module = "cardtable.rulebook." + file.split(".")[0]
            if file.split(".")[0].split("_")[0] in games and module not in sys.modules:
                __import__(module, None, None, ("NAME",))
                del sys.modules[module]
                delattr(sys.modules["cardtable.rulebook"], file.split(".")[0])
        gc.collect()
        for i in range(_SPARE):
            hasattr(sys, "z%d" % i)  # who is looked for has a name


def tests_in(module):
    """Return the names of the module's tests, sorted: MicroPython keeps no other order."""
    names = [name for name in dir(module) if name.startswith("test_")]
    return sorted(name for name in names if callable(getattr(module, name)))


def run_one(name, function):
    """Call a test, say how it went, return whether it passed."""
    try:
        function()
    except (Exception, SystemExit) as trouble:
        print(f"FAIL {name}")
        sys.print_exception(trouble, sys.stdout)
        return False
    print(f"ok {name}")
    return True


def run_file(path, words):
    """Run the tests of one file whose names have one of `words`, if there are any; return the numbers of
    passed and failed ones; no import is a failure.
    """
    name = module_name(path)
    sys.path.insert(0, path[: -len(name + ".py")] or ".")
    try:
        module = __import__(name)
    except Exception as trouble:
        print(f"FAIL {name} (import)")
        sys.print_exception(trouble, sys.stdout)
        return 0, 1
    read_once(name)
    gc.collect()
    start = gc.mem_alloc()
    held = used = start
    passed = failed = 0
    for test in tests_in(module):
        if words and not [word for word in words if word in test]:
            continue
        if run_one(f"{name}.{test}", getattr(module, test)):
            passed += 1
        else:
            failed += 1
        used = max(used, gc.mem_alloc())
        gc.collect()
        held = max(held, gc.mem_alloc())
    print(f"heap {name}: {start} imported, {held} held, {used} before a collection, of {heap_size()}")
    return passed, failed


def heap_size():
    """Return the size of the heap in bytes."""
    return gc.mem_alloc() + gc.mem_free()


def main(arguments):
    """Run the files and return the exit status."""
    paths = [one for one in arguments if one.endswith(".py")]
    words = [one for one in arguments if not one.endswith(".py")]
    passed = failed = 0
    for path in paths:
        ok, bad = run_file(path, words)
        passed += ok
        failed += bad
    print(f"{passed} passed, {failed} failed")
    return 1 if failed else 0


sys.exit(main(sys.argv[1:]))
