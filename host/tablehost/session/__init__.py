"""A match at a table: commands in, events out. Nothing here prints or parses a command line."""
