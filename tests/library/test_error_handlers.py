"""Run-time problems are passed to the handler; if it throws, so does the call."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Frame, Page

from tests.library.reports import assert_reported

PROBLEMS = {
    # code: a script that runs before, and the options of the module
    "corrupt": ("localStorage.setItem('m', 'foo')", "{}"),
    "schema": (
        """localStorage.setItem('m', '{"n":"two"}')""",
        "{ check: tuffet.checkSchema(numberSchema) }",
    ),
    "quota": ("fill()", "{}"),
    "version": ("""localStorage.setItem('m_v2', '{"n":2}')""", "{}"),
    "migration": (
        """localStorage.setItem('m', '{"n":2}')""",
        "{ version: 2, migrations: { 2: () => { throw new Error('oh'); } } }",
    ),
    "quota while migrating": (
        """localStorage.setItem('m', '{"n":2}'); fill()""",
        "{ version: 2, migrations: { 2: () => ({ n: 'x'.repeat(5_000) }) } }",
    ),
}


def create_with_throwing_handler(page: Page | Frame, prepare: str, options: str) -> dict[str, Any]:
    outcome: dict[str, Any] = page.evaluate(
        f"""() => {{
          {prepare};
          const stored = () => JSON.stringify(Object.entries(localStorage).sort());
          const isDenied = !window.origin || window.origin === 'null';
          const before = isDenied || stored();
          const reported = [];
          const onError = (error) => {{ reported.push(error); throw error; }};
          let thrown;
          try {{
            create({{ ...{options}, onError }});
          }} catch (error) {{
            thrown = error;
          }}
          return {{
            codes: reported.map(({{ code }}) => code),
            isSame: thrown === reported[0],
            isUntouched: before === (isDenied || stored()),
          }};
        }}"""
    )
    return outcome


@pytest.mark.parametrize("problem", PROBLEMS)
def test_every_problem_is_reported_once_with_all_details(faulty: Page, problem: str) -> None:
    prepare, options = PROBLEMS[problem]
    faulty.evaluate(f"() => {{ {prepare}; create({options}); }}")
    (error,) = faulty.evaluate("errors")
    key = "m_v2" if "migrations" in options else "m"
    assert_reported(error, problem.split()[0], key=key, raw=error["raw"])


@pytest.mark.parametrize("problem", PROBLEMS)
def test_an_error_thrown_by_the_handler_is_thrown_by_the_creator(
    faulty: Page, problem: str
) -> None:
    outcome = create_with_throwing_handler(faulty, *PROBLEMS[problem])
    assert outcome == {"codes": [problem.split()[0]], "isSame": True, "isUntouched": True}


def test_an_error_thrown_by_the_handler_is_thrown_if_storage_is_denied(denied: Frame) -> None:
    outcome = create_with_throwing_handler(denied, "", "{}")
    assert outcome == {"codes": ["denied"], "isSame": True, "isUntouched": True}
