"""The files of simulations: a table with a row a match, and a page that needs no other file."""

import json
import re
import shlex
import sys
from html.parser import HTMLParser
from pathlib import Path

import pytest
from pyarrow import parquet

from called_command import run

WORDS = ["simulate", "democracy", "--players", "3", "--seed", "5", "--games", "10", "-o", "days=2"]


def test_the_table_adds_up_to_the_figures(capsys, tmp_path):
    path = tmp_path / "it.parquet"
    words = ["--sweep", "target=2,3", "--bots", "random,sensible", "--parquet", str(path), "--json"]
    status, out, err = run(capsys, *WORDS, *words)
    assert status == 0, err
    rows = parquet.read_table(path).to_pylist()
    assert [(row["option_target"], row["number"]) for row in rows] == [
        (target, number) for target in (2, 3) for number in range(10)
    ]
    assert {(row["game"], row["seed"], row["seat_2_kind"]) for row in rows} == {
        ("democracy", "5", "sensible")
    }
    for variant in json.loads(out)["data"]["variants"]:
        own = [row for row in rows if row["option_target"] == variant["options"]["target"]]

        def total(column, own=own):
            return sum(row[column] for row in own)

        tribes = total("tribes_per_island_sum") / total("tribes_per_island_count")
        assert tribes == pytest.approx(variant["tribes_per_island"]["value"])
        assert total("islands_per_match_count") == 0, "per match"
        assert total("islands_per_match_sum") / 10 == pytest.approx(variant["islands_per_match"]["value"])
        for seat, one in enumerate(variant["seats"], 1):
            assert total(f"seat_{seat}_win_share") / 10 == pytest.approx(one["wins"]["value"])
            assert total(f"seat_{seat}_score") / 10 == pytest.approx(one["score"]["value"])


@pytest.mark.parametrize("game", ["democracy", "demos", "democrazy"])
def test_the_dictionary_has_every_column(capsys, tmp_path, game):
    path = tmp_path / "it.parquet"
    assert run(capsys, "simulate", game, "--games", "2", "--seed", "1", "--parquet", str(path))[0] == 0
    schema = parquet.read_schema(path)
    meanings = json.loads(schema.metadata[b"data_dictionary"])
    assert list(meanings) == schema.names and len(set(schema.names)) == len(schema.names)
    for field in schema:
        assert re.fullmatch(r"[a-z]\w*", field.name)
        assert field.metadata[b"description"].decode() == meanings[field.name] != ""


class Reader(HTMLParser):
    """The structure of a page: elements that are not closed, ids, texts of headings, sources elsewhere."""

    EMPTY = ("meta", "path", "use", "rect")

    def __init__(self, page):
        super().__init__()
        self.open, self.ids, self.links, self.headings, self.charts = [], [], [], [], []
        self.tables = 0
        self.feed(page)

    def handle_starttag(self, tag, attrs):
        named = dict(attrs)
        self.ids += [named["id"]] if "id" in named else []
        self.links += [named[name] for name in ("src", "href", "xlink:href") if name in named]
        self.tables += tag == "table"
        if tag == "svg":
            self.charts.append((named["role"], named["aria-labelledby"].split()))
        if tag not in self.EMPTY:
            self.open.append(tag)

    def handle_startendtag(self, tag, attrs):
        self.handle_starttag(tag, attrs)
        if tag not in self.EMPTY:
            self.handle_endtag(tag)

    def handle_endtag(self, tag):
        if tag not in self.EMPTY:
            assert self.open.pop() == tag

    def handle_data(self, data):
        if self.open and self.open[-1] in ("h1", "h2", "h3"):
            self.headings.append(data)


@pytest.mark.parametrize(
    "lang, headings",
    [
        ("en", ["Balance by seat", "Scores", "Length of a match", "Figures of the game", "Rules", "Options"]),
        (
            "fr",
            ["Équilibre des places", "Scores", "Durée d'une partie", "Chiffres du jeu", "Règles", "Options"],
        ),
    ],
)
def test_the_page_is_whole_without_any_other_file(capsys, tmp_path, lang, headings):
    path = tmp_path / "it.html"
    status, out, err = run(capsys, *WORDS, "--page", str(path), "--lang", lang)
    assert status == 0, err
    page = path.read_text(encoding="utf-8")
    read = Reader(page)
    assert read.open == [] and read.headings[1:] == headings
    assert read.links and all(link.startswith("#") for link in read.links)
    assert not re.search(r"url\((?!#)|@import", page)
    assert len(set(read.ids)) == len(read.ids)
    assert len(read.charts) == 3 and read.tables == 6
    for role, words in read.charts:
        assert role == "img" and len(words) == 2 and set(words) <= set(read.ids)
    for line in out.splitlines():
        if "  sens" in line:  # a seat
            assert re.search(r"\d\.\d+ ± \d\.\d+", line)[0] in page
    assert f'<html lang="{lang}">' in page
    assert run(capsys, *WORDS, "--page", str(path), "--lang", lang)[0] == 0
    assert path.read_text(encoding="utf-8") == page, "the same seed gives the same page"


def test_the_page_of_a_sweep_compares_the_variants_first(capsys, tmp_path):
    path = tmp_path / "it.html"
    words = ["--sweep", "target=2,3", "--until", "score±9", "--page", str(path)]
    assert run(capsys, *WORDS, *words)[0] == 0
    page = path.read_text(encoding="utf-8")
    read = Reader(page)
    assert read.headings[1] == "Variants" and read.headings.count("Balance by seat") == 2
    assert len(set(read.ids)) == len(read.ids) and len(read.charts) == 6
    assert "Known as narrowly as asked for" in page


def test_a_game_without_scores_before_the_end_has_a_page(capsys, tmp_path):
    path = tmp_path / "it.html"
    words = ["--games", "1", "--seed", "1", "--lang", "fr", "--page", str(path)]
    assert run(capsys, "simulate", "democrazy", *words)[0] == 0
    page = path.read_text(encoding="utf-8")
    assert "n&#x27;annonce pas de scores avant la fin" in page and ">adoptée<" in page
    assert ">adopted<" not in page


@pytest.mark.parametrize("option, library", [("--parquet", "pyarrow"), ("--page", "matplotlib")])
def test_without_the_library_one_line_says_how_to_get_it(capsys, tmp_path, monkeypatch, option, library):
    monkeypatch.setitem(sys.modules, library, None)
    status, out, err = run(capsys, *WORDS, option, str(tmp_path / "it"), "--csv", str(tmp_path / "it.csv"))
    assert (status, out) == (2, "") and 'pip install "cardtable[design]"' in err and library in err
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize("option", ["--csv", "--parquet", "--page"])
def test_a_folder_that_is_not_there_is_refused_before_any_match(capsys, tmp_path, option):
    path = tmp_path / "none" / "it"
    status, out, err = run(capsys, *WORDS, "--log", str(tmp_path / "log"), option, str(path))
    assert status == 1 and out == "" and str(path) in err and option in err
    assert not list(tmp_path.iterdir())


def test_two_files_of_the_same_name_are_refused(capsys, tmp_path):
    path = str(tmp_path / "it")
    status, _, err = run(capsys, *WORDS, "--page", path, "--parquet", path)
    assert status == 2 and "--parquet" in err and "--page" in err and not list(tmp_path.iterdir())
    assert run(capsys, *WORDS, "--csv", "-", "--page", "-")[0] == 2


def test_the_commands_of_the_page_for_designers_run(capsys, tmp_path, monkeypatch):
    page = Path("docs/develop/designing.md").read_text(encoding="utf-8")
    commands = re.findall("^cardtable (.*)$", page, re.MULTILINE)
    elsewhere = ("--cluster", "highcard", "--bots strong")  # see test_simulation_cluster, _new_game, _strong
    commands = [one for one in commands if not any(word in one for word in elsewhere)]
    monkeypatch.chdir(tmp_path)
    for command in commands:
        status, out, err = run(capsys, *shlex.split(re.sub(r"--games \d+", "--games 2", command)))
        assert status == 0 and out, err
    assert {path.name for path in tmp_path.iterdir()} == {"fair.html", "demos.parquet"}
    assert "split=tied_keep" in run(capsys, *WORDS, "--sweep", "split")[1]
