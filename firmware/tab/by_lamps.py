"""Common parts of DemoS and Democrazy in a tab: the table's own story, players who obey lamps."""

import solo

from cardtable.engine.asks import base


def leaves(ask):
    """Return the asks that an ask is made of."""
    found = []
    for one in getattr(ask, "asks", ()):
        found += leaves(one)
    return found or [ask]


class Teller(solo.Teller):
    """The story in the sentences that the table itself has for a review."""

    part_kind = "round"  # the kind of the fact that begins a part of the match

    def tell_fact(self, fact, line, record):
        """Tell a fact, as the table does in a review."""
        kind = fact[0]
        self.totals = line.get("totals", self.totals)
        if kind == self.part_kind:
            self.part, self.dealer = line["n"], line["dealer"]
        text = self.sentence(fact, line)
        if text:
            self._add(kind, text, record)
        if kind == "result":
            self.ending = text or ", ".join([self._names[seat] for seat in line["winners"]])

    def sentence(self, fact, line):
        """Return the sentence of a fact, "" if it has none; `line`: its fields by name."""
        kind = fact[0]
        words, codes = self.display.words, [self.display.game.NAME + "/" + kind, kind]
        for code in [code + "+" for code in codes if fact[-1] is True] + codes:
            sentence = words.sentence("told", code)
            if sentence is not None:
                return self.display.filled(sentence, [None if one == [] else one for one in fact[1:]], "")
        return self.display.fact(fact)


class Solo(solo.Solo):
    """A match in which each of the others does one thing after another that its lamps ask for."""

    make_teller = Teller
    places: "tuple" = ("middle",)
    shown = 0
    _drawn = 0  # lots of the players

    def _below(self, n):
        self._drawn += 1
        return self._lots(1 << 20, self._drawn, n)

    def _must_go(self, place):
        return self._lying[place] is not None and self._prompt.verdicts[place] in solo.DONE + (base.WRONG,)

    def _is_others(self, place):
        """True if one of the others takes away what is on this place."""
        return place > 0 and self._must_go(place)

    def _next(self):
        prompt = self._prompt
        if prompt is None or (self._lying[0] is not None and prompt.verdicts[0] == base.WRONG):
            return None  # the table refuses all keys until the person's wrong card is gone
        for place in range(base.PLACES):
            if self._is_others(place):
                return place
        for seat in range(1, solo.SEAT_PADS):
            if prompt.tasks[seat] not in (base.NOTHING, base.MAY_CALL):
                return seat
        return None

    def _pace(self, seat):
        return "take" if self._must_go(seat) else "act"

    def others(self):
        """Let one of the others act, if one has to; return the JSON text."""
        seat = self._next()
        if seat is not None:
            if self._must_go(seat):
                self._lift(seat)
            else:
                self._play_for(seat, self._prompt.what)
        return self.document()

    def _play_for(self, seat, what):
        """Let one of the others do what is asked of it."""

    def _take_back(self, seat):
        self._lift(seat)

    def _take(self, seat):
        self._lift(seat)
