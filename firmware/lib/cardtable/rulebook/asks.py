"""The closed list of what a script can wait for.

    Lay      every named place holds one fitting card (and a seat has pressed OK)
    Show     cards shown to one pad one after another; each is a part record
    Clear    all pads are empty
    Poll     every seat has pressed a key, or a quorum has
    Choose   a seat picks one of the offered rows
    Call     any seat speaks up
    First    the first of several asks to be answered
    All      several asks, all answered
    Pause    time goes by
    Chance   a number drawn by the table
    Reveal   the Pico opens sealed values
    Weigh    the Pico computes over sealed values and states the public verdict

Fixed against the rules of DemoS, Democracy and Democrazy: nothing else is waited for. What those two
will need of the asks above, to be built with the game that needs it first:

    Lay, Show, Choose   `again`: cards that stand in the ledger and may come once more (a discard taken
                        up, a figure shown for a Media, the law to be replaced)
    Show                correctable after OK until all have confirmed; a rule for the whole of what is
                        shown (the three or four cards of a combination)
    Poll                `until=Ok(seat)` and `by_card`: a vote by card or key, closed by the proposer
    standing calls      First(ask, Call(...)) interrupts; the same ask, yielded again after the call, must
                        keep the keys and parts it had (conduct, team talk; a laid card stays as it is)

What the ledger learns through sealed values (a captured card laid again, a figure where a number card
is due) needs no ask: `why_wrong` refuses it before it answers anything.

An ask is a value without state. Everything that happens lies in the picture, and `judge`
looks at the whole of it, so asking twice, or again after a power cut, does no harm:

    judge(picture, table)             the raw answer, or None while something is missing
    is_held_up(picture, table)        a card lies wrong: the answer must wait
    seal(raw, table)                  the answer as recorded: sealed values become handles
    fits(answer, table)               None, or the code of why a recorded answer is impossible here
    settle(answer, picture, table)    what lies on the pads has answered: mark it old, book it
    verdict(picture, table, place)    the state of one place, as a code
    refuses(picture, table, place, key)   None if the key counts now, else the code of why not
    prompt(picture, table)            (what, args, tasks by seat, verdicts by place): who must do what
"""

from .ask import *  # noqa: F403
from .combining import *  # noqa: F403
from .deciding import *  # noqa: F403
from .laying import *  # noqa: F403
from .pressing import *  # noqa: F403
