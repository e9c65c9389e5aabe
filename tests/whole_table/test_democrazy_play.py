"""Democrazy by `cardtable play`: the people of the virtual table have the chips that the table tells of."""

import json
import re
import subprocess
import sys

import pytest

import played_matches
from cardtable.games import registry
from crashing_table import Home
from tablehost.referee import open_log
from tablehost.virtual.table import VirtualTable

democrazy = registry.load("democrazy")


def test_people_read_of_a_card_that_can_not_be_there():
    """Findings of the table are reported like the game's own facts."""
    fact = ("impossible", 0, "with-another", None, 3)
    told = {"kind": "impossible", "place": 0, "why": "with-another", "before": None, "now": 3}
    assert open_log.raw(democrazy, fact) == told


def played(home, monkeypatch, *words):
    """Return the lines of a whole match, and the open cards before the people at its end."""
    run, kept = VirtualTable.run, home / "open.json"

    def run_and_tell(table):
        run(table)
        lies = table.room.open
        kept.write_text(json.dumps({"chips": lies.chips, "bag": lies.bag, "gone": sorted(lies.gone)}))

    monkeypatch.setattr(VirtualTable, "run", run_and_tell)
    status, said = Home(home, monkeypatch).play("democrazy", "--watch", "--seed", "7", *words)
    assert status == 0 and "Traceback" not in said, said
    return played_matches.open_log(home), json.loads(kept.read_text())


EVENINGS = (
    ["--players", "5", "-o", "chip_record=declared", "--faults", "restart,gone,stuck"],
    ["--players", "6", "-o", "chip_record=counted"],
    ["--players", "5", "-o", "chip_record=declared", "-o", "blank_laws=5"],
    ["--players", "4", "-o", "deck=own"],
)


@pytest.mark.slow
@pytest.mark.parametrize("words", EVENINGS)
def test_a_seat_that_draws_and_returns_chips_has_the_announced_number_at_the_end(
    tmp_path, monkeypatch, words
):
    """Chips that a law moves without a choice are not announced; people read its effect on the screen."""
    lines, lies = played(tmp_path, monkeypatch, *words)
    told = {line["seat"]: line["chips"] for line in lines if line["kind"] == "score"}
    assert told == {seat: four for seat, four in enumerate(lies["chips"]) if seat not in lies["gone"]}
    assert any(line["kind"] == "effect" and line["moves"] for line in lines)
    together = [sum(four[colour] for four in lies["chips"]) + lies["bag"][colour] for colour in range(4)]
    assert together == [15, 15, 15, 15]


class Player:
    """A player who reads JSON Lines and follows the display, with the hands of a seat."""

    def __init__(self, home, *words):
        command = [
            sys.executable,
            "-m",
            "tablehost",
            "play",
            "democrazy",
            "--by-hand",
            "--pace",
            "0",
            "--json",
        ]
        pipe = subprocess.PIPE
        self.process = subprocess.Popen(
            [*command, *words],
            env=played_matches.environment(home),
            text=True,
            bufsize=1,
            stdin=pipe,
            stdout=pipe,
            stderr=pipe,
        )
        self.lines = []
        self.rows = {}
        self.display = ""

    def until(self, kind):
        """Read on until a line of this kind; None if the match is over."""
        for text in self.process.stdout:
            line = json.loads(text)
            assert "kind" in line, line
            self.lines.append(line)
            if line["kind"] == "hand":
                self.rows[line["seat"]] = line
            elif line["kind"] == "display":
                self.display = line["text"]
            if line["kind"] == kind:
                return line
        return None

    def say(self, line):
        self.process.stdin.write(line + "\n")

    def close(self):
        self.process.stdin.close()
        error = self.process.stderr.read()
        return self.process.wait(played_matches.PATIENCE), error

    def comply(self, seat):
        row, said = self.rows[seat], self.display
        laws = [card for card in row["hand"] if card[0] in "RBX"]
        if row["do"] == "lay":
            if "Draw a wild" in said:
                return "draw"
            if "Lay one in the middle" in said:
                return f"lay {laws[len(self.lines) % len(laws)]}"
            if "Turn up the top law" in said:
                return "turn"
            return ("lay yes", "lay no", "yes", "no")[len(self.lines) % 4] if "Vote on" in said else None
        if row["do"] == "lift" or (row["pad"] and row["lamp"] in ("clear", "keep", "lost", "wrong")):
            return "lift"
        if row["do"] == "answer":
            return "no" if " or NO:" in said else "ok"
        if row["do"] == "pick":
            number = re.search(r"How many (\w+) chips", said)
            if not number:
                return ["yes", "ok"]
            own = {pile[-1]: int(pile[:-1]) for pile in row["pile"]}
            return ["yes"] * own.get(number[1][0].upper(), 0) + ["ok"]
        returned = re.search(r"(?:Return chips, number|Exchange chips: return) (\d+)", said)
        if row["do"] == "ok" and returned:
            number = int(returned[1])
            return [f"chip {''.join(pile[-1] * int(pile[:-1]) for pile in row['pile'])[:number]}", "ok"]
        return "ok" if row["do"] == "ok" else None


def test_a_whole_match_with_hands_through_the_firmware(tmp_path):
    """With real chips: the table counts the same as the hands of a seat return, draw and count."""
    player = Player(tmp_path, "--players", "4", "--seed", "9", "--hands", "1", "-o", "chip_record=counted")
    drawn, late = None, False
    while player.until("still") is not None:
        lines = player.comply(0)
        if lines is None and not late:  # the display's line can overtake what hands have seen before: once
            late = True
            continue
        late = False
        if "Lay one in the middle" in player.display and lines and drawn != player.display:
            drawn = player.display
            lines = "draw"
        assert lines, (player.rows, player.display)
        assert player.lines[-2]["kind"] != "cannot", player.lines[-2]
        for line in [lines] if isinstance(lines, str) else lines:
            player.say(line)
            if line is not lines and line != "ok":
                player.until("still")
    status, error = player.close()
    assert status == 0 and "Traceback" not in error, error
    points = [line for line in player.lines if line["kind"] == "score"]
    assert len(points) == 4
    own = {pile[-1]: int(pile[:-1]) for pile in player.rows[0]["pile"]}
    assert [own.get(letter, 0) for letter in "RGBY"] == points[0]["chips"]
    assert not [line for line in player.lines if line["kind"] == "cannot"]
