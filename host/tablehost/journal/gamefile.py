"""Match files: a match outside the journal, as JSON Lines with the table's own bytes, or as a zip of that and
more.

docs/reference/trust.md describes the formats. A file holds the records of the table, and data of this
computer. The first can be checked. Of the second, game, options and result are compared with the record;
names, times of day and notes rest on the computer's word alone. A file is read strictly, within the limits
below.
"""

from __future__ import annotations

import base64
import binascii
import hashlib
import io
import json
import re
import struct
import zipfile
import zlib
from bisect import bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

from cardtable import __version__
from cardtable.engine import cards
from cardtable.engine import match as matches
from cardtable.engine.match import Match, OptionError, resolve
from cardtable.games import registry as games
from tablehost import messages
from tablehost.errors import CHECK_FAILED, NOT_FOUND, Trouble
from tablehost.journal import game_schema, strict_json
from tablehost.journal.audit import Audit
from tablehost.journal.records import Entry
from tablehost.journal.schema import Misfit, check
from tablehost.journal.store import Game, Gap, Journal
from tablehost.plugins import own
from tablehost.referee import open_log
from tablehost.seats import NAMES
from tablehost.text_files import encoding_of
from tablehost.types import Fields, Json, Note, Option, Summary

SAID = messages.Catalogue("record")

SCHEMA = "cardtable/1"
GAME_FILE, CARDS_FILE = "game.jsonl", "cards.json"
CHECKPOINTS_FILE, OPENINGS_FILE, RULES_FILE = "checkpoints.txt", "openings.json", "rules.json"
WHEN = (1980, 1, 1, 0, 0, 0)  # of the files in a bundle: the same match gives the same bytes
BUNDLED = (GAME_FILE, CARDS_FILE, CHECKPOINTS_FILE, OPENINGS_FILE, RULES_FILE)
MOST_BYTES = 16 << 20  # of a file, and of each file in a bundle; a long match has a fiftieth of it
MOST_RECORDS = 50_000
MOST_GAPS = 1_000
MOST_NOTES = 5_000


@dataclass
class GameFile:
    """One match in transport form.

    `uid`: of the table; `told`: the computer's data on it; `raws`: the bytes of its records; `gaps`: the
    known losses; `notes`: (after which record, note).
    """

    uid: str
    told: Summary
    raws: list[bytes]
    gaps: list[Gap] = field(default_factory=list)
    notes: list[tuple[int, Note]] = field(default_factory=list)

    @property
    def name(self) -> str:
        """Return the name of its file, without extension."""
        parts = (self.told["game"], str(self.told["started"])[:10], self.uid[-6:], self.first)
        return "-".join(re.sub(r"[^A-Za-z0-9_-]", "_", str(part)) for part in parts)

    @property
    def first(self) -> int:
        """Return the position of the first record."""
        return Entry.read(self.raws[0]).g if self.raws else 0

    @property
    def last(self) -> int:
        """Return the position of the last record, -1 without any."""
        return Entry.read(self.raws[-1]).g if self.raws else -1

    @property
    def size(self) -> int:
        """Return the bytes of its records and notes."""
        return sum(map(len, self.raws)) + sum(len(json.dumps(note)) for _, note in self.notes)

    @property
    def positions(self) -> list[int]:
        """Return the positions of all records."""
        return [entry.g for entry in self.entries()]

    def entries(self) -> Iterator[Entry]:
        """Return all records with their places."""
        return map(Entry.read, self.raws)

    def records(self) -> Iterator[list[Json]]:
        """Return all records as lists."""
        return (json.loads(raw) for raw in self.raws)

    def _fresh(self) -> list[Json] | None:
        """Return the match as it begins by the computer's data; None if there is no such match."""
        try:
            game = games.load(self.told["game"])
            dumped: list[Json] = matches.new(game, len(self.told["players"]), self.told["options"]).dump()
        except (KeyError, OptionError):
            return None
        return dumped

    def audit(self, code: str = "") -> Audit:
        """Check all records. Raises Trouble: this computer lacks the game, or has other rules of it."""
        if self.told.get("game") not in (None, *games.NAMES):
            raise own.unknown_game(self.told["game"])
        gaps = [(gap.first, gap.last) for gap in self.gaps]
        audit = Audit(code, gaps, self._fresh() if gaps else None)
        for raw in self.raws:
            audit.take(raw)
        audit.close()
        return audit

    def contradictions(self, audit: Audit) -> list[str]:
        """List the contradictions between the computer's data on the match and its record. `audit`: of the
        record.
        """
        match = audit.shadow.match
        if match is None:
            return []
        found = []
        if match.game.NAME != self.told["game"] or match.seats != len(self.told["players"]):
            found.append(SAID("other-game-or-players"))
        options = self.told["options"]
        other = [name for name in options if not _is_same(options[name], _option(match, name))]
        if other:
            found.append(SAID("other-options", value=", ".join(map(str, other))))
        told = self.told["result"]
        if told is not None and not (audit.has_lost and self._result(audit) is None):
            if not _is_part(told, self._result(audit)):
                found.append(SAID("other-result"))
        return found

    def _result(self, audit: Audit) -> Fields | None:
        """Return the result line of the open log, as the record has it; None if the match ended
        without one.
        """
        match = audit.shadow.match
        for fact in reversed(audit.shadow.facts):
            if fact[0] == "result":
                line: Fields = json.loads(json.dumps(open_log.fact_line(match.game, match.options, fact)))
                return line
        return None


def _option(match: Match, name: str) -> Option | None:
    try:
        value: Option = match.options[name]
        return value
    except KeyError:
        return None


def _is_same(told: object, recorded: object) -> bool:
    return type(told) is type(recorded) and bool(told == recorded)


def _is_part(told: object, recorded: Fields | None) -> bool:
    """Return True if the recorded result contains all of this one, and the winners are part of it."""
    if not isinstance(told, dict) or recorded is None or "winners" not in told:
        return False
    return all(name in recorded and recorded[name] == value for name, value in told.items())


def of_journal(journal: Journal, game: Game) -> GameFile:
    """Return the match as the journal has it. Until it is finished the deals are left out: they reveal all
    hands.
    """
    told: Summary = {
        "game": game.game,
        "players": game.players,
        "options": game.options,
        "seed": game.seed,
        "virtual": game.virtual,
        "started": game.started,
        "finished": game.finished,
        "result": game.result,
    }
    return GameFile(
        game.table,
        told,
        [record.body for record in journal.game_records(game)],
        journal.game_gaps(game),
        [row for row in journal.notes(game.id) if game.finished is not None or row[1]["kind"] != "deal"],
    )


def _day(time: str) -> str:
    """Return the begin of the day of a time."""
    return f"{time[:10]}T00:00:00.000+00:00"


def hide_names(game: GameFile) -> GameFile:
    """Return the match with the usual names in place of the players' own, and days without their time. What
    the table has recorded is the same: it verifies as before.
    """
    finished = game.told["finished"]
    told: Summary = {
        **game.told,
        "players": list(NAMES[: len(game.told["players"])]),
        "started": _day(game.told["started"]),
        "finished": None if finished is None else _day(finished),
    }
    notes = []
    for after, note in game.notes:
        if note["kind"] == "held" and "names" in note:
            note = {**note, "names": [NAMES[seat] for seat in note["seats"]]}
        notes.append((after, note))
    return replace(game, told=told, notes=notes)


# -- JSON Lines ------------------------------------------------------------------------------------------


def dump(line: Fields) -> str:
    # In ASCII, which every encoding has: a program that saves the file in its own one changes nothing.
    return json.dumps(line, separators=(",", ":"))


def _head(game: GameFile) -> Fields:
    return {"schema": SCHEMA, "kind": "game", "uid": game.uid, "rules": __version__, **game.told}


def check_shape(game: GameFile) -> None:
    """Raise Misfit if `to_lines` would write a line that does not fit the schema."""
    check(_head(game), game_schema.HEAD)
    for record, raw in zip(game.records(), game.raws, strict=True):
        check(record, game_schema.RECORD, "record")
        game_schema.check_record(record, raw)
    for _, note in game.notes:
        game_schema.check_note(note)


def to_lines(game: GameFile) -> str:
    """Return the match as JSON Lines."""
    lines = [_head(game)]
    lines += [{"kind": "gap", "first": gap.first, "last": gap.last} for gap in game.gaps]
    for raw in game.raws:
        lines.append({"kind": "record", "raw": base64.b64encode(raw).decode(), "record": json.loads(raw)})
    lines += [{"kind": "note", "after": after, "note": note} for after, note in game.notes]
    lines.append({"kind": "end", "records": len(game.raws), "checkpoint": checkpoint(game.uid, game.raws)})
    return "".join(dump(line) + "\n" for line in lines)


def from_lines(text: str, name: str) -> GameFile:
    """Return the match in these lines; `name`: of the file, for messages. Raises Trouble.

    Editors, mails and chats change line ends and the space around a line: none of it is part of a match.
    """
    rows = re.split("\r\n?|\n", text)
    game: GameFile | None = None
    ended = False
    for number, row in enumerate(map(str.strip, rows), 1):
        if not row:
            continue
        try:
            line = strict_json.loads(row)
            if ended:
                raise Misfit(SAID("line-after-end"))
            if game is None:
                check(line, game_schema.HEAD)
                game = _game_of(line)
            else:
                ended = _take_line(game, line)
        except (strict_json.Misread, Misfit) as wrong:
            raise _broken(name, number, SAID("no-file-line", wrong=wrong)) from None
        except Inconsistent as wrong:
            raise _broken(name, number, str(wrong)) from None
    if game is None or not ended:
        raise _broken(name, len(rows), SAID("file-end-missing"))
    if not game.raws:
        raise _broken(name, len(rows), SAID("file-without-records"))
    return game


def _game_of(head: game_schema.Head) -> GameFile:
    """Return the match that this line begins."""
    told: Summary = {
        "game": head["game"],
        "players": head["players"],
        "options": head["options"],
        "seed": head["seed"],
        "virtual": head["virtual"],
        "started": head["started"],
        "finished": head["finished"],
        "result": head["result"],
    }
    return GameFile(head["uid"], told, [])


class Inconsistent(ValueError):
    """A line contradicts the lines before it, or itself; the message explains it."""


def _take_line(game: GameFile, line: Fields) -> bool:
    """Add a line behind the head to the match. True for the end. Raises Misfit and Inconsistent."""
    kind = game_schema.check_line(line)
    if kind == "record":
        _take_record(game, line)
    elif kind == "gap":
        gap = Gap(line["first"], line["last"])
        if gap.last < gap.first or (game.gaps and gap.first <= game.gaps[-1].last):
            raise Inconsistent(SAID("gap-overlaps"))
        game.gaps.append(gap)
    elif kind == "note":
        game_schema.check_note(line["note"])
        game.notes.append((line["after"], line["note"]))
    elif (line["records"], line["checkpoint"]) != (len(game.raws), checkpoint(game.uid, game.raws)):
        raise Inconsistent(SAID("other-end"))
    for what, most in ((game.raws, MOST_RECORDS), (game.gaps, MOST_GAPS), (game.notes, MOST_NOTES)):
        if len(what) > most:
            raise Inconsistent(SAID("one-too-many", most=most))
    return bool(kind == "end")


def _take_record(game: GameFile, line: Fields) -> None:
    try:
        raw = base64.b64decode(line["raw"], validate=True)
    except (ValueError, binascii.Error):
        raise Inconsistent(SAID("no-base64")) from None
    record = strict_json.loads(raw)
    if record != line["record"]:
        raise Inconsistent(SAID("words-and-bytes"))
    game_schema.check_record(record, raw)
    game.raws.append(raw)


def _broken(name: str, number: int, what: str) -> Trouble:
    hint = SAID("game-file-hint")
    return Trouble("BAD_FILE", f"{name}:{number} {what}", hint, CHECK_FAILED)


# -- the bundle ------------------------------------------------------------------------------------------


def to_bundle(game: GameFile, audit: Audit) -> bytes:
    """Return the match as a zip; `audit`: of it."""
    rules = rules_digest(game.told.get("game", ""))
    parts = {
        GAME_FILE: to_lines(game),
        CARDS_FILE: dump({"cards": deck(game)}) + "\n",
        CHECKPOINTS_FILE: "\n".join(_checkpoints(game, audit)),
        OPENINGS_FILE: dump({"match": audit.match, "policy": audit.policy, "values": audit.values()}) + "\n",
        RULES_FILE: dump({"rules": __version__, "rulebook": rules}) + "\n",
    }
    data = io.BytesIO()
    with zipfile.ZipFile(data, "w", zipfile.ZIP_DEFLATED) as bundle:
        for name, text in parts.items():
            bundle.writestr(zipfile.ZipInfo(name, WHEN), text, zipfile.ZIP_DEFLATED)
    return data.getvalue()


def from_bundle(data: bytes, name: str) -> GameFile:
    """Return the match in a bundle. Raises Trouble, also where its other files do not match the records."""
    parts = from_parts(data, name)
    game = from_lines(parts[GAME_FILE], f"{name}/{GAME_FILE}")
    audit = game.audit()
    for wrong in game.contradictions(audit):
        raise _broken(f"{name}/{GAME_FILE}", 1, SAID("contradicts-records", wrong=wrong))
    made = from_parts(to_bundle(game, audit), name)
    for one, text in made.items():
        if one not in (GAME_FILE, RULES_FILE) and parts[one] != text:  # these two name the version
            raise _broken(f"{name}/{one}", 1, SAID("not-from-records"))
    return game


def from_parts(data: bytes, name: str) -> dict[str, str]:
    """Return the files in a bundle, each up to MOST_BYTES long. Raises Trouble."""
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as bundle:
            rows = bundle.infolist()
            names = [row.filename for row in rows]
            if sorted(names) != sorted(BUNDLED):
                needed = ", ".join(BUNDLED)
                raise _broken(name, 1, SAID("bundle-lacks-files", needed=needed))
            if any(row.compress_type not in (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED) for row in rows):
                raise _broken(name, 1, SAID("bundle-packed-otherwise"))
            return {row.filename: _unpacked(bundle, row, name) for row in rows}
    except (
        *(zipfile.BadZipFile, zlib.error, struct.error, UnicodeDecodeError, EOFError, OSError),
        *(NotImplementedError, RuntimeError, ValueError, KeyError, IndexError, OverflowError),
    ):
        # A damaged archive can make Python's reader stumble anywhere.
        raise _broken(name, 1, SAID("bundle-damaged")) from None


def _unpacked(bundle: zipfile.ZipFile, row: zipfile.ZipInfo, name: str) -> str:
    """Return one file of a bundle; the length in its directory is not trusted."""
    with bundle.open(row) as file:
        data = file.read(MOST_BYTES + 1)
    if len(data) > MOST_BYTES:
        raise _broken(f"{name}/{row.filename}", 1, SAID("file-too-long", most_bytes=MOST_BYTES >> 20))
    return data.decode()


def deck(game: GameFile) -> list[str]:
    """Return the cards of the match by name, never the numbers of their tags."""
    try:
        module = games.load(game.told["game"])
        options = resolve(module, len(game.told["players"]), game.told["options"])
    except (KeyError, OptionError):
        raise Trouble(
            "NOT_SOUND",
            SAID("options-unknown"),
            SAID("options-unknown-hint"),
            CHECK_FAILED,
        ) from None
    names = cards.names_of(module)
    return [cards.text(card, names) for card in sorted(module.deck(len(game.told["players"]), options))]


def rules_digest(game: str) -> str:
    """Return the SHA-256 over the sources of the engine and the games, in the order of their paths; then, for
    a game of one's own, over its digest.
    """
    top = Path(str(games.__file__)).parents[1]
    digest = hashlib.sha256()
    for path in sorted(path for package in ("engine", "games") for path in (top / package).rglob("*.py")):
        digest.update(path.relative_to(top).as_posix().encode() + b"\0" + path.read_bytes())
    digest.update(games.OWN.get(game, "").encode())
    return digest.hexdigest()


# -- published formats -----------------------------------------------------------------------------------


def tree_root(leaves: Sequence[bytes]) -> bytes:
    """Return the Merkle tree hash of RFC 6962, 2.1, over these records."""
    if not leaves:
        return hashlib.sha256(b"").digest()
    if len(leaves) == 1:
        return hashlib.sha256(b"\0" + leaves[0]).digest()
    split = 1
    while 2 * split < len(leaves):
        split *= 2
    return hashlib.sha256(b"\1" + tree_root(leaves[:split]) + tree_root(leaves[split:])).digest()


def checkpoint(uid: str, raws: Sequence[bytes]) -> str:
    """Return the text of a C2SP tlog-checkpoint over these records: origin, size, root. A witness may sign
    it.
    """
    return f"cardtable/{uid}\n{len(raws)}\n{base64.b64encode(tree_root(raws)).decode()}\n"


def _checkpoints(game: GameFile, audit: Audit) -> list[str]:
    """Return a checkpoint after each stage, with the six words as an extension line."""
    positions = game.positions  # with holes: lost records, another match in between
    return [
        checkpoint(game.uid, game.raws[: bisect_right(positions, head.g)]) + f"words {head.words}\n"
        for head in audit.heads
    ]


# -- files -----------------------------------------------------------------------------------------------


def read(path: Path) -> GameFile:
    """Return the match in a file, whatever it is. Raises Trouble."""
    return from_bytes(read_bytes(path), str(path))


def from_bytes(data: bytes, name: str) -> GameFile:
    """Return the match in these bytes of a file called `name`. Raises Trouble."""
    if data[:2] == b"PK":
        return from_bundle(data, name)
    if re.search(rb"=\r?\n", data):  # no line of ours ends so: wrapped by a mail, as quoted-printable
        data = binascii.a2b_qp(data)
    try:
        return from_lines(data.decode(encoding_of(data)), name)
    except UnicodeDecodeError:
        raise _broken(name, 1, SAID("no-game-file")) from None


def read_bytes(path: Path) -> bytes:
    """Return all bytes of a file of up to MOST_BYTES. Raises Trouble."""
    try:
        with path.open("rb") as file:
            data = file.read(MOST_BYTES + 1)
    except (OSError, ValueError) as error:  # ValueError: a path with a zero byte
        reason = messages.reason(error, SAID("no-path"))
        hint = SAID("which-game-hint")
        raise Trouble(
            "NO_SUCH_FILE", SAID("no-such-file", path=path, reason=reason), hint, NOT_FOUND
        ) from error
    if len(data) > MOST_BYTES:
        raise _broken(str(path), 1, SAID("bundled-file-too-long", most_bytes=MOST_BYTES >> 20))
    return data
