"""Content security policies."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from urllib.parse import urlsplit

from docsite.records.markup import TrustedTypesPolicy

Directive = tuple[str, tuple[str, ...]]

_ONLY_IN_HEADERS = frozenset({"frame-ancestors"})
"""Directives that browsers ignore in a document, with a warning."""

_TRUST = frozenset({"require-trusted-types-for", "trusted-types"})


def assemble_policy(
    script_hashes: Sequence[str] = (),
    style_hashes: Sequence[str] = (),
    analytics_server: str | None = None,
    local: Sequence[str] = (),
) -> tuple[Directive, ...]:
    """Returns the policy of pages, with the hashes of inline scripts and styles (`sha256-…`).

    `local` are additional directives that allow files of the site.
    """
    scripts, styles = (
        tuple(f"'{value}'" for value in hashes) for hashes in (script_hashes, style_hashes)
    )
    analytics = (_origin_of(analytics_server),) if analytics_server else ()
    return (
        ("default-src", ("'none'",)),
        ("script-src", ("'self'", *scripts)),
        ("style-src", ("'self'", *styles)),
        ("img-src", ("'self'", "data:")),
        *((name, ("'self'",)) for name in local),
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
    """Returns the policy of workers, which may only fetch files of the site."""
    return (
        ("default-src", ("'none'",)),
        ("connect-src", ("'self'",)),
        ("frame-ancestors", ("'none'",)),
    )


def assemble_frame_policy(policies: Iterable[str]) -> tuple[Directive, ...]:
    """Returns the policy of frames that run visitors' code: the union of the policies that the
    frames declare.

    `sandbox` removes the origin of the site, even if a frame is opened as a page.
    """
    return (
        *((name, tuple(values)) for name, values in _unite(policies).items()),
        ("sandbox", ("allow-scripts",)),
        ("frame-ancestors", ("'self'",)),
    )


def render_policy(policy: Sequence[Directive], *, is_document: bool = False) -> str:
    """Returns the policy for a header, or for a `<meta>` element of a document."""
    return "; ".join(
        " ".join((name, *values))
        for name, values in policy
        if not (is_document and name in _ONLY_IN_HEADERS)
    )


def embed_policy(policy: Sequence[Directive], name: str, content: bytes) -> bytes:
    """Adds the policy to a mounted document, for hosts that send none or a weaker one.

    Other files, and documents without a head, stay unchanged.
    """
    if not name.endswith(".html"):
        return content
    value = render_policy(policy, is_document=True).replace('"', "&quot;")
    head = f'<head><meta http-equiv="Content-Security-Policy" content="{value}">'
    return content.replace(b"<head>", head.encode(), 1)


def join_policies(policy: str, others: Iterable[str]) -> str:
    """Returns a policy that also allows what other policies allow for the same directives."""
    known = _parse_policy(policy)
    for other in others:
        if "'unsafe-eval'" in other:
            # `eval` doesn't work with Trusted Types.
            known = {name: values for name, values in known.items() if name not in _TRUST}
        for name, values in _parse_policy(other).items():
            if name in known:
                known[name] |= {value: None for value in values if value != "'none'"}
    return "; ".join(" ".join((name, *_without_idle(values))) for name, values in known.items())


def unite_policies(policies: Iterable[str]) -> str:
    """Returns a policy that allows everything that any of these policies allows."""
    return "; ".join(" ".join((name, *values)) for name, values in _unite(policies).items())


def _unite(policies: Iterable[str]) -> dict[str, dict[str, None]]:
    known: dict[str, dict[str, None]] = {}
    for policy in policies:
        for name, values in _parse_policy(policy).items():
            known[name] = known.get(name, {}) | values
    return known


def _without_idle(values: Iterable[str]) -> Iterable[str]:
    """Removes hashes next to `'unsafe-inline'`: browsers would ignore it because of them, although
    it allows more."""
    if "'unsafe-inline'" not in values:
        return values
    return (value for value in values if not value.startswith("'sha"))


def _parse_policy(policy: str) -> dict[str, dict[str, None]]:
    directives = (directive.split() for directive in policy.split(";"))
    return {name: dict.fromkeys(values) for name, *values in directives}


def _origin_of(address: str) -> str:
    # A path would restrict the source further, and a semicolon in the path would end the directive.
    parts = urlsplit(address)
    return f"{parts.scheme}://{parts.netloc}"
