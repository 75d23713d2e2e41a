# make play     installs what is missing and starts the box      (make play ARGS="--bots 8"; VOICE=espeak: a small voice)
# make test     sets up the rest and runs every check and test   (make test ARGS="-k fox")
# make quick    only the tests that take little time
# make test-long    the same as make test, with longer attacks and twenty times as many random examples
# make check    lint, types and the laws of the layers
# make bench    prints the figures: how fast, how large
# make types    writes web/types.d.ts, what pages and box send each other    (needs npm)
# make test-arm64, make test-kernel    other machines, made on this one      (tests/elsewhere/README.md)
# make films    writes the silent films that keep phones awake, web/static/awake.*    (needs ffmpeg)
#
# make install-pi    makes this machine a box that starts by itself      (systemd/README.md)
# make update        brings it to the newest version
# make uninstall-pi  undoes that
#
# What is set up lives in .venv; delete that folder to start afresh. A second run needs no network.

.PHONY: play test quick test-long check bench types films test-arm64 test-kernel ready voice install-pi update uninstall-pi
.NOTPARALLEL:
.DELETE_ON_ERROR:

# Debian's own Python first: on a Raspberry Pi it alone finds Debian's python3-lgpio, which drives the pins.
PYTHON := $(shell for python in /usr/bin/python3 python3; do \
    $$python -c 'import sys; sys.exit(sys.version_info < (3, 11))' && echo $$python && break; done 2>/dev/null)
$(if $(PYTHON),,$(error narrator needs Python 3.11 or newer, and python3 here is older or missing: please install it))
# A Pi is set up for readers and keypads, and so is any machine that systemd/install makes a box.
devices := $(shell grep -sao 'Raspberry Pi' /proc/device-tree/model)
see-debian := $(if $(devices),--system-site-packages)
lock := $(if $(devices),.requirements-devices.lock,.requirements.lock)

# An environment made in another folder or by another Python does not run: the names of the marks depend on both.
made := $(shell { pwd; $(PYTHON) -c 'import sys; print(sys.version_info[:2])'; } | cksum | cut -d' ' -f1)
ready-to-play := .venv/ready-to-play-$(made)
ready-to-speak := .venv/ready-to-speak-$(made)
ready-to-check := .venv/ready-to-check-$(made)
ready-to-test := .venv/ready-to-test-$(made)
pytest := .venv/bin/pytest --no-loadscope-reorder
pip := .venv/bin/python -m pip --quiet --disable-pip-version-check --no-input
npm := $(shell command -v npm)
ready-to-check-scripts := $(if $(npm),.venv/node/node_modules/.package-lock.json)

# With the natural voice, where this machine can serve it.
play: needs-to-play $(ready-to-play)
	@$(MAKE) --silent voice
	@exec .venv/bin/narrator play $(ARGS)

ready: $(ready-to-play)

voice: $(ready-to-play)
	@[ $(ready-to-speak) -nt .requirements-piper.lock ] || ! .ci/voice $(pip) || touch $(ready-to-speak)

install-pi:
	@systemd/install $(if $(HOTSPOT),hotspot)

update:
	@systemd/update

uninstall-pi:
	@systemd/uninstall

# Everything runs, even after a failure, so that one run tells all. 5: none of the chosen tests is of this kind.
# Once there is what makes .venv, Debian's packages are installed beside Python's. What others wait for begins next (the
# system for the container is fetched, the rules are compiled), beside the rest of the set-up. Serial tests wait more
# than they compute: beside them go the checks, and then all other tests.
quick := not serial and not sound and not browser and not slow
test:
	@status=0; trap 'kill 0' INT; \
	.ci/needs check; \
	$(MAKE) --no-print-directory $(ready-to-check) & ready=$$!; \
	$(MAKE) --no-print-directory needs-to-test || { wait; exit 1; }; \
	wait $$ready || exit 1; \
	nice -n 5 .venv/bin/python -m tests.labs.pilab & fetched=$$!; \
	.venv/bin/python -m narrator.compiling & compiled=$$!; \
	$(MAKE) --no-print-directory $(ready-to-test) || { wait; exit 1; }; \
	$(pytest) -n 3 -m serial $(ARGS) > .venv/serial.txt 2>&1 & serial=$$!; \
	nice $(MAKE) --no-print-directory check || status=1; \
	wait $$compiled $$fetched; \
	nice $(pytest) -n 5 -m 'not serial' $(checked:%=--ignore=%) $(ARGS) || [ $$? = 5 ] || status=1; \
	wait $$serial || [ $$? = 5 ] || status=1; \
	cat .venv/serial.txt; exit $$status

quick: $(ready-to-test)
	@$(pytest) -n 3 -m '$(quick)' $(ARGS)

test-long: export NARRATOR_LONG = 1
test-long: test

# Hundreds of processes begin in the tests; none of them compiles again what another has compiled. They keep it in a
# folder of their own, so pip compiles nothing that only they use.
test quick check: export PYTHONDONTWRITEBYTECODE =
test quick check: export PYTHONPYCACHEPREFIX = $(CURDIR)/.venv/pycache

# These are part of every check, and so of `make test` already.
checked := tests/project/test_layers.py tests/project/test_page_types.py
check: needs-to-check $(ready-to-check) $(ready-to-check-scripts) web/words.d.ts
	@status=0; export PATH="$(CURDIR)/.venv/bin:$(CURDIR)/.venv/node/node_modules/.bin:$$PATH"; \
	for command in 'ruff check' mypy 'pytest --quiet $(checked)' \
	    $(if $(npm),'tsc --project web' 'env --chdir=web biome lint --error-on-warnings'); do \
	    echo $$command; $$command || status=1; done; \
	$(if $(npm),,echo 'The scripts of the pages are not checked: there is no npm here (sudo apt install npm).';) exit $$status

# What pages and box send each other, as the types in narrator/ say: a schema, and from it the scripts' types.
types: $(ready-to-play) $(ready-to-check-scripts)
	@.venv/bin/python -m web.schema > web/schema.json
	@.venv/node/node_modules/.bin/json2ts -i web/schema.json -o web/types.d.ts --additionalProperties=false \
	    --bannerComment="// Made by make types from schema.json, $$(sha256sum < web/schema.json | cut -c-16): web/schema.py says of what."

# Twenty seconds of one dark colour and silence, in both forms that browsers play (web/static/awake.js says why).
film := ffmpeg -v error -y -f lavfi -i color=c=0x060814:s=16x16:r=1:d=20 -f lavfi -i anullsrc=r=8000:cl=mono -t 20 -fflags +bitexact
films:
	$(film) -c:v libvpx -b:v 1k -c:a libopus -b:a 1k -frame_duration 60 web/static/awake.webm
	$(film) -c:v libx264 -profile:v baseline -tune stillimage -pix_fmt yuv420p -g 1 \
	    -c:a aac -b:a 2k -movflags +faststart web/static/awake.mp4

bench: $(ready-to-test) compiled
	@.venv/bin/python -m tests.bench $(ARGS)

test-arm64:
	@tests/elsewhere/debian arm64 $(or $(RELEASE),bookworm) $(ARGS)

test-kernel:
	@tests/elsewhere/kernel $(ARGS)

# The rules run as plain Python too; as machine code they play twice as many games a second.
.PHONY: compiled
compiled: $(ready-to-test)
	@.venv/bin/python -m narrator.compiling

# What the pages can say, as a type for their scripts: not kept in the repository, since it changes with every word.
web/words.d.ts: rolesets/pages.en.yaml web/word_types.py $(ready-to-play)
	@.venv/bin/python -m web.word_types rolesets > $@

.PHONY: needs-to-check needs-to-play needs-to-test
needs-to-check:
	@.ci/needs check

needs-to-play:
	@.ci/needs play || echo 'Going on without.'

# On a person's machine, tests for which something is missing are skipped and say so; continuous integration must have
# everything.
needs-to-test:
	@{ .ci/needs test && .ci/apart; } || [ -z "$$CI" ]

$(ready-to-play): $(lock) pyproject.toml
	@echo 'Setting up the Python packages in .venv (once).'
	@[ -e .venv/made-$(made) ] || { $(PYTHON) -m venv --clear $(see-debian) .venv && touch .venv/made-$(made); }
	@$(pip) install --require-hashes -r $(lock)
	@$(pip) install --no-deps --no-build-isolation --editable .
	@touch $@

$(ready-to-check): $(ready-to-play) .requirements-check.lock
	@echo 'Setting up what checks need in .venv (once).'
	@$(pip) install --no-compile --require-hashes -r .requirements-check.lock
	@touch $@

.venv/node/node_modules/.package-lock.json: web/package.json web/package-lock.json | $(ready-to-play)
	@echo 'Setting up what checks the scripts of the pages in .venv (once).'
	@mkdir -p .venv/node && cp $^ .venv/node
	@npm --prefix .venv/node ci --ignore-scripts --no-audit --no-fund --loglevel=error
	@touch $@

# Some of these packages are built here, with what Debian has to provide first.
$(ready-to-test): $(ready-to-check) .requirements-test.lock | needs-to-test
	@echo 'Setting up what the tests need in .venv (once).'
	@$(pip) install --no-compile --require-hashes -r .requirements-test.lock
	@touch $@
