"""A moving picture of what a line of the open log shows: scene after scene, as one SVG with CSS animation.

The scenes are those of `Words.scenes` in `plugins/narration.py`. Without motion the last one is seen.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

from cardtable.engine import cards
from tablehost.plugins.narration import COVERED, Scene
from tablehost.printing import draw, measure, rounds
from tablehost.printing.paper import HIGH, WIDE
from tablehost.types import Letters

PAGE_WIDE, PAGE_HIGH = 200.0, 142.0
SCALE = 0.36
SCENE_S = 3.0
LAST_S = 5.0  # how long the last scene stays
_FADE_S = 0.35
_MIDDLE = (PAGE_WIDE / 2, 64.0)
_FAR = (66.0, 41.0)  # from the middle to the seats: to the sides, up and down


def svg(
    scenes: Sequence[Scene], players: Sequence[str], bodies: dict[str, str], names: Letters, lang: str
) -> str:
    """Return the scenes as a picture; `bodies`: the drawing of each card by name, "" for the back."""
    whole = (len(scenes) - 1) * SCENE_S + LAST_S
    used = sorted(
        {_name(card, names) for scene in scenes for card in [*scene.middle, *scene.seats] if card is not None}
    )
    inner = f"<style>{_style(len(scenes), whole)}</style>"
    inner += "<defs>" + "".join(rounds.symbol(name, bodies[name]) for name in used) + "</defs>"
    inner += draw.box(2, 2, PAGE_WIDE - 4, PAGE_HIGH - 4, round=20, fill=draw.FELT)
    for number, scene in enumerate(scenes):
        last = " last" if number == len(scenes) - 1 else ""
        inner += f'<g class="scene s{number}{last}">{_scene(scene, players, names)}</g>'
    return draw.page(PAGE_WIDE, PAGE_HIGH, scenes[-1].display, inner, lang)


def _style(count: int, whole: float) -> str:
    rules = [
        ".scene{opacity:0}.last{opacity:1}",  # where nothing moves
        "@media (prefers-reduced-motion:reduce){.scene{animation:none!important}}",
    ]
    for number in range(count):
        begin = number * SCENE_S / whole * 100
        end = 100.0 if number == count - 1 else (number + 1) * SCENE_S / whole * 100
        fade = _FADE_S / whole * 100
        steps = f"{begin:.2f}%{{opacity:0}}{begin + fade:.2f}%,{end - 0.01:.2f}%{{opacity:1}}"
        rules.append(
            f"@keyframes k{number}{{0%,{steps}{end:.2f}%,100%{{opacity:{int(number == count - 1)}}}}}"
        )
        rules.append(f".s{number}{{animation:k{number} {whole:g}s linear infinite}}")
    return "".join(rules)


def _scene(scene: Scene, players: Sequence[str], names: Letters) -> str:
    body = ""
    for place, card in enumerate(scene.middle):
        body += _card(_MIDDLE[0] + place * 8, _MIDDLE[1], card, names, False)
    for seat, card in enumerate(scene.seats):
        angle = math.pi / 2 + 2 * math.pi * seat / len(players)  # the first seat is nearest; then clockwise
        x, y = _MIDDLE[0] + _FAR[0] * math.cos(angle), _MIDDLE[1] + _FAR[1] * math.sin(angle)
        wins = seat in scene.winners
        body += _card(x, y, card, names, wins)
        side = -1 if x < _MIDDLE[0] - 1 else 1
        anchor = "end" if side < 0 else "start"
        body += draw.text(
            x + side * (WIDE * SCALE / 2 + 3),
            y + 2,
            players[seat],
            6,
            bold=wins,
            anchor=anchor,
            ink=draw.PAPER,
        )
    size, said = measure.fit(scene.display, PAGE_WIDE - 24, 8, (5.6, 5, 4.4))
    return body + draw.text(PAGE_WIDE / 2, PAGE_HIGH - 7, said[0], size, anchor="middle", ink=draw.PAPER)


def _card(x: float, y: float, card: int | None, names: Letters, wins: bool) -> str:
    if card is None:
        return ""
    left, top = x - WIDE * SCALE / 2, y - HIGH * SCALE / 2
    body = draw.move_group(left, top, f'<use href="#{rounds.key(_name(card, names))}"/>', SCALE)
    if not wins:
        return body
    return body + draw.box(
        left - 1.2, top - 1.2, WIDE * SCALE + 2.4, HIGH * SCALE + 2.4, round=3, stroke=draw.LIT, line=2
    )


def _name(card: int, names: Letters) -> str:
    return "" if card == COVERED else cards.text(card, names)
