"""Runs the contenders of a case in interleaved rounds and collects their figures."""

from __future__ import annotations

import time
from collections.abc import Callable, Collection, Mapping
from contextlib import ExitStack
from dataclasses import dataclass, replace

from playwright.sync_api import Browser, Page

from benchmarks.cases import Case
from benchmarks.page import open_case

WARM_UPS = 5
"""Rounds that aren't counted, because the engine is still compiling."""
WARM_UP_S = 2.0
"""The warm-up of a contender ends after this time."""
TIME_LIMIT_S = 10.0
"""A contender that has run longer than this skips the remaining rounds."""
MIN_ROUNDS = 3
"""Every contender runs at least this many rounds."""

Figures = dict[str, float]
"""The figures of a contender in one round by name: milliseconds, or numbers of components."""


@dataclass(frozen=True)
class Series:
    """All rounds of a case with one shape of entry."""

    case: Case
    shape: str
    entry_bytes: int
    rounds: tuple[dict[str, Figures], ...]
    """The figures of each contender that ran, per round."""


def run_case(
    browser: Browser,
    address: str,
    case: Case,
    shape: str,
    *,
    rounds: int,
    only: Collection[str] | None = None,
    is_enough: Callable[[Series], bool] = lambda _: False,
) -> Series:
    """Runs interleaved rounds of all contenders, or of those in `only`. Stops early if `is_enough`
    returns true for the rounds so far."""
    with open_case(browser, address, case.name) as page:
        entry_bytes: int = page.evaluate("shape => bench.open(shape)", shape)
        names: list[str] = page.evaluate("bench.names")
    with ExitStack() as stack:
        # One page per contender, so that they don't share the engine's type feedback.
        pages = {
            name: stack.enter_context(open_case(browser, address, case.name))
            for name in names
            if only is None or name in only
        }
        for page in pages.values():
            page.evaluate("shape => bench.open(shape)", shape)
        contest = _Contest(pages)
        contest.warm_up()
        series = Series(case, shape, entry_bytes, ())
        while len(series.rounds) < rounds and not is_enough(series):
            done = series.rounds
            series = replace(series, rounds=(*done, contest.run_round(len(done))))
        return series


class _Contest:
    """The contenders, and the time that each has used."""

    def __init__(self, pages: Mapping[str, Page]) -> None:
        self._pages = pages
        self._spent = dict.fromkeys(pages, 0.0)

    def warm_up(self) -> None:
        for name in self._pages:
            for _ in range(WARM_UPS):
                if self._spent[name] < WARM_UP_S:
                    self._run(name)

    def run_round(self, number: int) -> dict[str, Figures]:
        """Runs every contender once, so that conditions are the same. Rotates the order."""
        names = list(self._pages)
        start = number % len(names)
        order = [*names[start:], *names[:start]]
        return {name: self._run(name) for name in order if self._takes_part(name, number)}

    def _takes_part(self, name: str, number: int) -> bool:
        return number < MIN_ROUNDS or self._spent[name] < TIME_LIMIT_S

    def _run(self, name: str) -> Figures:
        start = time.monotonic()
        figures: Figures = self._pages[name].evaluate("name => bench.run(name)", name)
        self._spent[name] += time.monotonic() - start
        return figures
