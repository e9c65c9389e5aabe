"""The display: one sentence that answers "what does the table wait for?", and what is wrong.

The words are in `words_en` (one table a language); a game's own words in its `words` there.
"""

from cardtable.rulebook.asks import CENTRE, NOTHING


class Display:
    """`device.show(lines)`, `device.width`. `words`: the module of the chosen language."""

    def __init__(self, device, words):
        self._device = device
        self._words = words
        self.text = ""

    def show(self, text):
        """Show this text, wrapped. Returns True if it is news."""
        if text == self.text:
            return False
        self.text = text
        self._device.show(wrapped(text, self._device.width))
        return True

    def fits(self, text):
        """True if the whole text fits the device."""
        return len(wrapped(text, self._device.width)) <= self._device.count

    # -- sentences ---------------------------------------------------------------------------

    def prompt(self, prompt):
        """The sentence of a prompt, a value of `Referee.prompt`. The args of a "clear" are (who takes,), None
        where everybody keeps the own card, or none."""
        what, args, tasks = prompt[0], prompt[1], prompt[2]
        if what == "clear" and args:
            what = "clear-keep" if args[0] is None else "clear-take"
        sentence = self._words.PROMPTS.get(what, what)
        return self._filled(sentence, args, self.seats(waiting(tasks)))

    def ready(self):
        return self._words.PROMPTS["ready"]

    def over(self):
        return self._words.PROMPTS["over"]

    def restoring(self):
        return self._words.PROMPTS["restoring"]

    def refusal(self, code, place):
        return self._words.REFUSALS.get(code, code).format(place=self.place(place))

    def cue(self, code, args):
        """The sentence of a cue, or "" if it has none."""
        return self._filled(self._words.CUES.get(code, ""), args, "")

    def fact(self, fact):
        """The sentence of a fact that the table itself says, or ""."""
        sentence = self._words.FACTS.get(fact[0], "")
        for i in range(len(fact) - 1):
            value = fact[i + 1]
            if isinstance(value, list):
                if "{l%d}" % i in sentence:
                    sentence = sentence.replace("{l%d}" % i, self.seats(value))
                sentence = sentence.replace("{v%d}" % i, ", ".join([str(one) for one in value]))
        return self._filled(sentence, fact[1:], "")

    def fault(self, code, place, text=""):
        return self._words.FAULTS.get(code, code).format(place=self.place(place), text=text)

    def place(self, place):
        """How a place is called."""
        return self._words.MIDDLE if place >= CENTRE else self._words.SEAT.format(place)

    def seats(self, seats):
        """How several seats are called."""
        if not seats:
            return self._words.NOBODY
        names = [self._words.SEAT.format(seat) for seat in seats]
        if len(names) == 1:
            return names[0]
        return ", ".join(names[:-1]) + self._words.AND + names[-1]

    def _filled(self, sentence, args, who):
        sentence = sentence.replace("{who}", who)
        for i in range(len(args)):
            if "{s%d}" % i in sentence:
                sentence = sentence.replace("{s%d}" % i, self.seats(() if args[i] is None else (args[i],)))
            sentence = sentence.replace("{%d}" % i, str(args[i]))
        if "{rows}" in sentence:
            rows = ["%d %s" % (i + 1, args[i]) for i in range(len(args))]
            sentence = sentence.replace("{rows}", ", ".join(rows))
        return sentence


def waiting(tasks):
    """The seats of which something is asked."""
    return [seat for seat in range(len(tasks)) if tasks[seat] != NOTHING]


def wrapped(text, width):
    """The text as lines of at most `width` characters, broken between words."""
    lines = []
    line = ""
    for word in text.split(" "):
        if line and len(line) + 1 + len(word) > width:
            lines.append(line)
            line = word
        else:
            line = line + " " + word if line else word
        while len(line) > width:
            lines.append(line[:width])
            line = line[width:]
    if line:
        lines.append(line)
    return lines
