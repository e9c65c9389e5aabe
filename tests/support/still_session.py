"""A session whose table says nothing: what the journal has of a match is followed."""

from types import SimpleNamespace

from tablehost.session.session import Session


def quiet_line(**more):
    """A connection over which nothing comes."""
    line = SimpleNamespace(read=lambda: b"", write=lambda data: None, wait=lambda seconds: False)
    usual = {
        "line": line,
        "virtual": True,
        "folder": None,
        "address": None,
        "hands": None,
        "is_network": False,
    }
    return SimpleNamespace(**{**usual, **more})


def still_session(journal, game=None, uid="", **more):
    """The session with a table that was met; `game`: the match that is followed."""
    session = Session(journal, quiet_line(**more))
    session.table.info = {"uid": game.uid if game else uid, "hi": -1, "caps": []}
    session.state = "met"
    if game is not None:
        session._follow(game)
    return session
