"""The sample and the score of docsite's mutation tests."""

from __future__ import annotations

import tomllib

from harness.paths import ROOT
from scripts.quality.mutation_docsite import (
    PACKAGES,
    choose,
    parse_statuses,
    render_report,
    render_settings,
    score,
)

NAMES = [f"docsite.site.routes.x_route_for__mutmut_{number}" for number in range(100)]


def test_the_same_seed_selects_the_same_sample() -> None:
    sample = choose(NAMES, 10, seed=1)
    assert len({*sample}) == 10
    assert {*sample} < {*NAMES}
    assert choose(NAMES[::-1], 10, seed=1) == sample
    assert choose(NAMES, 10, seed=2) != sample


def test_without_a_size_all_mutants_are_tested() -> None:
    assert choose(NAMES, None, seed=1) == choose(NAMES, 500, seed=1) == sorted(NAMES)


def test_mutants_that_no_test_reaches_lower_the_score() -> None:
    assert score(["killed", "timeout", "survived", "no tests"]) == 50
    assert score(["killed"]) == 100
    assert score([]) == 0


def test_the_report_counts_each_package_and_all_of_them() -> None:
    statuses = parse_statuses(
        "    docsite.check.x_check_site__mutmut_1: killed\n"
        "    docsite.site.toml.xǁTomlFileǁwrong__mutmut_2: no tests\n"
        "    docsite.site.toml.xǁTomlFileǁwrong__mutmut_3: killed\n"
        "    docsite.hosts.site.x_not_found_page__mutmut_1: timeout\n"
    )
    assert render_report(statuses).splitlines() == [
        "check: 100.0 % of 1 mutants detected (1 killed)",
        "hosts: 100.0 % of 1 mutants detected (1 timeout)",
        "site: 50.0 % of 2 mutants detected (1 killed, 1 no tests)",
        "all: 75.0 % of 4 mutants detected (2 killed, 1 no tests, 1 timeout)",
    ]


def test_the_settings_name_existing_folders_and_tests() -> None:
    settings = tomllib.loads(render_settings())["tool"]["mutmut"]
    assert len(settings["only_mutate"]) == len(PACKAGES)
    for package in PACKAGES:
        assert (ROOT / "generator/src/docsite" / package / "__init__.py").is_file()
    files = settings["pytest_add_cli_args_test_selection"]
    assert [name for name in files if not (ROOT / name).is_file()] == []
