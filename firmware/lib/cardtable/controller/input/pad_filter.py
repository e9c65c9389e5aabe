"""Per-pad presence filter over unreliable polls.

How answers compare with the content of the pad, and what follows on which poll:

                             reads the content   reads another   garbled   three silent ones
    settled                  settled             claimed         unclear   settled, empty
    unclear  unsettled_at    settled             claimed         unclear   settled, empty
    claimed  and claim       settled             claimed         claimed   settled, empty

Silent ones: in a row, GONE_MS apart at least; fewer change nothing. SEVERAL stays claimed for REST_MS while
one of them answers alone. A claim becomes the content, settled, in a poll that reads it after a dwell time,
which on an empty pad begins with the first garbled answer, if it is read soon after; or TWICE, if another pad
reads it. What is not settled after PASSING_MS is reported: as trouble, a card without a claim as `doubted`.
"""

from cardtable.micro import const

REST_MS = const(150)
PASSING_MS = const(1000)
GONE_MS = const(100)
_GONE_LOOKS = const(3)
_DROPOUT_MS = const(40)
_SOON_MS = const(60)  # a tag that is read so soon rests from its first answer on
_AFTER_MS = const(25)  # so much later than an unclear pad a pad that waits for it is reported
_MET = const(4)  # most tags that are remembered as read
_READS = const(3)  # reads of a card while it settles; with fewer it may be a neighbour's card

# Contents of a pad other than a UID
SEVERAL = const(1)  # more than one tag
UNREADABLE = const(2)  # a tag answers, but never readably
TWICE = const(3)  # (TWICE, uid): a tag that another pad reads as well

NOT_YET = const(1 << 29)  # ms, so long that no card settles
_NEVER = const(-1)


class PadFilter:
    """The filter of one pad.

    `seen`: the content of the pad: a UID, trouble (see above) or None. `claim`: the content that may settle
    next. `doubted`: its card was not read for PASSING_MS, and is not lifted for that; the fault is displayed.
    """

    def __init__(self):
        self.seen: "bytes | int | tuple | None" = None
        self.claim: "bytes | int | None" = None
        self.doubted = False
        self.claimed_at = 0  # the first read of the claim, and the number of reads since
        self._reads = 0
        self._met: "tuple[bytes, ...]" = ()  # the UIDs read since a card rests here, or since a tag answers
        self.unsettled_at = _NEVER  # since when answers have differed from the resting card
        self._trouble = UNREADABLE  # the report if they do not settle
        self._several_at = _NEVER
        self._barred_at = _NEVER  # the last read of the claim while another pad read the same tag
        self._silent = 0  # consecutive polls without an answer, and the first of them
        self._silent_since = 0

    def steady(self):
        """True if this pad needs no closer poll: its card was confirmed, or is known to be trouble."""
        if self._silent:
            return self.seen is None and self.unsettled_at == _NEVER
        return self.unsettled_at == _NEVER or self.doubted or self.in_trouble()

    def has_brief_dropout(self, at):
        """True if the resting card was not read in the last poll or two: too briefly for a removal."""
        return self.known() and at - self.unsettled_at < _DROPOUT_MS

    def idle(self):
        """True if the pad is empty, and no earlier card is remembered."""
        return self.seen is None and self.claim is None and self.unsettled_at == _NEVER and not self._met

    def in_trouble(self):
        """True if there is trouble here instead of a single card."""
        return self.seen is not None and not isinstance(self.seen, bytes)

    def known(self):
        """True if a poll need only check that the resting card is still there."""
        return isinstance(self.seen, bytes) and self.claim is None and not self._silent

    def rests(self):
        """True if a card rests here that was read in the last poll."""
        return self.known() and self.unsettled_at == _NEVER and not self.doubted

    def is_confirmed(self):
        """True if all reads here are of one card, often enough: a poll need only ask for it."""
        return self._reads >= _READS and isinstance(self.claim, bytes) and self._met == (self.claim,)

    def may_be_present(self, uid):
        """True if this tag is, or may be, the one that answers here."""
        return uid == self.seen or self.seen == (TWICE, uid) or uid in self._met

    def has_unidentified_tag(self):
        """True if a tag answers here that is neither identified nor reported: another pad may read a card of
        this one.
        """
        if self.unsettled_at == _NEVER or self.in_trouble():
            return False
        return self.claim == SEVERAL or self.claim is None and self.seen is None

    def forget(self):
        """Drop what was settling: the reader failed. The resting card stays."""
        self.claim = None
        self.doubted = False
        self.unsettled_at = _NEVER
        self._silent = 0
        self._met = ()

    def silence(self, at):
        """Take a poll that no tag answered, at time `at` (ms)."""
        if not self._silent:
            self._silent_since = at
        self._silent += 1
        if self._silent >= _GONE_LOOKS and at - self._silent_since >= GONE_MS:
            self.forget()
            self.seen = None

    def answer(self, sight, at, rest, barred):
        """Take a poll that read `sight`: a UID, SEVERAL or UNREADABLE.

        It settles after `rest` ms; not while it is `barred`, because another pad reads the same tag, nor
        while `rest` is NOT_YET, because another pad is unclear.
        """
        self._silent = 0
        if sight == SEVERAL:
            self._several_at = at
        if self.in_trouble() and sight != self.claim:
            self._reads = 0  # of several that answer by turns, a neighbour's may be the one to be read
        elif sight not in (UNREADABLE, self.seen) and sight not in self._met and len(self._met) < _MET:
            self._met += (sight,)
        # One tag of two may answer alone for a while.
        several = self.claim == SEVERAL and sight != SEVERAL and at - self._several_at < REST_MS
        read = sight != UNREADABLE and not several
        settled = read and sight == self.seen
        if not settled and self.unsettled_at == _NEVER:
            self.unsettled_at = at
            self._trouble = UNREADABLE
        if read and not settled:
            if sight == SEVERAL or isinstance(self.claim, bytes) and self.claim != sight:
                self._trouble = SEVERAL
            if sight != self.claim:
                self.claim = sight
                first = self.seen is None and self._met == (sight,) and at - self.unsettled_at < _SOON_MS
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
                settled = True
                if isinstance(sight, bytes):
                    self._met = ()  # of several each was here, and may be the tag that another pad reads
        if settled:
            self.claim = None
            self.doubted = False
            self.unsettled_at = _NEVER
        elif at - self.unsettled_at >= (PASSING_MS + _AFTER_MS if rest == NOT_YET else PASSING_MS):
            if isinstance(self.seen, bytes) and self.claim is None:
                self.doubted = True
            elif not self.in_trouble():
                twice = self._barred_at != _NEVER and self.claim is not None
                self.seen = (TWICE, self.claim) if twice else self._trouble
