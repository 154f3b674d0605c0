from pathlib import PurePosixPath

import pytest
from hypothesis import settings

from scripts.quality.sleeps import check_text, is_test

TIMER = "setTimeout"
"""Separate, so that this file passes its own check."""


def check(file: str, text: str) -> list[str]:
    return check_text(PurePosixPath(file), text)


@pytest.mark.parametrize(
    "text",
    [
        "time.sleep(0.1)",
        "sleep(1)",
        "page.wait_for_timeout(100)",
        "async def wait():\n    await asyncio.sleep(PAUSE)",
        "for key in keys:\n    page.wait_for_timeout(80)",
        "while is_busy:\n    def wait():\n        time.sleep(1)",
        "page.evaluate('() => new Promise((resolve) => " + TIMER + "(resolve, 50))')",
    ],
)
def test_a_fixed_sleep_in_python_is_found(text: str) -> None:
    (problem,) = check("tests/test_a.py", text)
    line = text.count("\n") + 1
    assert problem.startswith(f"tests/test_a.py:{line}: a fixed sleep. Wait for a condition")


@pytest.mark.parametrize(
    "text",
    [
        "while not is_done():\n    time.sleep(0.05)",
        "while True:\n    if is_done():\n        break\n    page.wait_for_timeout(10)",
        "await asyncio.sleep(0)",
        "await asyncio.sleep(0.03)  # simulates a slow server",
        "page.clock.run_for(1000)",
    ],
)
def test_polling_yielding_and_simulated_delays_are_allowed(text: str) -> None:
    assert check("tests/test_a.py", text) == []


@pytest.mark.parametrize(
    "text",
    [
        "await new Promise((resolve) => " + TIMER + "(resolve, 50));",
        "const pause = (ms: number) => new Promise((done) => " + TIMER + "(done, ms));",
        "new Promise((resolve) => {\n  " + TIMER + "(resolve, 50, answers);\n});",
    ],
)
def test_a_promise_that_only_a_timer_resolves_is_found(text: str) -> None:
    assert len(check("live/src/frame/start.browser.test.ts", text)) == 1


@pytest.mark.parametrize(
    "text",
    [
        "await new Promise((resolve) => " + TIMER + "(resolve));",
        "await new Promise((resolve) => " + TIMER + "(resolve, 0));",
        "" + TIMER + "(() => button.click(), 100);",
    ],
)
def test_the_next_task_and_other_timers_are_allowed(text: str) -> None:
    assert check("live/src/frame/start.browser.test.ts", text) == []


def test_only_tests_are_checked() -> None:
    tests = ("tests/servers.py", "generator/tests/test_a.py", "theme/src/a.test.ts", "conftest.py")
    assert all(is_test(PurePosixPath(file)) for file in tests)
    others = ("collector/src/collector/writer.py", "benchmarks/site/lab.py", "theme/src/a.ts")
    assert not any(is_test(PurePosixPath(file)) for file in others)


def test_property_tests_have_no_time_limit() -> None:
    assert settings().deadline is None
