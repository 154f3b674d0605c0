"""Small sites for tests: a valid one, and files that make it invalid."""

from __future__ import annotations

import json
import re
import shutil
from collections.abc import Callable, Mapping
from dataclasses import replace as replace_fields
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory

from msgspec.structs import replace

from docsite.build import CACHE_FILE, Folders
from docsite.cache import Cache
from docsite.load import load_site
from docsite.node.highlight import create_highlighter
from docsite.node.worker import Worker
from docsite.records import SiteConfig
from docsite.site.config import load_config
from docsite.site.strings import TextStrings, text_strings_of

SITES = Path(__file__).parent / "sites"
FIXTURES = Path(__file__).parent / "fixtures"
ROOT = Path(__file__).resolve().parents[2]
THEME = ROOT / "theme"
THEME_OPTION = ("--theme", str(THEME))
"""The theme of this repository, on the command line."""

PRODUCT_WORDS = re.compile(
    r"tuffet|instrument|migrat|protect|react|\bhooks?\b|(?<!local)(?<!session)storage",
    re.IGNORECASE,
)
"""Terms of the product. localStorage and sessionStorage are also browser APIs for any site."""
TSCONFIG = {
    "compilerOptions": {
        "strict": True,
        "module": "preserve",
        "target": "es2022",
        "lib": ["es2022"],
        "types": [],
    }
}


def copy_site(folder: Path, case: str = "good") -> Path:
    """Copies the valid site and overwrites it with the files of a case."""
    docs = folder / "docs"
    for name in dict.fromkeys(("good", case)):
        shutil.copytree(SITES / name, docs, dirs_exist_ok=True)
    return docs


def folders_in(folder: Path, docs: Path) -> Folders:
    """Returns the folders of a build with the theme and the highlighted code of the valid site."""
    work = folder / "work"
    add_bundles(work)
    (work / CACHE_FILE).write_bytes(highlight_site())
    return Folders(docs, THEME, folder / "dist", work)


def add_bundles(work: Path) -> None:
    """Adds the theme's bundles of `make build`, if it has run."""
    work.mkdir(parents=True, exist_ok=True)
    if (ROOT / "build/theme").exists():
        shutil.copytree(ROOT / "build/theme", work / "theme")


@cache
def highlight_site() -> bytes:
    """Returns a cache with the code of the valid site. Starting a highlighter takes longer than the
    rest of a small build."""
    with TemporaryDirectory() as folder:
        file = Path(folder) / CACHE_FILE
        with Cache(file) as store, Worker(worker_command()) as worker:
            load_site(SITES / "good", create_highlighter(worker, store, THEME))
        return file.read_bytes()


def copy_built(built: Folders, folder: Path) -> Folders:
    """Copies a site that was built, with its cache, so that a test can change it."""
    names = ("docs", "output", "work")
    return replace_fields(
        built, **{name: shutil.copytree(getattr(built, name), folder / name) for name in names}
    )


def add_hovers(docs: Path) -> None:
    """Turns on hovers for the TypeScript samples."""
    prepend(docs / "site.toml", 'hovers = { tsconfig = "examples/tsconfig.json" }\n')
    (docs / "examples/tsconfig.json").write_text(json.dumps(TSCONFIG), encoding="utf-8")


def edit(path: Path, old: str, new: str) -> None:
    """Replaces a string that must exist."""
    text = path.read_text(encoding="utf-8")
    assert old in text
    path.write_text(text.replace(old, new, 1), encoding="utf-8")


def prepend(path: Path, text: str) -> None:
    path.write_text(text + path.read_text(encoding="utf-8"), encoding="utf-8")


def append(path: Path, text: str) -> None:
    path.write_text(path.read_text(encoding="utf-8") + text, encoding="utf-8")


def is_linear(seconds_for: Callable[[int], float], length: int, floor_s: float) -> bool:
    """Returns whether the time grows linearly with the length of the string.

    A string of 8 times the length takes 8 times as long if the time is linear, and 64 times if it
    is quadratic; the limit is in between. Times below `floor_s` are too inaccurate to compare. The
    minimum of two runs is less affected by other processes. The second run of the long string is
    skipped if the first one is already below the limit.
    """
    long_s = seconds_for(8 * length)
    if long_s < floor_s:
        return True
    limit_s = max(floor_s, 28 * min(seconds_for(length) for _ in range(2)))
    return long_s < limit_s or seconds_for(8 * length) < limit_s


def good_config() -> SiteConfig:
    return load_config(SITES / "good")


def strings(tag: str = "en-US") -> TextStrings:
    """Returns docsite's own strings in a language."""
    locale = next(locale for locale in good_config().locales if locale.tag == tag)
    return text_strings_of(replace(locale, strings={}))


def worker_command(bundle: Path | None = None) -> list[str]:
    """Returns the command of the real worker, with a custom server bundle for tests that render."""
    node = ROOT / "node_modules/.bin/node"
    return [str(node), str(ROOT / "theme/worker.mjs"), *([str(bundle)] if bundle else [])]


def read_files(folder: Path) -> Mapping[str, bytes]:
    """Returns the content of each file by its name."""
    return {
        path.relative_to(folder).as_posix(): path.read_bytes()
        for path in sorted(folder.rglob("*"))
        if path.is_file()
    }


def memory_cache() -> Cache:
    return Cache(Path(":memory:"))
