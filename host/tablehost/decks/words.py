"""What is said while a deck is enrolled or checked: a table a language."""

from __future__ import annotations

from typing import Any

WORDS: dict[str, dict[str, str]] = {
    "en": {
        "begin": "Deck {deck}: {kind}, {whole} cards; {done} have a tag, {left} are to come.",
        "how": "Lay them one after another on {pad}, whose first lamp is blue; take each away when the "
        "second one is blue.",
        "keys": "u and Enter, or NO at that pad, takes the last one back; q and Enter stops. Nothing is "
        "lost.",
        "clear": "First take all cards off the pads.",
        "ask": "lay {card} on {pad}",
        "got": "{done}/{whole} {card}: tag {tag}, read {read} of {looks} times",
        "got-weak": "{done}/{whole} {card}: tag {tag}, read only {read} of {looks} times: a weak tag. "
        "It counts, but lay it in the middle of the pad (u, then again) or give the card another tag",
        "lift": "take {card} away",
        "undone": "taken back: {card} has no tag again. Lay {card} next",
        "nothing-to-undo": "nothing is left to take back",
        "again": "this is the card that was read just now, {other}. Lay {card} now; was {other} wrong: u",
        "taken": "this tag is {other} already. Lay {card}; if {other} was the wrong card, u as often as "
        "needed",
        "old-tag": "this is the old tag of {card}. Lay {card} with its new tag",
        "random": "this is no card's tag: its number {tag} is another one each time, as of a phone or a "
        "bank card. Take it away, and phones and wallets off the table; lay {card}",
        "short": "the number of this tag, {tag}, has only 4 bytes: two tags may have the same. Use "
        "NTAG213 tags; if all of yours are so, stop (q) and say --short",
        "foreign": "this is {other} of your deck {deck}. Lay {card} of this deck; if {deck} is used no "
        "more: q, then cardtable deck retire {deck}",
        "other-sort": "this tag is of another sort: this deck has {tags} tags. Use one of these",
        "several": "two cards lie there, or a phone besides. Take all away, then lay {card} alone",
        "unreadable": "something lies there that cannot be read. Lay {card} in the middle of the pad; "
        "if that is no help its tag is broken: use another one",
        "twice": "two pads read this tag at once: either pads are too near to each other, or two tags "
        "have one number. Take all away; if it comes again use another tag for {card}",
        "other-pad": "a card lies on {other}. Only {pad} reads now: lay {card} there",
        "lifted": "{card} was lifted too soon. Lay it again, until the second lamp is blue",
        "lies": "what lies there is not read before all pads were empty once. Take it away",
        "nothing-comes": "Nothing is read yet. If {card} lies there: is its tag in the middle, and of "
        "the sort {tags}?",
        "stopped": "Stopped at {done} of {whole} cards; all of them are kept. Go on with: cardtable "
        "deck enrol {deck}",
        "whole": "All {whole} cards of {deck} have a tag.",
        "weak": "Weak tags, to be replaced before they fail: {cards}",
        "weak-cure": "cardtable deck replace CARD gives a card another tag",
        "replaced": "{card} of {deck} has a new tag. The old one means nothing any more.",
        "on-table": "The table has it: {cards} cards of {decks}.",
        "displaced": "It takes the place of {other}, which this computer keeps (cardtable deck use {other}).",
        "found": "The table had cards without the name of a deck: they are kept here as {deck}.",
        "found-named": "The table had a deck that this computer did not know: {deck} is kept here now.",
        "check-begin": "Deck {deck}: {whole} cards. Lay each of them once, on any pad, in any order.",
        "check-how": "When all are through, or you have no more: OK at any pad, or Enter.",
        "audit-begin": "Audit of deck {deck}: {whole} cards in {seconds} seconds. Lay each of them "
        "once, on any pad whose first lamp is blue; take it away when the second one is blue.",
        "seen": "{done}/{whole} {card}",
        "seen-weak": "{done}/{whole} {card}: read only {read} of {looks} times: a weak tag",
        "seen-known": "{card} was here before",
        "seen-extra": "{card} belongs to no game that this deck is for",
        "seen-foreign": "this is {other} of your deck {deck}: take it out",
        "seen-unknown": "tag {tag} is of no deck: take it out, or enrol it",
        "seen-double": "two cards have the tag {tag}: one of them is a copy",
        "seen-several": "two cards lie on {pad}: take them away and lay one at a time",
        "seen-unreadable": "a card on {pad} cannot be read: lay it in the middle of the pad; if that is "
        "no help, its tag is broken",
        "seen-twice": "what lies on {pad} is read by another pad as well: take it away, and lay it again",
        "all-there": "All are there. Lay what is left of the pile, if anything; OK or Enter ends.",
        "still": "still to come: {cards}",
        "time": "The time is over.",
        "good": "{deck} is complete: {whole} cards, each once.",
        "bad": "{deck} is not right:",
        "missing": "missing, {n}: {cards}",
        "extra": "extra, {n}: {cards}",
        "duplicate": "duplicate tags, {n}: {tags}",
        "foreign-cards": "foreign, {n}: {cards}",
        "unknown-cards": "unknown tags, {n}: {tags}",
        "weak-cards": "weak, {n}: {cards}",
        "none": "none",
        "receipt": "Receipt of an audit",
        "receipt-table": "table {uid}, deck {deck} ({kind}), sum {sum}",
        "receipt-when": "{when}, {took} s, {n} of {whole} cards seen",
        "receipt-at": "receipt: {path}",
        "pad": "pad {n}",
        "middle": "the middle pad",
        "of": "{card} ({deck})",
    },
    "fr": {
        "begin": "Jeu {deck} : {kind}, {whole} cartes ; {done} ont une puce, il en reste {left}.",
        "how": "Posez-les l'une après l'autre sur {pad}, dont la première lampe est bleue ; reprenez "
        "chacune quand la deuxième est bleue.",
        "keys": "a et Entrée, ou NON à cette case, annule la dernière ; q et Entrée arrête. Rien n'est "
        "perdu.",
        "clear": "Ôtez d'abord toutes les cartes des cases.",
        "ask": "posez {card} sur {pad}",
        "got": "{done}/{whole} {card} : puce {tag}, lue {read} fois sur {looks}",
        "got-weak": "{done}/{whole} {card} : puce {tag}, lue {read} fois seulement sur {looks} : puce "
        "faible. Elle compte, mais posez-la au milieu de la case (a, puis encore) ou changez la puce "
        "de la carte",
        "lift": "reprenez {card}",
        "undone": "annulé : {card} n'a plus de puce. Posez {card} maintenant",
        "nothing-to-undo": "il n'y a plus rien à annuler",
        "again": "c'est la carte qui vient d'être lue, {other}. Posez {card} ; si {other} était fausse : a",
        "taken": "cette puce est déjà {other}. Posez {card} ; si {other} était une fausse carte : a, "
        "autant de fois qu'il faut",
        "old-tag": "c'est l'ancienne puce de {card}. Posez {card} avec sa nouvelle puce",
        "random": "ce n'est pas la puce d'une carte : son numéro {tag} change à chaque fois, comme "
        "celui d'un téléphone ou d'une carte bancaire. Ôtez-le, et téléphones et portefeuilles de la "
        "table ; posez {card}",
        "short": "le numéro de cette puce, {tag}, n'a que 4 octets : deux puces peuvent avoir le même. "
        "Prenez des NTAG213 ; si toutes les vôtres sont ainsi, arrêtez (q) et dites --short",
        "foreign": "c'est {other} de votre jeu {deck}. Posez {card} de ce jeu ; si {deck} ne sert plus "
        ": q, puis cardtable deck retire {deck}",
        "other-sort": "cette puce est d'une autre sorte : ce jeu a des puces {tags}. Prenez-en une",
        "several": "deux cartes sont là, ou un téléphone avec. Ôtez tout, puis posez {card} seule",
        "unreadable": "quelque chose est là qui ne se lit pas. Posez {card} au milieu de la case ; si "
        "cela n'aide pas, sa puce est cassée : prenez-en une autre",
        "twice": "deux cases lisent cette puce à la fois : ou les cases sont trop proches, ou deux "
        "puces ont un même numéro. Ôtez tout ; si cela revient, prenez une autre puce pour {card}",
        "other-pad": "une carte est posée sur {other}. Seule {pad} lit maintenant : posez-y {card}",
        "lifted": "{card} a été reprise trop tôt. Reposez-la, jusqu'à ce que la deuxième lampe soit bleue",
        "lies": "ce qui est là n'est pas lu avant que toutes les cases aient été libres. Ôtez-le",
        "nothing-comes": "Rien n'est lu encore. Si {card} est posée : sa puce est-elle au milieu, et de "
        "la sorte {tags} ?",
        "stopped": "Arrêté à {done} cartes sur {whole} ; toutes sont gardées. Pour continuer : "
        "cardtable deck enrol {deck}",
        "whole": "Les {whole} cartes de {deck} ont toutes une puce.",
        "weak": "Puces faibles, à changer avant qu'elles ne lâchent : {cards}",
        "weak-cure": "cardtable deck replace CARTE donne une autre puce à une carte",
        "replaced": "{card} de {deck} a une nouvelle puce. L'ancienne ne veut plus rien dire.",
        "on-table": "La table l'a : {cards} cartes de {decks}.",
        "displaced": "Il prend la place de {other}, que cet ordinateur garde (cardtable deck use {other}).",
        "found": "La table avait des cartes sans nom de jeu : elles sont gardées ici sous le nom {deck}.",
        "found-named": "La table avait un jeu que cet ordinateur ne connaissait pas : {deck} est gardé ici.",
        "check-begin": "Jeu {deck} : {whole} cartes. Posez chacune une fois, sur n'importe quelle case, "
        "dans n'importe quel ordre.",
        "check-how": "Quand toutes sont passées, ou s'il n'y en a plus : OK à une case, ou Entrée.",
        "audit-begin": "Contrôle du jeu {deck} : {whole} cartes en {seconds} secondes. Posez chacune "
        "une fois sur une case dont la première lampe est bleue ; reprenez-la quand la deuxième est "
        "bleue.",
        "seen": "{done}/{whole} {card}",
        "seen-weak": "{done}/{whole} {card} : lue {read} fois seulement sur {looks} : puce faible",
        "seen-known": "{card} est déjà passée",
        "seen-extra": "{card} n'est d'aucun jeu pour lequel ces cartes sont faites",
        "seen-foreign": "c'est {other} de votre jeu {deck} : ôtez-la",
        "seen-unknown": "la puce {tag} n'est d'aucun jeu : ôtez-la, ou enregistrez-la",
        "seen-double": "deux cartes ont la puce {tag} : l'une est une copie",
        "seen-several": "deux cartes sont sur {pad} : ôtez-les et posez-les une à une",
        "seen-unreadable": "une carte sur {pad} ne se lit pas : posez-la au milieu de la case ; si cela "
        "n'aide pas, sa puce est cassée",
        "seen-twice": "ce qui est sur {pad} est lu aussi par une autre case : ôtez-le, et reposez-le",
        "all-there": "Toutes sont là. Posez ce qui reste du tas, s'il en reste ; OK ou Entrée termine.",
        "still": "il manque encore : {cards}",
        "time": "Le temps est écoulé.",
        "good": "{deck} est complet : {whole} cartes, chacune une fois.",
        "bad": "{deck} n'est pas en ordre :",
        "missing": "manquent, {n} : {cards}",
        "extra": "en trop, {n} : {cards}",
        "duplicate": "puces en double, {n} : {tags}",
        "foreign-cards": "d'un autre jeu, {n} : {cards}",
        "unknown-cards": "puces inconnues, {n} : {tags}",
        "weak-cards": "faibles, {n} : {cards}",
        "none": "aucune",
        "receipt": "Reçu d'un contrôle",
        "receipt-table": "table {uid}, jeu {deck} ({kind}), somme {sum}",
        "receipt-when": "{when}, {took} s, {n} cartes vues sur {whole}",
        "receipt-at": "reçu : {path}",
        "pad": "la case {n}",
        "middle": "la case du milieu",
        "of": "{card} ({deck})",
    },
}

# What is typed: in each language, the first letter or the whole word.
UNDO = {"en": ("u", "undo"), "fr": ("a", "annuler")}
STOP = {"en": ("q", "quit"), "fr": ("q", "quitter")}


def said(lang: str, code: str, **named: Any) -> str:
    """The sentence of this code."""
    return WORDS[lang][code].format(**named)
