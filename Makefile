# The same few commands everywhere. `make help` lists them.

SHELL := bash
.SHELLFLAGS := -euo pipefail -c
.DEFAULT_GOAL := help
MAKEFLAGS += --no-print-directory

# Our own Node, Python tools and pnpm, before anything the machine may have.
SYSTEM_PATH := $(PATH)
export PATH := $(CURDIR)/node_modules/.bin:$(CURDIR)/.venv/bin:$(CURDIR)/.boot/node_modules/.bin:$(PATH)

PYTHON ?= python3
UV := .boot/bin/uv
RESULTS := build/results

.PHONY: help setup check test build packages demos dashboard live serve dev collector screenshots e2e bench lighthouse size mutation fuzz requirements durability branch api examples reference coverage contracts records lock format clean

# List the commands
help:
	@awk '/^# / { comment = substr($$0, 3) } \
	  /^[a-z0-9]+:/ { sub(/:.*/, ""); printf "  make %-14s%s\n", $$0, comment }' $(firstword $(MAKEFILE_LIST))

# Install everything that work on this repository needs
setup:
	@PATH='$(SYSTEM_PATH)' $(PYTHON) scripts/setup.py

# Lint, types, names: everything that needs no test run
check: branch live
	ruff check
	ruff format --check
	mypy
	biome ci .
	tsc -p tsconfig.json
	tsc -p benchmarks
	tsc -p theme
	vue-tsc -p demos
	tsc -p collector/dashboard
	tsc -p live
	lint-imports --no-logo --no-cache
	docsite check docs --strict
	python -m scripts.directory_names
	python -m scripts.foreign
	python -m scripts.sleeps
	python -m scripts.prose
	python -m scripts.vocabulary

# Run the unit tests
test:
	@mkdir -p $(RESULTS) && rm -f $(RESULTS)/vitest.json $(RESULTS)/pytest.xml
	@status=0; \
	vitest run --reporter=default --reporter=json --outputFile.json=$(RESULTS)/vitest.json || status=1; \
	pytest -n 2 --dist loadfile --junitxml=$(RESULTS)/pytest.xml || status=1; \
	exit $$status

# Build the packages, the demos, the dashboard, what runs beside the pages, and the site
build: demos dashboard live
	docsite build docs

# Build the packages alone
packages:
	tsdown

# Build the demo applications alone
demos: packages
	vite build demos/vue --logLevel warn
	vite build demos/react --logLevel warn

# Build the dashboard that the collector carries
dashboard:
	vite build collector/dashboard --logLevel warn

# Compile the samples that readers run, and build the frames they run in
live: packages
	python -m scripts.live | node live/build/main.ts

# Show the built site on this machine
serve:
	docsite preview dist

# Show the site, and every change of docs and theme at once
dev: demos live
	docsite dev docs

# Try the collector: it counts your own visits to the site, on this machine
collector: demos dashboard live
	python -m scripts.try_collector

# Take pictures of every layout in both languages, both colour modes and three widths
screenshots: build
	python -m scripts.screenshots
	python -m scripts.dashboard_screenshots

# Build, then test what was built, in real browsers
e2e: build
	@mkdir -p $(RESULTS) && rm -f $(RESULTS)/pytest-e2e*.xml
	@status=0; \
	pytest tests -n 3 --dist loadfile --ignore=tests/test_speed_budget.py \
	  --junitxml=$(RESULTS)/pytest-e2e.xml || status=$$?; \
	: what is timed runs alone; \
	pytest tests/test_speed_budget.py --junitxml=$(RESULTS)/pytest-e2e-speed.xml || status=1; \
	exit $$status

# Measure the library, the site and the collector beside others or bare ones, or a part: ONLY=site_speed
bench: build
	@for part in $(or $(ONLY),run site_speed site_build dev_edit first_load interactions collector_speed collector_dashboard); do \
	  python -m benchmarks.$$part; done

# Have Lighthouse judge pages of the site, as phones show them
lighthouse: build
	python -m benchmarks.lighthouse

# Print the size of each package and hold it to its limit
size: packages
	python -m scripts.size

# Change the code on purpose and see whether a test notices
mutation:
	stryker run
	python -m scripts.mutation

# Kill the collector and PostgreSQL under load, again and again: nothing acknowledged may be lost
durability:
	python -m tests.collector.durability.runs $(if $(RUNS),--runs $(RUNS))

# Send a running collector what strangers may send, as often as CASES says
fuzz:
	python -m tests.collector.fuzz --cases $(or $(CASES),100000)

# Show each requirement with the tests that name it; fails while a finished part has gaps
requirements:
	python -m scripts.requirements

# Check the name of the current branch, or NAME=…
branch:
	@python -m scripts.branch_name '$(if $(filter command,$(origin NAME)),$(NAME))'

# Renew API reports and compiler messages after a change of the public surface
api: packages
	python -m scripts.api_reports
	python -m scripts.type_messages

# Compile and run every sample of the documentation, and renew what they print and store
examples: packages
	python -m scripts.examples

# Renew the declarations that pages of the reference show
reference: packages
	python -m scripts.reference

# Show where each export, option and error code is described and used; fails on gaps
coverage: packages
	python -m scripts.coverage_table

# Renew what is made of contracts and records: JSON Schemas, TypeScript types, tables of the guide
contracts:
	docsite schemas contracts
	python -m scripts.analytics_guide

# Write the page records, for looking at them
records:
	docsite records docs --output build/records

# Renew the lock files after a change of dependencies
lock:
	$(UV) lock --quiet
	$(UV) export --quiet --all-packages --all-groups --no-emit-workspace --no-header --no-annotate \
	  --format requirements.txt --output-file requirements.lock > /dev/null
	$(UV) pip compile --quiet --universal --generate-hashes --no-header --no-annotate \
	  --python-version 3.11 --constraint requirements.lock \
	  --output-file collector/deploy/requirements.lock collector/pyproject.toml
	$(UV) pip compile --quiet --universal --generate-hashes --no-header --no-annotate \
	  --python-version 3.11 --output-file scripts/boot/requirements.lock scripts/boot/requirements.in
	cd scripts/boot && ../../.boot/bin/npm install --package-lock-only --omit-lockfile-registry-resolved \
	  --no-audit --no-fund --loglevel=error
	pnpm install --lockfile-only

# Put all files into their standard form
format:
	ruff check --fix-only --quiet
	ruff format
	biome check --write .

# Remove what commands have made, but not the tools
clean:
	rm -rf build dist packages/*/dist demos/*/dist collector/src/collector/files live/dist .mypy_cache .ruff_cache .pytest_cache .hypothesis .stryker-tmp
