"""What the host says and understands in English: see `tablehost.tongues`."""

from tablehost.tongues import Tongue

_OFFERED = (
    "lay", "lift", "swap", "show", "yes", "no", "ok", "hold no", "turn", "draw", "take", "clear", "hand",
    "help", "quit",
)  # fmt: skip

TONGUE = Tongue(
    do={
        "lay": "lay a card",
        "ok": "press OK",
        "answer": "press YES, NO or OK",
        "pick": "pick: YES steps, OK takes",
        "show": "show your cards, one after another",
        "take": "take all the cards: they are yours",
        "lift": "take the card off your pad",
        "call": "you may speak up: YES, or OK for nothing",
    },
    pad={
        "read": "read",
        "early": "read, but early",
        "kept": "kept",
        "wrong": "wrong",
        "clear": "clear the pad",
        "take": "goes to the winner",
        "keep": "keep your own",
        "lost": "out of play",
    },
    tones={
        "ask": "ask",
        "press": "press",
        "read": "read",
        "wrong": "wrong",
        "several": "several",
        "wins": "wins",
        "split": "split",
        "no-trumps": "no trumps",
        "over": "over",
        "call": "call",
        "refused": "refused",
        "fault": "fault",
        "remind": "remind",
    },
    cannot={
        "not-your-seat": "that seat is not yours",
        "unknown-act": "no hand can do that",
        "nothing-lies": "nothing lies on your pad",
        "card-lies": "a card lies on your pad; lift it first",
        "middle-taken": "a card lies in the middle already",
        "pool-empty": "no card is left to turn up",
        "nobody-draws": "nobody draws from a neighbour now",
        "neighbour-empty": "your neighbour has no card",
        "not-yours": "your lamp does not say that the cards are yours",
        "middle-empty": "no card lies in the middle",
    },
    said={
        "table": "table: {text}",
        "tone": "tone: {name}",
        "lamps": "lamps of {name}: {lamps}",
        "dark": "dark",
        "you": "you: {lamp}",
        "your-card": "your card: {lamp}",
        "holds": "{name} holds {hand}",
        "on-pad": "; on the pad {cards}",
        "no-cards": "no cards",
        "captured": "captured: {cards}",
        "captured-count": "captured {count}",
        "nothing": "nothing",
        "not-yours": "seat {seat} is not yours; you hold {seats}",
        "which-card": "{command} which card? For example: {command} 5s",
        "no-card": "{word} is no card: a card is a rank A 2-10 J Q K and a suit S H D C, or X1-X4",
        "unknown": "{line} means nothing here; {help} tells what does",
        "unknown-but": "{line} means nothing here; did you mean {meant}? {help} tells what does",
        "that": "that",
    },
    keys={"yes": "yes", "y": "yes", "no": "no", "n": "no", "ok": "ok", "k": "ok"},
    acts={
        "lift": "lift",
        "l": "lift",
        "turn": "turn",
        "t": "turn",
        "draw": "draw",
        "take": "take",
        "clear": "clear",
    },
    with_card={"lay": "lay", "swap": "swap", "show": "show"},
    asks={"help": "help", "?": "help", "hand": "hand", "quit": "quit", "q": "quit"},
    press="press",
    hold="hold",
    foreign="foreign",
    offered=_OFFERED,
    help="""\
5s, lay 5s    lay a card (10c, ah, x1; foreign: one of another deck)
lift, l       take the card off your pad    swap 7d   lift it, lay another
show 7d       lay a card, let it be read, take it back
y, n, k       press yes, no, ok             hold no   hold NO: misdeal
turn          turn up the pool's top card   draw      unseen, from your left
take          take all the cards you won    clear     put the middle aside
hand          your cards and captures       2: 5s     for your seat 2
help, ?       this                          quit      leave; --resume goes on
The table does not stop you: lay what you like, and see what it says.""",
)
