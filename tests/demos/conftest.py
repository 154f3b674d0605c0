"""Fixtures that open the built demos in Chromium."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import ExitStack

import pytest
from playwright.sync_api import Browser, BrowserContext

from tests.demos.demo import FRAMEWORKS, LANGUAGES, Demo, Framework, Language, Tab

OpenDemo = Callable[..., Demo]
REPEATED = [{"framework": "vue", "language": "en"}, {"framework": "react", "language": "zh"}]
"""`.ci/run` opens each demo in one language; both have the same messages."""


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        values = item.callspec.params if hasattr(item, "callspec") else {}
        if any(repeated.items() <= values.items() for repeated in REPEATED):
            item.add_marker(pytest.mark.sweep)


@pytest.fixture(params=FRAMEWORKS)
def framework(request: pytest.FixtureRequest) -> Framework:
    name: Framework = request.param
    return name


@pytest.fixture(params=LANGUAGES)
def language(request: pytest.FixtureRequest) -> Language:
    name: Language = request.param
    return name


def _open_context(browser: Browser) -> BrowserContext:
    return browser.new_context(locale="en-US", reduced_motion="reduce")


@pytest.fixture(scope="module")
def kept(browser: Browser) -> Iterator[Tab]:
    """A tab for all demos of a module. New ones need twice as long to load a page."""
    with _open_context(browser) as context:
        yield Tab(context)


@pytest.fixture
def open_demo(browser: Browser, website: str, kept: Tab) -> Iterator[OpenDemo]:
    """Opens a demo with empty storage. The test fails on violations and messages.

    A demo with an init script or a fake clock (`is_new`) has its own browser context.
    """
    demos: list[Demo] = []
    with ExitStack() as contexts:

        def open_one(
            framework: Framework,
            language: Language = "en",
            *,
            width: int = 1440,
            script: str = "",
            is_new: bool = False,
        ) -> Demo:
            tab = kept
            if script or is_new:
                tab = Tab(contexts.enter_context(_open_context(browser)))
                tab.context.add_init_script(script)
            else:
                tab.empty(website)
            tab.page.set_viewport_size({"width": width, "height": 900})
            demos.append(Demo(tab, website, framework, language))
            demos[-1].goto(f"?lang={language}")
            return demos[-1]

        yield open_one
        for demo in demos:
            assert demo.problems() == []


@pytest.fixture
def demo(open_demo: OpenDemo, framework: Framework) -> Demo:
    """A demo in English on a wide window."""
    return open_demo(framework)
