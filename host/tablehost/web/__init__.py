"""Pages of the browser, and the verb `serve`: first page, tables, seats, referee, past matches, games.

    start.py, house.py    start and end; all that there is to show, in one object
    app.py                the addresses, and what answers them; guard.py, doors.py: who may ask for what
    tables.py, feed.py    the tables that are shown, and the streams of their events
    servers.py, runner.py a thread for each table; it shows a session, and has persons act in it
    pages.py              templates, languages, the texts that scripts show
    tab.py                a match in a tab of a browser, without a server; tab_records.py: its journal

A page is a module: seats, referee, learn, begin, past, course.
"""
