# make play [PACE=0] [GAME=...] [PLAYERS=...]   a game on the virtual table, nothing to plug in
# make web [PACE=0]                             the same in the browser: watch, learn, look back, begin
# make site [GAMES="1 7"]                        pages that need no server, into build/site: a match alone in a tab,
#                                               games to learn, these matches of the journal, the check of a file
# make firmware                                 the images for Pico and Pico 2, into build/firmware; on Debian for amd64
# make catalogues                               the texts in firmware/texts as modules of the firmware; the targets
#                                               that need them make them by themselves
# make drawings                                 all of hardware/ but its page, after a change of boards or circuits; the
#                                               netlists and the drawing for mills are there after this alone
# make docs                                     the pages that are made, after a change: all verbs, lamps, the empty report,
#                                               rounds, pictures and variants of the games
# make wheel                                    a wheel with both images, into dist: it alone leads to a flashed table
# make release                                  all that a release is made of, with hashes, into dist
# make test                                     the gate: everything that must hold before a change goes in
# make bench [MEASURES="M1 M3 ..."]             the performance figures beside their goals (minutes; a quiet machine);
#                                               those of the Pico on our image, which it builds, in the emulator
# make soak [SOAK_MINUTES=10]                   100 pairs of worlds that differ in secret; 100,000 requests to the
#                                               pages; persons at seats 5,000 times; random lays on the readers, a
#                                               million in all, which goes on where it stopped
# make soak-line                                five million damaged lines to each end of the line, 100,000 of any shape,
#                                               300 kills
# make soak-people                              the virtual table is killed a hundred times in each game, much is typed,
#                                               more matches with mishaps and with acts that are taken back
# make torture [TORTURE_MINUTES=10]             30,000 changed logs; the power cut in each operation of the flash in a match,
#                                               and in each of the recovery after it, all pairs; then every fault on both
#                                               ends of the line; goes on, too; then 10,000 changed files to import
# make planted [PLANTED_MINUTES=60]             which test finds which of sixty defects
# make emulator                                 our image in an emulated Pico, and a day played there (half an hour)
# make clean                                    remove what these have set up and built
# All set themselves up in .venv and .tools; all they need is python3 >= 3.11 with venv, and make.

PYTHON ?= python3
PACE ?= 1
GAME ?= democracy
PLAYERS ?= 4

PIP = .venv/bin/python -m pip install --quiet --disable-pip-version-check

.PHONY: help play web site test bench soak soak-line soak-people torture planted emulator catalogues docs drawings firmware wheel release clean

help:
	@sed -n '/^#/!q; s/^# //p' Makefile

play: .venv/.base catalogues
	@.venv/bin/cardtable play $(GAME) --watch --players $(PLAYERS) --pace $(PACE)

web: .venv/.web catalogues
	@.venv/bin/cardtable serve --open $(if $(filter command%,$(origin PACE)),--pace $(PACE))

site: .venv/.web catalogues
	@.venv/bin/python -m tablehost.site build/site $(GAMES)

test: .venv/.test catalogues
	@.venv/bin/python tests/gate.py

bench: .venv/.test firmware catalogues
	@sh tests/get_micropython.sh .tools/micropython
	@sh tests/get_emulator.sh .tools/emulator
	@.venv/bin/python tests/slow/bench/run.py $(MEASURES)

soak: .venv/.test catalogues
	@CARDTABLE_PAIRS=100 CARDTABLE_REQUESTS=100000 CARDTABLE_SEAT_EXAMPLES=5000 .venv/bin/python -m pytest --quiet \
	    tests/invariants/test_random_worlds.py tests/web/test_fuzz.py tests/web/test_seat_machine.py
	@.venv/bin/python tests/slow/soak/readers.py

soak-line: .venv/.test catalogues
	@CARDTABLE_FUZZ=5000000 CARDTABLE_SHAPES=100000 CARDTABLE_KILLS=300 .venv/bin/python -m pytest --quiet \
	    --durations=0 tests/wire/test_damaged_lines.py tests/wire/test_malformed_messages.py \
	    tests/whole_table/test_kill_and_resume.py

soak-people: .venv/.test catalogues
	@CARDTABLE_TARGET=3 .venv/bin/python -m pytest --quiet tests/whole_table/test_play.py -k every_procedure
	@CARDTABLE_PEOPLE_KILLS=100 CARDTABLE_TYPED=2000 CARDTABLE_MATCHES=5 .venv/bin/python -m pytest --quiet \
	    --durations=0 tests/whole_table/test_kill_virtual_table.py tests/host/test_typed_hands.py \
	    tests/whole_table/test_mishaps.py tests/whole_table/test_undo_among_people.py
	@CARDTABLE_TABS=10 .venv/bin/python -m pytest --quiet tests/web/test_in_a_tab.py -k is_the_same_there

catalogues:
	@$(PYTHON) firmware/image/catalogues.py

drawings: .venv/.draw catalogues
	@.venv/bin/python -m tablehost.drawings hardware

docs: .venv/.base catalogues
	@.venv/bin/python -m tablehost.cli.pages

firmware:
	@$(PYTHON) firmware/image/build.py

wheel: .venv/.base firmware catalogues
	@.venv/bin/python -m pip wheel --quiet --no-deps --wheel-dir dist .

release: .venv/.base firmware drawings
	@rm -rf dist
	@$(MAKE) --no-print-directory wheel
	@.venv/bin/python firmware/image/release.py

emulator: .venv/.test firmware catalogues
	@sh tests/get_emulator.sh .tools/emulator
	@.venv/bin/python -m pytest -q -s tests/emulator

torture: .venv/.test catalogues
	@.venv/bin/python tests/slow/torture/mutations.py
	@.venv/bin/python tests/slow/torture/run.py
	@CARDTABLE_IMPORTS=5000 .venv/bin/python -m pytest --quiet tests/host/test_import.py -k "mutated or damaged"

planted: .venv/.test firmware catalogues
	@sh tests/get_emulator.sh .tools/emulator
	@.venv/bin/python tests/slow/planted.py

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

.venv/.draw: pyproject.toml | .venv/bin/pip
	@echo "setting up .venv with what draws circuits"
	@$(PIP) --editable '.[draw]' && touch .venv/.base $@

.venv/.test: pyproject.toml | .venv/bin/pip
	@echo "setting up .venv with the test tools"
	@$(PIP) --editable '.[test]' && touch .venv/.base .venv/.draw .venv/.web $@
