"""Converts Markdown to plain text, for titles and summaries."""

from __future__ import annotations

import re
import unicodedata
from html import unescape

from docsite.check.structure import SUMMARY_WIDTH

_STEPS = (
    (re.compile(r"!\[([^\]]*)\]\([^)]*\)"), r"\1"),
    (re.compile(r"\[([^\]]*)\](?:\([^)]*\)|\[[^\]]*\])"), r"\1"),
    (re.compile(r"\{[:.#][^{}]*\}|\{ [.#:][^{}]*\}"), ""),
    (re.compile(r"<(https?://[^>\s]+)>"), r"\1"),
    (re.compile(r"</?[A-Za-z][^<>]*>"), ""),
    (re.compile(r":[a-z]+-[a-z0-9-]+:"), ""),
    (re.compile(r"`+"), ""),
    (re.compile(r"\*\*|__|==|\^\^|~~"), ""),
    (re.compile(r"(?<!\w)[*_]|[*_](?!\w)"), ""),
    (re.compile(r"\\([!-/:-@\[-`{-~])"), r"\1"),
)


def plain_text(text: str) -> str:
    for pattern, replacement in _STEPS:
        text = pattern.sub(replacement, text)
    return " ".join(unescape(text).split())


def shorten(text: str, width: int = SUMMARY_WIDTH) -> str:
    """Truncates plain text after the last sentence or word that fits."""
    used, end = 0, len(text)
    for at, char in enumerate(text):
        used += 1 + (unicodedata.east_asian_width(char) in "FW")
        if used > width:
            end = at
            break
    if end == len(text):
        return text
    head = text[: end - 1]
    sentence = max(head.rfind(mark) for mark in (". ", "! ", "? ", "。"))
    if sentence > end // 3:
        return head[: sentence + 1]
    return f"{head.rpartition(' ')[0] or head}…"
