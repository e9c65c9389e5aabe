"""The arguments of each verb, as `cli/parser.py` reads them; what is None was not given."""

from __future__ import annotations

import argparse


class Usual(argparse.Namespace):
    """The arguments of every verb."""

    verb: str | None
    json: bool


class Verb(Usual):
    """The arguments of a verb that speaks the language of the command."""

    lang: str


class OfGame(Verb):
    """The arguments of a verb about a match: its number, last, or a file."""

    game: str


class Play(Usual):
    """The arguments of play. `lang`: None for that of the table."""

    lang: str | None
    game: str | None
    players: int | None
    preset: str | None
    option: list[str]
    names: str | None
    seed: int | None
    table: str | None
    watch: bool
    speak: bool
    hands: str | None
    by_hand: bool
    reveal: float
    resume: str | None
    alone: bool
    teach: bool
    pace: float
    from_scores: str | None
    policy: str
    open_record: bool
    witness: bool
    pty: str | None
    bots: str | None
    faults: str | None
    reader: str | None


class Simulate(OfGame):
    """The arguments of simulate."""

    players: int | None
    preset: str | None
    option: list[str]
    names: str | None
    seed: int | None
    games: int
    jobs: int | None
    log: str | None
    corpus: str | None
    csv: str | None
    bots: str | None
    sweep: list[str]
    until: str | None
    parquet: str | None
    page: str | None
    cluster: str | None


class Say(Verb):
    """The arguments of say."""

    words: list[str]
    insist: bool
    drop_rest: bool
    table: str | None


class Matches(Verb):
    """The arguments of matches."""

    table: str | None
    player: str | None
    since: str | None
    csv: str | None


class Replay(OfGame):
    """The arguments of replay."""

    pace: float
    speak: bool


class Verify(OfGame):
    """The arguments of verify."""

    words: list[str] | None
    anchor: str | None
    require_anchor: bool
    code: str | None


class Transfer(OfGame):
    """The arguments of export, and of import."""

    format: str
    anonymous: bool
    out: str | None
    files: list[str]
    remove: str | None


class Tables(Verb):
    """The arguments of tables, and of tables set."""

    all: bool
    what: str | None
    settings: list[str]
    table: str | None


class Keep(Verb):
    """The arguments of keep."""

    table: list[str] | None
    install: bool


class Serve(Verb):
    """The arguments of serve."""

    table: list[str] | None
    port: int | None
    lan: str | None
    public_url: str | None
    open: bool
    pace: float
    bots: str | None
    by_hand: bool
    reveal: float


class Wire(Verb):
    """The arguments of wire."""

    board: str | None
    svg: str | None
    pico: str
    bom: str | None


class Data(Verb):
    """The arguments of data."""

    what: str
    file: str | None


class Club(Verb):
    """The arguments of club. `what`: the second word; each has its own of the others."""

    what: str
    name: str
    players: str | None
    tables: int | None
    rounds: int | None
    seed: int
    game: str | None
    swiss: bool
    again: bool
    round: int
    table: int
    match: str
    names: str | None
    replace: bool
    by: str
    csv: str | None
    page: str | None


class Journal(Verb):
    """The arguments of journal."""

    what: str
    source: str | None
    target: str | None
