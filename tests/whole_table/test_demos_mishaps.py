"""Matches of DemoS in which things go wrong, in every mode: the evening goes on, or the table says what is
wrong, and where.

`make soak` plays each mode through the firmware, the gate one.
"""

from collections import Counter

import pytest

from amounts import amount
from cardtable.engine import match as matches
from cardtable.games import registry as games
from fumbled_matches import Fumbled
from played_matches import check_journal, check_told, open_log, run
from tablehost.people import faults

GAME = games.load("demos")
MATCHES = amount(20, soak=1000)
TABLES = (("learning", 3), ("complete", 4), ("2v2", 4), ("2v3", 5), ("2v2+1", 5))
THROUGH_THE_FIRMWARE = amount((TABLES[1],), soak=TABLES)
OF_HANDS = ("misread", "early", "wrong", "two", "forgotten")


@pytest.mark.parametrize(("mode", "seats"), TABLES)
def test_hands_that_fumble_play_to_the_end(tmp_path, mode, seats):
    """Hundreds of faults in every mode: each comes to light, and after each the match goes on."""
    happened, refused = Counter(), Counter()
    for seed in range(MATCHES // len(TABLES)):
        asked = dict.fromkeys(OF_HANDS, (0.05, 0.15, 0.3)[seed % 3]) | {"forgotten": 0.5}
        match = matches.new(GAME, seats, {"mode": mode, "max_rounds": 6})
        kinds = ("random",) if seed % 4 == 3 else ("sensible",)
        played = Fumbled(match, seed, asked, tmp_path, kinds, fidget=(0.02, 0.2)[seed % 2]).play()
        assert played.facts[-1][0] == "result"
        assert played.room.view(0).totals == played.facts[-1][2]
        told = Counter(name for name, _, _ in played.faults.told)
        assert told == played.faults.happened, "each came to light"
        happened.update(played.faults.happened)
        refused.update(played.refused)
    assert set(happened) == set(OF_HANDS) and sum(happened.values()) > 100
    usual = {"foreign", "not-in-deck", "several", "unreadable", "number-due", "not-taken", "shown-already"}
    assert usual <= set(refused)


@pytest.mark.parametrize(("mode", "seats"), THROUGH_THE_FIRMWARE)
def test_everything_goes_wrong_in_a_match_through_the_firmware(tmp_path, mode, seats):
    asked = faults.default_kinds() | {"noise": 0.05, "forgotten": 1}
    asked |= dict.fromkeys(("misread", "wrong", "two"), 0.2) | {"early": 0.5}
    words = f"play demos --pace 0 --seed 3 --players {seats} -o mode={mode} -o max_rounds=1 --faults".split()
    status, _, err = run(tmp_path, *words, ",".join(f"{name}={value:g}" for name, value in asked.items()))
    assert status == 0, err
    assert open_log(tmp_path)[-1]["kind"] == "result"
    check_journal(tmp_path)
    kept = faults.read(tmp_path / "virtual" / "pico_6pads")
    assert sorted(kept["happened"]) == sorted(faults.NAMES), "each kind happened"
    told = Counter(name for name, _, _ in kept["told"])
    assert all(told[name] == kept["happened"][name] for name in (*OF_HANDS, "stuck")), "each was told"
    wrong = [row for row in kept["told"] if row[0] == "wrong"]
    numbered = [(where.replace("seat ", ""), words) for _, where, words in wrong]  # "seats 1, 2 and 4"
    assert wrong and all(where in words for where, words in numbered), "and where"
    check_told(err, kept["happened"])
