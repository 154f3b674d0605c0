"""Every sample for browsers can be run on the pages that show it."""

import re

from docsite.load import Site
from scripts.docs.live import list_runnable_samples


def test_every_browser_sample_is_built(site: Site) -> None:
    assert site.live
    samples = {name for name in site.live.runs if not name.startswith("instruments/")}
    assert samples == {sample["name"] for sample in list_runnable_samples()}


def test_exactly_the_blocks_of_built_samples_can_be_run(site: Site) -> None:
    assert site.live
    for page in site.pages:
        blocks, tag = page.document.code_blocks, page.source.locale
        named = [site.live.run_of(block.file, tag) for block in blocks]
        boxes = [site.live.runs[box.name] for box in page.document.live_boxes]
        found = re.findall(r'data-run="(\w*)"', page.document.html)
        assert sorted(found) == sorted([*filter(None, named), *boxes]), page.path


def test_most_samples_can_be_run_on_a_page(site: Site) -> None:
    assert site.live
    files = {block.file for page in site.pages for block in page.document.code_blocks}
    shown = {site.live.name_of(file) for file in files} - {None}
    assert len(shown) >= 100
