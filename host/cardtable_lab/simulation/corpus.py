"""A corpus of matches for other programs: a folder with their open logs and a page that says what they are.

The folder comes into being whole, once all matches are played. The same command gives the same bytes.
"""

import errno
import hashlib
import os
import shlex
import shutil
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from cardtable import __version__
from cardtable_lab.simulation.figures import Sample, name_kind
from tablehost import messages
from tablehost.errors import USAGE, Trouble
from tablehost.files import STDOUT, write_error
from tablehost.seats import label

SAID = messages.Catalogue("cardtable_lab/simulate")

MATCHES = "matches.jsonl"
ABOUT = "README.md"


class Corpus:
    """A corpus under way, in a folder next to the one that it becomes."""

    def __init__(self, folder: Path, draft: Path) -> None:
        self._folder = folder
        self._draft = draft
        self._file = (draft / MATCHES).open("wb")
        self._hash = hashlib.sha256()
        self._lines = 0
        self._bytes = 0

    def add(self, log: str) -> None:
        """Add the lines of an open log. Raises Trouble."""
        data = log.encode()
        try:
            self._file.write(data)
        except OSError as error:
            raise write_error(self._folder, error, "--corpus") from error
        self._hash.update(data)
        self._lines += data.count(b"\n")
        self._bytes += len(data)

    def close(self) -> None:
        """Close the file of the matches."""
        self._file.close()

    def finish(self, samples: Sequence[Sample]) -> None:
        """Write the page and give the folder its name. Raises Trouble."""
        try:
            self._file.close()
            (self._draft / ABOUT).write_text(self._describe(samples), encoding="utf-8", newline="\n")
            for path in (self._draft / MATCHES, self._draft / ABOUT):
                with path.open("rb") as file:
                    os.fsync(file.fileno())
            self._draft.chmod(0o755)
            self._draft.replace(self._folder)  # an empty folder gives way
        except OSError as error:
            raise write_error(self._folder, error, "--corpus") from error

    def _describe(self, samples: Sequence[Sample]) -> str:
        """Return the page on the corpus."""
        first = samples[0]
        count = len(first.results)
        seats = [
            SAID("corpus-seat", seat=label(seat), player=player, kind=name_kind(kind))
            for seat, (player, kind) in enumerate(zip(first.chosen.players, first.kinds, strict=True))
        ]
        options = [
            " ".join(f"{name}={value}" for name, value in sample.chosen.options.items()) for sample in samples
        ]
        parts = [
            SAID("corpus-title", game=first.game, count=count * len(samples)),
            SAID("corpus-what", file=MATCHES),
            SAID("corpus-counts", lines=self._lines, bytes=self._bytes, hash=self._hash.hexdigest()),
            SAID("corpus-how", count=count, seed=first.seed),
            "    " + form_command(samples),
            SAID("corpus-versions", version=__version__, revision=first.chosen.game.REVISION),
            SAID("corpus-seats") + "\n\n" + "\n".join(f"- {seat}" for seat in seats),
            SAID("corpus-options") + "\n\n" + "\n".join(f"- {row}" for row in options),
            SAID("corpus-check", file=MATCHES),
            SAID("corpus-limits"),
            SAID("corpus-licence"),
        ]
        return "\n\n".join(parts) + "\n"


def form_command(samples: Sequence[Sample]) -> str:
    """Return the command that makes these matches, in a folder `corpus`."""
    first = samples[0]
    words = ["cardtable", "simulate", first.game]
    if first.chosen.named:
        words += ["--names", ",".join(first.chosen.players)]
    else:
        words += ["--players", str(first.chosen.seats)]
    words += ["--games", str(len(first.results)), "--seed", first.seed, "--bots", ",".join(first.kinds)]
    for name, value in first.chosen.given.items():
        if name not in first.varied:
            words += ["-o", f"{name}={value}"]
    for name in first.varied:
        values = dict.fromkeys(str(sample.varied[name]) for sample in samples)
        words += ["--sweep", f"{name}={','.join(values)}"]
    return shlex.join([*words, "--corpus", "corpus"])


@contextmanager
def begin(where: str) -> Iterator[Corpus]:
    """Begin a corpus in a folder that is absent or empty; it stays so unless `finish` is called.

    Raises Trouble.
    """
    if where in ("", STDOUT):
        raise Trouble("BAD_FILE", SAID("corpus-no-folder", folder=where), SAID("corpus-hint"), USAGE)
    folder = Path(where)
    try:
        if folder.exists() and not folder.is_dir():
            raise NotADirectoryError(errno.ENOTDIR, os.strerror(errno.ENOTDIR))
        if folder.is_dir() and any(folder.iterdir()):
            raise Trouble("NOT_EMPTY", SAID("corpus-not-empty", folder=where), SAID("corpus-hint"), USAGE)
        draft = Path(tempfile.mkdtemp(prefix=f".{folder.name[:64]}.", dir=folder.resolve().parent))
    except (OSError, ValueError) as error:
        raise write_error(folder, error, "--corpus") from error
    try:
        corpus = Corpus(folder.resolve(), draft)
        try:
            yield corpus
        finally:
            corpus.close()
    finally:
        shutil.rmtree(draft, ignore_errors=True)
