"""The analytics server of a site under test, and a visitor whose visits it counts."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from html import escape
from typing import Any

from playwright.sync_api import ConsoleMessage, Page, Route, expect

from tests.analytics.wire import DOMAIN, Request, Wire, serve_wire
from tests.waiting import make_round_trip, wait_until
from tests.website.conftest import wait_for_hydration
from tests.website.reading import add_link

ROUTE = "22222222-2222-4222-8222-222222222222"
LANGUAGE = "33333333-3333-4333-8333-333333333333"
SEARCH = "44444444-4444-4444-8444-444444444444"
NOT_FOUND = "55555555-5555-4555-8555-555555555555"
RESULT = "77777777-7777-4777-8777-777777777777"
FEEDBACK = "66666666-6666-4666-8666-666666666666"
_EVENTS = {
    "route_event_id": ROUTE,
    "language_event_id": LANGUAGE,
    "search_event_id": SEARCH,
    "result_event_id": RESULT,
    "not_found_event_id": NOT_FOUND,
    "feedback_event_id": FEEDBACK,
}
_MOST_ROUNDS = 1_000
_DOCUMENT = re.compile(r"/([\w-]+\.html)?(\?.*)?$")
_OPTIONS = re.compile(r"(?<=ackeeOpts&quot;:&quot;).*?(?=&quot;})")


class Counter:
    """The requests that a site has sent."""

    def __init__(self, wire: Wire) -> None:
        self.wire = wire

    @property
    def config(self) -> str:
        """The section of `site.toml` that configures this server."""
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
        """Without repetitions: a page repeats those whose responses its predecessor didn't read."""
        return [*{request.key or i: request for i, request in enumerate(self.wire.posts)}.values()]

    def of(self, operation: str) -> list[dict[str, Any]]:
        """The variables of all requests of an operation."""
        return [request.variables for request in self.requests if request.operation == operation]

    def keys(self, event: str) -> list[str]:
        """The key of each action of an event. Every action has the value 1."""
        inputs = [sent["input"] for sent in self.of("createAction") if sent["eventId"] == event]
        assert all(given.keys() == {"key", "value"} and given["value"] == 1 for given in inputs)
        return [given["key"] for given in inputs]

    @property
    def kinds(self) -> set[tuple[str, str]]:
        """Each operation, with the setting that its id comes from."""
        ids = {DOMAIN: "domain_id", **{event: key for key, event in _EVENTS.items()}}
        return {
            (request.operation, ids[request.variables.get("eventId", DOMAIN)])
            for request in self.requests
        }

    def forget(self) -> None:
        self.wire.requests.clear()

    @contextmanager
    def silent(self) -> Iterator[None]:
        """Accepts requests, and doesn't respond before the end of the block."""
        self.wire.fall_silent()
        try:
            yield
        finally:
            self.wire.restore()


@dataclass
class Visitor:
    """A tab on a site that counts visits."""

    page: Page
    address: str
    counter: Counter
    troubles: list[str] = field(default_factory=list)
    """Thrown errors, and console messages of scripts."""

    def __post_init__(self) -> None:
        self.page.on("pageerror", lambda error: self.troubles.append(f"thrown: {error}"))
        self.page.on("console", self._read)

    def _read(self, message: ConsoleMessage) -> None:
        if not message.text.startswith("Failed to load resource"):
            self.troubles.append(f"{message.type}: {message.text}")

    def load(self, path: str, referer: str | None = None) -> None:
        self.page.goto(self.address + path, referer=referer)

    def open(self, path: str) -> None:
        """Opens a path, and waits for the record, the path and the language."""
        self.load(path)
        wait_for_hydration(self.page)
        self.wait(lambda: len(self.counter.requests) >= 3)

    def go_to(self, path: str, title: str) -> None:
        """Follows a link in the text."""
        add_link(self.page, path).first.click()
        expect(self.page.locator("h1")).to_have_text(title)

    def wait(self, is_reached: Callable[[], bool]) -> None:
        wait_until(
            self.page,
            is_reached,
            lambda: [(request.operation, request.variables) for request in self.counter.requests],
        )

    def settle(self) -> None:
        """Waits until no request follows, even after a round trip to the site's own server."""
        count = -1
        for _ in range(_MOST_ROUNDS):
            if len(self.counter.requests) == count:
                return
            count = len(self.counter.requests)
            make_round_trip(self.page)
        raise TimeoutError(f"{count} requests, and there is no end")

    def stored(self) -> list[list[str]]:
        """The keys in session storage and local storage."""
        found: list[list[str]] = self.page.evaluate(
            "[sessionStorage, localStorage].map((storage) => Object.keys(storage))"
        )
        return found


@contextmanager
def serve_counter() -> Iterator[Counter]:
    """Runs the server until the end of the block, on its own origin."""
    with serve_wire(events=_EVENTS.values()) as wire:
        yield Counter(wire)


def set_options(page: Page, **options: bool) -> None:
    """Changes the options of the client in all documents."""
    given = json.dumps(json.dumps({"ignoreLocalhost": False, **options}))[1:-1]

    def change(route: Route) -> None:
        response = route.fetch()
        text, count = _OPTIONS.subn(lambda _: escape(given), response.text())
        assert count == 1
        route.fulfill(response=response, body=text)

    page.route(_DOCUMENT, change)
