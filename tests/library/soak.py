"""Eight tabs with two releases of one module write and reload at random: `make law-soak`."""

from __future__ import annotations

import argparse
import json
import sys
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from random import Random, SystemRandom
from typing import Any

from playwright.sync_api import Browser, BrowserContext, Page

from harness.browsers.chromium import launch_chromium
from harness.bundles import bundle_source
from harness.static import render_page, serve

TABS = 8
KEY = "app"
ROUND_MS = 600
"""How long the tabs write before they settle."""
LEAD_MS = 100
ORDER_MS = 200
"""Tabs see each other's writes late. Of writes that are closer than this, each can be the last."""
MAX_ANSWERS = 50
MAX_PROBLEMS = 20

UNKNOWN = {"legacy": "of a release that no tab runs"}
INITIAL: dict[str, Any] = {"theme": "light", "size": 0, "note": "", "mine": None}
INITIAL |= {f"own{tab}": 0 for tab in range(TABS)}
MODE = {"mode": "auto"}
"""The initial value of the property that release 2 adds."""
THEMES = {1: ("light", "dark"), 2: ("light", "dark", "sepia")}

Values = dict[str, Any]
Step = tuple[int, str, Values]
PAGES = Path(__file__).parent / "pages"


@dataclass(frozen=True)
class Write:
    """A call that returned true, in milliseconds since 1970."""

    start: float
    end: float
    value: Any


@dataclass
class Figures:
    rounds: int = 0
    acknowledged: int = 0
    rejected: int = 0
    reloads: int = 0
    checks: int = 0
    reports: Counter[str] = field(default_factory=Counter)
    losses: list[str] = field(default_factory=list)

    def __str__(self) -> str:
        return (
            f"{self.rounds} rounds, {self.acknowledged} writes acknowledged, "
            f"{self.rejected} rejected by check, {self.reloads} reloads, "
            f"{self.reports['schema']} reports of stored values that check rejects, "
            f"{self.checks} values checked, {len(self.losses)} losses"
        )


def is_accepted(release: int, name: str, value: Any) -> bool:
    """Repeats `check` of pages/soak.js for one property."""
    if name == "theme":
        return str(value).split(" ", 1)[0] in THEMES[release]
    return name != "size" or release == 2 or value % 2 == 0


class Soak:
    """The tabs, and the values that must be stored."""

    def __init__(self, context: BrowserContext, address: str, random: Random) -> None:
        self.figures = Figures()
        self._random = random
        self._address = address
        self._count = 0
        self._mark = 0
        self._releases = [1] * TABS
        self._settled: Values = {**INITIAL, **UNKNOWN}
        self._tabs: list[Page] = []
        for tab in range(TABS):
            page = context.new_page()
            self._tabs.append(page)
            page.goto(f"{address}/empty")
            if tab == 0:
                text = json.dumps(self._settled)
                page.evaluate("([key, text]) => localStorage.setItem(key, text)", [KEY, text])
            self._open(tab)

    def play_round(self) -> None:
        reloading = {tab for tab in range(TABS) if self._random.random() < 0.15}
        start = time.time() * 1000 + LEAD_MS
        writing = [tab for tab in range(TABS) if tab not in reloading]
        for tab in writing:
            self._run(tab, start)
        for tab in sorted(reloading):
            self._open(tab)
            self.figures.reloads += 1
            # It joins the others, which are still writing.
            self._run(tab, time.time() * 1000)
        for page in self._tabs:
            page.wait_for_function("soak.isDone()")
        self._settle()
        self._check({tab: page.evaluate("soak.takeLog()") for tab, page in enumerate(self._tabs)})
        self.figures.rounds += 1

    def _open(self, tab: int) -> None:
        self._releases[tab] = self._random.choice((1, 2))
        if self._releases[tab] == 2:
            self._settled = {**MODE, **self._settled}
        page = self._tabs[tab]
        page.goto(self._address)
        page.evaluate("(release) => soak.open(release)", self._releases[tab])

    def _run(self, tab: int, start: float) -> None:
        plan = {"start": start, "steps": self._plan(tab)}
        self._tabs[tab].evaluate("(plan) => soak.run(plan)", plan)

    def _plan(self, tab: int) -> list[Step]:
        random = self._random
        times = sorted(random.choices(range(0, ROUND_MS, 20), k=random.randint(0, 6)))
        return [(at, *self._pick_write(tab)) for at in times]

    def _pick_write(self, tab: int) -> tuple[str, Values]:
        """All values are different."""
        self._count += 1
        number = self._count
        own = {f"own{tab}": number}
        kind = self._random.random()
        if kind < 0.45:
            return self._random.choice(("set", "update")), own
        if kind < 0.6:
            return "patch", {**own, "note": f"{number}"}
        if kind < 0.65:
            return "reset", {name: INITIAL[name] for name in own}
        # Also values that the release of this tab, or that of another one, rejects.
        theme = self._random.choice(THEMES[2])
        shared = {"theme": f"{theme} {number}", "size": number, "note": f"{number}"}
        name = self._random.choice(list(shared))
        return "set", {name: shared[name]}

    def _settle(self) -> None:
        """Waits until each tab has received the writes of all others and none responds."""
        for _ in range(MAX_ANSWERS):
            before = self._count_events()
            self._mark += 1
            for tab, page in enumerate(self._tabs):
                page.evaluate("([tab, mark]) => soak.mark(tab, mark)", [tab, self._mark])
            for tab, page in enumerate(self._tabs):
                others = [other for other in range(TABS) if other != tab]
                seen = "([tabs, mark]) => soak.hasSeen(tabs, mark)"
                page.wait_for_function(seen, arg=[others, self._mark])
            if self._count_events() == before:
                return
        raise AssertionError("the tabs never stop writing")

    def _count_events(self) -> list[int]:
        return [page.evaluate("soak.countEvents()") for page in self._tabs]

    def _check(self, logs: dict[int, list[dict[str, Any]]]) -> None:
        writes = self._read_logs(logs)
        looks = [page.evaluate("soak.look()") for page in self._tabs]
        if len({look["text"] for look in looks}) > 1:
            self._lose(f"tabs see different entries: {[look['text'] for look in looks]}")
        stored: Values = json.loads(looks[0]["text"] or "{}")
        for name in {*self._settled, *stored}:
            self._check_stored(name, stored.get(name), writes.get(name, []))
        for tab, look in enumerate(looks):
            self._check_shown(tab, stored, look["shown"])
            self.figures.reports.update(look["errors"])
        self._settled = stored

    def _read_logs(self, logs: dict[int, list[dict[str, Any]]]) -> dict[str, list[Write]]:
        writes: dict[str, list[Write]] = {}
        for tab, log in logs.items():
            for call in log:
                release, values = self._releases[tab], call["values"]
                expected = all(is_accepted(release, name, it) for name, it in values.items())
                if call["isStored"] != expected:
                    self._lose(f"tab {tab} got {call['isStored']} for {values}")
                if not call["isStored"]:
                    self.figures.rejected += 1
                    continue
                self.figures.acknowledged += 1
                for name, value in values.items():
                    writes.setdefault(name, []).append(Write(call["start"], call["end"], value))
        return writes

    def _check_stored(self, name: str, value: Any, writes: list[Write]) -> None:
        self.figures.checks += 1
        last = max((write.start for write in writes), default=0)
        # Only one tab writes its own property, in order.
        margin = 0 if name.startswith("own") else ORDER_MS
        possible = [write.value for write in writes if write.end >= last - margin]
        if value not in (possible or [self._settled.get(name)]):
            expected = possible or [self._settled.get(name)]
            self._lose(f"{name} is {value!r}, expected one of {expected}; {writes}")

    def _check_shown(self, tab: int, stored: Values, shown: Values) -> None:
        release = self._releases[tab]
        initial = {**INITIAL, **(MODE if release == 2 else {})}
        for name, value in {**initial, **stored}.items():
            self.figures.checks += 1
            is_shown = is_accepted(release, name, value)
            expected = value if is_shown else initial.get(name)
            if shown.get(name) != expected:
                self._lose(f"tab {tab} shows {name}: {shown.get(name)!r}, stored is {value!r}")

    def _lose(self, problem: str) -> None:
        self.figures.losses.append(f"round {self.figures.rounds}: {problem}")


def soak_for(
    browser: Browser, address: str, *, seconds: float, seed: int, path: str = "/soak"
) -> Figures:
    """Runs rounds, at least one, until the time is over or too much is lost."""
    end = time.monotonic() + seconds
    with browser.new_context() as context:
        soak = Soak(context, f"{address}{path}", Random(seed))  # noqa: S311
        while True:
            soak.play_round()
            if time.monotonic() > end or len(soak.figures.losses) > MAX_PROBLEMS:
                return soak.figures


@contextmanager
def serve_soak() -> Iterator[str]:
    """Production builds of the packages, with and without the repair of simultaneous writes."""
    source = "import * as hooks from '@tuffet/hooks'; window.tuffet = hooks;"
    files = {
        "/tuffet.js": bundle_source(source),
        **{f"/{name}": (PAGES / name).read_bytes() for name in ("soak.js", "no-repair.js")},
        "/soak": render_page("tuffet.js", "soak.js"),
        "/soak/empty": render_page(),
        "/without-repair": render_page("no-repair.js", "tuffet.js", "soak.js"),
        "/without-repair/empty": render_page(),
    }
    with serve(files, is_cached=True) as address:
        yield address


def write_line(line: str) -> None:
    sys.stdout.write(f"{line}\n")
    sys.stdout.flush()


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--minutes", type=float, default=10)
    parser.add_argument("--seed", type=int, default=SystemRandom().randrange(2**32))
    options = parser.parse_args()
    write_line(f"seed {options.seed}, {options.minutes:g} minutes")
    with launch_chromium() as browser, serve_soak() as address:
        figures = soak_for(browser, address, seconds=options.minutes * 60, seed=options.seed)
    for line in [f"{figures}", *figures.losses]:
        write_line(line)
    return 1 if figures.losses else 0


if __name__ == "__main__":
    raise SystemExit(main())
