"""The meaning of typed lines, and the line that is typed on a terminal."""

import io
import re
from pathlib import Path
from types import SimpleNamespace

import pytest

from cardtable.engine import tasks
from cardtable.games import registry as games
from tablehost import messages
from tablehost.firmware import texts
from tablehost.journal import game_log, gamefile
from tablehost.match.card_words import CardWords
from tablehost.match.presenter import Presenter
from tablehost.match.roles import Role
from tablehost.people import hands, typed, vocabulary
from tablehost.people.typed import Act, Ask, Unknown
from tablehost.printing import guide
from tablehost.printing.words import name_rank
from tablehost.screen.inputs import Typing
from tablehost.screen.picture import Picture, face
from tablehost.screen.player_lines import PlayerLines
from tablehost.virtual.people import ears

EN, FR = (vocabulary.load(language) for language in ("en", "fr"))
PLAYED = [vocabulary.load(language, game) for language in ("en", "fr") for game in ("", *games.NAMES)]


def read(line, seats, current, tongue=EN):
    return typed.read(line, seats, current, tongue)


def complete(line, hand, tongue=EN):
    return typed.complete(line, hand, tongue)


FRIENDS = ("Ana", "Béla", "Jean Luc", "Chloé")


@pytest.mark.parametrize(
    "line, meant",
    [
        ("Béla: ok", Act(1, "press", "ok")),
        ("bela : 5s", Act(1, "lay", "5S")),
        ("jean luc: lift", Act(2, "lift")),
        ("2: ok", Act(1, "press", "ok")),
        ("Ana:", Ask("seat", 0)),
        ("draw jean luc", Act(0, "draw", "2")),
        ("point CHLOE", Act(0, "point", "3")),
        ("bela: point chloé", Act(1, "point", "3")),
    ],
)
def test_a_name_stands_for_a_seat(line, meant):
    assert typed.read(line, (0, 1, 2, 3), 0, EN, FRIENDS) == meant


def test_a_name_is_completed_and_another_one_means_nothing():
    assert typed.complete("draw ", [], EN, FRIENDS) == [f"draw {name}" for name in (*"1234", *FRIENDS)]
    assert typed.complete("draw ch", [], EN, FRIENDS) == ["draw Chloé"]
    assert typed.complete("bela: 5", ["5S", "6S"], EN, FRIENDS) == ["bela: 5s"]
    for line in ("Dora: ok", "draw dora", "Chloé: ok"):
        with pytest.raises(Unknown):
            typed.read(line, (0, 1), 0, EN, FRIENDS)
    alike = ("Zoe", "Zoé")
    assert [typed.read(f"{name}: ok", (0, 1), 0, EN, alike).seat for name in alike] == [0, 1]
    with pytest.raises(Unknown):
        typed.read("zoe: ok", (0, 1), 0, EN, alike)


MEANT = [
    ("5s", Act(0, "lay", "5S")),
    ("lay 10C", Act(0, "lay", "10C")),
    ("x1", Act(0, "lay", "X1")),
    ("kd#2", Act(0, "lay", "KD#2")),
    ("foreign", Act(0, "lay", "foreign")),
    ("  swap  7d ", Act(0, "swap", "7D")),
    ("show ah", Act(0, "show", "AH")),
    ("l", Act(0, "lift")),
    ("Lift", Act(0, "lift")),
    ("y", Act(0, "press", "yes")),
    ("press no", Act(0, "press", "no")),
    ("k", Act(0, "press", "ok")),
    ("OK", Act(0, "press", "ok")),
    ("hold no", Act(0, "press", "hold")),
    ("hold no ok", Act(0, "press", "correct")),
    ("hold ok no", Act(0, "press", "correct")),
    ("turn", Act(0, "turn")),
    ("draw", Act(0, "draw")),
    ("draw 3", Act(0, "draw", "2")),
    ("3: Point 4", Act(2, "point", "3")),
    ("take", Act(0, "take")),
    ("clear", Act(0, "clear")),
    ("3: 5s", Act(2, "lay", "5S")),
    ("3:ok", Act(2, "press", "ok")),
    ("3:", Ask("seat", 2)),
    ("?", Ask("help", 0)),
    ("hand", Ask("hand", 0)),
    ("3: hand", Ask("hand", 2)),
    ("pad", Ask("pad", 0)),
    ("last", Ask("last", 0)),
    ("Last trick", Ask("last", 0)),
    ("asked", Ask("asked", 0)),
    ("what is asked", Ask("asked", 0)),
    ("3: law 02", Ask("law", 2, "2")),
    ("q", Ask("quit", 0)),
    ("", None),
    ("   ", None),
]


@pytest.mark.parametrize(("line", "meant"), MEANT)
def test_lines(line, meant):
    assert read(line, [0, 2], 0) == meant


SPELLINGS = {
    "en": ["KS", "ks", "K♠", "k♠", "♠K", "♠ k", "K ♠", "K♤", "K♠\ufe0f", "king of spades", "King of Spade",
           "k of spades", "king ♠"],
    "fr": ["KS", "ks", "K♠", "♠K", "RS", "rs", "R♠", "r♠", "♠R", "r de pique",
           "roi de pique", "Roi de Piques", "ROI PIQUE"],
}  # fmt: skip


@pytest.mark.parametrize("tongue", [EN, FR])
def test_a_card_is_taken_as_screens_show_it_and_as_people_say_it(tongue):
    for spelt in SPELLINGS[tongue.language]:
        assert read(spelt, [0], 0, tongue) == Act(0, "lay", "KS"), spelt
        for word, act in tongue.with_card.items():
            assert read(f"{word} {spelt}", [0], 0, tongue) == Act(0, act, "KS"), spelt


OTHERS = [
    (EN, "", "10♠", "10S"), (EN, "", "♥10", "10H"), (EN, "", "ten of hearts", "10H"),
    (EN, "", "ace of diamonds", "AD"), (EN, "", "joker 1", "X1"), (FR, "", "dame de cœur", "QH"),
    (FR, "", "dame de coeur", "QH"), (FR, "", "as de trèfle", "AC"), (FR, "", "dix de carreau", "10D"),
    (EN, "demos", "e♠", "KS"), (EN, "demos", "executive of spades", "KS"), (EN, "demos", "media 2", "X2"),
    (FR, "demos", "législatif de pique", "QS"), (FR, "", "V♣", "JC"), (FR, "", "D♠", "QS"),
    (FR, "", "dd", "QD"), (FR, "", "vc", "JC"), (FR, "", "rd#2", "KD#2"), (FR, "demos", "d♠", "QS"),
    (FR, "demos", "j♠", "JS"), (FR, "democrazy", "r05", "R05"),
]  # fmt: skip


@pytest.mark.parametrize(("tongue", "game", "spelt", "card"), OTHERS)
def test_other_cards_in_signs_and_words(tongue, game, spelt, card):
    spoken = vocabulary.load(tongue.language, game)
    assert read(spelt, [0], 0, spoken) == Act(0, "lay", card)


@pytest.mark.parametrize(
    ("line", "meant"),
    [
        ("ramasser", Act(0, "take")),
        ("écarter", Act(0, "clear")),
        ("défausser d♣", Act(0, "lay", "QC")),
        ("changer rs", Act(0, "swap", "KS")),
        ("montrer vc dc rc", Act(0, "show", "JC QC KC")),
        ("2: v♥!", Act(1, "lay", "JH", True)),
    ],
)
def test_words_of_card_players_are_taken_in_french(line, meant):
    assert read(line, [0, 1], 0, FR) == meant


@pytest.mark.parametrize("tongue", PLAYED)
def test_screens_show_court_cards_as_printed_ones_have_them(tongue):
    words = CardWords(tongue)
    has_courts = tongue.names is None
    letters = {rank: name_rank(tongue.language, rank) if has_courts else rank for rank in "AKQJ"}
    for rank, letter in letters.items():
        for name in (f"{rank}D", f"{rank}♦", f"{rank}D#2"):
            assert words.name(f"Ada {name}, B5") == f"Ada {letter}{name[1:]}, B5"
        assert words.show(f"{rank}D") == str(face(f"{rank}D", tongue)) == f"{letter}♦"
        if has_courts:
            assert read(f"{letter}♦", [0], 0, tongue) == Act(0, "lay", f"{rank}D")
            assert complete(f"{letter.lower()}", [f"{rank}D"], tongue)[0] == f"{letter}d".lower()


@pytest.mark.parametrize("columns, rows", [(80, 24), (40, 24)])
def test_the_display_is_drawn_with_the_letters_of_the_language(columns, rows):
    tongue = vocabulary.load("fr", "democracy")
    presenter = Presenter(["Ada", "Ben"], tongue)
    presenter.see("." * 12, [None] * 4, 2)
    presenter.display("Ada prend KS, JH")
    drawn = "\n".join(Picture(presenter.snapshot, tongue).lines(columns, rows))
    assert "Ada prend RS, VH" in drawn


def test_the_hand_is_said_with_the_letters_of_the_language():
    tongue, out = vocabulary.load("fr", "democracy"), io.StringIO()
    presenter = Presenter(["Ada", "Ben"], tongue)
    presenter.attach(PlayerLines(out, tongue, Role((0,))))
    row = {
        "seat": 0,
        "hand": ["KS", "JC"],
        "pad": [],
        "pile": [],
        "open": [],
        "asked": "",
        "do": "",
        "lamp": "",
    }
    presenter.hands({"kind": "hands", "seats": [{**row, "task": "", "steps": [], "may": []}]})
    presenter.hands({"kind": "cannot", "seat": 0, "code": "not-held", "card": "QS"})
    lift = {"act": "lift", "places": [0]}
    presenter.hands({"kind": "cannot", "seat": 0, "code": "late", "steps": [lift]})
    assert out.getvalue().splitlines()[::2] == ["Ada, en main : RS VC", "vous n'avez pas D♠"]
    assert out.getvalue().splitlines()[-1] == (
        "trop tard, la table demande autre chose à présent. À faire : Reprenez votre carte."
    )


def test_a_card_that_need_not_be_held_is_insisted_on():
    for line in ("7h!", "7♥!", "lay 7h !", "seven of hearts!"):
        assert read(line, [0], 0) == Act(0, "lay", "7H", True)
    assert read("swap 7h!", [0], 0) == Act(0, "swap", "7H", True)
    assert read("7h", [0], 0) == Act(0, "lay", "7H", False)
    assert read("ok!", [0], 0) == Act(0, "press", "ok")


@pytest.mark.parametrize("word", ["undo", "scores", "rules", "help", "quit"])
@pytest.mark.parametrize("tongue", PLAYED)
def test_words_about_the_match_mean_what_they_say(tongue, word):
    assert read(word, [0], 0, tongue) == Ask(word, 0)
    assert read("exit", [0], 0, tongue) == Ask("quit", 0)
    if tongue.language == "fr":
        french = {"annuler": "undo", "règles": "rules", "aide": "help", "quitter": "quit", "sortir": "quit"}
        for line, meant in french.items():
            assert read(line, [0], 0, tongue) == Ask(meant, 0)


def test_joker_means_the_first_joker_of_the_hand():
    tongue = vocabulary.load("en", "democracy")
    hand = ["5S", "X2", "X4"]
    assert typed.read("joker", [0], 0, tongue, hand=hand) == Act(0, "lay", "X2")
    assert typed.read("lay joker", [0], 0, tongue, hand=hand) == Act(0, "lay", "X2")
    assert typed.read("lay joker 2", [0], 0, tongue, hand=hand) == Act(0, "lay", "X2")
    assert typed.read("joker 1", [0], 0, tongue, hand=hand) == Act(0, "lay", "X1")
    assert typed.read("x4", [0], 0, tongue, hand=hand) == Act(0, "lay", "X4")
    assert typed.read("joker", [0], 0, vocabulary.load("fr", "democracy"), hand=hand) == Act(0, "lay", "X2")
    with pytest.raises(Unknown):
        typed.read("joker", [0], 0, tongue, hand=["5S"])


def test_a_card_may_be_played_or_proposed_too():
    assert read("play 5s", [0], 0) == read("lay 5s", [0], 0) == Act(0, "lay", "5S")
    assert read("propose b15", [0], 0, vocabulary.load("en", "democrazy")) == Act(0, "lay", "B15")
    assert read("proposer b15", [0], 0, vocabulary.load("fr", "democrazy")) == Act(0, "lay", "B15")


STEPS = {
    "": [],
    "ok": [{"act": "key", "keys": ["ok"]}],
    "answer": [{"act": "key", "keys": ["yes", "no"]}],
    "call": [],
}


class Table:
    """The seats of a user, without a table: what is asked of them, what was sent."""

    seats = (0,)

    def __init__(self, asked, do, lamp=""):
        self.tongue = vocabulary.load("en", "democrazy")
        row = {"seat": 0, "hand": ["B15"], "pad": [], "pile": [], "open": [], "task": f"7 {do}"}
        row |= {"steps": STEPS.get(do, [{"act": do}]), "may": []}
        self.presenter = Presenter(["Ada", "Ben", "Cleo", "Dan"], self.tongue)
        self.presenter.hands({"kind": "hands", "seats": [{**row, "asked": asked, "do": do, "lamp": lamp}]})
        self.sent = []

    def send(self, act):
        self.sent.append(act)


def typing(table, line):
    """Type a line; return what is said."""
    said = []
    table.presenter.attach(SimpleNamespace(role=Role((0,)), show=lambda event, _: said.append(event.text)))
    Typing(table, table.presenter).take(line)
    return said


def test_a_word_that_means_nothing_and_an_empty_line_say_what_is_due():
    table = Table("debate", "answer")
    (said,) = typing(table, "oky")
    assert said.startswith("oky means nothing here; ") and said.endswith(
        "; now: type ok to open the vote, no to take the law back"
    )
    assert typing(table, "") == ["now: type ok to open the vote, no to take the law back"]
    assert typing(Table("debate", ""), "") == [] and not table.sent


def test_the_own_pad_and_what_is_asked_are_said():
    table = Table("debate", "answer", "read")
    table.presenter.display("Debate: Ada")
    now = "now: type ok to open the vote, no to take the law back"
    assert typing(table, "asked") == [f"table: Debate: Ada; {now}"]
    assert typing(table, "pad") == ["Ada, on the pad: no cards; read"]
    assert typing(Table("debate", ""), "last") == ["nothing has been decided yet"]


@pytest.mark.parametrize("language", ["en", "fr"])
@pytest.mark.parametrize("game", games.NAMES)
def test_the_last_trick_and_a_law_in_force_are_said(game, language):
    lines = game_log.of_file(gamefile.read(guide.folder() / f"{game}.jsonl")).lines
    table = Table("debate", "")
    table.tongue = vocabulary.load(language, game)
    table.presenter = Presenter(lines[0]["players"], table.tongue)
    with messages.speaking(language):
        for line in lines:
            table.presenter.line(line)
        last, law = ("last", "law") if language == "en" else ("dernier", "loi")
        told = typing(table, last)[0]
        laws = [line for line in lines if line["kind"] == "laws"]
        said = typing(table, f"{law} {laws[-1]['places'][-1] if laws else 1}")[0]
        none = typing(table, f"{law} 99")[0]
    outcome = next(one for one in reversed(table.presenter.snapshot.stories) if one.kind in KINDS[game])
    assert told == outcome.sentence.strip()
    if game == "democrazy":
        assert (
            laws[-1]["laws"][-1] in said
            and {"en": "place 99: no law", "fr": "place 99 : aucune"}[language] in none
        )
    else:
        assert said == none == {"en": "This game has no laws.", "fr": "Ce jeu n'a pas de lois."}[language]


KINDS = {"democracy": ("trick",), "demos": ("standing", "final"), "democrazy": ("vote",)}


def test_the_winner_is_asked_to_take_and_no_winner_is_named():
    hand = Table("clear", "take", "take").presenter.snapshot.hands[0]
    assert (hand.todo, hand.lamp) == ("you won the cards: type take", "")


@pytest.mark.parametrize("tongue", PLAYED)
def test_a_suggestion_is_close_and_never_a_key(tongue):
    for line in ("x", "lx", "yess", "oke", "nno", "ouii", "holdd", "score card", "play", "deal", "what"):
        with pytest.raises(Unknown) as caught:
            read(line, [0], 0, tongue)
        for word in (*tongue.keys, tongue.hold, tongue.press):
            assert not re.search(rf"(mean|dire) {word}\b", str(caught.value)), line
    with pytest.raises(Unknown) as caught:
        read("elephant", [0], 0, tongue)
    assert "did you mean" not in str(caught.value) and "vouliez-vous" not in str(caught.value)


UNKNOWN = [
    ("lyft", "did you mean lift?"),
    ("swop 5s", "did you mean swap?"),
    ("5z", "5z is no card"),
    ("lay 5z", "5z is no card"),
    ("lay", "which card"),
    ("swap 5s 6s", "which card"),
    ("law", "law at which place"),
    ("law b03", "law at which place"),
    ("point", "point which seat"),
    ("point x", "point which seat"),
    ("point 0", "point which seat"),
    ("point 99999999999999999999", "point which seat"),
    ("99999999999999999999: ok", "is not yours"),
    ("draw 5s", "draw which seat"),
    ("help me", "did you mean help?"),
    ("2: ok", "seat 2 is not yours; you hold 1, 3"),
    ("hello there", "help tells"),
    ("\x1b[2J", "that means nothing"),
    ("x" * 500, "that means nothing"),
    ("5s 6s", "5s 6s is no card"),
]


@pytest.mark.parametrize(("line", "said"), UNKNOWN)
def test_lines_that_mean_nothing_get_one_sentence(line, said):
    with pytest.raises(Unknown) as caught:
        read(line, [0, 2], 0)
    assert said in str(caught.value)
    assert "\n" not in str(caught.value) and "\x1b" not in str(caught.value)


FRENCH = [
    ("5s", Act(0, "lay", "5S")),
    ("poser 10C", Act(0, "lay", "10C")),
    ("poser étrangère", Act(0, "lay", "foreign")),
    ("etrangere", Act(0, "lay", "foreign")),
    ("Changer 7d", Act(0, "swap", "7D")),
    ("DEGAGER", Act(0, "clear")),
    ("dégager", Act(0, "clear")),
    ("piocher", Act(0, "draw")),
    ("tirer 3", Act(0, "draw", "2")),
    ("designer 3", Act(0, "point", "2")),
    ("presser oui", Act(0, "press", "yes")),
    ("o", Act(0, "press", "yes")),
    ("tenir non", Act(0, "press", "hold")),
    ("tenir", Act(0, "press", "hold")),
    ("3: main", Ask("hand", 2)),
    ("aide", Ask("help", 0)),
    ("case", Ask("pad", 0)),
    ("dernière manche", Ask("last", 0)),
    ("demandé", Ask("asked", 0)),
    ("que faire", Ask("asked", 0)),
    ("loi 2", Ask("law", 0, "2")),
    ("q", Ask("quit", 0)),
]


@pytest.mark.parametrize(("line", "meant"), FRENCH)
def test_lines_in_french(line, meant):
    assert read(line, [0, 2], 0, FR) == meant


FRENCH_UNKNOWN = [
    ("degage", "vouliez-vous dire dégager ?"),
    ("5z", "5z n'est pas une carte"),
    ("poser", "poser quelle carte"),
    ("designer", "désigner quelle place"),
    ("2: ok", "la place 2 n'est pas la vôtre ; vous tenez 1, 3"),
    ("bonjour monsieur", "aide dit ce qui vaut"),
    ("\x1b[2J", "cela ne veut rien dire"),
]


@pytest.mark.parametrize(("line", "said"), FRENCH_UNKNOWN)
def test_what_means_nothing_in_french(line, said):
    with pytest.raises(Unknown) as caught:
        read(line, [0, 2], 0, FR)
    assert said in str(caught.value) and "\n" not in str(caught.value)


@pytest.mark.parametrize("tongue", PLAYED)
def test_what_is_offered_and_what_help_names_means_something(tongue):
    for typed_, _ in tongue.help_rows:
        for line in filter(None, typed_.split(", ")):
            read(line, [0, 1], 0, tongue)
    for word in tongue.commands:
        assert complete(word, [], tongue), word
        assert word in tongue.help
    assert max(len(line) for line in tongue.help.split("\n")) < 78
    assert len(tongue.help.split("\n")) <= 18, "a terminal has 24 lines, and the hands stand below"
    acts = {*tongue.with_card.values(), *tongue.with_seat.values(), *tongue.acts.values(), "press"}
    acts |= {*tongue.with_chips.values()}
    assert acts == {*hands.ACTS, hands.ADVISE} - {"pick"}, "every act can be typed; of a menu, its keys"
    assert {*tongue.keys.values(), "hold", "correct"} == set(hands.KEYS)


def test_help_is_about_the_game_that_is_played():
    usual, democracy, demos = (vocabulary.load("en", game) for game in ("", "democracy", "demos"))
    assert "turn up the pool" in usual.help and "draw" not in usual.help
    assert "unseen" in democracy.help and "point" not in democracy.help
    assert "point 2" in demos.help and "turn up the pool" not in demos.help
    assert "m1" in demos.help and "your cards and figures" in demos.help
    assert "désigner 2" in vocabulary.load("fr", "demos").help


def reasons():
    """Every code of what no hand can do, wherever the host raises it."""
    return {
        code
        for module in Path(messages.__file__).parent.parent.rglob("*.py")
        for words in re.findall(r"\braise CannotDo\((.+)", module.read_text())
        for code in re.findall(r'"(.+?)"', words)
    }


def test_every_language_says_everything():
    """Also: with the same placeholders, and no text that is never used."""
    placeholders = re.compile(r"\{(\w+)")
    for tongue in (EN, FR):
        assert set(tongue.do) == {*tasks.ACTS, "ok", "draw", "chip", "on"} - {"key"}, (
            "of keys only OK has words of its own"
        )
        heads, acts = (
            {code.split(" ")[0] for code in tongue.steps},
            {*tasks.ACTS, "call", "draw", "chip", "on", "or"},
        )
        assert acts <= heads
        assert heads - acts <= {
            code.split("/")[-1] for kind, code in texts.sentences("en") if kind == "prompt"
        }
        assert {f"lay {source}" for source in hands.SOURCES.values()} < set(tongue.steps)
        assert set(tongue.pad) == {code for code in hands.PAD.values() if code}
        assert set(tongue.tones) == set(ears.NAMES)
        assert set(tongue.cannot) == set(reasons())
        assert set(tongue.said) == set(EN.said)
        for code, sentence in tongue.said.items():
            assert set(placeholders.findall(sentence)) == set(placeholders.findall(EN.said[code])), code
    for tongue in PLAYED:
        assert set(tongue.own.said) <= set(EN.said)
    assert vocabulary.load("") == EN, "the table was never told a language"


def test_completion():
    hand = ["5S", "5H", "10C"]
    assert complete("5", hand) == ["5s", "5h"]
    assert complete("lay 1", hand) == ["lay 10c"]
    assert complete("sw", hand) == ["swap "]
    assert complete("3: swap 5", hand) == ["3: swap 5s", "3: swap 5h"]
    assert complete("zz", hand) == []
    assert complete("hold", hand) == ["hold no", "hold no ok"]
    demos = vocabulary.load("en", "demos")
    assert complete("poi", hand, demos) == ["point "] and complete("dr", hand, demos) == ["draw"]
    assert complete("poi", hand) == [], "not in this game"
    three = ("Ada", "Ben", "Cleo")
    assert typed.complete("point ", hand, demos, three) == [f"point {one}" for one in (*"123", *three)]
    assert typed.complete("3: draw 1", hand, demos, three) == ["3: draw 1"]
    assert complete("deg", hand, FR) == complete("dég", hand, FR) == ["dégager"]
    assert complete("3: poser 5", hand, FR) == ["3: poser 5s", "3: poser 5h"]
