"""The public API of every entry point is recorded."""

from __future__ import annotations

import pytest

from scripts.release.api_reports import check_reports

pytestmark = pytest.mark.usefixtures("built_packages")


@pytest.mark.requirement("lib-type-hints")
def test_the_committed_api_reports_are_up_to_date() -> None:
    assert check_reports() == []
