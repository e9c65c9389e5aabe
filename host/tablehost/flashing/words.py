"""What `flash` and `repl` say: a table a language. What is told as trouble has its hint behind "|"."""

from __future__ import annotations

WORDS: dict[str, dict[str, str]] = {
    "en": {
        "no-table": (
            "no table is plugged in, and {verb} is for a real one|check the cable (many only charge); "
            "cardtable list --all shows every serial port\n{uf2}"
        ),
        "no-micropython": "no MicroPython answers on {port}; nothing was changed|{uf2}",
        "uf2": (
            "a Pico without MicroPython: hold BOOTSEL while you plug it in; it shows as a drive, RPI-RP2 "
            "or RP2350\ncopy MicroPython {least} or later onto that drive, the .uf2 for your Pico:\n"
            "{links}\nthen again: cardtable {verb}"
        ),
        "drive": (
            "a Pico waits for MicroPython at {drive}: copy the .uf2 there, for example\n  cp "
            "~/Downloads/RPI_PICO-*.uf2 {drive}/"
        ),
        "too-old": (
            "the Pico has MicroPython {found}; {least} or later is needed; nothing was changed|its files "
            "stay where they are: hold BOOTSEL while you plug it in, and copy onto the drive\n{links}\n"
            "then again: cardtable flash"
        ),
        "not-a-pico": (
            "what answers on {port} is {found}, and no Pico that a board is made for; nothing was "
            "changed|boards are made for: {picos}"
        ),
        "virtual": (
            "the table at {port} is a virtual one: there is nothing to put on it|plug a Pico in, or name "
            "its port with -t"
        ),
        "no-board": (
            "which board is it? nothing was changed|--board NAME says it once, and it is remembered for "
            "this Pico: {boards}"
        ),
        "playing": (
            "a match is being played at this table; nothing was changed|end it first (cardtable end), or "
            "let it lie: --in-match; the table takes it up again, if the new program can"
        ),
        "untaken": (
            "the table has records up to {last}, this computer only up to {here}; nothing was changed|take "
            "them over first: cardtable play GAME --resume, with the program that is on the table\nor go "
            "on without them: --leave-records; they stay on the table, as long as its new program can read "
            "them"
        ),
        "no-room": (
            "the new program wants {need} KB and {free} KB are free; nothing was changed|play with a "
            "computer attached: old matches then go, as soon as they are on it"
        ),
        "not-the-same": (
            "{path} did not arrive as it was sent; the program that was there before starts|again: "
            "cardtable flash; if it comes again, the Pico's flash may be worn out"
        ),
        "lost": (
            "the table was lost ({why}); the program that was there before is whole, and starts|plug it in "
            "again, then: cardtable flash goes on where it stopped"
        ),
        "lost-late": (
            "the table was lost ({why}); the new program is whole, and starts at the next power-up|plug it "
            "in again; cardtable flash tells whether all is well"
        ),
        "rolled-back": (
            "the new program did not run, and the table went back to the one before: {why}|play goes on "
            "with that; what it says on the line is kept: cardtable flash -v shows it"
        ),
        "not-back": (
            "the table has not come back within {seconds} s; its slots are whole|switch it off and on, "
            "then: cardtable flash"
        ),
        "no-tty": (
            "repl wants a terminal|run it in one; for a single command: mpremote connect {port} resume "
            "exec ..."
        ),
        "table": "table {uid}, at {port}",
        "silent": "what is on {port} does not speak as a table: a new Pico, or a program that has stopped",
        "taken": "this computer has all records of the table, up to {last}",
        "compiling": "compiling for {board}",
        "compiled": "{count} files, {size} KB, program {digest}",
        "same": "the table runs this very program; nothing to do (--again puts it there once more)",
        "pico": "{machine}, MicroPython {version}",
        "remembered": "board {board} is remembered for this Pico in {path}",
        "planned": "what would be done; nothing was touched:",
        "plan-no-table": "no table is plugged in: this is the plan for one that runs something else",
        "plan-stop": 'stop the table\'s program; this stands in its record as "repl"',
        "plan-slot": (
            "copy {count} files, {size} KB, into the slot that does not start, and leave out what lies "
            "there already"
        ),
        "plan-strays": "remove what lies in that slot and does not belong there",
        "plan-verify": "read everything back, and write the manifest last",
        "plan-switch": "have that slot start; the other one stays as it is",
        "plan-reset": (
            "restart the table and see that the new program runs; if it fails three times, the table goes "
            "back by itself"
        ),
        "plan-untaken": (
            "before that: take over the records up to {last}; this computer has them up to {here}"
        ),
        "plan-playing": "a match is being played: it would not be done without --in-match",
        "into": "into slot {slot}: {count} files to copy ({size} KB), {same} there already",
        "first": "no program in slots is there yet: into slot {slot}",
        "kept": "slot {slot} stays as it is, and starts should this be interrupted",
        "strays": "removing {count} that do not belong there: {names}",
        "unknown": "left where it is, as it is not of the table: {names}",
        "copying": "copying",
        "checked": "read back: all {count} files are what was sent",
        "switched": "slot {slot} starts from now on",
        "restarting": "restarting the table",
        "says": "the table says: {line}",
        "runs": "the table runs program {digest}, and has for {seconds} s: all is well",
        "took": "done in {seconds} s",
        "repl-warns": (
            "MicroPython at {port}. Ctrl-C there stops the table's program, and a match with it: that "
            "stands in the record (note repl), and all see it on the table.\nCtrl-] leaves; the table then "
            "starts again."
        ),
        "repl-running": "the table's program runs on",
        "repl-restarts": "the table starts again",
    },
    "fr": {
        "no-table": (
            "aucune table n'est branchée, et {verb} en veut une vraie|voyez le câble (beaucoup ne font que "
            "charger); cardtable list --all montre tous les ports série\n{uf2}"
        ),
        "no-micropython": "aucun MicroPython ne répond sur {port}; rien n'a changé|{uf2}",
        "uf2": (
            "un Pico sans MicroPython: tenez BOOTSEL en le branchant; il se montre comme un disque, "
            "RPI-RP2 ou RP2350\ncopiez sur ce disque MicroPython {least} ou plus récent, le .uf2 de votre "
            "Pico:\n{links}\npuis encore: cardtable {verb}"
        ),
        "drive": (
            "un Pico attend MicroPython à {drive}: copiez-y le .uf2, par exemple\n  cp "
            "~/Downloads/RPI_PICO-*.uf2 {drive}/"
        ),
        "too-old": (
            "le Pico a MicroPython {found}; il faut {least} ou plus récent; rien n'a changé|ses fichiers "
            "restent: tenez BOOTSEL en le branchant, et copiez sur le disque\n{links}\npuis encore: "
            "cardtable flash"
        ),
        "not-a-pico": (
            "ce qui répond sur {port} est {found}, et pas un Pico pour lequel une carte est faite; rien "
            "n'a changé|les cartes sont faites pour: {picos}"
        ),
        "virtual": (
            "la table à {port} est virtuelle: il n'y a rien à y mettre|branchez un Pico, ou nommez son "
            "port avec -t"
        ),
        "no-board": (
            "quelle carte est-ce? rien n'a changé|--board NOM le dit une fois, et c'est retenu pour ce "
            "Pico: {boards}"
        ),
        "playing": (
            "une partie se joue à cette table; rien n'a changé|terminez-la d'abord (cardtable end), ou "
            "laissez-la: --in-match; la table la reprend, si le nouveau programme le peut"
        ),
        "untaken": (
            "la table a des enregistrements jusqu'à {last}, cet ordinateur seulement jusqu'à {here}; rien "
            "n'a changé|prenez-les d'abord: cardtable play JEU --resume, avec le programme qui est sur la "
            "table\nou continuez sans eux: --leave-records; ils restent sur la table, tant que son nouveau "
            "programme sait les lire"
        ),
        "no-room": (
            "le nouveau programme veut {need} Ko et {free} Ko sont libres; rien n'a changé|jouez avec un "
            "ordinateur branché: de vieilles parties s'en vont dès qu'il les a"
        ),
        "not-the-same": (
            "{path} n'est pas arrivé comme il est parti; le programme d'avant démarre|encore: cardtable "
            "flash; si cela revient, la mémoire du Pico est peut-être usée"
        ),
        "lost": (
            "la table est perdue ({why}); le programme d'avant est entier, et démarre|rebranchez-la, puis: "
            "cardtable flash continue où il s'est arrêté"
        ),
        "lost-late": (
            "la table est perdue ({why}); le nouveau programme est entier, et démarre à la prochaine mise "
            "sous tension|rebranchez-la; cardtable flash dit si tout va bien"
        ),
        "rolled-back": (
            "le nouveau programme n'a pas démarré, et la table est revenue à celui d'avant: {why}|on joue "
            "avec celui-là; ce qu'elle dit sur la ligne est gardé: cardtable flash -v le montre"
        ),
        "not-back": (
            "la table n'est pas revenue en {seconds} s; ses emplacements sont entiers|éteignez et "
            "rallumez, puis: cardtable flash"
        ),
        "no-tty": (
            "repl veut un terminal|lancez-le dans un terminal; pour une seule commande: mpremote connect "
            "{port} resume exec ..."
        ),
        "table": "table {uid}, à {port}",
        "silent": "ce qui est sur {port} ne parle pas comme une table: un Pico neuf, ou un programme arrêté",
        "taken": "cet ordinateur a tous les enregistrements de la table, jusqu'à {last}",
        "compiling": "compilation pour {board}",
        "compiled": "{count} fichiers, {size} Ko, programme {digest}",
        "same": "la table exécute ce programme même; rien à faire (--again l'y remet)",
        "pico": "{machine}, MicroPython {version}",
        "remembered": "la carte {board} est retenue pour ce Pico dans {path}",
        "planned": "ce qui serait fait; rien n'a été touché:",
        "plan-no-table": "aucune table n'est branchée: voici le plan pour une table au programme différent",
        "plan-stop": "arrêter le programme de la table; cela figure dans son registre comme « repl »",
        "plan-slot": (
            "copier {count} fichiers, {size} Ko, dans l'emplacement qui ne démarre pas, sauf ce qui y est "
            "déjà"
        ),
        "plan-strays": "enlever ce qui est dans cet emplacement et n'y a pas sa place",
        "plan-verify": "tout relire, et écrire le manifeste en dernier",
        "plan-switch": "faire démarrer cet emplacement; l'autre reste comme il est",
        "plan-reset": (
            "redémarrer la table et voir que le nouveau programme tourne; s'il échoue trois fois, la table "
            "revient d'elle-même"
        ),
        "plan-untaken": (
            "avant cela: prendre les enregistrements jusqu'à {last}; cet ordinateur les a jusqu'à {here}"
        ),
        "plan-playing": "une partie se joue: cela ne se ferait pas sans --in-match",
        "into": "dans l'emplacement {slot}: {count} fichiers à copier ({size} Ko), {same} y sont déjà",
        "first": "aucun programme n'est encore dans un emplacement: dans l'emplacement {slot}",
        "kept": "l'emplacement {slot} reste comme il est, et démarre si ceci est interrompu",
        "strays": "{count} qui n'y ont pas leur place sont enlevés: {names}",
        "unknown": "laissé où c'est, car ce n'est pas de la table: {names}",
        "copying": "copie",
        "checked": "relu: les {count} fichiers sont ce qui est parti",
        "switched": "l'emplacement {slot} démarre désormais",
        "restarting": "la table redémarre",
        "says": "la table dit: {line}",
        "runs": "la table exécute le programme {digest}, depuis {seconds} s: tout va bien",
        "took": "fait en {seconds} s",
        "repl-warns": (
            "MicroPython à {port}. Ctrl-C y arrête le programme de la table, et une partie avec lui: cela "
            "figure au registre (note repl), et tous le voient à la table.\nCtrl-] quitte; la table repart "
            "alors."
        ),
        "repl-running": "le programme de la table continue",
        "repl-restarts": "la table repart",
    },
}


class Said:
    """The words of one language."""

    def __init__(self, language: str) -> None:
        self._words = WORDS[language]

    def __call__(self, word: str, **values: object) -> str:
        return self._words[word].format(**values)
