"""How a match goes on that a restart interrupted: from the journal, record by record, and the vault."""

from cardtable.rulebook import games, match
from cardtable.rulebook.cards import HANDLE
from cardtable.rulebook.referee import Referee
from cardtable.wire.records import ruled

from . import crossing, parked, stages, terms
from .entropy import chance, row_of


def restore(play, again=()):
    """Take over the match that a restart interrupted. Returns False if there is none. `again`: handles that
    the vault lost, with what they stand for.

    Raises Difference or ValueError if what is kept does not follow from the rules.
    """
    kept = play._journal.last_stage()
    if kept is None:
        return False
    head = kept[0]
    game = games.load(head[0])
    seed = b""
    secrets = {}
    others = {}
    for name, value in play._journal.secrets():
        if name.isdigit():
            secrets[HANDLE + int(name)] = value
        else:
            others[name] = value
    for handle, value in again:
        secrets[handle] = value
    if "seed" in others:
        play._seed = ("seed", others["seed"])
        seed = bytes.fromhex(others["seed"])
    play.names = others.get("names", ())
    play.terms = terms.restored(others)
    play._gone_back = others.get("back", [])
    play.proved = crossing.proved(play._journal, play._gone_back) if play._gone_back else []
    play.referee = Referee(match.load(game, head), draw=chance(seed))
    play.referee.reopen(secrets)
    if play.terms is not None:
        play.terms.next = play.referee.next_handle
    tail = []  # the end of the stage and what was written of what follows it
    for one in kept[1]:
        record = ruled(one)
        # What a stage begins with, also one that is told anew, stands in its checkpoint.
        if record is not None and not _begins(record):
            _follow(play, record)
        if tail or one[0] == "end":
            tail.append(one)
    if tail:
        stages.end(play, tail)
    else:
        parked.note(play)
    if play.referee.over:
        play.referee = None
        play._journal.begun = False
        if secrets or others:
            play._journal.rewrite_vault(())  # the power went before it was
    return play.referee is not None


def _begins(record):
    """True if a stage begins with this record."""
    return record[0] == "start" or (record[0] == "fix" and record[3][0] == "back")


def _follow(play, record):
    """Take over a record of this stage, and what it has sealed and opened."""
    before = play.referee.next_handle
    known = play.opened() + play.proved if record[0] == "fix" else play.proved
    outputs = play.referee.follow(record)
    if play.terms is not None:
        sealed = [(handle, None) for handle in range(before, play.referee.next_handle)]
        opened = [out[1] for out in outputs if out[0] == "open" and out[1] not in known]
        if sealed or opened:
            play.terms.noted(sealed, opened)


def lacks_seed(play):
    """True if the vault lost the seed of chance."""
    return play._seed[1] == ""


def reseed(play, seed):
    """Chance goes on from another seed; what was drawn in this stage stays as it was."""
    drawn, stage, fresh = list(play.referee.answers), play.referee.match.stage, chance(seed)

    def draw(at, index, n):
        if at == stage and index < len(drawn) and drawn[index] in range(n):
            return drawn[index]
        return fresh(at, index, n)

    play.referee.draw_by(draw)
    play._seed = row_of(seed)
    play._journal.keep_secret(play._seed[0], play._seed[1])


def seal_again(play, rows):
    """The vault lost these handles; what they stand for, (handle, value) each, is known again."""
    for handle, value in rows:
        play._journal.keep_secret(str(handle - HANDLE), value)
