"""A pseudo-language made of the English catalogues: what of an output does not come from any catalogue.

Every letter of a message becomes an accented look-alike; placeholders stay. A run of plain letters in an
output is then a name, a code, or a sentence that no catalogue has.
"""

import re
from functools import cache
from string import Formatter
from types import SimpleNamespace

from cardtable import languages as table_words
from tablehost import messages
from tablehost.firmware import texts as table_texts

PLAIN = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
LOOK_ALIKE = "ȧƀƈḓḗƒɠħīĵķŀḿƞǿƥɋřşŧŭṽẇẋẏẑȦƁƇḒḖƑƓĦĪĴĶĿḾȠǾƤɊŘŞŦŬṼẆẊẎẐ"
BACK = str.maketrans(LOOK_ALIKE, PLAIN)
_SWAPPED = str.maketrans(PLAIN, LOOK_ALIKE)
_RUN = re.compile(r"[A-Za-z][A-Za-z']*[A-Za-z]")
# Runs of plain letters that are no sentence: names, and what follows the program's name on a command line.
NAMES = set("Ada Ben Cleo Dan Eva Finn Gus Hana Ivo Jo democracy demos democrazy cardtable auto".split())
CODES = re.compile(
    r"cardtable: "  # before what goes to stderr
    r"|cardtable (?:play|games|replay|--help|--version)(?: --preset [a-z-]+| --?\w+| last| \d+| demo\w+)*"
    r"|(?:[a-z]{5} ){5}[a-z]{5}"  # words of a head
    r"|[\w./-]*/[\w./-]+|\S+\.jsonl|sim:|pico_\w+"  # paths, addresses, boards
    r"|(?m:^  \w+ = .*$|\[.*\]$)|\b\w+=\S+|--[\w-]+"  # options, and their values
    r"|(?m:^  (?:first-time|usual|short) )"  # sets of options
    r"|\b(?:YES|NO|DY|DN|SC)\d+\b"  # votes and wilds
    r"|\b(?:10|[AJQKEL1-9])[SHDC]\b|\b[0-9a-f]{16}\b|\b[RBX]\d\d\b"  # cards, tables, laws
)


def worded(text: str) -> str:
    """Words with look-alikes for letters."""
    return text.translate(_SWAPPED)


def message(text: str) -> str:
    """A message of a catalogue with look-alikes for the letters of its own words."""
    made = []
    for literal, name, spec, conversion in Formatter().parse(text):
        made.append(worded(literal).replace("{", "{{").replace("}", "}}"))
        if name is not None:
            spec = worded(spec) if spec and "|" in spec else spec
            kept = (f"!{conversion}" if conversion else "") + (f":{spec}" if spec else "")
            made.append("{" + name + kept + "}")
    return "".join(made)


def speak(monkeypatch) -> None:
    """Have the catalogues of the host, and what the host reads of the table's, speak the pseudo-language."""
    plain_rows, table_rows = messages.rows, table_words.rows

    @cache
    def rows(area, language):
        return [(head, message(text)) for head, text in plain_rows(area, language)]

    monkeypatch.setattr(messages, "rows", rows)
    monkeypatch.setattr(messages, "texts", cache(lambda area, language: dict(rows(area, language))))
    pseudo = [(kind, code, worded(text)) for kind, code, text in table_rows("en")]
    monkeypatch.setattr(table_texts, "languages", SimpleNamespace(rows=lambda lang: pseudo))
    forget()


def forget() -> None:
    """Forget what was read while the pseudo-language was spoken."""
    table_texts.terms.cache_clear()
    table_texts.sentences.cache_clear()


def plain(output: str, names) -> list[str]:
    """The runs of plain letters in an output that are none of these names."""
    return [run for run in _RUN.findall(output) if run not in names]


def left_over(output: str, names=frozenset(NAMES)) -> list[str]:
    """The lines of an output that have plain words."""
    return [line for line in output.split("\n") if plain(CODES.sub("", line), names)]
