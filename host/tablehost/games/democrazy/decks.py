"""The decks of Democrazy, as `cardtable cards democrazy` prints them: with all laws or the published."""

from tablehost.games.democrazy.card_faces import PRESET
from tablehost.plugins.choice import choose


def _printed(laws: str) -> tuple[int, ...]:
    preset = {**PRESET, "deck": laws}
    choice = choose("democrazy", None, None, [f"{name}={value}" for name, value in preset.items()])
    return tuple(choice.game.deck(choice.seats, choice.options))


DECKS = {"democrazy": lambda: _printed("all"), "democrazy-published": lambda: _printed("published")}
