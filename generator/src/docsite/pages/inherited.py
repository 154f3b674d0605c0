"""Front matter that translations inherit from their originals."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from msgspec import structs

from docsite.records import Problem, SiteConfig, Source
from docsite.site.locales import neutral_path

_KEYS = ("feed", "tags")


def inherit_front_matter(sources: Sequence[Source], config: SiteConfig) -> tuple[Source, ...]:
    """Adds inherited keys to translations. Values that contradict the original are reported."""
    first = config.locales[0].tag
    originals = {source.file: source for source in sources if source.locale == first}
    return tuple(
        _inherit(source, originals.get(_original_of(source, config))) for source in sources
    )


def _original_of(source: Source, config: SiteConfig) -> str:
    return neutral_path(f"/{source.file}", config.locales).removeprefix("/")


def _inherit(source: Source, original: Source | None) -> Source:
    if original is None or original is source:
        return source
    own, theirs = source.frontmatter, original.frontmatter
    inherited = {key: getattr(theirs, key) for key in _KEYS}
    problems = [
        Problem(
            "error",
            source.file,
            1,
            f"{key} differs from {original.file}.",
            f"Remove {key}: translations use the value of the original.",
        )
        for key in _KEYS
        if key in source.keys and getattr(own, key) != inherited[key]
    ]
    return replace(
        source,
        frontmatter=structs.replace(own, **inherited),
        problems=(*source.problems, *problems),
    )
