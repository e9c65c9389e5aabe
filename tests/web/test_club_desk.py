"""The operator's page of a club: an evening without a terminal; and the cards of its tables."""

import re
from contextlib import closing
from urllib.parse import urlencode

import pytest
from axe_playwright_python.sync_playwright import Axe

import club_evening
from asgi import House, visit
from cardtable_club.screens import Screens
from live_site import Site
from tablehost.journal.store import Journal
from tablehost.link import orders
from tablehost.printing import draw
from tablehost.web.past import Library

pytestmark = pytest.mark.usefixtures("new_home")

DESK = "/clubs/tuesday/desk"


def make_house():
    house = House("virtual", library=Library())
    house.clubs, house.colours = Screens(), draw.page_colours
    return house


@pytest.fixture
def guest():
    """A visitor who is not the operator, and one who is."""
    return visit(make_house())


@pytest.fixture
def operator(guest):
    visitor, operator = guest
    visitor.get(f"/enter?token={operator.token}")
    return visitor


@pytest.fixture
def site():
    site = Site(make_house())
    yield site
    site.close()


def rows():
    with Journal() as journal:
        return journal.club_rows("tuesday")


def send(visitor, what, lang="en", **fields):
    return visitor.post(f"{DESK}/{what}?lang={lang}", urlencode(fields).encode())


def scores(*given, **more):
    return {"round": 1, "table": 1, **{f"score{at}": one for at, one in enumerate(given)}, **more}


def refusal_of(answer):
    """Return what a refused form says."""
    return re.findall(r"<p>(?:<b>)?(.*?)(?:</b>)?</p>", answer.text.partition('id="refused"')[2])[:2]


def test_only_the_operator_sees_the_page_and_acts(guest):
    visitor, _ = guest
    club_evening.seat(club_evening.NAMES[:4], 1, 1)
    before = rows()
    assert visitor.get(DESK).status == 403
    for what in ("round", "declare", "penalty", "match"):
        assert send(visitor, what, **scores(3, 1, 0, 0, reason="paper")).status == 403
    assert "/desk" not in visitor.get("/clubs").text and rows() == before


def test_an_evening_goes_on_without_a_terminal(operator):
    club_evening.seat(club_evening.NAMES[:8], 2, 0)
    assert f'href="{DESK}"' in operator.get("/clubs").text
    assert "No round is seated yet" in operator.get(DESK).text
    assert send(operator, "round", round=1, tables=2, players="\n".join(club_evening.NAMES[:8])).status == 303
    names = "\n".join([*club_evening.NAMES[:8], "Zoe"])
    assert send(operator, "round", round=2, tables=2, players=names, again=1).status == 303
    club = club_evening.read()
    assert len(club.rounds) == 1 and "Zoe" in club.players
    count = len(club.rounds[0][0])
    given = {f"score{at}": count - at for at in range(count)}
    assert send(operator, "declare", round=1, table=1, reason="paper", **given).status == 303
    assert send(operator, "declare", round=1, table=2, reason="went home", none=1).status == 303
    player = club.rounds[0][0][0]
    assert (
        send(operator, "penalty", round=1, table=1, player=player, points="0,5", reason="late").status == 303
    )
    text = operator.get(DESK).text
    assert "paper" in text and "not played (went home)" in text and f"penalty of {player}, 0.5 off" in text
    assert send(operator, "round", round=2, tables=2, players=names).status == 303
    assert len(club_evening.read().rounds) == 2


def test_a_match_that_is_over_is_entered_by_a_button(operator):
    club_evening.seat(club_evening.NAMES[:4], 1, 1)
    number = club_evening.play((1, 1))
    assert f"Enter match {number}" in operator.get(DESK).text
    assert send(operator, "match", round=1, table=1, match=number).status == 303
    text = operator.get(DESK).text
    assert f"match {number} counts" in text and "/desk/declare" not in text
    answer = send(operator, "declare", **scores(3, 1, 0, 0, reason="paper"))
    assert answer.status == 400 and "verifies" in refusal_of(answer)[0]


@pytest.mark.parametrize("lang", ["en", "fr"])
@pytest.mark.parametrize(
    ("what", "fields", "status"),
    [
        ("declare", scores(3, 1, 0, -1, reason="paper"), 400),
        ("declare", scores(3, reason="paper"), 400),
        ("declare", scores(3, 1, 0, 0), 400),
        ("declare", scores(3, 1, 0, 0, reason="x" * 201), 400),
        ("penalty", scores(player="Zoe", points=1, reason="late"), 400),
        ("penalty", scores(player="Ada", points=-1, reason="late"), 400),
        ("round", {"round": 2, "tables": 1, "players": "Ada\nada"}, 400),
        ("round", {"round": 2, "tables": 9, "players": "Ada\nBen"}, 400),
        ("round", {"round": 2, "tables": 1, "players": ""}, 400),
        ("round", {"round": 1, "tables": 1, "players": "Ada\nBen\nCleo\nDan"}, 409),
    ],
)
def test_a_form_that_is_refused_says_why_at_its_place_and_writes_nothing(
    operator, what, fields, status, lang
):
    club_evening.seat(club_evening.NAMES[:4], 1, 1)
    before = rows()
    answer = send(operator, what, lang, **fields)
    assert answer.status == status and rows() == before
    words = refusal_of(answer)
    other = refusal_of(send(operator, what, "fr" if lang == "en" else "en", **fields))
    assert words and words != other
    if "reason" in fields and len(fields["reason"]) < 200:
        assert f'value="{fields["reason"]}"' in answer.text


@pytest.mark.parametrize("place", [{"round": 7}, {"table": 2}, {"table": "x"}, {"round": ""}])
@pytest.mark.parametrize("what", ["declare", "penalty", "match"])
def test_a_place_that_is_not_there_is_refused(operator, what, place):
    club_evening.seat(club_evening.NAMES[:4], 1, 1)
    before = rows()
    fields = scores(3, 1, 0, 0, reason="paper", player="Ada", points=1, match=1) | place
    answer = send(operator, what, **fields)
    assert answer.status == 404 and refusal_of(answer) and rows() == before


def test_a_table_that_plays_just_now_is_refused(operator):
    club_evening.seat(club_evening.NAMES[:4], 1, 1)
    number = club_evening.play((1, 1), until=60)
    with Journal() as journal:
        uid = journal.game(number).uid
    with closing(orders.playing(uid)):
        answer = send(operator, "declare", **scores(3, 1, 0, 0, reason="paper"))
    assert answer.status == 409 and f"match {number}" in refusal_of(answer)[0]


def test_what_is_not_there_is_no_page(operator):
    assert operator.get("/clubs/nothing/desk").status == 404
    club_evening.seat(club_evening.NAMES[:4], 1, 1)
    assert send(operator, "nothing").status == 404
    assert operator.get("/clubs/nothing/cards").status == 404


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_on_a_phone_a_result_is_entered_and_all_of_it_is_accessible(site, open_page, scheme):
    club_evening.seat(["Maximiliane von Hohenste", *club_evening.NAMES[:7]], 2, 1)
    page = open_page(site.link, 390, 780, color_scheme=scheme)
    errors = []
    page.on("console", lambda told: errors.append(told.text) if told.type == "error" else None)
    page.on("pageerror", lambda told: errors.append(str(told)))
    page.goto(site.address + DESK)
    first = page.locator("section.table").first
    first.get_by_text("A result by hand").click()
    for at, score in enumerate((3, 1, 0, 0)):
        first.locator(f"[name=score{at}]").fill(str(score))
    first.locator("[name=reason]").first.fill("paper")
    page.locator("details").evaluate_all("all => all.forEach(one => one.open = true)")
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    found = Axe().run(page).response["violations"]
    assert [one["id"] for one in found if one["impact"] in ("serious", "critical")] == []
    first.get_by_role("button", name="Declare").click()
    page.wait_for_selector("text=(paper)")
    assert "declared by hand" in page.locator("section.table").first.inner_text()
    assert not errors


@pytest.mark.parametrize(("lang", "words"), [("en", "NO and OK held: help"), ("fr", "NON et OK tenus")])
def test_each_table_has_a_card_on_a_sheet_of_its_own(site, open_page, lang, words, tmp_path):
    club_evening.seat(club_evening.NAMES[:12], 3, 1)
    page = open_page(f"{site.address}/clubs/tuesday/cards?lang={lang}", 390, 780)
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    assert page.locator(".front").count() == 3 and words in page.locator(".front").last.inner_text()
    printed = page.pdf(path=tmp_path / "cards.pdf", prefer_css_page_size=True)
    assert len(re.findall(rb"/Type\s*/Page\b", printed)) == 3
