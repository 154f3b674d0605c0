"""Whether every language says the same: pages, headings, code, links, tables and callouts."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator, Sequence
from dataclasses import dataclass
from itertools import zip_longest
from typing import Protocol

from docsite.pages.parse import ParsedPage
from docsite.records import (
    Callout,
    CodeBlock,
    CodeGroup,
    Document,
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


class Part(Protocol):
    """Something that stands on a line of a page."""

    @property
    def line(self) -> int: ...


@dataclass(frozen=True)
class Aspect:
    """One thing that must be the same."""

    name: str
    """What to call it in a message."""
    parts: Callable[[Document], Sequence[Part]]
    """Where it is in a page."""
    essence: Callable[[Part, SiteConfig, str], Hashable]
    """What of it must be equal; given the path of the page too."""


def _heading(part: Part, _config: SiteConfig, _path: str) -> Hashable:
    return (part.level, part.slug) if isinstance(part, Heading) else None


def _code(part: Part, _config: SiteConfig, _path: str) -> Hashable:
    """The code without comments, which are translated."""
    if not isinstance(part, CodeBlock):
        return None
    lines = (line.rstrip() for line in part.code.split("\n"))
    return part.language, tuple(line for line in lines if line)


def _group(part: Part, _config: SiteConfig, _path: str) -> Hashable:
    return (part.choice, part.members) if isinstance(part, CodeGroup) else None


def _target(part: Part, config: SiteConfig, path: str) -> Hashable:
    """Where a link leads, seen from the language of its page."""
    if not isinstance(part, Link):
        return None
    locales = config.locales
    is_page = split_address(part.target)[0].endswith(("/", ".html")) and part.target[0] == "/"
    if not is_page:
        return part.target
    is_own = locale_of(part.target, locales) == locale_of(path, locales)
    return is_own, neutral_path(part.target, locales)


def _shape(part: Part, _config: SiteConfig, _path: str) -> Hashable:
    return (part.rows, part.columns) if isinstance(part, TableShape) else None


def _live(part: Part, _config: SiteConfig, _path: str) -> Hashable:
    return part.name if isinstance(part, LiveBox) else None


def _callout(part: Part, _config: SiteConfig, _path: str) -> Hashable:
    return (part.section, part.kind) if isinstance(part, Callout) else None


ASPECTS = (
    Aspect("heading", lambda document: document.headings, _heading),
    Aspect("code block", lambda document: document.code_blocks, _code),
    Aspect("code group", lambda document: document.code_groups, _group),
    Aspect("link target", lambda document: document.links, _target),
    Aspect("table shape", lambda document: document.tables, _shape),
    Aspect("live box", lambda document: document.live_boxes, _live),
    Aspect("callout", lambda document: document.callouts, _callout),
)


def check_parity(config: SiteConfig, pages: Sequence[ParsedPage]) -> Iterator[Problem]:
    """Compares each language with the first one."""
    first, *others = config.locales
    by_path = {page.path: page for page in pages}
    for page in pages:
        if page.source.locale == first.tag:
            for locale in others:
                yield from _check_translation(config, page, locale, by_path)
        elif neutral_path(page.path, config.locales) not in by_path:
            message = f"There is no {first.tag} page for this translation."
            hint = "Write it first, or remove this page."
            yield Problem("error", page.source.file, None, message, hint)


def _check_translation(
    config: SiteConfig, page: ParsedPage, locale: Locale, by_path: dict[str, ParsedPage]
) -> Iterator[Problem]:
    other = by_path.get(localized_path(page.path, locale))
    if other is None:
        file = locale.prefix.removeprefix("/") + page.source.file
        message = f"This page is missing in {locale.tag}."
        yield Problem("error", page.source.file, None, message, f"Translate it as {file}.")
        return
    for aspect in ASPECTS:
        yield from _check_aspect(config, aspect, page, other)


def _check_aspect(
    config: SiteConfig, aspect: Aspect, page: ParsedPage, other: ParsedPage
) -> Iterator[Problem]:
    """Names the first difference: later ones mostly follow from it."""
    pairs = zip_longest(aspect.parts(page.document), aspect.parts(other.document))
    for original, translated in pairs:
        ours = original and aspect.essence(original, config, page.path)
        theirs = translated and aspect.essence(translated, config, other.path)
        if ours != theirs:
            place = f"{page.source.file}:{original.line}" if original else page.source.file
            message = f"A {aspect.name} is not the same as in {place}."
            line = translated.line if translated else None
            hint = "Make both pages alike: " + _describe(original, translated)
            yield Problem("error", other.source.file, line, message, hint)
            return


def _describe(original: Part | None, translated: Part | None) -> str:
    if translated is None:
        return "this one lacks it."
    if original is None:
        return "the other one lacks it."
    return f"{_name(original)} there, {_name(translated)} here."


def _name(part: Part) -> str:
    match part:
        case Heading():
            return f"{'#' * part.level} {{#{part.slug}}}"
        case Link():
            return part.href
        case Callout():
            return f"{part.kind} in #{part.section}"
        case LiveBox():
            return f"live {part.name}"
        case CodeGroup():
            return f"code-group {part.choice}".rstrip() + f" with {', '.join(part.members)}"
        case TableShape():
            return f"{part.rows} rows of {part.columns}"
        case _:
            return f"line {part.line}"
