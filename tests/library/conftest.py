"""Pages with the built packages in real browsers."""

from __future__ import annotations

import tarfile
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from functools import cache
from pathlib import Path
from typing import TypeVar

import pytest
from playwright.sync_api import BrowserContext, Frame, Page, Playwright

from harness.browsers.chromium import launch_options
from harness.browsers.engines import ENGINES, Engine, EngineTab, Profile, launch_engine
from harness.bundles import bundle_source
from harness.packages import NAMES
from harness.paths import PACKAGES, ROOT
from harness.programs import run
from harness.static import render_page, serve
from tests.axe import AXE

Tabs = tuple[Page, Page]
_FRAMEWORKS = ("react", "react-dom", "vue")
AnyTab = TypeVar("AnyTab", bound=EngineTab)

PAGES = Path(__file__).parent / "pages"
_ENTRY_POINTS = (
    "@tuffet/core",
    "@tuffet/hooks",
    "@tuffet/hooks/backups",
    "@tuffet/hooks/consent",
    "@tuffet/hooks/expiry",
    "@tuffet/hooks/family",
    "@tuffet/hooks/schema",
)

_DEVTOOLS_PAGE = (
    '<!doctype html><html lang="{lang}"><title>App</title><main><h1>App</h1></main>{script}</html>'
)


def in_engine(name: str, *, is_in_e2e: bool) -> list[pytest.MarkDecorator]:
    """Marks of a test in an engine. `make e2e` runs most tests only in Chromium."""
    return [] if name == "chromium" or is_in_e2e else [pytest.mark.engines]


@pytest.fixture(
    scope="session",
    params=[pytest.param(name, marks=in_engine(name, is_in_e2e=False)) for name in ENGINES],
)
def engine_name(request: pytest.FixtureRequest) -> str:
    name: str = request.param
    return name


@pytest.fixture(scope="session")
def start_engine(playwright: Playwright) -> Iterator[Callable[[str], Engine]]:
    """Starts each browser once per session, even if tests alternate between engines."""
    with ExitStack() as running:

        @cache
        def start(name: str) -> Engine:
            if name == "chromium":
                # A second Playwright can't start in the same thread.
                return running.enter_context(playwright.chromium.launch(**launch_options()))
            return running.enter_context(launch_engine(name))

        yield start


@pytest.fixture(scope="session")
def engine(start_engine: Callable[[str], Engine], engine_name: str) -> Engine:
    """A running browser. Tests that use it run in every engine."""
    return start_engine(engine_name)


@pytest.fixture(scope="session")
def engine_profile(engine: Engine) -> Iterator[Profile]:
    """A shared profile for tests that only need a new document."""
    with engine.new_context() as profile:
        yield profile


@pytest.fixture(scope="session")
def engine_tab(engine_profile: Profile) -> EngineTab:
    return engine_profile.new_page()


@pytest.fixture(scope="session")
def site(built_packages: None) -> Iterator[str]:  # noqa: ARG001
    """The address of a site with the packages as `tuffet`, and a second copy as `copy`."""
    modern = ", ".join(f"...m{i}" for i, _ in enumerate(_ENTRY_POINTS))
    imports = "".join(f"import * as m{i} from '{name}';" for i, name in enumerate(_ENTRY_POINTS))
    classic = ", ".join(f"...require('{name}')" for name in _ENTRY_POINTS)
    source = f"{imports} window.tuffet = {{ {modern} }};"
    files = {
        "/tuffet.js": bundle_source(source),
        "/development.js": bundle_source(source, is_development=True),
        "/copy.js": bundle_source(f"window.copy = {{ {classic} }};"),
        **{f"/{file.name}": file.read_bytes() for file in PAGES.glob("*.js")},
        "/": render_page("tuffet.js"),
        "/empty": render_page(),
        "/development": render_page("development.js"),
        "/copies": render_page("tuffet.js", "copy.js"),
        "/tabs": render_page("tuffet.js", "tabs.js"),
        "/releases": render_page("tuffet.js", "releases.js"),
        "/tabs-without-repair": render_page("no-repair.js", "tuffet.js", "tabs.js"),
        "/faults": render_page("tuffet.js", "faults.js"),
        "/sandbox": render_page(body='<iframe sandbox="allow-scripts" src="/faults"></iframe>'),
    }
    with serve(files, is_cached=True) as address:
        yield address


@pytest.fixture
def home(tab: Page, site: str) -> Page:
    """A new document with the packages as `tuffet`, over empty storage."""
    return open_page(tab, site)


@pytest.fixture
def development(tab: Page, site: str) -> Page:
    """The same with a development build of the packages."""
    return open_page(tab, f"{site}/development")


@pytest.fixture
def copies(tab: Page, site: str) -> Page:
    """The same with a second copy of the packages as `copy`."""
    return open_page(tab, f"{site}/copies")


@pytest.fixture
def faulty(tab: Page, site: str) -> Page:
    """The same with functions that create modules and record their errors."""
    return open_page(tab, f"{site}/faults")


@pytest.fixture
def denied(tab: Page, site: str) -> Frame:
    """An iframe with an opaque origin, where even `typeof localStorage` throws."""
    tab.goto(f"{site}/sandbox")
    frame = tab.frames[1]
    names = frame.evaluate(
        """['localStorage', 'sessionStorage'].map((name) => {
          try { return new Function(`return typeof ${name}`)(); } catch (error) {
            return error.name;
          }
        })"""
    )
    assert names == ["SecurityError", "SecurityError"]
    return frame


def open_page(tab: AnyTab, address: str) -> AnyTab:
    tab.goto(address)
    tab.evaluate("localStorage.clear(), sessionStorage.clear()")
    return tab


def open_tabs(context: BrowserContext, site: str, script: str) -> Tabs:
    """Two tabs of one profile, after a script ran in each."""
    tabs = context.new_page(), context.new_page()
    for tab in tabs:
        tab.goto(site)
        tab.evaluate(script)
    return tabs


@pytest.fixture(scope="session")
def devtools_scripts(built_packages: None, tmp_path_factory: pytest.TempPathFactory) -> Path:  # noqa: ARG001
    """The application, bundled for development. The panel is a separate script."""
    folder = tmp_path_factory.mktemp("scripts")
    options = [
        "--bundle",
        "--splitting",
        "--format=esm",
        "--tsconfig-raw={}",
        "--log-level=warning",
    ]
    mode = '--define:process.env.NODE_ENV="development"'
    modules = f"--alias:@tuffet/devtools={PACKAGES / 'devtools' / 'dist' / 'index.mjs'}"
    source = PAGES / "devtools-app.js"
    run(
        ["esbuild", str(source), *options, mode, modules, f"--outdir={folder}"],
        directory=PACKAGES / "hooks",
    )
    return folder


@pytest.fixture(scope="session")
def devtools_app(devtools_scripts: Path) -> Iterator[str]:
    """The address of the application: `/en` and `/zh-CN`."""
    tag = '<script type="module" src="/devtools-app.js"></script>'
    pages = {
        f"/{lang}": _DEVTOOLS_PAGE.format(lang=lang, script=tag).encode()
        for lang in ("en", "zh-CN")
    }
    files = {f"/{file.name}": file.read_bytes() for file in (*devtools_scripts.iterdir(), AXE)}
    with serve({**files, **pages}) as address:
        yield address


@pytest.fixture(scope="session")
def tarballs(built_packages: None, tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:  # noqa: ARG001
    """The files that `pnpm publish` uploads, by package."""
    folder = tmp_path_factory.mktemp("tarballs")
    for name in NAMES:
        run(["pnpm", "pack", "--pack-destination", str(folder)], directory=PACKAGES / name)
    return {name: next(folder.glob(f"tuffet-{name}-*.tgz")) for name in NAMES}


@pytest.fixture(scope="session")
def project(tarballs: dict[str, Path], tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A project outside this workspace with the packages installed."""
    folder = tmp_path_factory.mktemp("project")
    modules = folder / "node_modules"
    for name, file in tarballs.items():
        with tarfile.open(file) as archive:
            archive.extractall(modules / "@tuffet" / f"{name}.unpacked", filter="data")
        (modules / "@tuffet" / f"{name}.unpacked" / "package").rename(modules / "@tuffet" / name)
    for name in _FRAMEWORKS:
        (modules / name).symlink_to(ROOT / "node_modules" / name)
    return folder
