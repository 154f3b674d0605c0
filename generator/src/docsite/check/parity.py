"""Checks that translations have the same structure: headings, code blocks and groups, links,
tables, formulas, live boxes and callouts."""

from __future__ import annotations

from collections.abc import Callable, Container, Hashable, Iterator, Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher
from itertools import zip_longest
from typing import Protocol

from docsite.pages.parse import ParsedPage
from docsite.records import (
    Callout,
    CodeBlock,
    CodeGroup,
    Document,
    Formula,
    Heading,
    Link,
    LiveBox,
    Locale,
    Problem,
    SiteConfig,
    TableShape,
)
from docsite.site.locales import locale_of, localized_path, neutral_path
from docsite.site.routes import split_address

ADVICE = "Make both pages match: "
_MAX_PAIRS = 250_000
"""The maximum number of pairs of fragments to compare, which takes about 0.3 s."""


class Fragment(Protocol):
    """A part of a page with a line number."""

    @property
    def line(self) -> int: ...


@dataclass(frozen=True)
class LinkRules:
    """The properties of a site that affect the comparison of links."""

    locales: Sequence[Locale]
    pages: Container[str] = ()
    """The paths of pages, which differ by language. Other paths can be the same in every
    language."""


@dataclass(frozen=True)
class Aspect:
    """A kind of fragment that must be identical in all languages."""

    name: str
    """The name in messages."""
    fragments: Callable[[Document], Sequence[Fragment]]
    key: Callable[[Fragment, LinkRules, str], Hashable]
    """Returns the value to compare, given the rules for links and the path of the page."""


def _heading(fragment: Fragment, _rules: LinkRules, _path: str) -> Hashable:
    return (fragment.level, fragment.slug) if isinstance(fragment, Heading) else None


def _code(fragment: Fragment, _rules: LinkRules, _path: str) -> Hashable:
    if not isinstance(fragment, CodeBlock):
        return None
    return fragment.language, fragment.code


def _group(fragment: Fragment, _rules: LinkRules, _path: str) -> Hashable:
    return (fragment.choice, fragment.members) if isinstance(fragment, CodeGroup) else None


def _target(fragment: Fragment, rules: LinkRules, path: str) -> Hashable:
    """Returns the target without its language. For links to pages, also returns whether the target
    is in the same language as the page at `path`.

    An image or another file may exist in each language or only once.
    """
    if not isinstance(fragment, Link):
        return None
    locales = rules.locales
    path_only = split_address(fragment.target)[0]
    if not path_only.startswith("/"):
        return fragment.target
    is_own = locale_of(fragment.target, locales) == locale_of(path, locales)
    neutral = neutral_path(fragment.target, locales)
    if path_only in rules.pages:
        return is_own, neutral
    return neutral if is_own else fragment.target


def _shape(fragment: Fragment, _rules: LinkRules, _path: str) -> Hashable:
    return (fragment.rows, fragment.columns) if isinstance(fragment, TableShape) else None


def _formula(fragment: Fragment, _rules: LinkRules, _path: str) -> Hashable:
    return fragment.key if isinstance(fragment, Formula) else None


def _live(fragment: Fragment, _rules: LinkRules, _path: str) -> Hashable:
    return fragment.name if isinstance(fragment, LiveBox) else None


def _callout(fragment: Fragment, _rules: LinkRules, _path: str) -> Hashable:
    return (fragment.section, fragment.kind) if isinstance(fragment, Callout) else None


ASPECTS = (
    Aspect("heading", lambda document: document.headings, _heading),
    Aspect("code block", lambda document: document.code_blocks, _code),
    Aspect("code group", lambda document: document.code_groups, _group),
    Aspect("link target", lambda document: document.links, _target),
    Aspect("table shape", lambda document: document.tables, _shape),
    Aspect("formula", lambda document: document.formulas, _formula),
    Aspect("live box", lambda document: document.live_boxes, _live),
    Aspect("callout", lambda document: document.callouts, _callout),
)


def check_parity(
    config: SiteConfig, pages: Sequence[ParsedPage], paths: Container[str]
) -> Iterator[Problem]:
    """Compares each language with the first one. `pages` are those with a source file, `paths`
    those of all pages."""
    first, *others = config.locales
    rules = LinkRules(config.locales, paths)
    by_path = {page.path: page for page in pages}
    for page in pages:
        if page.source.locale == first.tag:
            for locale in others:
                yield from _check_translation(config, page, locale, by_path, rules)
        elif neutral_path(page.path, config.locales) not in by_path:
            message = f"There is no {first.tag} page for this translation."
            hint = "Write it first, or remove this page."
            yield Problem("error", page.source.file, None, message, hint)


def _check_translation(
    config: SiteConfig,
    page: ParsedPage,
    locale: Locale,
    by_path: dict[str, ParsedPage],
    rules: LinkRules,
) -> Iterator[Problem]:
    other = by_path.get(localized_path(page.path, locale))
    if other is None and not config.require_translations:
        return
    if other is None:
        file = locale.prefix.removeprefix("/") + page.source.file
        message = f"This page is missing in {locale.tag}."
        yield Problem("error", page.source.file, None, message, f"Translate it as {file}.")
        return
    for aspect in ASPECTS:
        yield from _check_aspect(rules, aspect, page, other)


def _check_aspect(
    rules: LinkRules, aspect: Aspect, page: ParsedPage, other: ParsedPage
) -> Iterator[Problem]:
    """Reports the first difference, because it usually causes the others."""
    pairs = zip_longest(aspect.fragments(page.document), aspect.fragments(other.document))
    for original, translated in pairs:
        ours = original and aspect.key(original, rules, page.path)
        theirs = translated and aspect.key(translated, rules, other.path)
        if ours != theirs:
            yield _report(aspect, page, other, original, translated)
            return


def list_differences(rules: LinkRules, page: ParsedPage, other: ParsedPage) -> Iterator[Problem]:
    """Yields all differences between a page and its translation, by aspect."""
    for aspect in ASPECTS:
        originals, translations = (aspect.fragments(each.document) for each in (page, other))
        ours = [aspect.key(fragment, rules, page.path) for fragment in originals]
        theirs = [aspect.key(fragment, rules, other.path) for fragment in translations]
        for start, end, other_start, other_end in _find_changes(ours, theirs):
            pairs = zip_longest(originals[start:end], translations[other_start:other_end])
            for original, translated in pairs:
                yield _report(aspect, page, other, original, translated)


def _find_changes(
    ours: Sequence[Hashable], theirs: Sequence[Hashable]
) -> Iterator[tuple[int, int, int, int]]:
    """Yields the ranges that differ. Large numbers of fragments are compared by position, which is
    faster."""
    shorter = min(len(ours), len(theirs))
    pairs = [*zip(ours, theirs, strict=False)]
    start = next((at for at, (left, right) in enumerate(pairs) if left != right), shorter)
    end, other_end = len(ours), len(theirs)
    while end > start and other_end > start and ours[end - 1] == theirs[other_end - 1]:
        end, other_end = end - 1, other_end - 1
    if (end - start) * (other_end - start) > _MAX_PAIRS:
        for at in range(start, max(end, other_end)):
            if ours[at : min(at + 1, end)] != theirs[at : min(at + 1, other_end)]:
                yield at, min(at + 1, end), at, min(at + 1, other_end)
        return
    matcher = SequenceMatcher(None, ours[start:end], theirs[start:other_end], autojunk=False)
    for change, first, last, other_first, other_last in matcher.get_opcodes():
        if change != "equal":
            yield start + first, start + last, start + other_first, start + other_last


def _report(
    aspect: Aspect,
    page: ParsedPage,
    other: ParsedPage,
    original: Fragment | None,
    translated: Fragment | None,
) -> Problem:
    location = f"{page.source.file}:{original.line}" if original else page.source.file
    message = f"A {aspect.name} differs from {location}."
    line = translated.line if translated else None
    hint = ADVICE + _describe(original, translated)
    return Problem("error", other.source.file, line, message, hint)


def _describe(original: Fragment | None, translated: Fragment | None) -> str:
    if original and translated:
        return f"{_name(original)} in the original, {_name(translated)} here."
    fragment = original or translated
    known = fragment and _name(fragment)
    name = "it" if not known or known.startswith("line ") else known
    return f"{'this page' if original else 'the original'} lacks {name}."


def _name(fragment: Fragment) -> str:
    match fragment:
        case Heading():
            return f"{'#' * fragment.level} {{#{fragment.slug}}}"
        case Link():
            return fragment.href
        case Callout():
            return f"{fragment.kind} in #{fragment.section}"
        case Formula():
            return f"${fragment.text}$"
        case LiveBox():
            return f"live {fragment.name}"
        case CodeGroup():
            return f"code-group {fragment.choice}".rstrip() + f" with {', '.join(fragment.members)}"
        case TableShape():
            return f"a table of {fragment.rows} × {fragment.columns} cells"
        case _:
            return f"line {fragment.line}"
