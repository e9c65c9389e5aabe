"""A match is chosen and begun in the browser; what cannot be played is refused where it was chosen."""

import html
import re
from urllib.parse import urlencode

import pytest

from amounts import amount
from asgi import visit
from cardtable.engine.match import OptionError, resolve
from cardtable.games import registry as games
from chosen_house import ChosenHouse, visit_as_operator
from live_site import Site
from tablehost import messages
from tablehost.journal.store import Journal
from tablehost.plugins.choice import presets_of
from tablehost.types import OptionRow

SETS = [(game, name) for game in games.NAMES for name in presets_of(games.load(game))]
WHOLE = {"players": "4", "preset": "usual", "table": "oak"}


@pytest.fixture
def house():
    return ChosenHouse("elm", "oak")


@pytest.fixture
def visitor(house):
    return visit_as_operator(house)


def post(visitor, path, **fields):
    return visitor.post(path, urlencode(fields, encoding="utf-8", errors="surrogatepass").encode())


def objection(answer):
    """Return the refusal of a page, in words, and the name of the field that is marked with it."""
    said = re.search(r'id="objection"[^>]*>(.*?)</p>', answer.text, re.DOTALL)[1]
    marked = re.search(r'<(?:input|select)[^>]*?name="([^"]+)"[^>]*aria-invalid="true"', answer.text)
    return html.unescape(re.sub("<[^>]+>", " ", said)), marked and marked[1]


@pytest.mark.parametrize(("game", "preset"), SETS)
def test_every_set_of_every_game_begins(house, visitor, game, preset):
    least, most = games.load(game).SEATS
    for players in range(least, most + 1):
        answer = post(visitor, f"/new/{game}", **WHOLE | {"players": players, "preset": preset})
        assert (answer.status, answer.headers["location"]) == (303, "/tables/oak")
        table, choice = house.begun[-1]
        assert (table, choice.game.NAME, choice.seats) == ("oak", game, players)
        given = dict(pair.split("=") for pair in presets_of(choice.game)[preset][1])
        assert {name: str(choice.options[name]) for name in given} == given


@pytest.mark.parametrize("lang", messages.LANGUAGES)
@pytest.mark.parametrize("game", games.NAMES)
def test_every_value_of_every_option_is_offered(visitor, game, lang):
    text = visitor.get(f"/new/{game}?lang={lang}").text
    for row in OptionRow.all_of(games.load(game).OPTIONS):
        name = f'name="option-{row.name}"'
        field = re.search(rf"<select[^>]*{name}.*?</select>|<input[^>]*{name}[^>]*>", text, re.DOTALL)[0]
        if row.span:
            assert f'min="{row.span[0]}"' in field
        else:
            assert re.findall('<option value="([^"]*)"', field) == ["", *map(str, row.choices)]
        assert f'<label for="option-{row.name}">' in text
    assert "aria-invalid" not in text and text.count("<summary>") > 3
    inputs = re.findall(r'<(?:input|select)[^>]*name="', text)
    assert len(inputs) <= text.count("<label") and len(inputs) + 1 < 100  # of read_form


def test_options_and_names_are_those_that_were_chosen(house, visitor):
    fields = {"name-1": "Zoë", "name-3": "Ben", "name-4": "beyond", "option-target": "7", "option-split": ""}
    post(visitor, "/new/democracy", **WHOLE | {"players": "3", "preset": "short"} | fields)
    choice = house.begun[-1][1]
    assert choice.players == ["Zoë", "Ada", "Ben"]
    assert (choice.options["target"], choice.options["match_tie"]) == (7, "points")


REFUSED = [
    ("democracy", {"option-days": "99"}, "option-days", "days"),
    ("democracy", {"option-deck": "expanded"}, "option-deck", "6"),
    ("democracy", {"option-high_stake": "2", "option-split": "tied_keep"}, "option-high_stake", "bad_catch"),
    ("democracy", {"option-split": "<script>x</script>"}, "option-split", "all_keep"),
    ("democracy", {"option-target": "9" * 5000}, "option-target", "1000"),
    ("democracy", {"option-target": "1\r\n2"}, "option-target", "1000"),
    ("demos", {"option-mode": "2v3"}, "option-mode", "5"),
    ("demos", {"option-mode": "learning", "option-media_pass": "never"}, "option-media_pass", "learning"),
    ("demos", {"option-first_dealer": "5"}, "option-first_dealer", "random, 1, 2, 3, 4"),
    ("demos", {"players": "9"}, "players", "3"),
    ("demos", {"players": "0"}, "players", "3"),
    ("demos", {"players": "-4"}, "players", "3"),
    ("demos", {"players": "9" * 5000}, "players", "3"),
    ("demos", {"players": "four"}, "players", "3"),
    ("demos", {"players": ""}, "players", ""),
    ("demos", {"preset": ""}, "preset", ""),
    ("demos", {"preset": "<script>"}, "preset", "usual"),
    ("demos", {"table": "elsewhere"}, "table", ""),
    ("demos", {"table": ""}, "table", ""),
    ("demos", {"option-<script>": "x"}, None, ""),
    ("demos", {"option-a=b": "x"}, None, ""),
    ("demos", {"name-1": "<script>alert(1)</script>"}, "name-1", "24"),
    ("demos", {"name-1": "A\r\nB"}, "name-1", "24"),
    ("demos", {"name-2": "x" * 10_000}, "name-1", "24"),
    ("demos", {"name-2": "A,B"}, "name-1", "24"),
    ("demos", {"name-1": "Ann", "name-2": "Ann"}, "name-1", "Ann"),
]


@pytest.mark.parametrize("lang", messages.LANGUAGES)
@pytest.mark.parametrize(("game", "fields", "field", "word"), REFUSED)
def test_an_impossible_match_is_refused_where_it_was_chosen(house, visitor, game, fields, field, word, lang):
    kept = {"name-3": "Zed", "option-deal_check": "off"} if game != "democrazy" else {}
    answer = post(visitor, f"/new/{game}?lang={lang}", **WHOLE | kept | fields)
    said, marked = objection(answer)
    assert answer.status == 422 and not house.begun
    assert word in said and marked == field, said
    assert "<script>" not in answer.text and 'value="Zed"' in answer.text
    assert '<option value="off" selected>' in answer.text
    given = next((value for name, value in fields.items() if name.startswith("option-")), "")
    assert field is None or not given or html.escape(given.strip()) in answer.text.replace("&#34;", "&quot;")


def test_an_unknown_game_and_a_malformed_form_have_a_page(house, visitor):
    assert post(visitor, "/new/poker", **WHOLE).status == 404 and visitor.get("/new/poker").status == 404
    assert visitor.post("/new/demos", b"\xff").status == 400
    assert post(visitor, "/new/demos", **WHOLE, **{"name-1": "x" * 30_000}).status == 413
    assert visitor.get("/new/demos/rules?" + "a" * 9000).status == 413
    assert post(visitor, "/new/demos").status == 422 and not house.begun


def test_a_smaller_name_is_shown_as_it_is(house, visitor):
    """A name with signs of HTML is no more than a name."""
    assert post(visitor, "/new/demos", **WHOLE, **{"name-1": "<b>&\"'"}).status == 303
    assert house.begun[-1][1].players[0] == "<b>&\"'"


def test_a_guest_begins_nothing(house):
    guest, _ = visit(house)
    for path in ("/new/demos", "/new/again"):
        assert post(guest, path, **WHOLE).status == 403
    for path in ("/new", "/new/demos"):
        assert guest.get(path).status == 403
    assert guest.get(f"/new/demos/rules?{urlencode(WHOLE)}").status == 200
    assert not house.begun


def test_a_busy_table_says_so(house, visitor):
    house.is_busy = True
    answer = post(visitor, "/new/demos", **WHOLE)
    assert answer.status == 409 and "A match is being played" in answer.text


def pressed(answer, how):
    """Return the form of a page with the button that stops the match in this way."""
    assert f'name="stop" value="{how}"' in answer.text
    hidden = re.findall(r'<input type="hidden" name="([^"]+)" value="([^"]*)">', answer.text)
    return {name: html.unescape(value) for name, value in hidden} | {"stop": how}


@pytest.mark.parametrize("lang", messages.LANGUAGES)
@pytest.mark.parametrize("how", ["park", "end"])
def test_a_busy_table_is_left_or_freed_by_one_press(house, visitor, how, lang):
    """The values of the form are carried along, also signs of HTML in a name."""
    house.is_busy = True
    house.tables["oak"].set_match(7)
    wanted = WHOLE | {"name-2": "<b>&\"'", "option-deal_check": "off"}
    answer = post(visitor, f"/new/demos?lang={lang}", **wanted)
    assert answer.status == 409 and 'href="/tables/oak/continue"' in answer.text and not house.begun
    form = pressed(answer, how)
    freed = post(visitor, "/tables/oak/stop", **form)
    assert (freed.status, freed.headers["location"]) == (307, "/new/demos")
    assert house.stopped == [("oak", how, 7)]
    assert post(visitor, "/new/demos", **form).headers["location"] == "/tables/oak"
    choice = house.begun[-1][1]
    assert choice.players[1] == "<b>&\"'" and choice.options["deal_check"] == "off"


def test_a_late_press_stops_no_other_match(house, visitor):
    house.is_busy = True
    house.tables["oak"].set_match(7)
    form = pressed(post(visitor, "/new/demos", **WHOLE), "end")
    house.tables["oak"].set_match(8)
    answer = post(visitor, "/tables/oak/stop", **form)
    assert answer.status == 409 and "Nothing was stopped" in answer.text and not house.stopped
    assert pressed(answer, "end") == form | {"stopped": "8"}
    house.is_busy = False  # it is over: what was wanted begins
    assert post(visitor, "/tables/oak/stop", **form).headers["location"] == "/new/demos"
    assert post(visitor, "/tables/oak/stop", stop="park").status == 410


@pytest.mark.parametrize("bad", [{"stop": "burn"}, {"then": "//cards.example"}, {"then": "/tables/oak/stop"}])
def test_a_bad_press_stops_nothing(house, visitor, bad):
    house.is_busy = True
    assert (
        post(
            visitor, "/tables/oak/stop", **{"stop": "end", "stopped": "7", "then": "/new/demos"} | bad
        ).status
        == 400
    )
    guest, _ = visit(house)
    for path in ("/tables/oak/stop", "/tables/oak/continue"):
        assert post(guest, path, stop="end", match="7").status == 403
    assert not house.stopped and house.is_busy


def test_the_same_as_last_time(house, visitor, tmp_path, monkeypatch):
    monkeypatch.setenv("CARDTABLE_HOME", str(tmp_path))
    answer = visitor.post("/new/again", accept_language="fr")
    assert answer.status == 404 and "partie" in answer.text and not house.begun
    with Journal() as journal:
        options = resolve(games.load("democracy"), 2, {"days": 3})
        journal.create_game("ab" * 8, "democracy", ["Ann", "Bob"], options, True)
    assert visitor.post("/new/again").headers["location"] == "/tables/elm"
    choice = house.begun[-1][1]
    assert (choice.game.NAME, choice.players, choice.options["days"]) == ("democracy", ["Ann", "Bob"], 3)


@pytest.mark.parametrize("lang", messages.LANGUAGES)
def test_the_rules_of_the_chosen_set_are_a_page(visitor, lang):
    query = urlencode(WHOLE | {"preset": "short", "option-split": "tied_keep", "lang": lang})
    ruling = messages.Catalogue("democracy/options").said(lang, "ruling split tied_keep")
    for path in ("rules", "rules/whole"):
        text = html.unescape(visitor.get(f"/new/democracy/{path}?{query}").text)
        assert ruling in " ".join(re.sub("<[^>]+>", " ", text).split())
        assert "<!--" not in text and f'<html lang="{lang}">' in text
        assert f"/new/democracy?{query}" in text
        refused = visitor.get(f"/new/democracy/{path}?{urlencode(WHOLE | {'option-days': '99'})}")
        assert refused.status == 422 and objection(refused)[1] == "option-days"


def many_changed(game):
    """Return fields of a form that change as many options as go together."""
    module, fields = games.load(game), {}
    for row in OptionRow.all_of(module.OPTIONS):
        for value in reversed(row.span or row.choices):
            if value in (None, row.usual(4)):
                continue
            try:
                resolve(module, 4, fields | {row.name: str(value)})
            except OptionError:
                continue
            fields[row.name] = str(value)
            break
    assert len(fields) > 15
    return {f"option-{name}": value for name, value in fields.items()}


@pytest.mark.parametrize("game", games.NAMES)
def test_the_rules_of_any_set_are_printed_on_one_page(open_page, house, game):
    """In French: its words are longer."""
    site = Site(house)
    try:
        for more in amount((many_changed(game),), soak=({}, many_changed(game))):
            page = open_page(f"{site.address}/new/{game}/rules?{urlencode(WHOLE | more | {'lang': 'fr'})}")
            for paper in ({"prefer_css_page_size": True}, {"format": "Letter"}):
                printed = page.pdf(**paper)
                assert len(re.findall(rb"/Type\s*/Page\b", printed)) == 1, (more, paper)
            page.click("[href*='/rules/whole']")
            page.locator("main h2").nth(2).wait_for()
    finally:
        site.close()


def test_a_round_is_stepped_through_and_a_match_begun_in_a_browser(house, browser):
    site = Site(house)
    wrong = []
    try:
        page = browser.new_page(viewport={"width": 360, "height": 740})
        page.on("console", lambda told: wrong.append(told.text))
        page.on("pageerror", lambda error: wrong.append(str(error)))
        page.goto(site.link)
        page.click(".cover:has-text('Democracy')")
        page.wait_for_selector("#round:not([hidden])")
        page.locator("[data-to=forth]").scroll_into_view_if_needed()
        box = page.locator("[data-to=forth]").bounding_box()
        for n in range(3):
            page.mouse.click(box["x"] + 9, box["y"] + 9)
            assert f"Step {n + 2} of" in page.text_content(".step")
        assert "Step 4 of 17. pool J♠" in page.text_content(".step")
        assert page.get_attribute(".rows li:nth-child(1)", "aria-current") == "step"
        assert page.locator("#round [role=img][aria-label='jack of spades']").count() == 1
        page.keyboard.press("ArrowLeft")
        assert "Step 3" in page.text_content(".step")
        assert page.locator("#round [role=img][aria-label='a face-down card']").count() == 4
        assert page.evaluate("document.documentElement.scrollWidth") <= 360
        page.click("text=Begin a match")
        page.check("text=A short match")
        page.select_option("[name=players]", "2")
        page.click("summary:has-text('The trick')")
        page.select_option("[name=option-split]", "tied_keep")
        page.select_option("[name=table]", "oak")
        assert page.evaluate("document.documentElement.scrollWidth") <= 360
        page.click("button.strong")
        page.wait_for_url("**/tables/oak")
        table, choice = house.begun[0]
        assert (table, choice.seats, choice.options["split"]) == ("oak", 2, "tied_keep")
        assert choice.options["target"] == 3 and not wrong
    finally:
        site.close()


def test_the_tenth_seat_has_a_name(house, visitor):
    fields = {"players": "10", "name-10": "Zelda"}
    answer = post(visitor, "/new/democracy", **WHOLE | fields)
    assert answer.status == 303, objection(answer)
    _, choice = house.begun[-1]
    assert choice.players[9] == "Zelda"
