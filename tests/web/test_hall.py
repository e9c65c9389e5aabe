"""The screen of a club's evening: seating, scores and standings, as results come."""

import html
import json
import re

import pytest
from axe_playwright_python.sync_playwright import Axe

import club_evening
from asgi import House, title_of, visit
from called_command import run
from cardtable_club.screens import Screens
from live_site import Site
from tablehost.journal.store import Journal
from tablehost.printing import draw
from tablehost.web import news
from tablehost.web.past import Library

pytestmark = pytest.mark.usefixtures("new_home")

PATH = "/clubs/tuesday/hall"
STATES = ["over", "unfinished", "over", "open"]  # of the tables of the second round


def make_house():
    house = House("virtual", library=Library())
    house.clubs, house.colours = Screens(), draw.page_colours
    return house


@pytest.fixture
def visitor():
    return visit(make_house())[0]


@pytest.fixture
def evening():
    """An evening whose second round is played; a function that enters the result of a table."""
    club_evening.seat()
    club_evening.enter((2, 1))
    club_evening.play((2, 2), until=60)
    club_evening.play((2, 3))
    return club_evening.enter


@pytest.fixture
def site(monkeypatch):
    """The pages of this home, which renew themselves."""
    monkeypatch.setattr(news, "REST_S", 0.05)
    monkeypatch.setattr(news, "LOOK_S", 0.1)
    house = make_house()
    looker = news.Lookout(house.news)
    looker.start()
    site = Site(house)
    yield site
    looker.stop()
    house.news.close()
    site.close()


def tables_of(answer):
    """Return the tables of a screen: (state, words, players with their scores)."""
    assert answer.status == 200
    found = []
    for state, rest in re.findall(r'<li class="(\w+)">\s*<h3>(.*?)</ul>', answer.text, re.DOTALL):
        words = re.search('class="state">(.*?)<', rest)[1]
        rows = re.findall(r'class="name">([^<]*).*?class="score">([^<]*)', rest, re.DOTALL)
        found.append((state, html.unescape(words), dict(rows)))
    return found


def ranking_of(answer):
    """Return the places and the players of the standings."""
    return re.findall(r'<tr><td>(\d+)</td><th scope="row">([^<]*)</th>', answer.text)


def test_the_screen_has_seating_scores_and_standings(visitor, evening, capsys):
    answer = visitor.get(PATH)
    tables = tables_of(answer)
    assert [state for state, _, _ in tables] == STATES
    assert [[*rows] for _, _, rows in tables] == club_evening.read().rounds[-1]
    for number, (state, _, rows) in enumerate(tables, 1):
        assert all(rows.values()) == (state != "open"), number
    assert "match 4" in tables[2][1] and "Round 1, table 3: no result yet" in answer.text
    _, out, _ = run(capsys, "club", "standings", "tuesday", "--json")
    assert ranking_of(answer) == [
        (str(row["rank"]), row["player"]) for row in json.loads(out)["data"]["standings"]
    ]
    french = visitor.get(f"{PATH}?lang=fr").text
    assert "Ronde 2" in french and "Classement" in french and "inachevée" in french


def test_a_result_that_is_entered_is_in_the_next_answer(visitor, evening):
    before = ranking_of(visitor.get(PATH))
    evening((2, 4))
    after = visitor.get(PATH)
    assert tables_of(after)[3][0] == "over" and ranking_of(after) != before


def test_a_match_of_an_earlier_round_is_none_of_this_one(visitor):
    club_evening.seat(club_evening.NAMES[:4], 1, 1)
    club_evening.play((1, 1))
    assert [state for state, _, _ in tables_of(visitor.get(PATH))] == ["over"]
    club_evening.seat_next()
    assert [state for state, _, _ in tables_of(visitor.get(PATH))] == ["open"]
    club_evening.play((2, 1), until=60, names=["Zoe", "Yan", "Xia", "Will"])
    assert [state for state, _, _ in tables_of(visitor.get(PATH))] == ["open"]


@pytest.mark.parametrize(("lang", "words"), [("en", "declared by hand"), ("fr", "déclaré à la main")])
def test_a_result_that_was_declared_is_marked_until_a_match_counts(visitor, capsys, lang, words):
    club_evening.seat(club_evening.NAMES[:4], 1, 1)
    because = ("--because", "with paper")
    assert run(capsys, "club", "result", "Tuesday", "1", "1", "--declared", "3,1,0,0", *because)[0] == 0
    answer = visitor.get(f"{PATH}?lang={lang}")
    ((state, told, scores),) = tables_of(answer)
    assert (state, told) == ("declared", words) and [*scores.values()] == ["3*", "1*", "0*", "0*"]
    assert "<td>0+1*</td><td>1*</td>" in answer.text and "with paper" not in answer.text
    number = club_evening.play((1, 1))
    ((state, told, _),) = tables_of(visitor.get(f"{PATH}?lang={lang}"))
    assert state == "declared" and words in told and str(number) in told
    assert run(capsys, "club", "result", "Tuesday", "1", "1", str(number))[0] == 0
    answer = visitor.get(PATH)
    ((state, _, scores),) = tables_of(answer)
    assert state == "over" and "*" not in answer.text.partition("standings")[2]
    more = ("--declared", "not-played", *because)
    assert run(capsys, "club", "result", "Tuesday", "1", "1", *more)[0] == 2


def test_a_match_that_no_longer_counts_says_why(visitor):
    club_evening.seat(club_evening.NAMES[:4], 1, 1)
    number = club_evening.enter((1, 1))
    with Journal() as journal, journal.database.transaction() as db:
        db.execute("UPDATE games SET result = NULL WHERE id = ?", (number,))
    ((state, words, _),) = tables_of(visitor.get(PATH))
    assert state == "doubtful" and "no result" in words


def test_clubs_are_listed_and_a_damaged_one_says_so(visitor):
    assert "cardtable club new" in visitor.get("/clubs").text
    club_evening.seat(rounds=0)
    with Journal() as journal:
        journal.add_club_row("friday", 0, "{}")
    text = visitor.get("/clubs").text
    assert f'href="{PATH}"' in text and "Democracy: 16 players, 0 rounds" in text
    assert "damaged in row 0 of the club friday" in text
    assert "No round is seated yet" in visitor.get(PATH).text
    assert (visitor.get("/clubs/nothing/hall").status, visitor.get("/clubs/a.b/hall").status) == (404, 400)
    assert title_of(visitor.get("/clubs/nothing/hall")) == "This does not work now"


def test_a_bad_row_of_a_club_is_shown_on_the_screen(visitor):
    club_evening.seat()
    with Journal() as journal:
        journal.add_club_row("tuesday", len(journal.club_rows("tuesday")), "{}")
    assert "damaged in row" in visitor.get(PATH).text and tables_of(visitor.get(PATH))


def test_a_match_whose_rows_are_damaged_is_doubtful_and_hides_no_table(visitor):
    club_evening.seat(club_evening.NAMES[:8], 2, 1)
    numbers = [club_evening.enter((1, table)) for table in (1, 2)]
    with Journal() as journal, journal.database.transaction():
        journal.database.connection.execute("UPDATE games SET players = '[7]' WHERE id = ?", numbers[:1])
    assert [state for state, _, _ in tables_of(visitor.get(PATH))] == ["doubtful", "over"]


def test_the_screen_renews_itself_as_results_come(site, evening, open_page):
    page = open_page(site.address + PATH, 1920, 1080)
    assert page.locator(".seating > .over").count() == 2
    evening((2, 4))
    page.wait_for_selector(".seating > .over:nth-child(4)")
    assert not page.locator("#notice").is_visible()
    club_evening.seat_next()
    page.wait_for_selector(".seating > .open:nth-child(1)")


def test_without_scripts_the_screen_is_a_page(site, evening, open_page):
    page = open_page(site.address + PATH, java_script_enabled=False)
    assert page.locator(".seating > li").count() == 4 and page.locator("tbody tr").count() == 16


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_all_of_it_is_on_the_screen_and_accessible(site, evening, open_page, scheme):
    page = open_page(site.address + PATH, 1920, 1080, color_scheme=scheme)
    assert page.evaluate("document.documentElement.scrollHeight") <= 1080
    sizes = page.locator(".name, .score, tbody td, tbody th").evaluate_all(
        "all => all.map(one => parseFloat(getComputedStyle(one).fontSize))"
    )
    assert min(sizes) >= 1080 / 30
    page.set_viewport_size({"width": 360, "height": 740})
    assert page.evaluate("document.documentElement.scrollWidth") <= 360
    found = Axe().run(page).response["violations"]
    assert [one["id"] for one in found if one["impact"] in ("serious", "critical")] == []
