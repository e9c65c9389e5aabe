"""What is printed on cards and sheets beside the words of the rules and of the table: a table a language."""

from __future__ import annotations

WORDS: dict[str, dict[str, str]] = {
    "en": {
        "points": "{} points",
        "point": "{} point",
        "no-points": "no points",
        "red-law": "red law",
        "blue-law": "blue law",
        "red-kind": "Done at once, then discarded.",
        "blue-kind": "In force from the next turn on.",
        "white": "A tie adopts it.",
        "black": "A tie rejects it.",
        "blank": "Carte blanche",
        "tag": "about: {}",
        "tag-colour": "colours",
        "tag-trait": "looks",
        "tag-conduct": "manners",
        "or": "or",
        "end-says": "The game stops at once. Nothing is proposed any more; the points are counted.",
        "YES": "YES",
        "NO": "NO",
        "DY": "Definite YES",
        "DN": "Definite NO",
        "SC": "Scam",
        "DY-says": "The law is adopted, whatever the others vote.",
        "DN-says": "The law is rejected, whatever the others vote.",
        "SC-says": "The result is reversed.",
        "wild-kind": "A wild: it counts for its owner alone, and once.",
        "vote-kind": "It counts for the pad it lies on, and comes back.",
        "colon": ": ",
        "sheet": "Rulings in force",
        "players": "{} players",
        "sheet-mark": "marks what differs from the usual.",
        "sheet-plain": "All of it is as usual.",
        "game": "game {}",
        "lamp-do": "First lamp: what to do",
        "lamp-pad": "Second lamp: the card on the pad",
        "lamp-note": "The bar beside a lamp is its rhythm, over two seconds; then its tone.",
        "printed": "{} for {} players: {}",
        "print-both": "print at 100 %, not fitted to the page, on both sides, turned along the long edge",
        "print-at": "print at 100 %, not fitted to the page; the last page of a kind is the back of all "
        "of them",
        "pile-cards": "cards",
        "pile-figures": "figures",
        "pile-laws": "laws",
        "pile-numbers": "numbers",
        "pile-votes": "votes",
        "colour-B": "blue",
        "colour-Y": "yellow",
        "colour-V": "red",
        "colour-W": "white",
    },
    "fr": {
        "points": "{} points",
        "point": "{} point",
        "no-points": "aucun point",
        "red-law": "loi rouge",
        "blue-law": "loi bleue",
        "red-kind": "Appliquée aussitôt, puis écartée.",
        "blue-kind": "En vigueur dès le tour suivant.",
        "white": "L'égalité l'adopte.",
        "black": "L'égalité la rejette.",
        "blank": "Carte blanche",
        "tag": "sujet : {}",
        "tag-colour": "couleurs",
        "tag-trait": "physique",
        "tag-conduct": "conduite",
        "or": "ou",
        "end-says": "La partie s'arrête aussitôt. On ne propose plus rien ; les points sont comptés.",
        "YES": "OUI",
        "NO": "NON",
        "DY": "OUI définitif",
        "DN": "NON définitif",
        "SC": "Ruse",
        "DY-says": "La loi est adoptée, quoi que votent les autres.",
        "DN-says": "La loi est rejetée, quoi que votent les autres.",
        "SC-says": "Le résultat est inversé.",
        "wild-kind": "Un joker : il ne vaut que pour qui l'a reçu, et une fois.",
        "vote-kind": "Elle compte pour la case où elle est posée, et revient.",
        "colon": " : ",
        "sheet": "Règles convenues",
        "players": "{} joueurs",
        "sheet-mark": "marque ce qui diffère de l'usage.",
        "sheet-plain": "Tout est comme à l'usage.",
        "game": "partie {}",
        "lamp-do": "Première lampe : que faire",
        "lamp-pad": "Deuxième lampe : la carte sur la case",
        "lamp-note": "La barre près d'une lampe est son rythme, sur deux secondes ; puis le son.",
        "printed": "{} pour {} joueurs : {}",
        "print-both": "imprimez à 100 %, sans ajuster à la page, recto verso, retourné sur le bord long",
        "print-at": "imprimez à 100 %, sans ajuster à la page ; la dernière page d'une sorte est le dos "
        "de toutes",
        "pile-cards": "cartes",
        "pile-figures": "figures",
        "pile-laws": "lois",
        "pile-numbers": "nombres",
        "pile-votes": "votes",
        "colour-B": "bleu",
        "colour-Y": "jaune",
        "colour-V": "rouge",
        "colour-W": "blanc",
    },
}


def said(lang: str, code: str, *args: object) -> str:
    """The words for a code."""
    return WORDS[lang][code].format(*args)


def ranked(lang: str, rank: str) -> str:
    """A rank as cards of this language have it: K is R in French."""
    return terms(lang).get(rank, rank) if rank in ("K", "Q", "J") else rank


def terms(lang: str) -> dict[str, str]:
    """What the table itself calls suits, colours and other things."""
    from tablehost.virtual import said as table

    return table.terms(lang)


def sentence(words: str) -> str:
    """With a capital at the beginning and a full stop behind it."""
    return words[:1].upper() + words[1:] + ("" if words.endswith((".", "?", "!")) else ".")
