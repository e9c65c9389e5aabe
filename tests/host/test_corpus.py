"""Homes and exported matches that earlier versions wrote: all of it opens, or is refused by name."""

import json
import shutil

import pytest

import mp32
import played_matches
from tablehost.errors import VERSION_SKEW
from tablehost.folders import home

CORPUS = mp32.ROOT / "tests" / "corpus"
VERSIONS = sorted(path.name for path in CORPUS.iterdir() if path.is_dir())
STATES = ["over", "over", "over", "over", "parked", "unfinished"]
REFUSED = {  # (version, game or verb) -> the code of the refusal; of a list of files what is found
    ("0.1.0", "democrazy"): "OTHER_RULES",
    ("0.1.0", "verify 3.jsonl"): "OTHER_RULES",
    ("0.1.0", "import 3.jsonl"): "recorded under revision 2 of the rules, this program has revision 3",
}


def run(*words):
    return played_matches.run(home(), *map(str, words))


@pytest.fixture(params=VERSIONS)
def version(request, new_home):
    assert run("data", "restore", CORPUS / request.param / "home.zip")[0] == 0
    assert run("own", home() / "own_games" / "highcard")[0] == 0, "a program is run when it is trusted"
    return request.param


def opens(result, version, what):
    """Return True if a command went well; False if it was refused as REFUSED says."""
    status, out, err = result
    code = REFUSED.get((version, what))
    if code is None:
        assert status == 0, err or out
        return True
    said = json.loads(out or err)
    assert status == VERSION_SKEW
    if "error" in said:
        assert said["error"]["code"] == code
    else:
        (file,) = said["data"]["files"]
        assert code in file["findings"][0]
    return False


def test_a_home_lists_tells_and_verifies_its_matches(version):
    status, out, _ = run("matches", "--json")
    rows = json.loads(out)["data"]
    assert status == 0 and [row["state"] for row in rows] == STATES
    for row in rows:
        for verb in ("log", "verify"):
            opens(run(verb, row["id"], "--json"), version, row["game"])
        assert len(row["winners"]) == (row["state"] == "over")
    for words in (["club", "standings", "Tuesday"], ["doctor"], ["tables"]):
        opens(run(*words, "--json"), version, words[0])


def test_a_custom_game_can_be_played_again(version):
    result = run(*"play highcard --watch --players 4 --pace 0 --json".split())
    opens(result, version, "play highcard")


@pytest.mark.parametrize(("number", "parked"), [("5", True), ("6", False)])
def test_parked_and_interrupted_matches_go_on_to_their_end(version, number, parked):
    result = run("play", "--watch", "--pace", "0", "--json", "--resume", number)
    if opens(result, version, f"resume {number}"):
        assert json.loads(result[1].splitlines()[-1])["kind"] == "result"
        assert run("verify", number)[0] == 0


@pytest.mark.parametrize("name", ["1.jsonl", "1.zip", "2.jsonl", "3.jsonl", "4.jsonl"])
@pytest.mark.parametrize("version", VERSIONS)
def test_exported_games_verify_and_are_taken_in(new_home, tmp_path, version, name):
    if name == "4.jsonl":
        assert run("new-game", "highcard")[0] == 0 == run("own", "highcard")[0]
    shutil.copy(CORPUS / version / name, tmp_path / name)
    opens(run("verify", tmp_path / name, "--json"), version, f"verify {name}")
    opens(run("import", tmp_path / name, "--json"), version, f"import {name}")
