"""Run test files on MicroPython: `mp32 tests/micropython/run.py FILE... [WORD...]`.

A test is a function `test_*` without parameters; it passes when it returns. Tests of one folder may
import each other. With words only those tests run that have one of them in their names. Prints `ok name` or
`FAIL name` with the traceback, then `N passed, N failed`. Exit status 1 if anything failed.
"""

import gc
import sys

from with_stack import call


def module_name(path):
    """Return the import name of the file at `path`."""
    return path.split("/")[-1][: -len(".py")]


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
    sys.modules.pop(name, None)  # a file of the same name in another folder
    try:
        module = __import__(name)
    except Exception as trouble:
        print(f"FAIL {name} (import)")
        sys.print_exception(trouble, sys.stdout)
        return 0, 1
    passed = failed = 0
    for test in tests_in(module):
        if words and not [word for word in words if word in test]:
            continue
        if run_one(f"{name}.{test}", getattr(module, test)):
            passed += 1
        else:
            failed += 1
        gc.collect()
    return passed, failed


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


sys.exit(call(lambda: main(sys.argv[1:])))
