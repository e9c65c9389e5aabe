"""Generator of the players' booklet, docs/play/lamps.md: every lamp, tone and key, from the controller's own
tables. `make docs` writes it.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TypeVar

from cardtable.controller.input import keys
from cardtable.controller.output import lamps, tunes
from cardtable.engine.asks import base
from tablehost.people import hands, looks, vocabulary

RHYTHMS = {
    "=": "steady",
    "~": "slow",
    "+": "quicker",
    "*": "quick",
    "1": "one flash, pause",
    ":": "two flashes, pause",
    "3": "three flashes, pause",
    "4": "four flashes, pause",
    lamps.BREATH: "dim, breathing",
}
# Users who play along get the meaning of a lamp as well, in fewer words; this is the booklet's addition.
_MORE_DO = {
    base.LAY: "; in the middle: a card is missing there",
    base.PRESS_OK: "",
    base.PRESS_YES_NO: "",
    base.PICK: "; the list is on the display",
    base.SHOW: "",
    base.TAKE_ALL: "",
    base.LIFT: "",
    base.MAY_CALL: "",
}
_MORE_PAD = {
    base.FINE: (
        ": this card is the one you lay, and you may still exchange it; while a match is set up: you play"
    ),
    base.EARLY: ": its turn comes",
    base.OLD: ": this card is recorded for good; it may stay",
    base.WRONG: ": the display says why; nothing goes on until it is cured",
    base.REMOVE: ": this card must go",
    base.TAKE: ", with all the others",
    base.KEEP: ": take this card back, it is yours",
    base.OUT: ": this card is lost to all",
}
DO = {task: vocabulary.load("en").lamps[hands.DO[task]] + more for task, more in _MORE_DO.items()}
PAD: dict[int | str, str] = {
    state: vocabulary.load("en").pad[hands.PAD[state]] + more for state, more in _MORE_PAD.items()
}
PAD["several"] = "two cards lie here: leave one"
_RESULTS = vocabulary.load("en").results
RESULT = {
    state: _RESULTS[looks.RESULTS[look]]
    for state, (look, _) in lamps.RESULT_STATES.items()
    if look != lamps.OFF
}
# By task: the meaning of each key there; a key that is not named has none.
KEYS = {
    base.LAY: {"yes": "speak up, before the first trick", "ok": "nothing to say, before the first trick"},
    base.PRESS_OK: {
        "yes": "propose another award, in a negotiation",
        "no": "take back what was shown",
        "ok": "done, agreed: it goes on",
    },
    base.PRESS_YES_NO: {
        "yes": "yes; while seats are taken: sit down",
        "no": "no, or: counted wrong",
        "ok": "right, done; while seats are taken: sit down",
    },
    base.PICK: {"yes": "the next in the list", "no": "back to none", "ok": "take it"},
    base.SHOW: {"no": "take back what was shown"},
    base.TAKE_ALL: {},
    base.LIFT: {},
    base.MAY_CALL: {"yes": "speak up", "ok": "nothing to say"},
}


PAGE = """\
# What every lamp, tone and key means

For players. Made from the table's own tables (`make docs`).

Each pad has three lamps at its far edge: **do**, **card**, **result**. The lamp, its colour and its rhythm
say what to do or what happened; the four colours stay apart for every kind of colour vision, and
nothing flashes quickly. Every tone comes with a lamp, so a silent table tells as much. The display always
ends with the next act that the table waits for, and the seats.

## Do: what you should do

{do}

Dark: nothing is asked of you. While nothing is played the first pad's is {begin}: OK there begins a match. It
goes dark after ten minutes, and comes back when a key is pressed or a card is moved.

Nothing has happened for {first} seconds, or for {second}: your lamp reminds you by its rhythm, with the tone
{remind}. Nothing else comes of it: no time-out ever plays, agrees or declares for you.

{hurry}

## Card: what the pad says of the card on it

{card}

A card counts once it has rested for a moment. Where no card is asked for, the pad complains only after a
second, so cards may be carried over it. Nothing here tells which card lies face down.

## Result: what became of it

{result}

## Keys

{keys}

**Hold NO** for {hold} s: a misdeal that cannot be put right. If another seat holds NO as well, what was
played since the stage began, such as an island, is void, and the cards are dealt again. Any other key of
another seat takes the question back.

**Hold NO and OK** for {hold} s: a correction, a card that cannot be read, or the scores. Everything is
paused. YES tells how the match stands, seat by seat; a seat of another side that holds both agrees to a
correction, then the display leads on; NO goes on. See [Corrections](corrections.md).
Between matches, and after a power cut, it looks back at the last ten rounds, from how the last one stood:
YES goes on, NO back, OK ends it.

**OK where nothing is played**: a match is set up, or the last one once more. The display says what YES, NO
and OK mean; NO held for {hold} s ends it. See [The table without a computer](alone.md).

## Sound, language, light

`sound` is `full`, `soft` or `off`, `lang` is `en` or `fr`, `glow` is for how many minutes the lamp of a table
at which nothing is played breathes: `1`, `10`, `60`, `always` or `off`. With `lessons=on` the display
explains each act, for players who do not know the game. With `policy=all` a match that is set up by keys
opens every hidden card in its record at the end, with `shown` only what the rules have shown. The table keeps
all of them:

```console
cardtable tables set lang=fr sound=soft glow=60
```
"""


def look(state: str) -> str:
    """Return a lamp's two characters in words."""
    return f"{looks.COLOURS[state[0]]}, {RHYTHMS[state[1]]}"


def melody(name: str) -> str:
    """Return a tune in words: how many notes, and their direction."""
    hertz = [hz for hz in tunes.TUNES[name][::2] if hz]
    if len(set(hertz)) == 1:
        height = "low" if hertz[0] < 1200 else "high" if hertz[0] >= 2500 else "middle"
        return f"{'-'.join([height] * len(hertz))} ({name})"
    way = "rising" if hertz == sorted(hertz) else "falling" if hertz == sorted(hertz)[::-1] else "up and down"
    return f"{len(hertz)} notes, {way} ({name})"


Code = TypeVar("Code")  # of a state of a lamp


def rows(states: Mapping[Code, tuple[str, str | None]], meanings: Mapping[Code, str]) -> list[list[str]]:
    """Return the rows of one lamp's table."""
    return [
        [look(state), meanings[code], melody(tone) if tone else ""]
        for code, (state, tone) in states.items()
        if state != lamps.OFF
    ]


def page() -> str:
    """Return the whole page."""
    first, second = (ms // 1000 for ms in lamps.REMINDERS_MS)
    hurry = [[RHYTHMS[sign] for sign in (base, *more)] for base, more in lamps.HURRIED.items()]
    names = [name for name in ("yes", "no", "ok") if (name, False) in keys.KEYS]
    pressed = [
        [look(lamps.DO_STATES[task][0]), *[meant.get(name, "") for name in names]]
        for task, meant in KEYS.items()
        if meant
    ]
    return PAGE.format(
        begin=look(lamps.BEGIN),
        do=table(["lamp", "meaning", "tone"], rows(lamps.DO_STATES, DO)),
        card=table(["lamp", "meaning", "tone"], rows(lamps.PAD_STATES, PAD)),
        result=table(["lamp", "meaning", "tone"], rows(lamps.RESULT_STATES, RESULT)),
        hurry=table(["at first", f"after {first} s", f"after {second} s"], hurry),
        keys=table(["your *do* lamp", *[name.upper() for name in names]], pressed),
        first=first,
        second=second,
        remind=melody(lamps.REMIND),
        hold=f"{keys.HOLD_MS / 1000:g}",
    )


def table(head: list[str], lines: list[list[str]]) -> str:
    """Return a table in Markdown."""
    ruled = [head, ["--"] * len(head), *lines]
    return "\n".join("| " + " | ".join(cells) + " |" for cells in ruled)
