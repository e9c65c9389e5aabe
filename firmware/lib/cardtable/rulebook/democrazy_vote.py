"""Democrazy, the count of a vote. Nothing here waits.

1. The weights of the plain votes are summed. Who has voted weighs 1, or as the earliest law in force says
   that speaks of that voter [U09]. Wilds add nothing, or (`wild_is_ballot`) a Definite its voter's weight,
   void or not [U03].
2. More YES adopts, more NO rejects; with a threshold law YES needs that share. A tie, also 0 to 0, is decided
   by the circle of the law: white adopts, black rejects, or the other way round.
3. Then the wilds act, as `wild_policy` says:

   any_two_cancel     a single one acts: a Definite forces the result, a Scam reverses it. Two or more are
                      void.
   definites_cancel   two or more Definites are void; an odd number of Scams reverses.
   pairwise           every Definite YES removes a Definite NO; the kind that is left forces; Scams as above.

   With `scam_flips_tie=false` a Scam leaves alone what the circle decided and nothing forced [U08].

Camps, for laws that look at votes: YES with the Definite YES that acted, NO likewise, even where a Scam
reversed it [U07]; of the kind left over by `pairwise` all act [U06]. Scams, void wilds and abstentions are in
none. Where wilds are banned one that was not refused is an abstention, and counts nowhere [U05]. Camps and
the lone voter count heads [U09].
"""

from .democrazy_law import earliest


class Count:
    """What came of a vote.

    yes, no    the sums; adopted: the outcome
    rule       what decided: "majority", "threshold", "circle", "definite", or one of the first three with
               "scam " before it
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


def weights(laws, votes, active, totals):
    """The weight of every seat's vote; `totals`: the chips of each seat, None for one that has left."""
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


def is_banned(laws):
    """Whether no wild may be played."""
    rule = earliest(laws, "wild_rule")
    return rule is not None and rule.args["mode"] == "banned"


def count(votes, weight, white, laws, options):
    """The Count. `votes`: by seat "YES", "NO", "DY", "DN", "SC" or None; `white`: the circle of the law."""
    banned = is_banned(laws)
    played = {}
    for kind in ("YES", "NO", "DY", "DN", "SC"):
        void = banned and kind not in ("YES", "NO")
        played[kind] = [] if void else [seat for seat in range(len(votes)) if votes[seat] == kind]
    yes, no = _sums(played, weight, options["wild_is_ballot"] == "true")
    adopted, rule = _without_wilds(yes, no, white, laws)
    acting, reversing = _acting(played, options["wild_policy"])
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


def _sums(played, weight, with_wilds):
    """What the plain votes weigh, and with them the Definites if these are ballots: (YES, NO)."""
    yes = sum([weight[seat] for seat in played["YES"]])
    no = sum([weight[seat] for seat in played["NO"]])
    if with_wilds:
        yes += sum([weight[seat] for seat in played["DY"]])
        no += sum([weight[seat] for seat in played["DN"]])
    return yes, no


def _camps(played, acting, adopted):
    """Who stood where, see `Count`; `acting`: the kind of Definite that acts, or None."""
    for_it = sorted(played["YES"] + (played["DY"] if acting == "DY" else []))
    against = sorted(played["NO"] + (played["DN"] if acting == "DN" else []))
    camps = {"yes": for_it, "no": against, "lone": []}
    camps["with"], camps["against"] = (for_it, against) if adopted else (against, for_it)
    for one, other in ((for_it, against), (against, for_it)):
        if len(one) == 1 and len(other) > 1:
            camps["lone"] = one
    return camps


def _without_wilds(yes, no, white, laws):
    """(adopted, what decided) by the plain votes."""
    share = earliest(laws, "threshold")
    if share is not None and yes + no > 0:
        return yes * share.args["den"] >= share.args["num"] * (yes + no), "threshold"
    if yes != no:
        return yes > no, "majority"
    return white != (earliest(laws, "circles") is not None), "circle"


def _acting(played, policy):
    """(the kind of Definite that acts, or None; whether the result is reversed)."""
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
