"""The verbs of the command, in the groups of `--help`, and the module of each, loaded by `command` alone."""

# group -> verb -> module whose main(args) does it
GROUPS = {
    "play": {
        "play": "tablehost.cli.play",
        "serve": "tablehost.cli.serve",
        "keep": "tablehost.cli.keep",
        "say": "tablehost.cli.corrections",
        "club": "cardtable_club.verb",
    },
    "past": {
        "matches": "tablehost.cli.matches",
        "log": "tablehost.cli.log",
        "replay": "tablehost.cli.replay",
        "verify": "tablehost.cli.verify",
        "export": "tablehost.cli.transfer",
        "import": "tablehost.cli.transfer",
    },
    "games": {
        "games": "tablehost.cli.games",
        "rules": "tablehost.printing.rules",
        "cards": "tablehost.printing.cards",
        "simulate": "cardtable_lab.simulate",
        "new-game": "tablehost.cli.own_games",
        "laws": "tablehost.cli.own_games",
        "own": "tablehost.cli.own_games",
    },
    "table": {
        "tables": "tablehost.cli.tables",
        "deck": "tablehost.decks.verb",
        "data": "tablehost.cli.data",
        "journal": "tablehost.cli.journal_verb",
        "doctor": "tablehost.doctor.verb",
        "wire": "tablehost.wiring.verb",
        "flash": "tablehost.flashing.verb",
        "completion": "tablehost.cli.completion",
        "help": "tablehost.cli.help_verb",
    },
}
VERBS = {verb: module for verbs in GROUPS.values() for verb, module in verbs.items()}
EXIT = "exit"  # `cardtable help exit`: the exit statuses
