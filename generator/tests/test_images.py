"""The sizes of images, in their files and on pages."""

import struct
import zlib
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from docsite.build import build_site
from docsite.site.images import ImageSizes, read_size
from generator.tests.support import append, copy_site, folders_in, prepend

sides = st.integers(1, 16_000)


def png(width: int, height: int) -> bytes:
    def chunk(name: bytes, data: bytes) -> bytes:
        checksum = zlib.crc32(name + data)
        return struct.pack(">I", len(data)) + name + data + struct.pack(">I", checksum)

    header = struct.pack(">IIBBBBB", width, height, 1, 0, 0, 0, 0)
    rows = zlib.compress(b"\0" * ((width + 7) // 8 + 1) * height) if width * height < 1e5 else b""
    return (
        b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", header) + chunk(b"IDAT", rows) + chunk(b"IEND", b"")
    )


def jpeg(width: int, height: int, orientation: int = 1, order: str = ">") -> bytes:
    mark = b"MM\0*" if order == ">" else b"II*\0"
    entry = struct.pack(f"{order}HHIHH", 0x0112, 3, 1, orientation, 0)
    exif = b"Exif\0\0" + mark + struct.pack(f"{order}IH", 8, 1) + entry
    frame = struct.pack(">BHHB", 8, height, width, 3)
    segments = ((0xE1, exif), (0xDB, bytes(65)), (0xC2, frame))
    return b"\xff\xd8" + b"".join(
        struct.pack(">BBH", 0xFF, marker, len(data) + 2) + data for marker, data in segments
    )


def webp(kind: bytes, data: bytes) -> bytes:
    return b"RIFF\0\0\0\0WEBP" + kind + bytes(4) + data


@given(sides, sides)
def test_the_size_of_each_format_is_read(width: int, height: int) -> None:
    lossless = (width - 1) | (height - 1) << 14
    extended = (width - 1).to_bytes(3, "little") + (height - 1).to_bytes(3, "little")
    images = [
        png(width, height),
        jpeg(width, height),
        b"GIF89a" + struct.pack("<HH", width, height),
        webp(b"VP8 ", bytes(6) + struct.pack("<HH", width, height)),
        webp(b"VP8L", b"\x2f" + struct.pack("<I", lossless)),
        webp(b"VP8X", bytes(4) + extended),
        f'<?xml version="1.0"?><svg height="{height}px" width="{width}"></svg>'.encode(),
        f'<!-- <svg width="1" height="1"> --><svg width="{width}" height="{height}"/>'.encode(),
    ]
    assert [read_size(image) for image in images] == [(width, height)] * len(images)


@pytest.mark.parametrize("length", ["", ' width="100%"'])
def test_a_drawing_with_only_a_ratio_is_wider_than_the_text(length: str) -> None:
    assert read_size(f'<svg{length} viewBox="-1 0 10 6"></svg>'.encode()) == (1000, 600)
    assert read_size(f'<svg{length} viewBox="0 0 0 6"></svg>'.encode()) is None


@pytest.mark.parametrize("order", ["<", ">"])
def test_a_photo_on_its_side_is_measured_as_it_is_shown(order: str) -> None:
    assert read_size(jpeg(40, 30, 6, order)) == (30, 40)
    assert read_size(jpeg(40, 30, 3, order)) == (40, 30)


@given(st.binary(max_size=60) | st.integers(0, 90).map(lambda end: jpeg(40, 30)[:end]))
def test_any_data_has_no_size_or_a_positive_one(data: bytes) -> None:
    for start in (b"", b"\x89PNG\r\n\x1a\n", b"GIF89a", b"RIFF0000WEBPVP8X", b"\xff\xd8", b"<svg>"):
        size = read_size(start + data)
        assert size is None or min(size) > 0
    assert read_size(b"<svg width='0' height='3'/>") is None


def test_a_missing_file_has_no_size(tmp_path: Path) -> None:
    assert ImageSizes(tmp_path).size_of("/missing.png") is None


def test_images_on_pages_have_their_size(tmp_path: Path) -> None:
    docs = copy_site(tmp_path)
    prepend(docs / "site.toml", 'base = "/tea/"\n')
    (docs / "public/red cup.png").write_bytes(png(30, 20))
    for name in ("guide/start.md", "zh/guide/start.md"):
        append(docs / name, '\n![Cup](</red cup.png>)\n\n`<img src="/red cup.png">`\n')
    folders = folders_in(tmp_path, docs)
    assert build_site(folders, is_compressed=False).problems == ()
    document = (folders.output / "guide/start.html").read_text(encoding="utf-8")
    assert '<img src="/tea/red%20cup.png" width="30" height="20" alt="Cup"' in document
    assert document.count('width="30"') == 1
