"""The sentences of a match in a tab, for ears: one an event, as `tablehost.match.speech` makes them."""

from cardtable.controller.output.display import wrap

MOST = 60  # the newest that are kept
CELLS = 40  # of a braille display


def _sentences(text):
    return text.split(". ")


def _without_names(text):
    """Return a sentence of the display without the players it waits for."""
    return text[: text.rfind(": ")] if ": " in text else text


class Sentences:
    """The sentences so far. `teller`: has the words; `players`: their names, the first is the listener's."""

    def __init__(self, teller, players):
        self._teller = teller
        self._players = players
        self._told = 0  # stories
        self._pads = []
        self._hand = []
        self._shown = []  # the sentences of the display
        self._facts = []  # what the display says of the facts that the stories tell
        self._n = 0
        self.all = []

    def note_fact(self, text):
        """Take note of what the display says of a fact: the story tells it."""
        self._facts += _sentences(text)

    def follow(self, now, stories, display):
        """Say what is new: `now` is the document of the match; `stories`: [kind, text] of all events."""
        told = [text for _, text in stories[self._told :]]
        for kind, text in stories[self._told :]:
            self._say("ending" if kind == "result" else "story", text)
        self._told = len(stories)
        self._follow_pads(now)
        self._follow_display(display, told)

    def _follow_display(self, display, told):
        """Say what the display says now, but what it said before, and what a story has said."""
        before, self._shown = self._shown, _sentences(display)
        facts, self._facts = self._facts, []
        fresh = []
        for text in self._shown:
            if text in facts or [one for one in told if text in one]:
                continue
            if _without_names(text) not in [_without_names(one) for one in before]:
                fresh.append(text)
        if fresh:
            self._add("display", "display", text=". ".join(fresh))

    def _follow_pads(self, now):
        names = [
            now["players"][now["chairs"].index(i)] if i in now["chairs"] else ""
            for i in range(len(now["pads"]))
        ]
        own, middle, lying = now["chairs"][0], now["places"][0], [pad["card"] for pad in now["pads"]]
        for pad in range(len(lying)):
            before = self._pads[pad] if self._pads else None
            if pad == own or before == lying[pad]:
                continue
            name = names[pad] or middle
            if before is None and lying[pad] in ("covered", "unknown"):
                self._add("pad", lying[pad], name=name)
            elif before is None:
                self._add("pad", "lies", name=name, card=now["pads"][pad]["said"])
            elif before == "covered" and lying[pad] is None and names[pad]:
                self._add("pad", "taken-back", name=name)
        self._pads = lying
        hand, name = [said for _, said in now["hand"]], self._players[0]
        gone = [card for card in self._hand if card not in hand]
        if [card for card in hand if card not in self._hand] or len(gone) > 1:
            self._add("hand", "hand", name=name, cards=", ".join(hand))
        elif gone and lying[own] is not None:
            self._add("pad", "own-lies", name=name, card=gone[0])
        self._hand = hand

    def _add(self, kind, code, **values):
        self._say(kind, self._teller.say("spoken " + code, **values))

    def _say(self, kind, text):
        self._n += 1
        text = text.replace("\n", " ").replace(" -> ", "; ")
        said = {"n": self._n, "kind": kind, "full": self._teller.heard(text), "short": wrap(text, CELLS)}
        self.all = (self.all + [said])[-MOST:]
