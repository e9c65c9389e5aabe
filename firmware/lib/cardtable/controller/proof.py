"""What a record of a checkable match says of what it seals and opens.

`wire.proof` has the mathematics, docs/trust.md the reasons. Borrowed by `Play` when a record seals or opens
something; between that its state, the *terms*, is a plain list, see `play`. How it begins and ends: `terms`.
"""

from .play import GROUPS, KEY, MATCH, MODE, NEXT, POLICY, TOLD


def fields(terms, sealed, opened, maths):
    """What a record has at its end for what it seals, (handle, value) each, and for the handles it opens;
    `maths`: the module of that name.
    """
    values = _note_sealed(terms, sealed)
    found = []
    if values:
        first = terms[NEXT] - len(values)
        hidden = terms[POLICY] != "shown"
        found.append(maths.committed(terms[KEY], terms[MATCH], first, values, hidden))
        if terms[MODE] == "open":
            found.append(values)
    if opened:
        opened = sorted(opened)
        found.append(maths.openings(terms[KEY], opened, terms[GROUPS]))
        _note_opened(terms, opened, maths)
    return found


def noted(terms, sealed, opened, maths):
    """A record, which is on flash already, seals and opens these; `maths`: as for `fields`."""
    _note_sealed(terms, sealed)
    _note_opened(terms, sorted(opened), maths)


def _note_sealed(terms, sealed):
    """The values of those that are new: a card that is named by hand was sealed before."""
    values = [value for handle, value in sealed if handle >= terms[NEXT]]
    if len(values) > 1:
        terms[GROUPS] += [terms[NEXT], len(values)]
    terms[NEXT] += len(values)
    return values


def _note_opened(terms, opened, maths):
    """`opened`: in ascending order."""
    groups = terms[GROUPS]
    for first, count, members in maths.runs(opened, groups):
        if count == len(members):
            for i in range(0, len(groups), 2):
                if groups[i] == first:
                    groups[i + 1] = -count
        else:
            terms[TOLD] += [n for n in members if n not in terms[TOLD]]
