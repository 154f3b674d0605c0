"""Measures how soon an edit shows in the browser while `docsite dev` runs.

    python -m benchmarks.dev_edit

Needs the packages (`make packages`).
"""

from __future__ import annotations

import argparse
import re
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from playwright.sync_api import Page, sync_playwright

from benchmarks.corpus import write_corpus
from benchmarks.page import launch
from benchmarks.site.first_load import QUICK_START
from benchmarks.site.outcome import (
    Spread,
    Verdict,
    describe_machine,
    render_notes,
    render_verdicts,
    write_results,
)
from benchmarks.tables import render_table
from scripts.esbuild import ROOT

PAGES = 46
EDITS = 21
LIMIT_MS = 500
PAUSE_MS = 300
"""Between two edits, so that the first is over with."""
_END_S = 10

NOTES = """\
`docsite dev` serves the docs folder, and Chromium shows its quick start. Each edit adds a paragraph
to the file of that page. The time lasts from before the file is written until the browser shows
the paragraph: noticing the change, building, telling the browser, loading the page again."""


@contextmanager
def run_dev(docs: Path, folder: Path) -> Iterator[str]:
    """The address at which `docsite dev` serves a docs folder."""
    program = Path(sys.executable).with_name("docsite")
    folders = ["--output", str(folder / "site"), "--work", str(folder / "work")]
    command = [str(program), "dev", str(docs), *folders, "--port", "0"]
    with (folder / "dev.log").open("w+b") as log:
        process = subprocess.Popen(command, cwd=ROOT, stdout=log, stderr=subprocess.STDOUT)
        try:
            yield _wait_for_address(process, folder / "dev.log")
        finally:
            process.terminate()
            process.wait(_END_S)


def _wait_for_address(process: subprocess.Popen[bytes], log: Path) -> str:
    while process.poll() is None:
        if found := re.search(r"http://[\d.:]+", log.read_text(encoding="utf-8")):
            return found[0]
        time.sleep(0.05)
    raise RuntimeError(f"docsite dev ended:\n{log.read_text(encoding='utf-8')}")


def measure_edits(page: Page, source: Path, edits: int) -> Iterator[float]:
    """The milliseconds that each edit of a source takes to show on its page."""
    original = source.read_text(encoding="utf-8")
    for number in range(edits + 1):
        text = f"This is edit number {number}."
        page.wait_for_timeout(PAUSE_MS)
        start = time.perf_counter()
        source.write_text(f"{original}\n{text}\n", encoding="utf-8")
        page.get_by_text(text).wait_for()
        elapsed_ms = (time.perf_counter() - start) * 1000
        if number:  # the first also starts what the others only use
            yield elapsed_ms


def run_all(pages: int, edits: int) -> list[float]:
    with tempfile.TemporaryDirectory() as name, sync_playwright() as playwright:
        folder = Path(name)
        docs = folder / "docs"
        write_corpus(ROOT / "docs", docs, pages)
        source = docs / QUICK_START.removeprefix("/").replace(".html", ".md")
        with run_dev(docs, folder) as address, launch(playwright) as browser:
            page = browser.new_page()
            page.goto(address + QUICK_START)
            return list(measure_edits(page, source, edits))


def write_report(pages: int, times: list[float]) -> str:
    spread = Spread.of(times)
    verdict = Verdict("An edit shows after, ms (median)", LIMIT_MS, spread.median)
    row = [f"{pages:,}", str(len(times)), spread.render()]
    sections = [
        "# How soon an edit shows",
        f"Made by `python -m benchmarks.dev_edit`. {describe_machine()}.",
        render_notes(NOTES),
        render_table(["pages", "edits", "time, ms"], [row]),
        "## Targets",
        render_verdicts([verdict]),
    ]
    figures = {"pages": pages, "edits": len(times), "milliseconds": spread.to_json()}
    return write_results("dev-edit", {**figures, "targets": [verdict.to_json()]}, sections)


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.dev_edit")
    parser.add_argument("--pages", type=int, default=PAGES, help="of the site")
    parser.add_argument("--edits", type=int, default=EDITS)
    options = parser.parse_args()
    print(write_report(options.pages, run_all(options.pages, options.edits)))
    return 0


if __name__ == "__main__":
    sys.exit(main())
