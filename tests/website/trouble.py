"""A user with problems: missing files, silent servers, lost connections."""

from __future__ import annotations

import re
from pathlib import Path

from playwright.sync_api import Locator, Page, Request, Route, expect

from tests.website.conftest import wait_for_hydration
from tests.website.documents import Element, read_document
from tests.website.scripts import theme_script

FEATURE_SCRIPT = theme_script("preferences")
WITHOUT_NAVIGATION = {
    "no Navigation API": "delete window.navigation; delete window.NavigationPrecommitController;",
    "no precommit handler": "delete window.NavigationPrecommitController;",
}
"""Scripts that make the router use the History API."""
MAIN_SCRIPT = re.compile(r"/assets/js/main\.[0-9a-f]{8}\.js$")
TABLES = re.compile(r"/assets/routes/[0-9a-f]{8}\.json$")
CHROMES = re.compile(r"/assets/chrome/[0-9a-f]{8}\.json$")
BUILD = re.compile(r"/build\.json$")
EVERYTHING = re.compile(r"^http")

START = "/guide/quick-start.html"
"""The page on which most tests start."""
NEXT = "/guide/introduction.html"
"""Another page in the same folder."""
FAR = "/api/"
"""A page in another folder, with its own route table and sidebar."""

OFFLINE = "You appear to be offline. This page couldn’t be loaded."
FAILED = "This page couldn’t be loaded."
NOT_FOUND = "Page not found"

_NOTE_FAILURES = """
  window.failures = [];
  navigation.onnavigateerror = ({ error }) => failures.push([error.name, error.type ?? '']);
"""

_IS_UNCOVERED = """() => {
  const main = document.querySelector('main');
  const { left, width } = main.getBoundingClientRect();
  const found = document.elementFromPoint(left + width / 2, innerHeight / 2);
  return main.contains(found) && document.querySelector(':modal') === null;
}"""


class Line:
    """The connection to the server, with simulated failures."""

    def __init__(self, page: Page) -> None:
        self._page = page
        self._held: list[Route] = []

    def answer(self, pattern: re.Pattern[str], body: str = "", status: int = 200) -> None:
        """The server sends another response."""
        self._page.route(pattern, lambda route: route.fulfill(status=status, body=body))

    def refuse(self, pattern: re.Pattern[str]) -> None:
        """The server is gone."""
        self._page.route(pattern, lambda route: route.abort("connectionrefused"))

    def silence(self, pattern: re.Pattern[str]) -> None:
        """The server accepts requests and never responds."""
        self._page.route(pattern, lambda route: self._held.append(route))

    def restore(self) -> None:
        """Ends all simulated failures; requests that were held fail."""
        for route in self._held:
            route.abort()
        self._held.clear()
        self._page.unroute_all(behavior="ignoreErrors")


class Reader:
    """A user who must always see the page of the address."""

    def __init__(self, page: Page, address: str, dist: Path) -> None:
        self.page = page
        self.line = Line(page)
        self.address = address
        self.documents: list[str] = []
        """The paths of all loaded documents."""
        self.requests: list[str] = []
        """The paths of all requests."""
        self._dist = dist
        page.add_init_script(_NOTE_FAILURES)
        page.on("request", self._note)

    def _note(self, request: Request) -> None:
        path = request.url.removeprefix(self.address)
        self.requests.append(path)
        if request.is_navigation_request():
            self.documents.append(path)

    def open(self, path: str) -> None:
        """Opens a path, waits for hydration, and starts counting."""
        self.page.goto(self.address + path)
        wait_for_hydration(self.page)
        self.documents.clear()

    def look_around(self) -> None:
        """Moves the pointer, which makes the page load the route table."""
        with self.page.expect_response(TABLES):
            self.page.mouse.move(5, 5)

    def open_and_look_around(self, path: str = START) -> None:
        self.open(path)
        self.look_around()
        self.requests.clear()

    def click(self, path: str) -> None:
        """Clicks a link without waiting for the result."""
        self.page.locator(f'a[href="{path}"]:visible').first.click(no_wait_after=True)

    def retry(self) -> None:
        self.notice.get_by_role("button", name="Try again").click(no_wait_after=True)

    @property
    def notice(self) -> Locator:
        return self.page.get_by_role("alert")

    @property
    def progress(self) -> Locator:
        return self.page.get_by_role("progressbar")

    def failures(self) -> list[list[str]]:
        """Name and type of each navigation error in this document."""
        failures: list[list[str]] = self.page.evaluate("failures")
        return failures

    def asked_for(self, pattern: re.Pattern[str]) -> int:
        return len([path for path in self.requests if pattern.search(path)])

    def expect_at(self, path: str) -> None:
        """Waits for the address and its page, without a progress bar or a message."""
        self.expect_to_stay_at(path)
        expect(self.progress).to_have_count(0)
        expect(self.notice).to_be_empty()

    def expect_to_stay_at(self, path: str) -> None:
        expect(self.page).to_have_url(self.address + path)
        expect(self.page.locator("h1")).to_have_text(self.title_of(path))

    def expect_notice(self, path: str, text: str = FAILED) -> None:
        """Waits for a message, while page and address stay."""
        expect(self.notice).to_contain_text(text)
        expect(self.progress).to_have_count(0)
        self.expect_to_stay_at(path)
        self._check_screen(path)

    def _check_screen(self, path: str) -> None:
        """The notice is the only change: nothing replaces the text of the page or covers it."""
        main = self._document(path).one("main")
        texts = [" ".join(text.split()) for text in self.page.locator("main p").all_text_contents()]
        assert texts == [paragraph.text for paragraph in main.all("p")]
        assert self.page.evaluate(_IS_UNCOVERED)

    def title_of(self, path: str) -> str:
        """The h1 of the built document."""
        return self._document(path).one("h1").text

    def _document(self, path: str) -> Element:
        path = re.sub(r"[?#].*", "", path)
        return read_document(self._dist / (path + "index.html" if path.endswith("/") else path)[1:])
