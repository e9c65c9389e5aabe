"""One match at the table: the referee, with its journal, vault and commitments.

The outputs of the referee are carried out in its order, which keeps the promises: a secret is written to the
vault first, then the record to flash, and only then lamps, tones and messages show it. At the end of a stage
the next stage file is opened, the commitment records are appended, and the vault is rewritten.
"""

from cardtable.engine.cards import HANDLE
from cardtable.engine.match import with_state
from cardtable.engine.referee import Referee

from ..storage import parked_matches
from .entropy import chance, row_of


class Play:
    """A match with its journal.

    `signs` presents the match: `cue(code, args)`, `fact(fact)`, `refused(code, place)` and `noted(head)`, the
    head of the chain when a stage is over. `now_us()` gives the time for records, `collect()` tidies the
    heap. `terms`: see `commitments.Terms`; None in a match that was begun without.
    """

    def __init__(self, journal, signs, now_us, collect=None):
        self._journal = journal
        self._signs = signs
        self._now_us = now_us
        self._collect = collect
        self._seed = ("seed", "")  # its row in the vault
        self.terms = None
        self.names = ()  # of the players, by seat, "" for one without; empty where no player has one
        self.proved = []  # handles that no record proves again, see `engine.past_stage`
        self._gone_back = []  # the rows of the vault for them
        self.referee = None

    def begin(self, fresh, seed, terms):
        """Begin a new match; `seed`: 16 random bytes; `terms`: see `commitments.begin`. Set `names`
        before.
        """
        self.referee = Referee(fresh, draw=chance(seed))
        self._seed = row_of(seed)
        self.terms = terms
        self.proved, self._gone_back = [], []
        begin(self)
        self._carry_out(self.referee.start())

    def teaches(self):
        """True if the host receives the values of face-down cards."""
        return self.terms is not None and self.terms.mode == "open"

    def opened(self):
        """Return the handles that are open in this stage now."""
        return [] if self.referee.table is None else self.referee.table.opened()

    def pause_seconds(self):
        """Return the seconds of a Pause that is asked, alone or with others; None if there is none."""
        ask = self.referee.ask
        for part in getattr(ask, "asks", (ask,)):
            seconds = getattr(part, "seconds", None)
            if seconds is not None:
                return seconds
        return None

    def go_on(self, found):
        """Go on after `resume.restore`: `found` is the cards on the pads, (place, card) each."""
        self._carry_out(self.referee.resume(found))

    def feed(self, event):
        """Pass one input to the referee."""
        self._carry_out(self.referee.feed(event))

    def correct(self, fix):
        """Correct the stage, see `Referee.correct`. Raises Conflict."""
        known = self.opened() + self.proved
        self._carry_out(self.referee.correct(fix), known)

    def note(self, *values):
        """Record a note, which is no act of the game."""
        self._journal.append(self._now_us(), ["note"] + list(values))

    def _carry_out(self, outputs, known=()):
        """Carry out the referee's outputs.

        `known`: the handles that were open before a correction, which opens none of them again.
        """
        sealed = []
        for i in range(len(outputs)):
            out = outputs[i]
            kind = out[0]
            if kind == "seal":
                self._journal.keep_secret(str(out[1] - HANDLE), out[2])
                sealed.append((out[1], out[2]))
            elif kind == "record":
                opened = _opened_by(outputs, i, known if out[1][0] == "fix" else self.proved)
                self._keep(out[1], sealed, opened)
                sealed = []
                if out[1][0] == "end":
                    end(self, [out[1]], _passed(outputs, i))
            elif kind == "fact":
                self._signs.fact(out[2])
            elif kind == "cue":
                self._signs.cue(out[1], out[2:])
            elif kind == "refused":
                self._signs.refused(out[1], out[2])

    def _keep(self, record, sealed, opened):
        """Append a record that seals `sealed`, (handle, value) each, and opens the handles `opened`."""
        if self.terms is not None and (sealed or opened):
            record = record + self.terms.fields(sealed, opened)
        self._journal.append(self._now_us(), record)
        # A write to flash takes three times as long as this collection, and the next step is not urgent.
        if self._collect is not None:
            self._collect()


def _opened_by(outputs, i, known):
    """Return the handles that the record in `outputs[i]` opens."""
    opened = []
    for j in range(i + 1, len(outputs)):
        if outputs[j][0] == "record":
            break
        if outputs[j][0] == "open" and outputs[j][1] not in known and outputs[j][1] not in opened:
            opened.append(outputs[j][1])
    return opened


def _passed(outputs, i):
    """True if another stage ends after that of which `outputs[i]` is the end."""
    for j in range(i + 1, len(outputs)):
        if outputs[j][0] == "record" and outputs[j][1][0] == "end":
            return True
    return False


# -- Begin and end of a stage on flash: its file, the commitment records, the vault ----------------


def begin(play):
    """Begin a match: park the one under way, rewrite the vault, open the first stage, append the commitment.

    A power cut leaves either match, each with its own secrets.
    """
    if play._journal.begun:
        parked_matches.park(play)
    rows = _secret_rows(play, play._journal.hi() + 1)
    play._journal.rewrite_vault(rows, fresh=True)
    play._journal.open_stage(play.referee.checkpoint, fresh=True)
    play._journal.begun = True
    if play.terms is not None:
        play._journal.append(play._now_us(), play.terms.announced(play._journal.head, play._collect))


def end(play, records, passed=False):
    """End the stage.

    `records`: "end" and the records after it on flash; a power cut may have prevented the rest. `passed`:
    the next stage is over too, and the vault of the referee is further on.
    """
    ended = records[0]
    written = [one[1] if one[0] == "note" else one[0] for one in records]
    over = play.referee.over and not passed
    if play.terms is not None and "head" not in written:
        _close(play, ended, written, passed)
    elif play.terms is not None and not passed and not over:
        passed = _was_passed(play, written)
    # The next stage begins at the end of this one. Secrets that are open now leave the vault; at the end of
    # the match all do.
    play._journal.open_stage(with_state(play.referee.checkpoint, ended[3]))
    play._journal.rewrite_vault(() if over else still_sealed(play, passed))


def _close(play, ended, written, passed):
    """Append the closing records of a committed stage, as far as they are not `written`."""
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
    # Also after the seating: these words cover the beginning, and with it the key that verifies the
    # signature.
    play._signs.noted(play._journal.append_head(play._now_us(), ended[1]))


def _was_passed(play, written):
    """Return True if the next stage had ended with this one, which ended before a power cut.

    Then the leaves of this one are not published yet. If not, restore the terms to their state at that time.
    """
    groups, told = play.terms.groups, play.terms.told
    if not play.terms.ending(play.referee.vault, play._journal.secrets) or "rest" in written:
        return False
    play.terms.groups, play.terms.told = groups, told
    play.terms.trim()
    return True


def still_sealed(play, passed):
    """Yield the next content of the vault, (name, value) each."""
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
    """Return the rows of the vault besides sealed values. `first`: position at which the match begins, which
    identifies the vault.
    """
    rows: "list" = [("game", first), play._seed]
    if play.names:
        rows.append(("names", play.names))  # they belong to the match, and are erased with its secrets
    if play._gone_back:
        rows.append(("back", play._gone_back))
    return rows if play.terms is None else rows + play.terms.rows()
