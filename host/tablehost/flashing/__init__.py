"""Putting the program on a table, and looking inside one, by way of mpremote: docs/build/flash.md."""
