"""Runs the contenders of a case in turns and collects what they took."""

from __future__ import annotations

import time
from collections.abc import Collection, Sequence
from dataclasses import dataclass

from playwright.sync_api import Browser, Page

from benchmarks.cases import Case
from benchmarks.page import open_case

WARM_UPS = 5
"""Rounds that are not counted: the engine is still compiling."""
WARM_UP_S = 2.0
"""A contender that has taken longer than this is warm."""
PATIENCE_S = 15.0
"""A contender that has taken longer than this sits out the rest."""
FEWEST_ROUNDS = 3
"""So many rounds even the slowest must run."""

Figures = dict[str, float]
"""What one contender took in one round: milliseconds, or numbers of components, by name."""


@dataclass(frozen=True)
class Series:
    """All rounds of a case with one shape of entry."""

    case: Case
    shape: str
    entry_bytes: int
    rounds: tuple[dict[str, Figures], ...]
    """Per round, the figures of each contender that took part."""


def run_case(
    browser: Browser,
    address: str,
    case: Case,
    shape: str,
    *,
    rounds: int,
    only: Collection[str] | None = None,
) -> Series:
    """Interleaved rounds of the contenders (`only`: of some), on a page of their own."""
    with open_case(browser, address, case.name) as page:
        entry_bytes: int = page.evaluate("shape => bench.open(shape)", shape)
        names: list[str] = page.evaluate("bench.names")
        contest = _Contest(page, [name for name in names if only is None or name in only])
        contest.warm_up()
        return Series(case, shape, entry_bytes, tuple(map(contest.run_round, range(rounds))))


class _Contest:
    """The contenders on one page, and how long each has taken so far."""

    def __init__(self, page: Page, names: Sequence[str]) -> None:
        self._page = page
        self._names = names
        self._spent = dict.fromkeys(names, 0.0)

    def warm_up(self) -> None:
        for _ in range(WARM_UPS):
            for name in self._names:
                if self._spent[name] < WARM_UP_S:
                    self._run(name)

    def run_round(self, number: int) -> dict[str, Figures]:
        """Everyone once, in a row: all meet the same weather. Each time in another order."""
        start = number % len(self._names)
        order = [*self._names[start:], *self._names[:start]]
        return {name: self._run(name) for name in order if self._takes_part(name, number)}

    def _takes_part(self, name: str, number: int) -> bool:
        return number < FEWEST_ROUNDS or self._spent[name] < PATIENCE_S

    def _run(self, name: str) -> Figures:
        start = time.monotonic()
        figures: Figures = self._page.evaluate("name => bench.run(name)", name)
        self._spent[name] += time.monotonic() - start
        return figures
