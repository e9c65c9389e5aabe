"""Democrazy: every player proposes laws and all vote; the laws say what chips are worth and who wins.

The game. 4 to 10 players. Everybody has chips of four colours before them, law cards in hand, a YES, a NO,
and one wild vote: Definite YES, Definite NO or Scam. The deck of laws is dealt and stacked, with the End Card
in the lower part of the stack.

A turn. The player draws the top law; the End Card, once it can have come up [U46], ends the game at once.
Now those laws work that do so at the start of a turn. Then the player proposes a law of the hand: lays it in
the middle and reads it. A blue law replaces one with the same symbol; where as many blue laws lie as may
(`max_blue`) and none has its symbol, the proposer names the one to go, and only then [U33]. All debate; the
proposer's OK opens the vote.

The vote. Everybody lays a vote card face down, or presses YES or NO; all may change it. Once everybody has
voted the proposer's OK reveals all at once. A plain card counts for the pad it lies on, a wild for its owner
alone, and only once. `democrazy_vote` says how votes are counted. Wilds played go to the reserve
(`wild_reserve`), also void ones, before anything else is done [U32]; with `undealt` they leave the game
[U39].

Then. A rejected law is discarded. A red one that was adopted is carried out, see `democrazy_effects`, and
discarded. A blue one goes to a numbered place and works from the next turn on. Laws about votes and proposals
that were in force before this vote, and still lie there, are done now, oldest first.

The next turn is the left neighbour's; or the right one's, if a law says so that was in force in this turn and
still lies there [U02]; or the same player's, who has an extra turn [U37]. Who is absent is passed over; if
all are, they are waited for again.

The end. The End Card is drawn or turned up by a law; or the last chip leaves the bag (`bag_end`), also in a
law that works at the start of a turn: then nothing is proposed [U35]; or fewer than four players are left
[U42], or all have agreed to stop. Then the points are counted. A proposer who leaves, or is declared absent,
loses no more than the turn; a law that lies there already stays under vote [U45].

What stands in brackets is the paragraph or the ruling of the rules. Laws are rows in `democrazy_laws`, read
by `democrazy_reading`; what a law is and which of several counts is in `democrazy_law`, cards are in
`democrazy_cards`, settings in `democrazy_options`, facts in `democrazy_facts`, chips in `democrazy_chips`,
how they are drawn and picked in `democrazy_drawing`, who is there and may speak in `democrazy_floor`, what
lies on the table in `democrazy_statutes`, the set-up in `democrazy_setup`, the proposal in
`democrazy_proposal`, blank laws in `democrazy_blank`, what anybody may say at any time in `democrazy_calls`,
the vote in `democrazy_ballot`, what a law does at once in `democrazy_effects`, who is next in
`democrazy_parting`, the account in `democrazy_scoring` and `democrazy_final`. Each names its prompts and
their args. Here is the course, with one prompt of its own: gather (turn).
"""

from ...engine import players
from ...engine.asks.laying import Clear
from ..registry import REVISIONS
from . import effects, final, proposal, setup, vote
from .cards import PACK as PACK
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
from .options import check_options as check_options
from .options import warnings as warnings
from .sentences import say as say
from .statutes import NONE_GONE, adopt, discard, hold, laws_on_table

# -- Democrazy: what changed from one revision of its rules to the next -------------------------------------
#
# The shape of a row: `revisions`.
#
# Of matches of revision 1 nothing is known of the stack: there `milled` is so large that the End Card may
# come
# at any time. For such a match `democrazy_proposal`, `democrazy_parting` and `democrazy_final` ask, and keep,
# only what was asked and kept then.

CHANGES = (
    (2, "field", "effect", "chosen"),
    (2, "field", "table", "by"),
    (2, "fact", "restated"),
    (2, "fact", "turned_up"),
    (2, "state", "milled", 99),
    (2, "state", "on_top", 0),
    (2, "ruling", "U15", ("blank-effect",)),
    (2, "ruling", "U45", ("confirm-absent", "which-seat", "table", "exchange-chip", "exchange-chips")),
    (2, "ruling", "U47", ("restate", "judged")),
    (2, "ruling", "U48", ("mill",)),
)

# -- the facts: what is told of a match, kind by kind, with the names of the fields --------------
#
# Lists are by seat unless said otherwise; turns and proposals count from 1. Those with a `*` hold cards.
# Chips
# are texts of their letters, "RRGY", or "???" where only numbers are counted. A movement of chips is [from,
# to,
# chips], from and to a seat or "bag".

FACTS = {
    "seated": ("pads",),
    # chips: of each seat; wilds: how many each has; reserve: how many are left; private: hidden laws dealt;
    # traits: the declared ones; seat: who begins.
    "setup": ("chips", "wilds", "reserve", "private", "traits", "seat"),
    # laws: in force, oldest first, then of each the place, who proposed it, what it does; overruled: [law,
    # key, the earlier law that counts instead]. Told when a turn begins.
    "laws": ("laws*", "places", "proposers", "texts", "overruled"),
    # The player draws a law; or, told next, the End Card, or has it shown by a button.
    "turn": ("n", "seat"),
    "end_card": ("seat",),
    # text: what the law does, its gaps filled; replaces: the law that would go, or null; why: "symbol" or
    # "named".
    "proposal": ("n", "seat", "law*", "text", "replaces*", "why"),
    # why: "taken back" by the proposer, or "refused" by the others, a blank one: for this turn.
    "taken_back": ("seat", "law*", "why"),
    # The proposer has stated a blank law in other words, after the others had refused it.
    "restated": ("seat", "law*"),
    # votes: "YES", "NO", "DY", "DN", "SC" or null; by: "card" or "key". wilds: [seat, kind, "acts", "void" or
    # "banned"]. rule: "majority", "threshold", "circle", "definite", or one of these after "scam ".
    "vote": ("votes", "by", "weights", "yes", "no", "wilds", "rule", "adopted"),
    # seats: whom the operation meant; note: what else it did (laws repealed, laws milled, seats that got a
    # wild); "lapses": not done, because the game had ended; "absent": not done, because only the proposer
    # could choose, who is away; "protected": a law forbids it. chosen: the seat that the proposer chose.
    "effect": ("law*", "operation", "seats", "moves", "note", "chosen"),
    # Somebody was said to have broken this law, and the others have judged.
    "conduct": ("seat", "law", "yes", "no", "caught"),
    # what: "object" (is a blank law admitted), "contest" (a trait); about: the law or trait.
    "judged": ("what", "seat", "about", "yes", "no", "held"),
    # what: "recount", "absent", "back", "leaves", "left"; by: the seats that said so, none if the operator
    # did, or if what was said before comes true.
    "table": ("what", "seat", "moves", "by"),
    # Colours of chips that were only counted: four numbers for each seat.
    "colours": ("chips",),
    # Turned up before the scoring, of all seats, also of who has left. wilds: those that were never played;
    # laws: the hidden laws; each is empty if there are none.
    "turned_up": ("wilds*", "laws*"),
    # values: of the four colours, in the order R G B Y; basis: null, "best_color" or "product2"; bonuses:
    # [law, points]; private: the hidden law, or null; points: the sum.
    "score": ("seat", "chips", "values", "basis", "chip_points", "bonuses", "private*", "points"),
    # What was played since the turn began counts nothing: "misdeal".
    "void": ("why",),
    # Told next: [seat, the chips it has again] of everybody who has not left.
    "put_back": ("chips",),
    # totals: null for who has left. why: [what ended the game, who wins, what broke the tie or null].
    "result": ("winners", "totals", "why"),
}

NAME = "democrazy"
REVISION = REVISIONS[NAME]
SEATS = (4, 10)

# turn       turns begun; proposals: votes opened; seat: whose turn it is, or will be; None before the set-up
# chips      four numbers for each seat, see democrazy_chips
# laws       four values for each blue law on the table, see democrazy_statutes; fresh: the one that was
#            adopted in this turn and does not work yet, or None; gone: what is not played with any more
# wilds      by seat: handles of the unplayed wilds, also of who has left; reserve: how many others there are
# private    by seat: the handle of the hidden law, also of who has left; empty if there are none
# traits     by trait, see democrazy_law.TRAITS: a bit for each seat that declared it
# away       by seat: 0 here, 1 absent, 2 leaving after this turn, 3 has left
# extra      1 if the same player has the next turn
# ended      what ended the game, None while it goes on; won: the seats that won, empty until then
# milled     laws that laws have turned up from the stack; on_top: 1 if the End Card was put back there
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
    """The seats, the set-up, turn after turn, the scoring; a misdeal voids no more than one turn."""
    if match.pads is None:
        return players.take_seats
    if match.seat is None:
        return setup.set_up
    if match.won:
        return None
    return final.play_final if match.ended else play_turn


def winners(match):
    return match.won


def kept(match):
    """The handles that stay hidden from turn to turn: wilds and hidden laws."""
    return [handle for wilds in match.wilds for handle in wilds] + match.private


# -- the turn -----------------------------------------------------------------------------------


def play_turn(table, match):
    """One player's turn [4.3], and who has the next one."""
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
    """The law that is voted on and the law it would replace, or None; (None, None) if there is no vote.

    The law is drawn when it is wanted: where none works at the start of the turn, with the proposal.
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
    """Vote, and carry out; up to whatever ends the game or the turn."""
    count = yield from vote.vote(table, match, laws, law, replaced)
    if count is None:
        discard(table, match, [law.card])
        return
    yield from _settle(table, match, laws, law, replaced, count)
    outcome = "adopted" if count.adopted else "rejected"
    yield from _trigger(table, match, laws, count.camps, ("after_vote", "after_proposal"), outcome)


def _settle(table, match, laws, law, replaced, count):
    """What becomes of the law [4.5]: a blue one goes to its place, a red one is done, all others are gone."""
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
    """The laws in force that work now, oldest first, as long as they lie there and the game goes on."""
    for law in laws:
        for operation in law.operations:
            if operation.name not in names or match.ended or law.card not in match.laws[::4]:
                continue
            if operation.name == "after_proposal" and operation.args["on"] != outcome:
                continue
            effect = effects.Effect(table, match, law, match.seat, camps, laws)
            yield from effects.carry_out(effect, [operation.inner])
