"""Corrections by the host's operator; every command is answered, and a refusal has changed nothing.

    undo N INSIST           take back the last N player answers; INSIST: 1 to take back public ones, and to go
                            on in the stage before
    amend DROP seat S ...   see `engine.spoken_corrections`; DROP: 1 to drop the later answers that do not fit
    amend DROP before ...   the same in the stage before
    name S CARD             a card that cannot be read; "?" for one that is to stay face down
    void, leave S, end      the stage counts nothing; a player leaves; the match ends early
    absent S, back S        a player is absent for a while, or back; in Democrazy
    pause, resume           nothing counts till it goes on
    count S                 the cards that seat S captured are counted at its pad, see `dialogs.count`

    more I WORD ...         the next amend is too long for a line: its words from the Ith on, counted from 0
                            after DROP; it has the rest. Earlier words from there on are dropped

Accepted, the answer is [position of the last record, content of the record, number of answers in the stage,
the current prompt, the places with a wrong card]; refused, (code, the answer in conflict). The shapes of all
words were checked before: see `wire.host_shapes`.
"""

from cardtable.engine.asks.base import PLACES, REMOVE, WRONG
from cardtable.engine.replay import Conflict
from cardtable.engine.spoken_corrections import OPERATOR, parse_correction, player_answers
from cardtable.micro import const

_MOST = const(48)  # words of a correction


def carry_out(loop, args):
    """Carry out the command; return (code of why not or None, detail). `args`: the words after "fix"."""
    if not loop.play.is_on():
        return "no-match", None
    referee = loop.play.referee
    if loop.is_looking():
        return "not-yet", None
    kind = args[0]
    if kind == "more":
        return _more(loop, args[1], args[2:])
    if kind == "amend":
        args = list(args[:2]) + loop.long_correction + list(args[2:])
    loop.long_correction.clear()
    if kind in ("pause", "resume"):
        return _pause(loop, kind)
    if kind == "count":
        return _count(loop, args[1])
    try:
        fix = _far(loop, kind, args[1:])
        if fix is None:
            fix = parse_correction(referee, kind, args[1:])
            if fix is None:
                return "usage", ["card", "a card as this game writes it, or ?"]
            loop.correct(fix)
    except Conflict as conflict:
        return conflict.code, conflict.index
    return None, report(loop, fix)


def _more(loop, at, words):
    earlier = loop.long_correction
    if at > len(earlier):
        return "usage", ["at", "a whole number from 0 to " + str(len(earlier))]
    if at + len(words) > _MOST:
        return "usage", ["words", "no more than " + str(_MOST) + " words in all"]
    earlier[at:] = list(words)
    return None, at + len(words)


def _far(loop, kind, args):
    """Carry out a correction that reaches into the stage before. Return its report; None if it does not.
    Raises Conflict.
    """
    if kind == "amend" and args[1:2] == ["before"]:
        from ..match import past_stage

        return past_stage.amend(loop, args[0], args[2:])
    if kind == "undo" and args[1]:
        here = len(player_answers(loop.play.referee))
        if args[0] > here:
            from ..match import past_stage

            return past_stage.take_back(loop, args[0] - here)
    return None


def report(loop, fix):
    """Return the answer to an accepted correction."""
    loop.play.reopen_undone()  # a dialogue may have examined the pads since
    referee, prompt = loop.play.referee, loop.play.view.prompt
    verdicts = () if prompt is None else prompt.verdicts
    wrong = [place for place in range(PLACES) if prompt is not None and verdicts[place] in (WRONG, REMOVE)]
    said = [fix[0]] + [one for one in fix[1:2] if isinstance(one, int)]
    asked = None if prompt is None else prompt.what
    return [loop.journal.hi(), said, len(referee.answers), asked, wrong]


def _pause(loop, kind):
    from . import pause

    if kind == "pause":
        if loop.dialogue is not None:
            return "paused-already", None
        pause.begin(loop, OPERATOR)
    elif not pause.end_pause(loop):
        return "not-paused", None
    return None, [loop.journal.hi(), [kind], len(loop.play.referee.answers), None, []]


def _count(loop, seat):
    if loop.dialogue is not None:
        return "paused-already", None
    if seat >= loop.play.view.seats:
        return "no-such-seat", None
    from . import count

    count.begin(loop, seat)
    return None, [loop.journal.hi(), ["count", seat], len(loop.play.referee.answers), None, []]
