"""Democrazy, the vote: all vote in secret, the proposer's OK reveals, or the deputy's if the proposer is away
[U45]. How it is counted: `democrazy_vote`.

Prompts, with their args: clear-vote and vote (law, the law it would replace or None, what it does),
clear-placed (law, place, the law that goes or None), clear-adopted, clear-rejected (law).
"""

from . import democrazy_vote, voting
from .ask import CENTRE, YES
from .cards import is_handle
from .clearing import Clear
from .democrazy_calls import open_to_calls
from .democrazy_cards import is_wild, vote_of
from .democrazy_chips import total
from .democrazy_floor import here, voters
from .democrazy_statutes import about, free_place
from .revealing import Reveal
from .voting import BY_KEY


def _vote_due(match, banned):
    """The rule for what lies on a pad during the vote."""

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


def vote(table, match, laws, law, replaced):
    """All vote in secret. Returns the Count, or None if the game has ended."""
    match.proposals += 1
    shown = about(law, replaced)
    _tell_proposal(table, match, law, replaced, shown[2])
    yield Clear(what="clear-vote", args=shown, still=(CENTRE,))
    cast = voting.Ballot
    rule = _vote_due(match, democrazy_vote.is_banned(laws))

    def asks(seat):
        return [cast(tuple(voters(match)), seat, "vote", rule, match.wilds, shown, (CENTRE,))]

    answer = yield from open_to_calls(table, match, laws, asks, law, voting=True)
    if answer is None:
        return None
    asked = voters(match)
    votes, by = yield from _open_votes(table, match, asked, answer[1])
    count = _counted(table, match, laws, law, votes, by)
    yield from _take_back_votes(
        match, law, replaced, count, [voter for voter in asked if by[voter] == "card"], votes
    )
    return count


def _tell_proposal(table, match, law, replaced, text):
    symbol = replaced is not None and replaced.symbol is not None and replaced.symbol == law.symbol
    why = None if replaced is None else "symbol" if symbol else "named"
    going = None if replaced is None else replaced.card
    table.tell("proposal", match.proposals, match.seat, law.card, text, going, why)


def _counted(table, match, laws, law, votes, by):
    """The Count of these votes, which is told; the votes of who is away are added."""
    totals = [None] * table.seats
    for voter in here(match):
        totals[voter] = total(match, voter)
        if match.away[voter] and table.options["missing_vote"] == "no":  # a plain NO in every respect [U04]
            votes[voter] = "NO"
    weight = democrazy_vote.weights(laws, votes, match.seat, totals)
    count = democrazy_vote.count(votes, weight, law.white, laws, table.options)
    told = [count.yes, count.no, count.wilds, count.rule, count.adopted]
    table.tell("vote", votes, by, weight, *told)
    table.cue("adopted" if count.adopted else "rejected", law.name)
    return count


def _open_votes(table, match, asked, given):
    """What everybody voted, by seat, and by "card" or "key"; wilds that were played are spent."""
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


def _take_back_votes(match, law, replaced, count, laid, votes):
    """Everybody takes back a plain vote card; a wild goes to the reserve, the law to its place or away."""
    keep = [seat for seat in laid if votes[seat] in ("YES", "NO")]
    if not count.adopted:
        yield Clear(keep=keep, what="clear-rejected", args=(law.name,))
    elif law.red:
        yield Clear(keep=keep, what="clear-adopted", args=(law.name,))
    else:
        place = replaced.place if replaced is not None else free_place(match)
        going = None if replaced is None else replaced.name
        yield Clear(keep=keep, what="clear-placed", args=(law.name, place, going))
