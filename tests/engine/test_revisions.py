"""Games of older revisions of the rules go on verifying, and no claim of an old revision passes as sound."""

import json
from pathlib import Path

import pytest

import test_conformance as conformance
from cardtable.engine import match as matches
from cardtable.engine.match import Older, current_revision, resolve
from cardtable.games import registry as games
from cardtable.wire.records import ruled
from random_players import revived
from recorded_matches import Match, audited, sign_again
from tablehost.cli.verify import Request, report_on_game
from tablehost.errors import GAP, Trouble
from tablehost.games import narration
from tablehost.journal import gamefile
from tablehost.journal.game_log import Chronicle
from tablehost.journal.store import Gap
from tablehost.referee import open_log, revisions
from tablehost.referee.shadow import Shadow

RECORDED = Path(__file__).parents[1] / "golden" / "revision_1"
FILES = sorted(RECORDED.glob("*.jsonl"))
CODE = "olive"  # of the match with policy "sealed"
# File -> the paragraphs of changed rulings that its note names; all others are judged whole.
DEPARTING = {
    "democracy_staker_silent": ("A34",),
    "democracy_staker_silent_2": ("A34",),
    "democrazy_corrected_private": ("U45",),
}


def report_of(file):
    return report_on_game(file, Request(code=CODE), file.told["finished"] is not None)


def states(report, part):
    return [(state, text) for state, where, text in report.rows if where == part]


# -- what was recorded before a record had a revision ------------------------------------------------------


def test_there_are_games_of_every_kind():
    names = " ".join(path.stem for path in FILES)
    for game in games.NAMES:
        assert f"{game}_corrected" in names and f"{game}_faults" in names
    told = [gamefile.read(path).told for path in FILES]
    modes = {one["options"]["mode"] for one in told if one["game"] == "demos"}
    assert modes == {"learning", "complete", "2v2", "2v3", "2v2+1"}
    assert {gamefile.read(path).audit(CODE).policy for path in FILES} == {"shown", "all", "sealed"}


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_a_game_of_revision_1_goes_on_verifying(path):
    file = gamefile.read(path)
    report = report_of(file)
    assert report.failures == 0, report.rows
    assert any("revision 1 of the rules" in text for _, text in states(report, "rules"))
    named = DEPARTING.get(path.stem, ())
    assert report.status == (GAP if named else 0), report.rows
    audit = file.audit(CODE)
    assert audit.revision == 1 and audit.over
    assert {ruling for _, one in audit.departures for ruling in one.rulings} == set(named)


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_without_its_beginning_the_revision_is_found_from_the_rest(path):
    """The record "start" is lost: from the next stage on the game is judged all the same."""
    file = gamefile.read(path)
    whole = file.audit(CODE)
    at = [json.loads(raw)[4] for raw in file.raws].index("start")
    g = json.loads(file.raws[at])[0]
    file.raws, file.gaps = file.raws[:at] + file.raws[at + 1 :], [Gap(g, g)]
    audit = file.audit(CODE)
    assert audit.findings == [] and audit.over
    assert audit.judged + audit.unjudged + audit.astray == whole.judged + whole.astray - 1
    assert audit.unjudged < 25, "taking seats, and who plays with whom"


@pytest.mark.parametrize("name", games.NAMES)
def test_the_list_of_changes_reaches_the_current_revision(name):
    game = games.load(name)
    changes = games.load(name).CHANGES
    numbers = [row[0] for row in changes]
    assert numbers == sorted(numbers) and set(numbers) <= set(range(2, current_revision(game) + 1))
    older = Older(game, 1)
    assert older.options + len(older.values) == len(game.OPTIONS)
    for row in changes:
        if row[1] == "field":
            assert row[3] in [field.rstrip("*") for field in game.FACTS[row[2]]]
        elif row[1] == "fact":
            assert row[2] in game.FACTS
    for names, kind in ((("option",), [row[0] for row in game.OPTIONS]), (("state",), list(game.STATE))):
        later = [row[2] for row in changes if row[1] in names]
        assert kind[len(kind) - len(later) :] == later, "they are appended, in their order"


# -- the mechanism, with changes of its own ----------------------------------------------------------------


@pytest.fixture
def change(monkeypatch):
    """Give Democracy other revisions; called with rows of CHANGES, it says what is known from then on."""

    def given(current, rows):
        monkeypatch.setitem(games.REVISIONS, "democracy", current)
        monkeypatch.setattr(games.load("democracy"), "REVISION", current)
        monkeypatch.setattr(games.load("democracy"), "CHANGES", tuple(rows))

    return given


def start_of(raws):
    return next(json.loads(raw)[7] for raw in raws if json.loads(raw)[4] == "start")


def test_every_match_is_recorded_with_its_revision(change):
    for current in (1, 2, 3):
        change(current, [])
        raws = Match("democracy", 3, 1, fixed={"target": 1}).play().raws
        assert start_of(raws)[4:] == ([] if current == 1 else [current])
        audit = audited(raws)
        assert audit.findings == [] and audit.over and audit.revision == current


def test_fields_options_and_state_that_came_later_are_no_part_of_an_older_match(change, monkeypatch):
    """Today's last field of a trick, last option and last field of the state are taken as new ones."""
    game = games.load("democracy")
    change(1, [])
    # As if it had been recorded before: one field, one kind of fact, one option, one field of the state less.
    usual = resolve(game, 3, {})
    last = game.OPTIONS[-1][0]
    change(
        2,
        [
            (2, "field", "trick", "why"),
            (2, "fact", "island"),
            (2, "option", last, usual[last]),
            (2, "state", game.STATE[-1], plain_default(game)),
        ],
    )
    monkeypatch.setattr(conformance, "options_of", lambda game, seats, lots, given: {"target": 1})
    fresh = matches.new(game, 3, {"target": 1}).dump()
    old = revisions.at_revision(game, fresh, 1)
    assert len(old) == 4 and len(old[2]) == len(fresh[2]) - 1 and len(old[3]) == len(fresh[3]) - 1
    one, now = matches.load(game, old), matches.load(game, fresh)
    assert one.dump() == old and one.state() == old[3] and now.dump() == fresh
    assert one.options[last] == usual[last]
    assert one.older.known(("island", 1, 0)) is None
    assert one.older.known(("trick", *range(10))) == ("trick", *range(9))
    assert one.older.known(("void", "misdeal")) == ("void", "misdeal")
    shadow = Shadow()
    shadow.follow(["start", 0, 0, old, 0])
    assert shadow.difference is None and shadow.match.revision == 1
    longer = [*old[:2], fresh[2], old[3]]
    shadow = Shadow()
    shadow.follow(["start", 0, 0, longer, 0])
    assert shadow.difference is not None, "an older match has no newer option"


def plain_default(game):
    match = matches.new(game, 3, {})
    return getattr(match, game.STATE[-1])


@pytest.mark.parametrize("revision", [0, -1, True, "1", 2.0, None, [2], 4])
def test_a_revision_that_no_table_writes_is_a_difference(change, revision):
    change(3, [])
    dumped = [*matches.new(games.load("democracy"), 3, {}).dump()[:4], revision]
    shadow = Shadow()
    shadow.follow(["start", 0, 0, dumped, 0])
    assert shadow.difference is not None
    assert shadow.departures == []


def test_a_newer_revision_is_named(change):
    change(2, [])
    raws = Match("democracy", 3, 1, fixed={"target": 1}).play().raws
    change(1, [])
    (finding,) = [one for one in audited(raws).findings if one.part == "rules"]
    assert finding.text == "revision of the rules is 2, by the rules it is 1"


@pytest.mark.parametrize("part", [0.3, 0.5, 0.7, 0.9])
@pytest.mark.parametrize("name", ["demos_corrected_2v2", "democracy_declared", "democrazy_blank"])
def test_a_match_goes_on_under_its_revision_with_a_newer_program(name, part):
    """The power fails, the table gets a newer program, random players go on: it verifies as of revision 1."""
    file = gamefile.read(RECORDED / f"{name}.jsonl")
    game = games.load(file.told["game"])
    told = [ruled(json.loads(raw)[4:]) for raw in file.raws]
    records = [record for record in told if record is not None]
    del records[int(part * len(records)) :]
    while records[-1][0] != "answer":  # what a correction or a part leaves open is another test's
        records.pop()
    run = conformance.begin(game, len(file.told["players"]), len(records))
    run.fresh = run.checkpoint = records[0][3]
    run.records, run.base = list(records), 0
    for i, record in enumerate(records):
        if record[0] == "end":
            run.checkpoint, run.base = matches.with_state(run.fresh, record[3]), i + 1
        assert record[0] != "fix" or record[3][0] != "back", "the stage before would be open again"
    run.vault = dict(map(tuple, file.audit().values()))
    run.deck = bytes(sorted(game.deck(len(file.told["players"]), matches.load(game, run.fresh).options)))
    run.referee = revived(run)
    before = Shadow()
    for record in records:
        before.follow(json.loads(json.dumps(record)))
    run.facts = [json.dumps(fact) for fact in before.stage_facts]
    run.keep(run.referee.resume([]))
    while not run.referee.over:
        run.step()
    assert len(run.records) > len(records)
    shadow = Shadow()
    for record in run.records:
        shadow.follow(json.loads(json.dumps(record)))
    assert shadow.difference is None and shadow.over and shadow.match.revision == 1


# -- rulings that changed ----------------------------------------------------------------------------------

RULING = (2, "ruling", "A05", ("turn-up", "lay-face-down", "trick"))


def departing(raws, revision=1):
    """A game that claims an older revision and in which the winner of a trick is another one, signed anew."""
    changed = {}
    for i, raw in enumerate(raws):
        values = json.loads(raw)
        if values[4] == "start":
            values[7] = values[7][:4] + ([] if revision == 1 else [revision])
            changed[i] = values
    return sign_again(raws, changed)


def broken(raws):
    """The same, and the digest behind the first trick is another one: another ruling told something else."""
    raws = departing(raws)
    tricks = [i for i, raw in enumerate(raws) if json.loads(raw)[4] == "answer" and json.loads(raw)[5] == 1]
    at = tricks[6]
    values = json.loads(raws[at])
    values[8] ^= 1
    raws[at] = json.dumps(values, separators=(",", ":")).encode()
    return raws, json.loads(raws[at])[0]


def test_where_a_ruling_has_changed_the_rest_of_the_stage_is_not_judged(change):
    change(1, [])
    raws = Match("democracy", 3, 4, fixed={"target": 2, "negotiation": "off"}).play().raws
    raws, at = broken(raws)
    assert any(one.part == "rules" for one in audited(raws).findings)
    change(2, [(2, "ruling", "A05", ())])
    audit = audited(raws)
    # The chain was not computed anew behind the change, so it says so; the rules do not.
    assert {one.part for one in audit.findings} <= {"chain"}
    ((place, departure),) = audit.departures
    assert place == at and departure.rulings == ("A05",) and departure.revision == 1
    assert audit.astray > 0 and audit.trusted and audit.over
    chronicle = Chronicle(["Ada", "Ben", "Cleo"], True)
    for raw in raws:
        chronicle.take(json.loads(raw)[0], json.loads(raw)[4:])
    assert chronicle.shadow.over
    (line,) = [line for line in chronicle.lines if line["kind"] == "unjudged"]
    assert line == {"kind": "unjudged", "stage": 1, "revision": 1, "rulings": ["A05"]}
    said = narration.of(chronicle.lines[0])
    assert "since then changed: A05" in said.sentence(line)


def test_a_difference_elsewhere_than_at_the_marks_is_none_that_a_ruling_explains(change):
    change(1, [])
    raws, _ = broken(Match("democracy", 3, 4, fixed={"target": 2, "negotiation": "off"}).play().raws)
    change(2, [(2, "ruling", "A31", ("show-hand",))])
    audit = audited(raws)
    assert any(one.part == "rules" for one in audit.findings) and audit.departures == []


def test_who_claims_an_old_revision_is_not_sound(change):
    """The exit is 7, the note names revision, record and ruling; and the current revision fails as ever."""
    change(1, [])
    match = Match("democracy", 3, 4, fixed={"target": 2, "negotiation": "off"}).play()
    raws, at = broken(match.raws)
    change(2, [(2, "ruling", "A05", ())])
    told = {
        "game": "democracy", "players": ["Ada", "Ben", "Cleo"], "options": {}, "seed": None, "virtual": True,
        "started": None, "finished": "then", "result": None,
    }  # fmt: skip
    report = report_of(gamefile.GameFile("a", told, sign_again(raws, {}, digests=False)))
    assert report.failures == 0 and report.status == GAP
    notes = [text for state, text in states(report, "rules") if state == "--"]
    assert any(f"record {at} of revision 1" in text and "A05" in text for text in notes), notes
    assert any("a changed record among them would not be found" in text for text in notes)
    # The same under the current revision.
    change(1, [])
    assert any(one.part == "rules" for one in audited(sign_again(raws, {}, digests=False)).findings)


# -- computer and table ------------------------------------------------------------------------------------


def test_a_table_says_its_revisions_and_a_match_begins_only_by_the_same_rulings(change):
    game = games.load("democracy")
    change(3, [(2, "field", "trick", "why"), (3, "ruling", "A34", ())])
    assert "democracy-3" in games.capabilities()
    assert revisions.of_table(["x", "democracy-3", 7, "demos-2"], game) == 3
    assert revisions.of_table([], game) == 1
    revisions.check(["democracy-3"], game)
    refused = {"democracy-4": "RULES_NEWER", "democracy-2": "RULES_OLDER", "": "RULES_OLDER"}
    for capability, code in refused.items():
        with pytest.raises(Trouble) as trouble:
            revisions.check([capability], game)
        assert trouble.value.code == code
    change(3, [(2, "field", "trick", "why"), (3, "fact", "island")])
    revisions.check(["democracy-2"], game)
    revisions.check([], game)


def test_the_log_names_the_revision():
    game = games.load("demos")
    match = matches.new(game, 3, {})
    line = open_log.match_line(game, ["a", "b", "c"], match.options, True, match.revision)
    assert line["revision"] == current_revision(game)


def test_an_open_log_of_an_older_program_is_told_by_its_game():
    """It lacks the fields and kinds that came later; anything else that lacks or differs is another game."""
    path = RECORDED / "demos_2v2.jsonl"
    file = gamefile.read(path)
    chronicle = Chronicle(file.told["players"], True)
    for raw in file.raws:
        chronicle.take(json.loads(raw)[0], json.loads(raw)[4:])
    told = chronicle.lines
    later = {
        "match": ["revision"],
        "turned_up": ["n", "by"],
        "standing": ["recorded"],
        "media": ["n", "target_n"],
    }
    old = [{k: v for k, v in line.items() if k not in later.get(line["kind"], ())} for line in told]
    assert old != told
    assert revisions.is_same_log(told, told) and revisions.is_same_log(old, told)
    old[0]["rules"] = "0.0.1"
    assert revisions.is_same_log(old, told)
    assert not revisions.is_same_log(told, old) and not revisions.is_same_log(old[:-1], told)
    assert not revisions.is_same_log(old[1:], told) and not revisions.is_same_log([], told)
    for i, line in enumerate(old):
        for name in line:
            changed = [*old[:i], {**line, name: "other"}, *old[i + 1 :]]
            lacking = [*old[:i], {k: v for k, v in line.items() if k != name}, *old[i + 1 :]]
            assert revisions.is_same_log(changed, told) == (name == "rules"), (line["kind"], name)
            if name != "rules":
                assert not revisions.is_same_log(lacking, told), (line["kind"], name)
