"""The closed list of what a script can wait for.

    Lay      every named place holds one fitting card (and a seat has pressed OK, or laid its own)
    LayOne   one of the named places holds a fitting card, no matter which
    Take     a seat lays one of the cards that lie open on the table
    Show     cards shown to one pad one after another; each is a part record
    Clear    all pads are empty
    Poll     every seat has pressed a key, or a quorum has
    Ballot   every seat has voted in secret, by card or key, and one has closed the vote (in `voting`)
    Choose   a seat picks one of the offered rows
    Call     any seat speaks up; OperatorCall: the operator does, for one of several seats
    First    the first of several asks to be answered
    All      several asks, all answered
    Pause    time goes by
    Chance   a number drawn by the table
    Reveal   the Pico opens sealed values
    Weigh    the Pico computes over sealed values and states the public verdict

Fixed against the rules of DemoS, Democracy and Democrazy: nothing else is waited for.

Anybody may speak up while something is asked: First(ask, Call(...)), see First. What the ledger learns
through sealed values (a captured card laid again, a discard nobody took) needs no ask: `why_wrong` refuses
it before it answers anything, and the record "found" says so. Talk within a team needs none either: nothing
depends on it, see `Table.may_consult`.

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
