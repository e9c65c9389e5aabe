"""The arguments of each verb: a class of rows, which the parser reads as arguments, and mypy as types.

An attribute's name and type are those of its argument; what is None was not given. The catalogue `help` has
the texts, see `tablehost.cli.help`. Imported when a verb was said, or all of them are needed.
"""

from __future__ import annotations

import argparse

from tablehost import messages, row
from tablehost.files import STDOUT


class Verb(row.Arguments):
    """The arguments of every verb."""

    json: bool = row.option(default=argparse.SUPPRESS)


class Spoken(Verb):
    """A verb that speaks the language of the command."""

    lang: str = row.option("LANG", argparse.SUPPRESS, choices=messages.LANGUAGES)


class AtTable(Verb):
    """A verb about a table."""

    table: str | None = row.option("ADDRESS", flags="-t --table")


class AtTables(Spoken):
    """A verb about several tables."""

    table: list[str] | None = row.option("ADDRESS", flags="-t --table")


class OfMatch(Verb):
    """A verb about a match: its number, or last."""

    game: str = row.word("GAME-ID|last", "last")


class OfFile(OfMatch):
    """A verb about a match of the journal, or of a file."""

    game: str = row.word("GAME-ID|last|FILE", "last")


class OfGame(Verb):
    """A verb about a game."""

    game: str | None = row.word("GAME")
    players: int | None = row.option("N")
    preset: str | None = row.option("NAME", of="play simulate rules")
    option: list[str] = row.option("NAME=VALUE", [], flags="-o")


class Deal(Verb):
    """A verb that deals."""

    names: str | None = row.option("A,B,...")
    seed: int | None = row.option("N", rare="play")


# -- verbs ---------------------------------------------------------------------------------------------------


class Play(OfGame, Deal, AtTable, verbs="play"):
    """The arguments of play. `lang`: None for that of the table."""

    watch: bool = row.option()
    speak: bool = row.option()
    hands: str | None = row.option("SEATS", const="1")
    reader: str | None = row.option("ADDRESS", const="auto", rare="play")
    by_hand: bool = row.option(rare="play")
    reveal: float = row.option("SECONDS", 1.5, rare="play")
    resume: str | None = row.option("MATCH", const="")
    alone: bool = row.option(rare="play")
    teach: bool = row.option()
    lang: str | None = row.option("LANG")
    pace: float = row.option("X", 1.0, rare="play")
    from_scores: str | None = row.option("N,...", rare="play")
    policy: str = row.option("POLICY", "shown", choices=("shown", "all", "sealed"), rare="play")
    open_record: bool = row.option(rare="play")
    witness: bool = row.option(rare="play")
    pty: str | None = row.option("LINK", const="", rare="play")
    bots: str | None = row.option("KIND,...", rare="play")
    faults: str | None = row.option("NAME[=N],...", rare="play")
    chip: str | None = row.option("KIND", rare="play")


class Serve(AtTables, verbs="serve"):
    port: int | None = row.option()
    lan: str | None = row.option("ADDRESS", const="")
    public_url: str | None = row.option("URL")
    open: bool = row.option()
    pace: float = row.option(default=3.0)
    bots: str | None = row.option("KIND,...")
    by_hand: bool = row.option()
    reveal: float = row.option("SECONDS", 4.0)
    tables: int = row.option("N", 1)


class Keep(AtTables, verbs="keep"):
    install: bool = row.option()


class Say(Spoken, AtTable, verbs="say"):
    words: list[str] = row.word("WHAT", nargs="*")
    insist: bool = row.option()
    drop_rest: bool = row.option()


class Club(Spoken, verbs="club"):
    what: str = row.word("WHAT", of="club", required="club", words="seat new next result standings")
    name: str = row.word("NAME", of="new next result standings")
    players: str | None = row.option("FILE|A,B,...", of="seat new next", required="seat new")
    tables: int | None = row.option("N", of="seat new next", required="seat new")
    rounds: int | None = row.option("N", 5, of="seat new")
    seed: int = row.option("N", 1, of="seat new")
    game: str | None = row.option("GAME", of="seat new", required="new")
    swiss: bool = row.option(of="new")
    again: bool = row.option(of="next")
    round: int = row.word("ROUND", of="result")
    table: int = row.word("TABLE", of="result")
    match: str = row.word("GAME-ID|last", "last", of="result")
    names: str | None = row.option("A,B,...", of="result")
    replace: bool = row.option(of="result")
    declared: str | None = row.option("SCORES", of="result")
    penalty: str | None = row.option("NAME=POINTS", of="result")
    because: str | None = row.option("REASON", of="result")
    by: str = row.option("BY", "points", choices=("points", "rating"), of="standings")
    page: str | None = row.option("FILE", of="standings")
    csv: str | None = row.option("FILE", const=STDOUT, of="seat standings")


class Matches(Spoken, AtTable, verbs="matches"):
    player: str | None = row.option("NAME")
    since: str | None = row.option("DATE", type=row.day)
    csv: str | None = row.option("FILE", const=STDOUT)


class Log(OfMatch, Spoken, verbs="log"):
    pass


class Replay(OfFile, Spoken, verbs="replay"):
    pace: float = row.option("X", 1.0)
    speak: bool = row.option()


class Verify(OfFile, Spoken, verbs="verify"):
    words: list[str] | None = row.option("WORD", nargs="+")
    anchor: str | None = row.option("FILE")
    require_anchor: bool = row.option()
    code: str | None = row.option("CODE")


class Transfer(OfMatch, Spoken, verbs="export import"):
    game: str = row.word("GAME-ID|last", "last", of="export")
    format: str = row.option("FORMAT", "jsonl", choices=("jsonl", "bundle"), of="export")
    anonymous: bool = row.option(of="export")
    out: str | None = row.option("FILE", of="export")
    files: list[str] = row.word("FILE", nargs="*", of="import")
    remove: str | None = row.option("MATCH", of="import")


class Games(Spoken, verbs="games"):
    game: str | None = row.word("GAME")


class Rules(OfGame, Spoken, verbs="rules"):
    game: str = row.word("GAME|GAME-ID|last", "last")
    mode: str | None = row.option("MODE")
    aid: bool = row.option()
    rulings: bool = row.option()
    format: str = row.option("FORMAT", "text", choices=("text", "svg", "html"))
    out: str | None = row.option("FILE")


class Cards(OfGame, Spoken, verbs="cards"):
    game: str = row.word("GAME")
    paper: str = row.option("PAPER", "a4", choices=("a4", "letter"))
    format: str | None = row.option("FORMAT", choices=("svg", "pdf"))
    out: str | None = row.option("DIR|FILE")
    whole: bool = row.option()
    laws: str | None = row.option("FILE")
    braille: bool = row.option()
    listed: bool = row.option(flags="--list")


class Simulate(OfGame, Spoken, Deal, verbs="simulate"):
    game: str = row.word("GAME")
    games: int = row.option("N", required="simulate")
    jobs: int | None = row.option("J")
    log: str | None = row.option("FILE")
    corpus: str | None = row.option("FOLDER")
    csv: str | None = row.option("FILE")
    bots: str | None = row.option("KIND,...")
    sweep: list[str] = row.option("OPTION[=VALUE,...]", [])
    until: str | None = row.option("FIGURE±WIDTH")
    parquet: str | None = row.option("FILE")
    page: str | None = row.option("FILE")
    cluster: str | None = row.option("ADDRESS")


class Own(Spoken, verbs="new-game laws own"):
    name: str = row.word("NAME", of="new-game")
    change: str | None = row.option("GAME[/MODULE,...]", of="new-game")
    file: str = row.word("FILE", of="laws")
    write: str | None = row.option("FILE", of="laws own")
    folder: str = row.word("FOLDER|FILE", of="own")
    trust: bool = row.option(of="own")


class Tables(Spoken, verbs="tables"):
    all: bool = row.option(of="tables")
    what: str | None = row.word("set", of="tables", words="set")
    settings: list[str] = row.word("NAME=VALUE", nargs="+", of="set")
    table: str | None = row.option("ADDRESS", flags="-t --table", of="set")


DECK = "enrol check audit write show replace use retire export import"
AT_PADS = "enrol check audit write replace"


class Deck(Verb, verbs="deck"):
    what: str = row.word("WHAT", of="deck", required="deck", words=DECK)
    name: str = row.word("NAME", of="enrol check audit write use retire export")
    shown: str | None = row.word("NAME", of="show")
    card: str = row.word("CARD", of="replace")
    game: str | None = row.word("GAME", of="enrol")
    standard54: bool = row.option(of="enrol")
    deck: str | None = row.option("NAME", of="replace")
    players: int | None = row.option("N", of="enrol")
    option: list[str] = row.option("NAME=VALUE", [], flags="-o", of="enrol")
    tags: str | None = row.option("SORT", of="enrol")
    pad: int | None = row.option("N", of="enrol replace")
    from_tags: bool = row.option(of="enrol")
    short: bool = row.option(of="enrol replace")
    seconds: int = row.option("N", 90, of="audit")
    out: str | None = row.option("FILE", of="audit write export")
    file: str = row.word("FILE", of="import")
    new_name: str | None = row.option("NAME", flags="--name", of="import")
    table: str | None = row.option("ADDRESS", flags="-t --table", of=f"{AT_PADS} use retire")
    lang: str | None = row.option("LANG", choices=messages.LANGUAGES, of=DECK)
    pace: float = row.option("X", 0.2, of=AT_PADS, rare=AT_PADS)
    faults: str | None = row.option("NAME,...", of=AT_PADS, rare=AT_PADS)
    chip: str | None = row.option("KIND", of=AT_PADS, rare=AT_PADS)


class Data(Spoken, verbs="data"):
    what: str = row.word(choices=("backup", "restore"))
    file: str | None = row.word("FILE")


class Journal(Spoken, verbs="journal"):
    what: str = row.word(choices=("setup", "copy", "forget"))
    source: str | None = row.word("FROM")
    target: str | None = row.word("TO")


class Doctor(Spoken, AtTable, verbs="doctor"):
    hw: bool = row.option(group="task")
    wires: str | None = row.option("BOARD", const="", group="task")
    prompt: bool = row.option(group="task")
    fix_udev: bool = row.option(group="task")
    support: str | None = row.option("FILE")
    report: str | None = row.option("FILE")


class Wire(Spoken, verbs="wire"):
    board: str | None = row.word("BOARD")
    svg: str | None = row.option("FILE")
    pico: str = row.option("PICO", "pico")
    bom: str | None = row.option(choices=("csv",))


class Flash(Spoken, AtTable, verbs="flash"):
    board: str | None = row.option("NAME")
    drive: str | None = row.option("FOLDER")
    image: str | None = row.option("FILE")
    dev: bool = row.option(group="program")
    plain: bool = row.option(group="program")
    laws: str | None = row.option("FILE", group="laws")
    no_laws: bool = row.option(group="laws")
    game: str | None = row.option("FOLDER")
    no_game: str | None = row.option("NAME")
    dry_run: bool = row.option(flags="-n --dry-run")
    again: bool = row.option()
    quiet: bool = row.option(flags="-q --quiet")
    verbose: bool = row.option(flags="-v --verbose")


class Completion(Verb, verbs="completion"):
    shell: str | None = row.word(
        "SHELL", choices=("bash", "zsh", "fish", "tcsh"), group="task", nargs="?", required="completion"
    )
    list: str | None = row.option(
        "KIND", choices=("games", "boards", "languages", "matches", "options", "presets"), group="task"
    )


class Help(Spoken, verbs="help"):
    words: list[str] = row.word("VERB", nargs="*")
