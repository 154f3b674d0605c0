"""Pages without a translation: each language shows the original at its own path."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence, Set
from dataclasses import replace

from msgspec import structs

from docsite.records import Action, Feature, FrontMatter, Locale, SiteConfig, Source
from docsite.site.locales import localized_path
from docsite.site.routes import route_for, split_address

TAGS_FILE = "tags.md"
"""The file of the list of tags in the first language, which isn't written to disk."""

Localize = Callable[[str], str]
"""Converts the target of a link in an original to a target in another language."""


def add_untranslated(sources: Sequence[Source], config: SiteConfig) -> tuple[Source, ...]:
    """Adds the missing pages of each language, sorted by path."""
    originals = [source for source in sources if source.locale == config.locales[0].tag]
    written = {source.file for source in sources}
    paths = paths_of_originals(sources, config)
    added = [
        source
        for locale in config.locales[1:]
        for source in _copy_originals(originals, locale, paths)
        if source.file not in written
    ]
    return tuple(sorted((*sources, *added), key=lambda source: source.file))


def paths_of_originals(sources: Sequence[Source], config: SiteConfig) -> frozenset[str]:
    """Returns the paths that exist in every language, including the list of tags."""
    first = config.locales[0].tag
    paths = {route_for(source.file) for source in sources if source.locale == first}
    has_tags = any(source.frontmatter.tags for source in sources)
    return frozenset(paths | {route_for(TAGS_FILE)} if has_tags else paths)


def localize_for(locale: Locale, paths: Set[str]) -> Localize:
    """Returns a function that localizes links to pages. Other files exist only once."""

    def localize(target: str) -> str:
        path, rest = split_address(target)
        return localized_path(path, locale) + rest if path in paths else target

    return localize


def _copy_originals(
    originals: Sequence[Source], locale: Locale, paths: Set[str]
) -> Iterator[Source]:
    localize = localize_for(locale, paths)
    for original in originals:
        yield replace(
            original,
            file=locale.prefix.removeprefix("/") + original.file,
            locale=locale.tag,
            frontmatter=_localize_front_matter(original.frontmatter, localize),
            original=original.file,
            # The problems are reported for the original.
            problems=(),
        )


def _localize_front_matter(front: FrontMatter, localize: Localize) -> FrontMatter:
    def localize_action(action: Action | None) -> Action | None:
        return action and structs.replace(action, link=localize(action.link))

    def localize_feature(feature: Feature) -> Feature:
        return structs.replace(feature, proof=localize_action(feature.proof))

    return structs.replace(
        front,
        action=localize_action(front.action),
        features=tuple(map(localize_feature, front.features)),
        ways=tuple(structs.replace(way, link=localize(way.link)) for way in front.ways),
        redirect_from=(),
    )
