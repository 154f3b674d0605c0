"""Compiles and runs samples, and compares their behavior with the records."""

from __future__ import annotations

import json
import subprocess
import tomllib
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory

from playwright.sync_api import Browser

from harness.bundles import BundleError
from harness.packages import check_built
from harness.paths import BIN, ROOT
from harness.programs import TIMEOUT_S
from scripts.docs.examples.compiler import Messages, check_messages, load_messages, render_messages
from scripts.docs.examples.runs import HIGHEST, OTHERS, Run, Versions, run_samples, write_bundles
from scripts.docs.examples.samples import RECORDS, Kind, Sample, Samples, load_samples

FOLDER = ROOT / "docs" / "examples"
_REACT_MARK = ' data-reactroot=""'
"""The attribute that React before 18 adds during server-side rendering."""


@dataclass(frozen=True)
class Report:
    """The result of checking all samples."""

    samples: Samples
    problems: tuple[str, ...]
    """Problems that updating the records doesn't fix."""
    records: dict[Path, str]
    """The expected records by path; empty if the samples could not be run."""

    def differences(self) -> Iterator[str]:
        """Records that are missing, outdated or unused."""
        for path in sorted({*self.records, *self.samples.records}):
            name = path.relative_to(self.samples.folder).as_posix()
            expected = self.records.get(path)
            found = path.read_text(encoding="utf-8") if path.is_file() else None
            if expected == found:
                continue
            if expected is None:
                yield f"{name}: no sample has this record. `make examples` removes it."
            elif found is None:
                yield f"{name}: the file is missing. `make examples` writes it."
            else:
                yield f"{name}: {_compare(found, expected)}\n`make examples` updates it."

    def write(self) -> None:
        """Updates the records."""
        if not self.records:
            return
        for path in {*self.samples.records} - {*self.records}:
            path.unlink()
        for path, text in self.records.items():
            path.write_text(text, encoding="utf-8")


def check_samples(
    browser: Browser,
    folder: Path = FOLDER,
    prefix: str = "",
    others: Sequence[Versions] = OTHERS,
) -> Report:
    """Compiles and runs samples with the highest versions of frameworks, then with others."""
    samples = load_samples(folder, prefix)
    if problems := check_built():
        return Report(samples, tuple(problems), {})
    with ThreadPoolExecutor() as pool, TemporaryDirectory() as scripts:
        # These run in other processes, at the same time as the browser.
        compiled = pool.submit(load_messages, folder)
        tested = pool.submit(lambda: list(run_tests(samples)))
        bundled = [
            pool.submit(write_bundles, samples, versions, Path(scripts) / versions.name)
            for versions in (HIGHEST, *others)
        ]
        problems = [*samples.problems, *check_files(samples)]
        try:
            runs = [
                run_samples(samples, future.result(), browser, all_samples=not number)
                for number, future in enumerate(bundled)
            ]
        except BundleError as error:
            return Report(samples, (*problems, str(error)), {})
        messages = compiled.result()
        highest, *other_runs = runs
        problems += [
            *check_messages(samples, messages),
            *tested.result(),
            *check_runs(highest, dict(zip(others, other_runs, strict=True))),
        ]
    return Report(samples, tuple(problems), dict(_render_records(samples, highest, messages)))


def check_runs(
    highest: dict[Sample, Run], others: dict[Versions, dict[Sample, Run]]
) -> Iterator[str]:
    """Problems of single runs, and differences between versions of frameworks."""
    for sample in sorted(highest, key=lambda sample: sample.name):
        yield from check_run(sample, highest[sample])
        for versions, runs in others.items():
            if sample in runs:
                yield from _compare_runs(sample, highest[sample], runs[sample], versions)


def check_run(sample: Sample, run: Run) -> Iterator[str]:
    """Errors on lines that aren't marked, and marked lines without an error."""
    if run.failure:
        yield f"{sample.name}: {run.failure}"
    if run.error and not sample.has_mark:
        yield f"{sample.name}: an error was thrown, but no line is marked.\n{run.error}"
    if not run.error and sample.has_mark:
        yield f"{sample.name}: a line is marked as an error, but nothing was thrown."


def _compare_runs(sample: Sample, highest: Run, other: Run, versions: Versions) -> Iterator[str]:
    if other.failure:
        yield f"{sample.name}: with {versions}: {other.failure}"
    for kind in ("output", "stored", "shown"):
        expected, found = getattr(highest, kind), getattr(other, kind).replace(_REACT_MARK, "")
        if expected != found:
            difference = _compare(expected, found)
            yield f"{sample.name}: {kind} with {versions}: {difference}\n{other.error}".rstrip()


def check_files(samples: Samples) -> Iterator[str]:
    """Data and shell scripts that are not well-formed."""
    for sample in samples.of(Kind.SHOWN):
        if sample.path.suffix == ".json":
            try:
                json.loads(sample.path.read_text(encoding="utf-8"))
            except ValueError as error:
                yield f"{sample.name}: invalid JSON: {error}"
        if sample.path.suffix == ".toml":
            try:
                tomllib.loads(sample.path.read_text(encoding="utf-8"))
            except tomllib.TOMLDecodeError as error:
                yield f"{sample.name}: invalid TOML: {error}"
        if sample.path.suffix == ".sh":
            command = ["bash", "-n", str(sample.path)]
            done = subprocess.run(command, capture_output=True, text=True, check=False)
            if done.returncode != 0:
                yield f"{sample.name}: invalid shell script: {done.stderr}"


def run_tests(samples: Samples) -> Iterator[str]:
    """The output of Vitest, if a sample that is a test fails."""
    tests = [sample.name for sample in samples.of(Kind.TEST)]
    if not tests:
        return
    config = Path(__file__).parent / "runner" / "vitest.config.ts"
    command = [str(BIN / "vitest"), "run", "--config", str(config), "--root", str(samples.folder)]
    done = subprocess.run(
        [*command, *tests],
        cwd=samples.folder,
        capture_output=True,
        text=True,
        check=False,
        timeout=TIMEOUT_S,
    )
    if done.returncode != 0:
        yield f"{', '.join(tests)}: Vitest failed:\n{done.stdout}{done.stderr}"


def _render_records(
    samples: Samples, runs: dict[Sample, Run], messages: Messages
) -> Iterator[tuple[Path, str]]:
    for sample, run in runs.items():
        for kind in RECORDS:
            if text := getattr(run, kind, ""):
                yield sample.record(kind), text
    for sample in samples.of(Kind.REJECTED):
        if found := messages.get(sample.name):
            yield sample.record("message"), render_messages(found)


def _compare(expected: str, found: str) -> str:
    """Describes the first line that differs."""
    pairs = zip([*expected.split("\n"), "(end)"], [*found.split("\n"), "(end)"], strict=False)
    differing = next(((old, new) for old, new in pairs if old != new), ("", ""))
    return f"expected {differing[0]!r}, found {differing[1]!r}."
