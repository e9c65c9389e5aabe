"""All that is said comes from catalogues, which have the same lines in every language.

A pseudo-language made of the English catalogues (`pseudo`) finds what does not: the verbs run over recorded
matches of all three games, and what stays in plain letters must be a name, a code or a command to type.
"""

import ast
import json
import os
import re
from pathlib import Path
from string import Formatter

import pytest

import exported_games
import mp32
import pseudo_language
from cardtable import languages
from cardtable import languages as table_words
from cardtable.controller.storage.settings import CHOICES
from cardtable.engine import notation
from cardtable.games import registry as games
from cardtable.wire import frames
from recorded_matches import sign_again
from tablehost import messages
from tablehost.cli import command, verbs
from tablehost.decks import deckfile, kinds
from tablehost.firmware.texts import restore_accents
from tablehost.games.democrazy import law_file
from tablehost.journal import game_schema
from tablehost.journal.gamefile import GameFile, to_lines
from tablehost.link.discovery import SETTINGS
from tablehost.people import vocabulary
from tablehost.plugins.narration import of as words_of

HOST = Path(messages.__file__).parent
ROOT = Path(__file__).resolve().parents[2]
GAMES = {  # name: game, seats, seed, and how it is played
    "declared": ("democracy", 4, 6, {"corrected": 25, "lie_detection": "challenge", "bad_catch": "one_two"}),
    "negotiated": ("democracy", 4, 7, {"negotiation": "majority", "joker": "declared", "days": 1}),
    "stakes": ("democracy", 3, 9, {"deck": "standard", "high_stake": 3, "joker_turned": "ghost"}),
    "2v2_1": ("demos", 5, 6, {"mode": "2v2+1", "declared": "on"}),
    "complete": ("demos", 3, 2, {"mode": "complete", "corrected": 25}),
    "blank": ("democrazy", 5, 2, {"deck": "own", "blank_laws": 3, "corrected": 40}),
    "private": ("democrazy", 4, 3, {"private_law": "on", "bag_end_when": "after_effect"}),
    "ten": ("democrazy", 10, 5, {"chip_record": "counted"}),
}
SHORT = ("-o", "target=1", "-o", "days=1", "--pace", "0", "-t", "sim:")
OF_GAMES = [path.relative_to(HOST.parent / "games") for path in HOST.parent.glob("games/*/*_*.txt")]
OF_PACKAGES = [path.relative_to(ROOT / "host") for path in ROOT.glob("host/cardtable_*/*.txt")]
OF_HOST = [path.relative_to(HOST) for path in HOST.glob("*.txt")]
TEXTS = {path.as_posix() for path in (*OF_GAMES, *OF_PACKAGES, *OF_HOST)}
AREAS = sorted(text.removesuffix("_en.txt") for text in TEXTS if text.endswith("_en.txt"))
TABLE_TEXTS = ("choice", "laws", "told", "words")


def rows_of(path: Path) -> list[tuple[str, str]]:
    """The heads of a catalogue with their texts."""
    lines = path.read_text(encoding="utf-8").splitlines()
    pairs = (line.partition(": ") for line in lines if not line.startswith("#"))
    return [(head, text) for head, colon, text in pairs if colon]


# -- the catalogues --------------------------------------------------------------------------------


def fields(text: str) -> list[str]:
    return sorted(name.partition("!")[0] for _, name, _, _ in Formatter().parse(text) if name is not None)


def host_rows(area: str, language: str) -> list[tuple[str, str]]:
    return messages.rows(area, language)


def table_rows(_: str, language: str) -> list[tuple[str, str]]:
    rows = table_words.rows(language)  # a term that is said as it is written has no line
    return [(f"{kind} {code}", text) for kind, code, text in rows if kind != "term"]


CATALOGUES = [*((host_rows, area) for area in AREAS), (table_rows, "table")]


@pytest.mark.parametrize(("rows", "area"), CATALOGUES)
def test_all_languages_have_the_same_lines_and_placeholders(rows, area):
    english = rows(area, "en")
    assert len(dict(english)) == len(english) > 0, "no line twice"
    for language in messages.LANGUAGES[1:]:
        other = rows(area, language)
        assert [head for head, _ in other] == [head for head, _ in english]
        for (head, first), (_, second) in zip(english, other):
            assert set(fields(first)) == set(fields(second)), head
            assert bool(first) == bool(second), head


@pytest.mark.parametrize(("rows", "area"), CATALOGUES)
def test_optional_acts_are_not_forbidden_in_french(rows, area):
    french = dict(rows(area, "fr"))
    free = [
        head for head, text in rows(area, "en") if re.search(r"\bneed not\b|\b(do|does) not have to\b", text)
    ]
    assert [french[head] for head in free if re.search(r"\bne doi(t|s|vent)\b|\bne dev", french[head])] == []


# What French catalogues called in two ways, and the word that stays.
NOT_SAID = {
    r"\bvétos?\b": "veto",
    r"\bScams?\b": "Ruse",
    r"\brejets?\b": "défausse",
    r"\b(le|un|du|ce) match\b": "partie",
    r"\bplateau\b": "case",
    r"\b(carte|loi)s? blanches?\b": "vierge",
    r"\bviol(e|é|er)\b": "enfreindre",
    "’": "'",
}


@pytest.mark.parametrize("area", [*AREAS, *TABLE_TEXTS])
def test_one_thing_has_one_word_in_french(area):
    found = [
        (head, word)
        for head, text in rows_of(catalogue(area, "fr"))
        for pattern, word in NOT_SAID.items()
        if re.search(pattern, prose(text), re.IGNORECASE)
    ]
    assert found == []


@pytest.mark.parametrize("area", AREAS)
def test_heads_are_names_and_not_numbered(area):
    assert [head for head, _ in host_rows(area, "en") if re.search(r"-\d+$", head)] == []


def prose(text: str) -> str:
    """A text without its placeholders, commands, options and files; words for a number stay."""
    text = re.sub(r"\{\w+:([^{}]*\|[^{}]*)\}", r" \1 ", text)
    return re.sub(r"\{[^{}]*\}|cardtable games|--[\w-]+|[\w./-]*-game[\w.-]*", " ", text)


def catalogue(area: str, language: str) -> Path:
    """The file of an area, of the host or of the table."""
    here = HOST.parent / "games" if "/" in area else HOST
    if area in TABLE_TEXTS or area.startswith("cardtable_"):
        here = ROOT / ("firmware/texts" if area in TABLE_TEXTS else "host")
    return here / f"{area}_{language}.txt"


@pytest.mark.parametrize("area", [*AREAS, *TABLE_TEXTS])
def test_a_match_is_no_game(area):
    """A game, French `jeu`, is Democracy or a custom one; played once it is a match, `partie`."""
    english, french = (
        {head: prose(text) for head, text in rows_of(catalogue(area, language))} for language in ("en", "fr")
    )
    for head, text in english.items():
        if re.search(r"\b[Pp]arties?\b", french[head]) and not re.search(r"\b[Jj]eux?\b", french[head]):
            assert not re.search(r"\b[Gg]ames?\b", text), (head, text)
        assert not re.search(r"quitt\w+ le jeu|jeu (est fini|ouvert)", french[head]), (head, french[head])


def test_host_and_table_have_the_same_languages():
    assert CHOICES["lang"] == languages.CODES == messages.LANGUAGES
    assert TEXTS == {f"{area}_{language}.txt" for area in AREAS for language in messages.LANGUAGES}
    assert {f"{game}/{area}" for game in games.NAMES for area in ("story", "hands", "options")} < set(AREAS)


def calls():
    """Every message with a fixed head that the host says: file, area, head, names of its values."""
    for path in sorted(HOST.parent.rglob("*.py")):
        tree = ast.parse(path.read_text(encoding="utf-8"))
        areas = {}
        for node in tree.body:
            if isinstance(node, ast.Assign) and isinstance(node.value, ast.Call):
                made = node.value.func
                if getattr(made, "attr", "") == "Catalogue" and isinstance(node.targets[0], ast.Name):
                    areas[node.targets[0].id] = node.value.args[0].value
        for node in ast.walk(tree):
            if not isinstance(node, ast.Call) or not node.args or not isinstance(node.func, ast.Name):
                continue
            head = node.args[0]
            if node.func.id in areas and isinstance(head, ast.Constant):
                named = {one.arg for one in node.keywords}
                yield path.name, areas[node.func.id], head.value, named


def test_every_message_that_is_said_has_its_line_and_its_values():
    said = list(calls())
    assert len(said) > 400
    for file, area, head, named in said:
        texts = messages.texts(area, "en")
        assert head in texts, f"{file}: {area} has no {head}"
        optional = set(fields("".join(re.findall(r"\[([^\[\]]*)\]", texts[head]))))
        assert None in named or set(fields(texts[head])) - optional <= named, f"{file}: {head}"


def test_every_fact_of_every_game_has_words():
    for name in games.NAMES:
        told = words_of({"game": name, "players": ["Ada", "Ben", "Cleo", "Dan"]})
        facts = {*games.load(name).FACTS, *notation.FOUND}
        assert not facts - set(told.kinds), name


def test_a_place_that_no_catalogue_names_is_called_by_its_code():
    told = words_of({"game": "prizes", "players": ["Ada", "Ben"]})
    told.middle = ("prize",)
    assert told.place(0) == "prize" and told.place(1) == "middle"


def codes_of_options(path):
    """Yield kind and code of each refusal and warning about options in this module."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Call) and getattr(node.func, "id", "") == "OptionError":
            yield from (
                ("option", one.value) for one in ast.walk(node.args[0]) if isinstance(one, ast.Constant)
            )
        elif isinstance(node, ast.Tuple) and node.elts and isinstance(node.elts[-1], ast.Dict):
            yield "warning", node.elts[0].value


def test_every_refusal_of_an_option_has_its_words():
    said = {code for kind, code, _ in languages.rows("en") if kind == "option"}
    of_all = {code for _, code in codes_of_options(mp32.LIBRARY / "cardtable/engine/match.py") if code}
    found = of_all - {None} | {"no-seat"}
    for name in games.NAMES:
        codes = set(codes_of_options(mp32.LIBRARY / "cardtable/games" / name / "options.py"))
        found |= {f"{name}/{code}" for kind, code in codes if kind == "option" and code != "no-seat"}
        heads = {head for head in messages.texts(f"{name}/options", "en") if head.startswith("warning ")}
        assert heads == {f"warning {code}" for kind, code in codes if kind == "warning"}
    assert found == said


def test_options_have_a_meaning():
    for name in games.NAMES:
        meant = [head[8:] for head in messages.texts(f"{name}/options", "en") if head.startswith("meaning ")]
        assert sorted(meant) == sorted(row[0] for row in games.load(name).OPTIONS)


# -- grammar ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("word", "name", "both"),
    [
        ("de", "Ben", "de Ben"),
        ("de", "Ada", "d'Ada"),
        ("de", "Élise", "d'Élise"),
        ("de", "les plus riches", "des plus riches"),
        ("de", "le donneur", "du donneur"),
        ("à", "les autres", "aux autres"),
        ("à", "le donneur", "au donneur"),
        ("à", "Ada", "à Ada"),
        ("que", "Ada", "qu'Ada"),
        ("de", "", "de "),
    ],
)
def test_french_prepositions_melt_into_what_follows(word, name, both):
    assert messages.attach(word, name) == both


def test_numbers_take_the_plural_of_the_language():
    text = "{n} {n:chip|chips}"
    assert [messages.fill(text, {"n": n}, "en") for n in (0, 1, 2, -1)] == [
        *("0 chips", "1 chip", "2 chips", "-1 chip"),
    ]
    text = "{n} {n:jeton|jetons}"
    assert [messages.fill(text, {"n": n}, "fr") for n in (0, 1, 2)] == ["0 jeton", "1 jeton", "2 jetons"]


def test_text_in_brackets_is_left_out_without_its_value():
    assert messages.fill("a[, of {name}] {n}", {"name": None, "n": 0}) == "a 0"
    assert messages.fill("a[, of {name}] {n}", {"name": "Ben", "n": 0}) == "a, of Ben 0"
    assert messages.fill("a {name}", {"name": "[x]"}) == "a [x]"


def test_a_command_speaks_the_language_it_is_asked_for(monkeypatch, capsys, tmp_path):
    monkeypatch.setenv("CARDTABLE_HOME", str(tmp_path))
    assert command.main(["log", "7", "--lang", "fr"]) == 3
    assert "il n'y a pas de partie 7" in capsys.readouterr().err
    monkeypatch.setenv(messages.VARIABLE, "fr")
    assert command.main(["log", "7"]) == 3
    assert "il n'y a pas de partie 7" in capsys.readouterr().err
    assert command.main(["log", "7", "--lang", "en"]) == 3
    assert "there is no match 7" in capsys.readouterr().err
    monkeypatch.setenv(messages.VARIABLE, "rf")
    assert command.main(["log", "7"]) == 2
    assert "did you mean fr?" in capsys.readouterr().err


def test_what_a_table_says_gets_its_accents_back():
    """The line has ASCII alone; the end of a text may be cut within a letter."""
    for text in (
        "Jour 1: 6 cartes à chacun et à la pioche. Comptez: OK, ou NON si c'est faux: place 1",
        "place 1: cette carte n'est pas de ce paquet. Ôtez-la. Jour 1, pli 1 sur 6: retournez le dessus",
    ):
        assert restore_accents(frames.cleaned(text, 300)) == text
    for text in ("a", "ou", "", "Andre a la table", "Place 1: lay a card"):
        assert restore_accents(text) == text
    for most in range(6):
        assert "été".startswith(restore_accents(frames.cleaned("été", most)))


# -- the pseudo-language ---------------------------------------------------------------------------


@pytest.fixture(scope="module")
def home(tmp_path_factory):
    """A home with recorded matches of all three games; in the last one the table had faults."""
    folder = tmp_path_factory.mktemp("languages")
    files = []
    for number, (name, (game, seats, seed, how)) in enumerate(GAMES.items()):
        files.append(folder / f"{name}.jsonl")
        file = exported_games.finished(game, seats, seed, **how)
        file.uid = f"{number:016x}"  # each at a table of its own
        files[-1].write_text(to_lines(file))
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("CARDTABLE_HOME", str(folder))
        assert command.main(["import", *map(str, files)]) == 0
        assert (
            command.main(["play", "democracy", "--players", "2", *SHORT, "--seed", "5", "--faults", "all"])
            == 0
        )
    return folder


@pytest.fixture
def run(home, monkeypatch, capsys):
    """Run a command in the pseudo-language; what it put out."""
    monkeypatch.setenv("CARDTABLE_HOME", str(home))
    capsys.readouterr()
    pseudo_language.speak(monkeypatch)

    def run(*words):
        command.main(list(words))
        out, err = capsys.readouterr()
        return out + err

    yield run
    pseudo_language.forget()


@pytest.mark.parametrize("number", range(1, len(GAMES) + 2))
def test_logs_stories_and_verdicts_come_from_catalogues(run, number):
    for words in (["log", str(number)], ["verify", str(number)], ["replay", str(number), "--pace", "0"]):
        output = run(*words)
        assert len(output) > 500 and output.translate(pseudo_language.BACK) != output
        assert pseudo_language.left_over(output) == [], words


def test_a_match_is_played_in_words_of_catalogues(run):
    output = run("play", "democracy", "--players", "2", *SHORT, "--watch", "--seed", "3")
    assert output.count("\n") > 20
    assert pseudo_language.left_over(output) == []


# -- French ----------------------------------------------------------------------------------------

# Lines of the table's own words, which have no room for a blank before each mark.
DISPLAY = ("table : ", "La table dit : ", "» ")


def unlike_french(output, game):
    """The lines with a rank of English cards, or a mark without the blank before it."""
    english = re.compile(rf"(?<![A-Za-z0-9])[KQ{'' if game == 'demos' else 'J'}][SHDC♠♥♦♣](?![A-Za-z0-9])")
    tight = re.compile(r"[\w)»](?:[;!?](?!\w)|:\s)")
    return [
        line
        for line in output.split("\n")
        if english.search(line)
        or (tight.search(line.removeprefix("cardtable: ")) and not line.lstrip().startswith(DISPLAY))
    ]


@pytest.fixture
def in_french(home, monkeypatch, capsys):
    """Run a command in French; what it put out."""
    monkeypatch.setenv("CARDTABLE_HOME", str(home))
    monkeypatch.setenv(messages.VARIABLE, "fr")
    capsys.readouterr()

    def run(*words):
        command.main(list(words))
        out, err = capsys.readouterr()
        return out + err

    return run


@pytest.mark.parametrize(("number", "game"), list(enumerate((game for game, *_ in GAMES.values()), 1)))
def test_recorded_matches_have_ranks_and_marks_of_french(in_french, number, game):
    for words in ("log {}", "verify {}", "replay {} --pace 0", "replay {} --pace 0 --speak"):
        output = in_french(*words.format(number).split())
        assert len(output) > 500 and unlike_french(output, game) == [], words


@pytest.mark.parametrize("more", [("--watch", "--teach"), ("--hands", "1", "--speak")])
@pytest.mark.parametrize("game", games.NAMES)
def test_played_matches_have_ranks_and_marks_of_french(in_french, monkeypatch, tmp_path, game, more):
    monkeypatch.setenv("CARDTABLE_HOME", str(tmp_path))  # its table speaks French from now on
    if "--hands" in more:
        tries = ["rs", "poser DC", "V♥", "roi de cœur", "main", "case", "dernier", "demande", "zzz", "ok"]
        typed(monkeypatch, 12 * tries)
    played = ("play", game, "--players", "4", "--lang", "fr", "--seed", "5", "--pace", "0", "-t", "sim:")
    output = in_french(*played, *more)
    help_of = vocabulary.load("fr", game).help  # what is typed there has no blanks
    assert len(output) > 2000 and unlike_french(output.replace(help_of, ""), game) == []
    if game == "democracy":
        court = r"\b(roi|dame|valet) de " if "--speak" in more else r"(?<!\w)[RDV][SHDC♠♥♦♣]"
        assert re.search(court, output)


def typed(monkeypatch, lines):
    """Have these lines come from standard input."""
    reading, writing = os.pipe()
    os.write(writing, "\n".join(lines).encode() + b"\n")
    os.close(writing)
    monkeypatch.setattr("sys.stdin", os.fdopen(reading))


def of_computer(output):
    """An output without the lines of the table's display: another process fills them, in English here."""
    display = pseudo_language.worded("table: ")
    return "\n".join(line for line in output.split("\n") if not line.startswith(display))


BY_HAND = ("--hands", "1", "--by-hand", "--pace", "0", "-t", "sim:")


def test_typed_hands_are_answered_in_words_of_catalogues(run, monkeypatch):
    tongue = vocabulary.load("en", "democrazy")  # which has all kinds of acts
    words = {
        meant: word for table in (tongue.asks, tongue.acts, tongue.keys) for word, meant in table.items()
    }
    lay, point = next(iter(tongue.with_card)), next(iter(tongue.with_seat))
    lines = [
        words["help"],
        words["hand"],
        "zzz",
        "9: ok",
        lay,
        point,
        words["lift"],
        f"{lay} 5s",
        f"{lay} zz9",
    ]
    lines += [words["take"], words["clear"], *tongue.own.reads, words["plug"], words["plug"], words["ok"]]
    typed(monkeypatch, [*lines, words["quit"]])
    output = run("play", "democrazy", "--players", "4", *BY_HAND, "--seed", "3")
    assert output.count("\n") > 40 and tongue.help.split("\n")[-1] in output
    assert pseudo_language.left_over(of_computer(output), pseudo_language.NAMES | {"zzz", "zz"}) == []


def test_a_table_without_a_computer_is_reported_in_words_of_catalogues(run, monkeypatch):
    ok = next(iter(vocabulary.load("en").keys))
    typed(monkeypatch, [ok, f"1: {ok}"])
    output = run("play", "--alone", "--hands", "all", "--pace", "0", "-t", "sim:", "--seed", "1")
    assert output.count("\n") > 5
    assert pseudo_language.left_over(of_computer(output)) == []


def test_exporting_and_importing_are_reported_in_words_of_catalogues(run, home):
    output = ""
    for form in ("jsonl", "bundle"):
        output += run("export", "1", "--format", form, "--out", str(home / "it"))
    output += run("import", str(home / "it"))
    output += run("export", "1", "--out", str(home / "none" / "it")) + run("export", "99")
    assert output and pseudo_language.left_over(output, pseudo_language.NAMES | {"last"}) == []


COMMANDS = [
    [],
    ["tables"],
    ["games"],
    ["games", "democracy"],
    ["games", "demos"],
    ["games", "democrazy"],
    ["rules", "democracy", "--rulings"],
    ["rules", "last", "--rulings"],
    ["simulate", "democracy", "--games", "2", "--jobs", "1"],
    ["simulate", "demos", "--games", "2", "--jobs", "1"],
    ["simulate", "democrazy", "--games", "2", "--jobs", "1"],
    ["simulate", "democracy", "--games", "2", "--jobs", "1", "--sweep", "target=2,3", "--until", "score±1"],
    ["simulate", "democracy", "--games", "2", "--sweep", "target"],
    ["simulate", "democracy", "--games", "2", "--until", "score"],
    ["simulate", "democracy", "--games", "2", "--csv", "a", "--page", "a"],
    ["deck", "show"],
    ["log", "99"],
    ["play", "poker"],
    ["play"],
    ["play", "democracy", "-o", "days=77"],
    ["play", "democracy", "-o", "nothing"],
    ["play", "democracy", "--players", "77"],
    ["play", "democracy", "--hands", "9", "-t", "sim:"],
    ["play", "demos", "--resume", "-t", "sim:"],
    ["say", "undo"],
    ["say", "pause"],
    ["help"],
    ["help", "play"],
    ["help", "exit"],
    ["help", "deck", "check"],
    ["help", "poker"],
    ["tables", "set", "light=on"],
    ["verify", "99"],
    ["club", "seat", "--players", "Ada,Ben,Cleo,Dan", "--tables", "2", "--rounds", "2"],
    ["club", "seat", "--players", "Ada,Ben,Cleo", "--tables", "2"],
    ["club", "standings", "Tuesday"],
    ["help", "club", "standings"],
]


@pytest.mark.parametrize("words", COMMANDS, ids=" ".join)
def test_verbs_and_their_trouble_come_from_catalogues(run, words):
    output = run(*words)
    known = {part for verb in verbs.VERBS for part in verb.split("-")}
    offered = {*known, verbs.EXIT, *SETTINGS} if words[:1] in (["help"], ["tables"]) else set()
    left = [
        line
        for line in pseudo_language.left_over(output)
        if pseudo_language.plain(
            pseudo_language.CODES.sub("", line),
            pseudo_language.NAMES | offered | set(re.split("[ =]", " ".join(words))),
        )
    ]
    assert output and left == []


# Codes that an answer lists, the same in all languages.
TYPED = set(
    re.findall(
        "[A-Za-z]+",
        " ".join(
            [
                *("schema checkpoint game answer chance take-seats", *game_schema.LINES),
                *(name for row in game_schema.FIELDS.values() for name, _, _ in row),
                *(*kinds.names(), *deckfile.TAGS),
                *(*law_file.FIELDS, *law_file.RED, *law_file._WHO),
            ]
        ),
    )
)

# Of each kind of file that is read strictly: the verb that reads it, and files with something wrong.
LAW = '{"id":"R01","c":"red","k":"W","fx":[{"op":"draw","who":"active","n":1}]}'
HEAD = (Path(__file__).parents[2] / "docs/play/democracy.jsonl").read_text().partition("\n")[0]
BAD = {
    "import": [
        "",
        "nothing",
        '{"kind":"match"}',
        '{"kind":1e999}',
        '{"kind":"game","kind":"game"}',
        HEAD.replace('"virtual":true', '"virtual":1'),
        HEAD.replace('"virtual":true', '"virtual":null'),
        HEAD.replace('"started":"', '"started":"at '),
        HEAD.replace('"game":"democracy"', '"game":"poker"'),
        HEAD.replace('"players":[', '"players":["a,",'),
        HEAD.replace('"players":[', '"players":[]or['),
        HEAD.replace('"rules":"', '"rules":"' + 50 * "9"),
        HEAD.replace('"options":{', '"options":{"":[],'),
        HEAD.replace("{", '{"more":1,', 1),
        HEAD + '\n{"kind":"gap","first":-1,"last":0}',
        HEAD + '\n{"kind":"noise"}',
        HEAD + '\n{"kind":"note","after":-1,"note":{"kind":"held","seats":[0,0,0,0,0,0,0,0,0,0,0]}}',
        HEAD + '\n{"kind":"record","raw":"WzAsMSwwLDAsIm5vdGUiLCJmYXVsdCIsIngiXQ==",'
        '"record":[0,1,0,0,"note","fault","x"]}',
        HEAD + '\n{"kind":"end","records":0}',
    ],
    "deck import": [
        *("", "deck", "deck a/b standard54", "deck friday pinochle", "deck friday standard54\n\nend"),
        *(
            f"deck friday standard54\n{line}"
            for line in (
                *(
                    "",
                    "# mine",
                    "tags wood",
                    "04A224B1C65E80 AS 20/20\ntags iso15693",
                    "end 1",
                    "end 1 00000000",
                ),
                *("end 0 00000000", "mark 1", "04A2 AS", "04XX AS", "04A224B1C65E80 ZZ", "04A224B1C65E80"),
                *("04A224B1C65E80 AS 3/2", "04A224B1C65E80 AS\n04A224B1C65E80 2S"),
                "04A224B1C65E80 AS\n04A224B1C65E81 AS",
            )
        ),
    ],
    "laws": [
        *("", "{", "[]", "{}", LAW + "\n" + LAW, LAW.replace("R01", "R99"), LAW.replace('"W"', '"G"')),
        *(LAW.replace(*change) for change in (("draw", "drown"), ("1}", '"one"}'), ("active", "all of us"))),
        *(LAW.replace('"fx"', f'{extra},"fx"') for extra in ('"s":"?"', '"tags":1', '"cost":3', '"s":"a b"')),
        *(LAW.replace('[{"op"', f'{begun}{{"op"') for begun in ("[1,", "[],[", '{"a":1},[')),
        '{"id":"R01","c":"red","k":"W","fx":[]}',
        '{"id":"B01","c":"blue","k":"W","fx":[{"op":"bonus","pts":1}]}',
        '{"id":"B01","c":"blue","k":"W","fx":[{"op":"threshold","num":2,"den":1}]}',
        '{"id":"B01","c":"blue","k":"W","fx":[{"op":"after_vote","do":[]}]}',
        LAW.replace(":1}", ":" + 5000 * "1" + "}"),
    ],
}


@pytest.mark.parametrize(("verb", "text"), [(verb, text) for verb in BAD for text in BAD[verb]])
def test_reasons_for_rejecting_a_file_come_from_catalogues(run, home, verb, text):
    (home / "bad").write_text(text + "\n" if text else "")
    output = run(*verb.split(" "), str(home / "bad"))
    said = output.translate(pseudo_language.BACK)
    assert said.count("\n") > 1 and "Traceback" not in said, "the reason, and a cure"
    assert re.search(r"bad(:\d+ |, line \d+|: there is no law)", said), "the place"
    known = pseudo_language.NAMES | set(re.findall(r"[A-Za-z']+", text)) | {"bad", "mine"}
    assert [
        run for run in pseudo_language.plain(pseudo_language.CODES.sub("", output), known) if run not in TYPED
    ] == []


@pytest.mark.parametrize("what", [{7: ["take-seats"]}, {8: 1}, {4: "fix", 7: ["leave", 9]}, {4: "end"}])
def test_a_match_against_the_rules_is_refused_in_words_of_catalogues(run, home, what):
    file = exported_games.finished("democracy", 3, 4)
    at = next(i for i, record in enumerate(file.records()) if record[4] == "answer")
    record = json.loads(file.raws[at])
    for field, value in what.items():
        record[field] = value
    file.raws = sign_again(file.raws, {at: record}, digests=False)
    (home / "bad").write_text(to_lines(file))
    output = run("import", str(home / "bad"))
    assert "rules: record" in output.translate(pseudo_language.BACK)
    known = pseudo_language.NAMES | {"bad", *re.findall("[a-z]+", json.dumps(record))}
    left = pseudo_language.plain(pseudo_language.CODES.sub("", output), known)
    assert [run for run in left if run not in TYPED] == []


def damages(raws):
    """Damaged records, one for each kind of finding: its number and its values."""
    records = [json.loads(raw) for raw in raws]

    def first(kind, least=0):
        return next(i for i, one in enumerate(records) if one[4] == kind and len(one) > least)

    answer, sealed, head, opened = first("answer"), first("answer", 9), first("head"), first("opened")
    end, one, text = len(records) - 1, records[answer], 42 * "A" + "E"
    taken_up = [*one[:4], "note", "taken-up"]
    yield answer, "x"
    yield answer, [7_000, *one[1:]]
    yield answer, [one[0], 9, *one[2:]]
    yield answer, [*one[:2], 7_000, *one[3:]]
    yield 0, [*records[0][:6], "odd", *records[0][7:]]
    yield answer, [*one[:4], *records[0][4:]]
    yield from ((head, [*records[head][:6], told]) for told in ("odd", text))
    yield answer, [*one[:7], ["leave", 9], *one[8:]]
    yield answer, [*one[:4], "fix", *one[5:]]
    yield from ((sealed, [*records[sealed][:9], *more]) for more in ([], [text], [text, text], ["odd"]))
    yield from ((opened, [*records[opened][:5], told]) for told in ("odd", text))
    yield answer, [*one[:4], "opened", text]
    yield from ((end - 1, [*records[end - 1][:6], told]) for told in ("odd", 85 * "A" + "Q"))
    yield from ((answer, [*taken_up, *told]) for told in ([1], [70, 71, text, text], [0, 1, text, text]))
    yield answer, [one[0], 1, 0, 0, *taken_up[4:], 0, 1, text, text]


def test_faults_of_records_are_reported_in_words_of_catalogues(run, home):
    file = exported_games.finished("democracy", 3, 4)
    told = set()
    for at, record in damages(file.raws):
        raw = json.dumps(record, separators=(",", ":")).encode()
        bad = GameFile(file.uid, file.told, [*file.raws[:at], raw, *file.raws[at + 1 :]])
        found = [finding.text for finding in bad.audit().findings]
        known = {*re.findall("[A-Za-z]+", json.dumps(record)), "opened", "None"}
        assert found and [text for text in found if pseudo_language.plain(text, known)] == [], record
        told |= {re.sub(r"\d+", "", text) for text in found}
    assert len(told) > 20
    file.raws[at] = file.raws[at].replace(b",1,", b",9,", 1)
    (home / "bad").write_text(to_lines(file))
    output = run("verify", str(home / "bad"))
    assert "FAIL" in output.translate(pseudo_language.BACK)
    assert pseudo_language.left_over(output) == []


def test_a_sentence_that_no_catalogue_has_is_found(run, monkeypatch):
    from tablehost.games.demos import narration

    number = str(list(GAMES).index("complete") + 1)
    assert pseudo_language.left_over(run("log", number)) == []
    kept = narration.Words._round
    monkeypatch.setattr(narration.Words, "_round", lambda self, line: kept(self, line) + " Good luck.")
    left = pseudo_language.left_over(run("log", number))
    assert left and all("Good luck" in line for line in left)
