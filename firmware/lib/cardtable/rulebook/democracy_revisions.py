"""Democracy: what changed from one revision of its rules to the next. The shape of a row: `revisions`."""

CHANGES = (
    (2, "fact", "award"),
    (2, "fact", "challenge"),
    # A high staker of an earlier day may call a bad catch: there is one more row to choose from.
    (2, "ruling", "A34", ("declare", "declare-window", "show-hand")),
    # Two players by the total of the island do not play on for ever.
    (2, "ruling", "A42", ("result",)),
)
