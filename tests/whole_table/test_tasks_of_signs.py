"""Tasks by the signs of a whole table and its records: they are those of its own referee."""

import os

import pytest

import crashing_table
from amounts import amount
from cardtable.engine import tasks
from cardtable.engine.asks.base import Prompt
from tablehost.people.hands import SOURCES
from tablehost.virtual.people.asked import RecordedAsk
from tablehost.virtual.people.match_record import MatchRecord
from tablehost.virtual.table import VirtualTable

MATCHES = {
    "democracy": "--players 4 -o target=2 -o bad_catch=one_two -o sweep=announced".split(),
    "demos": "--players 4 -o max_rounds=2".split(),
    "demos in teams": "--players 5 -o mode=2v3 -o max_rounds=2".split(),
    "democrazy": "--players 4".split(),
}


def compare():
    """At each look of the people, in the process of the table; what differs is said on standard error."""
    act, run = VirtualTable._act, VirtualTable.run
    asks, told = {}, {"same": 0, "other": 0, "without": 0}

    def by_signs(table, perceived):
        if id(table) not in asks:
            record = MatchRecord(table.folder)
            record.running = table.firmware.journal
            asks[id(table)] = RecordedAsk(record)
        ask = asks[id(table)]
        ask.follow()
        return ask.open, ask.open.tasks(Prompt(*perceived, {}), SOURCES, True)

    def look(table, perceived):
        play = table.firmware.loop.play
        if play.is_on() and play.referee.prompt() is not None:
            ask, signs = by_signs(table, perceived)
            course = play.referee
            picture, of_rules = course.picture, course.prompt()
            own = tasks.form(ask.number, course.ask, of_rules, picture, course.table, SOURCES)
            if not signs:
                told["without"] += 1
            elif list(map(plain, signs)) == list(map(plain, own)):
                told["same"] += 1
            else:
                told["other"] += 1
                if told["other"] < 3:
                    about = [one for one in zip(signs, own) if plain(one[0]) != plain(one[1])]
                    os.write(2, f"{perceived} {of_rules} {about}\n".encode())
        act(table, perceived)

    def run_and_tell(table):
        run(table)
        os.write(2, f"same {told['same']} other {told['other']} without {told['without']}\n".encode())

    VirtualTable._act, VirtualTable.run = look, run_and_tell


def plain(task):
    steps = [(one.act, one.places, one.source, one.rows, one.least, one.most) for one in task.steps]
    return task.what, list(task.args), steps, list(task.given) if isinstance(task.given, list) else None


@pytest.mark.parametrize("seed", range(amount(1, soak=20)))
@pytest.mark.parametrize("lang", ["en", "fr"])
@pytest.mark.parametrize("match", MATCHES)
def test_signs_and_records_tell_the_task_that_the_referee_has(match, lang, seed, tmp_path, monkeypatch):
    home = crashing_table.Home(tmp_path, monkeypatch)
    words = [*MATCHES[match], "--seed", str(seed), "--lang", lang]
    status, said = home.play(match.split()[0], *words, point=compare)
    assert status == 0, said
    *others, counts = home.said().splitlines()
    _, same, _, other, _, without = counts.split()
    assert int(other) == 0 and not others, others
    assert int(same) > 100 and int(without) < int(same) / 20, counts
