"""Pytest plugin: `@pytest.mark.requirement("id", …)` names the requirements a test verifies."""

from __future__ import annotations

from collections.abc import Iterable

import pytest

from scripts.quality.registry import REGISTRY, load_registry


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    ids = load_registry(config.rootpath / REGISTRY).ids
    for item in items:
        for id_ in _named_ids(item):
            if id_ not in ids:
                raise pytest.UsageError(
                    f"{item.nodeid} names the requirement {id_!r}, which is not in {REGISTRY}. "
                    "Correct the id, or add the requirement."
                )
            # User properties end up in the JUnit file, where `make requirements` finds them.
            item.user_properties.append(("requirement", id_))


def _named_ids(item: pytest.Item) -> Iterable[str]:
    return dict.fromkeys(id_ for marker in item.iter_markers("requirement") for id_ in marker.args)
