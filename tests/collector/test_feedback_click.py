"""From a click on "Was this page helpful?" to the dashboard, in real Chromium."""

from __future__ import annotations

import json
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, expect

from harness.collector.service import BROWSER, Domain, Service, add_domain, call_command
from harness.paths import ROOT
from harness.postgres import Postgres
from harness.servers import serve_nginx
from harness.variants import build_variant, set_analytics
from tests.axe import find_violations
from tests.collector.dashboard import LOCALES, Dashboard, Language
from tests.website.conftest import wait_for_hydration

PAGE = "/guide/quick-start.html"
PREFIXES: dict[Language, str] = {"en": "", "zh": "/zh"}
CONFIG = """
[analytics]
server = "http://127.0.0.1:{port}"
domain_id = "{domain}"
route_event_id = "{route}"
language_event_id = "{language}"
feedback_event_id = "{feedback}"
record_routes = true
options = {{ ignore_localhost = false }}
"""


@pytest.fixture(scope="module")
def site(postgres: Postgres) -> Domain:
    return add_domain(postgres.dsn, "Clicked", languages=["zh"])


@pytest.fixture(scope="module")
def address(
    tmp_path_factory: pytest.TempPathFactory, postgres: Postgres, service: Service, site: Domain
) -> Iterator[str]:
    config = CONFIG.format(port=service.port, domain=site.id, **site.events)
    variant = build_variant(
        tmp_path_factory.mktemp("clicked"), lambda docs: set_analytics(docs, config)
    )
    with serve_nginx(variant) as found:
        call_command(postgres.dsn, "domain", "change", "Clicked", "--origins", found)
        yield found


def load_strings(language: Language) -> dict[str, str]:
    file = ROOT / f"theme/src/features/strings/{language}.json"
    strings: dict[str, str] = json.loads(file.read_text(encoding="utf-8"))
    return strings


def press(page: Page, label: str) -> None:
    """Presses a button, and waits for the response of the collector."""
    with page.expect_response(
        lambda response: "createAction" in (response.request.post_data or "")
    ) as told:
        page.locator(".feedback").get_by_role("button", name=label, exact=True).click()
    assert "errors" not in told.value.json()


def answer(browser: Browser, address: str, language: Language, *answers: str) -> None:
    """Visits the page in a language and presses buttons."""
    strings = load_strings(language)
    with browser.new_context(user_agent=BROWSER, locale=LOCALES[language]) as context:
        context.grant_permissions(["local-network-access"])
        page = context.new_page()
        page.goto(address + PREFIXES[language] + PAGE)
        wait_for_hydration(page)  # earlier input isn't noticed
        page.keyboard.press("Shift")
        for name in answers:
            press(page, strings[name])


@pytest.fixture(scope="module")
def answered(browser: Browser, address: str) -> None:
    """Three visitors: two in English, one in Chinese."""
    answer(browser, address, "en", "feedbackYes")
    answer(browser, address, "en", "feedbackNo", "feedbackMissing", "feedbackSample")
    answer(browser, address, "zh", "feedbackNo", "feedbackMissing")


@pytest.mark.usefixtures("answered")
def test_answers_are_a_column_and_a_trend_of_the_dashboard(
    browser: Browser, postgres: Postgres, service: Service, site: Domain
) -> None:
    language: Language = "zh"
    token = call_command(postgres.dsn, "token", "add", "clicks").strip()
    with browser.new_context(locale=LOCALES[language], user_agent=BROWSER) as context:
        dashboard = Dashboard(context, f"http://127.0.0.1:{service.port}", language)
        dashboard.sign_in(token)
        strings, page = dashboard.strings, dashboard.page
        expect(page.get_by_label(strings["signIn"]["token"])).to_have_count(0)
        dashboard.goto(f"?site={site.id}&days=7")
        ((path, *_, helpful),) = dashboard.read_rows(strings["pages"]["title"])
        assert (path, helpful) == (PAGE, "33% (3)")
        (row,) = dashboard.read_csv(strings["pages"]["title"])
        assert (row["page"], row["views"], row["yes"], row["no"]) == (PAGE, "3", "1", "2")
        page.locator(f"[data-page='{PAGE}']").click()
        words = strings["feedback"]
        expect(page.get_by_role("heading", name=words["title"])).to_be_visible()
        assert dashboard.figure(words["helpful"]) == "33% (3)"
        slider = page.get_by_role("slider", name=words["title"])
        pair = strings["chart"]["figure"]
        for name, count in (("yes", "1"), ("no", "2")):
            figure = pair.replace("{name}", words[name]).replace("{value}", count)
            assert figure in (slider.get_attribute("aria-valuetext") or "")
        assert dashboard.read_rows(words["reasonsTitle"]) == [
            [words["reasons"]["missing"], "2", "67%"],
            [words["reasons"]["sample"], "1", "33%"],
        ]
        assert find_violations(page) == []
