"""Democracy, the facts: what is told of a match, kind by kind, with the names of the fields.

Lists are by seat unless said otherwise; `day` and `n` count from 1. Those with a `*` hold cards.
"""

FACTS = {
    "seated": ("pads",),
    # Told again with the same n if the island is dealt anew.
    "island": ("n", "dealer"),
    # what: "bad-catch"; "high-stake" (true is null until the table knows, then it is told again); "sweep"
    # (suit is "S", "H", "D" or "C").
    "declaration": ("what", "seat", "suit", "true"),
    # A hand shown to prove a bad catch.
    "shown": ("day", "seat", "hand*"),
    # declared: the rank named for a joker, or null. award: a seat or "split", if the players agreed, or null.
    # winner: null for a split. captured: by seat, a list of cards. why: see democracy_tricks.decide.
    "trick": ("day", "n", "pool*", "plays*", "declared", "award", "winner", "captured*", "lost*", "why"),
    # An award of the trick was proposed and voted on. seat: who proposed it; award: a seat or "split"; by:
    # the seats that agreed, the proposer too; agreed: they suffice, and the trick goes that way.
    "award": ("day", "n", "seat", "award", "by", "agreed"),
    # Before the scoring: the opponents who challenged the unproved stake of this seat. counts: none did.
    "challenge": ("seat", "by", "counts"),
    # Told at the scoring: nobody may know before. drawn: what each seat drew and captured.
    "ghost": ("day", "n", "pool*", "drawn*", "lost*"),
    # points: card points, lists by seat: one list for each suit S H D C; with scoring=day_total one for each
    # day, with island_total a single one. why: a list of [code, seat, suit or number or null, value].
    "score": ("points", "game_points", "penalties", "why", "totals"),
    # What was played since the island began counts nothing: "misdeal" or "bad-catch".
    "void": ("why",),
    "result": ("winners", "totals", "why"),
}
