"""Timers of the match: a timed pause that the rules ask for, and the talk of a side."""

EXPIRED = "expired"  # the time of a pause has gone by
TALKED = "talked"  # a side has talked long enough


class Timers:
    """The timers. Times are milliseconds of the loop's clock.

    While a dialogue is open the time of a pause stands still, and while one pauses the match no talk is
    timed.
    """

    def __init__(self):
        self._ask = None  # the number of the ask that was followed last
        self._pause_until = None
        self._talk_s = None  # the seconds of the talk that is going on, None if there is none
        self._talk_until = None
        self._stepped_at = 0

    def follow(self, view, now):
        """Follow the match to its next ask; `view`: an `engine.views.View`, or None."""
        ask = None if view is None else view.ask
        if ask is None or ask != self._ask:
            pause_s = None if view is None else view.pause_s
            self._pause_until = None if pause_s is None else now + pause_s * 1000
        self._ask = ask
        self._talk_s = None if view is None or view.talking is None else view.talk_s
        if self._talk_s is None:
            self._talk_until = None

    def step(self, now, is_still, pauses):
        """Return EXPIRED, TALKED or None.

        `is_still`: a dialogue is open; `pauses`: it pauses the match.
        """
        if is_still and self._pause_until is not None:
            self._pause_until += now - self._stepped_at
        self._stepped_at = now
        if self._talk_s is None or pauses:
            self._talk_until = None
        elif self._talk_until is None:
            self._talk_until = now + self._talk_s * 1000
        elif now >= self._talk_until:
            self._talk_until = self._talk_s = None
            return TALKED
        if self._pause_until is not None and now >= self._pause_until:
            self._pause_until = None
            return EXPIRED
        return None

    def due(self):
        """Return when the next time is over, None if none runs."""
        pause, talk = self._pause_until, self._talk_until
        if pause is None or talk is None:
            return talk if pause is None else pause
        return min(pause, talk)
