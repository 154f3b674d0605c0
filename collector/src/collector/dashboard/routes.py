"""The dashboard's API: JSON, or the same tables as CSV. Requires a token or a session."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from uuid import UUID

import msgspec
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import Route

from collector.catalog import Catalog, Domain, Site
from collector.dashboard.hours import load_hours
from collector.dashboard.query import find_limit, find_minimum, find_page, find_period, wants_csv
from collector.dashboard.responses import (
    Active,
    EventRow,
    ImprovementReport,
    Overview,
    PageReport,
    compare,
    describe_domain,
    describe_languages,
    describe_page,
    name_language,
)
from collector.dashboard.sessions import Handler, Sessions, refuse_other_sites
from collector.dashboard.tables import Table, csv_response, json_response
from collector.errors import KnownError, UnavailableError
from collector.feedback import FEEDBACK_FIGURES, fill_feedback
from collector.improvements import Selection
from collector.model import DIMENSIONS, NOT_FOUND, RESULT
from collector.postgres.access import Access
from collector.postgres.improvements import ImprovementReports
from collector.postgres.registry import EVENT_KINDS
from collector.postgres.reports import PAGE_ORDERS, Reports
from collector.statistics import (
    FIGURES,
    Day,
    Period,
    Row,
    TextRow,
    add_up_days,
    fill_days,
    find_paths,
    sum_figures,
)

API = "/dashboard/api"
SHOWN_DIMENSIONS = tuple(name for name in DIMENSIONS if name != "page")
_UNKNOWN = "Unknown domain"
SHOWN_EVENTS = ("search", RESULT, NOT_FOUND, "language")


class Dashboard:
    """The routes below `/dashboard/api`."""

    def __init__(
        self,
        catalog: Catalog,
        list_sites: Callable[[UUID | None], Awaitable[Sequence[Site]]],
        reports: Reports,
        improvements: ImprovementReports,
        sessions: Sessions,
    ) -> None:
        self._catalog = catalog
        self._list_sites = list_sites
        self._reports = reports
        self._improving = improvements
        self._sessions = sessions

    @property
    def routes(self) -> list[Route]:
        sessions = self._sessions
        guarded: list[tuple[str, str, Handler]] = [
            ("GET", "/session", sessions.describe),
            ("PUT", "/session/ignored", sessions.ignore),
            ("DELETE", "/session/ignored", sessions.count),
            ("GET", "/domains", self._domains),
            ("GET", "/domains/{domain}/overview", self._overview),
            ("GET", "/domains/{domain}/improvements", self._improvements),
            ("GET", "/domains/{domain}/active", self._active),
            ("GET", "/domains/{domain}/page", self._page),
            ("GET", "/domains/{domain}/days", self._days),
            ("GET", "/domains/{domain}/hours", self._hours),
            ("GET", "/domains/{domain}/pages", self._pages),
            ("GET", "/domains/{domain}/events/{kind}", self._events),
            ("GET", "/domains/{domain}/text", self._text),
            ("GET", "/domains/{domain}/{dimension}", self._dimension),
        ]
        return [
            Route(f"{API}/session", _catch(sessions.open), methods=["POST"]),
            Route(f"{API}/session", _catch(sessions.end), methods=["DELETE"]),
            *(
                Route(f"{API}{path}", _catch(self._guard(handle)), methods=[method])
                for method, path, handle in guarded
            ),
        ]

    def _guard(self, handle: Handler) -> Handler:
        async def guarded(request: Request) -> Response:
            access = await self._sessions.authenticate(request)
            if access is None:
                problem = "A token is needed. Run `collector token add` to create one."
                return PlainTextResponse(problem, 401)
            request.state.access = access
            return await handle(request)

        return guarded

    async def _domains(self, request: Request) -> Response:
        since = await self._reports.first_days()
        access: Access = request.state.access
        sites = await self._list_sites(access.domain_id)
        return json_response([describe_domain(*site, since.get(site.domain.id)) for site in sites])

    async def _overview(self, request: Request) -> Response:
        domain, period, limit = await self._find(request)
        id_ = domain.id
        days, hours, tables, events, pages, active = await asyncio.gather(
            self._reports.days(id_, period.with_before),
            load_hours(self._reports, id_, period),
            self._load_tables(id_, period, limit),
            self._reports.events(id_, period, SHOWN_EVENTS, limit),
            self._reports.pages(id_, period, domain.languages, limit),
            self._reports.active(id_),
        )
        return json_response(
            Overview(
                **compare(period, days, hours),
                active=active,
                feedback=pages.feedback,
                pages=[describe_page(page, domain) for page in pages.rows],
                languages=describe_languages(domain, pages.languages),
                tables=tables,
                events=events,
            )
        )

    async def _improvements(self, request: Request) -> Response:
        domain, period, limit = await self._find(request)
        minimum = find_minimum(request)
        found = await self._improving.load(Selection(domain.id, period, minimum, limit))
        return json_response(
            ImprovementReport(
                **msgspec.structs.asdict(found),
                first=period.first,
                last=period.last,
                minimum=minimum,
            )
        )

    async def _page(self, request: Request) -> Response:
        """Reports one page in all its languages: `?path=/guide/`."""
        domain, period, _ = await self._find(request)
        page = find_page(request, "path") or "/"
        prefixes_by_path = find_paths(page, domain.languages)
        found, hours, answers = await asyncio.gather(
            self._load_page(domain, period.with_before, page),
            load_hours(self._reports, domain.id, period, prefixes_by_path),
            self._reports.feedback_days(domain.id, period, prefixes_by_path),
        )
        filled = {prefix: fill_days(period, days) for prefix, days in found.items()}
        totals = {prefix: sum_figures(days) for prefix, days in filled.items()}
        every = add_up_days(day for days in found.values() for day in days)
        compared = compare(period, every, hours)
        views = {prefix: [day.views for day in days] for prefix, days in filled.items()}
        if hours and compared["hours"]:
            views = {prefix: hours.fill_views(period.last, prefix) for prefix in filled}
        return json_response(
            PageReport(
                **compared,
                page=page,
                languages=describe_languages(domain, totals),
                parts={name_language(prefix): part for prefix, part in views.items()},
                feedback=fill_feedback(period.days, answers),
            )
        )

    async def _active(self, request: Request) -> Response:
        domain, _, _ = await self._find(request)
        return json_response(Active(await self._reports.active(domain.id)))

    async def _days(self, request: Request) -> Response:
        """Reports the days of the whole site, or of one page in all its languages:
        `?page=/guide/`."""
        domain, period, _ = await self._find(request)
        page = find_page(request, "page")
        if page is None:
            days = await self._reports.days(domain.id, period)
        else:
            found = await self._load_page(domain, period, page)
            days = add_up_days(day for part in found.values() for day in part)
        return _respond(request, "days", period, ("day", *FIGURES), fill_days(period, days))

    async def _hours(self, request: Request) -> Response:
        """Reports the hours of one day: `?days=1`, and `&page=/guide/` for a page. Empty if the day
        has no records."""
        domain, period, _ = await self._find(request)
        page = find_page(request, "page")
        prefixes_by_path = None if page is None else find_paths(page, domain.languages)
        hours = await load_hours(self._reports, domain.id, period, prefixes_by_path)
        if not hours:
            raise KnownError(
                "Hours are only available for a single day: "
                "set `days` to 1, or `from` and `to` to the same day"
            )
        rows = hours.fill(Day(day=period.last))
        known = rows if any(row.views for row in rows) else []
        return _respond(request, "hours", period, ("hour", *FIGURES), known)

    async def _pages(self, request: Request) -> Response:
        """Lists pages with their views in every language. The rows of a CSV file add up to the
        total. `?sort=time` sorts by average time on page, `?sort=/zh/` by the views in a
        language."""
        domain, period, limit = await self._find(request)
        order = _find_order(request, domain)
        pages = await self._reports.pages(domain.id, period, domain.languages, limit, order)
        is_cut = wants_csv(request) and len(pages.rows) < pages.count
        shown = [*pages.rows, pages.others] if is_cut else pages.rows
        rows = [describe_page(page, domain) for page in shown]
        languages = map(name_language, domain.prefixes if domain.languages else ())
        columns = ("page", *FIGURES, *languages, *FEEDBACK_FIGURES)
        return _respond(request, "pages", period, columns, rows)

    async def _dimension(self, request: Request) -> Response:
        domain, period, limit = await self._find(request)
        name = request.path_params["dimension"]
        if name not in DIMENSIONS:
            raise KnownError(f"Unknown dimension {name!r}. Choose one of {', '.join(DIMENSIONS)}")
        tables = await self._reports.tables(domain.id, period, [name], limit)
        return _respond(request, name, period, ("value", *FIGURES), tables[name])

    async def _text(self, request: Request) -> Response:
        """Lists requests for Markdown files and `llms.txt`, from access logs."""
        domain, period, limit = await self._find(request)
        rows = await self._reports.text_requests(domain.id, period, limit)
        return _respond(request, "text", period, TextRow.__struct_fields__, rows)

    async def _events(self, request: Request) -> Response:
        domain, period, limit = await self._find(request)
        kind = request.path_params["kind"]
        if kind not in EVENT_KINDS:
            known = ", ".join(sorted(EVENT_KINDS))
            raise KnownError(f"Unknown kind of event {kind!r}. Choose one of {known}")
        tables = await self._reports.events(domain.id, period, [kind], limit)
        rows = [EventRow(row.value, row.views) for row in tables[kind]]
        return _respond(request, kind, period, EventRow.__struct_fields__, rows)

    async def _load_tables(self, id_: UUID, period: Period, limit: int) -> dict[str, list[Row]]:
        tables, agents = await asyncio.gather(
            self._reports.tables(id_, period, SHOWN_DIMENSIONS, limit),
            self._reports.agents(id_, period),
        )
        return {**tables, "agent": agents}

    async def _load_page(self, domain: Domain, period: Period, page: str) -> dict[str, list[Day]]:
        """Returns the days of a page, keyed by language prefix in the order of the site."""
        prefixes_by_path = find_paths(page, domain.languages)
        found = await self._reports.path_days(domain.id, period, list(prefixes_by_path))
        days: dict[str, list[Day]] = {prefix: [] for prefix in domain.prefixes}
        for path, part in found.items():
            prefix = prefixes_by_path[path]
            days[prefix] = add_up_days([*days[prefix], *part])
        return days

    async def _find(self, request: Request) -> tuple[Domain, Period, int]:
        try:
            id_ = UUID(request.path_params["domain"])
        except ValueError:
            raise KnownError(_UNKNOWN) from None
        access: Access = request.state.access
        if not access.allows(id_):
            raise KnownError(_UNKNOWN)  # the same error as for a site that doesn't exist
        domain = await self._catalog.find_domain(id_, None)
        return domain, find_period(request), find_limit(request)


def _find_order(request: Request, domain: Domain) -> str:
    """Returns the order of the pages, from the query parameter `sort`."""
    text = request.query_params.get("sort", "views")
    orders = {order: order for order in PAGE_ORDERS}
    orders |= {name_language(prefix): prefix for prefix in domain.prefixes}
    if text not in orders:
        raise KnownError(f"`sort` must be one of {', '.join(orders)}, not {text!r}")
    return orders[text]


def _catch(handle: Handler) -> Handler:
    """Refuses changes by other sites, converts errors to responses, and disables caching and
    content sniffing."""

    async def caught(request: Request) -> Response:
        try:
            refuse_other_sites(request)
            response = await handle(request)
        except HTTPException as error:
            response = PlainTextResponse(error.detail, error.status_code, error.headers)
        except KnownError as error:
            response = PlainTextResponse(f"{error}.", 400)
        except UnavailableError:
            response = PlainTextResponse("PostgreSQL can't be reached at the moment.", 503)
        response.headers["cache-control"] = "no-store"
        response.headers["x-content-type-options"] = "nosniff"
        response.headers["cross-origin-resource-policy"] = "same-origin"
        return response

    return caught


def _respond(
    request: Request,
    name: str,
    period: Period,
    columns: Sequence[str],
    rows: Sequence[msgspec.Struct],
) -> Response:
    """Responds with JSON, or with a CSV file if the query contains `format=csv`."""
    if not wants_csv(request):
        return json_response(rows)
    return csv_response(Table(f"{name}-{period.first}-{period.last}", columns, rows))
