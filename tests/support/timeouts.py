"""One limit for every wait of the tests: it ends a test that hangs, and no other on a slow machine."""

PATIENCE = 900  # seconds; far more than the slowest test needs on a busy machine
PAGE_MS = 120_000  # the same for one wait of a page
