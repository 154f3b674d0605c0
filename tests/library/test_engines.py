"""The browser drivers of `harness`, which the other tests of this folder rely on."""

from __future__ import annotations

import os
import subprocess

import pytest

from harness.browsers.engines import Engine
from harness.paths import BIN, ROOT

TIMEOUT_S = 120


def test_a_profile_opens_a_page_after_another_one_was_closed(engine: Engine, site: str) -> None:
    with engine.new_context() as profile:
        first, second = profile.new_page(), profile.new_page()
        second.goto(f"{site}/empty")
        second.close()
        third = profile.new_page()
        for tab in (first, third):
            tab.goto(f"{site}/empty")
            assert tab.evaluate("location.pathname") == "/empty"


@pytest.mark.engines
@pytest.mark.parametrize("program", ["false", "no-such-program"])
def test_vitest_ends_with_a_message_if_the_browser_does_not_start(program: str) -> None:
    done = subprocess.run(
        [BIN / "vitest", "run", "--project", "vue-3-5"],
        cwd=ROOT,
        env={**os.environ, "ENGINE": "firefox", "PYTHON": program},
        capture_output=True,
        text=True,
        check=False,
        timeout=TIMEOUT_S,
    )
    assert done.returncode != 0
    assert "firefox exited before it opened http" in done.stdout + done.stderr
