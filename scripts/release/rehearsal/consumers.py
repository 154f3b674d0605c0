"""Empty projects that install our packages from a registry, as users do."""

from __future__ import annotations

import shutil
import subprocess
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path

from playwright.sync_api import Browser, expect

from harness.paths import ROOT
from harness.static import serve

_PROJECTS = Path(__file__).parent / "projects"
_SAMPLES = ROOT / "docs" / "examples" / "readme"

Check = Callable[[Path, Mapping[str, str], Browser], None]
"""Runs a built project; raises an error if it doesn't work."""


@dataclass(frozen=True)
class Consumer:
    """A project in `projects/`, and the packages that it installs."""

    name: str
    packages: tuple[str, ...]
    check: Check | None = None
    """`None` if there is nothing to run: the project only compiles."""
    has_build: bool = True
    samples: str | None = None
    """A folder in `docs/examples/readme`, whose code is copied to `src/`."""


@dataclass
class Result:
    """One line of the table. A step is `None` if the project doesn't have it."""

    consumer: str
    installed: bool | None = None
    built: bool | None = None
    ran: bool | None = None
    problem: str = ""


class RehearsalError(Exception):
    """A project doesn't behave as documented."""


def require(is_right: bool, problem: str) -> None:
    if not is_right:
        raise RehearsalError(problem)


def check_in_browser(folder: str) -> Check:
    """Checks a button that shows and switches the theme, also after a reload."""

    def check(project: Path, _environment: Mapping[str, str], browser: Browser) -> None:
        with serve(_load_site(project / folder)) as address, browser.new_context() as context:
            page = context.new_page()
            errors: list[str] = []
            page.on("pageerror", lambda error: errors.append(str(error)))
            page.goto(f"{address}/")
            button = page.get_by_role("button")
            expect(button).to_have_text("light")
            button.click()
            expect(button).to_have_text("dark")
            page.reload()
            expect(button).to_have_text("dark")
            stored = page.evaluate("localStorage.getItem('settings')")
            require(stored == '{"theme":"dark"}', f"The stored entry is {stored}.")
            require(not errors, f"The page threw {errors}.")

    return check


def _load_site(folder: Path) -> dict[str, bytes]:
    files = {
        f"/{file.relative_to(folder).as_posix()}": file.read_bytes()
        for file in folder.rglob("*")
        if file.is_file()
    }
    return {**files, "/": files["/index.html"]}


def check_in_node(project: Path, environment: Mapping[str, str], _browser: Browser) -> None:
    printed = _run(["npm", "run", "--silent", "start"], project, environment)
    require(printed == "light\n", f"It printed {printed!r}.")


CONSUMERS = (
    Consumer("vite-react", ("@tuffet/react-hooks",), check_in_browser("dist"), samples="react"),
    Consumer("vite-vue", ("@tuffet/vue-hooks",), check_in_browser("dist"), samples="vue"),
    Consumer("webpack", ("@tuffet/hooks",), check_in_browser("public")),
    Consumer("esbuild", ("@tuffet/core",), check_in_browser("public")),
    Consumer("node-require", ("@tuffet/hooks",), check_in_node, has_build=False),
    Consumer("node-import", ("@tuffet/hooks",), check_in_node, has_build=False),
    Consumer("types-node16", ("@tuffet/core", "@tuffet/hooks")),
    Consumer("types-bundler", ("@tuffet/core", "@tuffet/hooks")),
)


def try_consumer(
    consumer: Consumer, folder: Path, environment: Mapping[str, str], browser: Browser
) -> Result:
    """Installs, builds and runs a copy of the project, until a step fails."""
    result = Result(consumer.name)
    project = folder / consumer.name
    copy_project(consumer, project)
    try:
        result.installed = False
        _run(["npm", "install", *consumer.packages], project, environment)
        result.installed = True
        if consumer.has_build:
            result.built = False
            _run(["npm", "run", "build"], project, environment)
            result.built = True
        if consumer.check:
            result.ran = False
            consumer.check(project, environment, browser)
            result.ran = True
    except (AssertionError, RehearsalError, subprocess.CalledProcessError) as error:
        result.problem = describe(error)
    return result


def copy_project(consumer: Consumer, target: Path) -> None:
    shutil.copytree(_PROJECTS / consumer.name, target)
    if consumer.samples:
        # The .txt files are recorded output.
        ignored = shutil.ignore_patterns("*.txt")
        shutil.copytree(
            _SAMPLES / consumer.samples, target / "src", ignore=ignored, dirs_exist_ok=True
        )


def describe(error: Exception) -> str:
    if isinstance(error, subprocess.CalledProcessError):
        command = " ".join(map(str, error.cmd))
        return f"{command} failed ({error.returncode}):\n{error.stdout}{error.stderr}"
    return str(error)


def _run(command: list[str], project: Path, environment: Mapping[str, str]) -> str:
    return subprocess.run(
        command, cwd=project, env=environment, capture_output=True, text=True, check=True
    ).stdout
