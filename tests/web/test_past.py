"""Games are looked back at: list, steps, corrections, checks, files and import, asked in this process."""

import json
import re
from itertools import accumulate

import pytest

import exported_games
import live_site
import served
from asgi import House, title_of, visit
from called_command import run
from recorded_matches import Match
from tablehost import messages
from tablehost.console.terminal import escape_all
from tablehost.journal import game_log, gamefile
from tablehost.journal.store import Journal
from tablehost.match import documents, replay
from tablehost.match.card_words import CardWords
from tablehost.match.presenter import Presenter
from tablehost.people import vocabulary
from tablehost.web import past
from tablehost.web.past import PAGE, Library

pytestmark = pytest.mark.usefixtures("new_home")

GAMES = {
    "democracy": ("democracy", 5, 3, "all", 8),
    "demos": ("demos", 4, 2, "all", 6),
    "democrazy": ("democrazy", 10, 5, "shown", 0),
}
DEALT = "DEALT"  # a card of no deck
SEED = "424242"


@pytest.fixture
def visitor():
    return visit(House(library=Library()))[0]


@pytest.fixture
def operator():
    visitor, operator = visit(House(library=Library()))
    visitor.get(f"/enter?token={operator.token}")
    return visitor


def game(name="demos"):
    name, seats, seed, policy, corrected = GAMES[name]
    return exported_games.finished(name, seats, seed, policy, corrected=corrected)


def numbers_of(answer):
    assert answer.status == 200
    return [int(one) for one in re.findall('href="/games/([0-9]+)"', answer.text)]


def count():
    """Return how many games, records and notes the journal has."""
    with Journal() as journal:
        games = journal.games()
        return len(games), [len(journal.game_records(one)) for one in games]


# -- the list ------------------------------------------------------------------------------------------


def test_without_games_the_list_says_how_to_get_one(visitor):
    assert "cardtable play" in visitor.get("/games").text
    assert "cardtable play" in visitor.get("/games?lang=fr").text


def test_the_list_has_the_newest_first_and_filters(visitor):
    for name in GAMES:
        live_site.keep(game(name))
    live_site.keep(game("democracy"), until=40)
    assert numbers_of(visitor.get("/games")) == [4, 3, 2, 1]
    for query, found in {
        "game=democracy": [4, 1], "state=open": [4], "state=over": [3, 2, 1], "player=jo": [3],
        "player=ADA&game=demos": [2], "table=real": [], "table=virtual": [4, 3, 2, 1], "game=%3Cb%3E": [],
        "player=" + "x" * 5000: [], "state=other": [],
    }.items():  # fmt: skip
        assert numbers_of(visitor.get(f"/games?{query}")) == found, query
    text = visitor.get("/games?state=over&game=demos").text
    assert "Ada\N{NO-BREAK SPACE}40" in text and "virtual" in text
    assert "No match fits" in visitor.get("/games?game=none").text


def test_a_long_list_has_pages(visitor):
    file = exported_games.finished("demos", 4, 7)
    for _ in range(PAGE + 2):
        live_site.keep(file)
    first, second = visitor.get("/games?player=Ada"), visitor.get("/games?player=Ada&page=2")
    assert (numbers_of(first)[0], len(numbers_of(first))) == (PAGE + 2, PAGE)
    assert numbers_of(second) == [2, 1]
    assert 'href="/games?page=2&amp;player=Ada"' in first.text
    assert numbers_of(visitor.get("/games?page=999")) == []
    for page in ("0", "-1", "x", "9" * 40, "%00"):
        assert visitor.get(f"/games?page={page}").status == 400


@pytest.mark.parametrize("number", ["7", "0", "abc", "-1", "1.5", "9" * 15, "9" * 300, "%00", "%C2%B2"])
@pytest.mark.parametrize("rest", ["", "/checks", "/frames.json", "/verify", "/game.jsonl", "/faces.svg"])
def test_an_unknown_number_has_a_page(visitor, number, rest):
    answer = visitor.get(f"/games/{number}{rest}")
    assert (answer.status, title_of(answer)) == (404, "There is no such match")


# -- one game ------------------------------------------------------------------------------------------


def fold(frames):
    """Return what the page shows at each step, as fold.js has it."""
    return list(accumulate(frames, served.fold, initial={}))[1:]


def shown(lines, numbers, language):
    """Return the snapshot at each step, of a presenter that follows the game."""
    lines = escape_all(lines)
    with messages.speaking(language):
        tongue = vocabulary.load(language, lines[0]["game"])
        presenter = Presenter(lines[0]["players"], tongue)
        words = CardWords(tongue)
        found = [documents.of(presenter.snapshot, words)]
        for _ in replay.steps(lines, presenter, True, numbers):
            found.append(documents.of(presenter.snapshot, words))
        presenter.ending(lines)
        found.append(documents.of(presenter.snapshot, words))
    return json.loads(json.dumps(found))


@pytest.mark.parametrize("language", messages.LANGUAGES)
@pytest.mark.parametrize("name", GAMES)
def test_the_steps_of_the_page_are_those_of_the_presenter(visitor, name, language):
    number = live_site.keep(game(name))
    folded = fold(json.loads(visitor.get(f"/games/{number}/frames.json?lang={language}").body))
    with Journal() as journal:
        chronicle = game_log.load_chronicle(journal, journal.game(number))
    assert folded[-1]["number"] == chronicle.numbers[-1] and len(folded) > 20
    lines = [one.pop("line") for one in folded]
    assert lines == sorted(lines) and lines[-1] == len(chronicle.lines) - 1
    assert folded == shown(chronicle.lines, chronicle.numbers, language)


def test_a_correction_shows_what_it_changed(visitor):
    number = live_site.keep(game())
    text = visitor.get(f"/games/{number}").text
    with Journal() as journal:
        corrected = game_log.load_chronicle(journal, journal.game(number)).corrected
    assert [int(one) for one in re.findall("Record ([0-9]+):", text)] == [one.g for one in corrected]
    back = max(corrected, key=lambda one: len(one.before) - len(one.after))
    gone = len(back.before) - len(back.after) + 1  # its own line came
    assert f"{gone} lines of the log went" in text
    assert "Corrigé" in visitor.get(f"/games/{number}?lang=fr").text


def test_the_checks_are_those_of_verify(visitor, capsys):
    number = live_site.keep(game())
    for language, of in (("en", "Checks of match"), ("fr", "Contrôles de la partie")):
        _, out, _ = run(capsys, "verify", number, "--lang", language)
        answer = visitor.get(f"/games/{number}/checks?lang={language}")
        rows = re.findall("<tr><td>.*?<td>(.*?)</td></tr>", answer.text)
        assert title_of(answer) == f"{of} {number}"
        assert len(rows) == len(out.splitlines()) > 6
        for row, line in zip(rows, out.splitlines(), strict=True):
            assert line.endswith(row.replace("&#39;", "'"))


def test_a_changed_record_is_a_finding(visitor):
    file = game()
    record = json.loads(file.raws[50])
    record[3] += 1
    file.raws[50] = json.dumps(record, separators=(",", ":")).encode()
    number = live_site.keep(file)
    text = visitor.get(f"/games/{number}/checks").text
    assert "finding" in text and "the first bad record is" in text


def test_downloads_are_what_the_verbs_write(visitor, capsys, tmp_path):
    number = live_site.keep(game())
    for name, form in (("game.jsonl", "jsonl"), ("bundle.zip", "bundle")):
        run(capsys, "export", number, "--format", form, "--out", tmp_path / name)
        answer = visitor.get(f"/games/{number}/{name}")
        assert answer.body == (tmp_path / name).read_bytes()
        assert re.fullmatch(r'attachment; filename="[\w.-]+"', answer.headers["content-disposition"])
    _, out, _ = run(capsys, "log", number, "--json")
    assert visitor.get(f"/games/{number}/log.jsonl").text == out


def test_no_deal_is_revealed_before_the_match_is_over(visitor):
    file, deals = game("democracy"), [(6, [[DEALT]])]
    file.told["seed"] = SEED
    running, over = live_site.keep(file, deals, until=40), live_site.keep(file, deals)
    paths = ["", "/checks", "/frames.json", "/names.json", "/faces.svg", "/verify"]
    paths += [f"/{name}" for name in past.FILES]
    for path in paths:
        answer = visitor.get(f"/games/{running}{path}")
        assert answer.status == 200
        assert DEALT.encode() not in answer.body and SEED.encode() not in answer.body, path
    assert DEALT in visitor.get(f"/games/{over}/log.jsonl").text
    assert DEALT in visitor.get(f"/games/{over}/frames.json").text
    assert "This match is not over" in visitor.get(f"/games/{running}").text


def test_an_open_match_has_no_records_to_read_before_it_is_over(visitor):
    file = game("democracy")
    match = Match("democracy", 5, 3, "open", "all", fixed={}).play()
    file.told["options"], file.raws = match.run.referee.match.options, match.raws
    running = live_site.keep(file, until=40)
    for name in ("game.jsonl", "bundle.zip"):
        answer = visitor.get(f"/games/{running}/{name}")
        assert answer.status == 409 and "They can be read when it is" in answer.text
    assert '"hidden"' not in visitor.get(f"/games/{running}/log.jsonl").text
    assert visitor.get(f"/games/{live_site.keep(file)}/game.jsonl").status == 200


def test_the_names_are_those_of_the_cards(visitor):
    number = live_site.keep(game("democracy"))
    told = json.loads(visitor.get(f"/games/{number}/names.json").body)
    assert told["game"] == "democracy" and told["names"]["21"] == "5♥"


def courts(letters, text):
    """Return the court cards in a text that have these letters."""
    return re.findall(f"(?<![A-Za-z0-9])[{letters}][SHDC♠♥♦♣](?![A-Za-z0-9])", text)


@pytest.mark.parametrize("language, letters, others", [("en", "KQJ", "RV"), ("fr", "RDV", "KQJ")])
def test_the_reader_has_court_cards_with_the_letters_of_the_language(
    visitor, capsys, language, letters, others
):
    number = live_site.keep(game("democracy"))
    names = json.loads(visitor.get(f"/games/{number}/names.json?lang={language}").body)["names"]
    page = visitor.get(f"/games/{number}?lang={language}").text
    _, log, _ = run(capsys, "log", number, "--lang", language)
    frames = visitor.get(f"/games/{number}/frames.json?lang={language}").body
    told = [
        value
        for frame in json.loads(frames)
        for name, value in frame.items()
        if name not in ("pads", "cards")
    ]
    for text in (" ".join(names.values()), page, log, json.dumps(told, ensure_ascii=False)):
        assert courts(letters, text) and not courts(others, text)


# -- import --------------------------------------------------------------------------------------------


def send(visitor, body, name="a.jsonl", language="en"):
    answer = visitor.post(f"/games/import?name={name}&lang={language}", body)
    return answer.status, json.loads(answer.body)


def test_a_sound_file_is_taken_in_once(operator):
    file = game()
    status, told = send(operator, gamefile.to_lines(file).encode())
    assert (status, told["ok"], told["game"]) == (200, True, 1)
    assert "imported" in operator.get("/games").text
    before = count()
    status, told = send(operator, gamefile.to_bundle(file, file.audit()), "a.zip")
    assert (status, told["ok"], told["game"]) == (200, True, 1) and "here already" in told["messages"][0]
    assert count() == before


def test_a_fork_is_refused(operator):
    file = game()
    live_site.keep(file)
    with Journal() as journal:
        file.uid = journal.games()[0].uid
    record = json.loads(file.raws[-1])
    file.raws = [*file.raws[:-1], json.dumps([*record[:3], record[3] + 1, *record[4:]]).encode()]
    before = count()
    status, told = send(operator, gamefile.to_lines(file).encode())
    assert (status, told["ok"]) == (400, False) and count() == before


@pytest.mark.parametrize(
    "body",
    [b"", b"\0" * 100, b"PK\3\4 no zip", b"{}", b"[" * 100_000, b"\xff\xd8\xff\xe0 a picture", b"null\n"],
)
def test_what_is_no_game_changes_nothing(operator, body):
    live_site.keep(game())
    before = count()
    for language in messages.LANGUAGES:
        status, told = send(operator, body, "<b>%0A.jsonl", language)
        assert (status, told["ok"], told["game"]) == (400, False, None)
        assert told["messages"] and not any("\n" in one for one in told["messages"])
    assert count() == before


@pytest.mark.parametrize("rest", ["", "/checks", "/frames.json", "/bundle.zip"])
def test_a_game_of_other_rules_has_a_page(visitor, rest):
    file = game()
    file.told["game"] = "prizes"
    number = live_site.keep(file)
    answer = visitor.get(f"/games/{number}{rest}")
    assert answer.status in (400, 404, 409) and "prizes" in answer.text
    assert "Prizes" in visitor.get("/games").text
    assert visitor.get(f"/games/{number}/game.jsonl").status == 200


def test_each_fault_of_a_game_is_a_line(operator):
    file = game()
    record = json.loads(file.raws[50])
    file.raws[50] = json.dumps([*record[:3], record[3] + 1, *record[4:]], separators=(",", ":")).encode()
    status, told = send(operator, gamefile.to_lines(file).encode())
    assert status == 400 and all(one.startswith("FAIL") for one in told["messages"])
    assert count() == (0, [])


def test_a_file_that_is_too_long_is_refused(operator, monkeypatch):
    monkeypatch.setattr(past, "MOST_FILE", 1000)
    status, told = send(operator, b"x" * 1001)
    assert (status, told["ok"]) == (413, False) and "16 MB" in told["messages"][0]


def test_a_guest_imports_nothing(visitor):
    status, told = send(visitor, gamefile.to_lines(game()).encode())
    assert (status, told["ok"]) == (403, False) and count() == (0, [])
    assert visitor.get("/games/import").status == 403
    assert "/games/import" not in visitor.get("/games").text


def test_a_page_of_another_site_imports_nothing(operator):
    answer = operator.post("/games/import", gamefile.to_lines(game()).encode(), origin="http://evil.example")
    assert answer.status == 403 and count() == (0, [])
