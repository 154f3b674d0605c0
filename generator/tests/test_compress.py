"""Compressed copies: which files have one, and what it contains."""

from pathlib import Path
from random import Random

import brotli
import pytest
from hypothesis import given
from hypothesis import strategies as st

from docsite.emit import compress
from docsite.emit.compress import MINIMUM_BYTES, compress_files, compressed_path, create_copies
from docsite.emit.output import Output
from docsite.errors import OutputError
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


def test_a_copy_is_replaced_with_its_file_and_removed_with_it(tmp_path: Path) -> None:
    def build(*texts: str) -> dict[str, bytes]:
        with Output(tmp_path) as output:
            for number, text in enumerate(texts):
                output.write(f"{number}.html", text * 300)
                output.write(f"{number}.md", text * 300)
            create_copies(output.copies)
            output.commit()
        copies = {path.name: brotli.decompress(path.read_bytes()) for path in tmp_path.glob("*.br")}
        return {name: content[:1] for name, content in copies.items()}

    assert build("a", "b") == {"0.html.br": b"a", "1.html.br": b"b"}
    before = (tmp_path / "0.html.br").stat()
    assert build("a", "c") == {"0.html.br": b"a", "1.html.br": b"c"}
    assert (tmp_path / "0.html.br").stat() == before
    (tmp_path / "0.html.br").unlink()
    assert build("a", "c") == {"0.html.br": b"a", "1.html.br": b"c"}
    assert build("a") == {"0.html.br": b"a"}


def test_a_copy_of_someone_else_is_not_replaced(tmp_path: Path) -> None:
    mine = put(tmp_path / "dist/.well-known/0.html.br", 300)
    with Output(tmp_path / "dist") as output:
        output.write(".well-known/0.html", "a" * 300)
        create_copies(output.copies)
        with pytest.raises(OutputError, match=r"0\.html\.br"):
            output.commit()
    assert mine.stat().st_size == 300


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
