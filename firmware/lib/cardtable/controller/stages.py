"""How a stage begins and ends on flash: its file, what the match is checked by, what stays hidden."""

from cardtable.rulebook.cards import HANDLE
from cardtable.rulebook.match import with_state

from . import parked


def begin(play):
    """A match begins: one that is under way is parked, and what this one can be checked by is told first. A
    power cut leaves either of them, each with its own secrets.
    """
    if play._journal.begun:
        parked.park(play)
    rows = _secret_rows(play, play._journal.hi() + 1)
    play._journal.rewrite_vault(rows, fresh=True)
    play._journal.open_stage(play.referee.checkpoint, fresh=True)
    play._journal.begun = True
    if play.terms is not None:
        play._journal.append(play._now_us(), play.terms.announced(play._journal.head, play._collect))


def end(play, records, passed=False):
    """The stage is over. `records`: "end" and what follows it on flash: a power cut may have kept the rest
    from being written. `passed`: so is the next one, and the vault of the referee stands further on.
    """
    ended = records[0]
    written = [one[1] if one[0] == "note" else one[0] for one in records]
    over = play.referee.over and not passed
    if play.terms is not None and "head" not in written:
        _close(play, ended, written, passed)
    elif play.terms is not None and not passed and not over:
        passed = _was_passed(play, written)
    # The next stage begins where this one ended. Secrets that are open now leave the vault, and with the end
    # of the match all do.
    play._journal.open_stage(with_state(play.referee.checkpoint, ended[3]))
    play._journal.rewrite_vault(() if over else still_sealed(play, passed))


def _close(play, ended, written, passed):
    """What a checkable stage has behind its end, as far as it is not `written`."""
    over = play.referee.over and not passed
    more = []
    if passed:
        play.terms.trim()
    else:
        more = play.terms.ending(() if over else play.referee.vault, play._journal.secrets)
    if over:
        more.append(play.terms.closing())
    done = written.count("rest") + written.count("opened")
    for record in more[done:]:
        play._journal.append(play._now_us(), record)
    if over and play.terms.sign and "signed" not in written:
        play._journal.append(play._now_us(), play.terms.signed(play._journal.head, play._collect))
    # Also where all have taken their seats: these words hold the beginning, and with it who can sign the end.
    play._signs.noted(play._journal.append_head(play._now_us(), ended[1]))


def _was_passed(play, written):
    """The stage ended before a power cut. Whether the next one had ended with it, so that what this one left
    hidden was not told yet; if not, the terms are brought to where they stood then.
    """
    groups, told = play.terms.groups, play.terms.told
    if not play.terms.ending(play.referee.vault, play._journal.secrets) or "rest" in written:
        return False
    play.terms.groups, play.terms.told = groups, told
    play.terms.trim()
    return True


def still_sealed(play, passed):
    """What the vault holds from now on, (name, value) each."""
    for row in _secret_rows(play, play._journal.match()):
        yield row
    if passed:
        for row in play._journal.secrets():
            if row[0].isdigit():
                yield row
    else:
        vault = play.referee.vault
        for handle in sorted(vault):
            yield str(handle - HANDLE), vault[handle]


def _secret_rows(play, first):
    """What the vault holds beside what is sealed. `first`: where the match begins, whose vault it is."""
    rows: "list" = [("game", first), play._seed]
    if play.names:
        rows.append(("names", play.names))  # here they go with the match, and are erased with its secrets
    if play._gone_back:
        rows.append(("back", play._gone_back))
    return rows if play.terms is None else rows + play.terms.rows()
