"""`site.toml` to `SiteConfig`."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping
from datetime import date
from pathlib import Path
from typing import Any, Literal
from urllib.parse import urlsplit

from docsite.errors import ConfigError
from docsite.records import (
    AnalyticsConfig,
    AnalyticsOptions,
    Announcement,
    Choice,
    HoverConfig,
    LiveConfig,
    Locale,
    Mount,
    NavItem,
    Option,
    Sidebar,
    SidebarGroup,
    SiteConfig,
)
from docsite.records.assets import ASSETS_FOLDER
from docsite.site.tables import Table

CONFIG_FILE = "site.toml"

_LOOPBACK = frozenset({"localhost", "127.0.0.1", "::1"})
"""Hosts that browsers trust without encryption."""


def load_config(docs: Path) -> SiteConfig:
    """Reads `site.toml` of a docs folder."""
    path = docs / CONFIG_FILE
    try:
        text = path.read_text(encoding="utf-8")
    except OSError as error:
        raise ConfigError(
            "no configuration found",
            hint=f"Write {path}, or specify the folder that contains it.",
            file=str(path),
        ) from error
    return parse_config(text, str(path))


def parse_config(text: str, file: str = CONFIG_FILE) -> SiteConfig:
    """Everything outside comes in here: past this point the values are right."""
    root = Table(parse_toml(text, file), text, file)
    locales = tuple(_parse_locale(table) for table in root.tables("locales"))
    _require_one_root(root, locales)
    tags = [locale.tag for locale in locales]
    config = SiteConfig(
        title=root.string("title"),
        address=_parse_address(root, "address").rstrip("/"),
        base=_parse_folder(root, "base", default="/"),
        repository=_parse_address(root, "repository").rstrip("/"),
        docs_directory=root.string("docs_directory"),
        docs_branch=root.string("docs_branch", default="main"),
        last_updated=_parse_last_updated(root),
        locales=locales,
        nav=tuple(_parse_nav_item(table, tags) for table in root.tables("nav", default=())),
        sidebars=tuple(
            _parse_sidebar(table, tags) for table in root.tables("sidebars", default=())
        ),
        logo=root.string("logo", default="") or None,
        chunk_numbers=_parse_chunk_numbers(root),
        announcement=_parse_announcement(root, tags),
        choices=_parse_choices(root, tags),
        track_translations=root.flag("track_translations"),
        samples_are_files=root.flag("samples_are_files"),
        hovers=_parse_hovers(root),
        mounts=tuple(_parse_mount(table) for table in root.tables("mounts", default=())),
        live=_parse_live(root),
        analytics=_parse_analytics(root),
    )
    root.refuse_unknown()
    return config


def parse_toml(text: str, file: str) -> Mapping[str, Any]:
    try:
        return tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        found = re.search(r"line (\d+)", str(error))
        raise ConfigError(
            f"invalid TOML: {error}",
            hint="Correct the line; strings are in double quotes.",
            file=file,
            line=int(found[1]) if found else None,
        ) from error


def _parse_locale(table: Table) -> Locale:
    locale = Locale(
        tag=table.string("tag"),
        prefix=_parse_folder(table, "prefix"),
        label=table.string("label"),
        description=table.string("description"),
        strings=table.texts("strings", default={}),
    )
    table.refuse_unknown()
    return locale


def _require_one_root(root: Table, locales: tuple[Locale, ...]) -> None:
    prefixes = [locale.prefix for locale in locales]
    if not locales or prefixes[0] != "/":
        raise root.wrong("locales", "the first language is not at the root", 'prefix = "/"')
    if len(set(prefixes)) < len(prefixes):
        raise root.wrong(
            "locales", "two languages have the same prefix", "Use a different one for each."
        )


def _parse_address(table: Table, key: str) -> str:
    address = table.string(key)
    if not re.fullmatch(r"https?://[^\s/]+(/[^\s?#]*)?", address):
        raise table.wrong(key, f"{address!r} is not a web address", "Write it as https://host.")
    return address


def _parse_folder(table: Table, key: str, default: str | None = None) -> str:
    folder = table.string(key, default=default)
    if not re.fullmatch(r"/([a-z0-9-]+/)*", folder):
        raise table.wrong(
            key,
            f"{folder!r} is not a folder path",
            'Start and end it with a slash, in lower case: "/docs/".',
        )
    return folder


def _parse_last_updated(root: Table) -> date | Literal["git"]:
    value = root.take("last_updated", default="git")
    if value == "git":
        return "git"
    try:
        return value if isinstance(value, date) else date.fromisoformat(value)
    except (TypeError, ValueError) as error:
        raise root.wrong(
            "last_updated", f"{value!r} is not a date", 'Write "2026-01-31", or "git".'
        ) from error


def _parse_chunk_numbers(root: Table) -> tuple[int, int | None]:
    value = root.take("chunk_numbers", default=None)
    if value is None:
        return (2, None)
    if (
        isinstance(value, list)
        and len(value) == 2
        and all(type(number) is int for number in value)
        and 0 <= value[0] <= value[1]
    ):
        return (value[0], value[1])
    raise root.wrong(
        "chunk_numbers", f"{value!r} is not a range", "Write first and last number: [2, 59]."
    )


def _parse_announcement(root: Table, tags: list[str]) -> Announcement | None:
    if not root.has("announcement"):
        return None
    table = root.table("announcement")
    announcement = Announcement(
        id=table.string("id"),
        text=_parse_label(table, tags, "text"),
        page=table.string("page", default="") or None,
    )
    table.refuse_unknown()
    return announcement


def _parse_choices(root: Table, tags: list[str]) -> tuple[Choice, ...]:
    tables = root.tables("choices", default=())
    _require_ids(tables)
    return tuple(_parse_choice(table, tags) for table in tables)


def _parse_choice(table: Table, tags: list[str]) -> Choice:
    tables = table.tables("options")
    _require_ids(tables)
    options = tuple(_parse_option(option, tags) for option in tables)
    _require_own_names(table, options)
    choice = Choice(id=table.string("id"), label=_parse_label(table, tags), options=options)
    table.refuse_unknown()
    return choice


def _parse_option(table: Table, tags: list[str]) -> Option:
    name = table.string("id")
    label = _parse_label(table, tags) if table.has("label") else dict.fromkeys(tags, name)
    table.refuse_unknown()
    return Option(id=name, label=label)


def _require_ids(tables: list[Table]) -> None:
    """Each has its own, and all can stand in addresses."""
    known: set[str] = set()
    for table in tables:
        name = table.string("id")
        if not re.fullmatch(r"[a-z][a-z0-9-]*", name):
            raise table.wrong("id", f"{name!r} is not an id", 'Write it in lower case: "npm".')
        if name in known:
            raise table.wrong("id", f"{name} is listed twice", "Use a different one for each.")
        known.add(name)


def _require_own_names(table: Table, options: tuple[Option, ...]) -> None:
    """A code block is given to an option by its name, in whatever language."""
    owners: dict[str, str] = {}
    for option in options:
        for name in (option.id, *option.label.values()):
            if owners.setdefault(name, option.id) != option.id:
                message = f"{owners[name]} and {option.id} are both called {name}"
                raise table.wrong("options", message, "Use a different label for each.")


def _parse_hovers(root: Table) -> HoverConfig | None:
    if not root.has("hovers"):
        return None
    table = root.table("hovers")
    hovers = HoverConfig(tsconfig=table.string("tsconfig"))
    table.refuse_unknown()
    return hovers


def _parse_live(root: Table) -> LiveConfig | None:
    if not root.has("live"):
        return None
    table = root.table("live")
    live = LiveConfig(
        folder=table.string("folder"),
        made_by=table.string("made_by"),
        samples=table.string("samples"),
    )
    table.refuse_unknown()
    return live


def _parse_label(table: Table, tags: list[str], key: str = "label") -> Mapping[str, str]:
    label = table.texts(key)
    for tag in tags:
        if tag not in label:
            raise table.wrong(key, f"there is no {key} for {tag}", f'Add {tag} = "…".')
    return label


def _parse_nav_item(table: Table, tags: list[str]) -> NavItem:
    item = NavItem(
        label=_parse_label(table, tags),
        page=table.string("page", default="") or None,
        link=_parse_address(table, "link") if table.has("link") else None,
        items=tuple(_parse_nav_item(child, tags) for child in table.tables("items", default=())),
    )
    if any(child.items for child in item.items):
        raise table.wrong(
            "items", "a menu contains another menu", "Move its entries to the outer menu."
        )
    if sum((item.page is not None, item.link is not None, bool(item.items))) != 1:
        raise table.wrong(
            "nav", "an entry needs exactly one of page, link and items", "Keep one of them."
        )
    table.refuse_unknown()
    return item


def _parse_sidebar(table: Table, tags: list[str]) -> Sidebar:
    sidebar = Sidebar(
        under=_parse_folder(table, "under"),
        groups=tuple(_parse_group(group, tags) for group in table.tables("groups")),
    )
    table.refuse_unknown()
    return sidebar


def _parse_group(table: Table, tags: list[str]) -> SidebarGroup:
    group = SidebarGroup(label=_parse_label(table, tags), pages=table.strings("pages"))
    table.refuse_unknown()
    return group


def _parse_mount(table: Table) -> Mount:
    mount = Mount(
        path=_parse_folder(table, "path"),
        folder=table.string("folder"),
        made_by=table.string("made_by"),
    )
    if mount.path in ("/", f"/{ASSETS_FOLDER}/"):
        raise table.wrong(
            "path", f"{mount.path!r} is already in use", 'Use another path: "/demo/".'
        )
    table.refuse_unknown()
    return mount


def _parse_analytics(root: Table) -> AnalyticsConfig | None:
    if not root.has("analytics"):
        return None
    table = root.table("analytics")
    analytics = AnalyticsConfig(
        server=_parse_analytics_server(table, root.string("address")),
        domain_id=_parse_service_id(table, "domain_id"),
        options=_parse_analytics_options(table),
        route_event_id=_parse_service_id(table, "route_event_id"),
        language_event_id=_parse_service_id(table, "language_event_id"),
        search_event_id=_parse_optional_id(table, "search_event_id"),
        not_found_event_id=_parse_optional_id(table, "not_found_event_id"),
        record_routes=table.flag("record_routes"),
    )
    table.refuse_unknown()
    _require_own_events(table)
    return analytics


def _parse_analytics_server(table: Table, site: str) -> str:
    server = _parse_address(table, "server").rstrip("/")
    if server.endswith("/api"):
        raise table.wrong(
            "server", f"{server!r} ends in /api", f'Requests go there anyway: "{server[:-4]}".'
        )
    host = urlsplit(server).hostname
    if site.startswith("https:") and server.startswith("http:") and host not in _LOOPBACK:
        raise table.wrong(
            "server",
            "browsers send nothing from https to http",
            f'Write "https://{server.removeprefix("http://")}".',
        )
    return server


def _parse_analytics_options(table: Table) -> AnalyticsOptions:
    if not table.has("options"):
        return AnalyticsOptions()
    options = table.table("options")
    parsed = AnalyticsOptions(
        detailed=options.flag("detailed"),
        ignore_localhost=options.flag("ignore_localhost", default=True),
        ignore_own_visits=options.flag("ignore_own_visits", default=True),
        respect_privacy_signals=options.flag("respect_privacy_signals"),
        update_on_hide=options.flag("update_on_hide"),
    )
    options.refuse_unknown()
    return parsed


def _parse_service_id(table: Table, key: str) -> str:
    value = table.string(key)
    if not re.fullmatch(r"[\w-]+", value, re.ASCII):
        raise table.wrong(
            key,
            f"{value!r} is not an id of the analytics service",
            "Copy it from the settings of the service.",
        )
    return value


def _parse_optional_id(table: Table, key: str) -> str | None:
    return _parse_service_id(table, key) if table.has(key) else None


def _require_own_events(table: Table) -> None:
    """Actions of one event are all of one kind; together they would mean nothing."""
    owners: dict[str, str] = {}
    for key in ("route_event_id", "language_event_id", "search_event_id", "not_found_event_id"):
        if table.has(key) and owners.setdefault(table.string(key), key) != key:
            message = f"{owners[table.string(key)]} is the same"
            raise table.wrong(key, message, "Use a different event for each.")
