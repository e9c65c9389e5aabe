"""DemoS: what changed from one revision of its rules to the next. The shape of a row: `revisions`."""

CHANGES = ()
