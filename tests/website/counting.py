"""The server that a site tells its visits, with what tests of the site ask of it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from time import monotonic
from typing import Any

from playwright.sync_api import Page

from tests.analytics.wire import DOMAIN, Request, Wire, serve_wire
from tests.waiting import make_round_trip

ROUTE = "22222222-2222-4222-8222-222222222222"
LANGUAGE = "33333333-3333-4333-8333-333333333333"
SEARCH = "44444444-4444-4444-8444-444444444444"
NOT_FOUND = "55555555-5555-4555-8555-555555555555"
_EVENTS = {
    "route_event_id": ROUTE,
    "language_event_id": LANGUAGE,
    "search_event_id": SEARCH,
    "not_found_event_id": NOT_FOUND,
}

PATIENCE_S = 30


class Counter:
    """What a site has told. Waiting lets its page go on."""

    def __init__(self, wire: Wire) -> None:
        self.wire = wire

    @property
    def config(self) -> str:
        """What `site.toml` says of it."""
        lines = [
            "\n[analytics]",
            f'server = "{self.wire.address}"',
            f'domain_id = "{DOMAIN}"',
            *(f'{key} = "{event}"' for key, event in _EVENTS.items()),
            "options = { ignore_localhost = false }\n",
        ]
        return "\n".join(lines)

    @property
    def requests(self) -> list[Request]:
        return self.wire.posts

    def of(self, operation: str) -> list[dict[str, Any]]:
        """The variables of all requests of an operation."""
        return [request.variables for request in self.wire.list_posts(operation)]

    def keys(self, event: str) -> list[str]:
        """What was counted of an event, each time one."""
        inputs = [told["input"] for told in self.of("createAction") if told["eventId"] == event]
        assert all(given.keys() == {"key", "value"} and given["value"] == 1 for given in inputs)
        return [given["key"] for given in inputs]

    @property
    def kinds(self) -> set[tuple[str, str]]:
        """Each operation that was asked for, with the setting that its id comes from."""
        ids = {DOMAIN: "domain_id", **{event: key for key, event in _EVENTS.items()}}
        return {
            (request.operation, ids[variables.get("eventId", DOMAIN)])
            for request in self.requests
            for variables in [request.variables]
        }

    def forget(self) -> None:
        self.wire.requests.clear()

    @contextmanager
    def silent(self) -> Iterator[None]:
        """Takes requests, and answers none of them before the end of the block."""
        self.wire.fall_silent()
        try:
            yield
        finally:
            self.wire.mend()

    def wait(self, page: Page, is_reached: Callable[[], bool]) -> None:
        """Until something is so."""
        end = monotonic() + PATIENCE_S
        while not is_reached():
            told = [(request.operation, request.variables) for request in self.requests]
            assert monotonic() < end, told
            page.wait_for_timeout(10)

    def wait_for_visit(self, page: Page) -> None:
        """Until the first load has been told: the record, its path and its language."""
        self.wait(page, lambda: len(self.requests) >= 3)

    def settle(self, page: Page) -> None:
        """Until nothing more comes, although the page has had an answer of its own server."""
        count = -1
        while len(self.requests) > count:
            count = len(self.requests)
            make_round_trip(page)


@contextmanager
def serve_counter() -> Iterator[Counter]:
    """Runs the server until the end of the block, on an origin of its own."""
    with serve_wire(events=_EVENTS.values()) as wire:
        yield Counter(wire)
