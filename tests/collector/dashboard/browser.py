"""The dashboard in a browser, and the actions of its user."""

from __future__ import annotations

import csv
import io
import json
from typing import Any, Literal
from urllib.parse import urljoin

from playwright.sync_api import BrowserContext, Locator, Page, expect

from harness.paths import ROOT

Language = Literal["en", "zh"]
LOCALES: dict[Language, str] = {"en": "en-US", "zh": "zh-CN"}


def load_strings(language: Language) -> dict[str, Any]:
    """Returns the strings of the dashboard."""
    file = ROOT / f"collector/dashboard/src/strings/{language}.json"
    strings: dict[str, Any] = json.loads(file.read_text(encoding="utf-8"))
    return strings


class Dashboard:
    """The dashboard in a tab."""

    def __init__(self, context: BrowserContext, address: str, language: Language = "en") -> None:
        self.context = context
        self.address = f"{address}/dashboard/"
        self.strings = load_strings(language)
        self.page: Page = context.new_page()

    def sign_in(self, token: str) -> None:
        self.page.goto(self.address)
        self.page.get_by_label(self.strings["signIn"]["token"]).fill(token)
        self.page.get_by_role("button", name=self.strings["signIn"]["submit"]).click()

    def goto(self, query: str) -> None:
        """Opens the traffic of a site, or one of its pages."""
        self.page.goto(f"{self.address}{query}&tab=traffic")
        expect(self.page.locator(".summary")).to_be_visible()

    def goto_improvements(self, query: str) -> None:
        self.page.goto(self.address + query)
        expect(self.page.locator(".improve")).to_be_visible()

    def choose(self, label: str) -> None:
        """Selects a radio button by a click on its label, which covers it."""
        self.page.locator("label", has_text=label).click()

    def figure(self, name: str) -> str:
        term = self.page.locator(".summary dl > div", has=self.page.locator("dt", has_text=name))
        return term.first.locator(".big").inner_text()

    def table(self, title: str) -> Locator:
        return self.page.get_by_role("table", name=title, exact=True)

    def open_rows(self, title: str) -> None:
        """Shows all rows of a table that is collapsed."""
        card = self.page.locator(".card", has=self.page.get_by_role("heading", name=title))
        more = card.locator(".more button[aria-expanded=false]")
        if more.count():
            more.click()

    def read_rows(self, title: str) -> list[list[str]]:
        """Returns the visible cells of a table."""
        script = """(table) => [...table.tBodies[0].rows].map(
          (row) => [...row.cells].map((cell) => cell.textContent.trim()))"""
        rows: list[list[str]] = self.table(title).evaluate(script)
        return rows

    def csv_link(self, title: str) -> Locator:
        name = self.strings["table"]["download"].replace("{title}", title)
        return self.page.get_by_role("link", name=name, exact=True)

    def read_csv(self, title: str) -> list[dict[str, str]]:
        """Downloads the CSV file of a table."""
        address = urljoin(self.address, self.csv_link(title).get_attribute("href"))
        return parse_csv(self.context.request.get(address).body())


def number(text: str) -> int:
    """Parses a number with thousands separators."""
    return int(text.replace(",", ""))


def parse_csv(body: bytes) -> list[dict[str, str]]:
    return list(csv.DictReader(io.StringIO(body.decode("utf-8-sig"))))
