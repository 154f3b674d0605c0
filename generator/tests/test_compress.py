"""Compressed copies: which files have one, and what it contains."""

from pathlib import Path
from random import Random

import brotli
import pytest
from hypothesis import given
from hypothesis import strategies as st

from docsite.emit import compress
from docsite.emit.compress import MINIMUM_BYTES, compress_files, compressed_path
from docsite.emit.output import Output
from docsite.hosts.headers import COMPRESSED_SUFFIXES, DATA_SUFFIXES


def put(path: Path, size: int) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(b"water " * (size // 6) + b"x" * (size % 6))
    return path


@given(
    content=st.binary(min_size=MINIMUM_BYTES, max_size=MINIMUM_BYTES + 100),
    suffix=st.sampled_from(sorted({*COMPRESSED_SUFFIXES} - {*DATA_SUFFIXES})),
    is_shared=st.booleans(),
)
def test_a_copy_has_the_content_of_its_file(
    tmp_path_factory: pytest.TempPathFactory, content: bytes, suffix: str, is_shared: bool
) -> None:
    file = tmp_path_factory.mktemp("site") / f"file.{suffix}"
    file.write_bytes(content)
    assert compress_files([file], {file} if is_shared else ()) == 1
    assert brotli.decompress(compressed_path(file).read_bytes()) == content
    assert {path.name for path in file.parent.iterdir()} == {file.name, f"{file.name}.br"}


@pytest.mark.parametrize(
    ("name", "size", "expected"),
    [
        ("page.html", MINIMUM_BYTES - 1, 0),
        ("page.html", MINIMUM_BYTES, 1),
        ("logo.svg", MINIMUM_BYTES, 1),
        ("texts-0.json", 10_000, 0),
        ("page.md", 10_000, 0),
        ("image.png", 10_000, 0),
        ("no-suffix", 10_000, 0),
    ],
)
def test_small_files_data_and_binary_files_have_no_copy(
    tmp_path: Path, name: str, size: int, expected: int
) -> None:
    assert compress_files([put(tmp_path / name, size)]) == expected


def test_an_existing_copy_is_kept(tmp_path: Path) -> None:
    file = put(tmp_path / "page.html", 1000)
    compressed_path(file).write_bytes(b"kept")
    assert compress_files([file]) == 0
    assert compressed_path(file).read_bytes() == b"kept"


def test_copies_of_data_other_formats_and_interrupted_ones_are_removed(tmp_path: Path) -> None:
    """Earlier versions also wrote gzip, and copies of data."""
    output = Output(tmp_path / "site")
    output.write("page.html", "water " * 200)
    output.write("page.md", "water " * 200)
    compress_files(output.files)
    for name in ("page.html.gz", "page.html.draft", "page.md.br"):
        put(output.folder / name, 100)
    output.remove_stale()
    names = {path.name for path in output.folder.iterdir()}
    assert names == {"page.html", "page.html.br", "page.md"}


@pytest.mark.parametrize("name", ["a.html", "a.svg"])
def test_shared_files_and_preferred_ones_of_small_sites_are_smaller(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    random = Random(0)  # noqa: S311
    text = " ".join(random.choice(COMPRESSED_SUFFIXES) for _ in range(20_000))
    file = put(tmp_path / name, 0)
    file.write_text(text, encoding="utf-8")

    def compressed_size(limit: int, *shared: Path) -> int:
        monkeypatch.setattr(compress, "SMALL_SITE_BYTES", limit)
        compressed_path(file).unlink(missing_ok=True)
        compress_files([file], shared)
        return compressed_path(file).stat().st_size

    small_site, large_site = compressed_size(len(text)), compressed_size(len(text) - 1)
    assert compressed_size(len(text), file) < small_site < large_site
