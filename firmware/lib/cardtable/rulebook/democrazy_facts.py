"""Democrazy, the facts: what is told of a match, kind by kind, with the names of the fields.

Lists are by seat unless said otherwise; turns and proposals count from 1. Those with a `*` hold cards. Chips
are texts of their letters, "RRGY", or "???" where only numbers are counted. A movement of chips is [from, to,
chips], from and to a seat or "bag".
"""

FACTS = {
    "seated": ("pads",),
    # chips: of each seat; wilds: how many each has; reserve: how many are left; private: hidden laws dealt;
    # traits: the declared ones; seat: who begins.
    "setup": ("chips", "wilds", "reserve", "private", "traits", "seat"),
    # laws: in force, oldest first, then of each the place, who proposed it, what it does; overruled: [law,
    # key, the earlier law that counts instead]. Told when a turn begins.
    "laws": ("laws*", "places", "proposers", "texts", "overruled"),
    # The player draws a law; or, told next, the End Card, or has it shown by a button.
    "turn": ("n", "seat"),
    "end_card": ("seat",),
    # text: what the law does, its gaps filled; replaces: the law that would go, or null; why: "symbol" or
    # "named".
    "proposal": ("n", "seat", "law*", "text", "replaces*", "why"),
    # why: "taken back" by the proposer, or "refused" by the others, a blank one: for this turn.
    "taken_back": ("seat", "law*", "why"),
    # The proposer has stated a blank law in other words, after the others had refused it.
    "restated": ("seat", "law*"),
    # votes: "YES", "NO", "DY", "DN", "SC" or null; by: "card" or "key". wilds: [seat, kind, "acts", "void" or
    # "banned"]. rule: "majority", "threshold", "circle", "definite", or one of these after "scam ".
    "vote": ("votes", "by", "weights", "yes", "no", "wilds", "rule", "adopted"),
    # seats: whom the operation meant; note: what else it did (laws repealed, laws milled, seats that got a
    # wild); "lapses": not done, because the game had ended; "absent": not done, because only the proposer
    # could choose, who is away; "protected": a law forbids it. chosen: the seat that the proposer chose.
    "effect": ("law*", "operation", "seats", "moves", "note", "chosen"),
    # Somebody was said to have broken this law, and the others have judged.
    "conduct": ("seat", "law", "yes", "no", "caught"),
    # what: "object" (is a blank law admitted), "contest" (a trait); about: the law or trait.
    "judged": ("what", "seat", "about", "yes", "no", "held"),
    # what: "recount", "absent", "back", "leaves", "left"; by: the seats that said so, none if the operator
    # did, or if what was said before comes true.
    "table": ("what", "seat", "moves", "by"),
    # Colours of chips that were only counted: four numbers for each seat.
    "colours": ("chips",),
    # Turned up before the scoring, of all seats, also of who has left. wilds: those that were never played;
    # laws: the hidden laws; each is empty if there are none.
    "turned_up": ("wilds*", "laws*"),
    # values: of the four colours, in the order R G B Y; basis: null, "best_color" or "product2"; bonuses:
    # [law, points]; private: the hidden law, or null; points: the sum.
    "score": ("seat", "chips", "values", "basis", "chip_points", "bonuses", "private*", "points"),
    # What was played since the turn began counts nothing: "misdeal".
    "void": ("why",),
    # Told next: [seat, the chips it has again] of everybody who has not left.
    "put_back": ("chips",),
    # totals: null for who has left. why: [what ended the game, who wins, what broke the tie or null].
    "result": ("winners", "totals", "why"),
}
