"""Applies the checks of docsite to the imported pages, and fixes the errors that it can."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from pathlib import Path

from docsite.importing.context import Page
from docsite.importing.lines import Line
from docsite.importing.summary import Construct, Summary
from docsite.load import load_site
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
"""By the message of the check: text that only looks like syntax."""
_MAX_ATTEMPTS = 4
_DIFFERENCE = re.compile(r"differs from|for this translation")
UNFINISHED = ".todo"
"""The suffix of translations that differ from their originals."""


def repair_site(target: Path, pages: Mapping[str, Page], summary: Summary) -> Sequence[Problem]:
    """The errors that remain. `pages` are by target."""
    memo = ParseMemo()
    errors = _find_errors(target, memo)
    for _attempt in range(_MAX_ATTEMPTS):
        changed = [_fix(problem, target, pages, summary) for problem in errors]
        if not any(changed):
            break
        errors = _find_errors(target, memo)
    return errors


def _find_errors(target: Path, memo: ParseMemo) -> Sequence[Problem]:
    problems = load_site(target, memo=memo).problems
    return [problem for problem in problems if problem.severity == "error"]


def _fix(problem: Problem, target: Path, pages: Mapping[str, Page], summary: Summary) -> bool:
    path = target / problem.file
    page = pages.get(problem.file)
    if page is None or not path.is_file():
        return False
    for message, literal in _LITERALS.items():
        if message in problem.message and problem.line:
            return _replace(path, problem.line, literal)
    if page.file.language.folder and _DIFFERENCE.search(problem.message):
        path.rename(path.with_name(path.name + UNFINISHED))
        where = Line("", page.file.source, _origin(page, problem.line))
        name = f"{problem.file}{UNFINISHED}"
        advice = f"{problem.hint} Then rename {name} to {path.name}."
        summary.skip(Construct.TRANSLATION, where, problem.message, advice)
        return True
    return False


def _origin(page: Page, line: int | None) -> int:
    is_inside = line is not None and line <= len(page.lines)
    return page.lines[line - 1].number if is_inside and line else 1


def _replace(path: Path, number: int, literal: _Literal) -> bool:
    """In the paragraph that starts on a line."""
    rows = path.read_text(encoding="utf-8").split("\n")
    before = [*rows]
    at = number - 1
    while at < len(rows) and (at == number - 1 or rows[at].strip()):
        rows[at] = _replace_in(rows[at], literal)
        at += 1
    path.write_text("\n".join(rows), encoding="utf-8", newline="\n")
    return rows != before


def _replace_in(text: str, literal: _Literal) -> str:
    """Outside of code."""
    pattern, replacement = literal
    spans = [found.span() for found in _SPAN.finditer(text)]

    def render(found: re.Match[str]) -> str:
        is_code = any(start <= found.start() < end for start, end in spans)
        return found[0] if is_code else found.expand(replacement)

    return pattern.sub(render, text)
