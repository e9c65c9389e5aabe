"""The snapshot of a match as a JSON object, for views in another program such as a page of the browser.

Its members are those of `Snapshot` that a page shows; hands belong to a seat. One that has changed replaces
the one before; lists of GROWING also grow at their end.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import starmap, zip_longest

from cardtable.engine.asks.base import CENTRE
from cardtable.games import registry as games
from tablehost import messages
from tablehost.console.terminal import escape
from tablehost.match import events, lamps
from tablehost.match.card_words import CardWords
from tablehost.match.events import COVERED, UNKNOWN, Hand, Lamp, Story
from tablehost.match.snapshot import STORIES, Snapshot
from tablehost.people import asking, vocabulary
from tablehost.people.hands import READ, offers
from tablehost.people.vocabulary import Tongue
from tablehost.plugins import narration
from tablehost.plugins.narration import REVEALS, Spread, Turning
from tablehost.seats import nicknames
from tablehost.suits import SUIT_SIGNS
from tablehost.types import Document

# Members that are lists of the newest, and of how many.
GROWING = {"stories": STORIES, "sentences": 60, "records": 200}


def of(snapshot: Snapshot, words: CardWords) -> Document:
    """Return the object of a snapshot that is limited to a role; `words`: for its cards."""
    standing, pads, verdict = snapshot.standing, snapshot.pads, snapshot.standing.verdict
    asked, last = _find_asked(snapshot), snapshot.stories[-1] if snapshot.stories else None
    causes = dict(zip(snapshot.chairs, snapshot.asked.causes, strict=False))
    return {
        "game": snapshot.game,
        "waits": [seat for seat, steps in enumerate(snapshot.asked.steps) if steps],
        "players": list(starmap(_call, _pair_names(snapshot))),
        "called": _find_names(tuple(snapshot.players), tuple(snapshot.persons.names)),
        "persons": len([name for name in snapshot.persons.names if name]),
        "away": snapshot.persons.away,
        "chairs": snapshot.chairs,
        "number": snapshot.number,
        "pads": [_pad(pads, at, words, asked.get(at), causes.get(at, "")) for at in range(len(pads.cards))],
        "seat_pads": pads.seat_pads,
        "trumps": pads.trumps,
        "trumps_sign": SUIT_SIGNS.get(pads.trumps or "", ""),
        "display": words.show(snapshot.display),
        "foreign": snapshot.foreign,
        "title": snapshot.asked.title,
        "standing": standing.texts,
        "spreads": [_spread(one, words) for one in standing.spreads],
        "caption": standing.caption,
        "places": standing.places,
        "shown": standing.shown,
        "verdict": verdict and [verdict.card, verdict.is_adopted, verdict.counts],
        "outcome": words.show(last.outcome) if last else "",
        "own_outcomes": {str(seat): words.show(own) for seat, own in last.own_outcomes.items()}
        if last
        else {},
        "revealed": _find_revealed(snapshot),
        "stories": [_story(one, words) for one in snapshot.stories],
        "has_power": snapshot.has_power,
        "notice": snapshot.correcting or snapshot.notice,
        "winners": _winners(snapshot),
        "scores": standing.scores,
        "ending": words.show(snapshot.ending),
        "turning": _turning(snapshot.turning, words),
    }


def of_seat(snapshot: Snapshot, seat: int, words: CardWords, tongue: Tongue) -> Document:
    """Return the object of what the player of a seat alone sees. `snapshot`: as this player may see it."""
    hand = snapshot.hands.get(seat, Hand(seat))
    listens = seat in snapshot.listeners
    unfit = snapshot.asked.unfit[seat] if seat < len(snapshot.asked.unfit) else frozenset()
    offered = offers(hand.asked, hand.steps, hand.may, listens or hand.do == "call")
    headline = None if listens else words.show(snapshot.display)
    question, rows = find_menu(snapshot, hand, tongue)
    if rows:  # in place of the keys that step through them
        offered = ["pick", *(act for act in offered if act not in ("yes", "ok"))]
    beside = tongue.say("beside", cards=" ".join(hand.pile)) if hand.pile else ""
    return {
        "seat": seat,
        "listens": listens,
        "hand": [_card(card, words) | {"unfit": card in unfit} for card in hand.hand],
        "pad": [_card(card, words) for card in hand.pad],
        "open": [_card(card, words) for card in hand.open],
        "beside": words.show(beside.strip("; ")),
        "todo": tongue.step(hand.steps, offered, hand.asked, headline),
        "question": "" if listens else question,
        "rows": rows,
        "picks_by_card": bool(rows) and "places" in hand.steps[0],
        "asked": hand.asked,
        "task": hand.task,
        "lamp": tongue.say("your-card", lamp=hand.lamp) if hand.lamp else "",
        "can_undo": seat in snapshot.undoable,
        "aim": _find_aim(snapshot, seat, hand),
        "offers": [] if listens else offered,
        "keys": [] if listens else tongue.buttons(hand.asked, offered),
        "acts": [] if listens else _acts(tongue),
    }


def find_menu(snapshot: Snapshot, hand: Hand, tongue: Tongue) -> tuple[str, list[Document]]:
    """Return the question of the menu that a player steps through, and its rows, numbers in their order;
    none without a menu.
    """
    is_menu = bool(hand.steps) and hand.steps[0]["act"] == "pick"
    if not is_menu or snapshot.game not in games.NAMES:
        return "", []
    rows, names = hand.steps[0]["rows"], list(starmap(_call, _pair_names(snapshot)))
    game = games.load(snapshot.game)
    question, words = asking.read_menu(hand.asked, rows, tongue, game, names, snapshot.chairs)
    found: list[Document] = [{"row": str(at), "label": escape(word)} for at, word in enumerate(words)]
    if all(word.isdigit() for word in words):
        found.sort(key=lambda row: int(str(row["label"])))
    return question, found


def of_faults(snapshot: Snapshot) -> list[str]:
    """Return the open faults of the table, in the language that is spoken."""
    words = narration.heard([snapshot.match]) if snapshot.match else narration.Words(snapshot.players)
    words.hear({"kind": "seated", "pads": list(snapshot.chairs)})
    lines = [{"kind": "fault", "what": "fault", "code": code, "pad": pad} for code, pad in snapshot.faults]
    return [words.sentence(line).strip() for line in lines]


def _find_aim(snapshot: Snapshot, seat: int, hand: Hand) -> int | None:
    """Return the pad onto which a card of the hand is to be laid, None for none."""
    if not hand.steps or hand.steps[0]["act"] not in ("lay", "show"):
        return None
    place = next(iter(hand.steps[0].get("places", ())), seat)
    if place < CENTRE:
        return snapshot.chairs[place] if place < len(snapshot.chairs) else None
    return snapshot.pads.seat_pads + place - CENTRE


def _pair_names(snapshot: Snapshot) -> Iterator[tuple[str, str]]:
    """Return, by seat, the names of the player and of the person there."""
    return zip_longest(snapshot.players, snapshot.persons.names, fillvalue="")


def _call(player: str, person: str) -> str:
    """Return the name of who plays a seat: a person's own first, before that of another player."""
    return player if person in ("", player) else f"{person} ({player})"


@lru_cache
def _find_names(players: tuple[str, ...], persons: tuple[str, ...]) -> list[list[str]]:
    """Return, by seat, all names by which texts call who plays there."""
    rows = zip_longest(players, persons, nicknames(players), fillvalue="")
    return [list(dict.fromkeys(filter(None, (_call(*row[:2]), *row)))) for row in rows]


def _winners(snapshot: Snapshot) -> list[int]:
    """Return the seats that have won a match, [] before its end."""
    found = (one.line["winners"] for one in reversed(snapshot.stories) if one.kind == "result")
    return list(next(found, ()))


def _find_revealed(snapshot: Snapshot) -> int | None:
    """Return the newest record that players look at before they go on, None for none."""
    told = (one.record for one in reversed(snapshot.stories) if one.kind in REVEALS and not one.is_again)
    return next(told, None)


def _spread(spread: Spread, words: CardWords) -> Document:
    """Return the object of the things before a seat, without those that its game does not have."""
    rows: Document = {
        "fan": [_card(card or COVERED, words) for card in spread.fan],
        "tiles": [_card(card or COVERED, words) for card in spread.tiles],
    }
    if spread.open:
        rows["open"] = _card(spread.open, words)
    if spread.ringed:
        rows["ringed"] = spread.ringed
    rest = {"captured": spread.captured, "vetoes": spread.vetoes, "chips": spread.chips}
    return {**rows, **{name: value for name, value in rest.items() if value is not None}}


def _turning(turning: Turning | None, words: CardWords) -> Document | None:
    """Return the object of the moment that decided a match, None before its end and without one."""
    if turning is None:
        return None
    cards = [_card(card, words) for card in turning.cards]
    return {"text": words.show(turning.sentence), "cards": cards}


def _card(card: str, words: CardWords) -> Document:
    return {"card": card, "said": words.put_into(card)}


def _acts(tongue: Tongue) -> list[str]:
    """Return the acts of this game that need no card, in the order of its help."""
    typed = {**tongue.acts, **tongue.with_seat, **tongue.with_chips, **dict.fromkeys(tongue.own.reads, READ)}
    return list(dict.fromkeys(typed[word] for word in tongue.commands if word in typed))


def empty() -> Document:
    """Return the object of a table at which nothing is played."""
    return of(Snapshot(), CardWords(vocabulary.load(messages.language())))


def changes(before: Document, after: Document) -> Document:
    """Return the members that have changed; of a list of GROWING, to whose end some were added, `more` has
    these alone.
    """
    changed = {name: value for name, value in after.items() if name not in before or before[name] != value}
    more = {name: _added(before.get(name), changed[name]) for name in GROWING if name in changed}
    more = {name: added for name, added in more.items() if added}
    return {
        **{name: value for name, value in changed.items() if name not in more},
        **({"more": more} if more else {}),
    }


def _added(before: object, after: object) -> list[object]:
    """Return the items at the end of a list that were not there before, [] if other ones have changed."""
    if not isinstance(before, list) or not isinstance(after, list):
        return []
    if not before:
        return after
    at = next((at for at in range(len(after) - 1, -1, -1) if after[at] == before[-1]), -1)
    return after[at + 1 :] if at >= 0 and before[-at - 1 :] == after[: at + 1] else []


def _find_asked(snapshot: Snapshot) -> dict[int, bool]:
    """Return by pad whether something is asked there, {} if that is not known."""
    asked = snapshot.asked
    if not asked.steps:
        return {}
    seats = {pad: any(rows) for pad, *rows in zip(snapshot.chairs, asked.steps, asked.may, strict=False)}
    return {pad: seats.get(pad, True) for pad in range(len(snapshot.pads.cards))}


def _pad(pads: events.Pads, at: int, words: CardWords, asked: bool | None, cause: str) -> Document:
    """Return the object of a pad. `asked`: whether something is asked there, and no lamp says it; `cause`:
    what is wrong there.
    """
    card = pads.cards[at]
    said = "" if card in (None, COVERED, UNKNOWN) else words.put_into(str(card))
    lit = pads.lamps[at] if at < len(pads.lamps) else (Lamp(),) * 3
    task, *others = list_lamps(lit)
    if asked is not None:
        task |= {"meaning": "", "colour": task["colour"] if asked else ""}
        if lamps.is_done(lit[1]) or (at >= pads.seat_pads and lamps.is_played(lit[1])):
            others[0]["meaning"] = ""
        elif cause:
            for lamp in others:
                if lamp["colour"] == "red":
                    lamp["meaning"] = words.show(cause)
    about = {"done": lamps.is_done(lit[1]), "wins": lamps.is_win(lit[2])}
    return {"card": card, "said": said, **about, "lamps": [task, *others]}


def list_lamps(three: Sequence[Lamp]) -> list[Document]:
    """Return the objects of the lamps of a pad."""
    return [
        {
            "colour": lamp.colour,
            "sign": lamps.shape(lamp),
            "beats": lamps.beats(lamp),
            "tune": lamps.tune(lamp, number),
            "meaning": lamp.meaning,
        }
        for number, lamp in enumerate(three)
    ]


def _story(story: Story, words: CardWords) -> Document:
    text = story.sentence.strip()
    return {
        "record": story.record,
        "kind": story.kind,
        "text": words.show(text),
        "said": words.put_into(text),
    }
