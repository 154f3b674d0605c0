"""Measures how soon the sample editor underlines a type error, and its longest task.

    python -m benchmarks.editor

Needs the built site (`make build`). `--compare` measures another built site in the same rounds.
"""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from pathlib import Path
from statistics import median

from playwright.sync_api import Browser, BrowserContext, Locator, Page, expect

from benchmarks.site.lab import CPU_SLOWDOWN
from benchmarks.site.outcome import (
    Spread,
    Verdict,
    describe_machine,
    render_notes,
    render_verdicts,
    write_results,
)
from harness.browsers.chromium import launch_chromium
from harness.paths import ROOT
from harness.servers import serve_nginx
from harness.tables import render_table

ROUNDS = 11
SCRIPT = Path(__file__).parent / "site" / "editor.js"
PAGE = "/guide/advanced/storage-helper.html"
SAMPLES = {"plain": "look.ts", "React": "React", "Vue": "Vue 3"}
"""The titles of the code blocks."""
MISTAKE = {"line": "import { settings }", "mistake": "const wrong: string = 1; "}
TYPED = "\nconst text = settings.initial.theme.toUpperCase();\nconsole.log(text, 'x', 1 + 1);\n"
KEY_MS = 80
"""The interval between two keys of a fast typist."""
PATIENCE_MS = 60_000
LONG_MS = 50
"""The shortest task that browsers report."""
SQUIGGLE_MS, TASK_MS = 1_500, 100

NOTES = f"""\
Medians of {ROUNDS} rounds, with the minimum and the maximum, on {describe_machine()}. Page:
`{PAGE}`, served by nginx with Brotli on the loopback address. Every round opens a new page; one
round before them fills the cache of the browser. A squiggle is measured from the click on Edit to
the first frame that underlines a type error, which is inserted in the first frame with a focused
editor. Typing is measured with types loaded and the CPU of the page slowed down {CPU_SLOWDOWN}
times, with a key every {KEY_MS} ms. The figure is the longest task of the page, without those of
iframes and workers. Browsers report tasks from {LONG_MS} ms on; 0 means that there was none."""

Times = dict[str, list[float]]
"""Milliseconds of each round, by measure."""


@contextmanager
def open_sample(
    context: BrowserContext, address: str, title: str
) -> Iterator[tuple[Page, Locator]]:
    """A new page with a sample that has run, and its Edit button."""
    with context.new_page() as page:
        page.add_init_script(path=SCRIPT)
        page.goto(address + PAGE)
        page.get_by_role("switch").and_(page.locator(":enabled")).first.wait_for()
        page.mouse.move(200, 300)
        page.mouse.move(210, 310)
        titled = page.locator("[data-run]", has=page.locator(".code-title", has_text=title))
        tab = page.locator(".code-group > label", has_text=title).first
        if tab.count():
            tab.locator("input").check()
        block = titled.or_(tab.locator("+ [data-run]")).first
        block.locator(".live-run").click()
        panel = page.locator(".live-panel")
        expect(panel.locator("[data-outcome=done]")).to_be_visible(timeout=PATIENCE_MS)
        yield page, panel.get_by_role("button", name="Edit", exact=True)


def measure_squiggle(context: BrowserContext, address: str, title: str) -> float:
    with open_sample(context, address, title) as (_, edit):
        time: float = edit.evaluate("(button, text) => timeSquiggle(button, text)", MISTAKE)
        return time


def measure_typing(context: BrowserContext, address: str, title: str) -> float:
    """Returns the longest task, in milliseconds."""
    with open_sample(context, address, title) as (page, edit):
        edit.click()
        types = page.locator(".live-types")
        expect(types).to_have_text("No type errors", timeout=PATIENCE_MS)
        session = context.new_cdp_session(page)
        session.send("Emulation.setCPUThrottlingRate", {"rate": CPU_SLOWDOWN})
        page.evaluate("watchTasks()")
        page.keyboard.press("Control+End")
        page.keyboard.type(TYPED, delay=KEY_MS)
        page.keyboard.type("const wrong: string = 1;", delay=KEY_MS)
        expect(types).to_contain_text("TS2322", timeout=PATIENCE_MS)
        return max(page.evaluate("tasks"), default=0)


def run_round(context: BrowserContext, address: str) -> Iterator[tuple[str, float]]:
    for name, title in SAMPLES.items():
        yield f"squiggle {name}", measure_squiggle(context, address, title)
    yield "typing plain", measure_typing(context, address, SAMPLES["plain"])


def measure_sites(browser: Browser, addresses: Mapping[str, str], rounds: int) -> dict[str, Times]:
    """Measures every site once per round. Returns the times by the name of the site."""
    found: dict[str, Times] = {name: {} for name in addresses}
    with ExitStack() as stack:
        contexts = {
            name: stack.enter_context(browser.new_context(reduced_motion="reduce"))
            for name in addresses
        }
        for number in range(rounds + 1):
            load = os.getloadavg()[0]
            print(f"round {number} of {rounds}, load average {load:.1f} …", file=sys.stderr)
            for name, address in addresses.items():
                for what, time in run_round(contexts[name], address):
                    if number > 0:  # the first round fills the cache
                        found[name].setdefault(what, []).append(time)
    return found


def check_limits(times: Times) -> list[Verdict]:
    """Limits the median of the squiggles and the longest task of any round."""
    return [
        Verdict(f"{what}, ms", TASK_MS, max(series))
        if what.startswith("typing")
        else Verdict(f"{what}, ms", SQUIGGLE_MS, median(series))
        for what, series in times.items()
    ]


def render_times(sites: Mapping[str, Times]) -> str:
    first = next(iter(sites.values()))
    rows = [
        [what, *(Spread.of(times[what]).render() for times in sites.values())] for what in first
    ]
    return render_table(["ms", *sites], rows)


def write_report(times: Times, verdicts: Sequence[Verdict]) -> str:
    sections = [
        "# The editor of samples, in milliseconds",
        "Generated by `python -m benchmarks.editor`.",
        render_notes(NOTES),
        render_times({"": times}),
        "## Targets",
        render_verdicts(verdicts),
    ]
    figures = {
        "times": {what: Spread.of(series).to_json() for what, series in times.items()},
        "targets": [verdict.to_json() for verdict in verdicts],
    }
    return write_results("editor", figures, sections)


def parse_arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.editor")
    parser.add_argument("--rounds", type=int, default=ROUNDS)
    parser.add_argument("--compare", type=Path, help="another built site; nothing is recorded")
    return parser.parse_args()


def main() -> int:
    arguments = parse_arguments()
    folders = {"this": ROOT / "dist"}
    if arguments.compare:
        folders["other"] = arguments.compare
    with ExitStack() as stack:
        addresses = {
            name: stack.enter_context(serve_nginx(folder)) for name, folder in folders.items()
        }
        browser = stack.enter_context(launch_chromium())
        sites = measure_sites(browser, addresses, arguments.rounds)
    if arguments.compare:
        print(render_times(sites))
        return 0
    verdicts = check_limits(sites["this"])
    print(write_report(sites["this"], verdicts))
    return int(not all(verdict.is_kept for verdict in verdicts))


if __name__ == "__main__":
    sys.exit(main())
