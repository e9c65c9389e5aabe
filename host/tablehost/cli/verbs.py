"""The verbs of the command: the module of each, loaded by `command` alone, and one line of help."""

LISTS = ("games", "boards", "languages", "matches", "options")  # of words, see the verb `completion`

# verb -> (module whose main(args) does it, one line of help)
VERBS = {
    "play": ("tablehost.cli.play", "play a match at the table, or at the virtual one"),
    "simulate": ("tablehost.cli.simulate", "let bots play many matches and show the figures"),
    "games": ("tablehost.cli.games", "the games there are, and the options of one"),
    "matches": ("tablehost.cli.matches", "the matches that were played, run or are parked; how to go on"),
    "cards": ("tablehost.printing.cards", "print the cards of a game: pages to cut, as SVG"),
    "rules": (
        "tablehost.printing.rules",
        "learn a game: its page, for the options given; --rulings: in short",
    ),
    "deck": ("tablehost.decks.verb", "enrol, check and mend decks: which tag is which card"),
    "say": (
        "tablehost.cli.corrections",
        "correct the match that is played: take back, amend, name a card ...",
    ),
    "pause": ("tablehost.cli.corrections", "nothing at the table counts until it is resumed"),
    "resume": ("tablehost.cli.corrections", "go on after a pause"),
    "end": ("tablehost.cli.corrections", "end the match that is played, early"),
    "log": ("tablehost.cli.log", "what happened in a game"),
    "replay": ("tablehost.cli.replay", "see a game again"),
    "verify": ("tablehost.cli.verify", "check a game: its record, its hidden cards, the rules"),
    "export": ("tablehost.cli.transfer", "write a game into a file"),
    "import": ("tablehost.cli.transfer", "take in games from files"),
    "data": ("tablehost.cli.data", "back up all that this computer keeps, and restore it"),
    "doctor": ("tablehost.doctor.verb", "see whether this computer and the table are well, and what helps"),
    "wire": ("tablehost.cli.wire", "where every wire of a board goes; --check tries them all"),
    "list": ("tablehost.cli.tables", "the tables there are"),
    "flash": ("tablehost.flashing.verb", "put the program of this version on a table"),
    "repl": ("tablehost.flashing.repl", "MicroPython's own prompt on a table"),
    "completion": ("tablehost.cli.completion", "what a shell needs to complete words"),
    "version": ("tablehost.cli.games", "the version of this program"),
}
