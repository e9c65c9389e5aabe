"""The line to a table: its port, the session on it, and which tables are known."""
