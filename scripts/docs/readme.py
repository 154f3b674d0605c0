"""Checks that README.zh-CN.md is up to date: `python -m scripts.docs.readme --translated`.

A comment at its end contains the hash of each section of README.md that it was translated from.
After updating the translation, `--translated` updates the comment.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from itertools import zip_longest

from docsite.check.parity import ASPECTS, LinkRules
from docsite.digests import short_hash
from docsite.markdown import ParseContext, parse
from docsite.records import Document
from docsite.site.config import load_config
from docsite.site.strings import text_strings_of
from harness.paths import ROOT

ORIGINAL, TRANSLATION = "README.md", "README.zh-CN.md"

_RECORD = re.compile(r"\n<!-- translated: ([0-9a-f ]*) -->\n\Z")
_CODE = re.compile(r"^```.*?^```$", re.MULTILINE | re.DOTALL)


def split_sections(text: str) -> list[str]:
    """Splits Markdown at its headings, ignoring code blocks."""
    masked = _CODE.sub(lambda found: re.sub("^#", " ", found[0], flags=re.MULTILINE), text)
    starts = [found.start() for found in re.finditer("^#{1,6} ", masked, re.MULTILINE)]
    return [
        text[start:end].strip() for start, end in zip_longest(starts, starts[1:], fillvalue=None)
    ]


def hash_sections(text: str) -> list[str]:
    return [short_hash(section) for section in split_sections(text)]


def record(original: str, translation: str) -> str:
    """Returns the translation with the hashes of the current original."""
    hashes = " ".join(hash_sections(original))
    return f"{_RECORD.sub('', translation).rstrip()}\n\n<!-- translated: {hashes} -->\n"


def check_readme(original: str, translation: str) -> Iterator[tuple[int, str]]:
    """The problems of the translation, with their lines."""
    found = _RECORD.search(translation)
    recorded = found[1].split() if found else []
    hashes, sections = hash_sections(original), split_sections(translation)
    for index, (now, then) in enumerate(zip_longest(hashes, recorded)):
        if now != then:
            section = sections[index] if index < len(sections) else ""
            line = translation.count("\n", 0, translation.find(section)) + 1
            title = split_sections(original)[min(index, len(hashes) - 1)].partition("\n")[0]
            hint = "Update this section, then run python -m scripts.docs.readme --translated."
            yield line, f"“{title}” of {ORIGINAL} has changed since it was translated. {hint}"
    yield from _check_parity(_parse(original), _parse(_RECORD.sub("", translation)))


def _check_parity(original: Document, translation: Document) -> Iterator[tuple[int, str]]:
    rules = LinkRules(load_config(ROOT / "docs").locales)
    for aspect in ASPECTS:
        for ours, theirs in zip_longest(aspect.fragments(original), aspect.fragments(translation)):
            if (ours and aspect.key(ours, rules, "/")) != (
                theirs and aspect.key(theirs, rules, "/")
            ):
                place = f"{ORIGINAL}:{ours.line}" if ours else ORIGINAL
                line = theirs.line if theirs else 1
                yield line, f"A {aspect.name} differs from {place}."
                break


def _parse(text: str) -> Document:
    """Parses a README as a page at the root. Links that differ by language become the same."""
    config = load_config(ROOT / "docs")
    text = text.replace(f"({TRANSLATION})", f"({ORIGINAL})")
    for locale in config.locales:
        text = text.replace(f"]({config.address}{locale.prefix}", f"]({config.address}/")
    text = re.sub(r"\]\((?!https?:|#)", "](/", text)
    strings = text_strings_of(config.locales[0])
    return parse(text, ParseContext(ORIGINAL, strings))


def main() -> int:
    original = (ROOT / ORIGINAL).read_text(encoding="utf-8")
    path = ROOT / TRANSLATION
    translation = path.read_text(encoding="utf-8")
    if "--translated" in sys.argv[1:]:
        path.write_text(record(original, translation), encoding="utf-8", newline="\n")
        return 0
    problems = list(check_readme(original, translation))
    for line, message in problems:
        print(f"{TRANSLATION}:{line}: {message}", file=sys.stderr)
    return int(bool(problems))


if __name__ == "__main__":
    sys.exit(main())
