"""A match in a tab of a browser: one person, at seat 0, among simulated people.

Here is Democracy; `solo_demos` and `solo_democrazy` have what differs for the other games. Referee, views,
signs and words are those of the table. Cards are things here, each in one hand, pile or pad.
All that leaves is one JSON text after each act, with the members of `tablehost.match.documents` and these:

    hand    the cards in the person's hand, ["5H", "five of hearts"] each
    back    the card on the own pad, or of the own law in the middle, that may be taken back, "" for none
    acts    of "lay", "turn", "take" those that this hand can do
    keys    the keys that are asked of the person
    asked   what the table asks now, as ears hear it
    last    the last result, as ears hear it, "" for none
    choices what else this hand can do, [act, card, words] each
    own     what the person has in addition to the hand, in words
    sentences  what ears hear: n, from 1; kind; full and short wording
    next    how another player is about to act: "take" (cards that all should see first), "act", "" not at all

It runs on CPython, too. The words are made by `tablehost.site.solo`, from the catalogues of the host.
"""

import json

import kept
import sentences

from cardtable.controller.faults import Faults
from cardtable.controller.input.seats import Seats
from cardtable.controller.match import commitments
from cardtable.controller.match.entropy import chance
from cardtable.controller.match.session import Play
from cardtable.controller.output.display import Display
from cardtable.controller.output.lamps import Lamps
from cardtable.controller.output.signs import Signs
from cardtable.engine import cards, match, notation, views
from cardtable.engine.asks import base
from cardtable.games import registry
from cardtable.games.democracy import deal
from cardtable.languages import Language

PADS, SEAT_PADS = 6, 4  # of the small board
STORIES = 40  # the newest that are kept
ABOVE_ALL = 20  # a trump's bonus to the strength of a card
KEYS = (("ok", base.OK), ("yes", base.YES), ("no", base.NO))
RESULTS = ("trick", "vote", "reveal", "result")  # kinds of facts: a single key says the last one
LOOSE = (base.FINE, base.EARLY, base.WRONG)  # verdicts on a card that its player may take back
DONE = (base.REMOVE, base.TAKE, base.KEEP, base.OUT)  # on one that has been played and goes


def choose(hand, pool, captured, line):
    """Return the card of a sensible player, who knows the own hand and what all have seen: the best one for a
    pool card that is worth it, else the cheapest.

    `captured`: on this island, by seat; `line`: the card points that decide a suit.
    """
    trump = cards.suit_of(pool)

    def power(card):
        if cards.is_joker(card):
            return deal.BEST
        return deal.strength(card) + (ABOVE_ALL if cards.suit_of(card) == trump else 0)

    held = [sum([deal.value(one) for one in own if cards.suit_of(one) == trump]) for own in captured]
    if trump is not None and deal.value(pool) > 1 and max(held) < line:
        return max(hand, key=power)
    return min(hand, key=lambda card: (deal.value(card), power(card)))


class Teller:
    """The story of a match, in the sentences of the host. `words`: see `tablehost.site.solo`; `display`: the
    table's.
    """

    def __init__(self, words, display):
        self._words = words
        self.display = display
        self._names = words["players"]
        self.stories = []
        self.told = []  # [kind, text] of each
        self.part = 0
        self.totals = [0] * len(self._names)
        self.dealer = None
        self.ending = ""
        self.last = ""  # the last result
        self._reasons = [self.say("heads").split(";")]
        self._points = []

    def say(self, code, **values):
        """Return a text of the catalogues with its values."""
        text = self._words["texts"][code]
        begin = text.find("[")
        if begin >= 0:
            end = text.find("]", begin)
            inner = text[begin + 1 : end]
            name = inner[inner.find("{") + 1 : inner.find("}")]
            text = text[:begin] + (inner if values.get(name) else "") + text[end + 1 :]
        said = ""
        for part in text.split("{"):
            key, closed, rest = part.partition("}")
            said += self._value(key, values) + rest if closed else part
        return said

    def _value(self, key, values):
        name, _, form = key.partition(":")
        value = values[name]
        if "|" in form:
            one = abs(value) < 2 if self._words["language"] == "fr" else abs(value) == 1
            return form.split("|")[0 if one else 1]
        value = str(value)
        for name in self._names:
            if form == "de" and value.startswith(name):
                return self._words["de"][name] + value[len(name) :]
        return value

    def word(self, head, otherwise):
        """Return a text of the catalogues, or this if there is none."""
        return self._words["texts"].get(head, otherwise)

    def each(self, values):
        """Return one value a seat, with the names."""
        return ", ".join(["%s %s" % (self._names[i], values[i]) for i in range(len(values))])

    def seen(self, text):
        """Return a text with its cards as eyes read them."""
        return self._with_cards(text, 0).replace("->", "→")

    def heard(self, text):
        """Return a text with its cards as ears hear them."""
        return self._with_cards(text, 1)

    def _with_cards(self, text, form):
        known = self._words["cards"]
        said, word, follows = "", "", False
        for letter in text + "\n":
            if letter.isalpha() or letter.isdigit():
                word += letter
                continue
            is_card = word in known
            if is_card and follows and form:
                said = said[:-1] + ", "
            said += (known[word][form] if is_card else word) + letter
            follows, word = is_card and letter == " ", ""
        said = said[:-1]
        for sign, suit in self._words["suits"] if form else ():
            said = said.replace(sign, suit)
        return said

    def open(self, record):
        """Tell who plays."""
        self._add("match", self._words["opening"], record)

    def tell_fact(self, fact, line, record):
        """Tell a fact; `line`: its fields by name."""
        self.tell(line, record)

    def tell(self, line, record):
        """Tell a fact: its fields by name."""
        kind = line["kind"]
        if kind == "island":
            self.part, self.dealer = line["n"], line["dealer"]
        self.totals = line.get("totals", self.totals)
        text = getattr(self, "_" + kind)(line)
        self._add(kind, text.strip(), record)
        if kind == "result":
            self.ending = self._table() + "\n\n" + text

    def _add(self, kind, text, record):
        story = {"record": record, "kind": kind, "text": self.seen(text), "said": self.heard(text)}
        self.stories = (self.stories + [story])[-STORIES:]
        self.told.append([kind, text])
        if kind in RESULTS:
            self.last = story["said"]

    def _seated(self, line):
        return self.say("seated", pads=self.each([pad + 1 for pad in line["pads"]]))

    def _island(self, line):
        return self.say("island", n=line["n"], name=self._names[line["dealer"]])

    def _trick(self, line):
        winner = line["winner"]
        end = self.say("split") if winner is None else self.say("takes", name=self._names[winner])
        why = self.word("why " + line["why"], line["why"])
        plays, lost = self.each(line["plays"]), " ".join(line["lost"])
        said = self.say("trick", pool=line["pool"], plays=plays, end=end, why=why, lost=lost)
        return "%s.%-2d %s" % (line["day"], line["n"], said)

    def _score(self, line):
        points = line["points"]
        self._points = [sum([row[seat] for row in points]) for seat in range(len(self._names))]
        suits = [self.say("suit-points", suit=cards.SUITS[i], points=self.each(points[i])) for i in range(4)]
        for code, seat, about, worth in line["why"]:
            self._reasons.append([str(self.part), self._names[seat], "%+d" % worth, ""])
            head = self.word("reason " + code, code)
            if about is not None:
                own = points[cards.SUITS.find(about)]
                others = ", ".join([str(own[i]) for i in range(len(own)) if i != seat])
                head = self.say("of-suit", suit=self._words["signs"][about], why=head)
                head = self.say("against", head=head, points=own[seat], others=others)
            self._reasons[-1][3] = head
        rows = [
            self.say("card-points", points=self.say("semicolon").join(suits)),
            self.say("tribes", points=self.each(line["game_points"])),
            self.say("totals", points=self.each(line["totals"])),
        ]
        return "\n  ".join(rows)

    def _result(self, line):
        winners = [self._names[seat] for seat in line["winners"]]
        names = self.say("and").join([", ".join(winners[:-1]), winners[-1]] if winners[1:] else winners)
        said = self.say("won", winners=names, totals=self.each(line["totals"]))
        if line["why"] == "card points":
            said += " " + self.say("card-points-decided", points=self.each(self._points))
        return said

    def _table(self):
        """Return the reasons of all points as aligned columns."""
        rows = self._reasons
        wide = [max([len(row[i]) for row in rows]) for i in range(len(rows[0]) - 1)]
        form = "".join([("%%%ds  " if i == 2 else "%%-%ds  ") % wide[i] for i in range(len(wide))]) + "%s"
        return "\n".join([form % tuple(row) for row in rows])


class _Panel:
    """The panel of the display, as wide as a page."""

    width, count = 240, 1

    def show(self, lines):
        pass


class _Mute:
    """The tones of a table without sound."""

    def play(self, name):
        pass


class Solo:
    """The match. `words`: JSON, see `tablehost.site.solo`; `seed`: any text, which decides all chance;
    `options`: JSON, of the game; `now_ms()`: the time, for records.
    """

    def __init__(self, words, seed, options, now_ms):
        self._words = json.loads(words)
        self._names = self._words["players"]
        self._game = registry.load(self._words["game"])
        seed = self._game.NAME + " " + seed
        self._letters = cards.names_of(self._game)
        self._display = Display(_Panel(), Language(self._words["language"]))
        self._display.play(self._game)
        self._lamps = Lamps(None, PADS)
        self._seats = Seats(PADS, SEAT_PADS)
        self._signs = Signs(self._lamps, _Mute(), self._display, self._seats, Faults(), PADS)
        self._signs.begin()
        self._signs.offer_review(False)
        self._teller = self.make_teller(self._words, self._display)
        self._sentences = sentences.Sentences(self._teller, self._names)
        self._journal = kept.Journal()
        self._notes = []  # of the deals: [after which record, note]
        self._lots = chance(kept.derive(seed, "deal"))
        fresh = match.new(self._game, SEAT_PADS, json.loads(options))
        self._deck = list(self._game.deck(SEAT_PADS, fresh.options))
        self._rest = []
        self._dealt = None
        self._pool = []
        self._hands = [[] for _ in range(SEAT_PADS)]
        self._set_up(fresh.options)
        self._lying = [None] * base.PLACES
        self._teller.open(0)
        self._result = None
        self._id = kept.derive(seed, "match").hex()[:16]
        key, sign = kept.derive(seed, "key"), kept.derive(seed, "sign")[:16]
        terms = commitments.begin(key, self._id, "blind", "shown", "", sign)
        self._play = Play(self._journal, self, lambda: now_ms() * 1000)
        self._play.begin(fresh, kept.derive(seed, "chance")[:16], terms)
        self._show()

    make_teller = Teller
    places: "tuple" = ("pool", "middle")  # the names of those in the middle of the table
    shown = 1  # how many of them are shown even while they are empty

    def _set_up(self, options):
        """Set up what only this game needs."""
        self._decides = deal.suit_points(SEAT_PADS, options) // 2 + 1
        self._captured = [[] for _ in range(SEAT_PADS)]  # on this island, as all have seen

    # -- the table -------------------------------------------------------------------------------------

    def _feed(self, event):
        """Let the table take an input, as the controller does."""
        before = self._prompt
        self._signs.fresh()
        self._play.feed(event)
        if event[0] == "laid":
            self._signs.laid(event[1])
        elif event[0] == "lifted" and before and self._prompt:
            place = event[1]
            if (before.verdicts[place], self._prompt.verdicts[place]) == (base.FINE, base.MISSING):
                self._signs.lifted_early(place)
        self._show()

    # Play calls these, in the order of the referee's outputs.

    def follow(self, view, is_open, listeners=()):
        """Show the match after an input."""
        self._view, self._prompt = view, view.prompt
        self._seats.take(view.pads)
        self._display.seat(view.pads, self._names if view.pads else ())
        self._signs.follow(view, is_open, listeners)

    def fact(self, fact):
        """Tell a fact."""
        self._signs.fact(fact)
        self._follow(fact)
        line = dict(notation.fact_items(fact, self._game))
        if fact[0] == "result":
            self._result = dict(line)
        self._sentences.note_fact(self._display.fact(fact))
        self._teller.tell_fact(fact, line, self._journal.hi())

    def _follow(self, fact):
        """Note what the fact means for the cards."""
        if fact[0] == "island":
            self._captured = [[] for _ in self._names]
        elif fact[0] == "trick":
            for seat in range(SEAT_PADS):
                self._captured[seat] += fact[8][seat]

    def cue(self, code, args):
        """Give a momentary sign."""
        self._signs.cue(code, args)

    def refused(self, code, place):
        """Show that an input was refused."""
        self._signs.refused(code, place)

    def noted(self, head):
        """Take the head of the chain, which this display does not show."""

    def _show(self):
        """Show the signs, and deal the cards that are due."""
        self._signs.show(self._prompt, False, 0)
        self._signs.write()
        if self._prompt is not None:
            self._deal_due()

    def _deal_due(self):
        if self._prompt.what != "count-hand":
            return
        day, size = self._prompt.args
        if not self._is_due(day):
            return
        if day == 1:
            self._rest = list(self._deck)
        self._shuffle(self._rest, day)
        packs = [[self._rest.pop() for _ in range(size)] for _ in range(SEAT_PADS + 1)]
        self._pool = packs.pop()
        self._hands = packs
        self._hands[0].sort(key=lambda card: (card >> 4, -deal.strength(card)))
        self._note_deal(day, size, self._pool)

    def _is_due(self, day):
        """Say once that this deal is due."""
        due = (self._play.referee.match.stage, day)
        before, self._dealt = self._dealt, due
        return before != due

    def _shuffle(self, pack, day):
        for at in range(len(pack) - 1, 0, -1):
            other = self._lots(self._dealt[0] * 100 + day, at, at + 1)
            pack[at], pack[other] = pack[other], pack[at]

    def _note_deal(self, day, size, pool):
        hands = [[self._name(card) for card in hand] for hand in self._hands]
        pool = [self._name(card) for card in pool]
        note = {"kind": "deal", "day": day, "hand": size, "hands": hands, "pool": pool}
        self._notes.append([self._journal.hi(), note])

    # -- people ----------------------------------------------------------------------------------------

    def _lay(self, source, card, place):
        source.remove(card)
        self._lying[place] = card
        self._feed(("laid", place, card))

    def _lift(self, place):
        card, self._lying[place] = self._lying[place], None
        self._feed(("lifted", place))
        return card

    def _take_back(self, seat):
        self._hands[seat].append(self._lift(seat))

    def _put(self, seat, card):
        """Lay a card of the hand; one that may be taken back is taken back before."""
        if self._is_loose():
            self._take_back(seat)
        self._lay(self._hands[seat], card, seat)

    def _take(self, seat):
        """Take what the lamps give to a seat: all the cards, or its own."""
        everything = self._prompt.tasks[seat] == base.TAKE_ALL
        for place in range(base.PLACES):
            if self._lying[place] is not None and (everything or place == seat):
                self._lift(place)

    def _turn(self):
        self._lay(self._pool, self._pool[0], base.CENTRE)

    def act(self, what, card=""):
        """Let the person act, if hands can do that; return the JSON text. `what`: "lay" with a card, "back",
        "turn", "take", or a key.
        """
        if [what, card] in [one[:2] for one in self._choices()]:
            self._choose(what, card)
        elif what in self._acts() and what != "lay":
            self._turn() if what == "turn" else self._take(0)
        elif what == "back" and self._is_loose():
            self._take_back(0)
        elif what == "lay" and what in self._acts():
            for own in self._hands[0]:
                if self._name(own) == card:
                    self._put(0, own)
                    break
        for name, key in KEYS:
            if name == what:
                self._feed(("key", 0, key))
        return self.document()

    def _hand(self):
        """List the cards in the person's hand."""
        return self._hands[0]

    def _own(self):
        """Return the words of what else the person has, "" for nothing."""
        return ""

    def _choices(self):
        """List what the person can do beyond that: [what, card, the words of it] each."""
        return []

    def _choose(self, what, card):
        """Let the person do one of these."""

    def _is_loose(self):
        return self._lying[0] is not None and self._prompt is not None and self._prompt.verdicts[0] in LOOSE

    def _back(self):
        """Return the card that the person may take back, None for none."""
        return self._lying[0] if self._is_loose() else None

    def _acts(self):
        prompt = self._prompt
        if prompt is None:
            return []
        acts = []
        if self._hands[0] and (self._lying[0] is None or self._is_loose()):
            acts.append("lay")
        if prompt.what == "turn-up" and prompt.tasks[0] == base.LAY and self._lying[base.CENTRE] is None:
            acts.append("turn")
        if prompt.tasks[0] == base.TAKE_ALL or prompt.verdicts[0] == base.KEEP:
            acts.append("take")
        return acts

    def others(self):
        """Let one of the others act, if one has to; return the JSON text."""
        seat = self._next()
        if seat is None:
            return self.document()
        task, what = self._prompt.tasks[seat], self._prompt.what
        if task in (base.PRESS_OK, base.PRESS_YES_NO):
            self._feed(("key", seat, base.OK))
        elif task == base.LAY and what == "turn-up":
            self._turn()
        elif task == base.LAY:
            hand = self._hands[seat]
            card = choose(hand, self._lying[base.CENTRE], self._captured, self._decides)
            self._lay(hand, card, seat)
        elif task in (base.TAKE_ALL, base.LIFT) and self._lying[seat] is not None:
            self._take(seat)
        else:  # a card in the middle goes aside
            self._lift(base.CENTRE)
        return self.document()

    def _next(self):
        """Return the seat of the next of the others who has to act, None if all wait for the person."""
        prompt = self._prompt
        if prompt is None:
            return None
        takes = base.TAKE_ALL in prompt.tasks
        for seat in range(1, SEAT_PADS):
            task = prompt.tasks[seat]
            if task == base.LIFT and takes:
                continue
            if task != base.NOTHING:
                return seat
        if not takes and self._lying[base.CENTRE] is not None and prompt.verdicts[base.CENTRE] in DONE:
            return 1
        return None

    # -- what a page shows -----------------------------------------------------------------------------

    def document(self):
        """Return all that a page may show, as JSON."""
        view, teller = self._view, self._teller
        seats = range(SEAT_PADS)
        following = self._next()
        asked = [name for name, key in KEYS if self._is_asked(key)]
        now = {
            "game": self._game.NAME,
            "players": self._names,
            "chairs": view.pads or list(seats),
            "number": teller.stories[-1]["record"],
            "pads": self._pads(),
            "seat_pads": SEAT_PADS,
            "display": teller.seen(self._display.text),
            "standing": [self._standing(seat) for seat in seats],
            "caption": "" if teller.dealer is None else self._caption(),
            "places": [teller.say(place) for place in self.places],
            "shown": self.shown,
            "choices": self._choices(),
            "own": self._own(),
            "stories": teller.stories,
            "has_power": True,
            "away": [],
            "notice": "",
            "ending": teller.seen(teller.ending),
            "hand": [self._named(card) for card in self._hand()],
            "back": "" if self._back() is None else self._named(self._back())[1],
            "acts": self._acts(),
            "keys": asked,
            "asked": self._asked(),
            "last": teller.last,
            "next": "" if following is None else self._pace(following),
        }
        self._sentences.follow(now, teller.told, self._display.text)
        now["sentences"] = self._sentences.all
        return json.dumps(now)

    def _asked(self):
        asked = self._display.text if self._prompt is None else self._display.prompt(self._prompt)
        return self._teller.heard(asked)

    def _caption(self):
        """Return what is written in the middle of the table."""
        return self._teller.say("deals", name=self._names[self._teller.dealer])

    def _standing(self, seat):
        return [self._teller.say("points", n=self._teller.totals[seat])]

    def file(self, started, finished):
        """Return the match, which is over, as [name, content] of a match file. Both times: in ISO 8601."""
        uid = "tab-" + self._id
        about = {
            "game": self._game.NAME,
            "players": self._names,
            "options": dict(self._play.referee.match.options),
            "seed": None,
            "virtual": True,
            "started": started,
            "finished": finished,
            "result": self._result,
        }
        name = "-".join([self._game.NAME, started[:10], self._id[-6:]]) + ".jsonl"
        return json.dumps([name, kept.game_file(uid, about, self._journal.raws, self._notes)])

    def _pace(self, seat):
        return "take" if self._prompt.tasks[seat] in (base.TAKE_ALL, base.LIFT) else "act"

    def _is_asked(self, key):
        referee = self._play.referee
        if referee.over:
            return key == base.OK  # which begins another match
        return referee.ask.refuses(referee.picture, referee.table, 0, key) is None

    def _name(self, card):
        return cards.text(card, self._letters)

    def _named(self, card):
        name = self._name(card)
        return [name, self._teller.heard(name)]

    def _pads(self):
        report, seen = self._lamps.line(), self._seats.by_pad(self._view.cards)
        looks = self._words["looks"]
        pads = []
        for pad in range(PADS):
            card, said = None, ""
            if seen[pad] == views.COVERED:
                card = "covered"
            elif seen[pad] is not None:
                card, said = self._named(seen[pad]) if cards.is_card(seen[pad]) else ("unknown", "")
            at = pad * 6
            lamps = [looks[i][report[at + 2 * i : at + 2 * i + 2]] for i in range(3)]
            pads.append({"card": card, "said": said, "lamps": lamps})
        return pads
