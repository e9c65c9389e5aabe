"""What the host says and understands in French: see `tablehost.tongues`. Who types may leave accents out."""

from tablehost.tongues import OfGame, Tongue

_OFFERED = (
    "poser", "lever", "changer", "montrer", "oui", "non", "ok", "tenir non", "tenir non ok", "prise",
    "main", "aide", "quitter",
)  # fmt: skip

TONGUE = Tongue(
    keys={"oui": "yes", "o": "yes", "non": "no", "n": "no", "ok": "ok", "k": "ok"},
    acts={
        "lever": "lift",
        "l": "lift",
        "retourner": "turn",
        "r": "turn",
        "tirer": "draw",
        "piocher": "draw",
        "prendre": "take",
        "dégager": "clear",
        "prise": "plug",
    },
    with_card={"poser": "lay", "changer": "swap", "montrer": "show"},
    with_seat={"tirer": "draw", "piocher": "draw", "désigner": "point"},
    with_chips={"jeton": "chip"},
    language="fr",
    asks={"aide": "help", "?": "help", "main": "hand", "quitter": "quit", "q": "quit"},
    press="presser",
    hold="tenir",
    foreign="étrangère",
    offered=_OFFERED,
    rows=(
        ("poser {card}", "ou {card} : poser une carte (étrangère : d'un autre jeu ;"),
        ("", "{which-cards})"),
        ("lever, l", "lever la carte de la case"),
        ("changer {another}", "la lever, en poser une autre"),
        ("montrer {another}", "poser une carte, la laisser lire, la reprendre"),
        ("o, n, k", "presser oui, non, ok"),
        ("tenir non", "tenir NON : maldonne"),
        ("tenir non ok", "tenir NON et OK : pause, scores, correction"),
    ),
    last=(
        ("prise", "tirer la prise de la table, ou la remettre"),
        ("main", "vos cartes et vos {piles}"),
        ("2: {card}", "pour votre place 2 ; ou NOM: {card}"),
        ("aide, ?", "ceci"),
        ("quitter", "partir ; --resume reprend"),
    ),
    closing="La table ne retient pas : posez ce que vous voulez, voyez ce qu'elle dit.",
    own=OfGame(
        (
            ("retourner, r", "retourner la carte du dessus de la pioche"),
            ("prendre", "prendre toutes les cartes que vous gagnez"),
            ("dégager", "mettre de côté la carte du milieu"),
        )
    ),
)
