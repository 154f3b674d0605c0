"""Optional packages for features that few sites use."""

from __future__ import annotations

from collections.abc import Iterator
from importlib.util import find_spec

from docsite.errors import ConfigError
from docsite.records import SiteConfig

MODULES = {"math": ("math_core",), "cards": ("oxipng", "resvg_py", "uharfbuzz")}
"""The modules of each extra, keyed by the setting in `site.toml` that needs it."""


def require_extras(config: SiteConfig, file: str) -> None:
    """Raises an error if the site needs a package that isn't installed."""
    for key in _find_needed(config):
        if any(find_spec(module) is None for module in MODULES[key]):
            raise ConfigError(
                f"{key} requires optional packages that aren't installed",
                hint=f'Run `pip install "docsite[{key}]"`, or remove {key}.',
                file=file,
            )


def _find_needed(config: SiteConfig) -> Iterator[str]:
    if config.math:
        yield "math"
    if config.cards is not None:
        yield "cards"
