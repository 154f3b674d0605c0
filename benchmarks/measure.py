"""Runs the contenders of a case in turns and collects what they took."""

from __future__ import annotations

import time
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from playwright.sync_api import Browser, Page

from benchmarks.page import open_case

WARM_UPS = 3
"""Rounds that are not counted: the engine is still compiling."""
PATIENCE_S = 15.0
"""A contender that has taken longer than this sits out the rest, after a few rounds."""
FEWEST_ROUNDS = 3


@dataclass(frozen=True)
class Run:
    """One contender in one round: milliseconds, or numbers of components, by name."""

    contender: str
    figures: dict[str, float]


@dataclass(frozen=True)
class Round:
    """Every contender once, in a row, so that all meet the same weather."""

    runs: tuple[Run, ...]


@dataclass(frozen=True)
class Series:
    """All rounds of a case with one shape of entry."""

    case: str
    shape: str
    entry_bytes: int
    rounds: tuple[Round, ...]


def run_case(
    browser: Browser,
    address: str,
    case: str,
    shape: str,
    *,
    rounds: int,
    only: Iterable[str] | None = None,
) -> Series:
    """Interleaved rounds of the contenders (`only`: of some), on a page of their own."""
    with open_case(browser, address, case) as page:
        names: list[str] = page.evaluate("bench.names")
        entry_bytes: int = page.evaluate("shape => bench.open(shape)", shape)
        chosen = [name for name in names if only is None or name in set(only)]
        done = _run_rounds(page, chosen, rounds)
    return Series(case, shape, entry_bytes, tuple(done))


def _run_rounds(page: Page, names: Sequence[str], rounds: int) -> list[Round]:
    spent = dict.fromkeys(names, 0.0)
    done: list[Round] = []
    for number in range(WARM_UPS + rounds):
        start = number % len(names)
        is_few = number < WARM_UPS + FEWEST_ROUNDS
        turn = [
            name
            for name in (*names[start:], *names[:start])
            if spent[name] < PATIENCE_S or (is_few and number >= WARM_UPS)
        ]
        runs = tuple(_run_one(page, name, spent) for name in turn)
        if number >= WARM_UPS:
            done.append(Round(runs))
    return done


def _run_one(page: Page, name: str, spent: dict[str, float]) -> Run:
    start = time.monotonic()
    figures: dict[str, float] = page.evaluate("name => bench.run(name)", name)
    spent[name] += time.monotonic() - start
    return Run(name, figures)
