"""Democrazy, the laws: the table of all laws, one row each. `law.read_row` reads a row.

A row is one line: the card; its circle, which decides a tie (white adopts, black rejects); its source (`pub`
a law of the printed game, `fam` of the same family, `drws` after another game of its authors, `house` made
for this table); then, if it has them, its symbol, tags and spice; then its operations. The letter of the card
says whether it is red, done at once, or blue, in force while it is on the table. Symbols and circles are
house rules throughout; so is red or blue, but for R01, R05, R06 and B38.

A law does one operation, or several with a `;` between them: its word, then its arguments. A trigger
(after_vote, after_proposal, turn_start) ends with the operation that it carries out. The words:

    done at once     draw lose lose_all pass give swap level cap redraw exchange antitrust: `chip_effects`
                     repeal wild_deal wild_pass hand_pass mill extra_turn: `effects`
    while in force   weight threshold circles wild_rule direction protect_laws conduct and the triggers
    at the end       value basis winner bonus: `final`

A gap makes a row a template: `color=?`, or a choice such as `pts=0|2|3`, which the proposer fills [U27];
`symbol=?` is then the symbol of that colour. An owner of the printed game writes its cards as rows like
these, see `own_laws`.
"""

LAWS = (
    "R01 black pub lose_all who=all color=Y",
    "R02 white fam lose_all who=all color=R",
    "R03 black fam lose_all who=all color=G",
    "R04 white fam lose_all who=all color=B",
    "R05 black pub pass what=all dir=left",
    "R06 white pub draw who=all n=2",
    "R07 white house draw who=all n=1",
    "R08 black house lose who=all n=1",
    "R09 white pub lose who=most n=1",
    "R10 white house give from=most to=fewest n=1",
    "R11 black house draw who=fewest n=2",
    "R12 black pub repeal which=all",
    "R13 white pub repeal which=tag:colour",
    "R14 black house repeal which=oldest",
    "R15 black house repeal which=chosen",
    "R16 white pub wild_deal who=without_wild n=1",
    "R17 black house wild_pass dir=left",
    "R18 white house hand_pass dir=left",
    "R19 black house mill n=2",
    "R20 white house level to=start",
    "R21 white house cap to=8",
    "R22 black house swap a=active b=chosen",
    "R23 white house redraw",
    "R24 white house exchange who=all max=2",
    "R25 black house give from=others to=active n=1",
    "R26 white house draw who=no n=2",
    "R27 black house extra_turn",
    "R28 black house pass what=1 dir=left choose=receiver",
    "R29 white house pass what=color:B dir=left",
    "R30 black house antitrust n=1",
    "B01 black pub symbol=RED tags=colour value color=R pts=0",
    "B02 white fam symbol=RED tags=colour value color=R pts=2",
    "B03 black fam symbol=RED tags=colour value color=R pts=3",
    "B04 black pub symbol=RED tags=colour spice=2 value color=R pts=5",
    "B05 white fam symbol=GREEN tags=colour value color=G pts=0",
    "B06 black fam symbol=GREEN tags=colour value color=G pts=2",
    "B07 black fam symbol=GREEN tags=colour value color=G pts=3",
    "B08 white fam symbol=BLUE tags=colour value color=B pts=0",
    "B09 white pub symbol=BLUE tags=colour value color=B pts=2",
    "B10 black pub symbol=BLUE tags=colour value color=B pts=3",
    "B11 black fam symbol=YELLOW tags=colour value color=Y pts=0",
    "B12 white fam symbol=YELLOW tags=colour value color=Y pts=2",
    "B13 black fam symbol=YELLOW tags=colour value color=Y pts=3",
    "B14 white house symbol=YELLOW tags=colour spice=2 value color=Y pts=-1",
    "B15 white drws tags=colour bonus per=set4 pts=4",
    "B16 black drws tags=colour bonus if=colors:1 pts=10",
    "B17 black drws tags=colour bonus per=sole_color pts=8",
    "B18 white house tags=colour bonus per=top_color pts=3",
    "B19 black drws symbol=BASIS tags=colour spice=2 basis mode=best_color",
    "B20 black drws symbol=BASIS tags=colour spice=3 basis mode=product2",
    "B21 white house bonus if=fewest:chips pts=6",
    "B22 white house bonus per=own_law pts=2",
    "B23 white house symbol=JOKER bonus per=wild_held pts=4",
    "B24 black house spice=3 winner mode=second",
    "B25 white pub tags=trait bonus if=trait:beard pts=5",
    "B26 black pub tags=trait bonus if=trait:blue_eyes pts=5",
    "B27 black house tags=trait bonus if=trait:glasses pts=4",
    "B28 white pub symbol=REWARD after_vote draw who=with n=1",
    "B29 black drws symbol=REWARD after_vote draw who=lone n=3",
    "B30 black house symbol=REWARD after_vote lose who=against n=1",
    "B31 white pub symbol=AUTHOR after_proposal on=adopted draw who=active n=1",
    "B32 black pub symbol=AUTHOR after_proposal on=rejected lose who=active n=1",
    "B33 white house symbol=BALLOT weight who=active w=2",
    "B34 black house symbol=BALLOT threshold num=2 den=3",
    "B35 white house symbol=BALLOT weight who=fewest w=2",
    "B36 black house circles mode=inverted",
    "B37 white house symbol=JOKER wild_rule mode=banned",
    "B38 white pub symbol=MANNERS tags=conduct conduct rule=vote_left_hand penalty=1",
    "B39 white pub symbol=MANNERS tags=conduct conduct rule=vote_standing penalty=1",
    "B40 white pub tags=conduct conduct rule=no_smoking penalty=0",
    "B41 black drws tags=conduct conduct rule=no_talk_during_vote penalty=1",
    "B42 white house direction dir=right",
    "B43 white house turn_start draw who=active n=1",
    "B44 black house protect_laws",
)
