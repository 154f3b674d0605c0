"""Possible improvements, as one list per problem of a site. Rows about a page have a link to edit
it, if the page list contains one."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Annotated
from uuid import UUID

from msgspec import Meta, Struct

from collector.statistics import Period

DEFAULT_MINIMUM = 5
"""The default minimum of the count that a list is sorted by. A single action must neither lead a
list nor identify a visitor."""
LEAST_MINIMUM = 2
"""A single vote or search is never listed."""
DEFAULT_ROWS = 10
MIN_AVERAGED_VIEWS = 20
"""The average time of fewer views isn't meaningful."""


@dataclass(frozen=True, slots=True)
class Selection:
    """Selects the rows of all lists."""

    domain_id: UUID
    period: Period
    minimum: int = DEFAULT_MINIMUM
    limit: int = DEFAULT_ROWS
    """The maximum number of rows per list."""


class ListedPage(Struct, frozen=True, kw_only=True):
    """A page in one language."""

    path: str
    title: Annotated[str | None, Meta(description="If the site's page list has it.")]
    edit: Annotated[str | None, Meta(description="The URL to edit its source.")]


class UnhelpfulPage(ListedPage, frozen=True, kw_only=True):
    """A page that visitors don't find helpful."""

    yes: int
    no: int
    reasons: Annotated[
        Mapping[str, int], Meta(description="Those that were chosen at least `minimum` times.")
    ]


class FailedSearch(Struct, frozen=True):
    """A search without results. Upper and lower case are the same query."""

    query: str
    count: int


class Link(ListedPage, frozen=True, kw_only=True):
    """A page of the site with a link to a path that doesn't exist."""

    count: int


class MissingPath(Struct, frozen=True):
    """A path without a page."""

    path: str
    count: int
    links: Annotated[
        Sequence[Link],
        Meta(description="The pages that most visitors came from, with at least `minimum` visits."),
    ]


class OutdatedPage(ListedPage, frozen=True, kw_only=True):
    """A translation with sections that are older than the original."""

    views: int
    outdated: Annotated[int, Meta(description="The number of outdated sections.")]


class QuickExit(ListedPage, frozen=True, kw_only=True):
    """A page that visitors leave in less than half of the site's average time."""

    views: int
    milliseconds: Annotated[int, Meta(description="The average time on the page.")]


class Improvements(Struct, frozen=True, rename="camel"):
    """The most important rows of each list first."""

    unhelpful: Sequence[UnhelpfulPage]
    searches: Sequence[FailedSearch]
    not_found: Sequence[MissingPath]
    outdated: Sequence[OutdatedPage]
    quick_exits: Sequence[QuickExit]
    has_page_list: Annotated[
        bool, Meta(description="Without one, titles, edit links and `outdated` are missing.")
    ]
