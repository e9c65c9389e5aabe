"""A program that plays seats of the virtual table by JSON Lines, as whole matches by `cardtable play`."""

import json
import subprocess
import sys

import played_matches
from timeouts import PATIENCE

VERB = [sys.executable, "-m", "tablehost", "play"]
PLAY = [*VERB, "democracy", "--by-hand", "--pace", "0"]


def environment(home):
    return played_matches.environment(home, TERM="xterm")


class Programmed:
    """A player who reads JSON Lines and answers what the lamps ask, as the hands of `seats`."""

    def __init__(self, home, *words, command=PLAY):
        self.process = subprocess.Popen(
            [*command, "--json", *words], env=environment(home), text=True, bufsize=1,
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
        )  # fmt: skip
        self.lines = []
        self.rows = {}
        self.display = ""

    def read(self):
        """The next line, None at the end."""
        text = self.process.stdout.readline()
        if not text:
            return None
        line = json.loads(text)
        self.lines.append(line)
        if line["kind"] == "hand":
            self.rows[line["seat"]] = line
        elif line["kind"] == "display":
            self.display = line["text"]
        return line

    def until(self, *kinds):
        """Read on until a line of one of these kinds; None if the match is over."""
        line = self.read()
        while line is not None and line["kind"] not in kinds:
            line = self.read()
        return line

    def say(self, line):
        self.process.stdin.write(line + "\n")

    def do(self, line):
        """Type a line and read what comes of it."""
        start = len(self.lines)
        self.say(line)
        self.until("still")
        return self.lines[start:]

    def comply(self, seat):
        """Return the act of a player who follows the prompts; None if nothing is asked of this seat."""
        row = self.rows[seat]
        hand = row["hand"]
        if row["do"] == "lay":
            if "turn up a card" in self.display or "declare something" in self.display:
                return "turn"
            return "draw" if "draw unseen" in self.display else hand[0]
        if row["lamp"] in ("keep", "lost", "wrong") or row["do"] == "lift":
            return "lift"
        if row["do"] == "take":
            return "take"
        if row["do"] == "answer":
            return "no" if " or NO" in self.display and "Count" not in self.display else "ok"
        return "ok" if row["do"] else None

    def until_cards_are_due(self, tricks=0):
        """Follow the prompts until the players lay their cards, after so many tricks with a winner."""
        for _ in range(80):
            won = [line for line in self.lines if line["kind"] == "trick" and line["winner"] is not None]
            if "lay a card face down" in self.display and len(won) >= tricks:
                return won
            seat = next(seat for seat in self.rows if self.comply(seat))
            self.do(f"{seat + 1}: {self.comply(seat)}")
        raise AssertionError("nobody is asked for a card")

    def close(self):
        self.process.stdin.close()
        self.process.stdout.read()
        error = self.process.stderr.read()
        self.process.stdout.close()
        self.process.stderr.close()
        return self.process.wait(PATIENCE), error
