# Everything starts here: `make serve` and `make test` set up what they need.

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
READY := $(VENV)/.ready

.PHONY: serve site check test test-all lint types unit bench lock screenshots clean

## serve: this repository's own site, live
serve: $(READY)
	$(BIN)/gen-docs serve

## site: build this repository's own site into site/
site: $(READY)
	$(BIN)/gen-docs build

## check: the gate, as CI runs it
check: $(READY)
	$(BIN)/gen-docs check

## test: every check and test, in under three minutes
test: $(READY)
	$(MAKE) --jobs 2 --output-sync lint types
	tests/find-browser
	$(BIN)/gen-docs check --strict
	$(BIN)/python -m pytest -n auto -m "not full"

## test-all: the full matrices too
test-all: $(READY)
	$(MAKE) --jobs 2 --output-sync lint types
	tests/find-browser
	$(BIN)/gen-docs check --strict
	THOROUGH=1 $(BIN)/python -m pytest -n auto

# The types of the scripts. Without npm nothing of a site is missing, only this check.
types:
	@if command -v npm >/dev/null; then \
	  { [ -x node_modules/typescript/bin/tsc ] || npm ci --ignore-scripts --no-audit --no-fund --loglevel=error; } && \
	  node node_modules/typescript/bin/tsc -p . ; \
	else echo "npm is not installed, so the types of the scripts are not checked"; fi

lint: $(READY)
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy

## unit: the tests that need no browser, while working
unit: $(READY)
	$(BIN)/python -m pytest -n auto -m "not full and not browser"

## bench: measure; prints ratios
bench: $(READY)
	tests/find-browser
	$(BIN)/python benchmarks/run.py
	$(BIN)/python benchmarks/chromium.py
	$(BIN)/python benchmarks/serve.py

## screenshots: every page and view, to look at; and the picture of the README
screenshots: $(READY)
	tests/find-browser
	$(BIN)/python tests/browser/screenshots.py
	$(BIN)/python tests/browser/screenshots.py --readme screenshot.png

## lock: pin the dependencies again, after a change of pyproject.toml
lock: $(READY)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check uv
	$(BIN)/uv pip compile --quiet --universal --python-version 3.11 --generate-hashes --no-header --no-annotate \
	  --no-emit-index-url --extra dev pyproject.toml --output-file requirements.lock

$(READY): requirements.lock pyproject.toml tests/make-venv
	tests/make-venv $(PYTHON) $(VENV)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --require-hashes -r requirements.lock
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --no-deps --no-build-isolation --editable .
	touch $(READY)

clean:
	rm -rf $(VENV) .bench .mypy_cache .pytest_cache .ruff_cache .hypothesis dist
