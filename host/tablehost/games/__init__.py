"""What the host adds to each game: words, players, statistics, printed cards."""
