"""Programs that the compiler accepts or rejects with the published declarations."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from harness.paths import ROOT
from scripts.release.type_messages import TYPES, load_hovers, load_messages

DEFECTS = {
    "date-property": "defect-date-type",
    "optional-initialised-by-variable": "defect-optional-by-variable",
}
"""Files that reproduce a defect of earlier libraries."""
REJECTED = [
    pytest.param(
        file,
        id=file.stem,
        marks=[pytest.mark.requirement(DEFECTS[file.stem])] if file.stem in DEFECTS else [],
    )
    for file in sorted((TYPES / "rejected").glob("*.ts"))
]

pytestmark = pytest.mark.usefixtures("built_packages")


@pytest.fixture(scope="session")
def messages() -> dict[str, str]:
    return load_messages()


@pytest.mark.requirement(
    "lib-interface-rejected",
    "lib-initial-complete",
    "lib-initial-no-optional",
    "lib-hook-helper-no-remove",
    "lib-hook-helper-no-clear",
)
@pytest.mark.parametrize("file", REJECTED)
def test_a_mistake_is_rejected_with_the_recorded_message(
    file: Path, messages: dict[str, str]
) -> None:
    """The documentation shows the recorded message; `make api` updates it."""
    message = messages.get(f"rejected/{file.name}", "")
    assert message, f"{file.relative_to(ROOT)} compiles, but must not"
    assert message == file.with_suffix(".txt").read_text(encoding="utf-8")


@pytest.mark.requirement("lib-type-alias", "lib-type-hints", "defect-unions")
def test_every_valid_module_type_compiles(messages: dict[str, str]) -> None:
    assert {name: message for name, message in messages.items() if "accepted" in name} == {}


@pytest.mark.requirement("lib-type-hints")
def test_an_editor_shows_readable_types() -> None:
    shown = load_hovers()
    assert shown == json.loads((TYPES / "hovers.json").read_text(encoding="utf-8"))
    assert not re.search(r"ModuleValue|Simplify|infer|\bT\b", json.dumps(shown))
