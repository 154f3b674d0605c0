"""The content security policy of the site: what a page may load and do."""

from __future__ import annotations

from collections.abc import Sequence
from urllib.parse import urlsplit

TRUSTED_TYPES = ("docsite-boot", "docsite-bundler", "docsite-content")
"""Who may turn text into markup or scripts: the inline script, the bundler's runtime, the text."""

Directive = tuple[str, tuple[str, ...]]

_ONLY_IN_HEADERS = frozenset({"frame-ancestors"})
"""Browsers ignore these in a document, and say so in the console."""


def assemble_policy(
    script_hashes: Sequence[str] = (), analytics_server: str | None = None
) -> tuple[Directive, ...]:
    """Everything is forbidden except what stands here.

    `script_hashes` name the inline scripts, as `sha256-…`; `analytics_server` is its address.
    """
    hashes = (f"'{value}'" for value in script_hashes)
    analytics = (_origin_of(analytics_server),) if analytics_server else ()
    return (
        ("default-src", ("'none'",)),
        ("script-src", ("'self'", *hashes)),
        ("style-src", ("'self'",)),
        ("img-src", ("'self'", "data:")),
        ("connect-src", ("'self'", *analytics)),
        ("worker-src", ("'self'",)),
        ("frame-src", ("'self'",)),
        ("base-uri", ("'none'",)),
        ("form-action", ("'none'",)),
        ("frame-ancestors", ("'self'",)),
        ("require-trusted-types-for", ("'script'",)),
        ("trusted-types", TRUSTED_TYPES),
    )


def render_policy(policy: Sequence[Directive], *, is_document: bool = False) -> str:
    """The policy as a header, or as far as a document can state it in a meta element."""
    return "; ".join(
        " ".join((name, *values))
        for name, values in policy
        if not (is_document and name in _ONLY_IN_HEADERS)
    )


def _origin_of(address: str) -> str:
    # A path would narrow the permission, and a semicolon in it would end the directive.
    parts = urlsplit(address)
    return f"{parts.scheme}://{parts.netloc}"
