"""URL patterns of the site's scripts, for tests that wait for them or block them."""

from __future__ import annotations

import json
import re
from pathlib import Path

from docsite.records.assets import Asset

_CONTRACT = Path(__file__).resolve().parents[2] / "contracts/theme-scripts.json"
NUMBERS: dict[str, int] = json.loads(_CONTRACT.read_text(encoding="utf-8"))
"""The number of each lazy script of the theme. The pages have the other numbers."""


def _script(number: str) -> re.Pattern[str]:
    path = Asset.SCRIPT.format(name=rf"{number}\.[0-9a-f]{{8}}")
    return re.compile(f"/{path}$")


def theme_script(*names: str) -> re.Pattern[str]:
    """Matches the addresses of these lazy scripts of the theme."""
    return _script(f"({'|'.join(str(NUMBERS[name]) for name in names)})")


PAGE_SCRIPT = _script(rf"(?!({'|'.join(map(str, NUMBERS.values()))})\.)\d+")
