"""Files a user asked for: whole or not at all, `-` is standard output; cards as one PDF; figures as CSV."""

import csv
import io
import json
import os
import subprocess
import sys

import pytest

from tablehost import files
from tablehost.cli.command import main
from tablehost.errors import Trouble
from tablehost.link import service
from tablehost.link.events import Sensed
from tablehost.printing import pdf


def test_a_file_is_replaced_only_by_a_whole_one(tmp_path, monkeypatch):
    path = tmp_path / "game.txt"
    path.write_text("old")
    path.chmod(0o640)

    def full(*_):
        raise OSError(28, "No space left on device")

    with monkeypatch.context() as patched:
        patched.setattr(os, "fsync", full)
        with pytest.raises(Trouble, match="No space left on device; what was there is unchanged"):
            files.save(path, b"new")
    assert path.read_text() == "old" and list(tmp_path.iterdir()) == [path]
    assert files.save(path, b"new") == path
    assert path.read_text() == "new" and path.stat().st_mode & 0o777 == 0o640


def test_a_link_stays_a_link_and_a_pipe_a_pipe(tmp_path):
    (tmp_path / "real").write_text("old")
    (tmp_path / "link").symlink_to("real")
    files.save(tmp_path / "link", b"new")
    assert (tmp_path / "link").is_symlink() and (tmp_path / "real").read_text() == "new"
    files.save("/dev/null", b"gone")
    assert not os.path.isfile("/dev/null")


@pytest.mark.parametrize(
    ("words", "begins"),
    [
        (["rules", "democracy", "--rulings", "--format", "svg"], b"<?xml"),
        (["cards", "demos", "--format", "pdf"], b"%PDF"),
        (["wire", "pico_6pads", "--svg"], b"<?xml"),
        (["simulate", "democracy", "--games", "2", "--csv"], b"game,matches"),
    ],
)
def test_a_dash_is_standard_output_and_nothing_else_is_printed_there(words, begins, tmp_path):
    words = words + (["-"] if words[-1] in ("--svg", "--csv") else ["--out", "-"])
    done = subprocess.run([sys.executable, "-m", "tablehost", *words], capture_output=True, cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    assert done.stdout.startswith(begins) and not list(tmp_path.iterdir())
    assert done.stdout.rstrip().endswith((b"</svg>", b"%%EOF")) or b"seat" in done.stdout.splitlines()[0]


def test_pages_in_svg_do_not_go_to_standard_output(capsys):
    assert main(["cards", "demos", "--out", "-"]) == 2
    assert "--format pdf --out -" in capsys.readouterr().err


def test_a_pdf_has_a_page_of_backs_behind_each_page_of_faces(tmp_path, capsys, monkeypatch):
    monkeypatch.chdir(tmp_path)
    assert main(["cards", "demos", "--lang", "fr", "--out", "cards.pdf", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["data"]["paths"] == ["cards.pdf"]
    first = (tmp_path / "cards.pdf").read_bytes()
    assert first.count(b"/Type /Page\n") == 4, "14 figures: two pages of faces, each with its backs"
    assert main(["cards", "demos", "--lang", "fr", "--out", "cards.pdf"]) == 0
    assert (tmp_path / "cards.pdf").read_bytes() == first
    assert "recto verso" in capsys.readouterr().out


def test_letters_that_a_pdf_lacks_are_named():
    page = '<svg xmlns="http://www.w3.org/2000/svg"><text>loi 法 −2</text></svg>'
    with pytest.raises(Trouble, match="no letter for 法,") as caught:
        pdf.document([page], "a4", "laws", "en")
    assert "--format svg" in caught.value.hint


def test_an_extra_that_is_absent_says_how_to_get_it(monkeypatch, capsys):
    monkeypatch.setitem(sys.modules, "fpdf", None)
    assert main(["cards", "demos", "--format", "pdf"]) == 2
    assert 'pip install "cardtable[pdf]"' in capsys.readouterr().err


def test_figures_as_csv_are_those_of_json(capsys, tmp_path):
    words = ["simulate", "democracy", "--games", "4", "--seed", "3", "--players", "3", "--jobs", "1"]
    assert main([*words, "--json", "--csv", str(tmp_path / "f.csv")]) == 0
    told = json.loads(capsys.readouterr().out)["data"]
    rows = list(csv.DictReader(io.StringIO((tmp_path / "f.csv").read_text())))
    scores = [row for row in rows if row["figure"] == "score"]
    assert [float(row["value"]) for row in scores] == [seat["score"]["value"] for seat in told["seats"]]
    assert [row["seat"] for row in scores] == ["1", "2", "3"]
    assert float(rows[0]["error"]) == told[rows[0]["figure"].replace(" ", "_")]["error"]
    assert {row["seed"] for row in rows} == {"3"} and {row["matches"] for row in rows} == {"4"}


class Still:
    """A service at which nothing moves, or a tag every `every` turns."""

    def __init__(self, every=0):
        self.every, self.turns = every, 0

    def turn(self, seconds):
        self.turns += 1
        self.now += seconds
        moved = self.every and self.turns % self.every == 0
        return [Sensed(["04" if moved and self.turns % (2 * self.every) else None], 0, 0, True)]


@pytest.mark.parametrize(
    ("terminal", "every", "ends"), [(False, 0, True), (True, 0, False), (False, 50, False)]
)
def test_where_there_is_no_terminal_a_table_at_rest_is_left(monkeypatch, terminal, every, ends):
    session = Still(every)
    session.now = 0.0
    monkeypatch.setattr(service, "has_terminal", lambda: terminal)
    monkeypatch.setattr(service.time, "monotonic", lambda: session.now)
    monkeypatch.setattr(service.Service, "_ask", lambda *_: ("pico_6pads", 6, 7, 1))
    at = service.Service(session)
    if ends:
        with pytest.raises(Trouble, match="no card moved") as caught:
            for _ in range(10_000):
                at.turn(0.1)
        assert caught.value.exit == 8 and session.now == pytest.approx(service.ALONE_S, abs=3)
    else:
        for _ in range(10_000):
            at.turn(0.1)
