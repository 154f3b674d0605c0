"""Prints how much each module contributes to the size of each package: `make size MODULES=1`."""

from __future__ import annotations

import gzip
import json
import string
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path
from tempfile import TemporaryDirectory

from harness.bundles import BundleError, bundle_sources
from harness.paths import PACKAGES

MEASURED = ("core", "hooks", "vue-hooks", "react-hooks")
_DIGITS = f"{string.ascii_uppercase}{string.ascii_lowercase}{string.digits}+/"
_EXTERNALS = ("--external:react", "--external:vue")

Shares = dict[str, int]
"""Bytes by module. The path is relative to `packages`, without `src`: `core/store/entry`."""


def load_shares(package: str) -> tuple[int, Shares]:
    """Returns the size of a package after gzip, and how much smaller it is without each module.

    Bundles the sources for production, because a published file contains several modules.
    """
    with TemporaryDirectory() as folder:
        output = Path(folder) / "bundle.js"
        entry = PACKAGES / package / "src" / "index.ts"
        options = ("--format=esm", "--sourcemap=external", f"--outfile={output}")
        bundle_sources(entry, *options, *_EXTERNALS)
        script = output.read_text(encoding="utf-8")
        source_map = json.loads(output.with_suffix(".js.map").read_text(encoding="utf-8"))
    pieces = list(_split(script, source_map["mappings"]))
    total = _compressed_size(script)
    shares = {}
    for index in {owner for owner, _ in pieces}:
        rest = "".join(text for owner, text in pieces if owner != index)
        shares[_name_of(source_map["sources"][index])] = total - _compressed_size(rest)
    return total, shares


def _split(script: str, mappings: str) -> Iterator[tuple[int, str]]:
    """Yields the script in pieces, each with the number of its source."""
    source = 0
    for line, segments in zip(script.splitlines(keepends=True), mappings.split(";"), strict=False):
        start = column = 0
        owner = source
        for segment in filter(None, segments.split(",")):
            step, *rest = _decode(segment)
            column += step
            source += rest[0] if rest else 0
            yield owner, line[start:column]
            start, owner = column, source
        yield owner, line[start:]


def _decode(segment: str) -> Iterator[int]:
    """Yields the numbers of a segment of a source map, in base 64 with five bits per digit."""
    value = shift = 0
    for character in segment:
        digit = _DIGITS.index(character)
        value |= (digit & 31) << shift
        shift += 5
        if not digit & 32:
            yield -(value >> 1) if value & 1 else value >> 1
            value = shift = 0


def _name_of(path: str) -> str:
    _, _, name = path.rpartition("packages/")
    return name.replace("/src/", "/").removesuffix(".ts")


def _compressed_size(script: str) -> int:
    return len(gzip.compress(script.encode(), compresslevel=9))


def render_shares(packages: Mapping[str, tuple[int, Shares]]) -> str:
    """One row per module, largest first, and one column per package."""
    modules = {module for _, shares in packages.values() for module in shares}

    def largest(module: str) -> int:
        return max(shares.get(module, 0) for _, shares in packages.values())

    rows = [
        (module, [shares.get(module) for _, shares in packages.values()])
        for module in sorted(modules, key=lambda module: (-largest(module), module))
    ]
    rows.append(("not attributable", [t - sum(s.values()) for t, s in packages.values()]))
    rows.append(("total", [total for total, _ in packages.values()]))
    header = f"{'module':<34}" + "".join(f"{name:>13}" for name in packages)
    return "\n".join([header, *(_render_row(name, figures) for name, figures in rows)])


def _render_row(name: str, figures: list[int | None]) -> str:
    cells = ("" if figure is None else str(figure) for figure in figures)
    return f"{name:<34}" + "".join(f"{cell:>13}" for cell in cells)


def main() -> int:
    try:
        shares = {package: load_shares(package) for package in MEASURED}
    except BundleError as error:
        print(f"size_modules: {error}", file=sys.stderr)
        return 1
    print(render_shares(shares))
    return 0


if __name__ == "__main__":
    sys.exit(main())
