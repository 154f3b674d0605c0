"""`make collector` lets newcomers see their own visit with one command."""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pytest
from playwright.sync_api import Browser, expect

from harness.network import find_port, send_request
from harness.paths import ROOT
from harness.variants import replace_analytics
from tests.analytics.conftest import open_context
from tests.website.conftest import wait_for_hydration

PAGE = "/guide/quick-start.html"
_LINE = re.compile(r"^(The site|The dashboard|Its token) +(\S+)$", re.MULTILINE)


@dataclass(frozen=True)
class Welcome:
    site: str
    dashboard: str
    token: str

    def load(self, path: str) -> Any:
        headers = {"Authorization": f"Bearer {self.token}"}
        return json.loads(send_request(self.dashboard, f"/dashboard/api{path}", headers).body)


@contextmanager
def run_command(folder: Path) -> Iterator[Welcome]:
    """Runs the command until Ctrl-C."""
    ports = {"SITE_PORT": str(find_port()), "COLLECTOR_PORT": str(find_port())}
    command = [sys.executable, "-m", "scripts.local.try_collector", "--folder", str(folder)]
    environment = {**os.environ, **ports}
    environment.pop("COLLECTOR_DATABASE", None)
    process = subprocess.Popen(
        command, cwd=ROOT, env=environment, text=True, stdout=subprocess.PIPE
    )
    assert process.stdout
    try:
        printed = ""
        while "Ctrl-C" not in printed:
            line = process.stdout.readline()
            assert line, f"The command has ended with: {printed}"
            printed += line
        yield Welcome(*(value for _, value in _LINE.findall(printed)))
    finally:
        process.send_signal(signal.SIGINT)
        process.stdout.close()
        assert process.wait(30) == 0


@pytest.fixture
def folder() -> Iterator[Path]:
    """A folder that PostgreSQL can reach: as root, it runs as another user."""
    with TemporaryDirectory() as name:
        Path(name).chmod(0o755)
        yield Path(name)


def test_one_command_shows_the_own_visit_in_the_dashboard(
    browser: Browser, dist: Path, folder: Path
) -> None:
    """Also after signing in, which excludes own visits on other sites. The answer is that to "Was
    this page helpful?"."""
    assert dist.is_dir()  # so the demos, the samples and the dashboard are built
    with run_command(folder) as welcome, open_context(browser, locale="en-US") as context:
        dashboard, page = context.new_page(), context.new_page()
        dashboard.goto(welcome.dashboard)
        dashboard.get_by_label("Token").fill(welcome.token)
        dashboard.keyboard.press("Enter")
        expect(dashboard.get_by_role("heading", level=1)).to_have_text("Tuffet on this machine")
        with page.expect_response(
            lambda answer: "createRecord" in (answer.request.post_data or "")
        ) as recorded:
            page.goto(welcome.site + PAGE.removeprefix("/"))
        assert recorded.value.status == 200
        wait_for_hydration(page)  # earlier input isn't noticed
        page.keyboard.press("Shift")
        with page.expect_response(
            lambda answer: "createAction" in (answer.request.post_data or "")
        ) as answered:
            page.locator(".feedback").get_by_role("button", name="Yes", exact=True).click()
        assert "errors" not in answered.value.json()
        dashboard.reload()
        dashboard.get_by_role("link", name="Traffic").click()
        expect(dashboard.get_by_text(PAGE, exact=True).first).to_be_visible()
        (domain,) = welcome.load("/domains")
        (row,) = welcome.load(f"/domains/{domain['id']}/pages")
        assert (row["page"], row["views"], row["readers"]) == (PAGE, 1, 1)
        assert row["feedback"] == {"yes": 1, "no": 0}
    assert not (folder / "database/data/postmaster.pid").exists()
    text = (ROOT / "docs/site.toml").read_text(encoding="utf-8")
    assert tomllib.loads(text)["analytics"]["server"] == "https://stats.tuffet.example"


def test_the_analytics_settings_of_the_site_are_replaced() -> None:
    text = """title = "Site"
[analytics]
server = "https://old.example"
[analytics.options]
detailed = false
[theme]
color = "red"
[analytics.more]
a = 1
"""
    config = '\n[analytics]\nserver = "new"\noptions = { detailed = true }\n'
    assert tomllib.loads(replace_analytics(text, config)) == {
        "title": "Site",
        "theme": {"color": "red"},
        "analytics": {"server": "new", "options": {"detailed": True}},
    }
