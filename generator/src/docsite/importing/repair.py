"""Applies docsite's checks to the imported pages, and fixes errors where possible."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from docsite.check.parity import ADVICE, LinkRules, list_differences
from docsite.importing.context import Page
from docsite.importing.summary import Summary
from docsite.load import Site, load_site, require_finished
from docsite.pages.parse import ParseMemo
from docsite.records import Problem

_SPAN = re.compile(r"(`+)(?!`).+?(?<!`)\1(?!`)")
_Literal = tuple[re.Pattern[str], str]
_LITERALS: Mapping[str, _Literal] = {
    "literal asterisks": (re.compile(r"\*\*+"), r"`\g<0>`"),
    "link syntax": (re.compile(r"\]\("), "] ("),
    "an id that wasn't parsed": (re.compile(r"\{#"), "{ #"),
    "badge syntax": (re.compile(r"\{badge"), "{ badge"),
}
"""Text that only looks like syntax, keyed by the message of the check."""
_MAX_ATTEMPTS = 4
_DIFFERENCE = re.compile(r"differs from|for this translation")
UNFINISHED = ".todo"
"""The suffix of translations that don't match their originals."""


def repair_site(target: Path, pages: Mapping[str, Page], summary: Summary) -> Sequence[Problem]:
    """Returns the errors that remain. `pages` is keyed by target."""
    memo = ParseMemo()
    site = require_finished(load_site(target, memo=memo))
    for _attempt in range(_MAX_ATTEMPTS):
        changed = [_fix(problem, target, pages, site, summary) for problem in _errors_of(site)]
        if not any(changed):
            break
        site = require_finished(load_site(target, memo=memo))
    return _errors_of(site)


def _errors_of(site: Site) -> Sequence[Problem]:
    return [problem for problem in site.problems if problem.severity == "error"]


def _fix(
    problem: Problem, target: Path, pages: Mapping[str, Page], site: Site, summary: Summary
) -> bool:
    path = target / problem.file
    page = pages.get(problem.file)
    if page is None or not path.is_file():
        return False
    for message, literal in _LITERALS.items():
        if message in problem.message and problem.line:
            return _replace(path, problem.line, literal)
    if page.file.language.folder and _DIFFERENCE.search(problem.message):
        differences = [*_list_differences(site, page)] or [problem]
        summary.add_unfinished(f"{problem.file}{UNFINISHED}", [*map(_describe, differences)])
        path.rename(path.with_name(path.name + UNFINISHED))
        return True
    return False


def _list_differences(site: Site, page: Page) -> Iterator[Problem]:
    by_file = {each.source.file: each for each in site.pages}
    original = by_file.get(page.file.neutral)
    if original:
        rules = LinkRules(site.config.locales, {each.path for each in site.pages})
        yield from list_differences(rules, original, by_file[page.file.target])


def _describe(problem: Problem) -> str:
    """Describes a problem with its line in the new file."""
    start = f"line {problem.line}: " if problem.line else ""
    # Removing the page would lose its content.
    reason = problem.hint.removeprefix(ADVICE).replace(", or remove this page.", ".")
    return f"{start}{problem.message.removesuffix('.')}: {reason}"


def _replace(path: Path, number: int, literal: _Literal) -> bool:
    """Replaces text in the paragraph that starts on a line."""
    rows = path.read_text(encoding="utf-8").split("\n")
    before = [*rows]
    at = number - 1
    while at < len(rows) and (at == number - 1 or rows[at].strip()):
        rows[at] = _replace_in(rows[at], literal)
        at += 1
    path.write_text("\n".join(rows), encoding="utf-8", newline="\n")
    return rows != before


def _replace_in(text: str, literal: _Literal) -> str:
    """Replaces text outside of code."""
    pattern, replacement = literal
    spans = [found.span() for found in _SPAN.finditer(text)]

    def render(found: re.Match[str]) -> str:
        is_code = any(start <= found.start() < end for start, end in spans)
        return found[0] if is_code else found.expand(replacement)

    return pattern.sub(render, text)
