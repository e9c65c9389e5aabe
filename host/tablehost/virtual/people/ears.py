"""Recognition of tunes from the recorded frequencies, by the controller's own tunes read backwards."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from cardtable.controller.output.tunes import TUNES

Note = tuple[int, int]  # hertz (0 for silence), milliseconds

SILENCE_MS = 150  # longer than any rest: the tune has ended
SLACK_MS = 9  # how well ears measure; the rest between two tunes is 10 ms shorter than any within one


class Ears:
    """`heard` may be asked as seldom as one likes, so long as `changes` keeps what sounded meanwhile."""

    def __init__(self, changes: Iterable[tuple[int, int]]) -> None:
        self._changes = changes  # (us, hertz), as outputs.PwmRecorder keeps them
        self._until = -1

    def heard(self, now: int) -> list[str]:
        """Return the names of the tunes that have ended, at `now` us, since the last call."""
        news = [(us, hz) for us, hz in self._changes if us > self._until]
        if not news or news[-1][1] or now - news[-1][0] < SILENCE_MS * 1000:
            return []
        self._until = news[-1][0]
        notes = [(hz, (news[i + 1][0] - us) // 1000) for i, (us, hz) in enumerate(news[:-1])]
        names = []
        while notes:
            name = next((name for name, tune in _LONGEST_FIRST if _begins(notes, tune)), None)
            if name is not None:
                names.append(name)
            del notes[: 1 if name is None else len(_MERGED[name])]
        return names


def _merged(tune: Sequence[Note]) -> list[Note]:
    """Merge two notes of one pitch without a rest between them: they are one to the ear."""
    merged: list[Note] = []
    for hz, ms in tune:
        if merged and merged[-1][0] == hz:
            merged[-1] = (hz, merged[-1][1] + ms)
        else:
            merged.append((hz, ms))
    return merged


def _begins(notes: Sequence[Note], tune: Sequence[Note]) -> bool:
    return len(notes) >= len(tune) and all(
        hz == other and abs(ms - length) <= SLACK_MS
        for (hz, ms), (other, length) in zip(notes, tune, strict=False)
    )


def _tune(name: str) -> list[Note]:
    flat = TUNES[name]
    return list(zip(flat[::2], flat[1::2], strict=True))


NAMES = list(TUNES)
_MERGED = {name: _merged(_tune(name)) for name in NAMES}
_LONGEST_FIRST = sorted(_MERGED.items(), key=lambda row: -len(row[1]))
