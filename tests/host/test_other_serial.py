"""Another package called `serial` in the way of pyserial: it is named, and only ports need the real one."""

import json
import os
import subprocess
import sys

import pytest

OTHERS = {
    "a package": ("serial/__init__.py", "VERSION = '0.0.97'\n"),
    "a module": ("serial.py", "print\n"),
    "a module that fails": ("serial.py", "raise RuntimeError('nothing to see')\n"),
    "a module of Python 2": ("serial.py", "print 'x'\n"),
    "half of pyserial": ("serial/tools/list_ports.py", ""),
}


@pytest.fixture(params=OTHERS.values(), ids=OTHERS)
def command(request, tmp_path):
    """Run the command with such a package before all others; `command.file` is its place."""
    name, text = request.param
    file = tmp_path / "other" / name
    file.parent.mkdir(parents=True)
    file.write_text(text)
    first = file.relative_to(tmp_path / "other").parts[0]
    if first == "serial":
        (tmp_path / "other" / "serial" / "__init__.py").touch()
    path = os.pathsep.join([str(tmp_path / "other"), *(path for path in sys.path if path)])
    known = {"PYTHONPATH": path, "CARDTABLE_HOME": str(tmp_path / "home"), "CARDTABLE": "auto"}
    program = "import sys; from tablehost.cli.command import main; sys.exit(main(sys.argv[1:]))"

    def run(*words, **more):
        process = subprocess.run(
            [sys.executable, "-c", program, *words],
            env={**os.environ, **known, **more},
            capture_output=True,
            text=True,
            stdin=subprocess.DEVNULL,
            check=False,
        )
        assert "Traceback" not in process.stderr, process.stderr
        return process.returncode, process.stdout, process.stderr

    run.file = str(tmp_path / "other" / first)
    return run


def test_the_virtual_table_plays_and_says_why_it_is_the_virtual_one(command):
    short = ["democracy", "--players", "2", "-o", "target=1", "--watch", "--pace", "0", "--seed", "1"]
    status, out, err = command("play", *short)
    assert status == 0 and "won" in out
    assert command.file in err and "pyserial" in err
    status, out, err = command("play", "-t", "sim:", *short)
    assert (status, err) == (0, "")
    for words in (["tables", "--json"], ["--json"]):
        status, out, _ = command(*words)
        told = json.loads(out)["data"]
        tables = told if isinstance(told, list) else told["tables"]
        assert status == 0 and [row["virtual"] for row in tables] == [True]


def test_doctor_names_the_file(command):
    status, out, _ = command("doctor", "--json")
    checks = {row["check"]: row for row in json.loads(out)["data"]}
    assert status != 0 and command.file in json.dumps(checks["packages"])
    assert {"python", "config", "data", "kept", "port"} <= set(checks), "the other checks are made"


@pytest.mark.parametrize(
    "words",
    [["play", "democracy", "-t", "port:/dev/null"], ["doctor", "--wires"], ["tables", "set", "sound=on"]],
)
def test_commands_that_use_a_port_name_the_file(command, words):
    status, _, err = command(*words, CARDTABLE_REQUIRE_HW="1")
    assert status == 2 and command.file in err and "--force-reinstall" in err
