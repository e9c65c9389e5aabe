"""Playing along at the virtual table, by lines in a pipe and on a real pseudo terminal."""

import fcntl
import json
import os
import pty
import re
import select
import signal
import struct
import subprocess
import sys
import termios
import time
from types import SimpleNamespace

import pyte
import pytest

from played_matches import PATIENCE, open_log
from programmed_player import PLAY, VERB, Programmed, environment
from still_session import still_session
from tablehost.cli.follower import Follower
from tablehost.firmware import boards
from tablehost.journal.store import Journal
from tablehost.link.events import Remark
from tablehost.match.presenter import Presenter
from tablehost.match.roles import WATCHER
from tablehost.people import vocabulary
from tablehost.people.held_seats import Seats
from tablehost.pipes import MARK
from tablehost.screen.choice import AS_IT_IS
from tablehost.screen.inputs import Left, LineInput
from tablehost.virtual.people.asked import RecordedAsk
from tablehost.virtual.people.held import HeldHands
from tablehost.virtual.people.match_record import MatchRecord
from tablehost.virtual.pico import FakeMachine
from tablehost.virtual.table import VirtualTable
from without_posix import FOLDER

# People who sit nowhere and have no cards.
NO_ROOM = SimpleNamespace(people=(), letters=None, reads=False, held=(), chairs=range(10), on_top={})


@pytest.mark.parametrize(
    ("hands", "seats", "path"),
    [("1", [0], ""), ("1", [0], FOLDER), pytest.param("all", [0, 1], "", marks=pytest.mark.slow)],
    ids=["one", "without POSIX", "all"],
)
def test_a_whole_match_through_a_pipe(tmp_path, monkeypatch, hands, seats, path):
    monkeypatch.setenv("PYTHONPATH", str(path))
    player = Programmed(tmp_path, "--players", "2", "--seed", "3", "--hands", hands, "-o", "target=1")
    deadline = time.monotonic() + PATIENCE
    while player.until("still") is not None:
        assert time.monotonic() < deadline, player.lines[-3:]
        asked = [(seat, player.comply(seat)) for seat in seats if player.comply(seat)]
        if not asked and player.display.endswith("Clear your pads: the middle"):
            asked = [(0, "clear")]  # no seat has won the trick
        assert asked, (player.rows, player.display)
        player.say(f"{asked[0][0] + 1}: {asked[0][1]}")
    status, error = player.close()
    assert (status, error) == (0, "")
    kinds = [line["kind"] for line in player.lines]
    assert "deal" not in kinds, "other people's hands are nobody's business"
    log = open_log(tmp_path)
    assert log[-1]["kind"] == "result"
    told = [line for line in player.lines if line["kind"] == "trick"]
    assert told == [line for line in log if line["kind"] == "trick"]
    deals = [line for line in log if line["kind"] == "deal"]
    rows = [line for line in player.lines if line["kind"] == "hand"]
    first = next(row for row in rows if row["hand"])
    assert sorted(first["hand"]) == sorted(deals[0]["hands"][first["seat"]])
    others = {card for seat, hand in enumerate(deals[0]["hands"]) if seat not in seats for card in hand}
    seen = {card for row in rows for card in row["hand"]}
    if len(deals) == 1:
        assert not seen & others


@pytest.mark.parametrize(
    ("hands", "seats"), [("1", [0]), pytest.param("all", [0, 1, 2], marks=pytest.mark.slow)]
)
def test_hands_do_what_has_one_answer_themselves(tmp_path, hands, seats):
    """Nothing is asked of such a player but to lay a card, and to answer a question."""
    words = ["democracy", "--players", "3", "--seed", "3", "--hands", hands, "-o", "target=1", "--pace", "0"]
    player = Programmed(tmp_path, *words, command=VERB)
    deadline, typed = time.monotonic() + PATIENCE, set()
    while player.until("still") is not None:
        assert time.monotonic() < deadline, player.lines[-3:]
        asked = [(seat, player.comply(seat)) for seat in seats if player.comply(seat)]
        assert asked, (player.rows, player.display)
        typed.add(asked[0][1])
        player.say(f"{asked[0][0] + 1}: {asked[0][1]}")
    assert player.close() == (0, "")
    assert open_log(tmp_path)[-1]["kind"] == "result"
    assert not typed & {"lift", "take", "clear"}, typed
    assert not [line for line in player.lines if line["kind"] == "cannot"]


def test_a_card_not_held_is_refused_and_questions_are_answered(tmp_path):
    player = Programmed(tmp_path, "--players", "2", "--seed", "3", "--hands", "1")
    player.until("still")
    player.until_cards_are_due()
    hand = player.rows[0]["hand"]
    other = next(card for card in ("5S", "5H", "5D", "5C", "4S") if card not in hand)
    told = player.do(other)
    (cannot,) = [line for line in told if line["kind"] == "cannot"]
    assert (cannot["code"], cannot["card"]) == ("not-held", other)
    assert "you do not hold" in cannot["text"] and player.rows[0]["hand"] == hand
    player.say("scores")
    assert "0 tribes" in player.until("said")["text"]
    player.say("rules")
    assert "wins that tribe" in player.until("said")["text"]
    assert player.close()[0] == 0


def test_hands_are_spoken_to_in_the_language_of_the_table(tmp_path):
    words = [*PLAY, "--players", "2", "--seed", "5", "--hands", "1"]

    def typed(lines, *more):
        done = subprocess.run(
            [*words, *more], input=lines, env=environment(tmp_path), capture_output=True, text=True,
            timeout=PATIENCE,
        )  # fmt: skip
        assert done.returncode == 0, done.stderr
        assert ("la table parle français désormais" in done.stderr) == ("--lang" in more)
        return done.stdout

    told = typed("oui\nlever\nlevr\nmain\naide\nquitter\n", "--lang", "fr")
    for text in (
        "Ada : tapez ok pour vous asseoir", "rien n'est posé sur votre case",
        "table : ", "son : ",
        "levr ne veut rien dire ici ; vouliez-vous dire lever ?", "Ada, en main : ",
        "lever la carte de la case",
    ):  # fmt: skip
        assert text in told, (text, told)
    assert "rien n'est posé" in typed("lever\n", "--resume"), "the table has kept its language"


def test_wrong_acts_show_what_a_real_table_shows(tmp_path):
    player = Programmed(tmp_path, "--players", "2", "--seed", "7", "--hands", "all")

    def shown(lines):
        return (
            " ".join(line["text"] for line in lines if line["kind"] in ("display", "cannot")),
            [line["name"] for line in lines if line["kind"] == "tone"],
            player.rows[0]["lamp"],
        )

    player.until("still")
    player.until_cards_are_due()
    hand = player.rows[0]["hand"]
    words, tones, lamp = shown(player.do("1: ok"))
    assert "Ada" in words and "refused" in tones and lamp == ""
    words, tones, lamp = shown(player.do("1: lay foreign"))
    assert "not in this deck" in words and "wrong" in tones and lamp == "wrong"
    words, tones, lamp = shown(player.do("1: swap 2S#2!"))
    assert "not played in this game" in words and lamp == "wrong"
    words, tones, lamp = shown(player.do(f"1: swap {hand[0]}"))
    assert lamp == "read" and "read" in tones
    player.do("1: lift")
    assert shown(player.do("1: yes"))[1] == ["refused"], "a key that does nothing now"
    player.do(f"1: lay {hand[0]}")
    words, tones, lamp = shown(player.do("1: lift"))
    assert "took the card back" in words and "refused" in tones, "lifted early"
    player.do(f"1: lay {hand[0]}")
    words, tones, lamp = shown(player.do(f"1: lay {hand[1]}"))
    assert "lift it first" in words and lamp == "read"
    assert player.rows[0]["pad"] == hand[:1]
    words, tones, lamp = shown(player.do("1: lift"))
    assert player.rows[0]["pad"] == [] and player.rows[0]["hand"] == hand
    words, tones, lamp = shown(player.do("1: take"))
    assert "not yours. What is due: Lay a card" in words
    player.say("lyft")
    player.say("quit")
    player.until("said")
    assert "did you mean lift?" in player.lines[-1]["text"]
    assert player.close()[0] == 0


def test_a_captured_card_is_refused(tmp_path):
    player = Programmed(tmp_path, "--players", "2", "--seed", "3", "--hands", "all")
    player.until("still")
    tricks = player.until_cards_are_due(1)
    lines = player.do(f"1: {tricks[0]['pool']}!")
    assert any("played before" in line.get("text", "") for line in lines)
    assert player.rows[0]["lamp"] == "wrong"
    player.do("1: lift")
    assert player.rows[0]["lamp"] == ""
    player.say("quit")
    assert player.close()[0] == 0


def test_lines_end_and_the_match_can_be_taken_up_again(tmp_path):
    words = [*PLAY, "--players", "2", "--seed", "5", "-o", "target=1", "--hands"]
    done = subprocess.run(
        words, input="ok\nok\nhelp\n", env=environment(tmp_path), capture_output=True, text=True,
        timeout=PATIENCE,
    )  # fmt: skip
    assert done.returncode == 0
    assert "Ada: type ok to sit down" in done.stdout
    assert "Day 1" in done.stdout and "type ok; no if you miscounted" in done.stdout
    hand = re.findall(r"Ada holds ([^;\n]+)", done.stdout)[-1]
    assert "--resume --hands 1" in done.stderr
    done = subprocess.run(
        [*PLAY, "--resume", "--hands", "1"], input="hand\n", env=environment(tmp_path),
        capture_output=True, text=True, timeout=PATIENCE,
    )  # fmt: skip
    assert done.returncode == 0
    assert f"Ada holds {hand}" in done.stdout
    done = subprocess.run(
        [*PLAY, "--resume", "--watch"], env=environment(tmp_path), capture_output=True, text=True,
        timeout=PATIENCE,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    assert " won: " in done.stdout


@pytest.mark.parametrize(
    "words",
    [
        "democracy --players 2 -o deal_check=off",
        "demos --players 3 -o deal_check=off",
        "democrazy --players 4 -o chip_record=digital",
    ],
)
@pytest.mark.parametrize("by_hand", [["--by-hand"], []])
def test_cards_are_where_they_were_after_a_kill(tmp_path, words, by_hand):
    """A card that was typed onto the pad lies there, all others are in the same hand, also where hands have
    acted by themselves.
    """

    def begin(*words):
        process = subprocess.Popen(
            [*VERB, *words, *by_hand, "--pace", "0.5", "--json", "--hands", "1"],
            env=environment(tmp_path), text=True, bufsize=1,  # at this pace the others act after the kill
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL,
        )  # fmt: skip
        rows = (json.loads(line) for line in process.stdout)
        return process, (row for row in rows if row["kind"] == "hand")

    process, hands = begin(*words.split(), "--seed", "3")
    if by_hand:
        process.stdin.write("ok\n")
    card = next(hand["hand"][0] for hand in hands if hand["hand"])
    process.stdin.write(f"lay {card}\n")
    before = next(hand for hand in hands if hand["pad"])
    with open(f"/proc/{process.pid}/task/{process.pid}/children") as file:
        table = int(file.read())
    for pid in (process.pid, table):
        os.kill(pid, signal.SIGKILL)
    process.wait()
    process, hands = begin(words.split()[0], "--resume")
    after = next(hand for hand in hands if hand["hand"])
    process.kill()
    process.wait()
    assert before["pad"] == [card]
    for name in ("hand", "pad", "pile"):
        assert after[name] == before[name]


BAD = [
    (["--hands", "7"], "no seat of this match"),
    (["--hands", "1,"], "no seat of this match"),
    (["--hands", "x"], "no seat of this match"),
    (["--hands", "--watch"], "which?"),
    (["--hands", "1", "-t", "port:/dev/none"], "you have your own"),
]


@pytest.mark.parametrize(("words", "said"), BAD)
def test_hands_that_cannot_be_had(tmp_path, words, said):
    done = subprocess.run(
        [*PLAY, *words], env=environment(tmp_path), capture_output=True, text=True, timeout=PATIENCE
    )
    assert (done.returncode, done.stdout) == (2, "")
    assert said in done.stderr and len(done.stderr.splitlines()) <= 2


# --- a terminal ---------------------------------------------------------------------------------------


class Terminal:
    """A match on a pseudo terminal."""

    def __init__(self, home, *words, command=PLAY, rows=24, columns=80):
        self.process, self.fd = pty.fork()
        if self.process == 0:
            os.execve(sys.executable, [*command, *words], environment(home))
        self.resize(rows, columns)
        self.output = ""

    def resize(self, rows, columns):
        self.rows, self.columns = rows, columns
        fcntl.ioctl(self.fd, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))

    def read(self, seconds):
        """Take in output for so long; False at the end."""
        end = time.monotonic() + seconds
        while (left := end - time.monotonic()) > 0:
            if not select.select([self.fd], [], [], left)[0]:
                return True
            try:
                data = os.read(self.fd, 1 << 16)
            except OSError:
                data = b""
            if not data:
                return False
            self.output += data.decode(errors="replace")
        return True

    def screen(self):
        """The rows that are seen now: those of the full screen, or the terminal's own behind its end."""
        shown, lines = False, {True: "", False: ""}
        for piece in re.split(r"(\x1b\[\?1049[hl])", self.output):
            if piece.startswith("\x1b[?1049"):
                shown = piece.endswith("h")
                lines[True] = ""
            else:
                lines[shown] += piece
        screen = pyte.Screen(self.columns, self.rows if shown else 1000)
        pyte.Stream(screen).feed(lines[shown])
        rows = [row.rstrip() for row in screen.display]
        while not shown and rows and not rows[-1]:
            rows.pop()
        return rows

    def until(self, text, seconds=PATIENCE):
        end = time.monotonic() + seconds
        while not any(text in line for line in self.screen()):
            assert time.monotonic() < end, "\n".join(self.screen()[-30:])
            if not self.read(0.1):
                break
        assert any(text in line for line in self.screen()), "\n".join(self.screen()[-30:])

    def type(self, keys):
        os.write(self.fd, keys.encode())

    def end(self):
        """The exit status."""
        deadline = time.monotonic() + PATIENCE
        while self.read(0.1):
            assert time.monotonic() < deadline
        os.close(self.fd)
        return os.waitstatus_to_exitcode(os.waitpid(self.process, 0)[1])


def test_on_a_terminal_you_sit_down_by_default(tmp_path):
    terminal = Terminal(tmp_path, "--players", "3", "--seed", "4", "-o", "first_dealer=3")
    terminal.until("Ada>")
    terminal.until("Press OK at your pad")
    assert termios.tcgetattr(terminal.fd)[3] & termios.ECHO == 0
    terminal.type("o")
    terminal.until("Ada> o")
    terminal.type("k\r")
    terminal.until("Count: OK")
    terminal.until("Ada: 5♠ 6♠")
    terminal.type("ok\r")
    terminal.until("you: type a card")
    terminal.type("foo\r")
    terminal.until("means nothing here")
    terminal.type("li\t")
    terminal.until("Ada> lift")
    terminal.type("\x15lay 6")
    terminal.type("s\r")
    terminal.until("Ada 6S")
    screen = terminal.screen()
    assert sum("Ada>" in line for line in screen) == 1, "one prompt"
    assert sum("┌" + "─" * 78 + "┐" in line for line in screen) == 1, "one picture"
    assert screen[-1].startswith("Ada>") and "means nothing here" not in "\n".join(screen)
    terminal.type("?\r")
    terminal.until("take the card off your pad")
    terminal.type("\x1b[A\x1b[A")
    terminal.until("Ada> lay 6s")  # the line before the last one
    terminal.resize(12, 60)
    terminal.until("Page Down shows more")
    terminal.type("\x1b[6~" * 4)
    terminal.until("lays a card that you do not hold")
    terminal.type("\x15hand\r")
    terminal.until("3 Cleo")
    terminal.type("\x15quit\r")
    assert terminal.end() == 0
    told = terminal.screen()
    assert "--resume --hands 1" in told[-1] + told[-2] and any("Ada 6S" in line for line in told), (
        "the story stays"
    )


def test_typed_text_stays_while_the_table_goes_on(tmp_path):
    terminal = Terminal(tmp_path, "--players", "2", "--seed", "3")
    terminal.until("Press OK at your pad")
    terminal.type("ok\r")
    terminal.until("Count: OK")  # pressed earlier, OK would mean nothing
    terminal.type("ok\r")
    terminal.until("you: type turn")
    terminal.type("sh")
    terminal.until("Ada> sh")
    terminal.read(1.0)
    terminal.until("Ada> sh")  # a picture may be half drawn
    assert terminal.screen()[-1].endswith("Ada> sh")
    terminal.type("\x03")
    assert terminal.end() == 130


def test_ctrl_c_gives_the_terminal_back(tmp_path):
    near, far = pty.openpty()
    before = termios.tcgetattr(far)
    process = subprocess.Popen(
        [*PLAY, "--players", "2", "--hands"], env=environment(tmp_path), stdin=far, stdout=far, stderr=far,
        start_new_session=True,
    )  # fmt: skip
    output = b""
    deadline = time.monotonic() + PATIENCE
    while b"Ada>" not in output:
        assert time.monotonic() < deadline
        if select.select([near], [], [], 0.1)[0]:
            output += os.read(near, 1 << 16)
    assert termios.tcgetattr(far)[3] != before[3]
    process.send_signal(2)
    while process.poll() is None:
        assert time.monotonic() < deadline
        if select.select([near], [], [], 0.1)[0]:
            output += os.read(near, 1 << 16)
    assert process.returncode == 130
    assert termios.tcgetattr(far) == before
    os.close(near)
    os.close(far)


def test_watching_asks_for_nothing(tmp_path):
    terminal = Terminal(tmp_path, "--players", "2", "--seed", "3", "--watch", "-o", "target=1")
    assert terminal.end() == 0
    assert not any("Ada>" in line for line in terminal.screen()) and "won:" in "\n".join(terminal.screen())


def test_a_replay_is_left_by_a_key(tmp_path):
    log = str(tmp_path / "one.jsonl")
    host = [*PLAY[:3], "simulate", "democracy", "--games", "1", "--seed", "4", "--log", log]
    assert subprocess.run(host, env=environment(tmp_path), capture_output=True).returncode == 0
    terminal = Terminal(tmp_path, log, "--pace", "5", command=[*PLAY[:3], "replay"])
    terminal.until("turns up")
    terminal.type("q")
    assert terminal.end() == 0
    assert "Traceback" not in "\n".join(terminal.screen())


# -- the plug ----------------------------------------------------------------------------------------

PLUG = "--players 3 --seed 3 --hands 1,3 -o deal_check=off".split()  # the third seat deals


def to_the_first_trick(home, *words):
    player = Programmed(home, *PLUG, *words)
    player.until("still")
    player.do("1: ok")
    player.do("3: ok")
    player.do("3: retourner" if "fr" in words else "3: turn")
    return player


def test_the_plug_in_the_middle_of_a_trick(tmp_path):
    player = to_the_first_trick(tmp_path)
    assert player.display == "Day 1, trick 1 of 6: lay a card face down: Ada and Cleo"
    card = player.rows[0]["hand"][0]
    player.do(f"1: {card}")
    assert player.rows[0]["lamp"] == "read"
    lines = player.do("1: plug")
    assert {"kind": "power", "on": False} in lines
    assert player.rows[0]["do"] == "" and player.rows[0]["lamp"] == "" and player.rows[0]["pad"] == [card]
    assert [line["kind"] for line in player.do("1: ok")] == ["still"], "a key without power does nothing"
    player.do("1: lift")
    assert player.rows[0]["pad"] == []
    lines = player.do("1: plug")
    assert {"kind": "power", "on": True} in lines
    assert player.display.endswith("All cards lie right. OK goes on, holding NO ends it: seats 1-3")
    assert player.display.startswith("Democracy is unfinished: Day 1, trick 1 of 6: lay a card face down. ")
    assert player.rows[0]["do"] == "ok", "the others leave it to who plays along"
    player.do("1: ok")
    assert player.display == "Day 1, trick 1 of 6: lay a card face down: Ada and Cleo"
    player.do(f"1: {card}")
    assert player.rows[0]["lamp"] == "read"
    player.process.communicate("quit\n", timeout=PATIENCE)


def test_a_table_without_power_stays_in_hand_however_much_the_computer_says(tmp_path):
    """The computer speaks on, and nothing takes it: the plug can be put back all the same."""
    host, said = os.pipe()
    os.write(said, b"x" * 400)
    machine = FakeMachine(boards.load("pico_6pads"), root=f"{tmp_path}/")
    full = SimpleNamespace(feed=lambda data: 0, take=lambda: b"")
    looks = []

    class Patient(HeldHands):
        def look(self, perceived, now, busy):
            looks.append(now)
            if len(looks) == 1:
                os.write(said, MARK + b'{"seat": 0, "act": "plug"}\n')
            assert len(looks) < 9, "nobody hears the hands"

    held = Patient(SimpleNamespace(check_held=lambda *_: None), (), RecordedAsk(MatchRecord(tmp_path)))
    people = SimpleNamespace(room=NO_ROOM, carry_out=lambda act: [("plug",)])
    firmware = SimpleNamespace(machine=machine, line=full, touched=lambda: None)
    table = VirtualTable(firmware, tmp_path, (host, os.open(os.devnull, os.O_WRONLY)), people, 0.0, held=held)
    table._unplugged = True
    table._stay_dark()
    assert not table._unplugged and looks


def test_one_player_has_all_take_longer(tmp_path):
    held = HeldHands(SimpleNamespace(check_held=lambda *_: None), (), RecordedAsk(MatchRecord(tmp_path)))
    firmware = SimpleNamespace(machine=FakeMachine(boards.load("pico_6pads"), root=f"{tmp_path}/"))
    paces = [VirtualTable(firmware, tmp_path, (0, 1), None, pace, held=held) for pace in (0.0, 1.5)]
    held.slowness = 2.0
    assert [table.pace for table in paces] == [0.0, 3.0], "at pace 0 nothing is waited for"


def test_a_card_on_its_way_when_the_plug_is_pulled_can_be_lifted_in_the_dark(tmp_path):
    host, said = os.pipe()
    machine = FakeMachine(boards.load("pico_6pads"), root=f"{tmp_path}/")
    quiet = SimpleNamespace(feed=lambda data: 0, take=lambda: b"")
    acts = [[("lifted", 0)], [("plug",)]]
    hands = SimpleNamespace(sees=lambda *_: [], check_held=lambda *_: None, are_all=False)
    people = SimpleNamespace(room=NO_ROOM, carry_out=lambda act: acts.pop(0))
    acts_of_ada = (b'{"seat": 0, "act": "%s"}\n' % act for act in (b"lift", b"plug"))
    os.write(said, MARK + MARK.join(acts_of_ada))
    held = HeldHands(hands, (), RecordedAsk(MatchRecord(tmp_path)))
    firmware = SimpleNamespace(machine=machine, line=quiet, touched=lambda: None)
    table = VirtualTable(firmware, tmp_path, (host, os.open(os.devnull, os.O_WRONLY)), people, 0.0, held=held)
    table._unplugged = True
    table._seated = False
    table._after(250_000, lambda: table._do(("laid", 0, 21)))
    table._stay_dark()
    assert machine.pads[0].tags == [] and not acts


def test_cards_taken_away_without_power_are_laid_back(tmp_path):
    """In French: the word for the plug as well. The middle is the others' affair here."""
    player = to_the_first_trick(tmp_path, "--lang", "fr")
    player.do("1: prise")
    player.do("1: degager")
    start = len(player.lines)
    player.do("1: prise")
    shown = [line["text"] for line in player.lines[start:] if line["kind"] == "display"]
    assert any("Reposez" in text and text.endswith(": le milieu") for text in shown), shown
    assert "Les cartes sont en place. OK continue" in player.display
    player.do("1: ok")
    assert player.display == "Jour 1, pli 1 sur 6: posez une carte face cachée: Ada et Cleo"
    player.process.communicate("quitter\n", timeout=PATIENCE)


class Room:
    """The line to a table, over which its room speaks. `told`: what was sent to the room."""

    def __init__(self):
        self.beside, self.told = [], []

    def attend(self, hear):
        self.hear = hear

    def tell(self, line):
        self.told.append(line)


def test_messages_from_before_the_room_fell_still_come_first(tmp_path, monkeypatch):
    """Show what the table's line said before the room did."""
    room, told = Room(), []

    class Table:
        uid = ""

        def turn(self, seconds):
            told.append(("listened", seconds > 0))
            if len(told) == 1:  # between two looks of ours the table speaks, and then nothing moves any more
                room.hear([b'{"kind":"still"}'])
                return [Remark("was played before")]
            return []

    seats = Seats(room, [0])
    match = Presenter(["Ada"], vocabulary.load("en"))
    lines = LineInput(seats, match, SimpleNamespace(role=WATCHER))
    monkeypatch.setattr(lines, "_read", lambda: None)
    shown = SimpleNamespace(role=WATCHER, show=lambda event, _: None)
    monkeypatch.setattr(
        shown, "show", lambda event, _: told.append((getattr(event, "text", "still"), lines._still))
    )
    match.attach(shown)
    with Journal(tmp_path / "journal.sqlite") as journal:
        session = still_session(journal, hands=seats)
        session.attend()
        session.take_events()
        session.table = Table()
        follower = Follower(session, AS_IT_IS)
        follower._presenter, follower._input = match, lines
        for _ in range(2):
            follower._step()
    said = [("was played before", False), ("still", True)]
    assert told == [("listened", True), *said, ("listened", True)]


def test_the_last_line_of_a_pipe_needs_no_line_feed():
    keys, typed = os.pipe()
    os.write(typed, b"ok")
    os.close(typed)
    room = Room()
    seats = Seats(room, [0], keys)
    lines = LineInput(seats, Presenter(["Ada"], vocabulary.load("en")), SimpleNamespace(role=WATCHER))

    def nothing_moves():
        room.hear([b'{"kind":"still"}'])
        lines.serve()

    nothing_moves()
    nothing_moves()
    act = json.loads(room.told[0])
    assert (act["seat"], act["act"], act["word"]) == (0, "press", "ok")
    with pytest.raises(Left):
        nothing_moves()
    os.close(keys)


@pytest.mark.parametrize("form", ["--json", "--speak"])
def test_answers_reach_the_seat_that_asked(tmp_path, form):
    done = subprocess.run(
        [*PLAY, "--players", "3", "--seed", "3", "--hands", "2", form],
        input="scores\nhand\nfoo\nhelp\n", env=environment(tmp_path), capture_output=True, text=True,
        timeout=PATIENCE,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    for answer in ("0 tribes", "Ben holds no cards", "foo means nothing here", "take all the cards you won"):
        assert answer in done.stdout, answer
    if form == "--speak":
        assert not re.search(r"[♠♥♦♣│┌─▒\x1b]|->|  ", done.stdout)
