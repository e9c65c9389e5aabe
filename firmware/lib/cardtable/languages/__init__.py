"""The languages of the table, by their codes. Only the chosen one is loaded.

A language is one module of this folder with all that the table says in it: KEYS, `kind code` of each sentence
in ascending order, and TEXTS, the sentences in the same order. `make catalogues` writes it from the files
`firmware/texts/*_CODE.txt`. What kinds there are: `controller/output/language.py`.
"""

CODES = ("en", "fr")  # the first is the table's own, where nobody has set another


def load(code):
    """Return the module of a language. KeyError if there is none."""
    if code not in CODES:
        raise KeyError(code)
    return __import__("cardtable.languages." + code, None, None, ("KEYS",))
