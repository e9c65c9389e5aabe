"""DemoS: what changed from one revision of its rules to the next. The shape of a row: `revisions`."""

CHANGES = (
    (2, "field", "turned_up", "n"),
    (2, "field", "turned_up", "by"),
    (2, "field", "standing", "recorded"),
    (2, "field", "media", "n"),
    (2, "field", "media", "target_n"),
    (2, "state", "lost", None),  # at the final of an older match nothing says which Media were lost
)
