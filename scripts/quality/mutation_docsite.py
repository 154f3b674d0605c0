"""Mutation tests of docsite's checks, configuration and hosts with mutmut: `make mutation-docsite`.

mutmut changes a copy of the sources, and runs the tests of the repository with that copy. For each
mutant it only runs the tests that call the changed function.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import shutil
import subprocess
import sys
from collections import Counter
from collections.abc import Mapping, Sequence
from pathlib import Path

import pytest

from harness.paths import ROOT

MUTMUT = ROOT / "build/mutmut"
FOLDER = ROOT / "build/mutation/docsite"
TESTS = "generator/tests"

PACKAGES = ("check", "hosts", "site")
TEST_FILES = (
    "test_check.py",
    "test_comments.py",
    "test_config.py",
    "test_glossary.py",
    "test_headers.py",
    "test_hosts.py",
    "test_live.py",
    "test_policy.py",
    "test_routes.py",
    "test_scanners.py",
    "test_server_files.py",
    "test_strings.py",
    "test_symlinks.py",
    "test_texts.py",
    "test_toml.py",
    "test_translations.py",
)
"""The tests of these packages that need neither a browser nor a server."""

SLOW = ("a_build", "without_live_samples_has_none", "highlighter_finds", "time_is_linear")
"""Parts of the names of tests that take seconds: most of them start Node."""

DETECTED = ("killed", "timeout")
"""Stryker calculates its score from the same two."""

MINIMUM = 80
"""Percent of the mutants that tests must detect."""

_FIRST = "docsite.site.suggestions.*"
"""mutmut creates all mutants at the start of a run, so a short one is enough to list them."""

_SELECTED = pytest.StashKey[frozenset[str]]()
"""The tests that mutmut selects for a mutant."""


def render_settings() -> str:
    """mutmut's settings. Hypothesis has a fixed seed, so that a second run has the same result."""
    settings = {
        "source_paths": ["src"],
        "only_mutate": [f"src/docsite/{package}/*" for package in PACKAGES],
        "pytest_add_cli_args_test_selection": [f"{TESTS}/{name}" for name in TEST_FILES],
        "pytest_add_cli_args": [
            *("-c", str(ROOT / "pyproject.toml")),
            *("-p", "no:xdist", "-p", "no:cacheprovider", "-p", "scripts.quality.mutation_docsite"),
            "--hypothesis-seed=0",
            *("-k", f"not ({' or '.join(SLOW)})"),
        ],
    }
    lines = (f"{key} = {json.dumps(value)}" for key, value in settings.items())
    return "\n".join(["[tool.mutmut]", *lines, ""])


def pytest_configure(config: pytest.Config) -> None:
    """Selects functions: pytest 9.2 doesn't find every parametrized test by its name."""
    config.stash[_SELECTED] = frozenset(config.args)
    config.args[:] = dict.fromkeys(name.partition("[")[0] for name in config.args)


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    selected = config.stash[_SELECTED]
    if any("::" in name for name in selected):
        items[:] = [item for item in items if item.nodeid in selected]
    for item in items:
        # mutmut 3.8 reads this attribute, which pytest 9.2 doesn't have anymore.
        item._nodeid = item.nodeid  # type: ignore[attr-defined]


def write_workspace(folder: Path) -> None:
    """Copies docsite to its own folder; mutmut finds packages only in `src`."""
    shutil.rmtree(folder, ignore_errors=True)
    ignored = shutil.ignore_patterns("__pycache__")
    shutil.copytree(ROOT / "generator/src", folder / "src", ignore=ignored)
    (folder / "pyproject.toml").write_text(render_settings(), encoding="utf-8")
    (folder / "mutants").mkdir()
    for name in ("contracts", "generator", "theme"):  # read by the tests
        (folder / "mutants" / name).symlink_to(ROOT / name)


def mutmut(*arguments: str, is_captured: bool = False) -> str:
    run = subprocess.run(
        [MUTMUT / "bin/mutmut", *arguments],
        cwd=FOLDER,
        env={**os.environ, "PYTHONPATH": f"{MUTMUT}{os.pathsep}{ROOT}"},
        check=True,
        stdout=subprocess.PIPE if is_captured else None,
        text=True,
    )
    return run.stdout or ""


def parse_statuses(results: str) -> dict[str, str]:
    """The status of each mutant by its name, from `mutmut results`."""
    pairs = (line.strip().partition(": ") for line in results.splitlines())
    return {name: status for name, mark, status in pairs if mark}


def choose(names: Sequence[str], sample: int | None, seed: int) -> list[str]:
    """A random sample, the same for the same seed; all without `sample`."""
    if sample is None or sample >= len(names):
        return sorted(names)
    return sorted(random.Random(seed).sample(sorted(names), sample))  # noqa: S311


def score(statuses: Sequence[str]) -> float:
    """The detected mutants in percent."""
    detected = sum(status in DETECTED for status in statuses)
    return 100 * detected / len(statuses) if statuses else 0


def render_report(statuses: Mapping[str, str]) -> str:
    """One line per package, and one for all of them."""
    rows = [
        (package, [status for name, status in statuses.items() if name.split(".")[1] == package])
        for package in PACKAGES
    ]
    return "\n".join(
        f"{name}: {score(found):.1f} % of {len(found)} mutants detected ({_count(found)})"
        for name, found in [*rows, ("all", [*statuses.values()])]
    )


def _count(statuses: Sequence[str]) -> str:
    counts = Counter(statuses)
    return ", ".join(f"{counts[status]} {status}" for status in sorted(counts))


def measure(sample: int | None, seed: int, processes: int) -> dict[str, str]:
    """Tests the mutants of the sample and returns their statuses."""
    children = f"--max-children={processes}"
    names = [*parse_statuses(mutmut("results", "--all", "1", is_captured=True))]
    chosen = choose(names, sample, seed)
    mutmut("run", children, *(chosen if len(chosen) < len(names) else ()))
    found = parse_statuses(mutmut("results", "--all", "1", is_captured=True))
    print(f"{len(chosen)} of {len(names)} mutants, seed {seed}")
    return {name: found[name] for name in chosen}


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--sample", type=int, help="the number of mutants to test; all by default")
    parser.add_argument("--seed", type=int, default=1, help="selects the sample")
    parser.add_argument("--processes", type=int, default=os.cpu_count() or 1)
    options = parser.parse_args()
    write_workspace(FOLDER)
    mutmut("run", f"--max-children={options.processes}", _FIRST)
    statuses = measure(options.sample, options.seed, options.processes)
    for name, status in statuses.items():
        if status not in DETECTED:
            print(mutmut("show", name, is_captured=True))
    print(render_report(statuses))
    return 0 if score([*statuses.values()]) >= MINIMUM else 1


if __name__ == "__main__":
    sys.exit(main())
