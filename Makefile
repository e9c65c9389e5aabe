# make play [PACE=0] [GAME=...] [PLAYERS=...]   a match on the virtual table, nothing to plug in
# make web [PACE=0] [LAN=1]                     the same in the browser: watch, learn, look back, begin. LAN: the phones
#                                               in the network too; LAN=ADDRESS: by this address of the computer
# make site [GAMES="1 7"]                        pages that need no server, into build/site: a match alone in a tab,
#                                               games to learn, these matches of the journal, the check of a file
# make firmware                                 the images for Pico and Pico 2, into build/firmware; on Debian for amd64
# make catalogues                               the texts in firmware/texts as modules of the firmware; the targets
#                                               that need them make them by themselves
# make drawings                                 all of hardware/ but its page, after a change of boards or circuits; the
#                                               netlists and the drawing for mills are there after this alone
# make boards [LAY=shield]                       what a maker of circuit boards gets, into build/boards: gerbers, pictures,
#                                               lists of parts; KiCad comes by itself, on Debian for amd64 (1 GB, a
#                                               minute). LAY: first lay this board out anew from its rows
# make pictures [GAMES="demos"] [IN=fr]         the pages in each stage of each game, into build/pictures, with contact sheets
# make docs                                     the pages that are made, after a change: all verbs, lamps, the empty report,
#                                               rounds, pictures and variants of the games
# make wheel                                    a wheel with both images, into dist: it alone leads to a flashed table
# make fast                                     the same wheel for this computer's system and Python alone, into build/fast:
#                                               engine, games and simulated players are compiled (a minute or two; a C compiler)
# make release                                  all that a release is made of, with hashes, into dist
# make test                                     the gate: everything that must hold before a change goes in
# make quick                                    style, types, rules and firmware: a minute, 170 MB; for each change on the way
# make bench [MEASURES="M2 M3 ..."]             the performance figures beside their goals (minutes; a quiet machine);
#                                               those of the Pico on our image, which it builds, in the emulator
# make soak [SOAK=tests/web] [SOAK_MINUTES=10]   tests that do much more of the same than in the gate: worlds that differ
#                                               in secret, requests and damaged lines, kills, matches (hours); then
#                                               random lays on the readers, a million in all, which goes on
# make torture [TORTURE_MINUTES=10]             30,000 changed logs; tests with cuts of the power; it is cut in each
#                                               operation of the flash in a match, and in each of the recovery after
#                                               it, all pairs; then every fault on both ends of the line; goes on, too
# make planted [PLANTED_MINUTES=60]             which test finds which of sixty defects; PLANTED_TESTS=tests/wire: which there
# make mutants [PLANTED_MINUTES=60]             the same of 200 that are made by rule, such as `<` in place of `<=`
# make emulator                                 our image in an emulated Pico, a day and the longest matches too (an hour)
# make clean                                    remove what these have set up and built
# All set themselves up in .venv and .tools; all they need is python3 >= 3.11 with venv, and make.

PYTHON ?= python3
PACE ?= 1
GAME ?= democracy
PLAYERS ?= 4
SOAK_MINUTES ?= 10
TORTURE_MINUTES ?= 10

PIP = .venv/bin/python -m pip install --quiet --disable-pip-version-check

CUT = tests/controller tests/portable/controller tests/wire tests/whole_table

.PHONY: help play web site pictures test quick bench soak torture planted mutants emulator catalogues docs drawings boards firmware
.PHONY: wheel fast release clean

help:
	@sed -n '/^#/!q; s/^# //p' Makefile

play: .venv/.base catalogues
	@.venv/bin/cardtable play $(GAME) --watch --players $(PLAYERS) --pace $(PACE)

web: .venv/.web catalogues
	@.venv/bin/cardtable serve --open $(if $(filter command%,$(origin PACE)),--pace $(PACE)) \
	    $(if $(LAN),--lan $(filter-out 1,$(LAN)))

site: .venv/.web catalogues
	@.venv/bin/python -m tablehost.site build/site $(GAMES)

test: .venv/.test catalogues
	@.venv/bin/python tests/gate.py

quick: .venv/.dev catalogues
	@.venv/bin/python tests/gate.py quick

bench: .venv/.test firmware catalogues
	@sh tests/get_micropython.sh .tools/micropython
	@sh tests/get_emulator.sh .tools/emulator
	@.venv/bin/python tests/slow/bench/run.py $(MEASURES)

soak: .venv/.test .venv/.browsers catalogues
	@CARDTABLE_SOAK=1 .venv/bin/python -m pytest --quiet --durations=0 --durations-min=60 \
	    $(or $(SOAK),$(shell grep -rlE "import amount|mark.slow" tests --include="test_*.py" | grep -v emulator))
	@.venv/bin/python tests/slow/seeds.py $(SOAK_MINUTES) lays
	@.venv/bin/python tests/slow/seeds.py $(SOAK_MINUTES) matches

catalogues:
	@$(PYTHON) firmware/image/catalogues.py

drawings: .venv/.draw .venv/.boards catalogues
	@.venv/bin/python -m cardtable_boards.drawings hardware
	@.venv/bin/python -m cardtable_boards.pcb pages

boards: .venv/.boards
	@sh hardware/get_kicad.sh .tools/kicad
	@[ -d .tools/kicad/tree/opt/ibom ] || \
	    $(PIP) --no-deps --target .tools/kicad/tree/opt/ibom 'InteractiveHtmlBom~=2.12' # its wx is KiCad's own
	@$(if $(LAY),.venv/bin/python -m cardtable_boards.pcb lay .tools/kicad/tree $(LAY))
	@.venv/bin/python -m cardtable_boards.pcb order .tools/kicad/tree build/boards

docs: .venv/.base catalogues
	@.venv/bin/python -m tablehost.cli.pages

pictures: .venv/.test catalogues
	@.venv/bin/python tests/slow/pictures.py "$(GAMES)" $(IN)

firmware:
	@$(PYTHON) firmware/image/build.py

wheel: .venv/.base firmware catalogues
	@.venv/bin/python -m pip wheel --quiet --no-deps --wheel-dir dist .

fast: .venv/.test catalogues
	@.venv/bin/python firmware/image/compiled.py

release: .venv/.base firmware drawings boards fast site
	@rm -rf dist
	@$(MAKE) --no-print-directory wheel
	@.venv/bin/python firmware/image/release.py

emulator: .venv/.test firmware catalogues
	@sh tests/get_emulator.sh .tools/emulator
	@.venv/bin/python -m pytest -q -s tests/emulator

torture: .venv/.test catalogues
	@.venv/bin/python tests/slow/seeds.py 30 changes
	@.venv/bin/python -m pytest -q --power-cuts 4 -m "not slow" $(CUT)
	@.venv/bin/python tests/slow/seeds.py $(TORTURE_MINUTES) pairs worlds

planted: .venv/.test firmware catalogues
	@sh tests/get_emulator.sh .tools/emulator
	@.venv/bin/python tests/slow/planted.py

mutants: .venv/.test catalogues
	@.venv/bin/python tests/slow/planted.py mutants

clean:
	rm -rf .venv .tools build dist .mypy_cache .pytest_cache .ruff_cache .hypothesis
	rm -f firmware/lib/cardtable/languages/??.py hardware/*.net hardware/*.dxf
	find . -name __pycache__ -type d -prune -exec rm -rf {} +

# pip is what venv installs last: where it is, the environment is whole.
.venv/bin/pip:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || \
	    { echo "cardtable needs Python 3.11 or later: apt install python3 (or make PYTHON=...)" >&2; exit 1; }
	@$(PYTHON) -c 'import ensurepip, venv' 2> /dev/null || \
	    { echo "cardtable needs Python's venv module: apt install python3-venv" >&2; exit 1; }
	@$(PYTHON) -m venv .venv || { rm -rf .venv; exit 1; }

.venv/.base: pyproject.toml | .venv/bin/pip
	@echo "setting up .venv"
	@$(PIP) --editable . && touch $@

.venv/.web: pyproject.toml | .venv/bin/pip
	@echo "setting up .venv with the pages of the browser"
	@$(PIP) --editable '.[web]' && touch .venv/.base $@

.venv/.boards: pyproject.toml | .venv/bin/pip
	@echo "setting up .venv with what reads circuit boards"
	@$(PIP) --editable '.[boards]' && touch .venv/.base $@

.venv/.browsers: pyproject.toml | .venv/bin/pip
	@echo "setting up .venv with what steers other browsers"
	@$(PIP) --editable '.[browsers]' && touch .venv/.base $@

.venv/.draw: pyproject.toml | .venv/bin/pip
	@echo "setting up .venv with what draws circuits"
	@$(PIP) --editable '.[draw]' && touch .venv/.base $@

.venv/.dev: pyproject.toml | .venv/bin/pip
	@echo "setting up .venv with what make quick needs"
	@$(PIP) --editable '.[dev]' && touch .venv/.base .venv/.web $@

.venv/.test: pyproject.toml | .venv/bin/pip
	@echo "setting up .venv with the test tools"
	@$(PIP) --editable '.[test]' && touch .venv/.base .venv/.boards .venv/.dev .venv/.draw .venv/.web $@
