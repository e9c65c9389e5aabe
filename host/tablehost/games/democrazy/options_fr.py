"""The options of Democrazy in French: see `options_en`. For the host alone."""

MEANINGS = {
    "chips_red": "les jetons rouges du jeu",
    "chips_green": "les jetons verts du jeu",
    "chips_blue": "les jetons bleus du jeu",
    "chips_yellow": "les jetons jaunes du jeu",
    "start": (
        "les jetons et les lois de chacun au départ : 6, à partir de sept joueurs 5, à partir de neuf 4"
    ),
    "wilds_dy": "les jokers OUI définitif",
    "wilds_dn": "les jokers NON définitif",
    "wilds_sc": "les jokers Ruse",
    "stack_top": "les lois du dessus de la pile, avant que la carte Fin puisse venir",
    "stack_bottom": "les lois parmi lesquelles la carte Fin est mêlée",
    "deck": ("toutes les lois ; deux exemplaires de celles du jeu imprimé ; ou celles de democrazy_own.py"),
    "max_spice": "le piquant des lois : 1 douces, 2, 3 folles",
    "trait_beard": ("jouer avec la loi sur les barbes ; qui en a une la déclare, et l'on peut le contester"),
    "trait_blue_eyes": "jouer avec la loi sur les yeux bleus",
    "trait_glasses": "jouer avec la loi sur les lunettes",
    "blank_laws": ("les lois blanches du jeu, pour des lois rouges à soi ; la variante imprimée en a cinq"),
    "blank_circle": "le cercle d'une loi blanche : ce que fait une égalité",
    "private_law": ("chacun reçoit une loi cachée avec une prime, qui ne compte que pour lui"),
    "start_player": "la place qui a le premier tour",
    "chip_record": (
        "qui garde les jetons : la table les tire et les garde tous ; ou de vrais, dont on ne "
        "compte que le nombre ; ou de vrais dont on dit les couleurs à chaque tirage"
    ),
    "max_blue": (
        "les lois bleues qui peuvent être posées ; une de plus en remplace une autre, que son "
        "auteur nomme avant"
    ),
    "wild_policy": (
        "plusieurs jokers dans un vote : tous sont nuls ; ou deux Définitifs le sont, et les "
        "Ruses renversent ; ou OUI et NON définitifs s'annulent par paires"
    ),
    "wild_reserve": (
        "les jokers que les lois distribuent : ceux jamais donnés et ceux joués, ou seulement les"
        " jamais donnés"
    ),
    "wild_is_ballot": "un Définitif est aussi une voix, même où il est nul",
    "scam_flips_tie": "une Ruse renverse aussi ce que le cercle a décidé",
    "missing_vote": "une place déclarée absente s'abstient, ou vote NON",
    "bag_end": "le jeu finit quand le dernier jeton est tiré",
    "bag_end_min_turns": "mais pas avant tant de propositions",
    "bag_end_when": ("il finit au dernier jeton, ou quand le reste de l'effet est fait, tirages omis"),
    "end_card_when_milled": ("une carte Fin qu'une loi retourne finit le jeu, ou revient sur la pile"),
    "chip_value": "les points d'un jeton où aucune loi n'en dit autrement",
    "last_blue_counts": "une loi bleue adoptée au dernier tour compte aussi à la fin",
    "tie_break": (
        "à égalité de points : plus de jetons, plus de couleurs, dans cet ordre ; qui reste à "
        "égalité partage la victoire"
    ),
}
SECTIONS = {"chips_red": "Le sac et les cartes", "max_blue": "Le vote", "bag_end": "La fin"}
RULINGS = {
    "chips_red": {"?": "Il y a {} jetons rouges."},
    "chips_green": {"?": "Il y a {} jetons verts."},
    "chips_blue": {"?": "Il y a {} jetons bleus."},
    "chips_yellow": {"?": "Il y a {} jetons jaunes."},
    "start": {"?": "Chacun commence avec {} jetons et autant de lois."},
    "wilds_dy": {"?": "Jokers OUI définitif : {}."},
    "wilds_dn": {"?": "Jokers NON définitif : {}."},
    "wilds_sc": {"?": "Jokers Ruse : {}."},
    "stack_top": {"?": "{} lois sont sur la pile, avant que la carte Fin puisse venir."},
    "stack_bottom": {"?": "La carte Fin est mêlée aux {} lois du dessous."},
    "deck": {
        "all": "On joue avec toutes les lois.",
        "published": "On joue avec les seules lois semblables à celles du jeu imprimé, deux fois chacune.",
        "own": "On joue avec nos propres lois.",
    },
    "max_spice": {
        1: "Des lois sages seulement.",
        2: "Des lois sages et moyennes.",
        3: "Des lois sages à folles.",
    },
    "trait_beard": {
        "on": "La loi sur les barbes est du jeu.",
        "off": "La loi sur les barbes n'est pas du jeu.",
    },
    "trait_blue_eyes": {
        "on": "La loi sur les yeux bleus est du jeu.",
        "off": "La loi sur les yeux bleus n'est pas du jeu.",
    },
    "trait_glasses": {
        "on": "La loi sur les lunettes est du jeu.",
        "off": "La loi sur les lunettes n'est pas du jeu.",
    },
    "blank_laws": {
        0: "Pas de carte blanche.",
        "?": "Cartes blanches, pour des lois rouges de son cru : {}.",
    },
    "blank_circle": {
        "black": "L'égalité rejette une carte blanche.",
        "white": "L'égalité adopte une carte blanche.",
    },
    "private_law": {
        "off": "Personne n'a de loi cachée.",
        "on": "Chacun a une loi cachée avec une prime, qui ne vaut que pour lui.",
    },
    "start_player": {"random": "La table tire qui commence.", "?": "La place {} commence."},
    "chip_record": {
        "digital": "La table pioche et garde les jetons.",
        "counted": "De vrais jetons ; la table en compte le nombre.",
        "declared": "De vrais jetons ; leurs couleurs sont dites à chaque pioche.",
    },
    "max_blue": {"?": "Pas plus de {} lois bleues ; une de plus en remplace une, nommée avant."},
    "wild_policy": {
        "any_two_cancel": "Deux jokers ou plus dans un vote sont tous nuls.",
        "definites_cancel": "Deux Définitifs ou plus dans un vote sont nuls ; les Ruses inversent encore.",
        "pairwise": "OUI et NON définitifs s'annulent par paires ; les Ruses inversent encore.",
    },
    "wild_reserve": {
        "undealt_and_played": "Les lois donnent des jokers jamais donnés ou déjà joués.",
        "undealt": "Les lois donnent seulement des jokers jamais donnés.",
    },
    "wild_is_ballot": {
        "false": "Un joker n'est pas de plus une voix.",
        "true": "Un Définitif est aussi une voix, même nul.",
    },
    "scam_flips_tie": {
        "true": "Une Ruse inverse aussi ce que le cercle a décidé.",
        "false": "Une Ruse n'inverse pas ce que le cercle a décidé.",
    },
    "missing_vote": {
        "abstain": "Une place déclarée absente s'abstient.",
        "no": "Une place déclarée absente vote NON.",
    },
    "bag_end": {
        "on": "La partie finit aussi quand le dernier jeton est tiré.",
        "off": "Un sac vide ne finit rien.",
    },
    "bag_end_min_turns": {
        0: "Le sac vide finit la partie dès la première proposition.",
        "?": "Le sac vide finit la partie dès la proposition {}.",
    },
    "bag_end_when": {
        "at_last_chip": "Elle finit au dernier jeton.",
        "after_effect": "Elle finit quand le reste de l'effet est fait, sans les pioches.",
    },
    "end_card_when_milled": {
        "ends": "Une carte Fin retournée par une loi finit la partie.",
        "put_back": "Une carte Fin retournée par une loi revient sur la pile.",
    },
    "chip_value": {
        0: "Un jeton ne vaut rien si aucune loi ne dit autrement.",
        1: "Un jeton vaut 1 point si aucune loi ne dit autrement.",
        "?": "Un jeton vaut {} points si aucune loi ne dit autrement.",
    },
    "last_blue_counts": {
        "true": "Une loi bleue adoptée au dernier tour compte aussi à la fin.",
        "false": "Une loi bleue adoptée au dernier tour ne compte pas à la fin.",
    },
    "tie_break": {
        "chips+colours_held": "À égalité : plus de jetons, puis plus de couleurs ; puis victoire partagée.",
        "colours_held+chips": "À égalité : plus de couleurs, puis plus de jetons ; puis victoire partagée.",
        "chips": "À égalité : plus de jetons ; puis victoire partagée.",
        "colours_held": "À égalité : plus de couleurs ; puis victoire partagée.",
        "shared": "À égalité : victoire partagée.",
    },
}
