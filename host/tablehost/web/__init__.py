"""Pages of the browser: first page, tables that are watched, matches to look back at.

    tables.py   the tables that are shown, and the streams of their events
    guard.py    who may ask for what: hosts, origins, the operator, sizes and rates
    pages.py    templates, languages, the texts that scripts show
    learn.py    games and their pages; markdown.py makes HTML of these
    begin.py    a match is chosen and begun
    app.py      the addresses, and what answers them
    past.py     the matches of the journal: list, replay, checks, files, import

The room knows the match as it is published (`tablehost.match`), and neither games nor journal: what it shows
of those comes from a `House` and its `Library`.
"""
