"""The asks: the closed list of everything that a script can wait for.

    Lay      every named place holds one fitting card (and a seat has pressed OK, or laid its own)
    LayOne   one of the named places, any of them, holds a fitting card
    Take     a seat lays one of the open cards on the table
    Show     cards shown to one pad one after another; each is a part record
    Clear    all pads are empty
    Poll     every seat has pressed a key, or a quorum has
    Ballot   every seat has voted in secret, by card or key, and one has closed the vote (in `ballot`)
    Choose   a seat picks one of the offered rows
    Call     any seat speaks up; OperatorCall: the operator does, for one of several seats
    First    the first of several asks to be answered
    All      several asks, all answered
    Pause    time goes by
    Chance   a number drawn by the table
    Reveal   the Pico opens sealed values
    Weigh    the Pico computes over sealed values and states the public verdict

The list is fixed against the rules of DemoS, Democracy and Democrazy.

Any seat may speak up during an ask: First(ask, Call(...)), see First. Findings of the ledger through sealed
values (a captured card laid again, an old discard) need no ask: `why_wrong` refuses the card before it
answers anything, and the record "found" reports it. Talk within a team needs none either: nothing depends on
it, see `Table.may_consult`.

An ask is a value without state. All state is in the picture, and `judge` looks at the whole of it, so asking
twice, or again after a power cut, does no harm:

    judge(picture)                    the raw answer, or None while a card or key is missing
    is_held_up(picture, table)        True while a card is wrong: the answer must wait
    seal(raw, table)                  the answer as recorded: sealed values become handles
    fits(answer, table)               None, or the code of why a recorded answer is impossible here
    settle(answer, picture, table)    mark the cards on the pads that have answered as old, book them
    verdict(picture, table, place)    the state of one place, as a code
    refuses(picture, table, place, key)   None if the key counts now, else the code of why not
    prompt(picture, table)            (what, args, tasks by seat, verdicts by place)
"""
