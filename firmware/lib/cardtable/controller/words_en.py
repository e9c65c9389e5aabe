"""What the table says, in English. What is in here, and how it is written: see `words`."""

PROMPTS = {
    # every game
    "take-seats": "Press OK at your pad to sit down. Players: {0}",
    "clear": "Clear your pads: {who}",
    "clear-take": "Take all the cards: {s0}",
    "clear-keep": "Yellow is yours, red is lost. Clear your pads: {who}",
    "over": "The match is over. Start another from the computer: cardtable play",
    "restoring": "One moment: looking at what lies on the pads",
    "ready": "Ready. Start a game from the computer: cardtable play",
    # Democracy
    "clear-deal": "Day {0}: clear your pads, then {1} cards are dealt to each: {who}",
    "count-hand": "Day {0}: {1} cards to each seat and to the pool. Count: OK, or NO if wrong: {who}",
    "declare-window": "Day {0}, before trick {1} of {2}: YES to declare something, OK for nothing: {who}",
    "declare": "Declare: YES steps, OK takes: {rows}: {who}",
    "clear-shown": "Take the shown card back: {s0}",
    "name-suit": "Name a suit in secret: YES steps, OK takes, or show a card of it: {rows}: {who}",
    "show-hand": "Show all {0} cards one after another, then OK: {who}",
    "show-too": "High stake with a bad catch: show the {0} cards as well? YES or NO: {who}",
    "turn-up": "Day {0}, trick {1} of {2}: turn up a card from the pool: {who}",
    "ghost-or-dead": "Day {0}, trick {1} of {2}, a joker: YES for ghosts, NO for no trumps: {who}",
    "lay-ghost": "Day {0}, trick {1} of {2}, ghosts: draw unseen from your left and lay it: {who}",
    "lay-ghost-ok": "Day {0}, trick {1} of {2}, ghosts: all lie. OK: {who}",
    "lay-face-down": "Day {0}, trick {1} of {2}: lay a card face down: {who}",
    "lay-face-down-ok": "Day {0}, trick {1} of {2}: all lie. OK, then all turn over: {who}",
    "joker-rank": "Name a rank for your joker: YES steps, OK takes: {rows}: {who}",
    "negotiate": "By the cards {s0} takes it. YES proposes an award, OK leaves it: {who}",
    "negotiate-longer": "By the cards {s0} takes it. Time is up: YES to go on, NO to end: {who}",
    "propose-award": "Who gets the trick? YES steps, OK takes: {rows}: {who}",
    "agree-award": "{s0} proposes {1}. YES agrees, NO does not: {who}",
    "challenge": "The high stake of {s0}: YES challenges it, NO lets it be: {who}",
}

REFUSALS = {
    "several": "Two tags on the pad of {place}. Leave one card",
    "foreign": "The card of {place} is not in this deck. Take it away",
    "unreadable": "The card of {place} cannot be read. Lift it and lay it in the middle of the pad",
    "not-in-deck": "The card of {place} is not played in this game. Exchange it",
    "twice": "The same card lies on two pads. Take one away: {place}",
    "already-played": "The card of {place} was played before. Exchange it",
    "shown-already": "{place} has shown this card already. Show the next",
    "too-many": "{place} has shown enough cards. Press OK",
    "not-the-recorded-card": "{place}: {laid}, but {played} was played. Put that back",
    "not-the-hidden-card": "{place}: this is not the card that was played. Put that one back",
    "not-asked": "{place}: this key means nothing now",
    "not-your-key": "{place}: this is not your OK",
    "not-all-laid": "{place}: not all cards lie yet",
    "not-all-shown": "{place}: show all cards first",
    "pick-first": "{place}: pick first with YES, then OK",
    "stands-for-nothing": "The card of {place} stands for none of these. Show another",
    "lifted-early": "{place} took the card back. Lay it again, or another",
}

FAULTS = {
    "dead-bus": "The reader of {place} does not answer. Check its cable; cards there are not read",
    "no-answer": "The reader of {place} answers wrongly. Check its cable; cards there are not read",
    "brown-out": "The reader of {place} lost its power for a moment and is started again",
    "stuck": "The reader of {place} hangs and is started again",
    "too-hot": "The reader of {place} is too hot. Keep metal away from its pad",
    "garbled": "The card of {place} reads badly. Lift it and lay it in the middle of the pad",
    "key-stuck": "A key of {place} is stuck. Press and release it",
    "no-deck": "There is no deck file. Enrol a deck first",
    "journal": "The match in the journal cannot go on. Start a new one",
    "deck": "The deck file cannot be used: {text}",
    "bug": "The table has stopped: {text}. What was played is kept. Switch it off and on",
}

CUES = {
    "void-asked": "{s0} says misdeal. Another seat holds NO to agree; any other key goes on",
    "miscounted": "Somebody counted wrong. Correct it",
    "bad-catch": "{s0} calls a bad catch",
    "ghost": "Keep what you drew to yourselves",
    "lie": "The high stake of {s0} was a lie",
}

FACTS = {
    "score": "The island is scored. Totals: {v4}",
    "void": "Void: {0}",
    "result": "{l0} won the match with {v1}",
}

TERMS = {
    "bad-catch": "bad catch",
    "high-stake": "high stake",
    "sweep": "sweep",
    "nothing": "nothing",
    "split": "split",
    "misdeal": "misdeal",
    "S": "spades",
    "H": "hearts",
    "D": "diamonds",
    "C": "clubs",
    "several": "two cards",
    "foreign": "a strange card",
    "unreadable": "an unread card",
}

SEAT = "seat {0}"
SEATS = "seats {0}"
MIDDLE = "the middle"
AND = " and "
NOBODY = "nobody"
DONE = "done"
CARD = "{0} of {1}"
JOKER = "a joker"
