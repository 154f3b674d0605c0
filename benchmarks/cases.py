"""The benchmark cases: the scripts, the shapes of entries and the baselines."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from harness.bundles import bundle_file
from harness.paths import ROOT

SOURCES = ROOT / "benchmarks" / "cases"

SHAPES = {
    "small": "six properties",
    "list": "one long list and six small properties",
    "properties": "a thousand properties",
}


@dataclass(frozen=True)
class Case:
    """A script in `cases/` and its metadata."""

    name: str
    measures: tuple[str, ...]
    baseline: str
    """The contender that ratios are relative to."""
    ours: tuple[str, ...]
    shapes: tuple[str, ...] = tuple(SHAPES)

    def write_bundle(self, directory: Path) -> None:
        (source,) = SOURCES.glob(f"{self.name}.ts*")
        (directory / f"{self.name}.js").write_bytes(bundle_file(source, "--format=iife"))


ACCESS = Case("access", ("read", "write"), "raw", ("@tuffet/core", "@tuffet/hooks"))
REACT = Case("react-mount", ("mount", "update"), "plain", ("@tuffet/react-hooks",))
VUE = Case("vue-mount", ("mount", "update"), "plain", ("@tuffet/vue-hooks",))
LISTENERS = Case("listeners", ("notify",), "zustand", ("@tuffet/hooks",), ("small",))
CREATION = Case("creation", ("create",), "raw", ("@tuffet/core", "@tuffet/hooks"), ("small",))
CASES = (ACCESS, REACT, VUE, LISTENERS, CREATION)
