"""`contracts/analytics.toml`, for tests of clients and of servers."""

from __future__ import annotations

import json
import re
import tomllib
from collections.abc import Mapping
from typing import Any

from harness.paths import ROOT

CONTRACT: dict[str, Any] = tomllib.loads(
    (ROOT / "contracts" / "analytics.toml").read_text(encoding="utf-8")
)
OPERATIONS: dict[str, dict[str, Any]] = {entry["name"]: entry for entry in CONTRACT["operations"]}
OWNER_ID: str = CONTRACT["skipped"]["owner_id"]
WARNINGS: dict[str, str] = CONTRACT["skipped"]["warnings"]
FAULTS: dict[str, dict[str, Any]] = {entry["name"]: entry for entry in CONTRACT["faults"]}


def tidy(document: str) -> str:
    """Normalizes the white space of a document."""
    return re.sub(r"\s+", " ", document).strip()


def fill(value: Any, ids: Mapping[str, str]) -> Any:
    """Replaces `{domain}` and other placeholders with ids of a server."""
    text = json.dumps(value)
    for name, id_ in ids.items():
        text = text.replace(f"{{{name}}}", id_)
    return json.loads(text)


def body_of(operation: str, variables: Mapping[str, Any]) -> str:
    return json.dumps({"query": OPERATIONS[operation]["document"], "variables": variables})


def read(answer: Any, path: str) -> Any:
    """The value at a path such as `data.createRecord.payload.id`."""
    for name in path.split("."):
        answer = answer[name]
    return answer
