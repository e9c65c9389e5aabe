"""The verb `club` as tests run it: what it tells, and its rows in the journal."""

import json
import os

from tablehost.journal.store import Journal

DEMOCRACY, DEMOS = 1, 2  # numbers of the matches in the journal


def as_owner(monkeypatch):
    """Have the rights that a player lacks."""
    if "OWNER" in os.environ:
        monkeypatch.setenv("CARDTABLE_DATABASE", os.environ["OWNER"])


def data_of(told):
    status, out, err = told
    assert (status, err) == (0, "")
    return json.loads(out)["data"]


def code_of(told):
    """Return exit status and code of an error, which has a message and a hint."""
    status, out, err = told
    error = json.loads(out or err)["error"]
    assert error["message"] and error["hint"]
    return status, error["code"]


FOUND = ("new", "Tuesday", "--game", "democracy", "--players", "Ada,Ben,Cleo,Dan", "--tables", "1")


def found(club, *more, players="Ada,Ben,Cleo,Dan", name="Tuesday"):
    words = ("--game", "democracy", "--players", players, "--tables", "1", *more)
    return club("new", name, *words)


def rows():
    with Journal() as journal:
        return journal.club_rows("tuesday")


def change(sql, *values):
    with Journal() as journal, journal.database.transaction() as db:
        db.execute(sql, values)
