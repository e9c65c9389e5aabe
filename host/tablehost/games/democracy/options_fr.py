"""The options of Democracy in French: see `options_en`. For the host alone."""

MEANINGS = {
    "deck": (
        "un jeu, ou deux où les 5 et les 6 n'y sont qu'une fois ; auto : un jusqu'à six joueurs, "
        "deux à partir de sept"
    ),
    "days": "les donnes qui font une île",
    "uneven_days": (
        "si les cartes ne se divisent pas par les jours : laisser le reste, ou des mains plus "
        "longues les derniers ou les premiers jours"
    ),
    "deal_check": "chaque place compte sa main et presse OK",
    "first_dealer": "la place qui donne la première île ; puis la donne passe à gauche",
    "split": ("à égalité chacun garde sa carte, ou seuls les ex aequo et les autres cartes sont perdues"),
    "trump_tie": (
        "deux atouts égaux au plus haut partagent le pli, ou s'effacent devant le seul atout suivant"
    ),
    "negotiation": (
        "les cartes retournées, les joueurs peuvent attribuer le pli, si tous ou plus de la moitié disent OUI"
    ),
    "negotiation_seconds": "le temps qu'ils ont pour en débattre ; 0 : autant qu'ils veulent",
    "joker": ("un joker en main : un 5 sans couleur, ou du rang que nomme qui l'a, ou au-dessous du 6"),
    "joker_turned": (
        "un joker de la pioche : pas d'atout, ou chacun tire chez son voisin de gauche, ou le donneur choisit"
    ),
    "bad_catch": (
        "qui n'a que des cartes à 1 point (ou à 1 et 2 points) peut les montrer, marque 1 et l'on redonne"
    ),
    "bad_catch_days": "quels jours ; plus tard elle annule toute l'île",
    "redeal_dealer": "qui donne après une mauvaise donne",
    "false_bad_catch": "une main montrée en vain revient, ou ne marque rien sur cette île",
    "high_stake": (
        "qui a une mauvaise donne peut la jouer ; chaque couleur gagnée vaut alors tant (0 : ne se joue pas)"
    ),
    "lie_penalty": (
        "pour un gros enjeu sans mauvaise donne : pas de points, 5 ou 10 de moins, ou le score revient à zéro"
    ),
    "liar_tribes": "les couleurs gagnées par un menteur ne comptent pas, ou 1 chacune",
    "score_floor": "si un score peut descendre sous zéro",
    "lie_detection": (
        "la table dévoile un mensonge, ou seulement si un adversaire le demande avant le compte"
    ),
    "sweep": (
        "2 pour toutes les cartes d'une couleur ; ou pour tous ses points ; ou si c'est annoncé ;"
        " ou annoncé et sinon rien"
    ),
    "sweep_limit": "les couleurs qu'un joueur peut annoncer",
    "stake_with_sweep": (
        "un grand chelem à gros enjeu : la plus haute valeur, les deux multipliées, ou les deux primes"
    ),
    "scoring": ("1 par couleur gagnée ; ou pour 13 points un jour, ou sur l'île, toutes couleurs ensemble"),
    "tribe": (
        "une couleur se gagne avec plus de la moitié de ses points, ou avec plus que tout autre ;"
        " auto : la moitié avec un jeu, le plus avec deux"
    ),
    "target": "le score qui gagne la partie",
    "match_tie": (
        "à égalité en tête : une île de plus, une victoire partagée, ou les points de cartes de "
        "la dernière île"
    ),
}
SECTIONS = {
    "deck": "La donne",
    "split": "Le pli",
    "joker": "Les jokers",
    "bad_catch": "Les annonces",
    "scoring": "Le compte",
}
RULINGS = {
    "deck": {
        "auto": "Un jeu sans les 2 jusqu'à six joueurs, deux jeux à partir de sept.",
        "standard": "Un jeu sans les 2.",
        "expanded": "Deux jeux sans les 2 ; les 5 et les 6 n'y sont qu'une fois.",
    },
    "days": {1: "Une île se donne en une fois.", "?": "Une île se donne en {} jours."},
    "uneven_days": {
        "documented": "Le reste allonge les derniers jours ; à six avec un jeu, 7 cartes restent.",
        "equal": "Tous les jours sont égaux ; le reste n'est pas donné.",
        "late": "Le reste allonge les derniers jours.",
        "early": "Le reste allonge les premiers jours.",
    },
    "deal_check": {"count": "Chacun compte sa main et presse OK.", "off": "Les mains ne sont pas comptées."},
    "first_dealer": {
        "random": "La table tire le premier donneur ; puis la donne passe à gauche.",
        "?": "La place {} donne d'abord ; puis la donne passe à gauche.",
    },
    "split": {
        "all_keep": "À égalité, chacun garde sa carte ; celle de la pioche est perdue.",
        "tied_keep": "À égalité, seuls les ex aequo gardent leur carte ; les autres sont perdues.",
    },
    "trump_tie": {
        "split": "Deux atouts égaux au plus haut partagent le pli.",
        "cancel": "Deux atouts égaux au plus haut s'annulent ; l'atout seul suivant gagne.",
    },
    "negotiation": {
        "off": "Les cartes seules décident d'un pli.",
        "unanimous": "Les joueurs peuvent attribuer un pli autrement, si tous disent OUI.",
        "majority": "Les joueurs peuvent attribuer un pli autrement, si plus de la moitié dit OUI.",
    },
    "negotiation_seconds": {
        0: "On discute aussi longtemps qu'on veut.",
        "?": "On discute {} secondes au plus.",
    },
    "joker": {
        "wild5": "Un joker en main est un 5 sans couleur, jamais un atout.",
        "declared": "Qui a un joker nomme son rang, s'il n'y a pas d'atout ; il n'est jamais un atout.",
        "dummy": "Un joker en main est au-dessous du 6 et perd toujours.",
    },
    "joker_turned": {
        "dead": "Un joker de la pioche : pas d'atout à ce pli.",
        "ghost": "Un joker de la pioche : au lieu du pli, chacun tire sans voir chez son voisin de gauche.",
        "dealer": "Un joker de la pioche : le donneur choisit sans atout, ou que tous tirent à gauche.",
    },
    "bad_catch": {
        "off": "On n'annonce ni mauvaise donne ni gros enjeu.",
        "one": "Qui n'a que des cartes à 1 point peut les montrer : 1 tribu, et on redonne.",
        "one_two": "Qui n'a que des cartes à 1 et 2 points peut les montrer : 1 tribu, et on redonne.",
    },
    "bad_catch_days": {
        "first": "La mauvaise donne ne s'annonce que le premier jour.",
        "any": "La mauvaise donne s'annonce tous les jours ; plus tard elle annule toute l'île.",
    },
    "redeal_dealer": {
        "same": "Après une mauvaise donne, le même donneur redonne.",
        "next": "Après une mauvaise donne, le donneur suivant donne.",
    },
    "false_bad_catch": {
        "refuse": "Une main montrée à tort est reprise.",
        "no_score": "Qui montre sa main à tort ne marque rien sur cette île.",
    },
    "high_stake": {
        0: "Une mauvaise donne ne se joue pas à gros enjeu.",
        "?": "Une mauvaise donne peut se jouer à gros enjeu : chaque couleur gagnée vaut {}.",
    },
    "lie_penalty": {
        "no_score": "Un gros enjeu sans mauvaise donne ne marque rien sur cette île.",
        "lose5": "Un gros enjeu sans mauvaise donne coûte 5.",
        "lose10": "Un gros enjeu sans mauvaise donne coûte 10.",
        "zero": "Un gros enjeu sans mauvaise donne remet le score à zéro.",
    },
    "liar_tribes": {
        "void": "Les couleurs gagnées par un menteur ne comptent pas.",
        "plain": "Les couleurs gagnées par un menteur comptent 1 chacune.",
    },
    "score_floor": {
        "none": "Un score peut tomber au-dessous de zéro.",
        "zero": "Aucun score ne tombe au-dessous de zéro.",
    },
    "lie_detection": {
        "table": "La table révèle un mensonge.",
        "challenge": "Un mensonge n'est révélé que si un adversaire le demande avant le compte.",
    },
    "sweep": {
        "off": "Toutes les cartes d'une couleur ne valent pas plus que la couleur.",
        "plain": "Toutes les cartes d'une couleur : 2 au lieu de 1.",
        "points": "Tous les points d'une couleur : 2 au lieu de 1.",
        "announced": "Toutes les cartes d'une couleur : 2 au lieu de 1, si c'était annoncé.",
        "exclusive": "Toutes les cartes d'une couleur annoncée : 2 ; moins : rien.",
    },
    "sweep_limit": {
        1: "Chacun peut annoncer une couleur.",
        "?": "Chacun peut annoncer jusqu'à {} couleurs.",
    },
    "stake_with_sweep": {
        "max": "Un grand chelem à gros enjeu vaut la plus haute des deux valeurs.",
        "multiply": "Un grand chelem à gros enjeu vaut les deux valeurs multipliées.",
        "add": "Un grand chelem à gros enjeu vaut les deux primes.",
    },
    "scoring": {
        "suits": "Chaque couleur gagnée est une tribu.",
        "day_total": (
            "13 points de toutes les couleurs en un jour font une tribu. "
            "Tous les points de l'île : 2. Tous à égalité : aucune."
        ),
        "island_total": (
            "13 points de toutes les couleurs sur l'île font une tribu. "
            "Tous les points : 2. Tous à égalité : aucune."
        ),
    },
    "tribe": {
        "auto": "On gagne une couleur par plus de la moitié des points ; à deux jeux, par le plus.",
        "majority": "On gagne une couleur avec plus de la moitié de ses points.",
        "plurality": "On gagne une couleur avec plus de ses points que quiconque.",
    },
    "target": {"?": "Qui a {} ou plus gagne ; le plus haut, s'ils sont plusieurs."},
    "match_tie": {
        "play_on": (
            "Égalité en tête : on joue une autre île. À deux, avec un seul total par île, encore à égalité "
            "5 points au-dessus de l'objectif : les points de la dernière île décident, sinon on partage."
        ),
        "shared": "Égalité en tête : la victoire est partagée.",
        "points": "Égalité en tête : les points de la dernière île décident.",
    },
}
