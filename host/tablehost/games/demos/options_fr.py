"""The options of DemoS in French: see `options_en`. For the host alone."""

MEANINGS = {
    "mode": (
        "quel jeu : l'apprentissage, sans as, Médias, Carrés ni vetos ; le jeu complet, chacun "
        "pour soi ; deux contre deux (4 joueurs), deux contre trois, ou deux paires et un "
        "Indépendant (5 joueurs)"
    ),
    "teams": "qui joue avec qui se convient aux places, ou se tire au sort",
    "first_dealer": "la place qui donne la première manche ; puis la donne passe à gauche",
    "deal_check": "chaque place compte sa main et presse OK",
    "max_rounds": (
        "les manches après lesquelles on ne tire plus de figures, les annulées comprises (0 : "
        "jusqu'à la dernière)"
    ),
    "veto_charge": ("plusieurs vetos à la fois : seul le premier dans l'ordre de la donne s'use, ou tous"),
    "points_for": (
        "les points d'une manche se notent pour tous ceux qui montrent une combinaison, ou pour "
        "les seuls gagnants"
    ),
    "shortage": (
        "trop peu de figures pour tous les ex aequo : chacun est servi en entier dans l'ordre de "
        "la donne, ou le premier seul, ou chacun en a une avant que nul n'en ait deux"
    ),
    "team_square_tie_draws": ("les équipes à égalité avec un Carré tirent deux figures chacune, ou une"),
    "first_figure_media": (
        "un Carré touche un joueur dont la première figure est un Média : on retourne le premier "
        "E, L ou J, ou rien"
    ),
    "already_revealed": (
        "un Carré touche un joueur dont le premier pouvoir est visible : rien ne se passe, ou "
        "l'on retourne le suivant caché"
    ),
    "square_tie_reveals": (
        "les gagnants à égalité avec un Carré retournent une figure l'un pour l'autre, ou en sont exempts"
    ),
    "media_pass": "qui a un Média peut s'en passer : en équipe, jamais, ou toujours",
    "independent_two_media": ("l'Indépendant qui a les deux Médias les garde, et agit avec eux ou non"),
    "no_trio": "nul n'a de trio : personne ne gagne, ou le plus haut total de points",
    "double_forced": (
        "deux cartes d'un même pouvoir que les Médias forcent dans un trio : pas de trio, ou l'on"
        " en choisit une"
    ),
    "team_trio": ("une équipe fait son trio des figures de tous ses membres, ou de celles d'un seul"),
    "team_tie_points": (
        "équipes à trios égaux : on compare leurs meilleurs joueurs, ou les sommes de leurs points"
    ),
    "residual_trios": (
        "avec un Indépendant, si nul n'a encore gagné : les trios de deux couleurs, puis d'une, "
        "ou d'une seule"
    ),
    "residual_independent": "alors l'Indépendant peut gagner aussi, avec un trio d'une couleur",
    "residual_points": (
        "à trios égaux on compare les sommes des points des camps, ou leurs meilleurs joueurs"
    ),
    "spokesperson": (
        "l'Indépendant gagne avec un total plus haut que celui de tous les autres, ou aussi haut"
    ),
    "favourite": (
        "chacun annonce une couleur avant le jeu ; ses suites toutes de cette couleur valent 10 "
        "points de plus"
    ),
    "declared": (
        "on peut annoncer avant le jeu un trio de trois couleurs ; qui présente exactement celui-"
        "là passe avant les autres à trois couleurs"
    ),
}
SECTIONS = {
    "mode": "Le jeu",
    "veto_charge": "La manche",
    "first_figure_media": "Ce qu'un Carré retourne",
    "media_pass": "Le scandale",
    "no_trio": "La finale",
    "favourite": "Les suggestions du créateur",
}
RULINGS = {
    "mode": {
        "learning": "Le jeu d'apprentissage : ni as, ni Médias, ni Carrés, ni vetos.",
        "complete": "Le jeu complet, chacun pour soi.",
        "2v2": "Deux contre deux ; un veto par équipe.",
        "2v3": "Deux contre trois ; deux vetos pour la paire, un pour les trois.",
        "2v2+1": "Deux paires et un Indépendant ; un veto par camp.",
    },
    "teams": {
        "chosen": "Les équipes sont convenues devant les cases.",
        "lots": "Les équipes sont tirées au sort par la table.",
    },
    "first_dealer": {
        "random": "La table tire le premier donneur ; puis la donne passe à gauche.",
        "?": "La place {} donne d'abord ; puis la donne passe à gauche.",
    },
    "deal_check": {"count": "Chacun compte sa main et presse OK.", "off": "Les mains ne sont pas comptées."},
    "max_rounds": {
        0: "La phase principale finit quand il n'y a plus de figure.",
        "?": "La phase principale finit après {} manches, nulles comprises, ou sans figure.",
    },
    "veto_charge": {
        "first_in_order": "Plusieurs vetos à la fois : seul le premier dans l'ordre est usé.",
        "all": "Plusieurs vetos à la fois : tous sont usés.",
    },
    "points_for": {
        "all": "Tous ceux qui montrent une combinaison en notent les points.",
        "winner": "Seuls les gagnants notent les points de leur combinaison.",
    },
    "shortage": {
        "in_order": "Trop peu de figures à égalité : chacun est servi en entier, dans l'ordre.",
        "first_only": "Trop peu de figures à égalité : seul le premier dans l'ordre est servi.",
        "one_each_first": "Trop peu de figures à égalité : une à chacun avant une deuxième.",
    },
    "team_square_tie_draws": {
        "two_each": "Les équipes à égalité avec un Carré piochent deux figures chacune.",
        "one_each": "Les équipes à égalité avec un Carré piochent une figure chacune.",
    },
    "first_figure_media": {
        "skip_media": "Si la première figure est un Média, on retourne le premier E, L ou J.",
        "no_effect": "Si la première figure est un Média, on ne retourne rien.",
    },
    "already_revealed": {
        "nothing": "Si le premier pouvoir est déjà visible, il ne se passe rien.",
        "next_hidden": (
            "Si le premier pouvoir est déjà visible, on retourne le suivant caché. De deux Carrés qui "
            "gagnent ensemble, chacun en fait retourner un : deux cartes de plus d'un troisième joueur."
        ),
    },
    "square_tie_reveals": {
        "literal": "Les gagnants à égalité avec un Carré retournent une figure l'un pour l'autre.",
        "winners_exempt": "Les gagnants à égalité avec un Carré ne retournent rien.",
    },
    "media_pass": {
        "team_modes": "Qui a un Média doit s'en servir ; en équipe il peut passer.",
        "never": "Qui a un Média doit s'en servir.",
        "always": "Qui a un Média peut passer.",
    },
    "independent_two_media": {
        "keep_and_act": "L'Indépendant qui a les deux Médias les garde et agit avec les deux.",
        "keep_no_action": "L'Indépendant qui a les deux Médias les garde et n'agit pas.",
    },
    "no_trio": {
        "no_winner": "Si nul ne présente de trio, personne ne gagne.",
        "points": "Si nul ne présente de trio, le plus haut total gagne.",
    },
    "double_forced": {
        "no_trio": "Deux cartes forcées d'un même pouvoir : pas de trio.",
        "choose_one": "Deux cartes forcées d'un même pouvoir : on en choisit une.",
    },
    "team_trio": {
        "pooled": "Une équipe fait son trio des figures de tous ses membres.",
        "per_player": "Une équipe fait son trio des figures d'un seul membre.",
    },
    "team_tie_points": {
        "best_player": "À trios égaux, on compare les meilleurs joueurs des équipes.",
        "sum": "À trios égaux, on compare les sommes des points.",
    },
    "residual_trios": {
        "bi_then_mono": "Si nul n'a encore gagné : trios de deux couleurs, puis d'une.",
        "mono_only": "Si nul n'a encore gagné : trios d'une seule couleur.",
    },
    "residual_independent": {
        "true": "Alors l'Indépendant peut gagner aussi, avec un trio d'une couleur.",
        "false": "Alors l'Indépendant ne peut pas gagner.",
    },
    "residual_points": {
        "sum": "Alors, à trios égaux, on compare les sommes des points.",
        "best_player": "Alors, à trios égaux, on compare les meilleurs joueurs.",
    },
    "spokesperson": {
        "strict": "L'Indépendant gagne avec un total plus haut que tous les autres.",
        "joint": "L'Indépendant gagne avec un total aussi haut que le plus haut.",
    },
    "favourite": {
        "off": "Pas de couleur favorite.",
        "on": "Chacun annonce une couleur ; ses suites toutes de celle-ci valent 10 points de plus.",
    },
    "declared": {
        "off": "Aucun trio n'est annoncé avant le jeu.",
        "on": "Qui présente le trio annoncé avant le jeu passe avant les autres à trois couleurs.",
    },
}
