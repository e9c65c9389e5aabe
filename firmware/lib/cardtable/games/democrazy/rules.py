"""Democrazy: every player proposes laws and all vote; the laws decide the worth of chips and the winners.

The game. 4 to 10 players. Every player has chips of four colours on the table, law cards in hand, a YES, a
NO, and one wild vote: Definite YES, Definite NO or Scam. The deck of laws is dealt and stacked, with the End
Card in the lower part of the stack.

A turn. The player draws the top law; the End Card, once it can have come up [U46], ends the match at once.
Now the laws work that do so at the start of a turn. Then the player proposes a law of the hand: lays it in
the middle and reads it. A blue law replaces one with the same symbol; if there are as many blue laws as
allowed (`max_blue`) and none has its symbol, the proposer names the one to go, and only then [U33]. All
debate; the proposer's OK opens the vote.

The vote. Every player lays a vote card face down, or presses YES or NO; all may change it. Once all have
voted the proposer's OK reveals all at once. A plain card counts for the pad it is laid on, a wild for its
owner alone, and only once. `vote` describes the count. Wilds played go to the reserve (`wild_reserve`), also
void ones, before anything else is done [U32]; with `undealt` they are out of the game [U39].

The result. A rejected law is discarded. A red one that was adopted is carried out, see `effects`, and
discarded. A blue one goes to a numbered place and works from the next turn on. Laws about votes and proposals
that were in force before this vote, and are still on the table, are done now, oldest first.

The next turn is the left neighbour's; or the right one's, if a law says so that was in force in this turn and
is still on the table [U02]; or the same player's, for an extra turn [U37]. Absent players are passed over; if
all are absent, the table waits for them again.

The end. The End Card is drawn or turned up by a law; or the last chip leaves the bag (`bag_end`), also in a
law that works at the start of a turn: then no law is proposed [U35]; or fewer than four players are left
[U42], or all have agreed to stop. Then the points are counted. A proposer who leaves, or is declared absent,
loses no more than the turn; a law already in the middle stays under vote [U45].

References in brackets are paragraphs or rulings of the rules.

`options` holds the settings, `cards` the pack, `law` the law deck and precedence, `law_rows` and `own_laws`
its rows, `statutes` the laws on the table, `chips` the chips, `floor` presence and the right to speak,
`calls` the calls. In the order of play: `setup`, `proposal` with blank laws, `vote`, `effects` and
`chip_effects`, `departures` with the next turn, `final`. Each module lists its prompts. This module is the
course of the match.

Prompts, with their args: gather (turn).
"""

from ...engine import players
from ...engine.asks.laying import Clear
from ..registry import REVISIONS
from . import effects, final, proposal, setup, vote
from .cards import is_blank
from .departures import absent as absent
from .departures import end_turn
from .departures import leave as leave
from .departures import put_back as put_back
from .departures import stop as stop
from .departures import values as values
from .law import deck as deck
from .options import AT_TABLE as AT_TABLE
from .options import OPTIONS as OPTIONS
from .options import PRESETS as PRESETS
from .options import check_options as check_options
from .options import warnings as warnings

# Re-exported: every game offers them here, see `games.registry`.
from .pack import PACK as PACK
from .sentences import say as say
from .statutes import NONE_GONE, adopt, discard, hold, laws_on_table

NAME = "democrazy"
REVISION = REVISIONS[NAME]
SEATS = (4, 10)

# The facts of a match by kind, with the names of their fields. Lists are by seat unless a comment says
# otherwise; turns and proposals count from 1. Fields with a `*` hold cards. Chips are texts of their letters,
# "RRGY", or "???" if only numbers are counted. A movement of chips is [from, to, chips], from and to a seat
# or "bag".
FACTS = {
    "seated": ("pads",),
    # chips: of each seat; wilds: how many each has; reserve: how many are left; private: hidden laws dealt;
    # traits: the declared ones; seat: the first player.
    "setup": ("chips", "wilds", "reserve", "private", "traits", "seat"),
    # At the start of a turn. laws: in force, oldest first, then of each the place, the proposer, the
    # operations; overruled: [law, key, the earlier law that counts instead].
    "laws": ("laws*", "places", "proposers", "texts", "overruled"),
    # The player draws a law, or the End Card; that is the next fact, also if a button declared it.
    "turn": ("n", "seat"),
    "end_card": ("seat",),
    # text: the operations of the law, its gaps filled; replaces: the law that would go, or null; why:
    # "symbol" or "named".
    "proposal": ("n", "seat", "law*", "text", "replaces*", "why"),
    # why: "taken back" by the proposer, or "refused" by the others, a blank one: for this turn.
    "taken_back": ("seat", "law*", "why"),
    # The proposer has stated a blank law in other words, after the others had refused it.
    "restated": ("seat", "law*"),
    # votes: "YES", "NO", "DY", "DN", "SC" or null; by: "card" or "key". wilds: [seat, kind, "acts", "void" or
    # "banned"]. rule: "majority", "threshold", "circle", "definite", or one of these after "scam ".
    "vote": ("votes", "by", "weights", "yes", "no", "wilds", "rule", "adopted"),
    # seats: those of the operation; note: its other results (laws repealed, laws milled, seats that got a
    # wild); "lapses": not done, because the match had ended; "absent": not done, because only the proposer
    # could choose, who is away; "protected": a law forbids it. chosen: the seat that the proposer chose.
    "effect": ("law*", "operation", "seats", "moves", "note", "chosen"),
    # The seat was accused of breaking this law, and the others have judged.
    "conduct": ("seat", "law", "yes", "no", "caught"),
    # what: "object" (is a blank law admitted), "contest" (a trait); about: the law or trait.
    "judged": ("what", "seat", "about", "yes", "no", "held"),
    # what: "recount", "absent", "back", "leaves", "left"; by: the seats that declared it, none for the
    # operator, or for a departure declared before.
    "table": ("what", "seat", "moves", "by"),
    # Colours of chips that were only counted: four numbers for each seat.
    "colours": ("chips",),
    # Turned up before the scoring, of all seats, also of those that have left. wilds: those never played;
    # laws: the hidden laws; each is empty if there are none.
    "turned_up": ("wilds*", "laws*"),
    # values: of the four colours, in the order R G B Y; basis: null, "best_color" or "product2"; bonuses:
    # [law, points]; private: the hidden law, or null; points: the sum.
    "score": ("seat", "chips", "values", "basis", "chip_points", "bonuses", "private*", "points"),
    # The turn counts nothing: "misdeal".
    "void": ("why",),
    # The next fact: [seat, the chips it has again] of every seat that has not left.
    "put_back": ("chips",),
    # totals: null for a seat that has left. why: [the end, "most", "second" or "all equal", the criterion
    # that broke a tie or null].
    "result": ("winners", "totals", "why"),
}

# The state of a match between stages:
# turn       turns begun; proposals: votes opened; seat: the seat whose turn it is, or will be; None before
#            the set-up
# chips      four numbers for each seat, see `chips`
# laws       four values for each blue law on the table, see `statutes`; fresh: the one that was adopted in
#            this turn and does not work yet, or None; gone: the discarded laws
# wilds      by seat: handles of the unplayed wilds, also of seats that have left; reserve: the number of
#            other wilds
# private    by seat: the handle of the hidden law, also of seats that have left; empty if there are none
# traits     by trait, see `law.TRAITS`: a bit for each seat that declared it
# away       by seat: 0 here, 1 absent, 2 leaving after this turn, 3 has left
# extra      1 if the same player has the next turn
# ended      the reason of the end, None while the match goes on; won: the seats that won, empty until then
# milled     laws that laws have turned up from the stack, less turns without a draw
# on_top     1 if the End Card was put back on the stack
STATE = (
    "pads",
    "turn",
    "proposals",
    "seat",
    "chips",
    "laws",
    "fresh",
    "gone",
    "wilds",
    "reserve",
    "private",
    "traits",
    "away",
    "extra",
    "ended",
    "won",
    "milled",
    "on_top",
)


def new_match(match):
    """Set the state of a new match."""
    match.pads = None
    match.turn = 0
    match.proposals = 0
    match.seat = None
    match.chips = [0] * (4 * match.seats)
    match.laws = []
    match.fresh = None
    match.gone = NONE_GONE
    match.milled = 0
    match.on_top = 0
    match.wilds = [[] for _ in range(match.seats)]
    match.reserve = 0
    match.private = []
    match.traits = [0, 0, 0]
    match.away = [0] * match.seats
    match.extra = 0
    match.ended = None
    match.won = []


def next_stage(match):
    """Return the next stage: the seats, the set-up, turn after turn, the scoring; None after that.

    A misdeal voids no more than one turn.
    """
    if match.pads is None:
        return players.take_seats
    if match.seat is None:
        return setup.set_up
    if match.won:
        return None
    return final.play_final if match.ended else play_turn


def winners(match):
    """Return the seats that won the match."""
    return match.won


def kept(match):
    """Return the handles that stay hidden from turn to turn: wilds and hidden laws."""
    return [handle for wilds in match.wilds for handle in wilds] + match.private


def play_turn(table, match):
    """Play one player's turn [4.3] and pass the turn on."""
    match.turn += 1
    match.fresh = None
    hold(table, match)
    yield Clear(what="gather", args=(match.turn,))
    laws = laws_on_table(match)
    law, replaced = yield from _propose(table, match, laws)
    if law is not None:
        yield from _decide(table, match, laws, law, replaced)
    if not match.ended:
        end_turn(table, match, laws)


def _propose(table, match, laws):
    """Return the law that is voted on and the law it would replace, or None.

    (None, None) if there is no vote. The law is drawn with the proposal, unless a law works at the start of a
    turn.
    """
    proposal.open_turn(table, match, laws)
    if match.on_top:
        yield from proposal.draw_end(table, match, laws)
        return None, None
    drawn = bool([law for law in laws if law.first("turn_start") is not None])
    if drawn:
        if not (yield from proposal.draw_law(table, match, laws)):
            return None, None
        yield from _trigger(table, match, laws, {}, ("turn_start",), None)
        if match.ended:
            return None, None
    return (yield from proposal.propose(table, match, laws, drawn))


def _decide(table, match, laws, law, replaced):
    """Vote on the law and carry it out, until the match or the turn ends."""
    count = yield from vote.vote(table, match, laws, law, replaced)
    if count is None:
        discard(table, match, [law.card])
        return
    yield from _settle(table, match, laws, law, replaced, count)
    outcome = "adopted" if count.adopted else "rejected"
    yield from _trigger(table, match, laws, count.camps, ("after_vote", "after_proposal"), outcome)


def _settle(table, match, laws, law, replaced, count):
    """Put an adopted blue law on its place [4.5]; carry out an adopted red one; discard the rest."""
    if count.adopted and not law.red:
        adopt(table, match, law, match.seat, replaced)
        return
    if count.adopted:
        effect = effects.Effect(table, match, law, match.seat, count.camps, laws)
        if is_blank(law.card):
            yield from proposal.carry_out_by_hand(effect)
        else:
            yield from effects.carry_out(effect, law.operations)
    discard(table, match, [law.card])


def _trigger(table, match, laws, camps, names, outcome):
    """Carry out the triggered laws in force, oldest first, while they stay and the match goes on."""
    for law in laws:
        for operation in law.operations:
            if operation.name not in names or match.ended or law.card not in match.laws[::4]:
                continue
            if operation.name == "after_proposal" and operation.args["on"] != outcome:
                continue
            effect = effects.Effect(table, match, law, match.seat, camps, laws)
            yield from effects.carry_out(effect, [operation.inner])
