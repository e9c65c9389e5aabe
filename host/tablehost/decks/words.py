"""What is said while a deck is enrolled, checked or written: a table a language."""

from __future__ import annotations

from typing import Any

WORDS: dict[str, dict[str, str]] = {
    "en": {
        "begin": "Deck {deck}: {pack}, {whole} cards; {done} have a tag, {left} are to come.",
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
        "nothing-yet": "Nothing is read yet. If a card lies on a pad: is its tag in the middle, and of the "
        "sort {tags}?",
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
        "write-begin": "Deck {deck}: {whole} cards. Each tag will say which card it is. Lay each of them "
        "once, on any pad, in any order; take it away when the second lamp is blue.",
        "wrote": "{done}/{whole} {card}: written",
        "wrote-before": "{done}/{whole} {card}: says so already",
        "says-other": "the tag of {card} says that it is {other}: this deck knows better, it is written anew",
        "says-other-deck": "the tag of {card} says that it is {other} of another deck: it is written anew",
        "says-damaged": "what the tag of {card} says is damaged, or copied from another tag: it is written "
        "anew",
        "says-newer": "the tag of {card} was written by a newer program, in a way that this one does not "
        "know: it is written anew",
        "says-else": "something else stood in the tag of {card}, perhaps for phones: it is overwritten",
        "fails-lost": "{card} was lifted too soon, or lies badly: lay it again, in the middle of the pad, "
        "until the second lamp is blue",
        "fails-no-memory": "the tag of {card} has no room for this: NTAG213, 215 and 216 have. It can be "
        "played all the same",
        "fails-locked": "the tag of {card} cannot be written: it is locked, or wants a password. It can be "
        "played all the same; cardtable deck replace {card} gives it another tag",
        "fails-reader": "the reader of {pad} cannot do this, or has failed: lay {card} on another pad",
        "wrote-good": "All {whole} cards of {deck} say what they are.",
        "wrote-bad": "Not all cards of {deck} say what they are; the same command goes on with the others:",
        "wrote-now": "written now: {n}",
        "wrote-had": "said so before: {n}",
        "wrote-not": "cannot be written, {n}: {cards}",
        "wrote-receipt": "Receipt of writing tags",
        "rewrite": "The new tag does not say which card it is yet: cardtable deck write {deck}, and lay "
        "{card}",
        "from-begin": "Deck {deck}: {pack}, {whole} cards; {done} have a tag, {left} are to come. Lay them "
        "on any pads, in any order; take each away when the second lamp is blue.",
        "from-keys": "u and Enter takes the last one back; OK at any pad, or Enter, stops. Nothing is lost.",
        "from-undone": "taken back: {card} has no tag again. Lay it once more, or another card",
        "from-owned": "this is {other} of your deck {deck}, which this computer knows: cardtable deck use "
        "{deck} puts that on a table. If it is used no more: cardtable deck retire {deck}",
        "from-none": "the tag {tag} does not say which card it is: cardtable deck write has it say so, on "
        "the computer that knows the deck; or enrol this card by hand: cardtable deck enrol {deck}",
        "from-else": "something else stands in the tag {tag}, perhaps for phones: cardtable deck write has "
        "it say which card it is, on the computer that knows the deck; or enrol this card by hand: "
        "cardtable deck enrol {deck}",
        "from-damaged": "what the tag {tag} says is damaged, or copied from another tag. Compare the card "
        "with what is missing in the end, and enrol it by hand: cardtable deck enrol {deck}",
        "from-newer": "the tag {tag} was written by a newer program: put that on this computer; or enrol "
        "this card by hand: cardtable deck enrol {deck}",
        "from-no-memory": "the tag {tag} has no room for what it is: NTAG213, 215 and 216 have. Take it "
        "away, or enrol it by hand: cardtable deck enrol {deck}",
        "from-reader": "the reader of this pad cannot do this, or has failed: lay the card on another pad",
        "from-lost": "it was lifted too soon, or lies badly: lay it again, in the middle of the pad, until "
        "the second lamp is blue",
        "from-other-deck": "this {card} is of another deck than the cards before: take it out. Was it they "
        "that are wrong: u, as often as needed",
        "from-no-card": "the tag says {card}, and a deck {pack} has no such card: take it out",
        "from-duplicate": "another card has said that it is {card}: one of the two was written wrongly. Look "
        "which one is no {card}, take it out, and enrol it by hand: cardtable deck enrol {deck}",
        "from-stopped": "{done} of {whole} cards have a tag; all of them are kept. The same command goes "
        "on, and cardtable deck enrol {deck} asks for the others one by one",
        "pad": "pad {n}",
        "middle": "the middle pad",
        "of": "{card} ({deck})",
    },
    "fr": {
        "begin": "Jeu {deck} : {pack}, {whole} cartes ; {done} ont une puce, il en reste {left}.",
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
        "nothing-yet": "Rien n'est lu encore. Si une carte est posée : sa puce est-elle au milieu, et de la "
        "sorte {tags} ?",
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
        "write-begin": "Jeu {deck} : {whole} cartes. Chaque puce dira quelle carte elle est. Posez chacune "
        "une fois, sur n'importe quelle case, dans n'importe quel ordre ; reprenez-la quand la deuxième "
        "lampe est bleue.",
        "wrote": "{done}/{whole} {card} : écrite",
        "wrote-before": "{done}/{whole} {card} : le dit déjà",
        "says-other": "la puce de {card} dit qu'elle est {other} : ce jeu le sait mieux, elle est réécrite",
        "says-other-deck": "la puce de {card} dit qu'elle est {other} d'un autre jeu : elle est réécrite",
        "says-damaged": "ce que dit la puce de {card} est abîmé, ou copié d'une autre puce : elle est "
        "réécrite",
        "says-newer": "la puce de {card} a été écrite par un programme plus récent, d'une façon que "
        "celui-ci ne connaît pas : elle est réécrite",
        "says-else": "autre chose était écrit dans la puce de {card}, peut-être pour des téléphones : c'est "
        "remplacé",
        "fails-lost": "{card} a été reprise trop tôt, ou est mal posée : reposez-la au milieu de la case, "
        "jusqu'à ce que la deuxième lampe soit bleue",
        "fails-no-memory": "la puce de {card} n'a pas de place pour cela : les NTAG213, 215 et 216 en ont. "
        "Elle peut être jouée quand même",
        "fails-locked": "la puce de {card} ne peut pas être écrite : elle est verrouillée, ou veut un mot de "
        "passe. Elle peut être jouée quand même ; cardtable deck replace {card} lui donne une autre puce",
        "fails-reader": "le lecteur de {pad} ne sait pas le faire, ou est en panne : posez {card} sur une "
        "autre case",
        "wrote-good": "Les {whole} cartes de {deck} disent toutes ce qu'elles sont.",
        "wrote-bad": "Toutes les cartes de {deck} ne disent pas ce qu'elles sont ; la même commande continue "
        "avec les autres :",
        "wrote-now": "écrites maintenant : {n}",
        "wrote-had": "le disaient déjà : {n}",
        "wrote-not": "ne peuvent pas être écrites, {n} : {cards}",
        "wrote-receipt": "Reçu d'une écriture des puces",
        "rewrite": "La nouvelle puce ne dit pas encore quelle carte elle est : cardtable deck write {deck}, "
        "et posez {card}",
        "from-begin": "Jeu {deck} : {pack}, {whole} cartes ; {done} ont une puce, il en reste {left}. "
        "Posez-les sur n'importe quelles cases, dans n'importe quel ordre ; reprenez chacune quand la "
        "deuxième lampe est bleue.",
        "from-keys": "a et Entrée annule la dernière ; OK à une case, ou Entrée, arrête. Rien n'est perdu.",
        "from-undone": "annulé : {card} n'a plus de puce. Reposez-la, ou une autre carte",
        "from-owned": "c'est {other} de votre jeu {deck}, que cet ordinateur connaît : cardtable deck use "
        "{deck} le met sur une table. S'il ne sert plus : cardtable deck retire {deck}",
        "from-none": "la puce {tag} ne dit pas quelle carte elle est : cardtable deck write le lui fait "
        "dire, sur l'ordinateur qui connaît le jeu ; ou enregistrez cette carte à la main : cardtable deck "
        "enrol {deck}",
        "from-else": "autre chose est écrit dans la puce {tag}, peut-être pour des téléphones : cardtable "
        "deck write lui fait dire quelle carte elle est, sur l'ordinateur qui connaît le jeu ; ou "
        "enregistrez cette carte à la main : cardtable deck enrol {deck}",
        "from-damaged": "ce que dit la puce {tag} est abîmé, ou copié d'une autre puce. Comparez la carte "
        "avec ce qui manque à la fin, et enregistrez-la à la main : cardtable deck enrol {deck}",
        "from-newer": "la puce {tag} a été écrite par un programme plus récent : mettez-le sur cet "
        "ordinateur ; ou enregistrez cette carte à la main : cardtable deck enrol {deck}",
        "from-no-memory": "la puce {tag} n'a pas de place pour dire ce qu'elle est : les NTAG213, 215 et "
        "216 en ont. Ôtez-la, ou enregistrez-la à la main : cardtable deck enrol {deck}",
        "from-reader": "le lecteur de cette case ne sait pas le faire, ou est en panne : posez la carte sur "
        "une autre case",
        "from-lost": "elle a été reprise trop tôt, ou est mal posée : reposez-la au milieu de la case, "
        "jusqu'à ce que la deuxième lampe soit bleue",
        "from-other-deck": "cette carte {card} est d'un autre jeu que les cartes précédentes : ôtez-la. Si "
        "ce sont elles qui sont fausses : a, autant de fois qu'il faut",
        "from-no-card": "la puce dit {card}, et un jeu {pack} n'a pas cette carte : ôtez-la",
        "from-duplicate": "une autre carte a dit qu'elle est {card} : l'une des deux a été mal écrite. Voyez "
        "laquelle n'est pas {card}, ôtez-la, et enregistrez-la à la main : cardtable deck enrol {deck}",
        "from-stopped": "{done} cartes sur {whole} ont une puce ; toutes sont gardées. La même commande "
        "continue, et cardtable deck enrol {deck} demande les autres une à une",
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
