"""Shows the versions on npm in the READMEs, from the first release on: `make release-version`."""

from __future__ import annotations

import re
from pathlib import Path

from harness.paths import ROOT
from scripts.docs.readme import ORIGINAL, TRANSLATION, record

_UNPUBLISHED = re.compile(
    r"<!-- until the first release -->.*?<!-- from the first release on\n(?P<shown>.*?)\n-->",
    re.DOTALL,
)


def show_published(original: Path, translation: Path) -> None:
    """Replaces the sentence that nothing is published yet with the content of the next comment."""
    texts = [file.read_text(encoding="utf-8") for file in (original, translation)]
    shown, translated = (_UNPUBLISHED.sub(lambda found: found["shown"], text) for text in texts)
    if [shown, translated] != texts:
        original.write_text(shown, encoding="utf-8")
        translation.write_text(record(shown, translated), encoding="utf-8")


if __name__ == "__main__":
    show_published(ROOT / ORIGINAL, ROOT / TRANSLATION)
