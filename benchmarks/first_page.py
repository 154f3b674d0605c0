"""Measures the time from `pip install` to the first page, with only the wheel of docsite.

    python benchmarks/first_page.py build/wheel/docsite-1.9.2-py3-none-any.whl

Works in an empty environment in a temporary folder, without Node on the PATH. It only needs Python,
because CI runs it on Linux, macOS and Windows without `make setup`.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import time
import venv
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from urllib.request import urlopen

GOAL_SECONDS = 60
LARGEST = 4
"""The number of installed packages in the list."""
TITLE = "<h1 id="


class Trial:
    """An environment that only contains pip."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.packages = folder / "environment"
        venv.create(self.packages, with_pip=True)
        self.programs = self.packages / ("Scripts" if os.name == "nt" else "bin")
        self.environment = {**os.environ, "PATH": str(self.programs), "PYTHONUTF8": "1"}
        self.environment.pop("PYTHONPATH", None)

    def run(self, program: str, *arguments: str) -> None:
        command = self.command(program, *arguments)
        subprocess.run(command, cwd=self.folder, env=self.environment, check=True)

    def command(self, program: str, *arguments: str) -> list[str]:
        return [str(self.programs / program), *arguments]

    @contextmanager
    def preview(self) -> Iterator[str]:
        """The address of the built site, which a server prints when it is ready."""
        command = self.command("docsite", "preview", "dist", "--port", "0")
        with subprocess.Popen(
            command,
            cwd=self.folder,
            env=self.environment,
            stdout=subprocess.PIPE,
            encoding="utf-8",
        ) as server:
            try:
                yield server.stdout.readline().strip() if server.stdout else ""
            finally:
                server.terminate()

    def load_page(self) -> None:
        with self.preview() as address, urlopen(address) as response:  # noqa: S310 - our own server
            document = response.read().decode("utf-8")
        if TITLE not in document:
            raise SystemExit(f"{address} has no title:\n{document[:500]}")

    def measure_packages(self) -> Mapping[str, int]:
        """The installed bytes of each package and of its metadata."""
        (site,) = {path.parent for path in self.packages.rglob("docsite") if path.is_dir()}
        return {path.name: _size_of(path) for path in site.iterdir()}


def _size_of(path: Path) -> int:
    files = path.rglob("*") if path.is_dir() else (path,)
    return sum(file.stat().st_size for file in files if file.is_file())


def measure(wheel: Path, folder: Path) -> tuple[Mapping[str, float], Mapping[str, int]]:
    """The seconds of each step, and the bytes of each installed package."""
    trial = Trial(folder)
    install = ("-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--no-cache-dir")
    steps: dict[str, Callable[[], None]] = {
        "pip install docsite": lambda: trial.run("python", *install, str(wheel)),
        "docsite new demo": lambda: trial.run("docsite", "new", "demo"),
        "docsite build demo": lambda: trial.run("docsite", "build", "demo"),
        "docsite preview, until the page has arrived": trial.load_page,
    }
    return {name: _time(step) for name, step in steps.items()}, trial.measure_packages()


def _time(step: Callable[[], None]) -> float:
    start = time.perf_counter()
    step()
    return time.perf_counter() - start


def render(wheel: Path, seconds: Mapping[str, float], sizes: Mapping[str, int]) -> str:
    largest = sorted(sizes.items(), key=lambda item: -item[1])[:LARGEST]
    rows = [f"| {name} | {value:.1f} |" for name, value in seconds.items()]
    packages = ", ".join(f"{name} {size / 1e6:.1f} MB" for name, size in largest)
    total = f"**{sum(seconds.values()):.1f}** (goal: {GOAL_SECONDS})"
    installed = f"{packages} (of {sum(sizes.values()) / 1e6:.0f} MB)"
    return "\n".join(
        (
            "| step | seconds |",
            "| --- | --: |",
            *rows,
            f"| from `pip install` to the page | {total} |",
            "",
            f"The wheel has {wheel.stat().st_size / 1e6:.1f} MB. Installed: {installed}.",
        )
    )


def main(arguments: Sequence[str]) -> int:
    if len(arguments) != 1:
        print("Specify the wheel of docsite.", file=sys.stderr)
        return 2
    wheel = Path(arguments[0]).resolve()
    # On Windows, the programs of the environment may still be in use for a moment.
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        print(render(wheel, *measure(wheel, Path(folder))))
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
