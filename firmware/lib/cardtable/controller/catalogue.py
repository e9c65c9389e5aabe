"""Look-up in a catalogue that is a module of constants, as the firmware image has them.

Such a module is made of a text file by `tablehost.frozen_messages`. It has two tuples: HEADS, `kind code` of
each line in ascending order, and TEXTS, the texts in the same order. Frozen, both stay in flash.
"""


def find(catalogue, head):
    """Return the text of a line, or None if there is no such line."""
    heads = catalogue.HEADS
    low, high = 0, len(heads)
    while low < high:
        middle = (low + high) // 2
        if heads[middle] < head:
            low = middle + 1
        else:
            high = middle
    return catalogue.TEXTS[low] if low < len(heads) and heads[low] == head else None
