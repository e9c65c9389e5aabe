"""What the host says and understands in French: see `tablehost.tongues`. Who types may leave accents out."""

from tablehost.tongues import Tongue

_OFFERED = (
    "poser", "lever", "changer", "montrer", "oui", "non", "ok", "tenir non", "retourner", "tirer",
    "prendre", "dégager", "main", "aide", "quitter",
)  # fmt: skip

TONGUE = Tongue(
    do={
        "lay": "posez une carte",
        "ok": "pressez OK",
        "answer": "pressez OUI, NON ou OK",
        "pick": "choisissez : OUI avance, OK choisit",
        "show": "montrez vos cartes l'une après l'autre",
        "take": "prenez toutes les cartes : elles sont à vous",
        "lift": "levez la carte de votre case",
        "call": "vous pouvez parler : OUI, ou OK pour rien",
    },
    pad={
        "read": "lue",
        "early": "lue, mais trop tôt",
        "kept": "enregistrée",
        "wrong": "fausse",
        "clear": "libérez la case",
        "take": "va au gagnant",
        "keep": "gardez la vôtre",
        "lost": "hors jeu",
    },
    tones={
        "ask": "demande",
        "press": "touche",
        "read": "lue",
        "wrong": "fausse",
        "several": "plusieurs",
        "wins": "gagné",
        "split": "partage",
        "no-trumps": "sans atout",
        "over": "fini",
        "call": "appel",
        "refused": "refusé",
        "fault": "panne",
        "remind": "rappel",
    },
    cannot={
        "not-your-seat": "cette place n'est pas la vôtre",
        "unknown-act": "aucune main ne peut faire cela",
        "nothing-lies": "rien n'est posé sur votre case",
        "card-lies": "une carte est posée sur votre case ; levez-la d'abord",
        "middle-taken": "une carte est déjà posée au milieu",
        "pool-empty": "il ne reste aucune carte à retourner",
        "nobody-draws": "personne ne tire chez un voisin maintenant",
        "neighbour-empty": "votre voisin n'a pas de carte",
        "not-yours": "votre lampe ne dit pas que les cartes sont à vous",
        "middle-empty": "aucune carte n'est posée au milieu",
    },
    said={
        "table": "table : {text}",
        "tone": "son : {name}",
        "lamps": "lampes de {name} : {lamps}",
        "dark": "éteintes",
        "you": "vous : {lamp}",
        "your-card": "votre carte : {lamp}",
        "holds": "{name} a en main {hand}",
        "on-pad": " ; sur la case {cards}",
        "no-cards": "aucune carte",
        "captured": "prises : {cards}",
        "captured-count": "{count} prises",
        "nothing": "rien",
        "not-yours": "la place {seat} n'est pas la vôtre ; vous tenez {seats}",
        "which-card": "{command} quelle carte ? Par exemple : {command} 5s",
        "no-card": "{word} n'est pas une carte : un rang A 2-10 J Q K et une couleur S (pique) H (cœur) "
        "D (carreau) C (trèfle), ou X1-X4",
        "unknown": "{line} ne veut rien dire ici ; {help} dit ce qui vaut",
        "unknown-but": "{line} ne veut rien dire ici ; vouliez-vous dire {meant} ? {help} dit ce qui vaut",
        "that": "cela",
    },
    keys={"oui": "yes", "o": "yes", "non": "no", "n": "no", "ok": "ok", "k": "ok"},
    acts={
        "lever": "lift",
        "l": "lift",
        "retourner": "turn",
        "r": "turn",
        "tirer": "draw",
        "prendre": "take",
        "dégager": "clear",
    },
    with_card={"poser": "lay", "changer": "swap", "montrer": "show"},
    asks={"aide": "help", "?": "help", "main": "hand", "quitter": "quit", "q": "quit"},
    press="presser",
    hold="tenir",
    foreign="étrangère",
    offered=_OFFERED,
    help="""\
5s, poser 5s  poser une carte (s pique, h cœur, d carreau, c trèfle ; 10c,
              ah, x1 ; étrangère : une d'un autre paquet)
lever, l      lever la carte de la case     changer 7d  en poser une autre
montrer 7d    poser une carte, la laisser lire, la reprendre
o, n, k       presser oui, non, ok          tenir non   tenir NON : maldonne
retourner     la carte du dessus            tirer       à gauche, sans voir
prendre       tout ce que vous gagnez       dégager     vider le milieu
main          vos cartes et vos prises      2: 5s       pour votre place 2
aide, ?       ceci                          quitter     --resume reprend
La table ne retient pas : posez ce que vous voulez, voyez ce qu'elle dit.""",
)
