"""The sizes of images in public/, so that pages reserve space for them before they load."""

from __future__ import annotations

import re
import struct
from pathlib import Path

Size = tuple[int, int]
"""Width and height in pixels."""

_SVG = re.compile(rb"<svg\b[^>]*>")
_SVG_COMMENT = re.compile(rb"<!--.*?-->", re.DOTALL)
_RATIO_WIDTH = 1000
_SVG_LENGTHS = [
    re.compile(rb'\s%s="(\d+(?:\.\d+)?)(?:px)?"' % name) for name in (b"width", b"height")
]
_NUMBER = rb"-?\d+(?:\.\d+)?"
_SVG_BOX = re.compile(rb'\sviewBox="\s*%s[\s,]+%s[\s,]+(%s)[\s,]+(%s)\s*"' % ((_NUMBER,) * 4))
_FRAMES = frozenset(range(0xC0, 0xD0)) - {0xC4, 0xC8, 0xCC}
"""The markers of JPEG segments that contain the size."""
_EXIF = 0xE1
_ORIENTATION = 0x0112
_FIRST_SIDEWAYS = 5
"""From this orientation on, width and height are swapped."""


class ImageSizes:
    """Reads each image when its size is first needed."""

    def __init__(self, public: Path) -> None:
        self._public = public
        self._known: dict[str, Size | None] = {}

    def size_of(self, path: str) -> Size | None:
        """Returns `None` if the file or its size is unknown. `path` starts with a slash."""
        if path not in self._known:
            file = self._public / path.removeprefix("/")
            self._known[path] = read_size(file.read_bytes()) if file.is_file() else None
        return self._known[path]


def read_size(data: bytes) -> Size | None:
    """Returns the size of a PNG, GIF, WebP, JPEG or SVG image."""
    try:
        size = _read_size(data)
    except (struct.error, IndexError):  # the file is truncated
        return None
    return size if size and min(size) > 0 else None


def _read_size(data: bytes) -> Size | None:
    if data.startswith(b"\x89PNG\r\n\x1a\n"):
        return _pair(">II", data, 16)
    if data.startswith((b"GIF87a", b"GIF89a")):
        return _pair("<HH", data, 6)
    if data.startswith(b"RIFF") and data[8:12] == b"WEBP":
        return _read_webp(data)
    if data.startswith(b"\xff\xd8"):
        return _read_jpeg(data)
    return _read_svg(data)


def _pair(form: str, data: bytes, start: int) -> Size:
    first, second = struct.unpack_from(form, data, start)
    return int(first), int(second)


def _read_webp(data: bytes) -> Size | None:
    match data[12:16]:
        case b"VP8 ":
            width, height = _pair("<HH", data, 26)
            return width & 0x3FFF, height & 0x3FFF
        case b"VP8L":
            (bits,) = struct.unpack_from("<I", data, 21)
            return (bits & 0x3FFF) + 1, (bits >> 14 & 0x3FFF) + 1
        case b"VP8X":
            width, height = (int.from_bytes(data[at : at + 3], "little") + 1 for at in (24, 27))
            return width, height
    return None


def _read_jpeg(data: bytes) -> Size | None:
    is_sideways = False
    start = 2
    while data[start] == 0xFF:
        marker = data[start + 1]
        (length,) = struct.unpack_from(">H", data, start + 2)
        if marker in _FRAMES:
            height, width = _pair(">HH", data, start + 5)
            return (height, width) if is_sideways else (width, height)
        if marker == _EXIF:
            is_sideways |= _is_sideways(data[start + 4 : start + 2 + length])
        start += 2 + length
    return None


def _is_sideways(segment: bytes) -> bool:
    """Returns whether browsers rotate the image by 90 degrees. `segment` contains Exif data, a TIFF
    file."""
    if not segment.startswith(b"Exif\0\0"):
        return False
    tiff = segment[6:]
    order = "<" if tiff.startswith(b"II") else ">"
    (start,) = struct.unpack_from(f"{order}I", tiff, 4)
    (count,) = struct.unpack_from(f"{order}H", tiff, start)
    for at in range(start + 2, start + 2 + 12 * count, 12):
        (tag,) = struct.unpack_from(f"{order}H", tiff, at)
        if tag == _ORIENTATION:
            return bool(struct.unpack_from(f"{order}H", tiff, at + 8)[0] >= _FIRST_SIDEWAYS)
    return False


def _read_svg(data: bytes) -> Size | None:
    found = _SVG.search(_SVG_COMMENT.sub(b"", data))
    if not found:
        return None
    lengths = (pattern.search(found[0]) for pattern in _SVG_LENGTHS)
    values = [length[1] for length in lengths if length]
    box = _SVG_BOX.search(found[0])
    if len(values) < 2 and box and float(box[1]):
        # The drawing only has an aspect ratio, so it is shown at the full width of the text, which
        # is less than this.
        return _RATIO_WIDTH, round(_RATIO_WIDTH * float(box[2]) / float(box[1]))
    return (round(float(values[0])), round(float(values[1]))) if len(values) == 2 else None
