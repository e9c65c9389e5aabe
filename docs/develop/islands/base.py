"""The game that islands changes: where this folder has no module of a name, that of democracy is played.

`cardtable new-game` wrote this. MODULES are in the order in which a table loads them: a module of your own
that one of them imports goes before it.
"""

BASE = "democracy"
BASE_REVISION = 2
MODULES = "deal scoring declarations options trick rules"
