"""The verb `serve`: matches, journal and games of this computer, for the pages of `tablehost.web`.

verb.py      the command
start.py     its start and its end
matches.py   matches that are played at a table while pages show it
house.py     all that the pages ask for
library.py   the matches of the journal, to look back at
lessons.py   games and their pages for newcomers
beginnings.py  matches that are chosen and begun
tab.py       a match in a tab of a browser, without a server; tab_records.py: its journal
"""
