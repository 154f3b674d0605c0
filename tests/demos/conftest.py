"""Fixtures that open the built demos in Chromium."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import ExitStack

import pytest
from playwright.sync_api import Browser

from tests.demos.demo import FRAMEWORKS, LANGUAGES, Demo, Framework, Language

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


@pytest.fixture
def open_demo(browser: Browser, website: str) -> Iterator[OpenDemo]:
    """Opens a demo with empty storage. At the end there must be no violations or messages."""
    demos: list[Demo] = []
    with ExitStack() as contexts:

        def open_one(
            framework: Framework, language: Language = "en", *, width: int = 1440, script: str = ""
        ) -> Demo:
            context = browser.new_context(
                viewport={"width": width, "height": 900}, locale="en-US", reduced_motion="reduce"
            )
            contexts.enter_context(context)
            context.add_init_script(script)
            demos.append(Demo(context, website, framework, language))
            demos[-1].goto(f"?lang={language}")
            return demos[-1]

        yield open_one
        for demo in demos:
            assert demo.problems() == []


@pytest.fixture
def demo(open_demo: OpenDemo, framework: Framework) -> Demo:
    """A demo in English on a wide window."""
    return open_demo(framework)
