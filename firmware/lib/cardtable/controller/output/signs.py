"""Output state: maps the state of the match to lamps, tones and sentences.

Every sign is a value of the prompt and of the view of the match, or an event of it. A tone is only heard
with a state of a lamp (see `lamps`). After a while without progress the lamps of the seats that are waited
for remind; nothing else follows. A fault that cures itself is shown for long enough to be read.
"""

from cardtable.engine.asks.base import (
    CENTRE,
    EARLY,
    EMPTY,
    LAY,
    LIFT,
    MISSING,
    MOST_SEATS,
    NOTHING,
    WRONG,
)
from cardtable.engine.cards import SEVERAL
from cardtable.wire import proofs

from ..faults import STOPPED
from .display import find_waiting
from .lamps import (
    BEGIN,
    BEGIN_PAD,
    DO,
    DO_STATES,
    HURRIED,
    MOST_COUNTED,
    PAD,
    PAD_STATES,
    REMIND,
    REMINDERS_MS,
    RESULT,
    RESULT_STATES,
    quicken,
)
from .shown_faults import ShownFaults

_REMINDED = tuple([task for task in DO_STATES if DO_STATES[task][0][1] in HURRIED])  # their lamps hurry
_UNDRAWN = (NOTHING, None, None, 0)
_NEW = ("void", "round")  # facts that make the last result obsolete


class Signs:
    """The signs of the table.

    `seats`: see `Seats`; `faults`: the present faults of the hardware; `pads`: their number.
    """

    def __init__(self, lamps, tunes, display, seats, faults, pads):
        self._lamps = lamps
        self._tunes = tunes
        self._display = display
        self._seats = seats
        self._faults = faults
        self._pads = pads
        self._view = None  # the match after the last input, see `engine.views.View`
        self._is_open = False  # the host receives the values of face-down cards
        self._listeners = ()  # the seats that listen, see `Play.own_cards`
        self._past = False  # there are records that can be reviewed
        self._pauses = False  # a dialogue pauses the match
        self.notice: "tuple" = ()  # the last event, until the next input: method of a Display, arguments
        self.last_words = ""  # the last six words to note down of this match since power-up
        self._now: "dict" = {}  # place -> state of its RESULT lamp until the next input
        self._lasting: "dict" = {}  # place -> state of its RESULT lamp until the next result
        self._drawn: "list" = [_UNDRAWN] * pads  # task, states of PAD and RESULT, stage of each pad
        self._shown_faults = ShownFaults(faults)
        self._told_end = False
        self.prompt = None  # the one that is shown, and since when (ms)
        self._since = 0
        self._shown_at = 0  # ms
        self._stage = 0  # reminders so far to the seats that are waited for
        self._glow_ms: "int | None" = 0  # see `Settings.glow_ms`
        self._glow_since = None  # since when the lamp breathes that shows where a match begins (ms)
        self._reminds = False  # a seat is waited for that can be reminded

    # -- Events ------------------------------------------------------------------------------------

    def begin(self):
        """Reset for a new match."""
        self.fresh()
        self.last_words = ""
        self._lasting = {}
        self._told_end = False
        self._past = True

    def follow(self, view, is_open, listeners):
        """Take the view of the match after an input, before its outputs; None without a match.

        `is_open`: the host receives the values of face-down cards; `listeners`: see `Play.own_cards`.
        """
        self._view, self._is_open, self._listeners = view, is_open, listeners

    def offer_review(self, past):
        """Set whether there are records that can be reviewed."""
        self._past = past

    def glow_for(self, ms):
        """Set for how long an idle table's lamp breathes, see `Settings.glow_ms`."""
        self._glow_ms = ms

    def fresh(self):
        """Drop the effects of the last input: there is a new one."""
        self.notice = ()
        self._now = {}

    def wake(self):
        """Restart the breathing of an idle table's lamp: a key or a card was touched."""
        self._glow_since = None

    def noted(self, head):
        """Keep the words of this head for players who ask for them in a pause: a stage is over."""
        self.last_words = proofs.words(head)

    def fact(self, fact):
        """Take a fact; the display announces a few of them."""
        if self._display.fact(fact):
            self.notice = ("fact", fact)
        if fact[0] in _NEW:
            self._lasting = {}

    def cue(self, code, args):
        """Show a sign for all: a lamp, a tone and, where there are words, a sentence."""
        if code in ("void-asked", "consult", "correction"):  # lamps and words show it while it lasts
            self._sound(RESULT_STATES["paused"])
            return
        if self._display.cue(code, args):
            self.notice = ("cue", code, args)
        seats = range(self._view.seats)
        if code == "wins":
            self._happened(code, args)
        elif code == "split":
            self._happened(code, seats)
        elif code == "card-counts":
            self._happens("look", args)
        elif code == "no-trumps":
            self._happened(code, (CENTRE,))
        else:
            self._happens("look", tuple(seats) + (CENTRE,))

    def refused(self, code, place):
        """Show a refusal; nothing has changed. A wrong card is shown as long as it is on the pad."""
        reason = self._reason(place)
        if reason is None or code != reason.code:
            self.notice = ("refusal", code, place)
            self._happens("refused", (place,))

    def lifted_early(self, place):
        """Show that a correct card was lifted again."""
        if not self._view.counts_only:
            self.notice = ("refusal", "lifted-early", place)
        self._happens("refused", (place,))

    def laid(self, place):
        """Sound the tone of a laid card, that of the state of its pad, and announce one laid too early."""
        if self._view is not None and self._view.prompt is not None:
            state = _pad_state(self._view.prompt, place)
            self._sound(PAD_STATES[state])
            if state == EARLY and not self._view.counts_only and place not in self._listeners:
                self.notice = ("refusal", "early", place)

    def again(self, states):
        """Set the RESULT lamps to a past state until the next input: place -> state. No tone is heard."""
        self._now = states

    def _happened(self, state, places):
        self._lasting = {place: state for place in places}
        self._happens(state, places)

    def _happens(self, state, places):
        for place in places:
            self._now[place] = state
        self._sound(RESULT_STATES[state])

    def _sound(self, row):
        if row[1] is not None:
            self._tunes.play(row[1])

    def maintain(self):
        """Show maintenance on all lamps: the program ends, and the prompt is open."""
        for pad in range(self._pads):
            self._lamps.set(pad, DO, DO_STATES[NOTHING][0])
            self._lamps.set(pad, PAD, PAD_STATES[EMPTY][0])
            self._lamps.set(pad, RESULT, RESULT_STATES["maintenance"][0])
        self._display.show(self._display.idle("maintenance"))

    # -- The current prompt ------------------------------------------------------------------------

    def show(self, prompt, pauses, now):
        """Set lamps and tones for this prompt, of the match or a dialogue; None if there is none.

        `pauses`: a dialogue pauses the match. `write` follows.
        """
        self._pauses = pauses
        if prompt != self.prompt:
            self._since = now
        self.prompt = prompt
        self._shown_at = now
        stage = len([ms for ms in REMINDERS_MS if prompt is not None and now - self._since >= ms])
        self._tell_end()
        for pad in self._shown_faults.step(now):
            self._now.pop(self._seats.place(pad), None)
            self._sound(RESULT_STATES["fault"])
        heard = self._show_pads(prompt, stage)
        if self._is_glowing(prompt, now):
            self._lamps.set(BEGIN_PAD, DO, BEGIN)
            self._drawn[BEGIN_PAD] = _UNDRAWN
        if stage > self._stage and self._reminds:
            self._tunes.play(REMIND)
        self._stage = stage
        for i in range(len(heard)):
            if heard[i] is not None and heard[i] not in heard[:i]:
                self._tunes.play(heard[i])

    def write(self):
        """Write the sentences of the prompt that is shown."""
        prompt = self.prompt
        self._display.show(self._display.explained(self._sentence(prompt), prompt))

    def _show_pads(self, prompt, stage):
        """Set the lamps of the pads that have changed. Return the tones of new tasks.

        `stage`: how many reminders are due.
        """
        heard = []
        faulty = self._shown_faults.pads()
        places = self._seats.places()
        reminds = False
        paused = self._view is not None and self._is_paused()
        for pad in range(self._pads):
            task, state = self._states(prompt, places[pad])
            result = self._result(places[pad], pad in faulty, paused)
            drawn = self._drawn[pad]
            if task != drawn[0]:
                heard.append(DO_STATES[task][1])
            reminds = reminds or task in _REMINDED
            row = (task, state, result, stage)
            if row != drawn:
                self._drawn[pad] = row
                self._lamps.set(pad, DO, quicken(DO_STATES[task][0], stage))
                self._lamps.set(pad, PAD, PAD_STATES[state][0])
                self._lamps.set(pad, RESULT, RESULT_STATES[result][0])
        self._reminds = reminds
        return heard

    def due(self):
        """Return when the signs change by time alone (ms), None if they do not.

        A reminder is due, or a cured fault was shown long enough.
        """
        due = self._shown_faults.due
        if self._glow_since is not None and self._glow_ms:
            dark = self._glow_since + self._glow_ms
            if dark > self._shown_at and (due is None or dark < due):
                due = dark
        if self._reminds and self._stage < len(REMINDERS_MS):
            remind = self._since + REMINDERS_MS[self._stage]
            if due is None or remind < due:
                due = remind
        return due

    def _is_glowing(self, prompt, now):
        """True while no match is played and OK at the first pad begins one."""
        stopped = [fault for fault in self._faults.now if fault[0] in STOPPED]
        if prompt is not None or stopped or (self._view is not None and not self._view.over):
            self._glow_since = None
            return False
        if self._glow_since is None:
            self._glow_since = now
        return self._glow_ms is None or now - self._glow_since < self._glow_ms

    def _tell_end(self):
        if self._view is not None and self._view.over and not self._told_end:
            self._told_end = True
            self._happened("won", self._view.winners)

    def _states(self, prompt, place):
        """Return the states of DO and PAD of a place."""
        if prompt is None or place is None:
            return NOTHING, EMPTY
        verdict = prompt.verdicts[place]
        task = prompt.tasks[place] if place < MOST_SEATS else LAY if verdict == MISSING else NOTHING
        if task == NOTHING and verdict == WRONG:
            task = LIFT
        return task, _pad_state(prompt, place)

    def _result(self, place, faulty, paused):
        """Return the state of RESULT of a place, on a pad that may be `faulty`; `paused`: see
        `_is_paused`.
        """
        view = self._view
        if place in self._now:
            return self._now[place]
        if faulty:
            return "fault"
        if view is None or place is None:
            return "nothing"
        if place in view.talkers or (paused and place < MOST_SEATS):
            return "paused"
        if view.shown[place]:
            return "count-%d" % min(view.shown[place], MOST_COUNTED)
        mark = view.marks[place] if place < view.seats else None
        return self._lasting.get(place) or mark or "nothing"

    def _is_paused(self):
        """True while the match, or its time, rests."""
        return self._pauses or self._view.pause_s is not None or self._view.void_asked_by is not None

    # -- Sentences ---------------------------------------------------------------------------------

    def _sentence(self, prompt):
        """Return the text of the display: the last event, faults, and last the prompt.

        Sentences that do not fit are dropped from the front. Names of players cost no sentence: where they
        take too much room, seats are called by number, at first in all sentences before the prompt.
        """
        words = numbered = self._sentences(prompt)
        if self._display.names and not self._display.fits(". ".join(words)):
            numbered = self._display.by_number(self._sentences, prompt)
        while True:
            choices = [words] if words == numbered else [words, numbered[:-1] + words[-1:], numbered]
            for choice in choices:
                text = ". ".join(choice)
                if self._display.fits(text):
                    return text
            if len(words) == 1:
                return text
            words, numbered = words[1:], numbered[1:]

    def _sentences(self, prompt):
        """Return all sentences, the prompt last. If the prompt only asks for a repair, that wrong card is
        last.
        """
        view = self._view
        about = "" if prompt is None else self._display.about(prompt)
        notice = getattr(self._display, self.notice[0])(*self.notice[1:]) if self.notice else ""
        words = [one for one in (about, notice) if one]
        if self._listeners and view is not None and view.pads is None:
            words.insert(0, self._display.cue("listens", (self._listeners,)))
        if self._is_open:
            words.insert(0, self._display.cue("open-game", ()))
        stopped = False
        for code, pad, text in self._shown_faults.all():
            place = self._seats.place(pad) if pad >= 0 else None
            free = pad if place is None and pad >= 0 else None  # a pad at which no player sits
            words.append(self._display.fault(code, CENTRE if place is None else place, text, free))
            stopped = stopped or code in STOPPED
        if prompt is not None:
            if view is not None and view.void_asked_by is not None:
                words.append(self._display.cue("void-asked", (view.void_asked_by,)))
            if view is not None and view.talking is not None:
                words.append(self._display.cue("consult", (view.talking,)))
            asked = [self._display.prompt(prompt)]
            if view is not None and view.reached and prompt is view.prompt:
                asked.insert(0, self._display.reached(prompt, view.reached))
            wrong = [self._wrong(place, prompt.reasons[place]) for place in sorted(prompt.reasons)]
            last = not wrong or find_waiting(prompt) or prompt.what.startswith("repair-")
            words += wrong + asked if last else asked + wrong
        elif view is None:
            if not stopped:
                words.append(self._display.idle("ready"))
        else:
            words.append(self._display.idle("over" if view.over else "restoring"))
        if self._past and prompt is None and not stopped:
            words.insert(0, self._display.idle("may-recall"))
        return words

    def _wrong(self, place, reason):
        """Return the refusal of the card on a place."""
        code = reason.code
        if code == "unreadable" and self._stage:  # the next steps: lay it differently, then name it by hand
            code += "-%d" % self._stage
        return self._display.refusal(code, place, reason.laid, reason.recorded)

    def _reason(self, place):
        """Return the Reason why the card on a place is wrong, or None."""
        if self._view is None or self._view.prompt is None:
            return None
        return self._view.prompt.reasons.get(place)


def _pad_state(prompt, place):
    """Return the state of the PAD lamp of a place: its verdict, or "several" tags."""
    if place in prompt.reasons and prompt.reasons[place].laid == SEVERAL:
        return "several"
    return prompt.verdicts[place]
