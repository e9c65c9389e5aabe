"""What the host says and understands in English: see `tablehost.tongues`."""

from tablehost.tongues import OfGame, Tongue

TONGUE = Tongue(
    keys={"yes": "yes", "y": "yes", "no": "no", "n": "no", "ok": "ok", "k": "ok"},
    acts={
        "lift": "lift",
        "l": "lift",
        "turn": "turn",
        "t": "turn",
        "draw": "draw",
        "take": "take",
        "clear": "clear",
        "plug": "plug",
    },
    with_card={"lay": "lay", "swap": "swap", "show": "show"},
    with_seat={"draw": "draw", "point": "point"},
    with_chips={"chip": "chip"},
    asks={"help": "help", "?": "help", "hand": "hand", "quit": "quit", "q": "quit"},
    press="press",
    hold="hold",
    foreign="foreign",
    offered=(
        *("lay", "lift", "swap", "show", "yes", "no", "ok", "hold no", "hold no ok"),
        *("plug", "hand", "help", "quit"),
    ),
    rows=(
        ("lay {card}", "or {card}: lay a card ({which-cards}; foreign: of another deck)"),
        ("lift, l", "take the card off your pad"),
        ("swap {another}", "lift it, lay another"),
        ("show {another}", "lay a card, let it be read, take it back"),
        ("y, n, k", "press yes, no, ok"),
        ("hold no", "hold NO: misdeal"),
        ("hold no ok", "hold NO and OK: pause, scores, correction"),
    ),
    last=(
        ("plug", "pull the plug of the table, or put it back"),
        ("hand", "your cards and {piles}"),
        ("2: {card}", "for your seat 2; or NAME: {card}"),
        ("help, ?", "this"),
        ("quit", "leave; --resume goes on"),
    ),
    closing="The table does not stop you: lay what you like, and see what it says.",
    own=OfGame(
        (
            ("turn, t", "turn up the pool's top card"),
            ("take", "take all the cards you won"),
            ("clear", "put the card in the middle aside"),
        )
    ),
)
