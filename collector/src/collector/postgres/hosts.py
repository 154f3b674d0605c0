"""Splits a connection string with several hosts, such as `postgresql://me@db1,db2:5433/name`."""

from __future__ import annotations

import re
from urllib.parse import parse_qs

from collector.errors import CollectorError

_PARTS = re.compile(r"([^:/?#]*://(?:[^/?#]*@)?)([^/?#@]*)([/?].*|)", re.DOTALL)


def split_hosts(dsn: str) -> dict[str, str]:
    """Returns a connection string for each host, keyed by host and port. Raises
    `CollectorError`."""
    found = _PARTS.fullmatch(dsn)
    if found is None:
        return {"": dsn}
    start, listed, end = found.groups()
    if "," in "".join(parse_qs(end.partition("?")[2]).get("host", [])):
        raise CollectorError(
            "`database` has several hosts in its `host` option. Write them before the name of the "
            "database: postgresql://role:password@db1,db2/name."
        )
    hosts = listed.split(",")
    if len(hosts) > 1 and len(set(filter(None, hosts))) < len(hosts):
        raise CollectorError(
            "`database` has an empty host, or the same host twice. List each host once: "
            "postgresql://role:password@db1,db2/name."
        )
    return {host: f"{start}{host}{end}" for host in hosts}
