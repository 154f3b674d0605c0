import tomllib
from pathlib import Path

import pytest

FOLDER = Path(__file__).resolve().parents[1]


@pytest.mark.parametrize("name", ["README.md", "README.zh-CN.md"])
def test_the_readme_has_the_enforced_layers(name: str) -> None:
    settings = tomllib.loads((FOLDER.parent / "pyproject.toml").read_text(encoding="utf-8"))
    contracts = settings["tool"]["importlinter"]["contracts"]
    (layers,) = (one["layers"] for one in contracts if one.get("containers") == ["collector"])
    assert "\n".join(["```", *layers, "```"]) in (FOLDER / name).read_text(encoding="utf-8")
