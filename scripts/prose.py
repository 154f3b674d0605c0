"""Words and punctuation of everything we publish to be read: `python -m scripts.prose`.

English: spelling (cspell) and the few rules below. Chinese: zhlint and AutoCorrect as they come,
and the glossary. Code is never looked at, apart from the spelling of samples.
"""

from __future__ import annotations

import json
import re
import subprocess
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import asdict, dataclass
from datetime import date
from pathlib import Path, PurePosixPath

from docsite.check.glossary import check_words, create_pattern
from docsite.config import load_config
from docsite.content import parse_source
from docsite.glossary import load_glossary
from docsite.locales import text_strings_of
from docsite.markdown import ParseContext, parse
from docsite.records import Prose
from scripts.readme import ORIGINAL, TRANSLATION, check_readme
from scripts.repository import load_files

ROOT = Path(__file__).resolve().parents[1]
DOCS = ROOT / "docs"
CHINESE = "zh-CN"
APPLICATIONS = ("demos/shelf", "collector/dashboard")

UNREAD = ("docs/reference/", "generator/tests/", "benchmarks/results/")
"""Folders with Markdown that nobody wrote, or that is wrong on purpose."""

MAX_WORDS = 32
"""A longer sentence is two sentences."""

AVOIDED = {
    word: hint
    for words, hint in {
        "actually|basically|certainly|clearly|easily|easy|just|merely|naturally|obvious|obviously"
        "|of course|quite|really|simply|trivial|trivially|very": "Leave it out.",
        "powerful|seamless|seamlessly|robust|blazing|effortless|effortlessly|elegant"
        "|state-of-the-art|cutting-edge|best-in-class|world-class": "Say what it does instead.",
        "utilise|utilize|leverage|leverages": "Write use.",
        "in order to": "Write to.",
        "please": "Leave it out: the reader is busy.",
        "coming soon|todo|tbd|lorem ipsum": "Write it, or leave it out.",
        "e.g.": "Write for example.",
        "i.e.": "Write that is.",
        "etc.": "Name them, or say such as.",
        "click here": "Name what the link leads to.",
    }.items()
    for word in words.split("|")
}
"""Words that help nobody, with what to do."""

BRITISH = {
    f"{american}{ending}": f"{british}{ending}"
    for american, british, endings in (
        ("analyz", "analys", "e ed es ing"),
        ("artifact", "artefact", " s"),
        ("behavior", "behaviour", " s"),
        ("cancel", "cancell", "ed ing"),
        ("capitaliz", "capitalis", "e ed es ing ation"),
        ("catalog", "catalogue", " s"),
        ("center", "centre", " s"),
        ("color", "colour", " s ed"),
        ("customiz", "customis", "e ed es ing ation"),
        ("defens", "defenc", "e es"),
        ("favor", "favour", " s ed ite ites"),
        ("fulfill", "fulfil", " s"),
        ("gray", "grey", " s"),
        ("honor", "honour", " s ed"),
        ("initializ", "initialis", "e ed es ing er ation"),
        ("judgment", "judgement", " s"),
        ("label", "labell", "ed ing"),
        ("licens", "licenc", "e es"),
        ("minimiz", "minimis", "e ed es ing"),
        ("model", "modell", "ed ing"),
        ("neighbor", "neighbour", " s ing"),
        ("normaliz", "normalis", "e ed es ing ation"),
        ("optimiz", "optimis", "e ed es ing ation"),
        ("organiz", "organis", "e ed es ing ation ations"),
        ("realiz", "realis", "e ed es ing"),
        ("recogniz", "recognis", "e ed es ing"),
        ("serializ", "serialis", "e ed es ing er ers ation able"),
        ("standardiz", "standardis", "e ed es ing"),
        ("summariz", "summaris", "e ed es ing"),
        ("synchroniz", "synchronis", "e ed es ing ation"),
        ("travel", "travell", "ed ing"),
        ("uncapitaliz", "uncapitalis", "e ed es ing"),
    )
    for ending in ([""] if endings.startswith(" ") else []) + endings.split()
}
"""American words, and how we spell them."""

_AVOIDED = re.compile(
    r"(?<![\w-])("
    + "|".join(map(re.escape, sorted(AVOIDED, key=len, reverse=True)))
    + r")(?![\w-])",
    re.IGNORECASE,
)
_AMERICAN = re.compile(rf"\b({'|'.join(BRITISH)})\b", re.IGNORECASE)
_TWICE = re.compile(r"\b([a-z]+)\s+\1\b", re.IGNORECASE)
_SPACES = re.compile(r"(?<=\S) {2,}(?=\S)")
_END_OF_SENTENCE = re.compile(r"(?<=[.?!])[\"”)*_]*\s+(?=[\"“(*_]*[A-Z`\d])")
_CODE = re.compile(r"`…`")


@dataclass(frozen=True)
class Finding:
    """Something to mend."""

    file: str
    """The file, from the root of the repository."""
    line: int
    """Its line."""
    message: str
    """What is wrong, and what to do."""


@dataclass(frozen=True)
class Text:
    """A text in Markdown, with the place where it begins."""

    file: str
    """The file, from the root of the repository."""
    line: int
    """Its first line."""
    text: str
    """The text."""


def find_files(files: Iterable[PurePosixPath]) -> tuple[list[str], list[str]]:
    """The texts in English and in Chinese among the files of the repository."""
    texts = [
        str(file)
        for file in files
        if file.suffix == ".md"
        and not str(file).startswith(UNREAD)
        and not file.name.endswith(".api.md")
    ]
    chinese = [file for file in texts if is_chinese(file)]
    return [file for file in texts if file not in chinese], chinese


def is_chinese(file: str) -> bool:
    return file.startswith("docs/zh/") or file.endswith(f".{CHINESE}.md")


def split_file(file: str, text: str) -> list[Text]:
    """The words in front matter one by one, then the rest; what is no text becomes empty lines."""
    source = parse_source(file, text, load_config(DOCS), date.min)
    head = text.split("\n")[: source.first_line - 1]
    words = [
        Text(file, number, found)
        for number, line in enumerate(head, start=1)
        for found in re.findall(r'\w+ = "([^"]*)"', line)
        if not re.match(r"\w+ = \"[0-9a-f]{8}\"", line)
    ]
    return [*words, Text(file, source.first_line, source.text)]


def read_prose(texts: Iterable[Text]) -> list[tuple[str, Prose]]:
    """Paragraphs, headings and cells, without code."""
    strings = text_strings_of(load_config(DOCS).locales[0])
    return [
        (text.file, prose)
        for text in texts
        for prose in parse(text.text, ParseContext(text.file, strings, text.line)).prose
    ]


def check_english(file: str, prose: Prose) -> Iterator[Finding]:
    """What the rules of style say about one paragraph."""

    def find(pattern: re.Pattern[str], message: Callable[[str], str]) -> Iterator[Finding]:
        for found in pattern.finditer(prose.text):
            line = prose.line + prose.text.count("\n", 0, found.start())
            yield Finding(file, line, message(" ".join(found[0].split())))

    yield from find(_AVOIDED, lambda word: f"“{word}” helps nobody. {AVOIDED[word.lower()]}")
    yield from find(_AMERICAN, lambda word: f"“{word}”: write {BRITISH[word.lower()]}.")
    yield from find(_TWICE, lambda words: f"“{words}”: one of them will do.")
    yield from find(_SPACES, lambda _: "Two spaces: one will do.")
    yield from find(
        re.compile(r"!(?=\s|$)"), lambda _: "An exclamation mark: end with a full stop."
    )
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
    """What the glossary says about texts in Chinese."""
    terms = load_glossary(DOCS, load_config(DOCS))[CHINESE]
    pattern = create_pattern(terms)
    for file, prose in texts:
        for problem in check_words(file, prose, terms, pattern):
            yield Finding(file, problem.line or 1, f"{problem.message} {problem.hint}")


def load_chinese_strings() -> list[Text]:
    """The words around the text, ours and those of the site."""
    (locale,) = (item for item in load_config(DOCS).locales if item.tag == CHINESE)
    words: Mapping[str, str] = asdict(text_strings_of(locale))
    return [
        *(Text("generator/src/docsite/locales.py", 1, text) for text in words.values()),
        Text("docs/site.toml", 1, locale.description),
    ]


def find_words(language: str) -> list[str]:
    """Where stands what our applications say: the demos, and the dashboard."""
    return [f"{folder}/src/words/{language}.json" for folder in APPLICATIONS]


def load_words(language: str) -> list[Text]:
    """What our applications say, one text per line of their files."""
    return [
        Text(file, number, found)
        for file in find_words(language)
        for number, line in enumerate((ROOT / file).read_text("utf-8").split("\n"), start=1)
        for found in re.findall(r'": "([^"]*)"', line)
    ]


def lint_chinese(texts: Iterable[Text]) -> list[Finding]:
    """What zhlint and AutoCorrect say."""
    work = json.dumps([{**asdict(text), "text": _without_own_marks(text.text)} for text in texts])
    node = ["node", str(ROOT / "scripts/chinese.mjs")]
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
    spelling = start_spelling([*english, *samples, *find_words("en")])

    def load(names: Iterable[str]) -> list[Text]:
        return [
            text for name in names for text in split_file(name, (ROOT / name).read_text("utf-8"))
        ]

    english_texts = [*load(english), *load_words("en")]
    chinese_texts = [*load(chinese), *load_chinese_strings(), *load_words("zh")]
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
