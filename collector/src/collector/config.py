"""Settings, from a TOML file and environment variables, which take precedence."""

from __future__ import annotations

import os
import re
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from ipaddress import ip_network
from pathlib import Path
from typing import Annotated, Any

import msgspec
from msgspec import Meta

from collector.errors import CollectorError
from collector.visits import Network

PREFIX = "COLLECTOR_"

MAX_KEEP_DAYS = 100_000
"""273 years. With more than 739,000 days, maintenance would fail: dates start in the year 1."""

_Count = Annotated[int, Meta(ge=0)]


class Settings(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """The settings, as listed by `collector --help`."""

    database: Annotated[str, Meta(description="connection string of the PostgreSQL database")] = (
        "postgresql:///collector"
    )
    host: Annotated[str, Meta(description="address to listen on")] = "127.0.0.1"
    port: Annotated[int, Meta(ge=1, le=65535, description="port to listen on")] = 8600
    trusted_proxies: Annotated[
        tuple[str, ...],
        Meta(description="addresses or networks whose X-Forwarded-For is trusted"),
    ] = ()
    documents: Annotated[
        str | None, Meta(description="a file with more GraphQL documents that clients may send")
    ] = None
    rate: Annotated[
        float, Meta(gt=0, description="operations a second from one address, on average")
    ] = 20.0
    burst: Annotated[
        int, Meta(ge=1, description="operations at the same time from one address")
    ] = 200
    new_values: Annotated[
        int, Meta(ge=1, description="new paths, referrers, keys … a day from one address to a site")
    ] = 200
    address_megabytes: Annotated[
        float, Meta(gt=0, description="megabytes a day that one address can add to the database")
    ] = 20.0
    site_megabytes: Annotated[
        float, Meta(gt=0, description="megabytes a day that all visitors of a site can add")
    ] = 1000.0
    keep_days: Annotated[
        int,
        Meta(
            ge=1,
            le=MAX_KEEP_DAYS,
            description="days to keep records and actions; rollups of views are kept",
        ),
    ] = 730
    max_no: Annotated[
        _Count | None,
        Meta(description='for `collector check`: maximum number of "no" answers, across all pages'),
    ] = None
    max_searches: Annotated[
        _Count | None,
        Meta(description="for `collector check`: maximum number of searches without results"),
    ] = None
    max_not_found: Annotated[
        _Count | None,
        Meta(description="for `collector check`: maximum number of visits to paths without a page"),
    ] = None
    max_outdated: Annotated[
        _Count | None,
        Meta(description="for `collector check`: maximum number of views of outdated translations"),
    ] = None
    min_views: Annotated[
        _Count | None, Meta(description="for `collector check`: minimum number of page views")
    ] = None

    @property
    def networks(self) -> tuple[Network, ...]:
        return tuple(ip_network(text, strict=False) for text in self.trusted_proxies)


@dataclass(frozen=True)
class Setting:
    name: str
    variable: str
    """The name of its environment variable."""
    default: object
    description: str


def describe_settings() -> list[Setting]:
    properties = msgspec.json.schema(Settings)["$defs"]["Settings"]["properties"]
    return [
        Setting(name, PREFIX + name.upper(), entry["default"], entry["description"])
        for name, entry in properties.items()
    ]


def load_settings(file: Path | None, environment: Mapping[str, str] = os.environ) -> Settings:
    """Raises `CollectorError` with the name of the invalid setting."""
    values = _read(file) if file else {}
    given = _find_variables(environment)
    try:
        settings = msgspec.convert({**values, **given}, Settings, strict=False)
    except msgspec.ValidationError as error:
        raise CollectorError(_explain(error, file, given)) from error
    _check_proxies(settings)
    return settings


def _check_proxies(settings: Settings) -> None:
    """Checks the networks at startup instead of at the first request."""
    try:
        networks = settings.networks
    except ValueError as error:
        raise CollectorError(f"trusted_proxies: {error}.") from error
    for network in networks:
        if network.prefixlen == 0:
            raise CollectorError(
                f"trusted_proxies: {network} contains every address, so any client could forge "
                "the address that it is counted and limited by. List the addresses of your proxies."
            )


def _read(file: Path) -> dict[str, Any]:
    try:
        return tomllib.loads(file.read_text(encoding="utf-8"))
    except (OSError, ValueError) as error:
        raise CollectorError(f"{file}: {error}") from error


def _find_variables(environment: Mapping[str, str]) -> dict[str, Any]:
    given: dict[str, Any] = {}
    for name in Settings.__struct_fields__:
        text = environment.get(PREFIX + name.upper())
        if text is not None:
            given[name] = _split(text) if name == "trusted_proxies" else text
    return given


def _split(text: str) -> list[str]:
    return [part.strip() for part in text.split(",") if part.strip()]


def _explain(error: msgspec.ValidationError, file: Path | None, given: Mapping[str, object]) -> str:
    """Returns a message with the name of the invalid setting and where it was set."""
    found = re.fullmatch(r"(?s)(.*) - at `\$\.(\w+).*`", str(error))
    message, name = (found[1], found[2]) if found else (str(error), "")
    place = PREFIX + name.upper() if name in given else f"{file}: {name}".removesuffix(": ")
    return f"{place}: {message}. `collector --help` lists the settings."
