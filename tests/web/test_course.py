"""Finished matches as people share them: the course of a match, a card of the day, statistics, in process."""

import html
import json
import re
from itertools import pairwise

import pytest

import exported_games
import live_site
from asgi import visit
from cardtable.engine.match import resolve
from cardtable.games import registry as games
from chosen_house import ChosenHouse, visit_as_operator
from tablehost import messages
from tablehost.journal import game_log
from tablehost.journal.store import Game, Journal
from tablehost.plugins import narration
from tablehost.printing import chart
from tablehost.web.course import Course, Moment, find_turn, tell
from tablehost.web.past import Library

pytestmark = pytest.mark.usefixtures("new_home")

PAGES = ("/games/1/share", "/today", "/statistics?bots=1")


@pytest.fixture
def house():
    house = ChosenHouse("virtual")
    house.library, house.course = Library(), Course()
    return house


@pytest.fixture
def visitor(house):
    return visit(house)[0]


def game(name="democracy", seats=4):
    return exported_games.finished(name, seats, 3)


def lines_of(number):
    with Journal() as journal:
        return game_log.load_chronicle(journal, journal.game(number)).lines


def tables_of(text):
    """Return the tables of a page, as rows of cells."""
    found = []
    for table in re.findall("<table.*?</table>", text, re.DOTALL):
        rows = re.findall("<tr>(.*?)</tr>", table, re.DOTALL)
        found.append(
            [[said(cell) for cell in re.findall("<t[hd].*?</t[hd]>", row, re.DOTALL)] for row in rows]
        )
    return found


def said(text):
    return html.unescape(re.sub("<[^>]+>", "", text)).strip()


def title_of(answer):
    return said(re.search("<h1[^>]*>(.*?)</h1>", answer.text)[1])


# -- one match -----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "part", "called"), [("democracy", "island", "island"), ("demos", "round", "round")]
)
def test_the_course_is_that_of_the_log(visitor, name, part, called):
    number = live_site.keep(game(name))
    lines = lines_of(number)
    expected, now = {}, 0
    for line in lines:
        now = line["n"] if line["kind"] == part else now
        if "totals" in line:
            expected[now] = line["totals"]
    answer = visitor.get(f"/games/{number}/share")
    (heads, start, *rows), *_ = tables_of(answer.text)
    assert heads[1:] == lines[0]["players"] and set(start[1:]) == {"0"}
    assert {int(re.search(f"{called} ([0-9]+)", row[0])[1]): [*map(int, row[1:])] for row in rows} == expected
    labels = re.findall("<text[^>]*>([^<]+)</text>", answer.text)
    assert all(f"{name} {n}" in labels for name, n in zip(heads[1:], lines[-1]["totals"], strict=True))


@pytest.mark.parametrize(
    ("scores", "winners", "found"),
    [
        ([(0, 0), (1, 0), (1, 2), (1, 3)], [1], (2, True)),
        ([(0, 0), (2, 0), (2, 2), (3, 2)], [0], (3, True)),  # level is no lead
        ([(0, 0), (0, 1), (0, 1), (0, 2)], [1], (1, True)),
        ([(0, 0), (0, 1), (4, 1), (5, 5)], [0, 1], (2, False)),  # several winners: the largest swing
        ([(0, 0), (3, 0), (3, 2)], [1], (1, False)),  # the winner is behind: by other rules
        ([(5, 5), (5, 1), (5, 9)], [], (2, False)),
        ([(0, 0), (2, 2)], [0, 1], None),
        ([(0, 0)], [], None),
    ],
)
def test_the_turning_point(scores, winners, found):
    turning = find_turn(scores, winners)
    assert (turning and tuple(turning)) == found


@pytest.mark.parametrize(
    ("scores", "winners", "en", "fr"),
    [
        (
            [(0, 0, 0), (2, 1, 0), (2, 3, 0)],
            [1],
            "Ben won with 3 points; Ada led until change 2.",
            "tête : Ada.",
        ),
        ([(0, 0, 0), (1, 1, 0), (1, 3, 0)], [1], "level with Ada until change 2.", "à égalité avec Ada."),
        ([(0, 0, 0), (1, 0, 0), (4, 3, 0)], [0], "Ada won with 4 points, ahead from change 1 on.", "change"),
        (
            [(0, 0, 0), (2, 2, 0)],
            [0],
            "Ada won with 2 points, level with Ben at the end.",
            "à la fin avec Ben.",
        ),
        ([(0, 0, 0), (2, 2, 0)], [0, 1], "Ada and Ben won with 2 points.", "gagnée par Ada et Ben"),
        ([(0, 0, 0), (2, 2, 0)], [], "Nobody won.", "Personne"),
    ],
)
def test_the_sentence(scores, winners, en, fr):
    players = ["Ada", "Ben", "Cleo"]
    result = {"kind": "result", "winners": winners, "totals": list(scores[-1])}
    match = Game(1, "ab", "x", players, {}, None, True, "2026", "2026", 1, 2, result)
    moments = [Moment(at, one, "") for at, one in enumerate(scores)]
    for language, words in (("en", en), ("fr", fr)):
        with messages.speaking(language):
            sentence = tell(match, moments, find_turn(scores, winners), narration.Words(players))
        assert words in sentence


@pytest.mark.parametrize(
    ("language", "said"), [("en", "Ada won with 3 points, ahead from the start on."), ("fr", "(le début)")]
)
def test_a_leader_from_the_start_led_in_no_turn_0(language, said):
    result = {"kind": "result", "winners": [0], "totals": [3, 0]}
    match = Game(1, "ab", "democrazy", ["Ada", "Ben"], {}, None, True, "2026", "2026", 1, 2, result)
    moments = [Moment(0, (0, 0), ""), Moment(0, (2, 1), "chips"), Moment(1, (3, 0), "turn 1")]
    with messages.speaking(language):
        words = narration.of({"game": "democrazy", "players": match.players})
        sentence = tell(match, moments, find_turn([one.scores for one in moments], [0]), words)
        assert said in sentence and not re.search(r"\b0\b", sentence)
        assert [words.name_part(part)[-1] for part in (1, 2)] == ["1", "2"]


def test_the_file_is_complete_in_itself(visitor):
    number = live_site.keep(game())
    for language in messages.LANGUAGES:
        answer = visitor.get(f"/games/{number}/share.html?lang={language}")
        assert answer.headers["content-disposition"] == f'attachment; filename="cardtable-{number}.html"'
        assert not re.search(r"<script|href|src=|url\(|https?:|@import|<link|<form", answer.text)
        assert "<style>" in answer.text and f'<html lang="{language}">' in answer.text
        page = visitor.get(f"/games/{number}/share?lang={language}").text
        assert re.search("<svg.*?</svg>", page)[0] in answer.text
        assert tables_of(page) == tables_of(answer.text)


@pytest.mark.parametrize("path", PAGES)
def test_served_pages_are_accessible_and_have_nothing_inline(visitor, path):
    keep_dealt()
    for language in messages.LANGUAGES:
        text = visitor.get(f"{path}{'&' if '?' in path else '?'}lang={language}").text
        assert not re.search(r"<style| style=|<script(?! type=.module. src=)| on[a-z]+=", text)
        levels = [int(one) for one in re.findall("<h([1-6])", text)]
        assert levels[0] == 1 and levels.count(1) == 1
        assert all(after <= before + 1 for before, after in pairwise(levels))
        assert text.count("<table") == text.count("<caption>")
        ids = re.findall(' id="([^"]+)"', text)
        assert len(ids) == len(set(ids))
        for picture in re.findall('<svg viewBox.*?aria-labelledby="(.*?)"', text):
            assert set(picture.split()) <= set(ids)


def test_names_are_no_markup(visitor):
    file = game()
    file.told["players"] = ["<b>", "&", '"', "'>"]
    number = live_site.keep(file)
    for path in (f"/games/{number}/share", f"/games/{number}/share.html", "/statistics?bots=1"):
        assert "<b>" not in visitor.get(path).text.replace("<b>Ada", "")


def test_a_match_is_begun_again_by_the_operator_alone(house):
    file = exported_games.finished("democracy", 4, 3, days=1)
    number = live_site.keep(file)
    guest, operator = visit(house)[0], visit_as_operator(house)
    assert "rematch" not in guest.get(f"/games/{number}/share").text
    assert guest.post(f"/games/{number}/rematch").status == 403 and not house.begun
    assert f'action="/games/{number}/rematch"' in operator.get(f"/games/{number}/share").text
    live_site.keep(game("demos"))  # the last match is another one
    answer = operator.post(f"/games/{number}/rematch")
    assert (answer.status, answer.headers["location"]) == (303, "/tables/virtual/continue")
    _, choice = house.begun[-1]
    assert (choice.game.NAME, choice.players) == ("democracy", file.told["players"])
    assert choice.options == file.told["options"]
    assert operator.post("/games/77/rematch").status == 404
    house.is_busy = True
    assert operator.post(f"/games/{number}/rematch").status == 409


@pytest.mark.parametrize("number", ["7", "0", "abc", "-1", "9" * 15, "9" * 300, "%00"])
def test_an_unknown_number_has_a_page(visitor, number):
    for rest in ("share", "share.html"):
        answer = visitor.get(f"/games/{number}/{rest}")
        assert (answer.status, title_of(answer)) == (404, "There is no such match")


def test_a_game_that_is_not_over_is_not_shared(visitor):
    number = live_site.keep(game(), until=40)
    for rest in ("share", "share.html"):
        answer = visitor.get(f"/games/{number}/{rest}")
        assert answer.status == 409 and "step by step" in answer.text
    assert "est pas finie" in visitor.get(f"/games/{number}/share?lang=fr").text
    assert "/share" not in visitor.get(f"/games/{number}").text


def test_many_players_and_long_names_stay_within_the_chart():
    players = [f"{name} " + "W" * 20 for name in "ABCDEFGHIJ"]
    drawn = chart.lines(chart.Head("a", "t", "d"), players, ["0", "1"], [[-3] * 10, [7] * 10], 1, "here")
    places = [(float(x), float(y)) for x, y in re.findall('<text x="([0-9.-]+)" y="([0-9.-]+)"', drawn)]
    high = float(re.search('viewBox="0 0 360 ([0-9.]+)"', drawn)[1])
    assert all(0 <= x < 360 and 0 < y < high for x, y in places)
    names = sorted(y for x, y in places if x > 270)
    assert len(names) == 10 and all(after - before > 12 for before, after in pairwise(names))
    dashes = re.findall('stroke-linejoin="round"(?: stroke-dasharray="([^"]*)")?', drawn)
    assert len(set(dashes)) == 10


# -- the card of the day --------------------------------------------------------------------------------


def keep_dealt(forged=None):
    """Keep a game whose deals are known: the hands are the cards that were laid until the next deal.

    `forged`: the number of a record with another digest.
    """
    file = game()
    lines, numbers = read_log(file)
    deals = []
    for at, line in enumerate(lines):
        if line["kind"] == "trick" and line["n"] == 1:
            hands = [[card] for card in line["plays"]]
            for later in lines[at + 1 :]:
                if later["kind"] == "score" or (later["kind"] == "trick" and later["n"] == 1):
                    break
                if later["kind"] == "trick":
                    for hand, card in zip(hands, later["plays"], strict=True):
                        hand.append(card)
            deals.append((numbers[at] - 1, [sorted(hand) for hand in hands]))
    if forged is not None:
        record = json.loads(file.raws[forged])
        file.raws[forged] = json.dumps([*record[:-1], record[-1] + 1], separators=(",", ":")).encode()
    return live_site.keep(file, deals)


def read_log(file):
    chronicle = game_log.of_file(file)
    kept = [at for at, line in enumerate(chronicle.lines) if line["kind"] != "deal"]
    return [chronicle.lines[at] for at in kept], [chronicle.numbers[at] for at in kept]


def test_the_trick_of_the_day_is_one_that_was_played(visitor):
    number = keep_dealt()
    tricks = [line for line in lines_of(number) if line["kind"] == "trick"]
    seen = set()
    for day in range(1, 21):
        text = visitor.get(f"/today?day=2026-11-{day:02}").text
        assert text == visitor.get(f"/today?day=2026-11-{day:02}").text
        middle, hand, plays = (
            re.findall('#card-([^"]+)', part)
            for part in re.findall('<ul class="cards">.*?</ul>', text, re.DOTALL)
        )
        before, _, answer = text.partition("<details")
        at = next(at for at, line in enumerate(tricks) if line["plays"] == plays and middle == [line["pool"]])
        seat = [bool(one) for one in re.findall("<li( class=.laid.)?>", answer)].index(True)
        rest = [line["plays"][seat] for line in tricks[at:]]
        assert sorted(hand) == sorted(rest[: len(hand)]) and len(hand) > 1
        assert plays[seat] in hand and all(f"#card-{card}" not in before for card in set(plays) - set(hand))
        assert "taken it" in answer or "takes it" in answer or "split" in answer
        seen.add(at)
    assert len(seen) > 5
    text = visitor.get("/today?day=2026-11-01&lang=fr").text
    assert "La carte du jour" in text and re.search('aria-label="[a-zé0-9]+ de [a-zœ]+"', text)


def test_a_discard_of_demos_is_asked_for(visitor):
    file = game("demos")
    lines, numbers = read_log(file)
    deals, hands = [], {}
    for at, line in enumerate(lines):
        if line["kind"] == "discard" and line["turn"] == 1:
            hands[line["seat"]] = [line["card"], "9S", "10C"]
            if len(hands) == 1:
                after = numbers[at] - 1
            if len(hands) == 4:
                deals.append((after, [hands[seat] for seat in range(4)]))
                hands = {}
    live_site.keep(file, deals)
    for day in range(1, 11):
        before, _, answer = visitor.get(f"/today?day=2026-11-{day:02}").text.partition("<details")
        *middle, hand = re.findall('<ul class="cards">.*?</ul>', before, re.DOTALL)
        cards = re.findall('#card-([^"]+)', hand)
        (laid,) = re.findall('<li class="laid">.*?#card-([^"]+)"', answer, re.DOTALL)
        assert cards[0] == laid and cards[1:] == ["9S", "10C"]
        assert len(re.findall("#card-", answer)) == 4 and len(middle) < 2
        assert "discards" in answer or "lays" in answer, answer


def test_only_finished_games_whose_records_hold_are_asked_about(visitor):
    live_site.keep(game(), [(8, [["5H"]] * 4)])  # hands that do not fit
    live_site.keep(game(), [(8, [["5H"]] * 4)], until=40)
    live_site.keep(game("demos"))
    assert "No finished match" in visitor.get("/today").text
    keep_dealt(forged=50)
    assert "No finished match" in visitor.get("/today").text
    keep_dealt()
    assert "The hand of" in visitor.get("/today").text


# -- statistics ------------------------------------------------------------------------------------------


def keep_result(name, players, totals, winners, virtual=False, held=()):
    """Keep a game of which only the result is known."""
    with Journal() as journal:
        uid = f"ab{len(journal.games()):014x}"
        options = resolve(games.load(name), len(players), {})
        number = journal.create_game(uid, name, players, options, virtual)
        if held:
            journal.add_note(number, 0, {"kind": "held", "seats": list(held)})
        journal.finish_game(number, {"kind": "result", "totals": totals, "winners": winners})
    return number


def rows_of(visitor, query=""):
    answer = visitor.get(f"/statistics?{query}")
    assert answer.status == 200
    found = tables_of(answer.text)
    return [row for table in found if table[0][0] == "Player" for row in table[1:]]


def test_the_figures_of_a_small_journal(visitor):
    assert "cardtable play" in visitor.get("/statistics").text
    keep_result("democracy", ["Zoe", "Max"], [5, 3], [0])
    keep_result("democracy", ["Max", "ZOE"], [4, 4], [0, 1])
    keep_result("demos", ["Zoe", "Max", "Ida"], [60, 80, 10], [1])
    keep_result("democracy", ["Max", "Bot"], [2, 7], [1], virtual=True, held=[0])
    keep_result("democracy", ["Bot", "Rob"], [7, 1], [0], virtual=True)
    zoe, max_ = ["Zoe", "Democracy", "2", "2", "9"], ["Max", "Democracy", "3", "1", "9"]
    found = rows_of(visitor)
    assert sorted(found) == sorted(
        [
            zoe,
            max_,
            ["Max", "DemoS", "1", "1", "80"],
            ["Zoe", "DemoS", "1", "0", "60"],
            ["Ida", "DemoS", "1", "0", "10"],
        ]
    )
    text = visitor.get("/statistics").text
    assert "1 match among simulated players only is left out" in text and "bots=1" in text
    assert [*re.findall("<text[^>]*>([A-Za-z0-9]+)</text>", text)][:4] == ["Zoe", "2", "Max", "2"]
    both = rows_of(visitor, "bots=1")
    assert ["Bot", "Democracy", "2", "2", "14"] in both and ["Rob", "Democracy", "1", "0", "1"] in both
    assert rows_of(visitor, "player=zoe&game=democracy") == [["ZOE", *zoe[1:]]]  # as the newest has it
    assert [row[0] for row in rows_of(visitor, "game=demos")] == ["Max", "Ida", "Zoe"]
    with Journal() as journal:
        evening = journal.games()[0].started[:10]
    assert sorted(rows_of(visitor, f"evening={evening}")) == sorted(found)
    assert rows_of(visitor, "evening=1999-01-01") == []
    assert "No match fits" in visitor.get("/statistics?evening=1999-01-01").text
    assert "no player was a person" in visitor.get("/statistics?player=Rob").text


def test_rules_are_counted_as_the_log_has_them(visitor):
    number = live_site.keep(game())
    live_site.keep(game("demos"), until=40)
    (rules,) = (table for table in tables_of(visitor.get("/statistics").text) if table[0][0] == "Rule")
    log = json.dumps(lines_of(number))
    for code in ("highest trump", "highest card", "tie"):
        counted = [row[2] for row in rules if row[0] == code]
        assert counted == ([str(log.count(f'"why": "{code}"'))] if f'"why": "{code}"' in log else [])
    assert ["tribe", "Democracy", str(log.count('["tribe", '))] in rules
    assert "l'atout le plus fort" in html.unescape(visitor.get("/statistics?lang=fr").text)


@pytest.mark.parametrize(
    ("query", "status", "title"),
    [
        ("player=Nemo", 404, "Nothing was played like that"),
        ("game=chess", 404, "Nothing was played like that"),
        ("evening=2026-13-01", 400, "There is no such day"),
        ("evening=20261101", 400, "There is no such day"),
        ("evening=" + "9" * 500, 400, "There is no such day"),
    ],
)
def test_a_bad_question_has_a_page(visitor, query, status, title):
    live_site.keep(game())
    answer = visitor.get(f"/statistics?{query}")
    assert (answer.status, title_of(answer)) == (status, title)
    if status == 400:
        assert visitor.get(f"/today?{query.replace('evening', 'day')}").status == 400
    assert re.search("Rien|existe pas", visitor.get(f"/statistics?{query}&lang=fr").text)
