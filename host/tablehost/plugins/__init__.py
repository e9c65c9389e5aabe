"""Games as plug-ins: what the host knows of a game, by its name."""
