"""All code on pages comes from sample files, and every sample file is used."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

import pytest

from docsite.load import Site
from docsite.markdown.includes import extract_region
from scripts.docs.examples.check import FOLDER
from scripts.docs.examples.samples import Sample, load_samples

DOCS = Path(__file__).resolve().parents[1]
ROOT = DOCS.parent
READMES = sorted([*ROOT.glob("README*.md"), *ROOT.glob("packages/*/README.md")])
SAMPLES = load_samples(FOLDER).samples
_IMPORT = re.compile(r"""(?:from|import|require\()\s*['"](\.[^'"]+)['"]""")


def read_blocks(path: Path) -> list[str]:
    """Returns the TypeScript and Vue code blocks of a README, without comments."""
    text = path.read_text(encoding="utf-8")
    return [strip(code) for code in re.findall(r"^```(?:tsx?|vue)\n(.*?)^```", text, re.M | re.S)]


@cache
def load_texts(sample: Sample) -> set[str]:
    """Returns the whole sample and its regions, without comments."""
    text = sample.path.read_text(encoding="utf-8")
    regions = re.findall(r"#region ([\w-]+)", text)
    return {strip(extract_region(text, region) or "") for region in (None, *regions)}


def strip(code: str) -> str:
    """Removes comments, which may be translated."""
    return re.sub(r" *// .*", "", code)


@pytest.mark.parametrize("readme", READMES, ids=lambda path: str(path.relative_to(ROOT)))
def test_every_code_block_of_a_readme_is_a_sample(readme: Path) -> None:
    """Code hosts don't support includes, so a README repeats a file of docs/examples."""
    texts = {text for sample in SAMPLES for text in load_texts(sample)}
    assert [code for code in read_blocks(readme) if code not in texts] == []


def test_no_page_has_inline_code_of_several_lines(site: Site) -> None:
    assert site.config.samples_are_files
    found = [problem for problem in site.problems if "more than one line" in problem.message]
    assert found == []


def find_shown(site: Site) -> set[Sample]:
    """Returns the samples whose code or output is on a page or in a README."""
    blocks = [block for page in site.pages for block in page.document.code_blocks]
    files = {(block.file or "").removeprefix("examples/") for block in blocks}
    repeated = {code for readme in READMES for code in read_blocks(readme)}
    return {
        sample
        for sample in SAMPLES
        if any(file.startswith(f"{sample.stem}.") for file in files)
        or repeated & load_texts(sample)
    }


def find_imported(sample: Sample) -> set[Path]:
    """Returns the files that a sample and its additional files import."""
    beside = (sample.companion(".before.ts"), sample.companion(".other-tab.ts"))
    paths = [sample.path, *(path for path in beside if path)]
    return {
        (path.parent / name).resolve()
        for path in paths
        for name in _IMPORT.findall(path.read_text(encoding="utf-8"))
    }


def test_every_sample_is_shown_or_imported_by_a_shown_one(site: Site) -> None:
    waiting = find_shown(site)
    used: set[Sample] = set()
    while waiting:
        used |= waiting
        imported = {path for sample in waiting for path in find_imported(sample)}
        waiting = {
            sample for sample in SAMPLES if {sample.path, sample.path.with_suffix("")} & imported
        } - used
    unused = {*SAMPLES} - used
    assert sorted(sample.name for sample in unused) == []
