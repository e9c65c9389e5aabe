"""A game outside the journal: as JSON Lines with the table's own bytes, or as a zip of that and more.

docs/trust.md describes the formats. A file holds what the table recorded and what this computer knew beside
it; the first can be checked, the second (names, times of day) is only said.
"""

from __future__ import annotations

import base64
import binascii
import hashlib
import io
import json
import zipfile
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from cardtable import __version__
from cardtable.rulebook import cards, games
from cardtable.rulebook import match as matches
from tablehost.audit import Audit
from tablehost.journal import Game, Gap, Journal
from tablehost.trouble import CHECK_FAILED, NOT_FOUND, Trouble

SCHEMA = "cardtable/1"
# What the journal knows of a game and a file tells again.
TOLD = ("game", "players", "options", "seed", "virtual", "started", "finished", "result")
BY_HAND = "text-"  # how the id of a table begins that never was: the game came as text
GAME_FILE, CARDS_FILE = "game.jsonl", "cards.json"
CHECKPOINTS_FILE, OPENINGS_FILE, RULES_FILE = "checkpoints.txt", "openings.json", "rules.json"
WHEN = (1980, 1, 1, 0, 0, 0)  # of the files in a bundle: the same game gives the same bytes


@dataclass
class GameFile:
    """One game as it travels. `uid`: of the table; `told`: what the computer says of it; `raws`: the bytes of
    its records; `gaps`: what is known to be lost; `notes`: (after which record, note).
    """

    uid: str
    told: dict[str, Any]
    raws: list[bytes]
    gaps: list[Gap] = field(default_factory=list)
    notes: list[tuple[int, Any]] = field(default_factory=list)

    @property
    def name(self) -> str:
        """How a file of it is called, without its ending."""
        return f"{self.told['game']}-{str(self.told['started'])[:10]}-{self.uid[-6:]}-{self.first}"

    @property
    def first(self) -> int:
        """The position of the first record."""
        return int(json.loads(self.raws[0])[0]) if self.raws else 0

    def _fresh(self) -> list[list[Any]]:
        """The match as it begins by what the computer says of it, under each revision of the rules, the
        current one first; no entry if there is no such match.
        """
        try:
            game = games.load(self.told["game"])
            dumped: list[Any] = matches.new(game, len(self.told["players"]), self.told["options"]).dump()
        except (KeyError, matches.OptionError):
            return []
        return [matches.at_revision(game, dumped, n) for n in range(games.revision(game), 0, -1)]

    def audit(self, code: str = "") -> Audit:
        """Check all records."""
        fresh = self._fresh() if self.gaps else []
        audit = self._audit(code, fresh[0] if fresh else None)
        if audit.starts_unknown:  # nothing says under which revision of the rules it was recorded
            others = [self._audit(code, older) for older in fresh[1:]]
            audit = max([audit, *others], key=lambda one: (not one.findings, one.judged))
        return audit

    def _audit(self, code: str, fresh: list[Any] | None) -> Audit:
        audit = Audit(code, [(gap.first, gap.last) for gap in self.gaps], fresh)
        for raw in self.raws:
            audit.take(raw)
        audit.close()
        return audit


def of_journal(journal: Journal, game: Game) -> GameFile:
    """The game as the journal has it."""
    told = {name: getattr(game, name) for name in TOLD}
    return GameFile(
        game.uid.lstrip("~"),
        told,
        [record.body for record in journal.game_records(game)],
        journal.gaps(game.uid, game.first_g, game.last_g),
        journal.notes(game.id),
    )


# -- JSON Lines ------------------------------------------------------------------------------------------


def dump(line: dict[str, Any]) -> str:
    return json.dumps(line, ensure_ascii=False, separators=(",", ":"))


def to_lines(game: GameFile) -> str:
    """The game as JSON Lines."""
    head = {"schema": SCHEMA, "kind": "game", "uid": game.uid, "rules": __version__, **game.told}
    lines = [head]
    lines += [{"kind": "gap", "first": gap.first, "last": gap.last} for gap in game.gaps]
    for raw in game.raws:
        lines.append({"kind": "record", "raw": base64.b64encode(raw).decode(), "record": json.loads(raw)})
    lines += [{"kind": "note", "after": after, "note": note} for after, note in game.notes]
    lines.append({"kind": "end", "records": len(game.raws), "checkpoint": checkpoint(game.uid, game.raws)})
    return "".join(dump(line) + "\n" for line in lines)


def from_lines(text: str, name: str) -> GameFile:
    """The game in these lines; `name`: of the file, for what is wrong with it. Raises Trouble."""
    game: GameFile | None = None
    ended = False
    for number, row in enumerate(text.splitlines(), 1):
        try:
            line = json.loads(row)
            kind = line["kind"]
            if game is None:
                if kind != "game" or line["schema"] != SCHEMA:
                    raise ValueError
                game = GameFile(str(line["uid"]), {name: line[name] for name in TOLD}, [])
            elif ended:
                raise ValueError
            elif kind == "record":
                raw = base64.b64decode(line["raw"], validate=True)
                if json.loads(raw) != line["record"]:
                    raise _broken(name, number, "says something else in words than in bytes")
                game.raws.append(raw)
            elif kind == "gap":
                game.gaps.append(Gap(int(line["first"]), int(line["last"])))
            elif kind == "note":
                game.notes.append((int(line["after"]), line["note"]))
            elif kind == "end":
                ended = True
                told = (line["records"], line["checkpoint"])
                if told != (len(game.raws), checkpoint(game.uid, game.raws)):
                    raise _broken(name, number, "is the end of another game: records are missing or changed")
            else:
                raise ValueError
        except (ValueError, KeyError, TypeError, binascii.Error):
            raise _broken(name, number, "is no line of an exported game") from None
    if game is None or not ended:
        raise _broken(name, len(text.splitlines()), "is the last line, and the end is missing")
    return game


def _broken(name: str, number: int, what: str) -> Trouble:
    hint = "docs/trust.md has the format; ask for the file again, or verify the game where it was played"
    return Trouble("BAD_FILE", f"{name}:{number} {what}", hint, CHECK_FAILED)


# -- the bundle ------------------------------------------------------------------------------------------


def to_bundle(game: GameFile, audit: Audit) -> bytes:
    """The game as a zip; `audit`: of it."""
    parts = {
        GAME_FILE: to_lines(game),
        CARDS_FILE: dump({"cards": deck(game)}) + "\n",
        CHECKPOINTS_FILE: "\n".join(_checkpoints(game, audit)),
        OPENINGS_FILE: dump({"match": audit.match, "policy": audit.policy, "values": audit.values()}) + "\n",
        RULES_FILE: dump({"rules": __version__, "rulebook": rulebook_digest()}) + "\n",
    }
    data = io.BytesIO()
    with zipfile.ZipFile(data, "w", zipfile.ZIP_DEFLATED) as bundle:
        for name, text in parts.items():
            bundle.writestr(zipfile.ZipInfo(name, WHEN), text, zipfile.ZIP_DEFLATED)
    return data.getvalue()


def from_bundle(data: bytes, name: str) -> GameFile:
    """The game in a bundle. Raises Trouble, also where what stands beside the records is not theirs."""
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as bundle:
            parts = {one: bundle.read(one).decode() for one in bundle.namelist()}
        game = from_lines(parts[GAME_FILE], f"{name}/{GAME_FILE}")
    except (zipfile.BadZipFile, KeyError, UnicodeDecodeError, OSError, EOFError, NotImplementedError):
        raise _broken(name, 1, "is no bundle of a game") from None
    made = from_parts(to_bundle(game, game.audit()))
    for one, text in made.items():
        if one != RULES_FILE and parts.get(one) != text:
            raise _broken(f"{name}/{one}", 1, "does not follow from the records")
    return game


def from_parts(data: bytes) -> dict[str, str]:
    with zipfile.ZipFile(io.BytesIO(data)) as bundle:
        return {one: bundle.read(one).decode() for one in bundle.namelist()}


def deck(game: GameFile) -> list[str]:
    """The cards it is played with, by name: never the numbers of their tags."""
    module = games.load(game.told["game"])
    options = matches.resolve(module, len(game.told["players"]), game.told["options"])
    names = cards.names_of(module)
    return [cards.text(card, names) for card in sorted(module.deck(len(game.told["players"]), options))]


def rulebook_digest() -> str:
    """SHA-256 over the sources of the rulebook, in the order of their names."""
    digest = hashlib.sha256()
    for path in sorted(Path(str(games.__file__)).parent.glob("*.py")):
        digest.update(path.name.encode() + b"\0" + path.read_bytes())
    return digest.hexdigest()


# -- published formats -----------------------------------------------------------------------------------


def tree_root(leaves: Sequence[bytes]) -> bytes:
    """The Merkle tree hash of RFC 6962, 2.1, over these records."""
    if not leaves:
        return hashlib.sha256(b"").digest()
    if len(leaves) == 1:
        return hashlib.sha256(b"\0" + leaves[0]).digest()
    split = 1
    while 2 * split < len(leaves):
        split *= 2
    return hashlib.sha256(b"\1" + tree_root(leaves[:split]) + tree_root(leaves[split:])).digest()


def checkpoint(uid: str, raws: Sequence[bytes]) -> str:
    """The text of a C2SP tlog-checkpoint over these records: origin, size, root. A witness may sign it."""
    return f"cardtable/{uid}\n{len(raws)}\n{base64.b64encode(tree_root(raws)).decode()}\n"


def _checkpoints(game: GameFile, audit: Audit) -> list[str]:
    """One after each stage, with the six words as an extension line."""
    first = game.first
    return [
        checkpoint(game.uid, game.raws[: head.g - first + 1]) + f"words {head.words}\n"
        for head in audit.heads
    ]


# -- files -----------------------------------------------------------------------------------------------


def read(path: Path) -> GameFile:
    """The game in a file, whatever it is. Raises Trouble."""
    try:
        data = path.read_bytes()
    except OSError as error:
        hint = "a game is named by its number, last, or an exported file"
        raise Trouble("NO_SUCH_FILE", f"{path} cannot be read: {error.strerror}", hint, NOT_FOUND) from error
    if data[:2] == b"PK":
        return from_bundle(data, str(path))
    try:
        return from_lines(data.decode(), str(path))
    except UnicodeDecodeError:
        raise _broken(str(path), 1, "is neither text nor a bundle") from None
