"""Cards and rulings on paper: pages are whole, have the cards of the deck, and no word leaves its card."""

import json
import re
from types import SimpleNamespace
from xml.etree import ElementTree

import pytest

from called_command import run
from cardtable.engine import cards, match
from cardtable.engine.game import Game
from cardtable.engine.match import resolve
from cardtable.games import registry as games
from cardtable.games.democrazy import law_rows
from cardtable.games.democrazy.law import law_card, read_row
from tablehost import messages
from tablehost.cli.command import main
from tablehost.games.democrazy import law_file, law_pictures
from tablehost.journal.store import Journal
from tablehost.people.vocabulary import LANGUAGES
from tablehost.plugins import presentation
from tablehost.printing import aid, braille, faces, guide, measure, paper, rulings, sheet
from tablehost.printing.words import WORDS

NAMES = games.NAMES
SVG = "{http://www.w3.org/2000/svg}"
CUT = 3.0  # mm from the edge of a card in which nothing is written


def printed(capsys, *words):
    """The pages of a command, by name: faces and backs."""
    status, out, err = run(capsys, "cards", *words, "--json")
    assert (status, err) == (0, "")
    data = json.loads(out)["data"]
    pages = {path: ElementTree.parse(path).getroot() for path in data["paths"]}
    return data, pages


def placed(element):
    """Every text below an element: (left, top, right, bottom, words), in the element's own measures.

    What holds a text may be moved or turned upside down, nothing else.
    """
    found = []
    if element.tag == SVG + "text":
        size, words = float(element.get("font-size")), element.text
        wide = measure.width(words, size, element.get("font-weight") == "bold")
        x, y = float(element.get("x")), float(element.get("y"))
        x -= {None: 0, "middle": wide / 2, "end": wide}[element.get("text-anchor")]
        found.append((x, y - measure.ASCENT * size, x + wide, y + measure.DESCENT * size, words))
    for child in element:
        inner = placed(child)
        moved = re.fullmatch(r"translate\((\S+) (\S+)\)", child.get("transform", "translate(0 0)"))
        turned = re.fullmatch(r"rotate\(180 (\S+) (\S+)\)", child.get("transform", ""))
        assert moved or turned or not inner, child.get("transform")
        if moved:
            dx, dy = map(float, moved.groups())
            found += [(a + dx, b + dy, c + dx, d + dy, words) for a, b, c, d, words in inner]
        elif turned:
            x, y = map(float, turned.groups())
            found += [(2 * x - c, 2 * y - d, 2 * x - a, 2 * y - b, words) for a, b, c, d, words in inner]
    return found


def cards_of(page):
    return [element for element in page.iter(SVG + "g") if element.get("class") == "card"]


def assert_within(card):
    for left, top, right, bottom, words in placed(card):
        assert left >= CUT and right <= paper.WIDE - CUT, words
        assert top >= CUT and bottom <= paper.HIGH - CUT, words


def assert_apart(boxes):
    """No two texts lie on each other; what hangs below a line may touch what is under it."""
    boxes = [(a, b, c, d - (d - b) * 0.2, words) for a, b, c, d, words in boxes]
    for at, one in enumerate(boxes):
        for other in boxes[:at]:
            beside = one[2] <= other[0] or other[2] <= one[0]
            assert beside or one[3] <= other[1] + 0.9 or other[3] <= one[1] + 0.9, (one, other)


# -- words and their width -----------------------------------------------------------------------


@pytest.mark.parametrize(
    ("words", "plain", "bold"),
    [  # as DejaVu Sans has them, in units of the size
        ("Protection of the lone voice", 13.760, 15.637),
        ("all chips to the bag, as many are drawn anew", 22.867, 25.677),
        ("Ordre du jour abrégé", 10.540, 11.894),
    ],
)
def test_widths_are_those_of_a_wide_font_and_little_more(words, plain, bold):
    for is_bold, known in ((False, plain), (True, bold)):
        assert known <= measure.width(words, 1, is_bold) < 1.07 * known


def test_words_are_wrapped_cut_and_shortened():
    assert measure.wrap("one two three", measure.width("one two", 4), 4) == ["one two", "three"]
    cut = measure.wrap("Donaudampfschifffahrt", 20, 4)
    assert len(cut) > 1 and "".join(cut) == "Donaudampfschifffahrt"
    assert all(measure.width(line, 4) <= 20 for line in cut)
    assert measure.fit("a word", 40, 10, (8, 5, 2)) == (8, ["a word"])
    assert measure.fit("Donaudampfschifffahrt", 20, 10, (8, 5, 1.5))[0] == 1.5, "rather smaller than cut"
    size, lines = measure.fit("many words " * 50, 40, 10, (5, 2.5))
    assert size == 2.5 and len(lines) == 3 and lines[-1].endswith("…")


# -- cards ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("game", "more", "given"),
    [
        ("democracy", ["--players", "4"], {}),
        ("democracy", ["--players", "10", "--lang", "fr", "--paper", "letter"], {}),
        ("demos", ["--whole"], {}),
        ("demos", ["--whole", "--lang", "fr", "-o", "mode=learning"], {"mode": "learning"}),
        ("democrazy", ["--players", "10"], {"blank_laws": 5}),
        ("democrazy", ["--lang", "fr", "--paper", "letter", "-o", "blank_laws=0"], {}),
        ("democrazy", ["-o", "private_law=on", "-o", "blank_laws=1"], {"private_law": "on", "blank_laws": 1}),
        ("democrazy", ["-o", "deck=own"], {"deck": "own", "blank_laws": 5}),
    ],
)
def test_the_cards_of_the_deck_are_printed_and_no_word_leaves_its_card(capsys, tmp_path, game, more, given):
    data, pages = printed(capsys, game, *more, "--out", tmp_path)
    module = games.load(game)
    seats = int(more[1]) if more[0] == "--players" else 4
    deck = module.deck(seats, resolve(module, seats, given))
    assert sum(data["cards"].values()) == len(deck)
    fronts = [page for path, page in pages.items() if not path.endswith("-back.svg")]
    found = [card for page in fronts for card in cards_of(page)]
    assert len(found) == len(deck)
    told = [" ".join(words for *_, words in placed(card)) for card in found]
    for name in (cards.text(card, cards.names_of(module)) for card in deck):
        assert name == "END" or sum(name in one.split() for one in told) == 1, name
    assert not [one for one in told if "…" in one], "all of it is told"
    for card in found:
        assert_within(card)
        assert_apart(placed(card))
    wide, high = paper.SIZES["letter" if "letter" in more else "a4"]
    for page in pages.values():
        assert (page.get("width"), page.get("height")) == (f"{wide:g}mm", f"{high:g}mm")
        assert len(cards_of(page)) <= 9


@pytest.mark.parametrize("size", paper.SIZES)
def test_nine_cards_lie_edge_to_edge_on_the_page_and_marks_are_outside(size):
    page = ElementTree.fromstring(paper.page([""] * 9, size, "", "en").encode())
    wide, high = paper.SIZES[size]
    corners = [tuple(map(float, re.findall(r"[\d.]+", card.get("transform")))) for card in cards_of(page)]
    assert corners == sorted(corners, key=lambda at: (at[1], at[0])) and len(set(corners)) == 9
    assert corners[0][0] > 0 and corners[0][1] > 0
    assert corners[8][0] + paper.WIDE < wide and corners[8][1] + paper.HIGH < high
    assert corners[1][0] - corners[0][0] == pytest.approx(paper.WIDE)
    assert corners[3][1] - corners[0][1] == pytest.approx(paper.HIGH)
    marks = re.findall(r"M([\d.]+) ([\d.]+)([hv])([\d.]+)", page.find(SVG + "path").get("d"))
    assert len(marks) == 16
    for x, y, way, long in marks:
        x, y, long = float(x), float(y), float(long)
        assert long >= 1 and 0 < x < wide and 0 < y < high
        if way == "v":
            assert y + long < corners[0][1] or y > corners[8][1] + paper.HIGH
        else:
            assert x + long < corners[0][0] or x > corners[8][0] + paper.WIDE


def test_of_demos_only_the_power_pile_is_printed_unless_all_is_wanted(capsys, tmp_path):
    data, _ = printed(capsys, "demos", "--out", tmp_path)
    assert data["cards"] == {"figures": 14}


def test_laws_and_votes_have_backs_of_their_own_that_look_the_same_both_ways(capsys, tmp_path):
    _, pages = printed(capsys, "democrazy", "--out", tmp_path)
    backs = [page for path, page in pages.items() if path.endswith("-back.svg")]
    looks = [{ElementTree.tostring(card[-1][-1]) for card in cards_of(page)} for page in backs]
    assert len(backs) == 2 and all(len(look) == 1 for look in looks) and looks[0] != looks[1]
    card = cards_of(backs[0])[0]
    *_, upper, lower = list(card)
    assert lower.get("transform").startswith("rotate(180") and upper.tag == SVG + "g"


def test_a_law_tells_by_shape_what_it_tells_by_colour(capsys, tmp_path):
    """Red by a filled band, blue by a frame; the circle is filled or not; each colour of chips is a shape."""
    _, pages = printed(capsys, "democrazy", "--out", tmp_path)
    laws = {}
    for path, page in pages.items():
        if "laws-0" in path:
            for card in cards_of(page):
                laws[placed(card)[0][-1].split()[0]] = card
    bands = {name: card.find(SVG + "rect").get("fill") != "none" for name, card in laws.items()}
    circles = {name: card.find(SVG + "circle") for name, card in laws.items()}
    for row in law_rows.LAWS:
        name, circle, *_ = row.split(" ")
        assert bands[name] == (name[0] == "R")
        assert (circles[name].get("fill") == "#ffffff") == (circle == "white")
    shapes = {laws[name].find(f"{SVG}g/{SVG}path").get("d") for name in ("B01", "B05", "B08", "B11")}
    assert len(shapes) == 4


def pictures(rows):
    """Law and picture of each row."""
    laws = [read_row(law_card(row), row) for row in rows]
    return [(law, law_pictures.of_law(law, 0, 0, 24)) for law in laws]


def test_every_operation_has_a_picture_of_its_own():
    seen = {law.operations[0].name: picture for law, picture in pictures(law_rows.LAWS)}
    assert set(seen) == {*law_file.RED, *law_file.BLUE}
    assert len(set(seen.values())) == len(seen)
    ways = ("pass what=all dir=", "wild_pass dir=", "direction dir=")
    rows = [f"R01 black own {way}{side}" for way in ways for side in ("left", "right")]
    rows += [f"B01 black own wild_rule mode={mode}" for mode in ("banned", "allowed")]
    rows += [f"B01 black own after_proposal on={on} draw who=all n=1" for on in ("adopted", "rejected")]
    assert len({picture for _, picture in pictures(rows)}) == len(rows)


def test_laws_of_ones_own_are_printed_with_their_titles_and_long_words_stay_on_the_card(capsys, tmp_path):
    fx = [{"op": "value", "color": "R", "pts": 2}]
    long = {"id": "B01", "t": "Bundesverfassungsgerichtspräsidentschaftswahl " * 4, "c": "blue", "k": "W"}
    long |= {"s": "UNBESCHREIBLICH", "tags": ["verfassungsgerichtsbarkeiten"], "fx": fx * 9}
    gap = {"id": "B02", "c": "blue", "k": "B", "s": "?", "fx": [{**fx[0], "color": "?", "pts": [0, 2, 3]}]}
    plain = {"id": "R01", "t": "Sun & <rain>", "c": "red", "k": "B", "fx": [{"op": "extra_turn"}]}
    file = tmp_path / "laws.jsonl"
    file.write_text("".join(json.dumps(law) + "\n" for law in (long, gap, plain)), encoding="utf-8")
    data, pages = printed(
        capsys, "democrazy", "--laws", file, "-o", "blank_laws=0", "--out", tmp_path / "own"
    )
    assert data["cards"] == {"laws": 4, "votes": 30}
    found = cards_of(next(page for path, page in pages.items() if path.endswith("laws-01.svg")))
    for card in found:
        assert_within(card)
        assert_apart(placed(card))
    told = [" ".join(words for *_, words in placed(card)) for card in found]
    assert "Sun & <rain>" in told[2] and "Yellow recall" not in told[2]
    assert "UNBESCHREIBLICH" in told[0] and "___" in told[1] and "0 or 2 or 3" in told[1]


def test_a_file_of_one_page_and_the_paths_last(capsys, tmp_path):
    status, out, _ = run(capsys, "cards", "demos", "--out", tmp_path / "new" / "mine.svg")
    assert status == 0
    *_, first, second, back = out.splitlines()
    assert [first, second, back] == [
        str(tmp_path / "new" / f"mine-figures-{name}.svg") for name in ("01", "02", "back")
    ]
    assert all((tmp_path / "new" / f"mine-figures-{name}.svg").exists() for name in ("01", "02", "back"))


def plain_game():
    """A game that brings nothing but its rules."""
    game = Game(SimpleNamespace())
    game.NAME, game.SEATS = "plain", (2, 4)
    game.OPTIONS = (("hand", ("int", 1, 7), 3, "cards in a hand"), ("joker", ("off", "on"), "off", "jokers"))
    game.deck = lambda seats, chosen: [cards.card(3, 12), cards.card(1, 10, 2), cards.joker(1)]
    return game


def test_a_game_without_words_of_its_own_is_printed_as_well():
    game = plain_game()
    chosen = resolve(game, 2, {"hand": 5})
    (pile,) = faces.standard_faces(faces.Selection(game, 2, chosen, "fr"))
    assert [face.name for face in pile.faces] == ["QC", "10H#2", "X1"]
    page = ElementTree.fromstring(paper.page([face.body for face in pile.faces], "a4", "", "fr").encode())
    for card in cards_of(page):
        assert_within(card)
    assert "D" in [words for *_, words in placed(cards_of(page)[0])], "a queen is a dame"
    one, other = rulings.list_rulings(game, 2, chosen, "en")
    assert (one.words, one.differs) == ("hand = 5: cards in a hand", True)
    assert (other.words, other.differs) == ("joker = off: jokers", False)


# -- braille -------------------------------------------------------------------------------------


def of_pack(name, lang="en", dotted=True, given=None):
    """Every face that a game prints."""
    game = games.load(name)
    options = resolve(game, 4, given or {})
    wanted = faces.Selection(game, 4, options, lang, whole=True, braille=dotted)
    return [face for pile in faces.of_game(wanted) for face in pile.faces]


@pytest.mark.parametrize("name", NAMES)
def test_two_faces_of_a_game_never_share_their_cells(name):
    """Cards that differ in nothing but the small name at the foot are the same face."""
    by_cells = {}
    for face in of_pack(name, dotted=False, given={"blank_laws": 5} if name == "democrazy" else None):
        assert 1 <= len(face.cells) <= 2 and all(0x2801 <= ord(cell) <= 0x283F for cell in face.cells)
        look = re.sub(rf"\b({face.name}|X[12])\b", "", face.body)
        assert by_cells.setdefault(face.cells, look) == look, face.name
    assert len(by_cells) == {"democracy": 49, "demos": 53, "democrazy": 85}[name]


def test_the_cells_of_a_standard_pack_are_those_that_bought_packs_have():
    """fredshead.info, Using Braille Abbreviations on Games: American Printing House for the Blind, 1990."""
    known = {"7H": "⠛⠓", "9C": "⠊⠉", "AC": "⠁⠉", "KH": "⠅⠓", "QD": "⠟⠙", "10S": "⠭⠎", "X2": "⠚⠕"}
    for name, cells in known.items():
        assert braille.standard_cells(cards.parse(name)) == cells
        assert braille.standard_cells(cards.parse(name + "#2")) == cells, "a copy is the same face"
    assert {face.name: face.cells for face in of_pack("demos")}["EH"] == "⠅⠓", "one pack serves both games"
    assert [face.cells for face in of_pack("demos")] == [face.cells for face in of_pack("demos", "fr")]
    assert braille.number_dots("⠭⠎") == "1346 234"


def dots(element, x=0.0, y=0.0, turned=False):
    """The middles of the circles of braille below an element, in its own measures."""
    if element.tag == SVG + "circle" and element.get("r") == "0.65":
        at = (float(element.get("cx")) + x, float(element.get("cy")) + y)
        yield (paper.WIDE - at[0], paper.HIGH - at[1]) if turned else at
    for child in element:
        yield from dots(child, x, y, turned or child.get("transform", "").startswith("rotate(180"))


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("name", NAMES)
def test_braille_is_in_two_corners_and_no_word_is_on_it(name, lang):
    for face in of_pack(name, lang):
        card = ElementTree.fromstring(f'<g xmlns="{SVG[1:-1]}">{face.body}</g>')
        marks = list(dots(card))
        count = sum((ord(cell) - 0x2800).bit_count() for cell in face.cells)
        upper = sorted(at for at in marks if at[1] < paper.HIGH / 2)
        lower = sorted((paper.WIDE - x, paper.HIGH - y) for x, y in marks if y > paper.HIGH / 2)
        assert len(upper) == len(lower) == count
        assert [pytest.approx(at) for at in upper] == lower
        for x, y in marks:
            for left, top, right, bottom, words in placed(card):
                high = bottom - (bottom - top) * 0.2
                assert not (left - 0.7 < x < right + 0.7 and top + 1 < y < high + 0.7), (face.name, words)
        assert_within(card)
        assert_apart(placed(card))
        assert "…" not in face.body


def test_dots_are_as_far_apart_as_in_marburg_medium():
    one = ElementTree.fromstring(f'<g xmlns="{SVG[1:-1]}">{braille.draw_cells("⠿⠿", 10, 10)}</g>')
    assert sorted({x for x, _ in dots(one)}) == [10, 12.5, 16, 18.5]
    assert sorted({y for _, y in dots(one)}) == [10, 12.5, 15]
    assert braille.DOT == 1.5


def test_labels_are_mirrored_and_there_are_two_for_each_card(capsys, tmp_path):
    data, pages = printed(capsys, "demos", "--braille", "--out", tmp_path)
    (labels,) = (page for path, page in pages.items() if "braille" in path)
    found = [one for one in labels.iter(SVG + "g") if one.get("class") == "label"]
    assert len(found) == 2 * sum(data["cards"].values())
    label = next(one for one in found if placed(one)[0][-1] == "ED")
    marks = sorted(dots(label))
    left = marks[0][0]
    assert [round(x - left, 2) for x, _ in marks] == [0, 0, 2.5, 8.5, 8.5], "⠅⠙ from the right"
    assert labels.get("width") == "210mm"


def test_the_list_of_braille_is_text_and_data_and_writes_no_page(capsys, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    status, out, _ = run(capsys, "cards", "democrazy", "--braille", "--list", "-o", "blank_laws=0")
    lines = out.splitlines()
    assert status == 0 and len(lines) == 105 and not list(tmp_path.iterdir())
    assert any(line.startswith("B05    ⠚⠑  245 15  ") for line in lines)
    (law,) = (line for line in lines if line.startswith("R05"))
    assert law.startswith("R05    ⠺⠱  2456 156  Everything moves left: ") and law.endswith("neighbour.")
    assert "DY1    ⠙⠽  145 13456" in lines
    listed = json.loads(run(capsys, "cards", "democracy", "--braille", "--list", "--json")[1])["data"][
        "braille"
    ]
    assert listed["10H"] == "⠭⠓"


def test_a_pdf_has_labels_after_its_cards_and_nothing_behind_them(capsys, tmp_path):
    path = tmp_path / "deck.pdf"
    assert run(capsys, "cards", "demos", "--braille", "--out", path)[0] == 0
    assert len(re.findall(rb"/Type /Page\b", path.read_bytes())) == 2 * 2 + 2


# -- rulings -------------------------------------------------------------------------------------


def values_of(row):
    return (row[1][1], row[1][1] + 1, row[1][2]) if row[1][0] == "int" else row[1]


@pytest.mark.parametrize("name", NAMES)
def test_every_option_has_its_words_for_every_value_in_every_language(name):
    game = games.load(name)
    rows = {row[0]: row for row in game.OPTIONS}
    heads = [head.split(" ") for head in messages.texts(f"{name}/options", "en")]
    assert ["about", "game"] in heads
    heads = [head for head in heads if head[0] not in ("warning", "about")]
    assert {option for _, option, *_ in heads} == set(rows)
    assert ["section", next(iter(rows))] in heads
    for option, row in rows.items():
        for lang in LANGUAGES:
            said = [presentation.ruling(name, option, value, lang) for value in values_of(row)]
            assert all(one.endswith(".") and "{" not in one for one in said), option
            assert len(set(said)) == len(values_of(row)), option
        ruled = {head[2] for head in heads if head[:2] == ["ruling", option]}
        assert row[1][0] == "int" or not ruled - {"?", *map(str, values_of(row))}, option
    needs = presentation.NEEDS.of(name, {})
    assert set(needs) <= set(rows)
    for other, values in (needed for needed in needs.values() if not callable(needed)):
        assert all(match.read_option(rows[other], one) == one for one in values)


def test_words_are_there_in_every_language():
    assert list(WORDS) == list(LANGUAGES)
    assert all(list(words) == list(WORDS["en"]) for words in WORDS.values())


def longest(name, lang):
    """A sheet with every option, each at the value that takes most words, all of them marked."""
    game = games.load(name)
    found = []
    for row in game.OPTIONS:
        words = max((presentation.ruling(name, row[0], value, lang) for value in values_of(row)), key=len)
        section = presentation.get_option_text(name, "section", row[0], lang)
        found.append(rulings.Ruling(row[0], 1, 0, words, section))
    return sheet.Sheet(name, "Ada, Ben " * 20, found, lang)


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("name", NAMES)
def test_the_longest_sheet_fits_one_page(name, lang):
    page = longest(name, lang)
    boxes = placed(ElementTree.fromstring(sheet.svg(page).encode()))
    wide, high = paper.SIZES["a4"]
    for left, top, right, bottom, words in boxes:
        assert left >= 10 and right <= wide - 10 and top >= 8 and bottom <= high - 8, words
    assert_apart(boxes)
    assert all(
        float(size) >= 2.8 for size in re.findall(r'font-size="([\d.]+)" font-weight', sheet.svg(page))
    )
    lines = sheet.text(page).splitlines()
    assert len(lines) <= 66 and all(len(line) <= 78 for line in lines[1:])


def test_a_sheet_marks_what_differs_and_leaves_out_what_means_nothing(capsys):
    status, out, _ = run(
        capsys, "rules", "--rulings", "demos", "--mode", "learning", "-o", "points_for=winner"
    )
    assert status == 0
    marked = [line for line in out.splitlines() if line.startswith("  * ")]
    assert len(marked) == 2 and "learning game" in marked[0] and "Only winners" in marked[1]
    assert "[" not in out and "veto" not in out.replace(marked[0], "")
    out = run(capsys, "rules", "--rulings", "demos", "--players", "5", "--mode", "2v2+1")[1]
    assert "Independent" in out and "nobody wins" not in out
    out = run(capsys, "rules", "--rulings", "democracy")[1]
    assert "* " not in out and "argue" not in out and "lie" not in out.split()
    assert (
        "joker" in out and "joker" not in run(capsys, "rules", "--rulings", "democracy", "--players", "5")[1]
    )
    assert "trumps split" in run(capsys, "rules", "--rulings", "democracy", "--players", "7")[1]
    assert "trumps split" not in out and "last days longer" not in out
    out = run(capsys, "rules", "--rulings", "democracy", "-o", "negotiation=majority", "--lang", "fr")[1]
    assert "  * Les joueurs" in out and "60 secondes" in out
    rows = json.loads(run(capsys, "rules", "--rulings", "democrazy", "--players", "9", "--json")[1])["data"][
        "rulings"
    ]
    start = next(row for row in rows if row["option"] == "start")
    assert (start["value"], start["differs"]) == (4, False)
    assert not [row for row in rows if row["option"] == "blank_circle"]


def test_a_sheet_has_the_lamps_of_the_table(capsys, tmp_path):
    path = tmp_path / "rules.svg"
    for lang, words in (("en", "blue: lay a card (ask)"), ("fr", "bleu : posez une carte (demande)")):
        asked = ("rules", "democracy", "--rulings", "--lang", lang, "--format", "svg", "--out", path)
        assert run(capsys, *asked) == (0, f"{path}\n", "")
        root = ElementTree.parse(path).getroot()
        assert words in [each for *_, each in placed(root)]
        assert len(root.findall(f".//{SVG}circle")) == 16
    status, out, _ = run(capsys, "rules", "--rulings", "democracy", "--format", "html")
    assert status == 0 and out.startswith("<!DOCTYPE html>") and "<?xml" not in out and "@page{size:A4" in out


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("game", NAMES)
def test_the_aid_is_one_page_with_the_parts_that_players_look_up(game, lang, tmp_path, capsys):
    out = tmp_path / "aid.svg"
    assert main(["rules", game, "--aid", "--lang", lang, "--out", str(out)]) == 0
    boxes = placed(ElementTree.parse(out).getroot())
    wide, high = paper.SIZES["a4"]
    for left, top, right, bottom, words in boxes:
        assert left >= 10 and right <= wide - 10 and top >= 8 and bottom <= high - 8, words
    assert_apart(boxes)
    said = " ".join(words for *_, words in boxes)
    assert all(f"{number}." in said for number in (1, 2, 3)) and "*" not in said and "|" not in said
    assert run(capsys, "rules", game, "--aid", "--out", tmp_path / "aid.pdf")[0] == 0
    assert (tmp_path / "aid.pdf").read_bytes().startswith(b"%PDF")


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("game", NAMES)
def test_an_aid_with_every_option_changed_is_one_page(game, lang):
    found = longest(game, lang).rulings
    boxes = placed(ElementTree.fromstring(aid.draw_aid(game, 4, found, lang).encode()))
    assert max(bottom for _, _, _, bottom, _ in boxes) <= paper.SIZES["a4"][1] - 8
    assert_apart(boxes)
    said = " ".join(" ".join(words for *_, words in boxes).split())
    assert all(guide.remove_marks(one.words) in said for one in found)


def test_the_rulings_of_a_match_that_was_played(capsys, tmp_path, monkeypatch):
    monkeypatch.setenv("CARDTABLE_HOME", str(tmp_path))
    assert run(capsys, "rules", "last")[0] == 3
    game = games.load("democracy")
    chosen = resolve(game, 2, {"target": 7})
    with Journal() as journal:
        journal.create_game("ab" * 8, "democracy", ["Ann", "Bob"], chosen, True)
        journal.create_game("ab" * 8, "democracy", ["Cid", "Dee"], {"target": 5000}, True)
    status, out, _ = run(capsys, "rules", "--rulings", "1")
    assert status == 0 and "Ann, Bob" in out and "  * Who has 7 or more wins" in out
    assert run(capsys, "rules", "--rulings", "last")[0] == 5
    assert run(capsys, "rules", "--rulings", "1", "-o", "target=7")[0] == 2
    assert run(capsys, "rules", "--rulings", "9")[0] == 3


# -- what is wrong -------------------------------------------------------------------------------

BAD = [
    (["cards", "demoss"], 3, "did you mean demos?"),
    (["cards", "democracy", "--players", "11"], 2, "2 to 10 players"),
    (["cards", "democracy", "-o", "dayz=2"], 2, "did you mean days?"),
    (["cards", "democracy", "-o", "days"], 2, "NAME=VALUE"),
    (["cards", "democracy", "--paper", "a3"], 2, "a4"),
    (["cards", "democracy", "--lang", "de"], 2, "fr"),
    (["cards", "democracy", "--laws", "laws.jsonl"], 2, "no laws of one's own"),
    (["cards", "democrazy", "--laws", "there is none.jsonl"], 3, "cannot be read"),
    (["cards", "democrazy", "--laws", "x", "-o", "deck=all"], 2, "no effect"),
    (["cards", "democracy", "--out", "/dev/null/cards"], 1, "cannot be written"),
    (["rules", "demoss"], 3, "did you mean demos?"),
    (["rules", "democracy", "--mode", "learning"], 2, "no option mode"),
    (["rules", "demos", "--mode", "2vs2"], 2, "did you mean 2v2?"),
    (["rules", "demos", "-o", "veto_charge=all", "--mode", "learning"], 2, "no effect"),
    (["rules", "democracy", "--format", "pdf"], 2, "svg"),
    (["rules", "democracy", "--format", "svg"], 2, "Add --rulings"),
    (["rules", "democracy", "--out", "/dev/null/rules.txt"], 1, "cannot be written"),
]


@pytest.mark.parametrize(("words", "status", "said"), BAD, ids=[" ".join(row[0]) for row in BAD])
def test_a_fault_is_reported_in_three_lines(capsys, tmp_path, monkeypatch, words, status, said):
    monkeypatch.chdir(tmp_path)
    found, out, err = run(capsys, *words)
    assert (found, out) == (status, "")
    assert said in err and len(err.splitlines()) <= 3
    assert not list(tmp_path.iterdir())


def test_the_report_of_printed_files_is_french(tmp_path, capsys):
    assert main(["cards", "demos", "--whole", "--lang", "fr", "--out", str(tmp_path)]) == 0
    told = capsys.readouterr().out.splitlines()
    assert told[0] == "demos pour 4 joueurs : 14 figures, 40 nombres"
    assert told[1].startswith("imprimez à 100 %")
