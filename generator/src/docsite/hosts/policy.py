"""The content security policy of the site: what a page may load and do."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from urllib.parse import urlsplit

from docsite.records.markup import TrustedTypesPolicy

Directive = tuple[str, tuple[str, ...]]

_ONLY_IN_HEADERS = frozenset({"frame-ancestors"})
"""Browsers ignore these in a document, and say so in the console."""

_TRUST = frozenset({"require-trusted-types-for", "trusted-types"})
"""What keeps texts from becoming scripts."""


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
        ("trusted-types", tuple(TrustedTypesPolicy)),
    )


def assemble_worker_policy() -> tuple[Directive, ...]:
    """What a worker may do. It has no document: it runs WebAssembly, and fetches its data."""
    return (
        ("default-src", ("'none'",)),
        ("script-src", ("'wasm-unsafe-eval'",)),
        ("connect-src", ("'self'",)),
        ("frame-ancestors", ("'none'",)),
    )


def assemble_frame_policy(policies: Iterable[str]) -> tuple[Directive, ...]:
    """What frames may do that run what readers write: what they say themselves, and no more.

    They never have the origin of the site, even when somebody opens one as a page.
    """
    known: dict[str, dict[str, None]] = {}
    for policy in policies:
        for name, values in _parse_policy(policy).items():
            known[name] = known.get(name, {}) | values
    return (
        *((name, tuple(values)) for name, values in known.items()),
        ("sandbox", ("allow-scripts",)),
        ("frame-ancestors", ("'self'",)),
    )


def render_policy(policy: Sequence[Directive], *, is_document: bool = False) -> str:
    """The policy as a header, or as far as a document can state it in a meta element."""
    return "; ".join(
        " ".join((name, *values))
        for name, values in policy
        if not (is_document and name in _ONLY_IN_HEADERS)
    )


def state_policy(policy: Sequence[Directive], name: str, content: bytes) -> bytes:
    """A document of something else with the policy in it, for hosts that send none or a wider one.

    Other files stay as they are, and so does a document without a head.
    """
    if not name.endswith(".html"):
        return content
    stated = render_policy(policy, is_document=True).replace('"', "&quot;")
    head = f'<head><meta http-equiv="Content-Security-Policy" content="{stated}">'
    return content.replace(b"<head>", head.encode(), 1)


def join_policies(policy: str, others: Iterable[str]) -> str:
    """A policy that also allows what others do, as far as it speaks of it."""
    known = _parse_policy(policy)
    for other in others:
        if "'unsafe-eval'" in other:
            # Who makes scripts of texts cannot do so where only trusted ones are taken.
            known = {name: values for name, values in known.items() if name not in _TRUST}
        for name, values in _parse_policy(other).items():
            if name in known:
                known[name] |= {value: None for value in values if value != "'none'"}
    return "; ".join(" ".join((name, *values)) for name, values in known.items())


def _parse_policy(policy: str) -> dict[str, dict[str, None]]:
    directives = (directive.split() for directive in policy.split(";"))
    return {name: dict.fromkeys(values) for name, *values in directives}


def _origin_of(address: str) -> str:
    # A path would narrow the permission, and a semicolon in it would end the directive.
    parts = urlsplit(address)
    return f"{parts.scheme}://{parts.netloc}"
