"""Writes the description of the dashboard's API, in the format of OpenAPI: `make contracts`."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import msgspec

from collector.dashboard.query import DEFAULT_DAYS, DEFAULT_LIMIT, MAX_LIMIT
from collector.dashboard.responses import (
    Active,
    Domain,
    EventRow,
    ImprovementReport,
    Overview,
    PageReport,
    PageRow,
    Session,
)
from collector.dashboard.routes import API
from collector.improvements import DEFAULT_MINIMUM, LEAST_MINIMUM
from collector.model import DIMENSIONS
from collector.postgres.registry import EVENT_KINDS
from collector.statistics import MAX_DAYS, Day, Hour, Row, TextRow
from harness.paths import ROOT

FILE = ROOT / "contracts/dashboard.openapi.json"

Schema = dict[str, Any]


def _count(default: int, most: int, least: int = 1) -> Schema:
    return {"type": "integer", "minimum": least, "maximum": most, "default": default}


_DAY: Schema = {"type": "string", "format": "date"}
_TEXT: Schema = {"type": "string"}
PARAMETERS: dict[str, tuple[str, Schema]] = {
    "domain": ("The id of a site.", {"type": "string", "format": "uuid"}),
    "kind": ("The kind of event.", {"enum": list(EVENT_KINDS)}),
    "dimension": ("What views are counted by.", {"enum": list(DIMENSIONS)}),
    "days": ("The number of days until `to`.", _count(DEFAULT_DAYS, MAX_DAYS)),
    "from": ("The first day (UTC), instead of `days`.", _DAY),
    "to": ("The last day (UTC). The default is today.", _DAY),
    "limit": ("The number of rows per table.", _count(DEFAULT_LIMIT, MAX_LIMIT)),
    "minimum": (
        "Minimum count of a row.",
        _count(DEFAULT_MINIMUM, MAX_LIMIT, LEAST_MINIMUM),
    ),
    "path": ("The path of a page in the first language.", {**_TEXT, "default": "/"}),
    "page": ("The path of a page. The default is the whole site.", _TEXT),
    "sort": (
        "`views`, `readers`, `time`, `helpful`, or the path of a language, such as `/zh/`.",
        {**_TEXT, "default": "views"},
    ),
    "format": ("`csv` for a file.", {"enum": ["json", "csv"], "default": "json"}),
    "link": (
        "Set for shared links: visits from this browser are still counted.",
        {"type": "boolean"},
    ),
}
_IN_PATH = ("domain", "kind", "dimension")
_PERIOD = ("days", "from", "to")
_TABLE = (*_PERIOD, "limit", "format")


@dataclass(frozen=True)
class Operation:
    method: str
    path: str
    summary: str
    response: Any = None
    """The type of the JSON; `None` for a response without content."""
    parameters: Sequence[str] = ()
    """Names of query parameters."""
    is_public: bool = False
    """Whether it needs neither a token nor a session."""

    @property
    def names(self) -> list[str]:
        return [*(name for name in _IN_PATH if f"{{{name}}}" in self.path), *self.parameters]


_PROBLEMS = {
    "400": "A parameter is invalid, or the site is unknown.",
    "401": "The token or the session is invalid or has expired.",
    "403": "A page of another site sent the request.",
    "413": "The request body is longer than any token.",
    "429": "Too many requests from one address.",
    "503": "PostgreSQL can't be reached.",
}
"""Their bodies are sentences."""

_SITE = "/domains/{domain}"
OPERATIONS = (
    Operation(
        "POST", "/session", "Sign in with the token in the request body", None, ["link"],
        is_public=True,
    ),
    Operation("DELETE", "/session", "Sign out", is_public=True),
    Operation("GET", "/session", "Get the session", Session),
    Operation("PUT", "/session/ignored", "Stop counting visits from this browser"),
    Operation("DELETE", "/session/ignored", "Count visits from this browser again"),
    Operation("GET", "/domains", "List the sites that the token can read", list[Domain]),
    Operation(
        "GET", f"{_SITE}/overview", "Get the traffic of a site", Overview, [*_PERIOD, "limit"]
    ),
    Operation(
        "GET", f"{_SITE}/improvements", "List what to improve", ImprovementReport,
        [*_PERIOD, "limit", "minimum"],
    ),
    Operation("GET", f"{_SITE}/active", "Count the pages that are open now", Active),
    Operation(
        "GET", f"{_SITE}/page", "Get one page in all its languages", PageReport, [*_PERIOD, "path"]
    ),
    Operation(
        "GET", f"{_SITE}/days", "List the figures of each day", list[Day],
        [*_PERIOD, "page", "format"],
    ),
    Operation(
        "GET", f"{_SITE}/hours", "List the figures of each hour of one day", list[Hour],
        [*_PERIOD, "page", "format"],
    ),
    Operation("GET", f"{_SITE}/pages", "List pages", list[PageRow], [*_TABLE, "sort"]),
    Operation(
        "GET", f"{_SITE}/events/{{kind}}", "List the keys of an event", list[EventRow], _TABLE
    ),
    Operation(
        "GET", f"{_SITE}/text", "List requests for text files by path and class of agent",
        list[TextRow], _TABLE,
    ),
    Operation("GET", f"{_SITE}/{{dimension}}", "List the values of a dimension", list[Row], _TABLE),
)  # fmt: skip


def render_openapi() -> str:
    types = [operation.response for operation in OPERATIONS if operation.response]
    schemas, components = msgspec.json.schema_components(
        types, ref_template="#/components/schemas/{name}"
    )
    found = iter(schemas)
    paths: dict[str, Schema] = {}
    for operation in OPERATIONS:
        schema = next(found) if operation.response else None
        paths.setdefault(operation.path, {})[operation.method.lower()] = _describe(
            operation, schema
        )
    document = {
        "openapi": "3.1.0",
        "info": {"title": "Collector dashboard API", "version": "1"},
        "servers": [{"url": API}],
        "security": [{"token": []}, {"session": []}],
        "paths": paths,
        "components": {
            "schemas": components,
            "responses": {
                status: {"description": text, "content": {"text/plain": {"schema": _TEXT}}}
                for status, text in _PROBLEMS.items()
            },
            "securitySchemes": {
                "token": {"type": "http", "scheme": "bearer"},
                "session": {"type": "apiKey", "in": "cookie", "name": "__Host-collector"},
            },
        },
    }
    return json.dumps(document, indent=2, ensure_ascii=False) + "\n"


def _describe(operation: Operation, schema: Schema | None) -> Schema:
    described: Schema = {
        "summary": operation.summary,
        "responses": _describe_responses(operation, schema),
    }
    if operation.names:
        described["parameters"] = [_describe_parameter(name) for name in operation.names]
    if operation.is_public:
        described["security"] = []
    if operation.method == "POST":
        described["requestBody"] = {"content": {"text/plain": {"schema": {"type": "string"}}}}
    return described


def _describe_responses(operation: Operation, schema: Schema | None) -> Schema:
    content = {"application/json": {"schema": schema}}
    if "format" in operation.names:
        content["text/csv"] = {"schema": {"type": "string"}}
    success: Schema = (
        {"200": {"description": "OK", "content": content}}
        if schema
        else {"204": {"description": "Done"}}
    )
    return success | {
        status: {"$ref": f"#/components/responses/{status}"}
        for status in _PROBLEMS
        if operation.method != "GET" or status not in ("403", "413")
    }


def _describe_parameter(name: str) -> Schema:
    description, schema = PARAMETERS[name]
    is_in_path = name in _IN_PATH
    return {
        "name": name,
        "in": "path" if is_in_path else "query",
        "required": is_in_path,
        "description": description,
        "schema": schema,
    }


if __name__ == "__main__":
    FILE.write_text(render_openapi(), encoding="utf-8")
