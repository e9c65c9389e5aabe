"""Democracy, the scoring: the captures of an island, the winner of each suit, the points booked.

A suit is worth one tribe (1 game point) to the seat with more than half of its card points: 13 of 25, or 23
of 45 in the expanded deck, also when cards were lost or not dealt [A20]. By plurality it goes to the seat
with more points than every other seat; an equal first, or 0 points, wins nothing [A21, A22, A28]. Jokers
belong to no suit.

Booked in this order: an old score that is reset, tribes and penalties, the floor.
"""

from ...engine.cards import SUITS, suit_of
from .deal import is_expanded, suit_cards, suit_points, value

PENALTIES = {"lose5": 5, "lose10": 10}
# Two players level this far above the target, by one total an island, play on no longer [A42].
PLAYED_ON = 5


class Stake:
    """A high stake of `seat`, played on the hand of one day.

    cards    the cards of that hand seen so far: laid, or drawn from it by a ghost (then a handle)
    honest   None until the table knows; False for a lie that was noticed; True for a stake that counts
    open     True until the day of that hand is over
    """

    def __init__(self, seat):
        self.seat = seat
        self.cards = []
        self.honest = None
        self.open = True


class Account:
    """The events of one island, as far as they count.

    captured   by day, by seat: a list of cards
    lost       the cards that no seat captured
    ghosts     (day, trick, pool card, the card each seat drew), the draws still sealed
    stakes     every Stake, in the order of the announcements
    sweeps     the announced suits, as (seat, suit)
    caught     the seats that proved a bad catch
    barred     the seats that score nothing here, for a false bad catch
    """

    def __init__(self, seats):
        self.seats = seats
        self.captured = []
        self.lost = []
        self.ghosts = []
        self.stakes = []
        self.sweeps = []
        self.caught = []
        self.barred = []

    def new_day(self):
        """Open the captures of the next day."""
        self.captured.append([[] for _ in range(self.seats)])

    def all_of(self, seat):
        """Return the cards that `seat` captured on all days."""
        taken = []
        for day in self.captured:
            taken.extend(day[seat])
        return taken

    def stake_of(self, seat):
        """Return the stake of `seat`, or None."""
        for stake in self.stakes:
            if stake.seat == seat:
                return stake
        return None


def points_in(cards: "list[int]", suit: "int | None" = None) -> int:
    """Return the card points of `cards`, of one suit or of all."""
    points = 0
    for card in cards:
        if suit is None or suit_of(card) == suit:
            points += value(card)
    return points


def points_of(account, seat, suit=None):
    """Return the card points that `seat` captured on all days, of one suit or of all."""
    points = 0
    for day in account.captured:
        points += points_in(day[seat], suit)
    return points


def card_points(account):
    """Return by seat all card points captured on the island."""
    return [points_of(account, seat) for seat in range(account.seats)]


def points_table(account, scoring):
    """Return the card points that decide, as lists by seat.

    One list for each suit S H D C (`suits`), one for each day (`day_total`), or a single one
    (`island_total`).
    """
    rows = []
    if scoring == "suits":
        for suit in range(4):
            rows.append([points_of(account, seat, suit) for seat in range(account.seats)])
    elif scoring == "day_total":
        for day in account.captured:
            rows.append([points_in(cards) for cards in day])
    else:
        rows.append(card_points(account))
    return rows


def suit_winner(points, line, plurality):
    """Return the seat that wins a suit with `points` by seat, or None."""
    most = max(points)
    if plurality:
        return points.index(most) if most > 0 and points.count(most) == 1 else None
    return points.index(most) if most >= line else None


def by_plurality(seats, options):
    """True if the most points of a suit win it, without a majority."""
    tribe = options["tribe"]
    return tribe == "plurality" or (tribe == "auto" and is_expanded(seats, options))


def suit_worth(account, seat, suit, options):
    """Return (why, game points) of a suit for the seat that won it.

    A sweep is every card of the suit, or with `sweep=points` every point of it [A23].
    """
    stake = account.stake_of(seat)
    if seat in account.barred:
        return "barred", 0
    called = (seat, suit) in account.sweeps
    taken = [card for card in account.all_of(seat) if suit_of(card) == suit]
    if options["sweep"] == "points":
        swept = points_in(taken) == suit_points(account.seats, options)
    else:
        swept = options["sweep"] != "off" and len(taken) == suit_cards(account.seats, options)
    if options["sweep"] == "exclusive" and called and not swept:
        return "sweep-failed", 0
    if stake and not stake.honest:  # [A37]
        plain = options["liar_tribes"] == "plain" and options["lie_penalty"] != "no_score"
        return ("liar-plain", 1) if plain else ("liar-void", 0)
    if options["sweep"] in ("announced", "exclusive") and not called:
        swept = False
    if not stake:
        return ("sweep", 2) if swept else ("tribe", 1)
    high = options["high_stake"]
    if not swept:
        return "stake", high
    both = {"max": max(2, high), "multiply": 2 * high, "add": 1 + high}  # [A25]
    return "stake-and-sweep", both[options["stake_with_sweep"]]


def _score_suits(account, options, why):
    """Return the tribes by seat, suit by suit."""
    won = [0] * account.seats
    line = suit_points(account.seats, options) // 2 + 1
    table = points_table(account, "suits")
    for suit in range(4):
        seat = suit_winner(table[suit], line, by_plurality(account.seats, options))
        if seat is not None:
            code, worth = suit_worth(account, seat, suit, options)
            why.append([code, seat, SUITS[suit], worth])
            won[seat] += worth
    return won


def _score_totals(account, options, why):
    """Return the game points by card points of all suits together [A26].

    13 points in a day (or on the island) are worth 1, unless all seats have the same. A seat that took all
    the points of the island - none went to another seat or was lost - has 2 at least, once [A27].
    """
    won = [0] * account.seats
    table = points_table(account, options["scoring"])
    for i in range(len(table)):
        points = table[i]
        for seat in range(account.seats):
            equal = points.count(points[seat]) == account.seats
            if points[seat] >= 13 and not equal and seat not in account.barred:
                why.append([options["scoring"], seat, i + 1, 1])
                won[seat] += 1
    points = card_points(account)
    for seat in range(account.seats):
        everything = points[seat] > 0 and points[seat] == sum(points) and points_in(account.lost) == 0
        if everything and won[seat] < 2 and seat not in account.barred:
            why.append(["all-points", seat, None, 2 - won[seat]])
            won[seat] = 2
    return won


def score_island(account, options, totals):
    """Book an island.

    Returns (points, game points, penalties, why, new totals), lists by seat as in the fact `score`. `why` has
    one [code, seat, suit or number, value] for each thing booked: the values of a seat add up to the change
    of its total.
    """
    why = []
    won = (
        _score_suits(account, options, why)
        if options["scoring"] == "suits"
        else _score_totals(account, options, why)
    )
    penalties = [0] * account.seats
    for stake in account.stakes:
        if stake.honest:
            continue
        lost = PENALTIES.get(options["lie_penalty"], 0)
        if options["lie_penalty"] == "zero":
            lost = totals[stake.seat]
        penalties[stake.seat] -= lost
        why.append(["lie", stake.seat, None, -lost])
    points = points_table(account, options["scoring"])
    return points, won, penalties, why, _new_totals(won, penalties, why, options, totals)


def score_bad_catch(account, options, totals):
    """Book the proved bad catches, 1 for each seat [A32]; the cards count nothing.

    Returns as `score_island` does.
    """
    won = [0] * account.seats
    why = []
    for seat in account.caught:
        won[seat] = 1
        why.append(["bad-catch", seat, None, 1])
    nothing = Account(account.seats)
    nothing.new_day()
    penalties = [0] * account.seats
    points = points_table(nothing, options["scoring"])
    return points, won, penalties, why, _new_totals(won, penalties, why, options, totals)


def _new_totals(won, penalties, why, options, totals):
    """Return the new totals."""
    new = []
    for seat in range(len(totals)):
        total = totals[seat] + won[seat] + penalties[seat]
        if total < 0 and options["score_floor"] == "zero":  # [A38]
            why.append(["floor", seat, None, -total])
            total = 0
        new.append(total)
    return new


def is_endless(seats, options):
    """True for two players by one total an island: nearly every island gives 1 to both of them [A42]."""
    whole_day = options["scoring"] == "day_total" and options["days"] == 1
    return seats == 2 and (whole_day or options["scoring"] == "island_total")


def match_winners(totals, points, options):
    """Return (winning seats, why); no seats if the match goes on.

    The highest total at or above the target wins, also if other seats have passed it [A41]. Equal at the top,
    `points` (card points by seat of the island just played) decide if so agreed [A42]. They also decide, and
    else it is shared, when two players have played on for long, see `is_endless`.
    """
    top = max(totals)
    if top < options["target"]:
        return [], None
    first = [seat for seat in range(len(totals)) if totals[seat] == top]
    if len(first) == 1:
        return first, "highest total"
    if options["match_tie"] == "shared":
        return first, "shared"
    over = top >= options["target"] + PLAYED_ON and is_endless(len(totals), options)
    if over or options["match_tie"] == "points":
        most = max([points[seat] for seat in first])
        best = [seat for seat in first if points[seat] == most]
        if len(best) == 1:
            return best, "card points"
        if over:
            return first, "shared"
    return [], None
