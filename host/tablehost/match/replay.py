"""A match shown again from its open log: the cards on the pads are reconstructed from the lines.

Lines do not hold lamps; only the winner's is lit. A match of several parts, such as rounds, is shown in full
in its first part, or all over, and else by the last scene of each line.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from typing import NamedTuple

from tablehost.console.terminal import escape_all
from tablehost.match import documents
from tablehost.match.card_words import CardWords
from tablehost.match.presenter import Presenter
from tablehost.people import vocabulary
from tablehost.plugins import narration
from tablehost.types import Document, Line

DARK, WINS, WON = "......", "....W=", "....W~"


class Step(NamedTuple):
    """A step that was shown. `line`: its number in the log; `is_scene`: cards that lie so on the way to it;
    `in_full`: this part is shown scene by scene; `is_news`: players wait for it, as for a trick.
    """

    line: int
    is_scene: bool
    in_full: bool
    is_news: bool


def steps(
    lines: Sequence[Line],
    presenter: Presenter,
    all_over: bool = False,
    records: Sequence[int | None] = (),
) -> Iterator[Step]:
    """Publish a match by `presenter`, a step at a time. `all_over`: every part in full; `records`: by line,
    the number of the record that led to it.
    """
    words = narration.of(lines[0])
    chairs = list(range(len(lines[0]["players"])))
    for number, line in enumerate(lines):
        words.hear(line)
        in_full = all_over or words.number <= 1
        if line["kind"] == "seated":
            chairs = line["pads"]
        else:
            scenes = words.scenes(line)
            for scene in scenes if in_full else scenes[-1:]:
                _show(scene, chairs, presenter)
                yield Step(number, True, in_full, True)
        presenter.line(line, records[number] if records else None)
        yield Step(number, False, in_full, line["kind"] not in ("match", "seated", words.part))


def _show(scene: narration.Scene, chairs: Sequence[int], presenter: Presenter) -> None:
    seat_pads = max(chairs) + 1
    pads: list[int | None] = [*[None] * seat_pads, *scene.middle]
    lamps = [DARK] * len(pads)
    for seat, card in enumerate(scene.seats):
        pads[chairs[seat]] = card
    for seat in scene.winners:
        lamps[chairs[seat]] = WON if scene.is_over else WINS
    presenter.see("".join(lamps), pads, seat_pads)
    presenter.display(scene.display)
    presenter.remark(scene.aside)


def frames(
    lines: Sequence[Line],
    language: str,
    records: Sequence[int | None] = (),
    only: Collection[int] | None = None,
) -> list[Document]:
    """Return a match step by step: first the whole object of its snapshot, then what each step changes.

    `line`: the number of the step's line in the log; `records`: see `steps`. The language must be
    spoken. `only`: the numbers of the lines that are shown, if not all; the first snapshot is before them.
    """
    shown: list[Line] = escape_all(list(lines))
    tongue = vocabulary.load(language, str(shown[0].get("game", "")))
    presenter = Presenter(shown[0]["players"], tongue)
    words = CardWords(tongue)
    before = documents.of(presenter.snapshot, words)
    found: list[Document] = []

    def add(line: int) -> None:
        nonlocal before
        after = documents.of(presenter.snapshot, words)
        if only is None or line in only:
            if not found:
                found.append({**before, "line": line})
            found.append({**documents.changes(before, after), "line": line})
        elif found:
            return  # the next step that is shown has these changes too
        before = after

    for step in steps(shown, presenter, True, records):
        add(step.line)
    presenter.ending(shown)
    add(len(shown) - 1)
    return found
