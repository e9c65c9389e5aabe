"""A match as it is shown: typed events, and the snapshot that is the fold of them.

    events      what is published, once, for every view
    snapshot    the state of a match as a view may show it
    roles       who may see which event
    lamps       the meaning of a lamp
    presenter   from records, reports of the table and messages of hands to events

A view takes events and decides nothing: it asks no game, no referee and no table.
"""
