"""Help texts beyond those of argparse: examples of each verb, and exit statuses."""

from __future__ import annotations

# Shown under `cardtable VERB --help` and on the page. A test carries each of them out as far as the parser.
EXAMPLES = {
    "play": (
        ("play democracy", "sit down at the virtual table, or play at the one that is plugged in"),
        ("play demos --watch --pace 0", "look on while bots play, without any pause"),
        ("play democracy --players 3 -o days=3", "a match with an option of its own"),
        ("play --resume", "go on with the match that was stopped"),
        ("play --resume 12", "go on with match 12, which is parked; one that runs is parked"),
    ),
    "simulate": (
        ("simulate democracy --games 1000", "figures of a thousand matches"),
        ("simulate demos --games 200 --csv -", "the same figures as CSV, on standard output"),
    ),
    "games": (("games", "the games there are"), ("games demos", "every option of one, with its meaning")),
    "matches": (("matches", "which are parked, and how each goes on"),),
    "cards": (
        ("cards democrazy --out cards.pdf", "one PDF: faces and backs by turns, for printing on both sides"),
        ("cards demos --lang fr", "pages in SVG, in French"),
    ),
    "rules": (
        ("rules democracy", "the game from nothing, in five minutes"),
        ("rules last --rulings --format html --out sheet.html", "the last match's rulings on one page"),
    ),
    "data": (
        ("data backup evening.zip", "all matches, decks, names and tables as one file"),
        ("data restore evening.zip", "on another computer, or into an empty CARDTABLE_HOME"),
    ),
    "deck": (
        ("deck enrol Blue democracy", "teach the table which tag is which card"),
        ("deck check Blue", "lay each card once; the table says which are missing"),
    ),
    "say": (("say undo", "take back the last answer"), ("say name 2 5s", "name a card that no reader reads")),
    "pause": (("pause", "nothing at the table counts until it is resumed"),),
    "resume": (("resume", "go on after a pause"),),
    "end": (
        ("end", "end the match that is played, early"),
        ("end 12", "give up match 12, which is parked; its log so far stays"),
    ),
    "log": (("log last", "the last game, line by line"), ("log 12 --json", "its open log, as JSON Lines")),
    "replay": (("replay last --pace 0.5", "the last game again, twice as fast"),),
    "verify": (
        ("verify last", "check the record, the hidden cards and the rules"),
        ("verify friday.zip --words gidim vihoj nuzaj natik luhav lifon", "against the words noted down"),
    ),
    "export": (
        ("export last --format bundle", "the game as one file to hand on"),
        ("export 12 --format text --out -", "to read, on standard output"),
    ),
    "import": (("import friday.zip", "take a game in from elsewhere"),),
    "doctor": (
        ("doctor", "see what is wrong, and what helps"),
        ("doctor --hw", "also try readers, lamps and keys, with your help"),
    ),
    "wire": (
        ("wire pico_6pads", "where every wire goes"),
        ("wire pico_10pads --svg wiring.svg", "the same as a drawing"),
    ),
    "list": (("list", "the tables there are"),),
    "flash": (
        ("flash --board pico_6pads", "put the program on a Pico"),
        ("flash --board pico_6pads -n", "print what would be done; needs no table"),
    ),
    "repl": (("repl", "MicroPython's own prompt on a table"),),
    "completion": (
        ("completion bash", "what bash needs to complete words; put it into its completions"),
        ("completion --list matches", "the numbers of the matches that are offered"),
    ),
    "version": (
        ("version", "the version of this program"),
        ("version --licences", "whose work is in a firmware image, and under which licences"),
    ),
}

STATUSES = (
    (0, "done; nothing is wrong"),
    (1, "something unexpected, such as a file that cannot be written"),
    (2, "the command cannot be understood"),
    (3, "there is no such table, deck or game"),
    (4, "the port is in use, or may not be opened"),
    (5, "table and computer, or program and board, do not fit each other"),
    (6, "a check failed"),
    (7, "nothing is wrong, but records are known to be missing"),
    (8, "the table was lost, or did not answer in time"),
    (130, "stopped by Ctrl-C"),
)


def help_end(verb: str | None) -> str:
    """Return the end of a verb's help; None: of the command itself."""
    parts = []
    if verb in EXAMPLES:
        rows = [f"  cardtable {words}\n      {why}" for words, why in EXAMPLES[verb]]
        parts.append("examples:\n" + "\n".join(rows))
    if verb is None:
        parts.append("cardtable VERB --help tells more; without a verb: how things stand.")
    statuses = "\n".join(f"  {status:>3}  {meaning}" for status, meaning in STATUSES)
    parts.append("exit status:\n" + statuses)
    return "\n" + "\n\n".join(parts) + "\n"
