"""What the table says, in English: the one place of these sentences.

`{0}`, `{1}` are the prompt's arguments, `{who}` the seats still waited for, `{seat}` the seat meant.
"""

PROMPTS = {
    # every game
    "take-seats": "Press OK at your pad to sit down. Players: {0}",
    "clear": "Clear your pads: {who}",
    "clear-take": "Seat {seat} takes all the cards",
    "clear-keep": "Tie: everybody takes back the own card, the middle is lost",
    "over": "The match is over",
    "restoring": "One moment: looking at what lies on the pads",
    "ready": "Ready. Start a game from the computer: cardtable play",
}

# Added to a prompt while something else is asked of the same people.
REFUSALS = {
    "several": "Two tags on the pad of {place}. Leave one card",
    "foreign": "The card of {place} is not in this deck. Take it away",
    "unreadable": "The card of {place} cannot be read. Lift it and lay it in the middle of the pad",
    "not-in-deck": "The card of {place} is not played in this game. Exchange it",
    "twice": "The same card lies on two pads. Take one away: {place}",
    "already-played": "The card of {place} was played before. Exchange it",
    "shown-already": "{place} has shown this card already. Show the next",
    "too-many": "{place} has shown enough cards. Press OK",
    "not-the-recorded-card": "{place}: this is not the card that was played. Put that one back",
    "not-asked": "{place}: this key means nothing now",
    "not-your-key": "{place}: this is not your OK",
    "not-all-laid": "{place}: not all cards lie yet",
    "not-all-shown": "{place}: show all cards first",
    "pick-first": "{place}: pick first with YES, then OK",
}

FAULTS = {
    "dead-bus": "The reader of {place} does not answer. Check its cable; cards there are not read",
    "no-answer": "The reader of {place} answers wrongly. Check its cable; cards there are not read",
    "brown-out": "The reader of {place} lost its power for a moment and is started again",
    "stuck": "The reader of {place} hangs and is started again",
    "too-hot": "The reader of {place} is too hot. Keep metal away from its pad",
    "key-stuck": "A key of {place} is stuck. Press and release it",
    "no-deck": "There is no deck file. Enrol a deck first",
    "journal": "The match in the journal cannot go on. Start a new one",
    "deck": "The deck file cannot be used: {text}",
    "bug": "The table has stopped: {text}. What was played is kept. Switch it off and on",
}

CUES = {
    "void-asked": "Seat {0} says: misdeal. Another seat holds NO to agree; any other key goes on",
    "kept": "",
}

SEAT = "seat {0}"
MIDDLE = "the middle"
AND = " and "
NOBODY = "nobody"
