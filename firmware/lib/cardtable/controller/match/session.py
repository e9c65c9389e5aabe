"""One match at the table: the referee, with its journal, vault and commitments.

The outputs of the referee are carried out in its order, which keeps the promises: a secret is written to the
vault first, then the record to flash, and only then lamps, tones and messages show it. At the end of a stage
the next stage file is opened, the commitment records are appended, and the vault is rewritten.

After each input the view of the match is formed, once. Lamps, display, timers and the host's news are made
of it and do not ask the referee.
"""

from cardtable.engine import views
from cardtable.engine.cards import HANDLE
from cardtable.engine.match import with_state
from cardtable.engine.outputs import Cue, Opened, Record, Refused, Seal, Told
from cardtable.engine.referee import Referee

from ..storage import parked_matches
from . import commitments
from .entropy import chance, row_of


class Play:
    """A match with its journal.

    `signs` presents the match: `follow(view, is_open, listeners)`, then the outputs by `cue(code, args)`,
    `fact(fact)` and `refused(code, place)`; and `noted(head)`, the head of the chain when a stage is over.
    `now_us()` gives the time for records, `collect()` tidies the heap.

    `view`: the match after the last input, an `engine.views.View`; None without a match. `terms`: see
    `commitments.Terms`; None in a match that was begun without.
    """

    def __init__(self, journal, signs, now_us, collect=None):
        self.journal = journal
        self._signs = signs
        self._now_us = now_us
        self._collect = collect
        self._seed = ("seed", "")  # its row in the vault
        self.terms = None
        self.names = ()  # of the players, by seat, "" for one without; empty where no player has one
        self.listeners = ()  # the seats that listen, see `own_cards`
        self.proved = []  # handles that no record proves again, see `engine.past_stage`
        self._gone_back = []  # the rows of the vault for them
        self.referee = None
        self.view = None

    def begin(self, fresh, seed, terms, names=(), listeners=()):
        """Begin a new match; `seed`: 16 random bytes; `terms`: see `commitments.begin`."""
        self.referee = Referee(fresh, draw=chance(seed))
        self._seed = row_of(seed)
        self.terms = terms
        self.names = names
        self.listeners = listeners
        self.proved, self._gone_back = [], []
        begin(self)
        if listeners:
            self.note("listens", listeners)
        self.carry_out(self.referee.start())

    def restore(self, referee, secrets, proved=()):
        """Restore a match that a restart interrupted. The referee has not followed its records yet.

        `secrets`: the rows of the vault by name, without sealed values; `proved`: see `engine.past_stage`.
        """
        self.referee = referee
        if "seed" in secrets:
            self._seed = ("seed", secrets["seed"])
        self.names = secrets.get("names", ())
        self.listeners = secrets.get("listens", ())
        self.terms = commitments.restore_terms(secrets, referee.next_handle)
        self._gone_back = secrets.get("back", [])
        self.proved = list(proved)

    def drop(self):
        """Remove the match from memory; on flash it stays as it is."""
        self.referee = None
        self.refresh()

    def is_on(self):
        """True while a match is under way that is not over."""
        return self.referee is not None and not self.referee.over

    def is_open(self):
        """True if the host receives the values of face-down cards."""
        return self.terms is not None and self.terms.mode == "open"

    def own_cards(self):
        """Return [seat, card] of each seat that listens, None for an empty pad: its player cannot see the
        card there, and has it named. What is no card of the game has a number of its own, see `engine.cards`.

        No other hidden card leaves the table. That a seat listens is on record and on the display.
        """
        if self.view is None or self.view.pads is None:
            return []
        lying = self.referee.picture.lying
        return [[seat, lying[seat]] for seat in self.listeners]

    def opened(self):
        """Return the handles that are open in this stage now."""
        return [] if self.referee.table is None else self.referee.table.opened()

    def lacks_seed(self):
        """True if the vault lost the seed of chance."""
        return self._seed[1] == ""

    def reseed(self, seed):
        """Continue chance with another seed; draws of this stage stay as they were."""
        drawn, stage, fresh = list(self.referee.answers), self.referee.match.stage, chance(seed)

        def draw(at, index, n):
            if at == stage and index < len(drawn) and drawn[index] in range(n):
                return drawn[index]
            return fresh(at, index, n)

        self.referee.draw_by(draw)
        self._seed = row_of(seed)
        self.journal.keep_secrets((self._seed,))

    def forgo_proofs(self):
        """Go on without commitments: a commitment can no longer be opened."""
        self.terms = None
        self.journal.rewrite_vault(sealed_rows(self, False))

    # -- Inputs ------------------------------------------------------------------------------------

    def go_on(self, found):
        """Go on after `resume.restore`: `found` is the cards on the pads, (place, card) each."""
        self.carry_out(self.referee.resume(found))

    def feed(self, event):
        """Pass one input to the referee."""
        self.carry_out(self.referee.feed(event))

    def end_talk(self):
        """End the talk of a side that has lasted long enough."""
        self.carry_out(self.referee.end_talk())

    def correct(self, fix):
        """Correct the stage, see `Referee.correct`. Raises Conflict."""
        known = self.opened() + self.proved
        self.carry_out(self.referee.correct(fix), known)

    def look_again(self, lying):
        """Set the picture from the cards on the pads, (place, card) each, without an answer.

        A card named by hand stays if it cannot be read.
        """
        self.referee.picture.look_again(dict(lying))
        self.refresh()

    def look_afresh(self, lying):
        """Set the picture as at power-up: cards on the places of their answers have answered."""
        picture = self.referee.picture
        picture.emptied()
        for place, card in lying:
            picture.found(place, card)
        self.refresh()

    def reopen_undone(self):
        """Reopen the ask of an undone answer again, if the pads were examined since."""
        if self.referee.undone is not None:
            from cardtable.engine import replay

            replay.reopen(self.referee)
            self.refresh()

    def go_back(self, handles, row):
        """Keep with the match that it went back into the stage before, see `past_stage`.

        `handles`: those that no record proves again; `row`: the row of the vault for them.
        """
        self.proved += handles
        self._gone_back.append(row)

    def write_to(self, journal):
        """Append records to this journal from now on."""
        self.journal = journal

    def note(self, *values):
        """Record a note, which is no act of the game."""
        self.journal.append(self._now_us(), ["note"] + list(values))

    # -- Outputs -----------------------------------------------------------------------------------

    def refresh(self):
        """Form the view of the match again: after an input, and when its records were followed."""
        self.view = None if self.referee is None else views.view(self.referee)
        self._signs.follow(self.view, self.is_open(), self.listeners)

    def carry_out(self, outputs, known=()):
        """Carry out the referee's outputs.

        `known`: the handles that were open before a correction, which opens none of them again.
        """
        self.refresh()
        sealed = []
        for i in range(len(outputs)):
            out = outputs[i]
            if isinstance(out, Seal):
                sealed.append((out.handle, out.value))
            elif isinstance(out, Record):
                opened = _opened_by(outputs, i, known if out.kind == "fix" else self.proved)
                record = list(out)
                self._keep(record, sealed, opened)
                sealed = []
                if out.kind == "end":
                    end(self, [record], _passed(outputs, i))
            elif isinstance(out, Told):
                self._signs.fact(out.fact)
            elif isinstance(out, Cue):
                self._signs.cue(out.code, out.args)
            elif isinstance(out, Refused):
                self._signs.refused(out.code, out.place)

    def _keep(self, record, sealed, opened):
        """Append a record that seals `sealed`, (handle, value) each, and opens the handles `opened`.

        The sealed values go to the vault before it, in one write.
        """
        if sealed:
            self.journal.keep_secrets([(str(handle - HANDLE), value) for handle, value in sealed])
        if self.terms is not None and (sealed or opened):
            record = record + self.terms.fields(sealed, opened)
        self.journal.append(self._now_us(), record)


def _opened_by(outputs, i, known):
    """Return the handles that the record in `outputs[i]` opens."""
    opened = []
    for j in range(i + 1, len(outputs)):
        out = outputs[j]
        if isinstance(out, Record):
            break
        if isinstance(out, Opened) and out.handle not in known and out.handle not in opened:
            opened.append(out.handle)
    return opened


def _passed(outputs, i):
    """True if another stage ends after that of which `outputs[i]` is the end."""
    for j in range(i + 1, len(outputs)):
        if isinstance(outputs[j], Record) and outputs[j].kind == "end":
            return True
    return False


# -- Begin and end of a stage on flash: its file, the commitment records, the vault ----------------


def begin(play):
    """Begin a match: park the one under way, rewrite the vault, open the first stage, append the commitment.

    A power cut leaves either match, each with its own secrets.
    """
    if play.journal.begun:
        parked_matches.park(play)
    play.journal.rewrite_vault(_secret_rows(play), fresh=True)
    play.journal.open_stage(play.referee.checkpoint, fresh=True)
    play.journal.set_under_way(True)
    if play.terms is not None:
        play.journal.append(play._now_us(), play.terms.first_record(play.journal.head, play._collect))


def end(play, records, passed=False):
    """End the stage.

    `records`: "end" and the records after it on flash; a power cut may have prevented the rest. `passed`:
    the next stage is over too, and the vault of the referee is further on.
    """
    ended = records[0]
    written = [one[1] if one[0] == "note" else one[0] for one in records]
    over = play.referee.over and not passed
    grouped = play.terms is not None and play.terms.groups and not over
    if play.terms is not None and "head" not in written:
        _close(play, ended, written, passed)
    elif play.terms is not None and not passed and not over:
        passed = _was_passed(play, written)
    if grouped:  # known also if the power fails before the vault is rewritten
        play.journal.keep_secrets((play.terms.groups_row(ended[1] + 1),))
    # The next stage begins at the end of this one. Secrets that are open now leave the vault; at the end of
    # the match all do.
    play.journal.open_stage(with_state(play.referee.checkpoint, ended[3]))
    play.journal.rewrite_vault(() if over else sealed_rows(play, passed))


def _close(play, ended, written, passed):
    """Append the closing records of a committed stage, as far as they are not `written`."""
    over = play.referee.over and not passed
    more = []
    if passed:
        play.terms.trim(play.referee.vault)
    else:
        more = play.terms.stage_end_records(() if over else play.referee.vault, play.journal.secrets)
    if over:
        more.append(play.terms.closing_record())
    done = written.count("rest") + written.count("opened")
    for record in more[done:]:
        play.journal.append(play._now_us(), record)
    if over and play.terms.sign and "signed" not in written:
        play.journal.append(play._now_us(), play.terms.signature_record(play.journal.head, play._collect))
    # Also after the seating: these words cover the beginning, and with it the key that verifies the
    # signature.
    play._signs.noted(play.journal.append_head(play._now_us(), ended[1]))


def _was_passed(play, written):
    """Return True if the next stage had ended with this one, which ended before a power cut.

    Then the leaves of this one are not published yet. If not, restore the terms to their state at that time.
    """
    before = play.terms.state()
    if not play.terms.stage_end_records(play.referee.vault, play.journal.secrets) or "rest" in written:
        return False
    play.terms.go_back(before)
    play.terms.trim(play.referee.vault)
    return True


def sealed_rows(play, passed):
    """Yield the next content of the vault, (name, value) each."""
    for row in _secret_rows(play):
        yield row
    if passed:
        for row in play.journal.secrets():
            if row[0].isdigit():
                yield row
    else:
        vault = play.referee.vault
        for handle in sorted(vault):
            yield str(handle - HANDLE), vault[handle]


def _secret_rows(play):
    """Return the rows of the vault besides sealed values."""
    rows: "list" = [play._seed]
    if play.names:
        rows.append(("names", play.names))  # they belong to the match, and are erased with its secrets
    if play.listeners:
        rows.append(("listens", play.listeners))
    if play._gone_back:
        rows.append(("back", play._gone_back))
    return rows if play.terms is None else rows + play.terms.rows()
