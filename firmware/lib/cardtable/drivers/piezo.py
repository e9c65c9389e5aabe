"""A passive piezo on a PWM output."""

from cardtable.micro import const

_HALF = const(32768)  # duty_u16 of 50 %
_NARROW = const(2048)  # of 3 %: a tenth of that amplitude at the pitch itself; its loudness is untested


class Piezo:
    """`pwm` offers freq(hz) and duty_u16(duty). Timing is the caller's."""

    def __init__(self, pwm):
        self._pwm = pwm
        self._hz = 0

    def tone(self, hz, soft=False):
        """Sound `hz` (above 0) until quiet(); `soft`: at low volume."""
        if hz != self._hz:
            self._pwm.freq(hz)
            if not self._hz:
                self._pwm.duty_u16(_NARROW if soft else _HALF)
            self._hz = hz

    def quiet(self):
        """Stop sounding."""
        if self._hz:
            self._pwm.duty_u16(0)
            self._hz = 0
