"""The runner of the portable tests on MicroPython tells passed from failed, and says so to the gate."""

import pytest

RUNNER = "tests/micropython/run.py"


def outcome(vm, folder, source):
    """Run `source` as a test file; return (exit status, lines printed)."""
    path = folder / "test_example.py"
    path.write_text(source)
    done = vm.run(RUNNER, str(path))
    return done.returncode, done.stdout.splitlines()


def test_all_passed(needs_mp32, tmp_path):
    (tmp_path / "helper.py").write_text("TWO = 2\n")
    source = "from helper import TWO\ndef test_b():\n    assert TWO == 2\ndef test_a():\n    pass\n"
    status, lines = outcome(needs_mp32, tmp_path, source)
    assert status == 0
    assert lines[:2] == ["ok test_example.test_a", "ok test_example.test_b"]
    assert lines[-1] == "2 passed, 0 failed"


@pytest.mark.parametrize(
    "source, said",
    [
        ("def test_a():\n    assert 1 == 2\n", "AssertionError"),
        ("def test_a():\n    return [bytearray(1000) for _ in range(6000)]\n", "MemoryError"),
        ("import nowhere\n", "ImportError"),
        ("def test_a(:\n", "SyntaxError"),
    ],
)
def test_a_failure_is_seen(needs_mp32, tmp_path, source, said):
    status, lines = outcome(needs_mp32, tmp_path, source)
    assert status == 1
    assert any(said in line for line in lines)
    assert lines[-1] == "0 passed, 1 failed"


def test_leaving_early_is_a_failure(needs_mp32, tmp_path):
    status, _ = outcome(needs_mp32, tmp_path, "import sys\ndef test_a():\n    sys.exit(0)\n")
    assert status == 1


def test_files_of_one_name_in_several_folders(needs_mp32, tmp_path):
    paths = []
    for name in ("a", "b"):
        paths.append(tmp_path / name / "test_example.py")
        paths[-1].parent.mkdir()
        paths[-1].write_text(f"def test_{name}():\n    pass\n")
    lines = needs_mp32.run(RUNNER, *[str(path) for path in paths]).stdout.splitlines()
    assert lines == ["ok test_example.test_a", "ok test_example.test_b", "2 passed, 0 failed"]


def test_words_pick_tests(needs_mp32, tmp_path):
    (tmp_path / "test_example.py").write_text("def test_a():\n    assert 0\ndef test_bee():\n    pass\n")
    done = needs_mp32.run(RUNNER, str(tmp_path / "test_example.py"), "bee", "wasp")
    assert done.returncode == 0 and done.stdout.splitlines()[-1] == "1 passed, 0 failed"
