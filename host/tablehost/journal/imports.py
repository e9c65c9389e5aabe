"""Import of matches from files: each is judged, and all are taken in, or none."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

from tablehost import messages
from tablehost.errors import CHECK_FAILED, Trouble
from tablehost.journal import admission, game_log, gamefile
from tablehost.journal.gamefile import GameFile
from tablehost.journal.store import IMPORTED, BroughtGame, ImportResult, Journal

SAID = messages.Catalogue("record")


class Verdict(NamedTuple):
    """One file that was to be imported: its match if it is sound, else why not and with which exit status."""

    name: str
    file: GameFile | None
    reasons: list[str]
    hint: str = ""
    exit: int = 0


def take_in(verdicts: Sequence[Verdict]) -> list[ImportResult]:
    """Import the matches of these files, all of them or none; one that is refused stops all."""
    files = [one.file for one in verdicts if one.file is not None]
    if len(files) < len(verdicts):
        return [ImportResult(None, 0, 0, [])] * len(verdicts)
    with Journal() as journal:
        taken = journal.take_in([BroughtGame(f.uid, f.raws, f.gaps, f.notes, f.told) for f in files])
        for uid in sorted({file.uid for file in files}):
            game_log.settle(journal, IMPORTED + uid)  # the other computer may not know of the end
        return taken


def tell(verdicts: Sequence[Verdict], taken: Sequence[ImportResult]) -> list[str]:
    """Return what came of each file, in lines."""
    is_refused = any(one.file is None for one in verdicts) or any(one.forked for one in taken)
    pairs = zip(verdicts, taken, strict=True)
    return [line for verdict, one in pairs for line in _told(verdict, one, is_refused)]


def judge(name: str, data: bytes | None = None) -> Verdict:
    """Read and judge one file. `data`: its bytes, if they are at hand."""
    try:
        file = gamefile.read(Path(name)) if data is None else gamefile.from_bytes(data, name)
        reasons = [f"{name}: {reason}" for reason in admission.find_faults(file)]
    except Trouble as trouble:
        about = trouble.message if name in trouble.message else f"{name}: {trouble.message}"
        return Verdict(name, None, [about], trouble.hint, trouble.exit)
    return Verdict(name, None if reasons else file, reasons, exit=CHECK_FAILED if reasons else 0)


def _told(verdict: Verdict, taken: ImportResult, is_refused: bool) -> list[str]:
    name = verdict.name
    if verdict.reasons:
        return [f"{SAID('is FAIL'):<6}{reason}" for reason in verdict.reasons]
    if taken.forked:
        line = SAID("import-fork", name=name, record=taken.forked[0])
        more = [] if taken.copy is None else [SAID("import-fork-hint", id=taken.copy)]
        return [f"{SAID('is FAIL'):<6}{line}", *more]
    if is_refused:
        return [f"{SAID('is ok'):<6}" + SAID("import-sound", name=name)]
    if not taken.new:
        return [SAID("import-known", name=name, game=taken.game, n=taken.known)]
    return [SAID("import-new", name=name, game=taken.game, new=taken.new, known=taken.known)]
