"""What to improve: the lists on the first screen of a site."""

from __future__ import annotations

import json
import re
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from playwright.sync_api import expect

from harness.collector.service import ORIGIN, Domain, Service, add_domain, call_command
from harness.collector.stored import fetch
from harness.postgres import Postgres
from tests.axe import find_violations
from tests.collector.dashboard.browser import Dashboard, Language
from tests.collector.dashboard.conftest import PAGE, SMALLEST, Open
from tests.website.keyboard import find_problems, remember_stops, walk

CHINESE = f"/zh{PAGE}"
EDIT = "https://code.example/edit/quick-start.md"

# Created first, because seeding it repairs all rollups, which would delete those of `imperfect`.
pytestmark = pytest.mark.usefixtures("site")


@pytest.fixture(scope="module")
def imperfect(
    postgres: Postgres, service: Service, tmp_path_factory: pytest.TempPathFactory
) -> Domain:
    """A site with something in each list."""
    domain = add_domain(postgres.dsn, "Imperfect", languages=["zh"], known_to=service)
    today = datetime.now(UTC).date()
    views = "insert into rollups values ($1, $2, $3, $4, $5, 1, $6)"
    for dimension, path, count, seconds in (
        ("total", "", 1060, 50), ("page", "/", 1000, 50), ("page", "/api/", 30, 9),
        ("page", CHINESE, 30, 50),
    ):  # fmt: skip
        fetch(postgres.dsn, views, domain.id, today, dimension, path, count, seconds * count * 1000)
    # The site isn't new.
    fetch(postgres.dsn, views, domain.id, today - timedelta(days=20), "total", "", 1, 0)
    actions = "insert into action_rollups values ($1, $2, $3, 7, 7)"
    for kind, key in (
        ("feedback", f"no {CHINESE}"), ("feedback", f"unclear {CHINESE}"),
        ("search", "IndexedDB"), ("not_found", f"/old {CHINESE}"),
    ):  # fmt: skip
        fetch(postgres.dsn, actions, domain.events[kind], today, key)
    file = tmp_path_factory.mktemp("pages") / "pages.json"
    file.write_text(
        json.dumps([{"path": CHINESE, "title": "快速上手", "edit": EDIT, "outdated": 2}])
    )
    call_command(postgres.dsn, "domain", "pages", "Imperfect", str(file))
    return domain


def test_the_first_screen_shows_what_to_improve(dashboard: Dashboard, imperfect: Domain) -> None:
    dashboard.goto_improvements(f"?site={imperfect.id}")
    page, strings = dashboard.page, dashboard.strings
    expect(page.get_by_role("radio", name="7 days")).to_be_checked()
    expect(page.get_by_role("link", name="What to improve")).to_have_attribute(
        "aria-current", "page"
    )

    def rows(title: str) -> list[str]:
        return page.get_by_role("region", name=title).get_by_role("listitem").all_inner_texts()

    improve = strings["improve"]
    (unhelpful,) = rows(improve["unhelpful"]["title"])
    assert unhelpful.split() == [
        "快速上手", "7", "of", "7", CHINESE, "Hard", "to", "understand", "(7)", "Open", "Edit",
    ]  # fmt: skip
    assert [row.split() for row in rows(strings["tables"]["search"]["title"])] == [
        ["IndexedDB", "7"]
    ]
    (missing,) = rows(strings["tables"]["not-found"]["title"])
    assert missing.split() == ["/old", "7", "Linked", "from", "快速上手", "Edit"]
    (outdated,) = rows(improve["outdated"]["title"])
    assert "Outdated sections: 2" in outdated
    (quick,) = rows(improve["quickExits"]["title"])
    assert "9s on average" in quick


def test_a_row_links_to_the_page_its_source_and_its_figures(
    dashboard: Dashboard, imperfect: Domain
) -> None:
    dashboard.goto_improvements(f"?site={imperfect.id}")
    page = dashboard.page
    row = page.get_by_role("region", name="Unhelpful pages").get_by_role("listitem")
    expect(row.get_by_role("link", name="Edit: 快速上手")).to_have_attribute("href", EDIT)
    opened = row.get_by_role("link", name="Open: 快速上手")
    expect(opened).to_have_attribute("href", f"{ORIGIN}{CHINESE}")
    row.get_by_role("link", name="快速上手", exact=True).click()
    expect(page.get_by_role("heading", level=1)).to_have_text(PAGE)
    page.go_back()
    expect(row.get_by_role("link", name="快速上手", exact=True)).to_be_focused()


def test_the_tabs_are_links(signed_in: Open) -> None:
    dashboard = signed_in()
    page, tabs = dashboard.page, dashboard.strings["tabs"]
    page.get_by_role("link", name=tabs["improve"]).click()
    expect(page.locator(".improve")).to_be_visible()
    expect(page.locator(".summary")).to_have_count(0)
    page.get_by_role("link", name=tabs["traffic"]).click()
    expect(page.locator(".summary")).to_be_visible()
    page.go_back()
    expect(page.locator(".improve")).to_be_visible()


@pytest.mark.parametrize("language", ["en", pytest.param("zh", marks=pytest.mark.sweep)])
def test_axe_finds_nothing_in_the_lists_and_they_fit(
    open_dashboard: Open, state: dict[str, Any], imperfect: Domain, language: Language
) -> None:
    dashboard = open_dashboard(language, storage_state=state, width=SMALLEST)
    dashboard.goto_improvements(f"?site={imperfect.id}")
    page = dashboard.page
    assert find_violations(page) == []
    assert page.evaluate("document.documentElement.scrollWidth") == SMALLEST
    page.set_viewport_size({"width": 1440, "height": 900})
    page.emulate_media(color_scheme="dark")
    assert find_violations(page, "colors") == []


def test_the_lists_work_by_keyboard(dashboard: Dashboard, imperfect: Domain) -> None:
    dashboard.goto_improvements(f"?site={imperfect.id}")
    expected = remember_stops(dashboard.page)
    stops = walk(dashboard.page)
    controls = [stop for stop in stops if not re.match("<select|<input type=.radio", stop.html)]
    assert find_problems(controls, expected) == []
