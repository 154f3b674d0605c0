"""Checks spelling and punctuation of all published text: `python -m scripts.quality.prose`.

English: cspell and the few rules below. Chinese: zhlint and AutoCorrect with their defaults, and
the glossary. Code isn't checked, except for the spelling of samples.
`scripts.quality.vocabulary` checks the vocabulary.
"""

from __future__ import annotations

import json
import re
import subprocess
import sys
from collections.abc import Callable, Iterable, Iterator
from dataclasses import asdict, dataclass

from docsite.check.glossary import check_words, create_pattern
from docsite.records import Prose
from docsite.site.config import load_config
from docsite.site.glossary import load_glossary
from harness.paths import ROOT
from scripts.docs.readme import ORIGINAL, TRANSLATION, check_readme
from scripts.quality.repository import load_files
from scripts.quality.vocabulary.sources import (
    CHINESE,
    DOCS,
    Text,
    find_files,
    find_string_files,
    load_markdown,
    load_strings,
    load_ui_strings,
    read_prose,
)

MAX_WORDS = 32
"""The maximum number of words in a sentence."""

_TWICE = re.compile(r"\b([a-z]+)\s+\1\b", re.IGNORECASE)
_SPACES = re.compile(r"(?<=\S) {2,}(?=\S)")
_END_OF_SENTENCE = re.compile(r"(?<=[.?!])[\"”)*_]*\s+(?=[\"“(*_]*[A-Z`\d])")
_CODE = re.compile(r"`…`")


@dataclass(frozen=True)
class Finding:
    """A problem to fix."""

    file: str
    """Relative to the root of the repository."""
    line: int
    message: str


def check_english(file: str, prose: Prose) -> Iterator[Finding]:
    """Doubled words and spaces, and long sentences, in one paragraph."""

    def find(pattern: re.Pattern[str], message: Callable[[str], str]) -> Iterator[Finding]:
        for found in pattern.finditer(prose.text):
            line = prose.line + prose.text.count("\n", 0, found.start())
            yield Finding(file, line, message(" ".join(found[0].split())))

    yield from find(_TWICE, lambda words: f"“{words}” is repeated. Remove one.")
    yield from find(_SPACES, lambda _: "Two spaces. Remove one.")
    yield from _check_sentences(file, prose)


def _check_sentences(file: str, prose: Prose) -> Iterator[Finding]:
    start = 0
    for end in [*(found.end() for found in _END_OF_SENTENCE.finditer(prose.text)), None]:
        sentence = prose.text[start:end]
        words = len(_CODE.sub("code", sentence).split())
        if words > MAX_WORDS:
            line = prose.line + prose.text.count("\n", 0, start)
            yield Finding(file, line, f"A sentence of {words} words. Split it.")
        start = end or start


def check_terms(texts: Iterable[tuple[str, Prose]]) -> Iterator[Finding]:
    """Words that the glossary doesn't allow in Chinese."""
    terms = load_glossary(DOCS, load_config(DOCS))[CHINESE]
    pattern = create_pattern(terms)
    for file, prose in texts:
        for problem in check_words(file, prose, terms, pattern):
            yield Finding(file, problem.line or 1, f"{problem.message} {problem.hint}")


def lint_chinese(texts: Iterable[Text]) -> list[Finding]:
    """The findings of zhlint and AutoCorrect."""
    work = json.dumps([{**asdict(text), "text": _without_own_marks(text.text)} for text in texts])
    node = ["node", str(ROOT / "scripts/quality/chinese.mjs")]
    run = subprocess.run(node, input=work, cwd=ROOT, capture_output=True, text=True, check=False)
    if run.returncode != 0:
        raise SystemExit(f"prose: the Chinese linters failed.\n{run.stderr}")
    return [Finding(**finding) for finding in json.loads(run.stdout)]


def check_readmes() -> list[Finding]:
    """Differences between README.zh-CN.md and README.md."""
    original, translation = ((ROOT / name).read_text("utf-8") for name in (ORIGINAL, TRANSLATION))
    problems = check_readme(original, translation)
    return [Finding(TRANSLATION, line, message) for line, message in problems]


def _without_own_marks(text: str) -> str:
    """Removes ids of headings and replaces no-break spaces, which the linters don't support."""
    return re.sub(r" \{#[\w-]+\}$", "", text, flags=re.MULTILINE).replace("\N{NO-BREAK SPACE}", " ")


def start_spelling(files: Iterable[str]) -> subprocess.Popen[str]:
    command = ["cspell", "lint", "--no-progress", "--no-summary", "--no-color", *files]
    pipe = subprocess.PIPE
    return subprocess.Popen(command, cwd=ROOT, stdout=pipe, stderr=pipe, text=True)


def main() -> int:
    files = load_files()
    english, chinese = find_files(files)
    samples = [str(file) for file in files if str(file).startswith("docs/examples/")]
    spelling = start_spelling([*english, *samples, *find_string_files("en")])
    english_texts = [*load_markdown(english), *load_ui_strings("en")]
    chinese_texts = [*load_markdown(chinese), *load_strings("zh")]
    findings = [
        *(found for prose in read_prose(english_texts) for found in check_english(*prose)),
        *check_terms(read_prose(chinese_texts)),
        *lint_chinese(chinese_texts),
        *check_readmes(),
    ]
    for found in sorted(findings, key=lambda item: (item.file, item.line)):
        print(f"{found.file}:{found.line}: {found.message}", file=sys.stderr)
    output, errors = spelling.communicate()
    print(output + errors, end="", file=sys.stderr)
    return int(bool(findings) or spelling.returncode != 0)


if __name__ == "__main__":
    sys.exit(main())
