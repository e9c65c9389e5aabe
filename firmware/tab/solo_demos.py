"""A match of DemoS in a tab, see `solo` and `by_lamps`: cards, three simple players, the person's acts."""

import by_lamps
import solo

from cardtable.engine.asks import base
from cardtable.games.demos.cards import is_figure, is_number, number_of
from cardtable.games.demos.combinations import all_of, points

HAND = 5
ENOUGH = 14  # points with which a player stays as it is
LAYING = ("discard-openly", "discard-openly-ok", "discard-secret", "discard-must")


def worth(hand):
    """Return the points of the best combination in these cards, 0 for none."""
    found = all_of(hand)
    return points(found[0]) if found else 0


def promise(hand):
    """Return what these cards are worth, now and by what they may become."""
    more = 0
    for i in range(len(hand)):
        for other in hand[:i]:
            apart = abs(number_of(hand[i]) - number_of(other))
            more += (0, 2, 1)[apart] if apart < 3 else 0
            more += apart in (1, 2) and hand[i] >> 4 == other >> 4
    return 20 * worth(hand) + more


def part_with(hand):
    """Return the card without which the hand is worth most."""
    return max(hand, key=lambda card: (promise([one for one in hand if one != card]), -number_of(card)))


class Solo(by_lamps.Solo):
    """The match."""

    def _set_up(self, options):
        self._figures = [[] for _ in range(solo.SEAT_PADS)]
        self._pile = [card for card in self._deck if is_figure(card)]
        self._dealt = (0, 0)
        self._shuffle(self._pile, 0)
        self._pending = [[] for _ in range(solo.SEAT_PADS)]  # cards laid that may still be taken back

    def _follow(self, fact):
        if fact[0] == "discard":
            self._pending[fact[2]] = []
        elif fact[0] == "reveal":
            self._pending[fact[1]] = []
        if fact[0] == "discard" and not fact[6]:
            seat, took = fact[2], fact[4]
            self._hands[seat].append(self._rest.pop(0) if took is None else took)
            self._hands[seat].sort()
        elif fact[0] == "figure":
            self._figures[fact[1]].append(self._lying[fact[1]])

    def _deal_due(self):
        what = self._prompt.what
        if what not in ("count-first", "count-five") or not self._is_due(self._prompt.args[0]):
            return
        pack = [card for card in self._deck if is_number(card)]
        self._shuffle(pack, 1)
        self._hands = [sorted([pack.pop() for _ in range(HAND)]) for _ in range(solo.SEAT_PADS)]
        self._rest = pack
        self._note_deal(self._prompt.args[0], HAND, pack)

    def _standing(self, seat):
        say = self._teller.say
        return [say("points", n=self._teller.totals[seat]), say("figures", n=len(self._figures[seat]))]

    # -- acts that all have ----------------------------------------------------------------------------

    def _lift(self, place):
        """Lift a card; one that is shown, or may be taken back, returns to its hand."""
        is_own = self._prompt.verdicts[place] in solo.LOOSE or self._lying[place] in self._shown(place)
        is_own = is_own or (place < solo.SEAT_PADS and self._lying[place] in self._pending[place])
        card = solo.Solo._lift(self, place)
        if is_number(card) and place < solo.SEAT_PADS and is_own:
            self._hands[place].append(card)
            self._hands[place].sort()
        return card

    def _put(self, seat, card):
        """Lay a card of the hand; a card that lies there is lifted first."""
        if self._lying[seat] is not None:
            self._lift(seat)
        self._pending[seat].append(card)
        self._lay(self._hands[seat], card, seat)

    def _ask(self, seat, *kinds):
        """Return the part of this kind of what is asked of a seat, or None."""
        referee = self._play.referee
        for ask in [] if referee.over else by_lamps.leaves(referee.ask):
            if type(ask).__name__ in kinds and (ask.place_of(seat) or getattr(ask, "by", None) == seat):
                return ask
        return None

    def _peek(self, value):
        return self._play.referee.table.peek(value)

    def _offered(self, seat):
        """List the open discards that this seat may take now."""
        ask = self._ask(seat, "Take")
        return [] if ask is None else list(ask.again)

    def _take_open(self, seat, card):
        """Take an open discard by way of the own pad."""
        if self._lying[seat] is not None:
            solo.Solo._lift(self, seat)
        if card in self._lying:
            solo.Solo._lift(self, self._lying.index(card))
        self._lying[seat] = card
        self._feed(("laid", seat, card))
        if self._lying[seat] == card:
            solo.Solo._lift(self, seat)

    def _figure_due(self, seat):
        """Return the figure that this seat has to lay on its pad now, or None."""
        if self._prompt is None or self._prompt.tasks[seat] != base.LAY:
            return None
        if self._prompt.what == "draw-figure":
            return self._pile[0]
        if self._prompt.what == "turn-up-first":
            for ask in by_lamps.leaves(self._play.referee.ask):
                if ask.place_of(seat):
                    return self._peek(ask.again[0])
        return None

    def _lay_figure(self, place, card):
        if card in self._pile:
            self._pile.remove(card)
        if self._lying[place] is not None:
            solo.Solo._lift(self, place)
        self._lying[place] = card
        self._feed(("laid", place, card))

    def _targets(self):
        """List the figures at which a Media may point now: (seat, number of the figure, card) each."""
        if self._prompt.what != "point-at":
            return []
        hidden = []
        for ask in by_lamps.leaves(self._play.referee.ask):
            hidden += [self._peek(one) for one in ask.again]
        found = []
        for seat in range(solo.SEAT_PADS):
            own = self._figures[seat]
            found += [(seat, at + 1, own[at]) for at in range(len(own)) if own[at] in hidden]
        return found

    def _shown(self, seat):
        """List the cards that this seat has shown for what is asked now."""
        referee = self._play.referee
        if seat >= solo.SEAT_PADS or self._ask(seat, "Show") is None:
            return []
        return [self._peek(one) for one in referee.picture.shown[seat]]

    # -- the others ------------------------------------------------------------------------------------

    def _play_for(self, seat, what):
        hand = self._hands[seat]
        key = base.OK
        if what in LAYING and self._prompt.tasks[seat] == base.LAY:
            four = [card for card in hand if card != part_with(hand)]
            if what != "discard-secret" or worth(four) >= worth(hand):
                self._put(seat, part_with(hand))
                return
            key = base.NO
        elif what == "draw-or-take":
            gains = [(worth(hand + [card]), card) for card in self._offered(seat)]
            if gains and max(gains)[0] > worth(hand):
                self._take_open(seat, max(gains)[1])
                return
        elif what == "vote":
            key = base.NO if worth(hand) >= ENOUGH else base.YES
        elif what.startswith("show-"):
            self._show_for(seat)
            return
        elif self._figure_due(seat) is not None:
            self._lay_figure(seat, self._figure_due(seat))
            return
        elif what == "media-suit":
            key = base.YES if self._row() is None or self._below(2) else base.OK
        elif what == "point-at":
            targets = self._targets()
            owner, _, card = targets[self._below(len(targets))]
            if not [one for one in targets if self._lying[one[0]] == one[2]]:
                self._lay_figure(owner, card)
                return
        self._feed(("key", seat, key))

    def _row(self):
        referee = self._play.referee
        return referee.ask.row(referee.picture, referee.table)

    def _show_for(self, seat):
        ask = self._ask(seat, "Show")
        if ask is None:  # to show the Media needs no cards
            self._feed(("key", seat, base.OK))
            return
        shown = self._shown(seat)
        hand = self._hands[seat] + [card for card in shown if card not in self._hands[seat]]
        if ask.decline:
            found = all_of(hand)
            plan = found[0] if found else []
        else:
            plan = [card for card in hand if ask.rule(self._play.referee.table, seat, card) is None]
        due = [card for card in plan if card not in shown]
        if due:
            self._put(seat, due[0])
        else:
            self._feed(("key", seat, base.OK if plan else base.NO))

    # -- the person ------------------------------------------------------------------------------------

    def act(self, what, card=""):
        """Let the person act; a card that was taken back is in the hand before the turn is left out."""
        if what == "no" and self._prompt is not None and self._prompt.what == "discard-secret":
            if self._lying[0] in self._pending[0]:
                self._lift(0)
        return solo.Solo.act(self, what, card)

    def _acts(self):
        prompt = self._prompt
        if prompt is None:
            return []
        acts = []
        shows = prompt.what.startswith("show-") and prompt.tasks[0] == base.SHOW
        discards = prompt.what in LAYING and (prompt.tasks[0] == base.LAY or self._is_loose())
        if self._hand() and (shows or discards):
            acts.append("lay")
        if self._must_go(0):
            acts.append("take")
        return acts

    def _hand(self):
        shown = self._shown(0)
        return [card for card in self._hands[0] if card not in shown]

    def _is_loose(self):
        return solo.Solo._is_loose(self) and is_number(self._lying[0])

    def _own(self):
        figures = ", ".join([self._named(card)[1] for card in self._figures[0]])
        return self._teller.say("solo-figures", figures=figures) if figures else ""

    def _choices(self):
        prompt, say = self._prompt, self._teller.say
        if prompt is None:
            return []
        found = []
        for card in self._offered(0):
            name, said = self._named(card)
            found.append(["open", name, say("solo-open", card=said)])
        due = self._figure_due(0)
        if due is not None:
            found.append(["figure", "", say("solo-draw" if prompt.what == "draw-figure" else "solo-turn-up")])
        if self._prompt.tasks[0] not in (base.NOTHING, base.MAY_CALL):
            for seat, number, _ in self._targets():
                about = {"name": self._names[seat], "n": number}
                found.append(["point", "%d %d" % (seat, number), say("solo-point", **about)])
        return found

    def _choose(self, what, card):
        if what == "open":
            for one in self._offered(0):
                if self._name(one) == card:
                    self._take_open(0, one)
                    break
        elif what == "figure":
            self._lay_figure(0, self._figure_due(0))
        else:
            for seat, number, figure in self._targets():
                if card == "%d %d" % (seat, number):
                    for other in range(1, solo.SEAT_PADS):
                        if self._lying[other] is not None and self._prompt.verdicts[other] in solo.LOOSE:
                            self._lift(other)
                    self._lay_figure(seat, figure)
                    break
