"""What the dashboard asks for: JSON, or CSV of the same tables, behind a token."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from uuid import UUID

from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import Route

from collector.catalog import Catalog, Domain
from collector.cells import (
    add_up_days,
    columns_of,
    day_cells,
    describe_days,
    language_cells,
    name_language,
    page_cells,
    row_cells,
    select_days,
    sum_days,
)
from collector.errors import KnownError, UnavailableError
from collector.model import DIMENSIONS
from collector.postgres.reports import Reports
from collector.questions import find_limit, find_page, find_period, wants_csv
from collector.sessions import Answering, Sessions, TooManyError
from collector.statistics import (
    Day,
    Period,
    fill_days,
    spell_page,
)
from collector.tables import Cells, Table, answer_csv, answer_json

API = "/dashboard/api"
SHOWN_DIMENSIONS = tuple(name for name in DIMENSIONS if name != "page")
SHOWN_EVENTS = ("search", "not-found", "language")

_FIGURES = ("views", "readers", "milliseconds")


class Dashboard:
    """The routes below `/dashboard/api`."""

    def __init__(self, catalog: Catalog, reports: Reports, sessions: Sessions) -> None:
        self._catalog = catalog
        self._reports = reports
        self._sessions = sessions

    @property
    def routes(self) -> list[Route]:
        sessions = self._sessions
        guarded: list[tuple[str, str, Answering]] = [
            ("GET", "/session", sessions.describe),
            ("PUT", "/session/ignored", sessions.ignore),
            ("DELETE", "/session/ignored", sessions.count),
            ("GET", "/domains", self._domains),
            ("GET", "/domains/{domain}/overview", self._overview),
            ("GET", "/domains/{domain}/active", self._active),
            ("GET", "/domains/{domain}/page", self._page),
            ("GET", "/domains/{domain}/days", self._days),
            ("GET", "/domains/{domain}/pages", self._pages),
            ("GET", "/domains/{domain}/events/{kind}", self._events),
            ("GET", "/domains/{domain}/{dimension}", self._dimension),
        ]
        return [
            Route(f"{API}/session", _catch(sessions.open), methods=["POST"]),
            Route(f"{API}/session", _catch(sessions.end), methods=["DELETE"]),
            *(
                Route(f"{API}{path}", _catch(self._guard(run)), methods=[method])
                for method, path, run in guarded
            ),
        ]

    def _guard(self, run: Answering) -> Answering:
        async def guarded(request: Request) -> Response:
            if not await self._sessions.allows(request):
                problem = "A token is needed. Run `collector token add` to create one."
                return PlainTextResponse(problem, 401)
            return await run(request)

        return guarded

    async def _domains(self, _: Request) -> Response:
        """With everything that a site must know to be counted."""
        await self._catalog.refresh()  # whoever has just added one wants to see it
        domains = sorted(self._catalog.domains.values(), key=lambda domain: domain.title)
        return answer_json(
            [
                {
                    "id": str(domain.id),
                    "title": domain.title,
                    "languages": domain.languages,
                    "origins": sorted(domain.origins),
                    "events": {
                        event.kind: str(event.id)
                        for event in self._catalog.events.values()
                        if event.domain_id == domain.id
                    },
                }
                for domain in domains
            ]
        )

    async def _overview(self, request: Request) -> Response:
        """The whole first page of the dashboard."""
        domain, period, limit = await self._find(request)
        id_ = domain.id
        both, tables, events, pages, active = await asyncio.gather(
            self._reports.days(id_, Period(period.before.first, period.last)),
            self._reports.tables(id_, period, SHOWN_DIMENSIONS, limit),
            self._reports.events(id_, period, SHOWN_EVENTS, limit),
            self._reports.pages(id_, period, domain.languages, limit),
            self._reports.active(id_),
        )
        return answer_json(
            {
                **describe_days(period, both),
                "active": active,
                "pages": [page_cells(row, domain) for row in pages.rows],
                "languages": language_cells(domain, pages.languages),
                "tables": {name: row_cells(rows) for name, rows in tables.items()},
                "events": {name: row_cells(rows) for name, rows in events.items()},
            }
        )

    async def _page(self, request: Request) -> Response:
        """One page in all its languages: `?path=/guide/`."""
        domain, period, _ = await self._find(request)
        page = find_page(request, "path") or "/"
        found = await self._load_page(domain, Period(period.before.first, period.last), page)
        both = [day for days in found.values() for day in days]
        parts = {prefix: select_days(period, days) for prefix, days in found.items()}
        languages = {prefix: sum_days(days) for prefix, days in parts.items()}
        return answer_json(
            {
                **describe_days(period, add_up_days(both)),
                "page": page,
                "languages": language_cells(domain, languages),
                "parts": {
                    name_language(prefix): [day.figures.views for day in fill_days(period, days)]
                    for prefix, days in parts.items()
                },
            }
        )

    async def _active(self, request: Request) -> Response:
        domain, _, _ = await self._find(request)
        return answer_json({"active": await self._reports.active(domain.id)})

    async def _days(self, request: Request) -> Response:
        """Of the whole site, or of one page in all its languages: `?page=/guide/`."""
        domain, period, _ = await self._find(request)
        page = find_page(request, "page")
        if page is None:
            days = await self._reports.days(domain.id, period)
        else:
            found = await self._load_page(domain, period, page)
            days = add_up_days(day for part in found.values() for day in part)
        rows = [day_cells(day) for day in fill_days(period, days)]
        return _answer(request, "days", period, ("day", *_FIGURES), rows)

    async def _pages(self, request: Request) -> Response:
        """Each page with its views in every language. A file adds up to all that was read."""
        domain, period, limit = await self._find(request)
        pages = await self._reports.pages(domain.id, period, domain.languages, limit)
        is_cut = wants_csv(request) and len(pages.rows) < pages.count
        shown = [*pages.rows, pages.others] if is_cut else pages.rows
        rows = [page_cells(row, domain) for row in shown]
        columns = ("page", *_FIGURES, *columns_of(domain))
        return _answer(request, "pages", period, columns, rows)

    async def _dimension(self, request: Request) -> Response:
        domain, period, limit = await self._find(request)
        name = request.path_params["dimension"]
        if name not in DIMENSIONS:
            raise KnownError(f"There is no {name!r}; there are {', '.join(DIMENSIONS)}")
        tables = await self._reports.tables(domain.id, period, [name], limit)
        return _answer(request, name, period, ("value", *_FIGURES), row_cells(tables[name]))

    async def _events(self, request: Request) -> Response:
        domain, period, limit = await self._find(request)
        kind = request.path_params["kind"]
        known = {event.kind for event in self._catalog.events.values()}
        if kind not in known:
            raise KnownError(f"There is no {kind!r}; there are {', '.join(sorted(known))}")
        tables = await self._reports.events(domain.id, period, [kind], limit)
        rows = [{"value": row.value, "count": row.figures.views} for row in tables[kind]]
        return _answer(request, kind, period, ("value", "count"), rows)

    async def _load_page(self, domain: Domain, period: Period, page: str) -> dict[str, list[Day]]:
        """The days of a page by language, each language in its place."""
        spelled = spell_page(page, domain.languages)
        found = await self._reports.path_days(domain.id, period, list(spelled))
        days: dict[str, list[Day]] = {prefix: [] for prefix in ("", *domain.languages)}
        for path, part in found.items():
            prefix = spelled[path]
            days[prefix] = add_up_days([*days[prefix], *part])
        return days

    async def _find(self, request: Request) -> tuple[Domain, Period, int]:
        try:
            id_ = UUID(request.path_params["domain"])
        except ValueError:
            raise KnownError("Unknown domain") from None
        domain = await self._catalog.find_domain(id_, None)
        return domain, find_period(request), find_limit(request)


def _catch(run: Answering) -> Answering:
    """Errors as sentences; and no answer is kept or taken for something else."""

    async def caught(request: Request) -> Response:
        try:
            response = await run(request)
        except TooManyError as error:
            headers = {"retry-after": str(error.retry_seconds)}
            response = PlainTextResponse(str(error), 429, headers)
        except KnownError as error:
            response = PlainTextResponse(f"{error}.", 400)
        except UnavailableError:
            response = PlainTextResponse("PostgreSQL can't be reached at the moment.", 503)
        response.headers["cache-control"] = "no-store"
        response.headers["x-content-type-options"] = "nosniff"
        return response

    return caught


def _answer(
    request: Request, name: str, period: Period, columns: Sequence[str], rows: Sequence[Cells]
) -> Response:
    """As JSON, or with `?format=csv` as a file."""
    if not wants_csv(request):
        return answer_json(rows)
    return answer_csv(Table(f"{name}-{period.first}-{period.last}", columns, rows))
