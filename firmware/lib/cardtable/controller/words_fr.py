"""What the table says, in French. What is in here, and how it is written: see `words`.

No space before a colon, which could begin a line of the display; the keys are OUI, NON and OK.
"""

PROMPTS = {
    # every game
    "take-seats": "OK devant votre case pour vous asseoir. Joueurs: {0}",
    "clear": "Libérez vos cases: {who}",
    "clear-take": "Prenez toutes les cartes: {s0}",
    "clear-keep": "Jaune est à vous, rouge perdu. Libérez vos cases: {who}",
    "over": "La partie est finie. Relancez de l'ordinateur: cardtable play",
    "restoring": "Un instant: je regarde ce qui est posé",
    "ready": "Prêt. Lancez un jeu de l'ordinateur: cardtable play",
    # Democracy
    "clear-deal": "Jour {0}: libérez vos cases, puis {1} cartes à chacun: {who}",
    "count-hand": "Jour {0}: {1} cartes à chacun et à la pioche. Comptez: OK, ou NON si c'est faux: {who}",
    "declare-window": "Jour {0}, avant le pli {1} sur {2}: OUI pour annoncer, OK pour rien: {who}",
    "declare": "Annoncez: OUI avance, OK choisit: {rows}: {who}",
    "clear-shown": "Reprenez la carte montrée: {s0}",
    "name-suit": "Une couleur en secret: OUI avance, OK choisit, ou montrez une carte: {rows}: {who}",
    "show-hand": "Montrez les {0} cartes l'une après l'autre, puis OK: {who}",
    "show-too": "Gros enjeu et mauvaise donne: montrer aussi les {0} cartes? OUI ou NON: {who}",
    "turn-up": "Jour {0}, pli {1} sur {2}: retournez une carte de la pioche: {who}",
    "ghost-or-dead": "Jour {0}, pli {1} sur {2}, un joker: OUI fantômes, NON sans atout: {who}",
    "lay-ghost": "Jour {0}, pli {1} sur {2}, fantômes: tirez à gauche sans voir et posez: {who}",
    "lay-ghost-ok": "Jour {0}, pli {1} sur {2}, fantômes: tout est posé. OK: {who}",
    "lay-face-down": "Jour {0}, pli {1} sur {2}: posez une carte face cachée: {who}",
    "lay-face-down-ok": "Jour {0}, pli {1} sur {2}: tout est posé. OK, puis on retourne: {who}",
    "joker-rank": "Un rang pour votre joker: OUI avance, OK choisit: {rows}: {who}",
    "negotiate": "Selon les cartes: {s0}. OUI propose autre chose, OK laisse: {who}",
    "negotiate-longer": "Selon les cartes: {s0}. Temps écoulé: OUI continue, NON termine: {who}",
    "propose-award": "À qui le pli? OUI avance, OK choisit: {rows}: {who}",
    "agree-award": "{s0} propose {1}. OUI accepte, NON refuse: {who}",
    "challenge": "Le gros enjeu de {s0}: OUI le conteste, NON le laisse: {who}",
}

REFUSALS = {
    "several": "{place}: deux cartes sur la case. Laissez-en une",
    "foreign": "{place}: cette carte n'est pas de ce paquet. Ôtez-la",
    "unreadable": "{place}: carte illisible. Levez-la et posez-la au milieu de la case",
    "not-in-deck": "{place}: cette carte ne sert pas dans ce jeu. Échangez-la",
    "twice": "{place}: la même carte est sur deux cases. Ôtez-en une",
    "already-played": "{place}: cette carte a déjà été jouée. Échangez-la",
    "shown-already": "{place}: cette carte a déjà été montrée. Montrez la suivante",
    "too-many": "{place}: assez de cartes montrées. Pressez OK",
    "not-the-recorded-card": "{place}: {laid}, mais on a joué {played}. Remettez-la",
    "not-the-hidden-card": "{place}: ce n'est pas la carte jouée. Remettez la bonne",
    "not-asked": "{place}: cette touche ne dit rien maintenant",
    "not-your-key": "{place}: cet OK n'est pas le vôtre",
    "not-all-laid": "{place}: toutes les cartes ne sont pas posées",
    "not-all-shown": "{place}: montrez d'abord toutes les cartes",
    "pick-first": "{place}: choisissez par OUI, puis OK",
    "stands-for-nothing": "{place}: cette carte ne convient pas. Montrez-en une autre",
    "lifted-early": "{place} a repris sa carte. Reposez-la, ou une autre",
}

FAULTS = {
    "dead-bus": "{place}: le lecteur ne répond pas. Voyez son câble; les cartes n'y sont pas lues",
    "no-answer": "{place}: le lecteur répond mal. Voyez son câble; les cartes n'y sont pas lues",
    "brown-out": "{place}: le lecteur a manqué de courant et redémarre",
    "stuck": "{place}: le lecteur est bloqué et redémarre",
    "too-hot": "{place}: le lecteur est trop chaud. Éloignez le métal de sa case",
    "garbled": "{place}: la carte se lit mal. Levez-la et posez-la au milieu de la case",
    "key-stuck": "{place}: une touche est coincée. Pressez-la et relâchez-la",
    "no-deck": "Il n'y a pas de fichier de cartes. Inscrivez d'abord un paquet",
    "journal": "La partie du journal ne peut pas continuer. Lancez-en une autre",
    "deck": "Le fichier de cartes ne vaut rien: {text}",
    "bug": "La table s'est arrêtée: {text}. Ce qui est joué est gardé. Éteignez et rallumez",
}

CUES = {
    "void-asked": "{s0} dit maldonne. Une autre tient NON pour confirmer, toute autre touche continue",
    "miscounted": "Quelqu'un a mal compté. Corrigez",
    "bad-catch": "{s0} annonce une mauvaise donne",
    "ghost": "Gardez pour vous ce que vous avez tiré",
    "lie": "Le gros enjeu de {s0} était un mensonge",
}

FACTS = {
    "score": "L'île est comptée. Totaux: {v4}",
    "void": "Annulé: {0}",
    "result": "Victoire: {l0}, avec {v1}",
}

TERMS = {
    "bad-catch": "mauvaise donne",
    "high-stake": "gros enjeu",
    "sweep": "grand chelem",
    "nothing": "rien",
    "split": "partage",
    "misdeal": "maldonne",
    "S": "pique",
    "H": "coeur",
    "D": "carreau",
    "C": "trèfle",
    "K": "R",
    "Q": "D",
    "J": "V",
    "several": "deux cartes",
    "foreign": "une carte inconnue",
    "unreadable": "une carte illisible",
}

SEAT = "place {0}"
SEATS = "places {0}"
MIDDLE = "le milieu"
AND = " et "
NOBODY = "personne"
DONE = "fait"
CARD = "{0} de {1}"
JOKER = "un joker"
