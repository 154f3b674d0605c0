"""Prints the samples that run in a browser, for `live/build`: `python -m scripts.docs.live`."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TypedDict

from harness.paths import ROOT
from scripts.docs.examples.samples import IN_BROWSER, Sample, load_samples

FOLDER = ROOT / "docs" / "examples"


class RunnableSample(TypedDict):
    """A sample and the other files of its scenario. Paths are relative to the samples folder."""

    name: str
    before: str | None
    otherTab: str | None


def list_runnable_samples(folder: Path = FOLDER) -> list[RunnableSample]:
    """Every sample that can be run on a page."""
    return [_to_runnable(sample) for sample in load_samples(folder).of(*IN_BROWSER)]


def _to_runnable(sample: Sample) -> RunnableSample:
    def find(suffix: str) -> str | None:
        path = sample.companion(suffix)
        return path.relative_to(sample.folder).as_posix() if path else None

    return {"name": sample.name, "before": find(".before.ts"), "otherTab": find(".other-tab.ts")}


if __name__ == "__main__":
    print(json.dumps(list_runnable_samples()))
