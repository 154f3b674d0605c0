"""Signing in to the dashboard, counting own visits, and losing the connection."""

from __future__ import annotations

from playwright.sync_api import Page, expect

from harness.collector.service import (
    CREATE_RECORD,
    Domain,
    Service,
    add_domain,
    call_command,
    run_service,
)
from harness.network import find_port
from harness.postgres import Postgres
from harness.static import serve
from tests.axe import find_violations
from tests.collector.dashboard.conftest import Open, address_of

OWN = "88888888-8888-8888-8888-888888888888"


def test_the_form_is_accessible_rejects_invalid_tokens_and_is_shown_after_a_session(
    open_dashboard: Open, token: str, site: Domain
) -> None:
    dashboard = open_dashboard(width=390)
    page, strings = dashboard.page, dashboard.strings["signIn"]
    settings = page.get_by_role("button", name=dashboard.strings["settings"]["title"])
    field = page.get_by_label(strings["token"])
    dashboard.sign_in("wrong")
    expect(page.get_by_role("alert")).to_have_text(strings["wrong"])
    expect(field).to_be_focused()
    assert find_violations(page) == []
    settings.click()
    page.emulate_media(color_scheme="dark")
    assert find_violations(page) == []
    page.keyboard.press("Escape")
    field.fill(token)
    page.keyboard.press("Enter")
    expect(page.locator(".tabs")).to_be_visible()
    dashboard.goto(f"?site={site.id}")
    # The session ends elsewhere.
    dashboard.context.clear_cookies()
    dashboard.choose("7 days")
    field.fill(token)
    page.keyboard.press("Enter")
    expect(page.locator(".summary")).to_be_visible()
    settings.click()
    page.get_by_role("button", name=dashboard.strings["settings"]["signOut"]).click()
    expect(field).to_be_visible()
    assert dashboard.context.cookies() == []


def test_a_shared_link_shows_one_site_and_still_counts_visits(
    open_dashboard: Open, postgres: Postgres, site: Domain, silent: Domain
) -> None:
    assert site != silent
    options = ("--site", "Tuffet", "--link", "http://dashboard.example")
    link = call_command(postgres.dsn, "token", "add", "the link", *options).strip()
    dashboard = open_dashboard()
    page = dashboard.page
    page.goto(f"{dashboard.address}#{link.partition('#')[2]}")
    expect(page.get_by_role("heading", level=1)).to_have_text("Tuffet")
    expect(page).to_have_url(dashboard.address)
    expect(page.get_by_label(dashboard.strings["site"], exact=True)).to_have_count(0)
    (cookie,) = dashboard.context.cookies()
    assert cookie["name"] == "collector_session"
    page.reload()
    expect(page.get_by_role("heading", level=1)).to_have_text("Tuffet")
    page.goto("about:blank")
    dashboard.context.clear_cookies()
    page.goto(f"{dashboard.address}#token=wrong")
    expect(page.get_by_label(dashboard.strings["signIn"]["token"])).to_be_visible()


def test_own_visits_are_counted_only_on_demand(
    open_dashboard: Open, service: Service, postgres: Postgres, token: str
) -> None:
    """Chromium accepts secure cookies from localhost on plain HTTP."""
    with serve({"/": b"<!doctype html><title>Docs</title>"}) as origin:
        domain = add_domain(postgres.dsn, "Own visits", origin, known_to=service)
        dashboard = open_dashboard()
        dashboard.sign_in(token)
        expect(dashboard.page.locator(".tabs")).to_be_visible()
        reader = dashboard.context.new_page()
        reader.goto(origin)
        assert count_visit(reader, service, domain) == OWN
        dashboard.goto(f"?site={domain.id}")
        dashboard.page.get_by_role("button", name=dashboard.strings["connect"]["count"]).click()
        expect(dashboard.page.locator(".aside")).to_have_count(0)
        assert count_visit(reader, service, domain) != OWN
        dashboard.goto(f"?site={domain.id}")
        assert dashboard.figure("Views") == "1"
        assert dashboard.figure("Active now") == "0", "it has sent no update"


def count_visit(page: Page, service: Service, domain: Domain) -> str:
    """Sends a page view like a client and returns its id."""
    script = """async ([address, query, domainId]) => {
      const input = { siteLocation: location.href };
      const response = await fetch(`${address}/api`, {
        method: 'POST', credentials: 'include',
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify({ query, variables: { domainId, input } }),
      });
      return (await response.json()).data.createRecord.payload.id;
    }"""
    return str(page.evaluate(script, [address_of(service), CREATE_RECORD, domain.id]))


def test_the_last_figures_stay_while_the_collector_is_down(
    open_dashboard: Open, postgres: Postgres, token: str, site: Domain
) -> None:
    port = find_port()
    with run_service(postgres.dsn, port) as passing:
        dashboard = open_dashboard(address=address_of(passing))
        dashboard.page.clock.install()
        dashboard.sign_in(token)
        expect(dashboard.page.locator(".tabs")).to_be_visible()
        dashboard.goto(f"?site={site.id}&days=7")
        views = dashboard.figure("Views")
    page, strings = dashboard.page, dashboard.strings["problem"]
    page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
    expect(page.locator(".notice")).to_contain_text(strings["away"])
    expect(page.locator(".notice")).to_contain_text("Showing data from")
    expect(page.get_by_role("button", name=strings["retry"])).to_be_visible()
    assert dashboard.figure("Views") == views
    with run_service(postgres.dsn, port):
        page.clock.fast_forward(60_000)  # the maximum delay between two attempts
        expect(page.locator(".notice")).to_have_count(0)
        assert dashboard.figure("Views") == views
