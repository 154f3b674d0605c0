"""Runs samples in Chromium or in Node and returns their output, stored entries and visible text."""

from __future__ import annotations

import json
import re
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, FrameLocator, Page
from playwright.sync_api import Error as PlaywrightError
from playwright.sync_api import TimeoutError as PlaywrightTimeoutError

from harness.bundles import BundleError
from harness.paths import BIN, ROOT
from harness.programs import TIMEOUT_S
from harness.static import serve
from scripts.docs.examples.samples import Kind, Sample, Samples

_RUNNER = Path(__file__).parent / "runner"
SEEN = f"""async (isDrawing) => {{
  const window = {{}};
  {(_RUNNER / "seen.js").read_text(encoding="utf-8")}
  if (isDrawing) await window.settle();
  return {{ shown: window.show(), stored: window.readStored() }};
}}"""
"""A function to evaluate in a document: returns its visible text and its stored entries.

With `isDrawing`, it waits for updates first. A hidden document renders no frames, so it can't wait.
"""
_FRAMEWORKS = ROOT / "tests/library/frameworks"
_ACTION = re.compile(r"(?P<verb>click|fill|check) (?P<what>.+?)(?: with (?P<text>.*))?")
IN_OTHER_TAB = "other tab: "
_NODE = """
console.warn = (...values) => console.log('Warning:', ...values);
console.error = (...values) => console.log('Error:', ...values);
globalThis.claim = (expected, found) => {
  if (!Object.is(expected, found)) throw `A comment says ${expected}, but it is ${found}.`;
};
"""
_REACTION_MS = 1000
"""The maximum time in which a tab may react to another one."""
_LOAD_MS = 30_000
"""The maximum time in which a page must load on a busy machine."""
_STEP_MS = 3000
"""The maximum time in which a step must find its button."""


@dataclass(frozen=True)
class Versions:
    """One version of each framework."""

    name: str
    react: str
    vue: str
    compiler: str | None = None
    """The implementation of React Compiler that compiles the React samples."""

    def __str__(self) -> str:
        if self.compiler:
            return f"{self.react} and React Compiler ({self.compiler})"
        return f"{self.react} and {self.vue}"

    def is_affected(self, sample: Sample) -> bool:
        """Whether a sample may behave differently than with the highest versions."""
        return sample.kind is Kind.REACT or not self.compiler


HIGHEST = Versions("highest", "react-19", "vue-3-5")
OTHERS = (
    Versions("lowest", "react-16-8", "vue-3-1"),
    *(Versions(name, HIGHEST.react, HIGHEST.vue, name) for name in ("babel", "rust")),
)


@dataclass(frozen=True)
class Run:
    """The output, the stored entries and the visible text of one sample."""

    output: str = ""
    stored: str = ""
    shown: str = ""
    error: str = ""
    """The first uncaught error, with its stack."""
    failure: str = ""
    """Why the run could not be completed."""


@dataclass(frozen=True)
class Bundles:
    """Samples bundled with one version of each framework."""

    versions: Versions
    folder: Path
    frameworks: frozenset[str]
    """The samples that import a framework."""


def write_bundles(samples: Samples, versions: Versions, output: Path) -> Bundles:
    """Bundles each sample."""
    servers = [sample.name for sample in samples.of(Kind.SERVER)]
    pages = [
        sample.name
        for sample in samples.of(Kind.PAGE, Kind.REACT, Kind.VUE)
        if versions.is_affected(sample)
    ]
    companions = [
        path.relative_to(samples.folder).as_posix()
        for path in samples.companions
        if path.suffix == ".ts"
    ]
    job = {
        "folder": str(samples.folder),
        "output": str(output),
        "names": [*pages, *companions, *servers],
        "servers": servers,
        "react": str(_FRAMEWORKS / versions.react),
        "vue": str(_FRAMEWORKS / versions.vue),
        "compiler": versions.compiler,
    }
    command = [str(BIN / "node"), str(_RUNNER / "bundle.ts")]
    done = subprocess.run(
        command,
        input=json.dumps(job),
        capture_output=True,
        text=True,
        cwd=ROOT,
        check=False,
        timeout=TIMEOUT_S,
    )
    if done.returncode != 0:
        raise BundleError(f"With {versions}: {done.stderr}")
    return Bundles(versions, output, frozenset(json.loads(done.stdout)))


@contextmanager
def serve_bundles(bundles: Bundles) -> Iterator[str]:
    """Serves a page for each script; yields the address."""
    scripts = {
        f"/{path.relative_to(bundles.folder).as_posix()}": path.read_bytes()
        for path in bundles.folder.rglob("*.js")
    }
    files = {
        **scripts,
        **{script.removesuffix("js") + "html": _render_page(script) for script in scripts},
        "/page.js": b"".join((_RUNNER / name).read_bytes() for name in ("seen.js", "page.js")),
    }
    with serve(files, is_cached=True) as address:
        yield address


def _render_page(script: str) -> bytes:
    return (
        '<!doctype html><html lang="en"><title>Sample</title><script src="/page.js"></script>'
        f'<script type="module" src="{script}"></script>'
        '<body><div id="app"></div><div id="root"></div></body></html>'
    ).encode()


def run_samples(
    samples: Samples, bundles: Bundles, browser: Browser, *, all_samples: bool
) -> dict[Sample, Run]:
    """Runs all samples, or only those that import a framework."""
    chosen = {
        sample
        for sample in samples.of(Kind.PAGE, Kind.REACT, Kind.VUE, Kind.SERVER)
        if all_samples
        or (sample.name in bundles.frameworks and bundles.versions.is_affected(sample))
    }
    runs = {sample: run_server(sample, bundles) for sample in chosen if sample.kind is Kind.SERVER}
    with serve_bundles(bundles) as address, browser.new_context() as context:
        context.set_default_timeout(_STEP_MS)
        context.set_default_navigation_timeout(_LOAD_MS)
        tab = context.new_page()
        for sample in sorted(chosen - {*runs}, key=lambda sample: sample.name):
            runs[sample] = _Visit(sample, tab, address).run()
    return runs


class _Visit:
    """Runs one sample in a tab with empty storage."""

    def __init__(self, sample: Sample, tab: Page, address: str) -> None:
        self._sample = sample
        self._tab = tab
        self._other: Page | None = None
        self._address = address
        self._lines: list[str] = []
        self._errors: list[str] = []
        self._shown: list[str] = []
        self._stored: list[list[str]] = []

    def run(self) -> Run:
        failure = ""
        try:
            self._run_steps()
        except PlaywrightError as error:
            failure = error.message
        if self._other:
            self._other.close()
        return Run(
            output=join_lines(self._lines),
            stored=render_stored(self._stored),
            shown=join_lines(self._shown),
            error=next(iter(self._errors), ""),
            failure=failure,
        )

    def _run_steps(self) -> None:
        if before := self._companion(".before.ts"):
            state = self._open(self._tab, before, is_new=True)
            _require_no_errors(before, state)
        state = self._open(self._tab, self._sample.name, is_new=not before)
        if other := self._companion(".other-tab.ts"):
            self._record(state, is_shown=False)
            with self._wait_for_reaction():
                self._open_other_tab(other)
            state = self._tab.evaluate("collect()")
        self._record(state)
        for step in self._load_steps():
            self._shown.append(f"> {step}")
            self._record(self._perform(step))

    def _companion(self, suffix: str) -> str | None:
        path = self._sample.companion(suffix)
        return path.relative_to(self._sample.folder).as_posix() if path else None

    def _open(self, tab: Page, name: str, *, is_new: bool = False) -> dict[str, Any]:
        tab.goto(f"{self._address}/{name}.html{'?new' if is_new else ''}")
        state: dict[str, Any] = tab.evaluate("script => finish(script)", f"/{name}.js")
        return state

    def _open_other_tab(self, name: str) -> Page:
        self._other = self._tab.context.new_page()
        _require_no_errors(name, self._open(self._other, name))
        return self._other

    @contextmanager
    def _wait_for_reaction(self) -> Iterator[None]:
        """Waits until the sample has reacted to a change in another tab, up to a time limit."""
        seen = self._tab.evaluate("JSON.stringify([lines, show()])")
        yield
        with suppress(PlaywrightTimeoutError):  # not every sample reacts
            self._tab.wait_for_function(
                "seen => seen !== JSON.stringify([lines, show()])", arg=seen, timeout=_REACTION_MS
            )
        self._tab.evaluate("settle()")

    def _load_steps(self) -> list[str]:
        path = self._sample.companion(".steps.txt")
        return path.read_text(encoding="utf-8").splitlines() if path else []

    def _perform(self, step: str) -> dict[str, Any]:
        """Performs a step; returns the state after it."""
        if step == "reload":
            return self._open(self._tab, self._sample.name)
        action = step.removeprefix(IN_OTHER_TAB)
        if action == step:
            act(self._tab, action)
        else:
            other = self._other or self._open_other_tab(self._sample.name)
            with self._wait_for_reaction():
                act(other, action)
        state: dict[str, Any] = self._tab.evaluate("settle().then(collect)")
        return state

    def _record(self, state: dict[str, Any], *, is_shown: bool = True) -> None:
        self._lines += state["lines"]
        self._errors += state["errors"]
        self._stored = state["stored"]
        if is_shown:
            self._shown += state["shown"]
        if state["mismatches"]:
            raise PlaywrightError(state["mismatches"][0])


def _require_no_errors(name: str, state: dict[str, Any]) -> None:
    if state["errors"]:
        raise PlaywrightError(f"{name} threw.\n{state['errors'][0]}")


def act(tab: Page | FrameLocator, action: str) -> None:
    """Performs an action of the user."""
    found = _ACTION.fullmatch(action)
    if not found or (found["verb"] == "fill") != (found["text"] is not None):
        raise PlaywrightError(f"{action!r} is not a step. docs/examples/README.md lists them.")
    if found["verb"] == "fill":
        tab.get_by_label(found["what"]).fill(found["text"])
    elif found["verb"] == "check":
        tab.get_by_label(found["what"]).check()
    else:
        button = tab.get_by_role("button", name=found["what"], exact=True)
        button.or_(tab.get_by_role("link", name=found["what"], exact=True)).click()


def run_server(sample: Sample, bundles: Bundles) -> Run:
    """Runs a sample in Node."""
    script = bundles.folder / "servers" / f"{sample.name}.mjs"
    command = [str(BIN / "node"), "--import", f"data:text/javascript,{_NODE}", str(script)]
    done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=TIMEOUT_S)
    return Run(done.stdout, error=done.stderr)


def render_stored(entries: list[list[str]]) -> str:
    """One line per entry, in columns."""
    widths = [max((len(entry[column]) for entry in entries), default=0) for column in (0, 1)]
    return join_lines(
        [
            f"{storage:<{widths[0]}}    {key:<{widths[1]}}    {text}"
            for storage, key, text in entries
        ]
    )


def strip_mark(text: str) -> str:
    """Removes the write marks at the end of an entry: a tab character, then tabs and spaces."""
    return re.sub(r"\t[ \t]*$", "", text)


def join_lines(lines: list[Any]) -> str:
    return "".join(strip_mark(f"{line}") + "\n" for line in lines)
