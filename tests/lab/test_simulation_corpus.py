"""The corpus of a simulation: the same bytes by the same command, and a folder that is whole or absent."""

import hashlib
import json
import shlex

import pytest

from called_command import run
from cardtable_lab import simulate

WORDS = ["simulate", "democracy", "--players", "3", "--preset", "short", "--bots", "sensible,random"]
SEEDED = [*WORDS, "--seed", "5", "--games", "12"]


def read(folder):
    return {path.name: path.read_bytes() for path in folder.iterdir()}


def make(capsys, folder, *words):
    status, _, err = run(capsys, *words, "--corpus", str(folder))
    assert status == 0, err
    return read(folder)


def command_on(page):
    return shlex.split(next(line for line in page.decode().split("\n") if line.startswith("    ")))[1:]


@pytest.mark.parametrize(
    "words",
    [
        SEEDED,
        [*SEEDED, "--sweep", "split"],
        ["simulate", "democracy", "--names", "Zoé,Ed,Al O'Neil", "--seed", "5", "--games", "3"],
        ["simulate", "democrazy", "--games", "2", "--seed", "1", "-o", "stack_top=2", "-o", "stack_bottom=2"],
        [*WORDS, "--games", "300", "--seed", "2", "--until", "win share±30%"],
    ],
)
def test_the_command_on_the_page_makes_the_same_bytes(capsys, tmp_path, monkeypatch, words):
    made = make(capsys, tmp_path / "first", *words)
    monkeypatch.chdir(tmp_path)
    status, _, err = run(capsys, *command_on(made["README.md"]), "--jobs", "1")
    assert status == 0, err
    assert read(tmp_path / "corpus") == made and set(made) == {"README.md", "matches.jsonl"}


def test_the_page_counts_and_sums_the_file(capsys, tmp_path):
    made = make(capsys, tmp_path / "it", *SEEDED)
    page, data = made["README.md"].decode(), made["matches.jsonl"]
    assert hashlib.sha256(data).hexdigest() in page
    assert f"{len(data.splitlines())} lines, {len(data)} bytes" in page
    kinds = [json.loads(line)["kind"] for line in data.decode().splitlines()]
    assert kinds.count("match") == kinds.count("result") == 12
    assert kinds[0] == "match" and kinds[-1] == "result"


def test_it_is_the_log_of_the_same_simulation(capsys, tmp_path):
    made = make(capsys, tmp_path / "it", *SEEDED, "--log", str(tmp_path / "log"))
    assert made["matches.jsonl"] == (tmp_path / "log").read_bytes()


def test_an_empty_folder_is_filled_and_one_with_files_is_left_alone(capsys, tmp_path):
    folder = tmp_path / "it"
    folder.mkdir()
    made = make(capsys, folder, *SEEDED)
    status, out, err = run(capsys, *SEEDED, "--seed", "6", "--corpus", str(folder))
    assert (status, out) == (2, "") and str(folder) in err and "empty" in err
    assert read(folder) == made


@pytest.mark.parametrize("where, status", [("", 2), ("-", 2), ("none/it", 1), ("file", 1)])
def test_a_place_for_no_folder_is_refused_before_any_match(capsys, tmp_path, monkeypatch, where, status):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "file").write_text("mine")
    monkeypatch.setattr(simulate, "run", lambda *words: pytest.fail("a match was played"))
    got, out, err = run(capsys, *SEEDED, "--corpus", where)
    assert (got, out) == (status, "") and "--corpus" in err
    assert [path.name for path in tmp_path.iterdir()] == ["file"]


def test_a_stop_leaves_nothing_behind(capsys, tmp_path, monkeypatch):
    def stop(*about):
        raise KeyboardInterrupt

    monkeypatch.setattr(simulate, "one", stop)
    assert run(capsys, *SEEDED, "--jobs", "1", "--corpus", str(tmp_path / "it"))[0] not in (0, 1)
    assert list(tmp_path.iterdir()) == []


def test_a_full_disk_is_one_clear_line_and_leaves_nothing_behind(capsys, tmp_path, monkeypatch):
    def refuse(self, samples):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(simulate.corpus.Corpus, "_describe", refuse)
    status, _, err = run(capsys, *SEEDED, "--corpus", str(tmp_path / "it"))
    assert status == 1 and "No space left" in err and "--corpus" in err
    assert list(tmp_path.iterdir()) == []
