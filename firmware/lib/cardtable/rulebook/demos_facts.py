"""DemoS: what its facts hold. Needed where facts are read: in the log, not on the table."""

# Lists are by seat unless said otherwise; rounds and turns count from 1.
FACTS = {
    "seated": ("pads",),
    # sides: lists of seats; favourites and announced: suits as letters, or null.
    "sides": ("sides", "independent", "favourites", "announced"),
    # vetoes: left to each side. Told again with the same n if the round is annulled.
    "round": ("n", "dealer", "vetoes"),
    # card: null for a secret one, or if declined. took: the card that lay open, null for the top of the pack;
    # from: who had discarded it.
    "discard": ("turn", "seat", "card*", "took*", "from", "declined"),
    # keys: "yes" and "no" as far as they are told [V4], or null; payers: the sides that spent a veto.
    "vote": ("keys", "payers", "held"),
    # what: "discard", "figure" (by a Square), "media", or "final". n: which one of the figures that this seat
    # has acquired, those it lost included; null for a discard. by: whose Square it was, or null.
    "turned_up": ("seat", "card*", "what", "n", "by"),
    "reveal": ("seat", "cards*", "what", "points", "forfeited"),
    # criterion: "suit" or "rest"; values: of `seats`, in their order; left: who is not out yet.
    "tie": ("criterion", "seats", "values", "left"),
    # card: null, as long as it is hidden; n: which one of this seat's it is.
    "figure": ("seat", "drawer", "card*", "n"),
    # Ends the round. winners: who drew figures, in order; points: of this round; pile: figures left.
    # recorded: by seat, the points that were added to the totals, null for whom nothing was recorded.
    "standing": ("n", "winners", "points", "totals", "pile", "recorded"),
    # what: "used", "passed", "discarded" (nothing to aim at), "cancelled" (two with one player), "kept".
    # n: which one of the holder's figures the Media is; target_n: which one of the target's the card is, as
    # in "turned_up".
    "media": ("holder", "media*", "target", "card*", "suit", "what", "n", "target_n"),
    # figures: all that each seat has. trios, suits, forced: what each holder presents (teams together, or
    # every seat), in the order E L J, null for nothing. Suits as letters, changed ones as the Media said.
    # step: what decided; why: [criterion, values, sides left], see demos_final.decide.
    "final": ("figures*", "trios*", "suits", "forced", "step", "why"),
    # What was played since the round began counts nothing: "misdeal"; or "nobody" had a combination.
    "void": ("why",),
    "result": ("winners", "totals", "why"),
}
