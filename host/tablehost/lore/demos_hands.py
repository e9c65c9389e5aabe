"""DemoS, what is typed by somebody who plays along, and how things are called then."""

from tablehost.tongues import OfGame

HANDS = {
    "en": OfGame(
        (
            ("5h", "in turns 2 and 3, after your discard: take this open card"),
            ("draw", "the pack's top card; in turn 1 it comes by itself"),
            ("draw, draw 2", "a figure you have won; in a team: draw, look, then whose it is"),
            ("point 2", "your Media at a hidden figure of seat 2"),
        ),
        {
            "captured": "your figures: {cards}",
            "nothing": "none",
            "captured-count": "figures {cards}",
            "beside": "; figures {cards}",
            "which-cards": "10c, 1h, es, m1",
            "piles": "figures",
            "no-card": "{word} is no card: a card is a number 1-10 or a figure E L J and a suit S H D C, or "
            "M1 M2",
        },
    ),
    "fr": OfGame(
        (
            ("5h", "aux tours 2 et 3, votre rejet posé : prendre cette carte"),
            ("piocher", "la carte du dessus ; au tour 1 elle vient seule"),
            ("piocher 2", "une figure gagnée ; en équipe piocher, la voir, puis à qui"),
            ("désigner 2", "votre Média sur une figure cachée de la place 2"),
        ),
        {
            "captured": "vos figures : {cards}",
            "nothing": "aucune",
            "captured-count": "figures {cards}",
            "beside": " ; figures {cards}",
            "which-cards": "10c, 1h, es, m1 ; s pique, h cœur, d carreau, c trèfle",
            "piles": "figures",
            "no-card": "{word} n'est pas une carte : un chiffre 1-10 ou une figure E L J et une couleur "
            "S (pique) H (cœur) D (carreau) C (trèfle), ou M1 M2",
        },
    ),
}
