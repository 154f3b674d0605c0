"""Prints the size of each package with its dependencies, and checks its limit: `make size`."""

from __future__ import annotations

import gzip
import sys
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache

import brotli

from harness.bundles import BundleError, bundle_exports
from harness.paths import PACKAGES

LIMITS = {
    "shared": 320,
    "core": 5850,
    "hooks": 9250,
    "hooks/adopt": 350,
    "hooks/consent": 600,
    "hooks/expiry": 900,
    "hooks/family": 440,
    "hooks/head": 800,
    "hooks/merge": 100,
    "vue-hooks": 10500,
    "vue-hooks/hydrated": 100,
    "react-hooks": 10270,
    "react-hooks/hydrated": 150,
    "analytics": 3090,
    "devtools": 100,
    "devtools/vue-devtools": 100,
}
"""The maximum size of each package or entry point, in bytes after gzip."""

EXCLUDED = ("react", "vue", "./detailed.mjs")
"""Frameworks, and a file that only loads with an option."""


@dataclass(frozen=True)
class Size:
    """The bytes that one package adds to an application, without the framework."""

    package: str
    minified: int
    gzip: int
    brotli: int
    limit: int
    """For `gzip`."""

    @property
    def is_over(self) -> bool:
        return self.gzip > self.limit


@cache
def load_size(name: str) -> Size:
    """Measures one built package, or what another entry point adds to it: `hooks/adopt`."""
    package, _, entry_point = name.partition("/")
    minified, gzipped, compressed = _measure(_bundle(package, "index"))
    if entry_point:
        both = _measure(_bundle(package, "index", entry_point))
        minified, gzipped, compressed = both[0] - minified, both[1] - gzipped, both[2] - compressed
    return Size(f"@tuffet/{name}", minified, gzipped, compressed, LIMITS[name])


def _bundle(package: str, *entries: str) -> bytes:
    dist = PACKAGES / package / "dist"
    source = "".join(f'export * from "./{entry}.mjs";' for entry in entries)
    externals = (f"--external:{part}" for part in EXCLUDED)
    return bundle_exports(source, dist, "--format=esm", *externals)


def _measure(script: bytes) -> tuple[int, int, int]:
    return len(script), len(gzip.compress(script, compresslevel=9)), len(brotli.compress(script))


def render_table(sizes: Iterable[Size]) -> str:
    """One line per package; those over their limit say by how much."""
    header = f"{'package':<22}{'min':>8}{'gzip -9':>9}{'brotli':>8}{'limit':>8}"
    return "\n".join([header, *map(_render_row, sizes)])


def _render_row(size: Size) -> str:
    left = size.limit - size.gzip
    verdict = f"over by {-left}" if size.is_over else f"{left} left"
    figures = f"{size.minified:>8}{size.gzip:>9}{size.brotli:>8}{size.limit:>8}"
    return f"{size.package:<22}{figures}  {verdict}"


def main() -> int:
    try:
        sizes = [load_size(name) for name in LIMITS]
    except BundleError as error:
        print(f"size: {error}", file=sys.stderr)
        return 1
    print(render_table(sizes))
    return 1 if any(size.is_over for size in sizes) else 0


if __name__ == "__main__":
    sys.exit(main())
