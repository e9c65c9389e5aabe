"""All pages that are made: current, and written by one command, `make docs`."""

import pytest

import mp32
from tablehost.cli import pages
from tablehost.printing import guide

DOCS = mp32.ROOT / "docs"
OTHERS = ("reference/commands.md", "play/lamps.md", "build/report-template.md")


@pytest.fixture(scope="module")
def files():
    return pages.make_files()


def test_every_made_page_is_current(files):
    assert {DOCS / name for name in OTHERS} < set(files)
    stale = [path.name for path, text in files.items() if path.read_text(encoding="utf-8") != text]
    assert stale == [], "make docs"


def test_every_made_page_names_the_command(files):
    assert [
        path.name for path, text in files.items() if path.suffix == ".md" and "make docs" not in text
    ] == []


def test_the_command_replaces_what_has_changed_alone(tmp_path, monkeypatch, capsys):
    made = {tmp_path / "one.md": "one\n", tmp_path / "two.md": "two\n"}
    monkeypatch.setattr(pages, "make_files", lambda: made)
    assert pages.main() == 0 and capsys.readouterr().out.count("\n") == 2
    (tmp_path / "two.md").write_text("")
    assert pages.main() == 0
    assert capsys.readouterr().out == f"docs: {tmp_path / 'two.md'}\n"
    assert {path: path.read_text() for path in tmp_path.iterdir()} == made


def test_a_page_that_cannot_be_made_leaves_all_as_they_are(monkeypatch):
    def fail():
        raise LookupError

    monkeypatch.setattr(pages, "save_text", lambda *_: pytest.fail("written"))
    monkeypatch.setattr(pages.booklet, "page", fail)
    with pytest.raises(LookupError):
        pages.main()


def test_the_mark_of_the_command_is_not_printed():
    page = guide.path_of("democracy", "en").read_text(encoding="utf-8")
    assert "make docs" in page and "make docs" not in guide.remove_marks(page)
