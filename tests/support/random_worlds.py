"""Pairs of worlds at random: the same acts at the same moments, with other cards and votes in secret.

`pair_of[game](folder, seed)` returns the two, before the reveal.
"""

import random

from democrazy_table import Council
from demos_table import Round
from firmware_table import CENTRE, Table
from two_worlds import World, worlds

STANDARD = [rank + suit for suit in "SHDC" for rank in ("A", *"3456789", "10", "J", "Q", "K")]
NUMBERS = [rank + suit for suit in "SHDC" for rank in ("2", *"356789", "10")]  # the fours are open
SECOND = 1_000_000
WAITS = (*7 * (0, 200_000, SECOND), 21 * SECOND)  # the last one until a seat is reminded


def draw_acts(lots, seats):
    """Return acts until every seat has laid in secret: its first card, or its second in place of that."""
    acts = []
    for seat in lots.sample(range(seats), seats):
        acts.append(("lay", seat, 0))
        if lots.random() < 0.5:
            acts += [("lift", seat), ("lay", seat, 1)]
        if lots.random() < 0.3:
            acts.append(("press", lots.randrange(seats), lots.choice(("yes", "no"))))
        acts.append(("wait", lots.choice(WAITS)))
    return acts


def carry_out(table, acts, cards):
    """Carry out acts; `cards`: by seat, the two that it may lay."""
    for kind, *about in acts:
        if kind == "lay":
            table.lay(about[0], cards[about[0]][about[1]])
        elif kind == "lift":
            table.lift(about[0])
        elif kind == "press":
            table.press(about[1], about[0])
        else:
            table.run(about[0])


def draw_two(lots, cards, seats):
    """Return two cards a seat for each of two worlds."""
    found = []
    for _ in range(2):
        drawn = iter(lots.sample(cards, 2 * seats))
        found.append([(next(drawn), next(drawn)) for _ in range(seats)])
    return found


def play_listening(folder, seed):
    """Return two tricks of Democracy until the cards are turned over, at two to five seats, and the seat that
    listens, with the same cards in both.
    """
    lots = random.Random(f"listening {seed}")
    seats = lots.randint(2, 5)
    heard = lots.randrange(seats)
    return _play_trick(folder, lots, seats, (heard,)), heard


def play_democracy(folder, seed):
    """Return two such tricks without a seat that listens."""
    lots = random.Random(f"democracy {seed}")
    return _play_trick(folder, lots, lots.randint(2, 5), ())


def _play_trick(folder, lots, seats, listeners):
    pair = worlds(folder, seats, listeners=listeners)
    turned, first, second, *others = lots.sample(STANDARD, len(STANDARD))
    acts = draw_acts(lots, seats)
    for world, cards in zip(pair, draw_two(lots, others, seats)):
        for seat in listeners:
            cards[seat] = first, second
        world.table.lay(CENTRE, turned)
        carry_out(world.table, acts, cards)
        assert world.table.asked == "lay-face-down-ok"
    return pair


def play_demos(folder, seed):
    """Return two times secret discards, laid, taken back and laid again."""
    lots = random.Random(f"demos {seed}")
    acts = []
    for seat in range(3):
        acts += [("lay", seat, 0), ("wait", lots.choice(WAITS))]
        if lots.random() < 0.5:
            acts += [("lift", seat), ("press", seat, "no"), ("lay", seat, 1)]
        acts += [("press", seat, "ok"), ("lift", seat)]
    pair = []
    for number, cards in enumerate(draw_two(lots, NUMBERS, 3)):
        (folder / str(number)).mkdir()
        world = World(Table(folder / str(number), grain=1000))
        one = Round(world.table)
        world.watch()
        one.discards([20, 36, 52])
        world.table.clear()
        carry_out(world.table, acts, cards)
        pair.append(world)
    assert any(world.table.records[-1][0] == "answer" for world in pair)
    return pair


def play_democrazy(folder, seed):
    """Return two times votes by card, key and wild, changed and taken back, until they are shown."""
    lots = random.Random(f"democrazy {seed}")
    order = lots.sample(range(4), 4)
    waits = [lots.choice(WAITS) for _ in order]
    by_key = [lots.random() < 0.5 for _ in order]
    changed = [lots.random() < 0.5 for _ in order]
    pair = []
    for number in range(2):
        (folder / str(number)).mkdir()
        council = Council(folder / str(number), 4, {"start_player": "1"}, 1).until("vote")
        council.table.grain = 1000
        world = World(council.table)
        world.watch()
        pair.append(world)
        for seat, wait in zip(order, waits):
            for again in range(1 + changed[seat]):
                says = lots.choice(("yes", "no"))
                if by_key[seat]:
                    council.table.press(says, council.pad(seat))
                    continue
                if again:
                    council.table.lift(council.pad(seat))
                council.table.lay(council.pad(seat), f"{says.upper()}{seat + 1 + 5 * again}")
            council.table.run(wait)
        council.table.run(2 * SECOND)
        assert council.table.asked == "vote-ok"
    return pair


pair_of = {"democracy": play_democracy, "demos": play_demos, "democrazy": play_democrazy}
