"""Parses `site.toml` to a `SiteConfig`."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache
from pathlib import Path
from urllib.parse import urlsplit

from msgspec import Struct
from msgspec.structs import force_setattr

from docsite.digests import FileSignature, file_signature
from docsite.errors import ConfigError
from docsite.records import (
    AnalyticsConfig,
    Choice,
    HeadTag,
    Locale,
    NavItem,
    Option,
    SiteConfig,
    Tag,
)
from docsite.records.assets import ASSETS_FOLDER
from docsite.site import toml
from docsite.site.text_files import load_settings, quote_path

CONFIG_FILE = "site.toml"

_ASSETS_PATH = f"/{ASSETS_FOLDER}/"
"""Browsers cache files below it for a year."""

_LOOPBACK = frozenset({"localhost", "127.0.0.1", "::1"})
"""Hosts that browsers trust without encryption."""

_NO_LABELS = frozenset({"strings", "attributes"})
"""Tables of strings that aren't labels."""

_ATTRIBUTE = re.compile(r"(?!on)[a-z]+(-[a-z]+)*")
"""Matches the allowed attributes of elements in the head. Event handlers aren't allowed."""

_PREVIEWS = ("og:image", "twitter:card", "twitter:image")
"""Prefixes of the `<meta>` names that conflict with social cards."""

_EVENTS = (
    "route_event_id",
    "language_event_id",
    "search_event_id",
    "result_event_id",
    "not_found_event_id",
    "feedback_event_id",
)

Mistakes = Iterator[tuple[toml.Path, str, str]]
"""The position of a mistake, a description, and a hint."""


def load_config(docs: Path) -> SiteConfig:
    """Reads `site.toml` of a docs folder."""
    path = docs / CONFIG_FILE
    if not path.exists():
        is_new = not docs.is_dir() or not any(docs.iterdir())
        action = f"Run docsite new {quote_path(docs)}" if is_new else f"Create {path}"
        raise ConfigError(
            "no configuration found",
            hint=f"{action}, or specify the folder that contains it.",
            file=str(path),
        )
    return parse_config(load_settings(docs, CONFIG_FILE), str(path))


def find_built_folders(docs: Path) -> tuple[Path, ...]:
    """Returns the folders that other tools build: mounts and live samples."""
    return _find_built_folders(docs, file_signature(docs / CONFIG_FILE))


@lru_cache(maxsize=1)  # called often, and TOML is slow to parse
def _find_built_folders(docs: Path, _signature: FileSignature | None) -> tuple[Path, ...]:
    config = load_config(docs)
    folders = [mount.folder for mount in config.mounts]
    if config.live:
        folders.append(config.live.folder)
    return tuple(docs / folder for folder in folders)


def parse_config(text: str, file: str = CONFIG_FILE) -> SiteConfig:
    """Parses and validates the values, so that later stages only check those that depend on files,
    pages or the theme."""
    source = toml.TomlFile(text, file)
    if source.values.get("last_updated") == "git":
        del source.values["last_updated"]
    config = source.decode(SiteConfig)
    _label_by_id(config)
    toml.raise_all(source.wrong(*mistake) for mistake in _find_mistakes(config))
    _complete_labels(config)
    return config


def _label_by_id(config: SiteConfig) -> None:
    """Uses the id as the label of options and tags that have none."""
    options = [option for choice in config.choices for option in choice.options]
    items: list[Option | Tag] = [*options, *config.tags]
    for item in items:
        if not item.label:
            label = {locale.tag: item.id for locale in config.locales}
            force_setattr(item, "label", label)


def _complete_labels(config: SiteConfig) -> None:
    first = config.locales[0].tag
    for table, key, _path in _find_labels(config):
        texts = getattr(table, key)
        missing = (locale.tag for locale in config.locales if locale.tag not in texts)
        force_setattr(table, key, {**texts, **dict.fromkeys(missing, texts[first])})


def _find_mistakes(config: SiteConfig) -> Mistakes:
    yield from _check_address(config.address, config.base)
    yield from _check_prefixes(config)
    yield from _check_tags(config.locales)
    yield from _check_labels(config)
    yield from _check_navigation(config.nav, ("nav",))
    yield from _check_chunk_numbers(config)
    yield from _check_choices(config)
    yield from _check_ids(("tags",), config.tags)
    yield from _check_mounts(config)
    yield from _check_versions(config)
    yield from _check_head(config.head)
    if config.cards is not None:
        yield from _check_previews(config.head)
    if config.analytics:
        yield from _check_server(config.analytics.server, config.address)
        yield from _check_events(config.analytics)


def _check_address(address: str, base: str) -> Mistakes:
    scheme, _, rest = address.partition("://")
    host, _, path = rest.partition("/")
    if path:
        # If `base` is set, links contain it, so it stays.
        published = f"/{path}/" if base == "/" else base
        hint = f'Write address = "{scheme}://{host}" and base = "{published}".'
        yield ("address",), f"{address!r} contains a path", hint


def _check_prefixes(config: SiteConfig) -> Mistakes:
    prefixes = [locale.prefix for locale in config.locales]
    if prefixes[:1] != ["/"]:
        yield ("locales",), "the first language is not at the root", 'Write prefix = "/".'
    if len(set(prefixes)) < len(prefixes):
        yield ("locales",), "two languages have the same prefix", "Use a different one for each."
    for index, prefix in enumerate(prefixes):
        if prefix.startswith(_ASSETS_PATH):
            path = ("locales", index, "prefix")
            yield path, f"{prefix!r} is already in use", 'Use another prefix: "/ja/".'


def _check_tags(locales: Iterable[Locale]) -> Mistakes:
    known: set[str] = set()
    for index, locale in enumerate(locales):
        tag = locale.tag.lower()
        if tag in known:
            message = f"two languages have the tag {locale.tag}"
            yield ("locales", index, "tag"), message, "Use a different one for each."
        known.add(tag)


def _check_labels(config: SiteConfig) -> Mistakes:
    required = config.locales if config.require_translations else config.locales[:1]
    for table, key, path in _find_labels(config):
        for tag in (locale.tag for locale in required):
            if tag not in getattr(table, key):
                yield path, f"there is no {key} for {tag}", f'Add {tag} = "…".'


def _find_labels(table: Struct, path: toml.Path = ()) -> Iterator[tuple[Struct, str, toml.Path]]:
    """Yields the tables with a string per language, and their keys."""
    for key in table.__struct_fields__:
        value = getattr(table, key)
        if isinstance(value, Struct):
            yield from _find_labels(value, (*path, key))
        elif isinstance(value, tuple):
            for index, item in enumerate(value):
                if isinstance(item, Struct):
                    yield from _find_labels(item, (*path, key, index))
        elif isinstance(value, Mapping) and key not in _NO_LABELS:
            yield table, key, (*path, key)


def _check_navigation(entries: Iterable[NavItem], path: toml.Path) -> Mistakes:
    for index, entry in enumerate(entries):
        here = (*path, index)
        if entry.items and len(path) > 1:
            message = "a menu contains another menu"
            yield (*here, "items"), message, "Move its entries to the outer menu."
        if sum((entry.page is not None, entry.link is not None, bool(entry.items))) != 1:
            message = "an entry needs exactly one of page, link and items"
            yield here, message, "Keep one of them."
        yield from _check_navigation(entry.items, (*here, "items"))


def _check_chunk_numbers(config: SiteConfig) -> Mistakes:
    first, last = config.chunk_numbers
    if first < 0 or (last is not None and last < first):
        message = f"{[first, last]} is not a range"
        yield ("chunk_numbers",), message, "Write the first and the last number: [2, 59]."


def _check_choices(config: SiteConfig) -> Mistakes:
    yield from _check_ids(("choices",), config.choices)
    for index, choice in enumerate(config.choices):
        path = ("choices", index, "options")
        yield from _check_ids(path, choice.options)
        # The name of a code block selects its option, in any language.
        owners: dict[str, str] = {}
        for option in choice.options:
            for name in (option.id, *option.label.values()):
                if owners.setdefault(name, option.id) != option.id:
                    message = f"{owners[name]} and {option.id} are both called {name}"
                    yield path, message, "Use a different label for each."


def _check_ids(path: toml.Path, items: Iterable[Choice | Option | Tag]) -> Mistakes:
    known: set[str] = set()
    for index, item in enumerate(items):
        if item.id in known:
            yield (
                (*path, index, "id"),
                f"{item.id} is listed twice",
                "Use a different one for each.",
            )
        known.add(item.id)


def _check_mounts(config: SiteConfig) -> Mistakes:
    for index, mount in enumerate(config.mounts):
        if mount.path == "/" or mount.path.startswith(_ASSETS_PATH):
            message = f"{mount.path!r} is already in use"
            yield ("mounts", index, "path"), message, 'Use another path: "/demo/".'


def _check_versions(config: SiteConfig) -> Mistakes:
    if config.versions and len(config.versions) != len(config.other_versions) + 1:
        message = "exactly one version must be the current one"
        yield ("versions",), message, "Only the current version has neither `folder` nor `ref`."
    # None of these folders may contain the folder of a version, or be inside it.
    known = [locale.prefix for locale in config.locales[1:]]
    known += [_ASSETS_PATH, *(mount.path for mount in config.mounts)]
    for index, version in enumerate(config.versions):
        path = ("versions", index, "path")
        if version.folder and version.ref:
            message = "a version can't have both a folder and a ref"
            yield ("versions", index, "ref"), message, "Remove one of them."
        if version.is_current and version.path != "/":
            yield path, "the current version is at the root", "Remove the path."
        if not version.is_current:
            if version.path == "/":
                yield path, "only the current version is at the root", 'Add path = "/v1/".'
            if any(one.startswith(version.path) or version.path.startswith(one) for one in known):
                message = f"{version.path!r} is already in use"
                yield path, message, "Use a different path for each version, language and mount."
            known.append(version.path)


def _check_head(tags: Iterable[HeadTag]) -> Mistakes:
    """Rejects elements that could bypass the policy, and those that it would block."""
    for index, tag in enumerate(tags):
        path = ("head", index)
        for name in tag.attributes:
            if not _ATTRIBUTE.fullmatch(name) or name in ("http-equiv", "style"):
                yield path, f"the attribute {name} isn't allowed", "Remove it."
        if tag.text and (tag.tag != "script" or "src" in tag.attributes):
            yield path, "only a script without src can have `text`", "Remove the text."
        if "</script" in tag.text.lower() or "<!--" in tag.text:
            yield path, "the script contains </script or <!--", "Split the string it is part of."
        source = tag.attributes.get("src", "/")
        is_styles = "stylesheet" in tag.attributes.get("rel", "").lower().split()
        if is_styles or not source.startswith("/") or source.startswith(("//", "/\\")):
            hint = "Put the script in public/, and add styles to the file that `styles` names."
            yield (
                path,
                "stylesheets aren't allowed, and the policy blocks scripts from other sites",
                hint,
            )


def _check_previews(tags: Iterable[HeadTag]) -> Mistakes:
    """Rejects elements that conflict with social cards, because most apps only show the first
    image."""
    for index, tag in enumerate(tags):
        name = tag.attributes.get("property") or tag.attributes.get("name", "")
        if name.startswith(_PREVIEWS):
            yield (
                ("head", index),
                f"{name} conflicts with the social cards",
                "Remove this element, or remove [cards].",
            )


def _check_server(server: str, site: str) -> Mistakes:
    path = ("analytics", "server")
    if server.endswith("/api"):
        hint = f'/api is added automatically. Write "{server[:-4]}".'
        yield path, f"{server!r} ends in /api", hint
    host = urlsplit(server).hostname
    if site.startswith("https:") and server.startswith("http:") and host not in _LOOPBACK:
        hint = f'Write "https://{server.removeprefix("http://")}".'
        yield path, "browsers block requests from https to http", hint


def _check_events(analytics: AnalyticsConfig) -> Mistakes:
    owners: dict[str, str] = {}
    for key in _EVENTS:
        event = getattr(analytics, key)
        if event and owners.setdefault(event, key) != key:
            message = f"{owners[event]} has the same id"
            yield ("analytics", key), message, "Use a different event for each."
