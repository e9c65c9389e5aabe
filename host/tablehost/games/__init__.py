"""The host's additions to each game: words, players, statistics, printed cards."""
