"""The JSON of the dashboard's API. `make contracts` generates its TypeScript types from here."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import UTC, date, datetime
from typing import Annotated, Any

from msgspec import Meta, Struct, field

from collector import catalog
from collector.dashboard.hours import Hours
from collector.feedback import Feedback, FeedbackDays
from collector.improvements import Improvements, ListedPage
from collector.statistics import Day, Figures, Hour, Page, Period, Row, fill_days, sum_figures


class Session(Struct, frozen=True, rename="camel"):
    """The session of this browser."""

    is_ignored: Annotated[bool, Meta(description="Whether visits from this browser are excluded.")]


class Domain(Struct, frozen=True):
    """A site, with the ids that it needs to be counted."""

    id: str
    title: str
    languages: Annotated[
        Sequence[str], Meta(description="Path prefixes of its languages, except the first.")
    ]
    origins: Sequence[str]
    events: Annotated[Mapping[str, str], Meta(description="Ids by kind.")]
    since: Annotated[date | None, Meta(description="The first day with views.")]


class PageRow(Figures, frozen=True, kw_only=True):
    """A page in all its languages."""

    page: str
    languages: Annotated[
        Mapping[str, int],
        Meta(description="Views by path of the language; empty if the site has one language."),
    ]
    feedback: Feedback


class EventRow(Struct, frozen=True):
    """How often an event had a key."""

    value: str
    count: int


class Report(Struct, frozen=True, kw_only=True, rename="camel"):
    """A period, and the one before it to compare with."""

    first: date = field(name="from")
    last: date = field(name="to")
    today: date
    total: Figures
    before: Annotated[
        Figures,
        Meta(description="Of the previous period. If this one is today: until the same time."),
    ]
    days: Sequence[Day]
    days_before: Annotated[Sequence[int], Meta(description="Views.")]
    hours: Annotated[
        Sequence[Hour],
        Meta(description="If the period is one day, and its records are kept; otherwise empty."),
    ]
    hours_before: Annotated[Sequence[int], Meta(description="Views, or empty.")]
    languages: Annotated[Sequence[Row], Meta(description="By path of the language.")]


class Overview(Report, frozen=True, kw_only=True):
    """Everything about a site."""

    active: Annotated[int, Meta(description="Pages that are open now.")]
    feedback: Annotated[Feedback, Meta(description="Of all pages.")]
    pages: Sequence[PageRow]
    tables: Annotated[
        Mapping[str, Sequence[Row]],
        Meta(description="By dimension. `agent` counts requests for text files, from access logs."),
    ]
    events: Annotated[Mapping[str, Sequence[Row]], Meta(description="By kind.")]


class PageReport(Report, frozen=True, kw_only=True):
    """One page in all its languages."""

    page: str
    parts: Annotated[
        Mapping[str, Sequence[int]],
        Meta(description="Views of each hour, or of each day, by path of the language."),
    ]
    feedback: FeedbackDays


class ImprovementReport(Improvements, frozen=True, kw_only=True, rename="camel"):
    """What to improve in a period."""

    first: date = field(name="from")
    last: date = field(name="to")
    minimum: Annotated[int, Meta(description="Minimum count of a row.")]


class Active(Struct, frozen=True):
    """The part of an overview that is loaded most often."""

    active: int


RESPONSES = (
    Session, Domain, Report, Overview, PageReport, ImprovementReport, ListedPage, Active,
)  # fmt: skip
"""The types that `make contracts` generates, in addition to the types of their fields."""


def describe_domain(
    domain: catalog.Domain, events: Mapping[str, str], since: date | None
) -> Domain:
    origins = sorted(domain.origins)
    return Domain(str(domain.id), domain.title, domain.languages, origins, events, since)


def compare(period: Period, found: Sequence[Day], hours: Hours | None) -> dict[str, Any]:
    """Returns the fields of a report that come from the days and hours of the period and of the
    period before it."""
    days = fill_days(period, found)
    before = fill_days(period.before, found)
    until_now = hours and hours.until_now
    return {
        "first": period.first,
        "last": period.last,
        "today": datetime.now(UTC).date(),
        "total": sum_figures(days),
        "before": sum_figures(before) if until_now is None else until_now,
        "days": days,
        "days_before": [day.views for day in before],
        "hours": hours.fill(days[0]) if hours else [],
        "hours_before": [hour.views for hour in hours.fill(before[0])] if hours else [],
    }


def describe_page(page: Page, domain: catalog.Domain) -> PageRow:
    return PageRow(
        *page.figures.values,
        page=page.path,
        languages={
            name_language(prefix): page.languages.get(prefix, Figures()).views
            for prefix in (domain.prefixes if domain.languages else ())
        },
        feedback=page.feedback,
    )


def describe_languages(domain: catalog.Domain, languages: Mapping[str, Figures]) -> list[Row]:
    """Returns figures by path of the language, in the order of the site."""
    return [
        Row(*languages.get(prefix, Figures()).values, value=name_language(prefix))
        for prefix in domain.prefixes
    ]


def name_language(prefix: str) -> str:
    """Returns the path of the pages in a language, such as `/` or `/zh/`."""
    return f"/{prefix}/" if prefix else "/"
