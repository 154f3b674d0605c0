"""The content of a report, for all formats."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from collector.feedback import REASONS
from collector.improvements import Improvements, ListedPage
from collector.statistics import Figures, Period

_REASON_TEXTS = dict(
    zip(
        REASONS,
        ("hard to understand", "wrong or outdated", "something is missing", "sample doesn't work"),
        strict=True,
    )
)


@dataclass(frozen=True, slots=True)
class Link:
    text: str
    address: str


@dataclass(frozen=True, slots=True)
class Item:
    """A row of a list."""

    name: str
    details: str
    address: str | None = None
    is_code: bool = False
    """Whether the name was chosen by visitors, so that it must not be formatted."""
    links: Sequence[Link] = ()


@dataclass(frozen=True, slots=True)
class Section:
    title: str
    items: Sequence[Item]
    empty: str
    """The text that is shown if there are no items."""


@dataclass(frozen=True, slots=True)
class Report:
    title: str
    lines: Sequence[str]
    sections: Sequence[Section]


@dataclass(frozen=True, slots=True)
class Site:
    title: str
    origin: str


def write_report(
    site: Site, period: Period, now: Figures, before: Figures, found: Improvements, minimum: int
) -> Report:
    days = len(period.days)
    before_it = f"the {days} days before" if days > 1 else "the day before"
    lines = [
        f"{period.first} to {period.last} (UTC)" if days > 1 else f"{period.first} (UTC)",
        f"Views: {_compare(now.views, before.views)}",
        f"Visitors: {_compare(now.readers, before.readers)}",
        f"Percentages compare with {before_it}. "
        f"Only rows with a count of at least {minimum} are listed.",
    ]
    return Report(f"{site.title}: what to improve", lines, list(_write_sections(site, found)))


def _write_sections(site: Site, found: Improvements) -> Iterator[Section]:
    none = "None."
    unknown = "Unknown: the site has no page list."
    yield Section("Unhelpful pages", list(_list_unhelpful(site, found)), none)
    yield Section("Searches without results", list(_list_searches(found)), none)
    yield Section("Pages not found", list(_list_not_found(site, found)), none)
    yield Section(
        "Outdated translations",
        list(_list_outdated(site, found)),
        none if found.has_page_list else unknown,
    )
    yield Section("Pages left quickly", list(_list_quick_exits(site, found)), none)


def _list_unhelpful(site: Site, found: Improvements) -> Iterator[Item]:
    for page in found.unhelpful:
        yield _page(site, page, f"{page.no} no, {page.yes} yes{_write_reasons(page.reasons)}")


def _list_searches(found: Improvements) -> Iterator[Item]:
    for search in found.searches:
        yield Item(search.query, _count(search.count, "search", "searches"), is_code=True)


def _list_not_found(site: Site, found: Improvements) -> Iterator[Item]:
    for missing in found.not_found:
        yield Item(
            missing.path,
            _count(missing.count, "visit", "visits"),
            _address(site, missing.path),
            is_code=True,
            links=list(_write_sources(site, missing.links)),
        )


def _list_outdated(site: Site, found: Improvements) -> Iterator[Item]:
    for page in found.outdated:
        views = _count(page.views, "view", "views")
        sections = _count(page.outdated, "outdated section", "outdated sections")
        yield _page(site, page, f"{views}, {sections}")


def _list_quick_exits(site: Site, found: Improvements) -> Iterator[Item]:
    for page in found.quick_exits:
        views = _count(page.views, "view", "views")
        yield _page(site, page, f"{page.milliseconds / 1000:.0f} s on average, {views}")


def _page(site: Site, page: ListedPage, details: str) -> Item:
    return Item(
        page.title or page.path,
        details,
        _address(site, page.path),
        is_code=page.title is None,
        links=[Link("Edit", page.edit)] if page.edit else [],
    )


def _write_sources(site: Site, sources: Sequence[ListedPage]) -> Iterator[Link]:
    """Yields links to edit the pages with the broken link, or to the pages themselves."""
    for page in sources:
        address = page.edit or _address(site, page.path)
        if address:
            yield Link(f"linked from {page.title or page.path}", address)


def _write_reasons(reasons: Mapping[str, int]) -> str:
    ordered = sorted(reasons.items(), key=lambda reason: -reason[1])
    texts = [f"{_REASON_TEXTS[name]} ({count})" for name, count in ordered]
    return f": {', '.join(texts)}" if texts else ""


def _address(site: Site, path: str) -> str | None:
    """Returns the URL of a path. Clients choose the paths: one without a leading slash could change
    the host."""
    return site.origin + path if path.startswith("/") else None


def _count(count: int, one: str, many: str) -> str:
    return f"{count:,} {one if count == 1 else many}"


def _compare(now: int, before: int) -> str:
    change = f"{now / before - 1:+.0%}" if before else "no earlier data"
    return f"{now:,} ({change})"
