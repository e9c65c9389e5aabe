"""Output to a terminal: safe text, tables, progress."""
