"""The line to a table: ports, the session, discovery and known tables."""
