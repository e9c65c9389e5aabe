"""`cardtable replay`: games seen again, from the journal's logs and from files."""

import json
from itertools import takewhile

import pytest

from called_command import run
from tablehost.cli import replay
from tablehost.cli.command import main
from tablehost.match.events import COVERED, Pads
from tablehost.match.presenter import Presenter
from tablehost.match.replay import steps
from tablehost.people import vocabulary
from tablehost.screen import choice
from tablehost.screen.inputs import Watching
from tablehost.screen.plain import Plain


@pytest.fixture(scope="module")
def log(tmp_path_factory):
    """The open log of two simulated matches."""
    path = tmp_path_factory.mktemp("logs") / "two.jsonl"
    words = ["simulate", "democracy", "--games", "2", "--players", "3", "--seed", "4", "-o", "target=3"]
    assert main([*words, "--log", str(path), "--jobs", "1"]) == 0
    return path


def lines(path):
    return [json.loads(row) for row in path.read_text().splitlines()]


def test_every_match_of_a_file_is_replayed(capsys, log):
    status, out, err = run(capsys, "replay", str(log), "--pace", "0")
    assert (status, err) == (0, "")
    results = [line for line in lines(log) if line["kind"] == "result"]
    assert len(results) == 2 and out.count(" won: ") == 2
    assert "turns up" in out and "tribe: " in out


def test_as_json_it_is_the_log_itself(capsys, log):
    assert run(capsys, "replay", str(log), "--json")[1] == log.read_text()


def test_the_speed_is_kept(capsys, log, tmp_path, monkeypatch):
    start = [line for line in lines(log) if line["kind"] in ("match", "seated", "island", "trick")][:4]
    path = tmp_path / "short.jsonl"
    path.write_text("".join(json.dumps(line) + "\n" for line in start))
    waited = []
    monkeypatch.setattr(Watching, "pause", lambda _, seconds: waited.append(seconds))
    assert run(capsys, "replay", str(path), "--pace", "0.05")[0] == 0
    assert sum(waited) >= 4 * replay.MOMENT_S / 20 and len(waited) < 20


def test_the_picture_shows_the_trick(capsys, log, monkeypatch):
    shown = []

    class Seen(Plain):
        def show(self, event, snapshot):
            if isinstance(event, Pads):
                shown.append(event)

    monkeypatch.setattr(choice, "Plain", Seen)
    assert run(capsys, "replay", str(log), "--pace", "0")[0] == 0
    assert shown[2].seat_pads == 3 and len(shown[2].cards) == 4 == len(shown[2].lamps)
    assert shown[1].cards[:3] == (COVERED,) * 3, "face down first"
    assert all(card not in (None, COVERED) for card in shown[2].cards)
    assert [lamps[2].meaning for lamps in shown[2].lamps].count("you won the trick") == 1


def test_after_the_first_part_the_last_scene_of_a_line_stands_for_all(log):
    [match, *rest] = lines(log)
    rows = [match, *takewhile(lambda line: line["kind"] != "match", rest)]

    def shown(all_over):
        """Return the cards of each scene behind the first island, by line."""
        presenter = Presenter(match["players"], vocabulary.load("en", "democracy"))
        found = {}
        for step in steps(rows, presenter, all_over):
            if step.is_scene and step.line > first:
                found.setdefault(step.line, []).append(presenter.snapshot.pads.cards)
        return found

    first = [at for at, line in enumerate(rows) if line["kind"] == "island"][1]
    whole, short = shown(True), shown(False)
    assert max(map(len, whole.values())) > 1
    assert short == {line: scenes[-1:] for line, scenes in whole.items()}


NO_LOGS = [
    ("", "begin with a match"),
    ("hello\n", ":1 is no line"),
    ("[1]\n", ":1 is no line"),
    ('{"kind":"island","n":1,"dealer":0}\n', "begin with a match"),
    ('{"kind":"match","game":"democracy"}\n', "does not know"),
    ('{"kind":"match","game":"chess","players":["A"],"options":{},"virtual":true}\n', "does not know"),
]


@pytest.mark.parametrize(("content", "said"), NO_LOGS)
def test_a_file_that_is_no_log_is_reported(capsys, tmp_path, content, said):
    path = tmp_path / "x.jsonl"
    path.write_text(content)
    status, _, err = run(capsys, "replay", str(path), "--pace", "0")
    assert status == 6 and said in err and len(err.splitlines()) <= 3


def test_a_broken_line_is_named(capsys, log, tmp_path):
    path = tmp_path / "broken.jsonl"
    path.write_text(log.read_text()[:5000])
    status, _, err = run(capsys, "replay", str(path))
    assert status == 6 and f"{path}:{log.read_text()[:5000].count(chr(10)) + 1} " in err


def test_what_is_not_there(capsys, tmp_path, monkeypatch):
    monkeypatch.setenv("CARDTABLE_HOME", str(tmp_path))
    assert run(capsys, "replay", "last")[0] == 3
    assert run(capsys, "replay", "12")[0] == 3
    assert run(capsys, "replay", "no/such/file")[0] == 3
    assert run(capsys, "replay", str(tmp_path))[0] == 3
    (tmp_path / "b").write_bytes(b"\xff\xfe\x00")
    assert run(capsys, "replay", str(tmp_path / "b"))[0] == 3
