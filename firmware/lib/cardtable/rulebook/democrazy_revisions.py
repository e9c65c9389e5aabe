"""Democrazy: what changed from one revision of its rules to the next. The shape of a row: `revisions`.

Of matches of revision 1 nothing is known of the stack: there `milled` is so large that the End Card may come
at any time. For such a match `democrazy_proposal`, `democrazy_parting` and `democrazy_final` ask, and keep,
only what was asked and kept then.
"""

CHANGES = (
    (2, "field", "effect", "chosen"),
    (2, "field", "table", "by"),
    (2, "fact", "restated"),
    (2, "fact", "turned_up"),
    (2, "state", "milled", 99),
    (2, "state", "on_top", 0),
    (2, "ruling", "U15", ("blank-effect",)),
    (2, "ruling", "U45", ("confirm-absent", "which-seat", "table", "exchange-chip", "exchange-chips")),
    (2, "ruling", "U47", ("restate", "judged")),
    (2, "ruling", "U48", ("mill",)),
)
