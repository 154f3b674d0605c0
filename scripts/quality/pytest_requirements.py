"""Pytest plugin: `@pytest.mark.requirement("id", …)` says which promises a test shows."""

from __future__ import annotations

from collections.abc import Iterable

import pytest

from scripts.quality.requirements import CONTRACT, load_contract


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    ids = load_contract(config.rootpath / CONTRACT).ids
    for item in items:
        for id_ in _named_ids(item):
            if id_ not in ids:
                raise pytest.UsageError(
                    f"{item.nodeid} names the requirement {id_!r}, which {CONTRACT} does not have. "
                    "Correct the id, or add the requirement."
                )
            # User properties end up in the JUnit file, where `make requirements` finds them.
            item.user_properties.append(("requirement", id_))


def _named_ids(item: pytest.Item) -> Iterable[str]:
    return dict.fromkeys(id_ for marker in item.iter_markers("requirement") for id_ in marker.args)
