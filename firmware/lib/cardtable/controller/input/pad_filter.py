"""What rests on one pad, decided from looks that may be wrong.

A card counts after a rest, and it counts in a look that has read it: garbled answers and a short silence
keep a claim alive, but confirm nothing. Where nothing lay, its rest begins with the first garbled answer, if
it is read soon after. It is gone after three silent looks in a row, GONE_MS apart at least: a garbled answer
is a sign of presence, never of removal. Whatever answers for PASSING_MS without coming to rest is trouble,
and is said.
"""

from cardtable.micro import const

REST_MS = const(150)
PASSING_MS = const(1000)
GONE_MS = const(100)
_GONE_LOOKS = const(3)
_MURMUR_MS = const(40)
_SOON_MS = const(60)  # if what answers is read so soon, it rests from its first answer on
_AFTER_MS = const(25)  # so much later than a pad that is unclear is said what waits for it
_MET = const(4)  # tags of which one remembers that they were read
_READS = const(3)  # so often a card is read while it comes to rest, or the reading may be a neighbour's card

# What a pad can report beside a UID
SEVERAL = const(1)  # more than one tag
UNREADABLE = const(2)  # something answers, but never readably
TWICE = const(3)  # (TWICE, uid): a tag that another pad reads as well

NOT_YET = const(1 << 29)  # ms no card rests
_NEVER = const(-1)


class Resting:
    """`seen`: what rests here: a UID, trouble (see above) or None. `claim`: what may come to rest next.

    `doubted`: for PASSING_MS something answered, but the card that counts as lying here was not read. It is
    not lifted for that; people are told.
    """

    def __init__(self):
        self.seen: "bytes | int | tuple | None" = None
        self.claim: "bytes | int | None" = None
        self.doubted = False
        self.claimed_at = 0  # when the claim was first read, and how often since
        self._reads = 0
        self._met: "list[bytes]" = []  # the UIDs read since a card rests here, or since somebody answers
        self.unsettled_at = _NEVER  # since when answers have not been what rests here
        self._trouble = UNREADABLE  # what they will be called if they do not settle
        self._several_at = _NEVER
        self._barred_at = _NEVER  # when the claim was last read while another pad read the same tag
        self._silent = 0  # looks in a row without an answer, and when the first was
        self._silent_since = 0

    def steady(self):
        """True if this pad needs no closer look: what rests here was confirmed, or is known to be trouble."""
        if self._silent:
            return self.seen is None and self.unsettled_at == _NEVER
        return self.unsettled_at == _NEVER or self.doubted or self.in_trouble()

    def murmurs(self, at):
        """True if the card that rests here was not read in the last look or two: that happens."""
        settled = isinstance(self.seen, bytes) and self.claim is None and not self._silent
        return settled and at - self.unsettled_at < _MURMUR_MS

    def idle(self):
        """True if nothing rests here, and nothing is remembered of what did."""
        return self.seen is None and self.claim is None and self.unsettled_at == _NEVER and not self._met

    def in_trouble(self):
        """True if what rests here is no card alone."""
        return self.seen is not None and not isinstance(self.seen, bytes)

    def known(self):
        """True if a look need only ask whether the card that rests here still does."""
        return isinstance(self.seen, bytes) and self.claim is None and not self._silent

    def ripe(self):
        """True if all that is read here is one card, often enough: a look need only ask for it."""
        return self._reads >= _READS and isinstance(self.claim, bytes) and self._met == [self.claim]

    def near(self, uid):
        """True if this tag is, or may be, what answers here."""
        return uid == self.seen or self.seen == (TWICE, uid) or uid in self._met

    def unclear(self):
        """True if something answers here that is neither made out nor said: what another pad reads may be a
        card of this one."""
        if self.unsettled_at == _NEVER or self.in_trouble():
            return False
        return self.claim == SEVERAL or self.claim is None and self.seen is None

    def forget(self):
        """The reader failed: what rests here rests on, what was under way begins anew."""
        self.claim = None
        self.doubted = False
        self.unsettled_at = _NEVER
        self._silent = 0
        if self._met:
            self._met = []

    def silence(self, at):
        """A look that nobody answered, at time `at` (ms)."""
        if not self._silent:
            self._silent_since = at
        self._silent += 1
        if self._silent >= _GONE_LOOKS and at - self._silent_since >= GONE_MS:
            self.forget()
            self.seen = None

    def answer(self, sight, at, rest, barred):
        """A look that read `sight`: a UID, SEVERAL or UNREADABLE. It settles after `rest` ms; not while it is
        `barred`, because another pad reads the same tag, nor while `rest` is NOT_YET, because another pad is
        unclear."""
        self._silent = 0
        if sight == SEVERAL:
            self._several_at = at
        if self.in_trouble() and sight != self.claim:
            self._reads = 0  # of several that answer by turns, a neighbour's may be the one to be read
        elif sight not in (UNREADABLE, self.seen) and sight not in self._met and len(self._met) < _MET:
            self._met.append(sight)
        # One tag of two may answer alone for a while.
        several = self.claim == SEVERAL and sight != SEVERAL and at - self._several_at < REST_MS
        if sight == self.seen and sight != UNREADABLE and not several:
            self.claim = None
            self.doubted = False
            self.unsettled_at = _NEVER
            return
        if self.unsettled_at == _NEVER:
            self.unsettled_at = at
            self._trouble = UNREADABLE
        if sight != UNREADABLE and not several:
            if sight == SEVERAL or isinstance(self.claim, bytes) and self.claim != sight:
                self._trouble = SEVERAL
            if sight != self.claim:
                self.claim = sight
                first = self.seen is None and self._met == [sight] and at - self.unsettled_at < _SOON_MS
                self.claimed_at = self.unsettled_at if first else at
                self._reads = 0
                self._barred_at = _NEVER
            self._reads += 1
            if barred:
                self._barred_at = at
                if at - self.claimed_at >= rest + GONE_MS:  # time enough for a card that was moved here
                    self.seen = (TWICE, sight)
            elif self._reads >= _READS and at - max(self.claimed_at, self._barred_at) >= rest:
                self.seen = sight
                self.claim = None
                self.doubted = False
                self.unsettled_at = _NEVER
                if isinstance(sight, bytes):
                    self._met = []  # of several each was here, and may be what another pad reads
                return
        if at - self.unsettled_at >= (PASSING_MS + _AFTER_MS if rest == NOT_YET else PASSING_MS):
            if isinstance(self.seen, bytes) and self.claim is None:
                self.doubted = True
            elif not self.in_trouble():
                twice = self._barred_at != _NEVER and self.claim is not None
                self.seen = (TWICE, self.claim) if twice else self._trouble
