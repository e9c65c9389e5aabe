"""The referee: what comes out and when, corrections, power cuts, what a shadow sees."""

from cardtable.engine import match as matches
from cardtable.engine import replay
from cardtable.engine.asks.automatic import Reveal, Weigh
from cardtable.engine.asks.base import CENTRE, NO, OK, PRESS_OK, SEALED, YES, Ok
from cardtable.engine.asks.keys import Poll
from cardtable.engine.asks.laying import Clear, Lay
from cardtable.engine.asks.showing import Show
from cardtable.engine.outputs import Cue, Opened, Record, Refused, Seal, Told
from cardtable.engine.referee import Referee
from cardtable.engine.replay import Conflict, Difference
from random_players import chance, everything
from scripted_stage import Single, answer, play, refusals, waiting_for, what
from table_lines import parse_input


def records(outs):
    return [list(out) for out in outs if isinstance(out, Record)]


def kinds(outs):
    return [type(out).__name__ for out in outs]


def facts(outs):
    return [out.fact for out in outs if isinstance(out, Told)]


def trick(table, match):
    """Turn up, lay in secret, reveal; the first seat takes all."""
    pool = yield Lay((CENTRE,), "turn-up")
    table.tell("turned", pool)
    sealed = yield Lay((0, 1, 2), "lay", SEALED, until=Ok(0), still=(CENTRE,))
    odd = yield Weigh(lambda values: sum(values) % 2, sealed)
    plays = yield Reveal(sealed)
    table.tell("trick", plays, odd)
    plays.append(pool[0])
    table.take(plays, 0)
    yield Clear(take=0)
    yield Poll((0, 1, 2), (OK, NO), "go-on")


def begin(script=trick, judges=True):
    return Referee(matches.new(Single(script), 3, {}), judges=judges, draw=chance if judges else None)


def played(lines, script=trick):
    """A referee after these inputs and all records it gave."""
    referee = begin(script)
    kept = records(referee.start())
    for line in lines.split(","):
        kept.extend(records(referee.feed(parse_input(line))))
    return referee, kept


TRICK = "centre lays KS,0 lays 5S,1 lays 6S,2 lays 7S,0 ok"


def follow(kept, script=trick):
    shadow = begin(script, judges=False)
    outs = []
    for record in kept:
        outs.extend(shadow.follow(record))
    return shadow, outs


def conflict(referee, fix):
    before = everything(referee)
    try:
        referee.correct(fix)
    except Conflict as trouble:
        assert everything(referee) == before
        return trouble.index, trouble.code
    raise AssertionError(fix)


# -- the order of what comes out -------------------------------------------------------------------


def test_secrets_are_sealed_first_and_facts_come_after_their_record():
    referee = begin()
    assert records(referee.start()) == [["start", 0, 0, ["single", 3, [], [0, 4096, [0, 1, 2], [], 0], 1], 0]]
    assert kinds(play(referee, "centre lays KS")) == ["Record", "Told"]
    outs = play(referee, "0 lays 5S,1 lays 6S,2 lays 7S,0 ok")
    assert kinds(outs) == ["Seal"] * 3 + ["Record"] * 3 + ["Opened"] * 3 + ["Told"]
    assert [out.handle for out in outs if isinstance(out, Opened)] == [4096, 4097, 4098]
    assert [record[3] for record in records(outs)] == [[4096, 4097, 4098], 0, [5, 6, 7]]
    assert facts(outs) == [("trick", [5, 6, 7], 0)]
    outs = play(referee, "0 lifts,1 lifts,2 lifts,centre lifts,0 ok,1 ok,2 ok")
    assert [record[0] for record in records(outs)] == ["answer", "end"]
    assert records(outs)[-1][1:4] == [0, 6, [1, 4099, [0, 1, 2], [], 1]]
    assert referee.over and referee.prompt() is None
    assert play(referee, "0 ok,0 lays 5S,0 lifts,time") == []


def test_what_a_script_does_to_its_answers_stays_its_own_affair():
    referee, kept = played(TRICK)
    assert kept[-1][3] == [5, 6, 7]
    assert referee.answers[-1] == [5, 6, 7]
    assert referee.table.ledger() == [(5, 0), (6, 0), (7, 0), (13, 0)]


def test_a_shadow_tells_the_same_facts_and_knows_no_secret():
    referee, kept = played(TRICK)
    shadow, outs = follow(kept[:3])
    assert facts(outs) == [("turned", [13])]
    assert shadow.answers[-1] == [4096, 4097, 4098] and shadow.vault is None
    shadow, outs = follow(kept)
    assert facts(outs) == [("turned", [13]), ("trick", [5, 6, 7], 0)]
    assert shadow.table.digest == referee.table.digest and shadow.prompt()[0] == what(referee) == "clear"


def test_a_wrong_verdict_is_seen_when_the_values_are_opened():
    kept = played(TRICK)[1]
    for at, value in ((3, 1), (4, [5, 6, 8])):
        changed = [list(record) for record in kept]
        changed[at][3] = value
        try:
            follow(changed)
        except Difference as difference:
            assert difference.field == "value" and difference.expected == "weighed-wrong"
            assert list(difference.record) == changed[4]
        else:
            raise AssertionError(at)


# -- power cuts --------------------------------------------------------------------------------------


def restarted(referee, kept, script=trick):
    """A judging referee that has read the vault of `referee` and these records."""
    twin = begin(script)
    for handle in referee.vault:
        twin.vault[handle] = referee.vault[handle]
    for record in kept:
        twin.follow(record)
    return twin


def test_a_card_that_has_answered_is_old_after_a_power_cut_and_another_is_not():
    referee, kept = played("1 lays 6S,centre lays KS")
    twin = begin()
    for record in kept:
        twin.follow(record)
    assert twin.resume([(1, 6), (CENTRE, 13)]) == []
    assert twin.prompt() == referee.prompt()
    play(twin, "0 lays 5S,2 lays 7S,0 ok")
    assert answer(twin) == [5, 6, 7]


def test_cards_laid_without_power_count():
    twin = begin()
    for record in played("1 lays 6S")[1]:
        twin.follow(record)
    assert records(twin.resume([(CENTRE, 13)]))[0][3] == [13]


def show(table, match):
    table.tell("shown", (yield Show((0, 1), 1, 3, "show", secrecy=SEALED)))
    yield Poll((0,), (OK,), "go-on")


def test_a_power_cut_between_parts_loses_none():
    lines = "0 lays 5S,0 lifts,1 lays 7S,0 lays 6S,1 no,1 lifts,1 lays 8S,0 ok,1 ok".split(",")
    whole = played(",".join(lines), show)[0]
    for cut in range(1, len(lines)):
        referee, kept = played(",".join(lines[:cut]), show)
        twin = restarted(referee, kept, show)
        lying = referee.picture.lying
        assert twin.resume([(place, lying[place]) for place in (0, 1) if lying[place]]) == []
        assert twin.parts == referee.parts and twin.prompt() == referee.prompt()
        play(twin, ",".join(lines[cut:]))
        assert twin.answers == whole.answers and twin.table.digest == whole.table.digest


def test_a_stage_reopens_from_its_checkpoint_with_what_it_keeps_sealed():
    def keep_one(table, match):
        table.take(match.kept, 0)
        match.kept = match.kept + (yield Lay((0,), "keep", SEALED))
        if len(match.kept) == 3:
            table.tell("kept", (yield Reveal(match.kept)))

    class Keeping(Single):
        def next_stage(self, match):
            return self.script if len(match.kept) < 3 else None

    match = matches.new(Keeping(keep_one), 2, {})
    referee = Referee(match, draw=chance)
    referee.start()
    ends = records(play(referee, "0 lays 5S,0 lifts,0 lays 6S"))
    assert ends[-1][0] == "end" and sorted(referee.vault) == [4096, 4097]
    assert refusals(play(referee, "0 lifts,0 lays 5S")) == ["already-played"]
    twin = Referee(matches.load(match.game, matches.with_state(match.dump(), ends[-1][3])), draw=chance)
    replay.begin(twin, referee.vault)
    assert twin.resume([]) == []
    outs = play(twin, "0 lays 7S")
    assert outs[0] == Seal(4098, 7) and facts(outs) == [("kept", [5, 6, 7])]
    assert play(referee, "0 lifts,0 lays 7S") == outs


# -- corrections ---------------------------------------------------------------------------------------


def test_undo_waits_for_the_next_input_and_survives_a_power_cut():
    referee, kept = played(TRICK)
    assert referee.last_answer == 1
    outs = referee.correct(["undo", 1, 1])
    assert kinds(outs) == ["Record", "Retold", "Told"]
    assert outs[0][:4] == ("fix", 0, 4, ["undo", 1, 1])
    kept.extend(records(outs))
    twin = restarted(referee, kept)
    lying = [(0, 5), (1, 6), (2, 7), (CENTRE, 13)]
    assert twin.resume(lying) == [] and twin.prompt() == referee.prompt()
    for one in (referee, twin):
        play(one, "1 lifts,1 lays 8S,0 ok")
        assert one.answers[-1] == [5, 8, 7]


def test_after_an_undo_an_ask_that_is_answered_already_tells_that_any_key_goes_on():
    """Pads were cleared, and are clear: no card and no key is due, and yet the table waits."""
    referee = waiting_for(Clear(), Poll((0,), (OK,), "on"))
    assert referee.prompt().what == "on"
    referee.correct(["undo", 0, 1])
    prompt = referee.prompt()
    assert prompt.what == "go-on" and prompt.tasks[:3] == [PRESS_OK] * 3
    outs = play(referee, "2 no")
    assert not [out for out in outs if isinstance(out, Refused)], "any key, at any seat"
    assert referee.prompt().what == "on" and referee.answers == [[]]


def test_an_undone_card_that_would_answer_at_once_must_be_laid_again():
    referee, kept = played("centre lays KS")
    referee.correct(["undo", 0, 1])
    assert play(referee, "1 lays 6S") == []
    assert records(play(referee, "centre lays KS"))[0][3] == [13]


def test_amend_equals_having_played_so():
    referee, kept = played(TRICK)
    kept.extend(records(referee.correct(["amend", [[1, [5, 9, 7]]]])))
    straight = played(TRICK.replace("6S", "9S"))[0]
    assert referee.table.digest == straight.table.digest
    assert [referee.table.peek(value) for value in referee.answers[1]] == [5, 9, 7]
    assert referee.answers[2:] == straight.answers[2:] == [1, [5, 9, 7]]
    shadow, outs = follow(kept)
    assert shadow.answers == referee.answers and shadow.table.digest == referee.table.digest
    assert facts(outs)[-2:] == [("turned", [13]), ("trick", [5, 9, 7], 1)]


def test_amend_leaves_alone_what_it_names_by_its_handle():
    referee, kept = played(TRICK)
    outs = referee.correct(["amend", [[1, [4096, 9, 4098]]]])
    assert outs[0] == Seal(4099, 9)
    assert records(outs)[0][3] == ["amend", 1, [[1, [4096, 4099, 4098]], [2, 1], [3, [5, 9, 7]]], 4]


def test_a_refused_correction_changes_nothing():
    referee, kept = played("1 lays 9S," + TRICK + ",1 lifts,1 lays 9S")
    assert conflict(referee, ["amend", [[0, [6]]]]) == (1, "already-played")
    assert conflict(referee, ["amend", [[1, [5, 13, 7]]]]) == (1, "already-played")
    assert conflict(referee, ["amend", [[1, [5, 5, 7]]]]) == (1, "twice")
    assert conflict(referee, ["amend", [[1, None]]]) == (1, "shape")
    assert conflict(referee, ["amend", [[3, [5, 6, 8]]]]) == (3, "not-a-players-answer")
    assert conflict(referee, ["amend", [[9, []]]]) == (9, "no-such-answer")
    assert conflict(referee, ["undo", 4]) == (4, "no-such-answer")
    assert conflict(referee, ["undo", 2, 1]) == (2, "not-a-players-answer")
    referee, kept = played(TRICK + ",0 lifts,1 lifts,2 lifts,centre lifts,0 ok,1 no")
    assert conflict(referee, ["amend", [[0, [7]]]]) == (1, "already-played")
    play(referee, "2 ok")
    assert referee.over
    assert conflict(referee, ["undo", 0]) == (0, "nothing-asked")


def test_two_seats_holding_no_void_the_stage_and_one_does_not():
    referee, kept = played(TRICK)
    assert play(referee, "1 hold-no") == [Cue("void-asked", (1,))]
    assert play(referee, "1 hold-no") == []
    play(referee, "0 ok")  # a player goes on: not meant
    assert play(referee, "2 hold-no") == [Cue("void-asked", (2,))]
    outs = play(referee, "0 hold-no")
    kept.extend(records(outs))
    assert facts(outs) == [("void", "misdeal")]
    assert [record[0] for record in kept[-2:]] == ["fix", "end"]
    assert kept[-1][3] == [1, 4099, [0, 1, 2], [], 0] and list(referee.vault) == []
    assert what(referee) == "turn-up"
    for cut in (len(kept) - 1, len(kept)):  # also between the two records
        twin = begin()
        for record in kept[:cut]:
            twin.follow(record)
        outs = twin.resume([])
        assert records(outs) == kept[cut:] and twin.prompt()[:3] == referee.prompt()[:3]
    assert follow(kept)[0].match.dump() == referee.match.dump()


# -- records that cannot be ------------------------------------------------------------------------------


def test_a_record_that_does_not_follow_names_its_field():
    kept = played(TRICK)[1]
    cases = (
        (0, 0, "answer", "kind"),
        (0, 3, ["other", 3, [], [0, 4096, [0, 1, 2], [], 0]], "value"),
        (1, 0, "start", "kind"),
        (1, 0, "end", "kind"),
        (1, 0, "part", "value"),
        (1, 0, "fix", "value"),
        (1, 1, 1, "stage"),
        (1, 2, 1, "index"),
        (1, 4, 1, "digest"),
        (1, 3, [99], "value"),
        (2, 3, [4096, 4096, 4098], "value"),
        (2, 3, [4096, 4097, 4099], "value"),
        (2, 3, [5, 6, 7], "value"),
        (4, 3, [5, 6, 13], "value"),
        (4, 3, [5, 6, 4098], "value"),
    )
    for at, field, value, name in cases:
        record = list(kept[at])
        record[field] = value
        try:
            follow(kept[:at] + [record])
        except Difference as difference:
            assert list(difference.record) == record and difference.field == name, (record, difference.field)
        else:
            raise AssertionError(record)


def test_a_prompt_is_a_value():
    referee = played(TRICK)[0]
    assert referee.prompt() == referee.prompt()
    before = everything(referee)
    referee.prompt()
    assert everything(referee) == before


def test_facts_are_copies():
    def script(table, match):
        mine = [1, [2]]
        table.tell("list", mine)
        mine[1].append(3)
        yield Poll((0,), (YES,), "on")

    assert facts(begin(script).start()) == [("list", [1, [2]])]


def test_the_answer_of_a_show_is_what_its_parts_gave():
    kept = played("0 lays 5S,0 lifts,0 lays 6S,1 lays 7S,0 ok,1 ok", show)[1]
    assert kept[-1][3] == [[4096, 4097], [4098]]
    kept[-1][3] = [[4096], [4098]]
    try:
        follow(kept, show)
    except Difference as difference:
        assert difference.expected == "not-what-was-shown"
    else:
        raise AssertionError(kept[-1])


def test_an_amend_leaves_the_cards_of_the_open_ask_as_they_are():
    referee = waiting_for(Lay((0,), "first"), Clear(), Lay((0, 1), "second"))
    play(referee, "0 lays 5S,0 lifts,0 lays 6S")
    before = referee.prompt()
    referee.correct(["amend", [[0, [7]]]])
    assert referee.prompt() == before
    play(referee, "1 lays 8S")
    assert answer(referee) == [6, 8]
