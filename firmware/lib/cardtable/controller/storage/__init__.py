"""Persistent storage: the journal, the vault, settings."""
