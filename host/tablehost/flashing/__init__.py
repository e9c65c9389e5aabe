"""Installation and inspection of the program on a table, by way of mpremote: docs/build/flash.md."""
