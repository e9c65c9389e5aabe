"""A forged record passes where nothing outside holds it, and is found where anything does.

The forgery of tests/support/forgery.py exchanges two cards of one player between two tricks, so that another
player wins, and computes all else again.
"""

import json

import pytest

import parking
from forgery import exchange, is_sound
from recorded_matches import Match, audited, chained
from tablehost.cli.command import main
from tablehost.journal import anchors, gamefile
from tablehost.journal.gamefile import GameFile
from tablehost.journal.store import Gap, Journal
from tablehost.seats import NAMES

UID = "e66138528350be2f"
RULES = {"deal_check": "off", "bad_catch": "off"}


@pytest.fixture(scope="module")
def played():
    return Match("democracy", 4, 1, fixed=RULES).play().raws


@pytest.fixture(scope="module")
def forged(played):
    return exchange(played)


@pytest.fixture(scope="module")
def played_by_segments():
    """A match that was parked and taken up several times."""
    return parking.by_lot(1, records=90, switches=15)[0][0]


@pytest.fixture(scope="module")
def forged_by_segments(played_by_segments):
    return exchange(played_by_segments)


@pytest.fixture(autouse=True)
def elsewhere(tmp_path, monkeypatch):
    """A computer that has never seen the table."""
    monkeypatch.setenv("CARDTABLE_HOME", str(tmp_path / "home"))
    monkeypatch.chdir(tmp_path)


def written(path, raws, finished="2026-11-21T21:15:00.000+00:00"):
    """The game in a file, as it was exported."""
    match = audited(raws).shadow.match
    told = {
        "game": "democracy",
        "players": list(NAMES[: match.seats]),
        "options": match.options,
        "seed": None,
        "virtual": False,
        "started": "2026-11-21T20:15:00.000+00:00",
        "finished": finished,
        "result": None,
    }
    path.write_text(gamefile.to_lines(GameFile(UID, told, raws)))
    return str(path)


def verify(capsys, *words):
    """(exit status, the report by part, all of it)."""
    status = main(["verify", *words])
    out = capsys.readouterr().out
    return status, [line.partition(": ") for line in out.splitlines()], out


def anchored(capsys, *words):
    status, _, out = verify(capsys, *words)
    return status, "unanchored" in out, "as they were committed to" in out


def words_of(raws):
    return [head.words for head in audited(raws).heads]


def test_the_forgery_is_sound_in_itself_and_has_another_winner(played, forged):
    assert is_sound(played) and is_sound(forged)
    assert audited(played).shadow.facts[-1][1] != audited(forged).shadow.facts[-1][1]
    assert json.loads(forged[0])[:10] == json.loads(played[0])[:10]


@pytest.mark.parametrize("which", ["played", "forged"])
def test_elsewhere_both_are_unanchored_and_no_more_is_said_of_the_cards(capsys, tmp_path, request, which):
    path = written(tmp_path / "game.jsonl", request.getfixturevalue(which))
    assert anchored(capsys, path) == (0, True, False)
    assert anchored(capsys, path, "--require-anchor") == (6, True, False)
    assert main(["import", path]) == 0
    assert anchored(capsys, "last") == (0, True, False), "a copy that came as a file is no anchor"
    assert main(["log", "last"]) == 0
    words = words_of(request.getfixturevalue(which))
    told = capsys.readouterr().out.splitlines()[-2:]
    assert told[0] == f"Words of the beginning: {words[0]} [{UID}/0]"
    assert told[1].startswith(f"Words to note down: {words[-1]} [{UID}/0] (")


def test_a_forgery_in_a_segment_of_a_parked_match_is_sound_in_itself(played_by_segments, forged_by_segments):
    """The forgery changes records from before the match was taken up, and binds each segment to that."""
    pairs = list(zip(played_by_segments, forged_by_segments, strict=True))
    values = [(json.loads(one)[7:8], json.loads(other)[7:8]) for one, other in pairs]
    first = next(
        i for i, (one, other) in enumerate(values) if one != other and b'"answer"' in played_by_segments[i]
    )
    taken_up = [i for i, raw in enumerate(played_by_segments) if b'"taken-up"' in raw]
    assert len(taken_up) > 1 and first < taken_up[-1]
    assert all(pairs[i][0] != pairs[i][1] for i in taken_up if i > first)
    assert is_sound(played_by_segments) and is_sound(forged_by_segments)
    assert audited(forged_by_segments).segments == len(taken_up) + 1
    winners = [audited(raws).shadow.facts[-1][1] for raws in (played_by_segments, forged_by_segments)]
    assert winners[0] != winners[1]


def test_verify_judges_a_forged_segment_as_it_does_a_match_played_at_once(
    capsys, tmp_path, played_by_segments, forged_by_segments
):
    """Nothing outside: both are unanchored. Words of any head that were noted hold all segments."""
    true = written(tmp_path / "true.jsonl", played_by_segments)
    false = written(tmp_path / "false.jsonl", forged_by_segments)
    for path in (true, false):
        assert anchored(capsys, path) == (0, True, False)
        assert anchored(capsys, path, "--require-anchor") == (6, True, False)
    heads = words_of(played_by_segments)
    assert len(heads) > 1
    for words in heads:
        assert anchored(capsys, true, "--require-anchor", "--words", *words.split()) == (0, False, True)
        status, _, out = verify(capsys, false, "--words", words)
        assert status == 6 and "your six words belong to no head" in out and "committed" not in out


def test_a_forged_segment_alone_does_not_fit_the_others(played_by_segments, forged_by_segments):
    """The segments of the true match behind a forged one name another chain."""
    last = [i for i, raw in enumerate(played_by_segments) if b'"taken-up"' in raw][-1]
    mixed = forged_by_segments[:last] + played_by_segments[last:]
    assert any(one.part == "chain" for one in audited(mixed).findings)


def test_any_six_words_that_were_noted_hold_the_whole_match(capsys, tmp_path, played, forged):
    """Those of the beginning as well: the end is signed with a key that they hold."""
    true, false = written(tmp_path / "true.jsonl", played), written(tmp_path / "false.jsonl", forged)
    assert verify(capsys, true, "--json")[2].count('"anchored": false') == 1
    for words in words_of(played):
        assert '"anchored": true' in verify(capsys, true, "--json", "--words", words)[2]
        assert anchored(capsys, true, "--require-anchor", "--words", *words.split()) == (0, False, True)
        status, _, out = verify(capsys, false, "--words", words)
        assert status == 6 and "your six words belong to no head" in out and "committed" not in out


def test_who_keeps_the_first_record_cannot_sign_the_end(played):
    """Then the words of the beginning are those that people noted, and the signature is another's."""
    kept = exchange(played, announces=False)
    assert words_of(kept)[0] == words_of(played)[0]
    assert [(one.part, one.text.split(" with")[0]) for one in audited(kept).findings] == [
        ("chain", "is not signed")
    ]


def test_where_the_match_is_cut_off_words_hold_what_was_before_them(capsys, tmp_path, played, forged):
    """A signature holds what was played to the end; who cuts it off can change what followed the words."""
    assert words_of(played)[0] != words_of(forged)[0]
    cut = written(tmp_path / "cut.jsonl", played[:-3], finished=None)
    words = words_of(played)[0]
    last = json.loads(next(raw for raw in played if json.loads(raw)[4] == "head"))[0]
    status, _, out = verify(capsys, cut, "--words", words)
    assert status == 0 and f"records {last + 1} to {len(played) - 4} are unanchored" in out
    assert verify(capsys, cut, "--words", words, "--require-anchor")[0] == 6
    without = [*played[:-2], played[-1]]
    assert "it is not signed" in verify(capsys, written(tmp_path / "w.jsonl", without))[2]


def test_a_match_of_a_table_that_did_not_sign_yet(capsys, tmp_path):
    """Words hold what was before them, so the last ones hold all."""
    raws = Match("democracy", 4, 1, fixed=RULES, signs=False).play().raws
    assert is_sound(raws) and not audited(raws).is_signed
    path, words = written(tmp_path / "game.jsonl", raws), words_of(raws)
    status, _, out = verify(capsys, path, "--words", words[0])
    assert status == 0 and f"records 6 to {len(raws) - 1} are unanchored" in out
    assert anchored(capsys, path, "--words", words[-1], "--require-anchor") == (0, False, True)
    forged = exchange(raws)
    assert is_sound(forged) and words_of(forged)[0] == words[0]
    path = written(tmp_path / "false.jsonl", forged)
    assert "are unanchored" in verify(capsys, path, "--words", words[0])[2]
    assert verify(capsys, path, "--words", words[-1])[0] == 6


def test_who_says_that_the_table_lost_its_vault_or_that_records_are_lost_is_not_held(
    capsys, tmp_path, played
):
    """Then nothing has to be proved or signed, so words hold only what was before them."""
    match = Match("democracy", 4, 1, fixed=RULES)
    while match.run.referee.match.stage < 1 or len(match.run.referee.answers) < 3:
        match.step()
    match.table.note("vault", [])
    match.table.terms = None
    raws = match.play().raws
    path = written(tmp_path / "game.jsonl", raws)
    status, _, out = verify(capsys, path, "--words", words_of(raws)[0])
    assert status == 7 and f"records 6 to {len(raws) - 1} are unanchored" in out
    assert verify(capsys, path, "--words", words_of(raws)[0], "--require-anchor")[0] == 6
    file = gamefile.read(tmp_path / "game.jsonl")
    file.raws, file.gaps = [*played[:20], *played[21:]], [Gap(20, 20)]
    (tmp_path / "gap.jsonl").write_text(gamefile.to_lines(file))
    for words in words_of(played):
        status, _, out = verify(capsys, str(tmp_path / "gap.jsonl"), "--words", words, "--require-anchor")
        assert status == 6 and "unanchored" in out


def test_the_computer_that_recorded_the_game_needs_no_words(capsys, tmp_path, played, forged):
    keep(played)
    assert anchored(capsys, written(tmp_path / "true.jsonl", played), "--require-anchor") == (0, False, True)
    status, _, out = verify(capsys, written(tmp_path / "false.jsonl", forged))
    assert status == 6 and "FAIL  fork" in out and "as they were committed to" not in out


def keep(raws):
    """This computer took the records from the table itself."""
    with Journal() as journal:
        journal.append(UID, raws)


def test_a_file_in_which_words_were_kept(capsys, tmp_path, played, forged):
    """The output of `verify` or `log`, a score page, a mail: any text, also with the words of other games."""
    true, false = written(tmp_path / "true.jsonl", played), written(tmp_path / "false.jsonl", forged)
    note = tmp_path / "note.txt"
    first, last = words_of(played)[0], words_of(played)[-1]
    for text in (
        f"Words to note down: {last}",
        f"{first.upper()}\n{last.replace(' ', '-')}\n",
        f"other: {words_of(forged)[-1]}, ours {first}.",
        verify(capsys, true)[2],
    ):
        note.write_text(text)
        assert anchored(capsys, true, "--anchor", str(note), "--require-anchor") == (0, False, True), text
    for text in (first, f"{first} {last}"):
        note.write_text(text)
        status, _, out = verify(capsys, false, "--anchor", str(note))
        assert status == 6 and "of no head of this record" in out
    note.write_text("no words here: gidim vihoj nuzaj natik luhav")
    assert main(["verify", true, "--anchor", str(note)]) == 2
    assert "six words" in capsys.readouterr().err
    assert main(["verify", true, "--anchor", str(tmp_path / "none")]) == 3


# -- behind the signature -------------------------------------------------------------------------------


def appended(raws, *records):
    """The record with more behind it: (kind, fields...) each, in a boot of its own if it is "boot"."""
    match, raws = json.loads(raws[0])[5], list(raws)
    chain = audited(raws).chain
    for record in records:
        g, boot, n, us = json.loads(raws[-1])[:4]
        begins = [boot + 1, 0, 0] if record[0] == "boot" else [boot, n + 1, us]
        raw, chain = chained([g + 1, *begins, *record], match, chain)
        raws.append(raw)
    return raws


BOOT = ("boot", "power", None, None)
NOTE = ("note", "pause", 0)


def head_of(raws):
    return tuple(json.loads(raws[-1])[4:])


@pytest.mark.parametrize(
    ("kept", "more"),
    [
        (0, [NOTE]),
        (0, ["head"]),
        (0, [BOOT, "head"]),
        (1, [NOTE]),
        (1, [NOTE, "head"]),
        (1, [BOOT, NOTE, "head"]),
        (1, ["head", NOTE]),
        (1, ["head", "head"]),
        (1, [("rest", [])]),
        (1, [("part", 1, 0, 0, 0)]),
        (1, [("note", "vault", [])]),
    ],
    ids=str,
)
def test_no_record_of_a_match_follows_its_signature_but_the_head(capsys, tmp_path, played, kept, more):
    """`kept`: of the table's own records, how many are cut off."""
    before = played[: len(played) - kept]
    added = appended(before, *(head_of(played) if one == "head" else one for one in more))
    path = written(tmp_path / "game.jsonl", added)
    words = words_of(played)[0]
    status, _, out = verify(capsys, path, "--words", words, "--require-anchor")
    assert status == 6 and "behind the signature" in out, out
    assert main(["import", path]) == 6


@pytest.mark.parametrize("boots", [0, 1, 3])
@pytest.mark.parametrize("heads", [0, 1])
def test_a_power_cut_between_signature_and_head_verifies(capsys, tmp_path, played, boots, heads):
    """The words hold all up to the signature; `verify` says which record there is not signed."""
    cut = appended(played[:-1], *[BOOT] * boots, *[head_of(played)] * heads)
    signed = json.loads(played[-2])[0]
    path = written(tmp_path / "game.jsonl", cut)
    for words in words_of(played)[:-1]:
        status, _, out = verify(capsys, path, "--words", words, "--require-anchor")
        assert status == 0 and f"record {signed} signs all before it" in out, out
        assert ("not signed" in out) == bool(boots)
        assert f"record {signed} signs the end: nothing before it has changed" in out
    assert anchored(capsys, path, "--require-anchor") == (6, True, False)
    note = tmp_path / "note.txt"
    note.write_text(words_of(played)[0])
    assert anchored(capsys, path, "--anchor", str(note), "--require-anchor") == (0, False, True)
    assert main(["import", path]) == 0


# -- a file with later words ----------------------------------------------------------------------------


def label_words(raws, uid=UID):
    return [f"{words} [{uid}/{json.loads(raws[0])[0]}]" for words in words_of(raws)]


@pytest.fixture
def cut(tmp_path, played):
    """The match without its end: changed behind the words of the beginning, which are those of the file."""
    return written(tmp_path / "cut.jsonl", exchange(played, announces=False)[:-3], finished=None)


@pytest.mark.parametrize("is_labelled", [True, False])
def test_later_words_in_a_file_expose_a_record_that_is_cut_off(capsys, tmp_path, played, cut, is_labelled):
    note = tmp_path / "note.txt"
    note.write_text("\n".join(label_words(played) if is_labelled else words_of(played)))
    status, _, out = verify(capsys, cut, "--anchor", str(note))
    assert status == 6 and f"FAIL  anchor: {note} has" in out, out
    status, _, out = verify(capsys, written(tmp_path / "true.jsonl", played), "--anchor", str(note))
    assert status == 0 and "unanchored" not in out, "the whole match has all of them"


def test_a_record_under_another_name_of_the_table_is_exposed_as_well(capsys, tmp_path, played, cut):
    """The words that it does have say of which match the others are."""
    file = gamefile.read(tmp_path / "cut.jsonl")
    file.uid = "e66138528350be2e"
    (tmp_path / "cut.jsonl").write_text(gamefile.to_lines(file))
    note = tmp_path / "note.txt"
    note.write_text("\n".join(label_words(played)))
    assert verify(capsys, cut, "--anchor", str(note))[0] == 6


def test_words_of_other_matches_expose_nothing(capsys, tmp_path, played, forged):
    """A file of a whole year: `log` and `verify` print of which table and match the words are."""
    true = written(tmp_path / "true.jsonl", played)
    early = written(tmp_path / "early.jsonl", played[:-3], finished=None)
    other = [f"{words} [{UID}/4711]" for words in words_of(forged)]
    beginning = words_of(played)[0]
    note = tmp_path / "note.txt"
    note.write_text("\n".join([*other, f"{beginning} [{UID}/0]"]))
    for path in (true, early):
        status, _, out = verify(capsys, path, "--anchor", str(note))
        assert status == 0 and "2 more in it belong to other records" in out, out
    note.write_text("\n".join([*words_of(forged), beginning]))
    assert verify(capsys, true, "--anchor", str(note))[0] == 0, "the signature holds it to its end"
    status, _, out = verify(capsys, early, "--anchor", str(note))
    assert status == 6 and "keep the words of each match in a file of its own" in out


def test_printed_words_carry_table_and_first_record(capsys, tmp_path, played, cut):
    true = written(tmp_path / "true.jsonl", played)
    printed = verify(capsys, true)[2]
    assert label_words(played)[-1] in printed
    assert main(["import", true]) == 0 and main(["log", "last"]) == 0
    told = capsys.readouterr().out
    assert all(words in told for words in label_words(played)), told
    note = tmp_path / "note.txt"
    note.write_text(told)
    assert verify(capsys, cut, "--anchor", str(note))[0] == 6


def test_words_say_how_far_the_match_was(played):
    audit = audited(played)
    first, *_, last = audit.heads
    assert "(the beginning)" in anchors.of_words(audit, first.words).text
    assert "(the end)" in anchors.of_words(audit, last.words).text
