"""The metrics count the responses of the API by status."""

from __future__ import annotations

from unittest.mock import AsyncMock, Mock

import pytest

from collector.api.http import ApiApp
from collector.errors import UnavailableError
from collector.metrics import Metrics

pytestmark = pytest.mark.anyio


@pytest.mark.parametrize(("method", "counted"), [("POST", True), ("OPTIONS", False)])
async def test_responses_are_counted_while_the_database_is_down_except_to_preflight_requests(
    method: str, counted: bool
) -> None:
    metrics = Metrics(lambda: 0, lambda: False)
    catalog = Mock(knows=Mock(return_value=False), allows=AsyncMock(side_effect=UnavailableError))
    send = AsyncMock()
    app = ApiApp(Mock(), catalog, Mock(), [], metrics)
    scope = {"method": method, "headers": [(b"origin", b"https://docs.example")]}
    await app(scope, AsyncMock(), send)
    assert send.await_args_list[0].args[0]["status"] == 503
    assert (b'collector_answers_total{status="503"} 1.0' in metrics.render()) == counted
