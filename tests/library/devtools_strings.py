"""The UI strings of the devtools."""

from __future__ import annotations

import json
from typing import Any, Literal

from harness.paths import PACKAGES

Language = Literal["en", "zh"]


def load_strings(language: Language) -> dict[str, Any]:
    folder = PACKAGES / "devtools" / "src"
    files = [
        folder / name / "strings" / f"{language}.json" for name in ("launcher", "inspector", "")
    ]
    return {
        name: text
        for file in files
        for name, text in json.loads(file.read_text(encoding="utf-8")).items()
    }
