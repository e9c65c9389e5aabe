"""A match of Democrazy in a tab, see `solo` and `by_lamps`: cards, the story, the person's acts.

Chips are those of the table (`chip_record=digital`). The decisions of the others are in `ballots`.
"""

import ballots
import by_lamps
import solo

from cardtable.engine.asks import base
from cardtable.games.democrazy.cards import BLANK, COPY, END, is_law, is_wild, vote_of
from cardtable.games.democrazy.chips import chips_of
from cardtable.games.democrazy.law import COLOURS, read_law
from cardtable.games.democrazy.sentences import describe_law, name_and_title
from cardtable.games.democrazy.statutes import laws_on_table

DECIDED = ("clear-rejected", "clear-adopted", "clear-placed")
PROPOSING = ("propose", "draw-law", "draw-end")
# Prompt -> which cards a pad or the middle takes then, and the words of the choice.
DRAWING = {"show-wild": "solo-wild", "show-private": "solo-private", "mill": "solo-mill"}

END_CLAIM = "end-card"  # the call that the End Card was drawn, which ends the match

JUDGED = ("judge-trait", "judge-caught", "judge-blank", "confirm-absent", "confirm-end-card")
TRUE = ("judge-trait", "confirm-end-card")  # a false claim of the End Card does not get that far


class Teller(by_lamps.Teller):
    """The story: the usual facts in the sentences of the host, the others in those of the table."""

    part_kind = ""

    def named(self, name):
        """Return a law by its card and title."""
        return name_and_title(self.display.words, name)

    def does(self, text):
        """Return the effects of a law in words."""
        return describe_law(self.display.words, text)

    def sentence(self, fact, line):
        """Return the sentence of a fact."""
        makes = getattr(self, "_hear_" + fact[0], None)
        return by_lamps.Teller.sentence(self, fact, line) if makes is None else makes(line).strip()

    def _hear_turn(self, line):
        self.part = line["n"]
        self.dealer = line["seat"]
        return self.say("turn", n=line["n"], name=self._names[line["seat"]])

    def _hear_laws(self, line):
        laws = ", ".join([self.named(name) for name in line["laws"]])
        return self.say("as-before", laws=laws) if laws else self.say("no-law")

    def _hear_proposal(self, line):
        name, law = self._names[line["seat"]], self.named(line["law"])
        said = self.say("proposes", name=name, law=law, does=self.does(line["text"]))
        if line["replaces"] is None:
            return said
        why = self.say("same-symbol" if line["why"] == "symbol" else "named")
        return said + " " + self.say("replaces", law=self.named(line["replaces"]), why=why)

    def _hear_vote(self, line):
        votes = line["votes"]
        cast = [self._names[i] + " " + self.say("vote " + votes[i]) for i in range(len(votes)) if votes[i]]
        fate = self.say("adopted" if line["adopted"] else "rejected")
        rule = self.say("rule " + line["rule"])
        said = self.say("voted", yes=line["yes"], no=line["no"], rule=rule, fate=fate)
        return (", ".join(cast) + ". " if cast else "") + said

    def _hear_effect(self, line):
        effect = self.say("effect", law=self.named(line["law"]), does=self.does(line["operation"]))
        if line["note"] in (["lapses"], ["absent"], ["protected"]):
            return self.say(line["note"][0], effect=effect)
        moved = [self._movement(*one) for one in line["moves"]]
        note = [self.named(one) for one in line["note"] if not one.isdigit()]
        return self.say("told", effect=effect, moves=", ".join(moved + note) or self.say("no-chip-moves"))

    def _movement(self, giver, taker, chips):
        chips = self.chips(chips)
        if giver == "bag":
            return self.say("draws", name=self._names[taker], chips=chips)
        if taker == "bag":
            return self.say("returns", name=self._names[giver], chips=chips)
        return self.say("gives", name=self._names[giver], other=self._names[taker], chips=chips)

    def chips(self, chips):
        """Return chips, "RRG", by colour in words."""
        said = [self.say("of-colour " + one, n=chips.count(one)) for one in COLOURS if one in chips]
        return ", ".join(said) or self.say("no-chips")

    def _hear_score(self, line):
        each = []
        for i in range(4):
            if line["chips"][i]:
                chips = self.say("of-colour " + COLOURS[i], n=line["chips"][i])
                each.append(self.say("worth", chips=chips, value=line["values"][i]))
        if line["basis"] is not None:
            each.append(self.say("basis " + line["basis"]))
        name, chips = self._names[line["seat"]], ", ".join(each) or self.say("no-chips")
        rows = [[name, chips, str(line["chip_points"])]]
        rows += [[name, self.named(law), "%+d" % points] for law, points in line["bonuses"]]
        self._reasons += rows
        parts = [chips + self.say("colon") + str(line["chip_points"])]
        parts += [law + " " + points for _, law, points in rows[1:]]
        if line["private"] is not None:
            parts.append(self.say("score-hidden", law=self.named(line["private"])))
        points = self.say("points", n=line["points"])
        return self.say("score", name=name, parts=self.say("semicolon").join(parts), points=points)

    def _hear_result(self, line):
        ended, rule, broken = line["why"]
        if rule is None:
            return self.say("nobody-won")
        totals, seats = line["totals"], range(len(self._names))
        each = ["%s %s" % (self._names[i], totals[i]) for i in seats if totals[i] is not None]
        tie = self.say("broken " + broken) if broken else ""
        why = self.say("why", end=self.say("end " + ended), rule=self.say("winning " + rule), tie=tie)
        winners = self.say("and").join([self._names[seat] for seat in line["winners"]])
        return self.say("won", winners=winners, totals=", ".join(each), why=why)

    def _hear_table(self, line):
        by = self.say("says", name=self._names[line["by"][0]]) if line["by"] else ""
        said = self.say("table " + line["what"], name=self._names[line["seat"]], by=by)
        return said + " " + ", ".join([self._movement(*one) for one in line["moves"]])

    def tell_fact(self, fact, line, record):
        """Tell a fact; below the result are the reasons for all points."""
        by_lamps.Teller.tell_fact(self, fact, line, record)
        if fact[0] == "result":
            self.ending = self._table() + "\n\n" + self.ending


class Solo(by_lamps.Solo):
    """The match."""

    make_teller = Teller
    _teller: "Teller"
    places = ("the-middle",)
    shown = 1

    def _set_up(self, options):
        self._dealt = (0, 0)
        seats = range(solo.SEAT_PADS)
        is_private = options["private_law"] == "on"
        laws = [card for card in self._deck if is_law(card)]
        # Hidden laws and wilds without an owner are drawn blind; the stack is built at the deal.
        self._copies = [card for card in laws if is_private and COPY <= card < BLANK]
        self._reserve = [card for card in self._deck if is_wild(card)]
        self._pool = []
        self._rest = [card for card in laws if card not in self._copies]
        self._hands = [[190 + seat, 200 + seat] for seat in seats]
        self._private = [None] * solo.SEAT_PADS
        self._turn_drawn = 0  # the turn in which a law was drawn from the stack
        self._refused = []  # laws that the table refused in this turn
        self._fill = []  # what one of the others will fill into the gaps of its law

    @property
    def _match(self):
        return self._play.referee.match

    def _deal_due(self):
        if self._prompt.what != "deal-laws" or self._pool:
            return
        size, top, bottom = self._prompt.args
        self._shuffle(self._rest, 1)
        laws = [[self._rest.pop() for _ in range(size)] for _ in range(solo.SEAT_PADS)]
        upper = [self._rest.pop() for _ in range(top)]
        lower = [self._rest.pop() for _ in range(bottom)] + [END]
        self._shuffle(lower, 2)
        self._pool = upper + lower
        for seat in range(solo.SEAT_PADS):
            self._hands[seat] += laws[seat]
        hands = [[self._name(card) for card in own] for own in laws]
        pool = [self._name(card) for card in self._pool]
        note = {"kind": "deal", "day": 1, "hand": size, "hands": hands, "pool": pool}
        self._notes.append([self._journal.hi(), note])

    # -- acts that all have ----------------------------------------------------------------------------

    def _lift(self, place):
        """Lift a card and put it where it belongs."""
        card, what, seat = self._lying[place], self._prompt.what, self._match.seat
        if place == base.CENTRE:
            returns = self._match.options["end_card_when_milled"] == "put_back" and not self._match.ended
            if card == END and (what in PROPOSING or returns):
                self._pool.insert(0, card)
            elif what in PROPOSING:
                self._hands[seat].append(card)
        elif is_wild(card) and what in DECIDED:
            if self._match.options["wild_reserve"] != "undealt":
                self._reserve.append(card)
        elif card != self._private[place]:
            self._hands[place].append(card)
        return solo.Solo._lift(self, place)

    def _draw(self, seat):
        """Draw the top of the stack; the End Card goes to the middle."""
        self._turn_drawn = self._match.turn
        if self._pool[0] == END:
            self._turn()
        else:
            self._hands[seat].append(self._pool.pop(0))
            self._refused = []

    def _has_drawn(self):
        return self._turn_drawn == self._match.turn and self._match.turn > 0

    def _show_drawn(self, seat, what):
        """Show a wild or a hidden law, which is drawn blind, to the own pad."""
        pack = self._reserve if what == "show-wild" else self._copies
        card = pack[self._below(len(pack))]
        if what == "show-private":
            self._private[seat] = card
        self._lay(pack, card, seat)

    def _propose(self, seat, card):
        if self._lying[base.CENTRE] is not None:
            self._lift(base.CENTRE)
        self._lay(self._hands[seat], card, base.CENTRE)

    def _press(self, seat, key):
        """Press a key; cards that change hands go before the OK that says so."""
        what, args = self._prompt.what, self._prompt.args
        is_meant = {"pass-wilds": is_wild, "pass-hands": is_law}.get(what)
        if is_meant and key == base.OK and self._prompt.tasks[seat] == base.PRESS_OK:
            step = 1 if args[0] == "left" else solo.SEAT_PADS - 1
            going = [[card for card in own if is_meant(card)] for own in self._hands]
            for at in range(solo.SEAT_PADS):
                staying = [card for card in self._hands[at] if not is_meant(card)]
                self._hands[at] = staying + going[(at - step) % solo.SEAT_PADS]
        self._feed(("key", seat, key))

    def _pick(self, seat, row):
        """Step to a row of a menu, and take it."""
        for key in [base.NO] + [base.YES] * (row + 1) + [base.OK]:
            self._feed(("key", seat, key))

    # -- the others ------------------------------------------------------------------------------------

    def _is_others(self, place):
        mine = self._prompt.what in PROPOSING and self._match.seat == 0
        return by_lamps.Solo._is_others(self, place) and not (place == base.CENTRE and mine)

    def _play_for(self, seat, what):
        task = self._prompt.tasks[seat]
        if task == base.PICK:
            self._pick(seat, self._row_for(seat, what, list(self._prompt.args)))
        elif what in ("propose", "draw-law", "draw-end") and not self._has_drawn():
            self._draw(seat)
        elif what == "propose":
            laws = [card for card in self._hands[seat] if is_law(card) and card not in self._refused]
            card, self._fill = ballots.choose_law(self._judgement(seat), laws, self._below)
            self._refused.append(card)
            self._propose(seat, card)
        elif what == "draw-end" or what == "mill":
            self._turn()
        elif task == base.LAY and what in DRAWING:
            self._show_drawn(seat, what)
        elif task == base.LAY:
            self._vote_for(seat)
        elif what.startswith("trait-") or what in JUDGED:
            doubts = what == "confirm-absent" or (what not in TRUE and self._below(2))
            self._press(seat, base.NO if doubts else base.YES)
        else:
            self._press(seat, base.OK)

    def _judgement(self, seat):
        """Return what this player can know of the table."""
        return ballots.Judgement(self._match, seat, self._private[seat])

    def _vote_for(self, seat):
        wilds = [card for card in self._hands[seat] if is_wild(card)]
        law = self._law_in_middle()
        kind = ballots.vote(self._judgement(seat), law, [vote_of(card) for card in wilds], self._below)
        if kind in ("YES", "NO") and self._below(3) == 0:
            self._press(seat, base.YES if kind == "YES" else base.NO)
            return
        for card in self._hands[seat]:
            if vote_of(card) == kind:
                self._lay(self._hands[seat], card, seat)
                return

    def _law_in_middle(self):
        """Return the law under vote, its gaps filled as the display says."""
        card, text = self._lying[base.CENTRE], self._prompt.args[2]
        for fill in ballots.fillings(read_law(card, self._match.options)):
            law = read_law(card, self._match.options, fill, self._match.seat)
            if law.text() == text:
                return law
        return read_law(card, self._match.options)

    def _row_for(self, seat, what, rows):
        """Return the row of a menu that one of the others takes."""
        if what.startswith("fill-") and self._fill and self._fill[0] in rows:
            return rows.index(self._fill.pop(0))
        if what in ("speak", "blank-effect"):
            return len(rows) - 1
        if what.startswith("count-"):
            held = self._match.chips[4 * seat : 4 * seat + 4]
            return held[COLOURS.index(what[-1])] - 1
        return ballots.choose_row(self._judgement(seat), what, rows, self._below)

    # -- the person ------------------------------------------------------------------------------------

    def act(self, what, card=""):
        """Let the person act."""
        if what in ("ok", "yes", "no") and self._prompt is not None:
            if what != "ok" or not self._is_false_claim():
                self._press(0, dict(solo.KEYS)[what])
            return self.document()
        return solo.Solo.act(self, what, card)

    def _put(self, seat, card):
        if self._prompt.what in PROPOSING:
            self._propose(seat, card)
        else:
            solo.Solo._put(self, seat, card)

    def _place(self):
        """Return the place at which the person has a card that is not final."""
        mine = self._prompt is not None and self._prompt.what in PROPOSING and self._match.seat == 0
        return base.CENTRE if mine and self._lying[base.CENTRE] is not None else 0

    def _is_loose(self):
        place = self._place()
        return place == base.CENTRE or solo.Solo._is_loose(self)

    def _back(self):
        """Return the card that may be taken back, None for none."""
        return self._lying[self._place()] if self._is_loose() else None

    def _take_back(self, seat):
        self._lift(self._place())

    def _acts(self):
        prompt = self._prompt
        if prompt is None:
            return []
        acts = []
        votes = prompt.what.startswith("vote") and not self._match.away[0]
        votes = votes and (self._lying[0] is None or self._is_loose())
        proposes = prompt.what == "propose" and prompt.tasks[0] == base.LAY and self._has_drawn()
        if self._hands[0] and (votes or proposes):
            acts.append("lay")
        if self._must_go(0):
            acts.append("take")
        return acts

    def _call_key(self):
        """Return the key with which the person may speak up, None while that is not possible."""
        referee = self._play.referee
        for ask in [] if referee.over else by_lamps.leaves(referee.ask):
            if ask.what == "speak-up" and 0 in ask.seats:
                return ask.keys[0]
        return None

    def _is_end_on_top(self):
        """Return True if the card that the person draws in this turn is the End Card."""
        return self._pool[:1] == [END] and not self._has_drawn()

    def _is_false_claim(self):
        """Return True if OK would claim the End Card, and another card lies on top of the stack."""
        if self._prompt.what != "speak" or self._prompt.tasks[0] != base.PICK or self._is_end_on_top():
            return False
        referee = self._play.referee
        row = referee.ask.row(referee.picture, referee.table)
        return row is not None and self._prompt.args[row] == END_CLAIM

    def _is_asked(self, key):
        """Return False at a menu, and of the key to speak up: these are choices."""
        if self._prompt is not None and (self._prompt.tasks[0] == base.PICK or key == self._call_key()):
            return False
        return solo.Solo._is_asked(self, key)

    def _choices(self):
        prompt, say = self._prompt, self._teller.say
        if prompt is None:
            return []
        what, task = prompt.what, prompt.tasks[0]
        if task == base.PICK:
            hidden = () if what != "speak" or self._is_end_on_top() else (END_CLAIM,)
            rows = [i for i in range(len(prompt.args)) if prompt.args[i] not in hidden]
            return [["pick", str(i), self._display.row_word(prompt, prompt.args[i])] for i in rows]
        found = []
        if what in PROPOSING and self._match.seat == 0 and task != base.NOTHING:
            if not self._has_drawn() or (what == "draw-end" and self._lying[base.CENTRE] is None):
                found.append(["draw", "", say("solo-law")])
        elif what in DRAWING and task == base.LAY:
            found.append(["draw", "", say(DRAWING[what])])
        if self._call_key() is not None:
            found.append(["call", "", say("solo-call")])
        return found

    def _choose(self, what, card):
        asked = self._prompt.what
        if what == "pick":
            self._pick(0, int(card))
        elif what == "call":
            self._press(0, self._call_key())
        elif asked in ("show-wild", "show-private"):
            self._show_drawn(0, asked)
        elif asked == "mill" or self._has_drawn():
            self._turn()
        else:
            self._draw(0)

    # -- what a page shows -----------------------------------------------------------------------------

    def _caption(self):
        return self._teller.say("turn", n=self._teller.part, name=self._names[self._teller.dealer])

    def _standing(self, seat):
        match, say = self._match, self._teller.say
        if match.away[seat] == 3:
            return [say("has-left")]
        if match.seat is None:
            return []
        held = chips_of(match, seat)
        each = ["%d%s" % (held.count(letter), letter) for letter in COLOURS if letter in held]
        wilds = len(match.wilds[seat]) if match.wilds else 0  # at the end they are turned up
        return [" ".join(each + [say("wilds", n=wilds)])]

    def _read(self, card):
        """Return what a law says, in full."""
        law, say = read_law(card, self._match.options), self._teller.say
        about = [
            say("read red" if law.red else "read blue"),
            say("read white" if law.white else "read black"),
        ]
        if law.symbol is not None:
            about.append(say("read symbol", symbol=law.symbol))
        named, does = self._teller.named(law.name), self._teller.does(law.text())
        return say("read card", law=named, does=does, about=", ".join(about))

    def _own(self):
        """Return the laws of the person, and those in force, in full."""
        say = self._teller.say
        own = [self._read(card) for card in self._hands[0] if is_law(card)]
        if self._private[0] is not None:
            own.append(self._read(self._private[0]))
        for law in laws_on_table(self._match):
            about = {"name": self._names[law.proposer], "place": law.place}
            named, does = self._teller.named(law.name), self._teller.does(law.text())
            own.append(say("law-at", law=named, does=does, **about))
        return "\n".join(own)

    def _named(self, card):
        name = self._name(card)
        if vote_of(card) is not None:
            return [name, self._teller.say("vote " + vote_of(card))]
        return [name, self._teller.named(name) if is_law(card) else self._teller.say("end-card-name")]
