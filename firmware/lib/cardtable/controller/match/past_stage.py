"""Corrections of the stage before, see `engine.past_stage`: read it from the journal, try them, then write.

Records are read one by one.
"""

from cardtable.engine import past_stage as rules
from cardtable.engine import spoken_corrections
from cardtable.engine.cards import HANDLE
from cardtable.engine.match import with_state
from cardtable.engine.outputs import Cue
from cardtable.engine.replay import Conflict
from cardtable.micro import const
from cardtable.wire.records import ruled

from . import session

OPERATOR = "operator"
_OFTEN = const(64)  # records read between two calls of the watchdog


def take_back(loop, n):
    """Drop the last `n` player answers of the stage before. Raises Conflict."""
    crossing = _crossing(loop)
    given = []

    def see(number, ask, _):
        if not ask.auto:
            given.append(number)

    crossing.look(see)
    if n > len(given):
        raise Conflict(0, "nothing-to-take-back")
    crossing.take_back(given[-n], [OPERATOR])
    return _carry_out(loop, crossing)


def amend(loop, drop, words):
    """Amend the stage before. Raises Conflict.

    `words`: see `engine.spoken_corrections`; `drop`: 1 to drop answers that no longer fit.
    """
    crossing = _crossing(loop)
    changes = spoken_corrections.reworded(loop.play.referee, words, lambda _, see: crossing.look(see))
    crossing.amend(changes, drop, [OPERATOR])
    return _carry_out(loop, crossing)


def _crossing(loop):
    journal, referee, watchdog = loop.journal, loop.play.referee, loop.parts.watchdog
    if referee.ask is None:
        raise Conflict(0, "nothing-asked")

    def get(g):
        if watchdog is not None and g % _OFTEN == 0:
            watchdog.feed()  # an evening has many records
        record = journal.get(g)
        return None if record is None else ruled(record[4:])

    past = rules.Past(referee.match.stage, Positions(journal), get)
    return rules.Crossing(referee, past)


class Positions:
    """The positions of all records of the match under way, in all its segments. Construct one for
    each use.
    """

    def __init__(self, journal):
        self._segments = journal.earlier + [journal.game, journal.hi()]

    def __iter__(self):
        for at in range(0, len(self._segments), 2):
            for g in range(self._segments[at], self._segments[at + 1] + 1):
                yield g


def _carry_out(loop, crossing):
    loop.signs.fresh()
    write(loop.play, crossing, rules.proved(loop.play.referee, crossing.past.state, crossing.handles))
    return ["back", crossing.stage]


def write(play, crossing, proved):
    """Carry the correction out on `play`.

    `proved`: handles that no record proves again, see `engine.past_stage.proved`. A power cut leaves the
    state before; or, of an amend, the stage before as it is now, and the one under way at its beginning.
    """
    journal = play.journal
    proved = [handle for handle in proved if handle not in play.proved]
    play.go_back(proved, _row(journal.hi() + 1, proved))
    journal.rewrite_vault(_secrets(play, crossing))
    transaction = journal.begin_transaction()
    play.write_to(transaction)
    try:
        transaction.open_stage(with_state(play.referee.checkpoint, crossing.state()))
        for outs in crossing.outputs():
            play.carry_out([out for out in outs if not isinstance(out, Cue)], play.proved)
        transaction.commit()
    finally:
        play.write_to(journal)
        transaction.close()
    play.carry_out(crossing.finish())


def _secrets(play, crossing):
    """Yield the next content of the vault, (name, value) each."""
    for row in session.sealed_rows(play, False):
        yield row
    for handle, value in crossing.secrets():
        yield str(handle - HANDLE), value


def proved_handles(journal, rows):
    """Return the handles of these rows of the vault: [position, first, last, first, last, ...] each.

    The position is that of the correction record. A row whose record was never written counts nothing and is
    removed.
    """
    found: "list" = []
    for row in list(rows):
        record = journal.get(row[0])
        if record is None or record[4] != "fix" or record[7][0] != "back":
            rows.remove(row)
        else:
            for i in range(1, len(row), 2):
                found += range(row[i], row[i + 1] + 1)
    return found


def _row(position, handles):
    row: "list" = [position]
    for handle in sorted(handles):
        if len(row) > 1 and row[-1] == handle - 1:
            row[-1] = handle
        else:
            row += [handle, handle]
    return row
