"""Tabs view pages while the collector and PostgreSQL are killed: `make views-soak`."""

from __future__ import annotations

import argparse
import json
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from random import Random, SystemRandom

from playwright.sync_api import Browser, BrowserContext, Page

from collector.postgres.database import connect
from collector.postgres.recount import recount
from harness.browsers.chromium import launch_chromium
from harness.collector.loops import run_in_thread
from harness.collector.service import add_domain
from harness.collector.stored import fetch
from harness.static import serve
from tests.analytics.conftest import open_context
from tests.analytics.trial_site import client_files
from tests.collector.durability.machine import FAULTS, Machine, run_machine

TABS = 6
PAUSE_MS = 2000
"""The longest pause of a tab between two views."""
RATE = 200
"""The least number of views per minute, so that a run proves something."""
KINDS = ("collector", "postgres", "both")
MAX_UP_SECONDS = 8.0
MAX_DOWN_SECONDS = 6.0
MAX_DRAIN_SECONDS = 300
"""Only ends a wait that would never end. Clients pause for up to a minute."""

_PAGE = (
    b'<!doctype html><html lang="en"><title>A page</title><link rel="icon" href="data:,">'
    b'<script type="module" src="/soak.js"></script>'
)


@dataclass
class Figures:
    kills: Counter[str] = field(default_factory=Counter)
    counts: Counter[str] = field(default_factory=Counter)
    """Events in the tabs, by name in soak.js."""
    statuses: Counter[str] = field(default_factory=Counter)
    """Of the responses; `none` if there was none."""
    drain_seconds: float = 0.0
    problems: list[str] = field(default_factory=list)

    def __str__(self) -> str:
        kills = ", ".join(f"{count} of {kind}" for kind, count in sorted(self.kills.items()))
        statuses = ", ".join(f"{count} {name}" for name, count in sorted(self.statuses.items()))
        return (
            f"{self.counts['views']} views in {TABS} tabs with {self.counts['loads']} page loads, "
            f"kills: {kills}; responses: {statuses}; {self.counts['acknowledged']} promises "
            f"resolved, {self.counts['rejected']} rejected; the queues were empty after "
            f"{self.drain_seconds:.1f} s; {len(self.problems)} problems"
        )


class Soak:
    """Tabs of one visitor."""

    def __init__(self, context: BrowserContext, site: str, machine: Machine) -> None:
        self.figures = Figures()
        self._machine = machine
        self._domain = add_domain(machine.postgres.dsn, site, site)
        context.on("response", lambda response: self._note(str(response.status), response.url))
        context.on("requestfailed", lambda request: self._note("none", request.url))
        self._watcher = context.new_page()
        self._watcher.goto(f"{site}/empty")
        self._pages = [self._open(context, site, tab) for tab in range(TABS)]

    def _open(self, context: BrowserContext, site: str, tab: int) -> Page:
        page = context.new_page()
        page.goto(f"{site}/empty")
        server = f"http://127.0.0.1:{self._machine.port}"
        given = {"server": server, "domainId": self._domain.id, "pause": PAUSE_MS}
        page.evaluate(
            "([tab, given]) => { sessionStorage.tab = `tab${tab}`; localStorage.soak = given; }",
            [tab, json.dumps(given)],
        )
        page.goto(site)
        return page

    def _note(self, outcome: str, url: str) -> None:
        if url.endswith("/api"):
            self.figures.statuses[outcome] += 1

    def wait(self, seconds: float) -> None:
        """Lets Playwright handle its events meanwhile."""
        self._watcher.wait_for_timeout(seconds * 1000)  # simulates time between two failures

    def kill(self, kind: str, down_seconds: float) -> None:
        FAULTS[kind].strike(self._machine)
        self.wait(down_seconds)
        FAULTS[kind].restore(self._machine)
        self.figures.kills[kind] += 1

    def count(self, name: str) -> list[int]:
        """Returns the number of events of each tab, by name in soak.js."""
        count = "([tab, name]) => Number(localStorage[`${tab} ${name}`] ?? 0)"
        return [self._watcher.evaluate(count, [f"tab{tab}", name]) for tab in range(TABS)]

    def finish(self) -> None:
        """Waits until nothing waits in the tabs, and compares the views with the database."""
        start = time.monotonic()
        self._watcher.evaluate("localStorage.isOver = 'yes'")
        for page in self._pages:
            page.wait_for_function("window.isIdle?.()", timeout=MAX_DRAIN_SECONDS * 1000)
        self.figures.drain_seconds = time.monotonic() - start
        names = ("views", "loads", "acknowledged", "rejected")
        self.figures.counts = Counter({name: sum(self.count(name)) for name in names})
        self.figures.problems = self._find_problems()

    def _find_problems(self) -> list[str]:
        views = enumerate(self.count("views"))
        sent = {f"/tab{tab}/{view + 1}/" for tab, count in views for view in range(count)}
        dsn = self._machine.postgres.dsn
        stored = Counter(row["path"] for row in fetch(dsn, _RECORDS, self._domain.id))
        counted = {row["path"]: row["views"] for row in fetch(dsn, _ROLLUPS, self._domain.id)}
        return [
            *(f"{path} is lost" for path in sorted(sent - stored.keys())),
            *(f"{path} was never sent" for path in sorted(stored.keys() - sent)),
            *(f"{path} is stored {times} times" for path, times in stored.items() if times > 1),
            *(f"{path} is counted {times} times" for path, times in counted.items() if times > 1),
            *run_in_thread(_recount(dsn)),
        ]


_RECORDS = "select path from records where domain_id = $1"
_ROLLUPS = """
  select value as path, sum(views) as views from rollups
  where domain_id = $1 and dimension = 'page' group by value"""


async def _recount(dsn: str) -> Sequence[str]:
    connection = await connect(dsn)
    try:
        return await recount(connection, repair=False)
    finally:
        await connection.close()


def soak_until(
    browser: Browser, site: str, machine: Machine, random: Random, is_over: Callable[[Soak], bool]
) -> Figures:
    with open_context(browser) as context:
        soak = Soak(context, site, machine)
        while not is_over(soak):
            for kind in random.sample(KINDS, len(KINDS)):
                soak.wait(random.uniform(0, MAX_UP_SECONDS))
                soak.kill(kind, random.uniform(0, MAX_DOWN_SECONDS))
        soak.finish()
        return soak.figures


@contextmanager
def serve_soak() -> Iterator[str]:
    """An address that isn't `localhost`, so visits are counted."""
    files = {
        "/": _PAGE,
        "/empty": b"<!doctype html><title>Empty</title>",
        "/soak.js": (Path(__file__).parent / "soak.js").read_bytes(),
        **client_files(),
    }
    with serve(files) as address:
        yield address.replace("127.0.0.1", "site.localhost")


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--minutes", type=float, default=10)
    parser.add_argument("--seed", type=int, default=SystemRandom().randrange(2**32))
    options = parser.parse_args()
    write_line(f"seed {options.seed}, {options.minutes:g} minutes")
    end = time.monotonic() + options.minutes * 60
    random = Random(options.seed)  # noqa: S311
    with launch_chromium() as browser, serve_soak() as site, run_machine() as machine:
        figures = soak_until(browser, site, machine, random, lambda _: time.monotonic() > end)
    if figures.counts["views"] < RATE * options.minutes:
        figures.problems.append("there were too few views to prove anything")
    for line in [f"{figures}", *figures.problems]:
        write_line(line)
    return 1 if figures.problems else 0


def write_line(line: str) -> None:
    sys.stdout.write(f"{line}\n")
    sys.stdout.flush()


if __name__ == "__main__":
    raise SystemExit(main())
