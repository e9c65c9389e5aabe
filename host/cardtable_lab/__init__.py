"""Many matches without a table: figures, sweeps, pages, corpora, games of OpenSpiel, strong players. The
host asks for parts of it by name (`tablehost.packages`, `tablehost.cli.verbs`).
"""
