"""The verb `serve`: matches, journal and games of this computer, for the pages of `tablehost.web`.

verb.py      the command: address, who may come in, start and end
matches.py   matches that are played at a table while pages show it
lessons.py   games and their pages for newcomers
beginnings.py   matches that are chosen and begun
house.py     all that the pages ask for
"""
