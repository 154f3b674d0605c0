"""Spelling and punctuation of everything we publish to be read: `python -m scripts.quality.prose`.

English: cspell and the few rules below. Chinese: zhlint and AutoCorrect with their defaults, and
the glossary. Code is not checked, except for the spelling of samples. Which words we use is the
matter of `scripts.quality.vocabulary`.
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
    APPLICATIONS,
    CHINESE,
    DOCS,
    Text,
    find_files,
    load_application_strings,
    load_markdown,
    load_strings,
    read_prose,
)

MAX_WORDS = 32
"""A longer sentence is two sentences."""

_TWICE = re.compile(r"\b([a-z]+)\s+\1\b", re.IGNORECASE)
_SPACES = re.compile(r"(?<=\S) {2,}(?=\S)")
_END_OF_SENTENCE = re.compile(r"(?<=[.?!])[\"”)*_]*\s+(?=[\"“(*_]*[A-Z`\d])")
_CODE = re.compile(r"`…`")


@dataclass(frozen=True)
class Finding:
    """A problem to fix."""

    file: str
    """The file, from the root of the repository."""
    line: int
    """Its line."""
    message: str
    """What is wrong, and what to do."""


def check_english(file: str, prose: Prose) -> Iterator[Finding]:
    """Doubled words and spaces, and long sentences, in one paragraph."""

    def find(pattern: re.Pattern[str], message: Callable[[str], str]) -> Iterator[Finding]:
        for found in pattern.finditer(prose.text):
            line = prose.line + prose.text.count("\n", 0, found.start())
            yield Finding(file, line, message(" ".join(found[0].split())))

    yield from find(_TWICE, lambda words: f"“{words}”: one of them will do.")
    yield from find(_SPACES, lambda _: "Two spaces: one will do.")
    yield from _check_sentences(file, prose)


def _check_sentences(file: str, prose: Prose) -> Iterator[Finding]:
    start = 0
    for end in [*(found.end() for found in _END_OF_SENTENCE.finditer(prose.text)), None]:
        sentence = prose.text[start:end]
        words = len(_CODE.sub("code", sentence).split())
        if words > MAX_WORDS:
            line = prose.line + prose.text.count("\n", 0, start)
            yield Finding(file, line, f"A sentence of {words} words. Make two of it.")
        start = end or start


def check_terms(texts: Iterable[tuple[str, Prose]]) -> Iterator[Finding]:
    """Words that the glossary refuses in Chinese."""
    terms = load_glossary(DOCS, load_config(DOCS))[CHINESE]
    pattern = create_pattern(terms)
    for file, prose in texts:
        for problem in check_words(file, prose, terms, pattern):
            yield Finding(file, problem.line or 1, f"{problem.message} {problem.hint}")


def lint_chinese(texts: Iterable[Text]) -> list[Finding]:
    """What zhlint and AutoCorrect say."""
    work = json.dumps([{**asdict(text), "text": _without_own_marks(text.text)} for text in texts])
    node = ["node", str(ROOT / "scripts/quality/chinese.mjs")]
    run = subprocess.run(node, input=work, cwd=ROOT, capture_output=True, text=True, check=False)
    if run.returncode != 0:
        raise SystemExit(f"prose: the Chinese linters failed.\n{run.stderr}")
    return [Finding(**finding) for finding in json.loads(run.stdout)]


def check_readmes() -> list[Finding]:
    """Where README.zh-CN.md does not follow README.md."""
    original, translation = ((ROOT / name).read_text("utf-8") for name in (ORIGINAL, TRANSLATION))
    problems = check_readme(original, translation)
    return [Finding(TRANSLATION, line, message) for line, message in problems]


def _without_own_marks(text: str) -> str:
    """Other tools know neither our ids nor what a space that never breaks is for."""
    return re.sub(r" \{#[\w-]+\}$", "", text, flags=re.MULTILINE).replace("\N{NO-BREAK SPACE}", " ")


def start_spelling(files: Iterable[str]) -> subprocess.Popen[str]:
    command = ["cspell", "lint", "--no-progress", "--no-summary", "--no-color", *files]
    pipe = subprocess.PIPE
    return subprocess.Popen(command, cwd=ROOT, stdout=pipe, stderr=pipe, text=True)


def main() -> int:
    files = load_files()
    english, chinese = find_files(files)
    samples = [str(file) for file in files if str(file).startswith("docs/examples/")]
    strings = [f"{folder}/src/words/en.json" for folder in APPLICATIONS]
    spelling = start_spelling([*english, *samples, *strings])
    english_texts = load_markdown(english)
    for folder in APPLICATIONS:
        english_texts += load_application_strings(folder, "en")
    chinese_texts = [*load_markdown(chinese), *load_strings("zh")]
    findings = [
        *(found for place in read_prose(english_texts) for found in check_english(*place)),
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
