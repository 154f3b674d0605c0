"""Every sample on a page prints, stores and shows exactly what was recorded."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from time import monotonic
from typing import Any

import pytest
from playwright.sync_api import Browser, FrameLocator, Locator, Page, expect

from harness.browsers.chromium import save_data
from harness.paths import ROOT
from scripts.docs.examples.check import FOLDER
from scripts.docs.examples.runs import IN_OTHER_TAB, SEEN, act, join_lines, render_stored
from scripts.docs.examples.samples import IN_BROWSER, Sample, load_samples
from tests.live.conftest import LiveSamples
from tests.website.conftest import wait_for_hydration
from tests.website.documents import read_document
from tests.website.routes import ALL_ROUTES, CHINESE, ENGLISH, Route

ALWAYS_RUN = "/guide/quick-start.html"
"""The page with a sample of each kind that has steps: Vue, React and plain. The others run in the
panel in the same way, and `tests/library/test_samples.py` runs all samples."""
TIMEOUT_S = 30
"""The time within which a sample must reach its recorded state."""


@dataclass(frozen=True)
class Labels:
    """The labels of the panel."""

    reload: str
    open_tab: str
    others: frozenset[str]
    """Visits whose lines aren't recorded: earlier ones, and those of another tab."""


LABELS = {
    ENGLISH: Labels("Reload", "Second tab", frozenset({"Previous visit", "Second tab"})),
    CHINESE: Labels("刷新", "新标签页", frozenset({"上一次访问", "第二个标签页"})),
}

SAMPLES = {sample.name: sample for sample in load_samples(FOLDER).of(*IN_BROWSER)}
_INCLUDED = re.compile(r"^<<< examples/([^\s#{\[]+)|^::: live (\S+)", re.MULTILINE)

# Lines of the console, each with the visit in which it was printed.
_READ_LINES = """(panel) => {
  let visit = '';
  return [...panel.querySelectorAll('.live-console li')].flatMap((line) => {
    if (!line.matches('.live-visit')) return [[visit, line.textContent]];
    visit = line.textContent;
    return [];
  });
}"""


def list_included(source: str) -> list[str]:
    """The samples and instruments in the source of a page."""
    text = (ROOT / "docs" / source).read_text(encoding="utf-8")
    found = (file or instrument for file, instrument in _INCLUDED.findall(text))
    return [name for name in found if name in SAMPLES or name.startswith("instruments/")]


def list_runnable(route: Route, dist: Path, live_samples: LiveSamples) -> list[str]:
    """The samples and instruments on a built page."""
    blocks = [block["data-run"] for block in read_document(dist / route.file).walk()]
    return [live_samples[f"{name}.json"]["id"] for name in blocks if name]


ENGLISH_ROUTES = [route for route in ALL_ROUTES if route.language == ENGLISH]
ROUTES_TO_RUN = [
    route for route in ALL_ROUTES if any(name in SAMPLES for name in list_included(route.source))
]


@pytest.mark.parametrize("route", ALL_ROUTES, ids=lambda route: route.path)
def test_exactly_the_runnable_samples_have_a_run_id(
    route: Route, dist: Path, live_samples: LiveSamples
) -> None:
    assert list_runnable(route, dist, live_samples) == list_included(route.source)


@pytest.mark.parametrize("route", ENGLISH_ROUTES, ids=lambda route: route.path)
def test_both_languages_have_the_same_samples(
    route: Route, dist: Path, live_samples: LiveSamples
) -> None:
    (chinese,) = (found for found in ALL_ROUTES if found.path == route.counterpart)
    runnable = list_runnable(route, dist, live_samples)
    assert list_runnable(chinese, dist, live_samples) == runnable


def test_every_sample_that_runs_in_a_browser_can_be_run_on_a_page() -> None:
    """Or is imported by one that can. The samples of READMEs are only shown there."""
    included = {name for route in ENGLISH_ROUTES for name in list_included(route.source)}
    alone = {name for name in SAMPLES if name not in included and not name.startswith("readme/")}
    others = "\n".join(
        path.read_text(encoding="utf-8") for path in FOLDER.rglob("*") if path.suffix in ENDINGS
    )
    assert [name for name in sorted(alone) if not is_imported(name, others)] == []


ENDINGS = {".ts", ".tsx", ".vue", ".js"}


def is_imported(name: str, texts: str) -> bool:
    stem = re.escape(Path(name).stem)
    return re.search(rf"['\"/]{stem}(\.\w+)?['\"]", texts) is not None


# --- Running them ---------------------------------------------------------------------------------


@dataclass
class Result:
    """The output, entries and interface of a sample."""

    output: str
    stored: str
    shown: str


class PanelRun:
    """One sample that runs below its code."""

    def __init__(self, page: Page, block: Locator, sample: Sample, labels: Labels) -> None:
        self._panel = page.locator(".live-panel")
        self._page = page
        self._block = block
        self._sample = sample
        self._labels = labels
        self._shown: list[str] = []

    @property
    def _frame(self) -> FrameLocator:
        """The document of the first tab."""
        return self._frame_at(0)

    def _frame_at(self, tab: int) -> FrameLocator:
        """The document of a tab, inside the outer one."""
        outer = self._panel.locator("iframe").nth(tab).content_frame
        return outer.locator("iframe").content_frame

    def play(self) -> None:
        """Runs the sample and its recorded steps."""
        self._block.locator(".live-run").click()
        self._wait()
        if self._sample.companion(".other-tab.ts"):
            self._press(self._labels.open_tab)
        else:
            self._shown += self._see()["shown"]
        for step in self._load_steps():
            self._shown.append(f"> {step}")
            if step == "reload":
                self._press(self._labels.reload)
            elif step.startswith(IN_OTHER_TAB):
                if self._panel.locator("iframe").count() == 1:
                    self._press(self._labels.open_tab)
                act(self._frame_at(1), step.removeprefix(IN_OTHER_TAB))
            else:
                act(self._frame, step)
            self._shown += self._see(is_drawing=True)["shown"]

    def _load_steps(self) -> list[str]:
        path = self._sample.companion(".steps.txt")
        return path.read_text(encoding="utf-8").splitlines() if path else []

    def _press(self, name: str) -> None:
        self._panel.get_by_role("button", name=name, exact=True).click()
        self._wait()

    def _wait(self) -> None:
        expect(self._panel.get_by_role("status")).not_to_have_attribute("data-outcome", "running")

    def _see(self, *, is_drawing: bool = False) -> dict[str, Any]:
        found: dict[str, Any] = self._frame.locator("body").evaluate(SEEN, is_drawing)
        return found

    def read(self) -> Result:
        lines = self._panel.evaluate(_READ_LINES)
        own = [text for visit, text in lines if visit not in self._labels.others]
        return Result(
            output=join_lines(own),
            stored=render_stored(self._see()["stored"]),
            shown="".join(f"{line}\n" for line in self._shown),
        )

    def close(self) -> None:
        self._panel.locator(".live-close").click()
        expect(self._panel).to_have_count(0)


def load_record(sample: Sample, kind: str) -> str:
    path = sample.record(kind)
    return path.read_text(encoding="utf-8") if path.is_file() else ""


def run_sample(page: Page, block: Locator, sample: Sample, labels: Labels) -> list[str]:
    """The differences from the records."""
    run = PanelRun(page, block, sample, labels)
    run.play()
    expected = Result(*(load_record(sample, kind) for kind in ("output", "stored", "shown")))
    deadline = monotonic() + TIMEOUT_S
    while (result := run.read()) != expected and monotonic() < deadline:
        page.wait_for_timeout(20)
    run.close()
    return [
        f"{sample.name}: {kind} is not {wanted!r}, but {found!r}"
        for kind, wanted in vars(expected).items()
        if (found := getattr(result, kind)) != wanted
    ]


@pytest.fixture(scope="module")
def open_page(browser: Browser, website: str) -> Iterator[Callable[[str], Page]]:
    """Opens pages in one tab, with Run buttons."""
    with browser.new_context(reduced_motion="reduce") as context:
        save_data(context)
        page = context.new_page()

        def open_path(path: str) -> Page:
            page.goto(website + path)
            wait_for_hydration(page)
            page.mouse.move(300, 300)
            return page

        yield open_path


def list_blocks(page: Page, live_samples: LiveSamples) -> Iterator[tuple[Locator, Sample]]:
    """The samples of a page. Each is made visible before it is yielded."""
    blocks = page.locator(".code[data-run]")
    names = blocks.evaluate_all("(blocks) => blocks.map((block) => block.dataset.run)")
    for index, name in enumerate(names):
        block = blocks.nth(index)
        if not block.is_visible():
            block.evaluate("(block) => block.previousElementSibling.click()")  # its tab
        yield block, SAMPLES[live_samples[f"{name}.json"]["id"]]


def run_samples(
    page: Page, route: Route, live_samples: LiveSamples, *, is_chosen: Callable[[Sample], bool]
) -> tuple[int, list[str]]:
    """How many samples of a page ran, and the differences from their records."""
    runs = [
        run_sample(page, block, sample, LABELS[route.language])
        for block, sample in list_blocks(page, live_samples)
        if is_chosen(sample)
    ]
    return len(runs), [difference for run in runs for difference in run]


@pytest.mark.sweep
@pytest.mark.parametrize(
    "route",
    [route for route in ROUTES_TO_RUN if route.language == ENGLISH],
    ids=lambda route: route.path,
)
def test_every_sample_of_a_page_matches_its_records(
    open_page: Callable[[str], Page], live_samples: LiveSamples, route: Route
) -> None:
    page = open_page(route.path)
    count, differences = run_samples(page, route, live_samples, is_chosen=lambda _: True)
    assert differences == []
    showcases = page.locator(".hero .live[data-run]").count()  # see test_home.py
    assert count + showcases == sum(name in SAMPLES for name in list_included(route.source))


def test_a_sample_of_each_kind_with_steps_matches_its_records(
    open_page: Callable[[str], Page], live_samples: LiveSamples
) -> None:
    (route,) = (route for route in ENGLISH_ROUTES if route.path == ALWAYS_RUN)
    with_steps = {
        Path(name).suffix: name
        for name in list_included(route.source)
        if name in SAMPLES and SAMPLES[name].companion(".steps.txt")
    }
    assert with_steps.keys() == {".vue", ".tsx", ".ts"}
    count, differences = run_samples(
        open_page(route.path),
        route,
        live_samples,
        is_chosen=lambda sample: sample.name in with_steps.values(),
    )
    assert differences == []
    assert count == len(with_steps)


# A test above compares which samples Chinese pages have. Running them only differs in labels, which
# test_panel.py checks.
@pytest.mark.sweep
@pytest.mark.parametrize(
    "route",
    [route for route in ROUTES_TO_RUN if route.language == CHINESE][::12],
    ids=lambda route: route.path,
)
def test_the_first_sample_of_a_chinese_page_matches_its_records(
    open_page: Callable[[str], Page], live_samples: LiveSamples, route: Route
) -> None:
    page = open_page(route.path)
    block, sample = next(list_blocks(page, live_samples))
    assert run_sample(page, block, sample, LABELS[route.language]) == []
