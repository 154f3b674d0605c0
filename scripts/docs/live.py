"""Prints the samples that run in a browser, for `live/build`: `python -m scripts.docs.live`."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TypedDict

from harness.paths import ROOT
from scripts.docs.examples.samples import IN_BROWSER, Sample, load_samples

FOLDER = ROOT / "docs" / "examples"


class Story(TypedDict):
    """A sample, and the files that play the rest of its story. Paths begin at their folder."""

    name: str
    before: str | None
    otherTab: str | None


def list_stories(folder: Path = FOLDER) -> list[Story]:
    """Every sample that a reader can run."""
    return [_to_story(sample) for sample in load_samples(folder).of(*IN_BROWSER)]


def _to_story(sample: Sample) -> Story:
    def find(suffix: str) -> str | None:
        path = sample.companion(suffix)
        return path.relative_to(sample.folder).as_posix() if path else None

    return {"name": sample.name, "before": find(".before.ts"), "otherTab": find(".other-tab.ts")}


if __name__ == "__main__":
    print(json.dumps(list_stories()))
