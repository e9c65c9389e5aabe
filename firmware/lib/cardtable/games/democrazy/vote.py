"""Democrazy, the vote: all vote in secret, the proposer's OK reveals, the votes are counted.

If the proposer is away, the deputy's OK reveals [U45]. The count:

1. The weights of the plain votes are summed. A vote weighs 1, or as much as the earliest law in force says
   that names its voter [U09]. Wilds add nothing, or (`wild_is_ballot`) a Definite its voter's weight, void
   or not [U03].
2. More YES adopts, more NO rejects; with a threshold law YES needs that share. A tie, also 0 to 0, is decided
   by the circle of the law: white adopts, black rejects, or the other way round.
3. Then the wilds act, as `wild_policy` says:

   any_two_cancel     a single one acts: a Definite forces the result, a Scam reverses it. Two or more are
                      void.
   definites_cancel   two or more Definites are void; an odd number of Scams reverses.
   pairwise           every Definite YES removes a Definite NO; the kind that is left forces; Scams as above.

   With `scam_flips_tie=false` a Scam does not reverse a result of the circle that no Definite forced [U08].

Camps, for laws that look at votes: YES with the Definite YES that acted, NO likewise, even if a Scam reversed
it [U07]; of the kind left over by `pairwise` all act [U06]. Scams, void wilds and abstentions are in no camp.
When wilds are banned one that was not refused is an abstention, and counts nowhere [U05]. Camps and the lone
voter count heads [U09].

Prompts, with their args: clear-vote and vote (law, the law it would replace or None, its operations),
clear-placed (law, place, the law that goes or None), clear-adopted, clear-rejected (law).
"""

from ...engine.asks import ballot
from ...engine.asks.automatic import Reveal
from ...engine.asks.ballot import BY_KEY
from ...engine.asks.base import CENTRE, YES
from ...engine.asks.laying import Clear
from ...engine.cards import is_handle
from .calls import open_to_calls
from .cards import is_wild, vote_of
from .chips import total
from .floor import present_seats, voters
from .law import earliest
from .statutes import about, free_place

# -- The vote --------------------------------------------------------------------------------------


def vote(table, match, laws, law, replaced):
    """Let all vote in secret; return the Count, or None if the match has ended."""
    match.proposals += 1
    shown = about(law, replaced)
    _tell_proposal(table, match, law, replaced, shown[2])
    yield Clear(what="clear-vote", args=shown, still=(CENTRE,))
    rule = _vote_due(match, is_banned(laws))

    def asks(seat):
        return [ballot.Ballot(tuple(voters(match)), seat, "vote", rule, match.wilds, shown, (CENTRE,))]

    answer = yield from open_to_calls(table, match, laws, asks, law, voting=True)
    if answer is None:
        return None
    asked = voters(match)
    votes, by = yield from _open_votes(table, match, asked, answer[1])
    count = _count_votes(table, match, laws, law, votes, by)
    yield from _take_back_votes(
        match, law, replaced, count, [voter for voter in asked if by[voter] == "card"], votes
    )
    return count


def _tell_proposal(table, match, law, replaced, text):
    """Record the proposal that is voted on."""
    symbol = replaced is not None and replaced.symbol is not None and replaced.symbol == law.symbol
    why = None if replaced is None else "symbol" if symbol else "named"
    going = None if replaced is None else replaced.card
    table.tell("proposal", match.proposals, match.seat, law.card, text, going, why)


def _vote_due(match, banned):
    """Return the rule for cards on a pad during the vote."""

    def rule(table, place, card):
        kind = vote_of(card)
        if kind is None:
            return "vote-due"
        if not is_wild(card):
            return None
        if card in [table.peek(handle) for handle in match.wilds[place]]:
            return "wild-banned" if banned else None
        return "spent-wild"

    return rule


def _open_votes(table, match, asked, given):
    """Reveal the votes, by seat, and how each was cast, "card" or "key"; the played wilds are spent."""
    votes: "list" = [None] * table.seats
    by: "list" = [None] * table.seats
    played = [value for value in given if is_handle(value)]
    opened = []
    if played:
        opened = yield Reveal(played)
    for i in range(len(asked)):
        seat, value = asked[i], given[i]
        by[seat] = "card"
        if is_handle(value):
            card = opened[played.index(value)]
            votes[seat] = vote_of(card)
            match.wilds[seat].remove(value)
            if table.options["wild_reserve"] == "undealt":
                table.lose([card])
            else:
                match.reserve += 1
                table.shuffle_in([card])
        elif value >= BY_KEY:
            votes[seat] = "YES" if value == BY_KEY + YES else "NO"
            by[seat] = "key"
        else:
            votes[seat] = vote_of(value)
    return votes, by


def _count_votes(table, match, laws, law, votes, by):
    """Return the Count of these votes and announce it; the votes of absent seats are added."""
    totals = [None] * table.seats
    for voter in present_seats(match):
        totals[voter] = total(match, voter)
        if match.away[voter] and table.options["missing_vote"] == "no":  # a plain NO in every respect [U04]
            votes[voter] = "NO"
    weight = weights(laws, votes, match.seat, totals)
    result = count(votes, weight, law.white, laws, table.options)
    told = [result.yes, result.no, result.wilds, result.rule, result.adopted]
    table.tell("vote", votes, by, weight, *told)
    table.cue("adopted" if result.adopted else "rejected", law.name)
    return result


def _take_back_votes(match, law, replaced, count, laid, votes):
    """Clear the pads: plain votes go back to their seats, wilds to the reserve, the law to its place."""
    keep = [seat for seat in laid if votes[seat] in ("YES", "NO")]
    if not count.adopted:
        yield Clear(keep=keep, what="clear-rejected", args=(law.name,))
    elif law.red:
        yield Clear(keep=keep, what="clear-adopted", args=(law.name,))
    else:
        place = replaced.place if replaced is not None else free_place(match)
        going = None if replaced is None else replaced.name
        yield Clear(keep=keep, what="clear-placed", args=(law.name, place, going))


# -- The count -------------------------------------------------------------------------------------


class Count:
    """The result of a vote.

    yes, no    the sums; adopted: the outcome
    rule       the rule that decided: "majority", "threshold", "circle", "definite", or one of the first three
               with "scam " before it
    wilds      [seat, "DY", "DN" or "SC", "acts", "void" or "banned"] by seat
    camps      "yes", "no", "with", "against", "lone": lists of seats
    """

    def __init__(self, yes, no, adopted, rule, wilds, camps):
        self.yes = yes
        self.no = no
        self.adopted = adopted
        self.rule = rule
        self.wilds = wilds
        self.camps = camps


def count(votes, weight, white, laws, options):
    """Return the Count.

    `votes`: by seat "YES", "NO", "DY", "DN", "SC" or None; `white`: the circle of the law.
    """
    banned = is_banned(laws)
    played = {}
    for kind in ("YES", "NO", "DY", "DN", "SC"):
        void = banned and kind not in ("YES", "NO")
        played[kind] = [] if void else [seat for seat in range(len(votes)) if votes[seat] == kind]
    yes, no = _sums(played, weight, options["wild_is_ballot"] == "true")
    adopted, rule = _without_wilds(yes, no, white, laws)
    acting, reversing = _acting_wilds(played, options["wild_policy"])
    if acting is not None:
        adopted, rule = acting == "DY", "definite"
    if rule == "circle" and options["scam_flips_tie"] == "false":
        reversing = False
    if reversing:
        adopted, rule = not adopted, "scam " + rule
    wilds = []
    for seat in range(len(votes)):
        kind = votes[seat]
        if kind in ("DY", "DN", "SC"):
            acts = kind == acting or (kind == "SC" and reversing)
            wilds.append([seat, kind, "banned" if banned else "acts" if acts else "void"])
    return Count(yes, no, adopted, rule, wilds, _camps(played, acting, adopted))


def weights(laws, votes, active, totals):
    """Return the weight of every seat's vote.

    `totals`: the chips of each seat, None for one that has left.
    """
    here = [seat for seat in range(len(totals)) if totals[seat] is not None]
    held = [totals[seat] for seat in here]
    found = []
    for seat in range(len(votes)):
        weight = 1
        for law in laws:
            operation = law.first("weight")
            if operation is None or seat not in here:
                continue
            who = operation.args["who"]
            if (
                who == "all"
                or (who == "active" and seat == active)
                or (who == "others" and seat != active)
                or (who == "most" and totals[seat] == max(held))
                or (who == "fewest" and totals[seat] == min(held))
            ):
                weight = operation.args["w"]
                break
        found.append(weight)
    return found


def is_banned(laws: "list") -> bool:
    """True if no wild may be played."""
    rule = earliest(laws, "wild_rule")
    return rule is not None and rule.args["mode"] == "banned"


def _sums(played, weight, with_wilds):
    """Return the weights of the plain votes, with the Definites if these are ballots: (YES, NO)."""
    yes = sum([weight[seat] for seat in played["YES"]])
    no = sum([weight[seat] for seat in played["NO"]])
    if with_wilds:
        yes += sum([weight[seat] for seat in played["DY"]])
        no += sum([weight[seat] for seat in played["DN"]])
    return yes, no


def _without_wilds(yes, no, white, laws):
    """Return (adopted, the rule that decided) by the plain votes."""
    share = earliest(laws, "threshold")
    if share is not None and yes + no > 0:
        return yes * share.args["den"] >= share.args["num"] * (yes + no), "threshold"
    if yes != no:
        return yes > no, "majority"
    return white != (earliest(laws, "circles") is not None), "circle"


def _acting_wilds(played, policy):
    """Return (the kind of Definite that acts, or None; True if the result is reversed)."""
    yes, no, scams = len(played["DY"]), len(played["DN"]), len(played["SC"])
    reversing = scams % 2 == 1
    if policy == "any_two_cancel":
        if yes + no + scams > 1:
            return None, False
    elif policy == "definites_cancel":
        if yes + no > 1:
            return None, reversing
    if yes == no:
        return None, reversing
    return ("DY" if yes > no else "DN"), reversing


def _camps(played, acting, adopted):
    """Return the camps, see `Count`; `acting`: the kind of Definite that acts, or None."""
    for_it = sorted(played["YES"] + (played["DY"] if acting == "DY" else []))
    against = sorted(played["NO"] + (played["DN"] if acting == "DN" else []))
    camps = {"yes": for_it, "no": against, "lone": []}
    camps["with"], camps["against"] = (for_it, against) if adopted else (against, for_it)
    for one, other in ((for_it, against), (against, for_it)):
        if len(one) == 1 and len(other) > 1:
            camps["lone"] = one
    return camps
