"""Democracy, the account of an island: who captured what, and what was declared."""


class Stake:
    """A high stake of `seat`, played on the hand of one day.

    cards    what came out of that hand so far: laid, or drawn from it by a ghost (then a handle)
    honest   None as long as nobody knows; False for a lie that was noticed; True for what counts
    open     the day of that hand is not over
    """

    def __init__(self, seat):
        self.seat = seat
        self.cards = []
        self.honest = None
        self.open = True


class Account:
    """What happened on one island, as far as it counts.

    captured   by day, by seat: a list of cards
    lost       the cards that nobody captured
    ghosts     (day, trick, pool card, what each seat drew), the draws still sealed
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
        self.captured.append([[] for _ in range(self.seats)])

    def all_of(self, seat):
        """Everything that `seat` captured on all days."""
        taken = []
        for day in self.captured:
            taken.extend(day[seat])
        return taken

    def stake_of(self, seat):
        """The stake of `seat`, or None."""
        for stake in self.stakes:
            if stake.seat == seat:
                return stake
        return None
