"""Card faces for screens: every card in three drawings that are whole, say what they are, and can be read."""

import base64
import re
from types import SimpleNamespace
from xml.etree import ElementTree

import pytest

import browser_page
from cardtable.engine import cards
from cardtable.engine.game import Game
from tablehost import messages
from tablehost.games.democracy import card_faces as of_democracy
from tablehost.games.democrazy.law_sentences import title_of
from tablehost.games.demos import card_faces as of_demos
from tablehost.plugins.choice import choose
from tablehost.printing import measure, rounds, screen_faces, sprite
from tablehost.printing.faces import Selection

SVG = "{http://www.w3.org/2000/svg}"
MOST = 120_000  # bytes of a picture
MATCHES = [
    ("democracy", 4, []),
    ("democracy", 10, []),
    ("demos", 4, []),
    ("demos", 4, ["mode=learning"]),
    ("democrazy", 6, ["blank_laws=5", "blank_circle=white"]),
    ("democrazy", 6, ["deck=published"]),
    ("democrazy", 6, ["deck=own"]),
    ("democrazy", 6, ["private_law=on"]),
]
NEXT_TO_THEM = [
    *("card-back", "card-back_figure", "card-back_vote", "sign-secret", "sign-veto", "sign-veto-spent"),
    *(f"chip-{colour}" for colour in "RGBY"),
    *(f"suit-{suit}" for suit in "SHDC"),
]


def line_of(game, players, given):
    choice = choose(game, players, None, given)
    return {"game": game, "players": ["x"] * players, "options": choice.options}


def symbols_of(picture):
    """The symbols of a picture by their ids, which are each there once."""
    root = ElementTree.fromstring(picture.encode())
    ids = [element.get("id") for element in root.iter() if element.get("id")]
    assert len(ids) == len(set(ids))
    assert {element.get("href")[1:] for element in root.iter(SVG + "use")} <= set(ids)
    return {symbol.get("id"): symbol for symbol in root}


def words_of(symbols, key):
    """The words on a card, also where its drawing is that of another card."""
    symbol = symbols[key]
    return "".join(text.text for text in symbol.iter(SVG + "text")) or "".join(
        words_of(symbols, one.get("href")[1:]) for one in symbol if one.get("href", "").startswith("#card-")
    )


@pytest.mark.parametrize("lang", messages.LANGUAGES)
@pytest.mark.parametrize(("game", "players", "given"), MATCHES)
def test_each_card_has_three_drawings(game, players, given, lang):
    match = line_of(game, players, given)
    picture = sprite.of_match(match, lang)
    assert len(picture.encode()) < MOST
    symbols = symbols_of(picture)
    assert set(NEXT_TO_THEM) <= set(symbols)
    keys = [rounds.key(name) for name in rounds.drawings(match, lang) if name]
    assert len(keys) > 40
    for key in keys:
        for size in screen_faces.SIZES:
            assert symbols[key + size].get("viewBox") == "0 0 100 140" and len(symbols[key + size])


def assert_within(symbol):
    """No word leaves a card, whatever the font."""
    for text in symbol.iter(SVG + "text"):
        x, y, size = (float(text.get(name)) for name in ("x", "y", "font-size"))
        half = measure.width(text.text, size, True) / 2
        assert x - half >= 1 and x + half <= 99, text.text
        assert y - size * 0.75 >= 1 and y + measure.DESCENT * size <= 137, text.text


@pytest.mark.parametrize("lang", messages.LANGUAGES)
@pytest.mark.parametrize(("game", "players", "given"), MATCHES)
def test_no_word_leaves_its_card(game, players, given, lang):
    for symbol in symbols_of(sprite.of_match(line_of(game, players, given), lang)).values():
        assert_within(symbol)


@pytest.mark.parametrize("lang", messages.LANGUAGES)
def test_a_large_card_says_what_it_is(lang):
    symbols = symbols_of(sprite.of_match(line_of("democracy", 4, []), lang))
    people = of_democracy.PEOPLE[lang]
    for key, person in (("5C", "5"), ("6H", "6"), ("KD", "hunter"), ("10S", "farmer"), ("X1", "X")):
        assert words_of(symbols, f"card-{key}") == people[person]
    symbols = symbols_of(sprite.of_match(line_of("demos", 4, []), lang))
    assert words_of(symbols, "card-1H") == of_demos.THEMES[lang][1]
    for letter in "ELJ":
        assert words_of(symbols, f"card-{letter}C") == of_demos.POWERS[lang][letter]
    match = line_of("democrazy", 6, [])
    symbols = symbols_of(sprite.of_match(match, lang))
    laws = [name for name in rounds.drawings(match, lang) if re.fullmatch(r"[RB]\d\d", name)]
    assert len(laws) > 70
    for name in laws:
        said, title = words_of(symbols, rounds.key(name)), title_of(name, lang)
        assert name in said and title.replace(" ", "") in said.replace(" ", "")
    assert all(words_of(symbols, f"card-{one}") for one in ("END", "YES1", "NO10", "DY1", "DN4", "SC2"))


def test_ranks_are_those_of_the_language():
    for lang, ranks in (("en", "KQJ"), ("fr", "RDV")):
        symbols = symbols_of(sprite.of_match(line_of("democracy", 4, []), lang))
        for rank, drawn in zip("KQJ", ranks):
            for size in screen_faces.SIZES:
                used = [one.get("href") for one in symbols[f"card-{rank}H{size}"].iter(SVG + "use")]
                assert f"#r-{drawn}" in used


def draw_own(letters=None, pack=()):
    """The symbols of a game of one's own."""
    game = Game(SimpleNamespace())
    game.NAME, game.SEATS, game.LETTERS, game.PACK = "plain", (2, 4), letters, pack
    game.deck = lambda seats, options: (
        [0, 1] if pack else [cards.card(3, 12), cards.card(1, 1), cards.joker(1)]
    )
    return symbols_of(screen_faces.draw_picture([Selection(game, 2, {}, "en")]))


def test_a_game_without_faces_has_ranks_and_suits():
    symbols = draw_own()
    assert {"card-QC", "card-AH_m", "card-X1_s", "r-Q", "s-C"} <= set(symbols) and "e-chief" not in symbols
    symbols = draw_own(letters={"A": "W", "Q": "Ω"})
    assert words_of(symbols, "card-WH_s") == "W" and words_of(symbols, "card-ΩC") == "Ω"
    for symbol in symbols.values():
        assert_within(symbol)


def test_a_pack_of_ones_own_has_the_faces_of_paper():
    symbols = draw_own(pack=((0, 2, "GEM", 1, ""),))
    assert {f"card-GEM{number}{size}" for number in (1, 2) for size in screen_faces.SIZES} <= set(symbols)
    assert "GEM1" in words_of(symbols, "card-GEM1_s")


# -- as a browser draws them ---------------------------------------------------------------------

# The rows of pixels of a picture's left part, dark ones as #.
INK = """async ([data, left]) => {
    const image = new Image();
    image.src = "data:image/png;base64," + data;
    await image.decode();
    const canvas = document.createElement("canvas");
    [canvas.width, canvas.height] = [image.width, image.height];
    const context = canvas.getContext("2d");
    context.drawImage(image, 0, 0);
    const pixels = context.getImageData(0, 0, image.width, image.height).data;
    const rows = [];
    for (let y = 0; y < image.height; y++) {
        let row = "";
        for (let x = 0; x < image.width * left; x++) {
            const at = (y * image.width + x) * 4;
            row += pixels[at] + pixels[at + 1] + pixels[at + 2] < 500 ? "#" : ".";
        }
        rows.push(row);
    }
    return rows;
}"""


@pytest.fixture(scope="module")
def page():
    """A page with the faces of Democracy at their own address, as pages of tables have them."""
    page = browser_page.launch().new_page(viewport={"width": 400, "height": 300})
    faces = sprite.of_match(line_of("democracy", 4, []), "en")
    page.route("**/faces.svg", lambda route: route.fulfill(body=faces, content_type="image/svg+xml"))
    page.route("**/page", lambda route: route.fulfill(body="<!doctype html>", content_type="text/html"))
    page.goto("http://table.test/page")
    yield page
    page.close()


def drawn(page, key, high, left=1.0):
    """The rows of pixels of a symbol that is so high, of its left part."""
    wide = high * 100 / 140
    page.evaluate(
        """([key, wide, high]) => { document.body.innerHTML = `<svg width="${wide}" height="${high}"
            style="display: block"><use href="/faces.svg#${key}"/></svg>`; }""",
        [key, wide, high],
    )
    page.wait_for_function("document.querySelector('use').getBBox().width > 0")  # the faces have come
    found = page.locator("svg").screenshot()
    return page.evaluate(INK, [base64.b64encode(found).decode(), left])


def height_of_first(rows):
    """The height of the first thing that is drawn, from above; the edge of the card is not."""
    inner = ["#" in row[4:] for row in rows[4:]]
    first = inner.index(True)
    return inner[first:].index(False)


@pytest.mark.parametrize(("size", "high", "least"), [("", 180, 30), ("_m", 90, 20), ("_s", 60, 24)])
def test_a_rank_is_large_enough_to_be_read(page, size, high, least):
    assert height_of_first(drawn(page, f"card-5C{size}", high, 0.5 if size == "_s" else 0.33)) >= least


def test_suits_differ_in_form(page):
    shapes = {suit: "".join(drawn(page, f"card-5{suit}_s", 60)[33:]) for suit in "SHDC"}
    for one in "SHDC":
        for other in "SHDC"[: "SHDC".index(one)]:
            apart = sum(a != b for a, b in zip(shapes[one], shapes[other]))
            assert apart > 0.1 * min(shapes[one].count("#"), shapes[other].count("#")), (one, other)
