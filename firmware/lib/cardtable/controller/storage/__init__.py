"""What outlives a power cut: the journal, the vault, settings."""
