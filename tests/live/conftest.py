"""The built site with a page that runs any program in its iframes, and a foreign host."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from harness.servers import serve_nginx
from tests.live.recorder import Recorder, record
from tests.live.trials import TrialSite

LiveSamples = dict[str, dict[str, Any]]
"""The files that the Run button fetches, by name."""
PAGES = Path(__file__).parent / "pages"


@pytest.fixture(scope="session")
def live_samples(dist: Path) -> LiveSamples:
    files = (dist / "assets/live").glob("*.json")
    found = {file.name: json.loads(file.read_text(encoding="utf-8")) for file in files}
    assert found, "nothing can be run"
    return found


def find_run(dist: Path, live_samples: LiveSamples, path: str, name: str) -> str:
    """Returns the `data-run` of a sample on a page. It depends on the language of its comments."""
    document = (dist / path.removeprefix("/")).read_text(encoding="utf-8")
    named = (file.removesuffix(".json") for file, it in live_samples.items() if it["id"] == name)
    (run,) = (run for run in named if f'data-run="{run}"' in document)
    return run


@pytest.fixture(scope="session")
def recorder() -> Iterator[Recorder]:
    """A foreign host."""
    with record() as found:
        yield found


@pytest.fixture(scope="module")
def trial_site(
    dist: Path, live_samples: LiveSamples, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[TrialSite]:
    """The site with an additional page, which has the same policy. Requests are logged."""
    folder = tmp_path_factory.mktemp("trial")
    root, log = folder / "site", folder / "paths.log"
    root.mkdir()
    for file in dist.iterdir():
        (root / file.name).symlink_to(file)
    for file in PAGES.iterdir():
        (root / file.name).symlink_to(file)
    frames = {sample["framework"]: sample["frame"] for sample in live_samples.values()}
    with serve_nginx(root, log) as address:
        yield TrialSite(address, frames, log)
