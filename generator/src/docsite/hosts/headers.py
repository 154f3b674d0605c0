"""The headers of every response. Host files and our own servers are made from this page alone."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from pathlib import PurePosixPath
from types import MappingProxyType

from docsite.records.assets import ASSETS_FOLDER, Asset

_FORBIDDEN_FEATURES = (
    "accelerometer",
    "autoplay",
    "camera",
    "display-capture",
    "encrypted-media",
    "geolocation",
    "gyroscope",
    "hid",
    "idle-detection",
    "magnetometer",
    "microphone",
    "midi",
    "payment",
    "publickey-credentials-get",
    "screen-wake-lock",
    "serial",
    "usb",
    "xr-spatial-tracking",
)
"""What no page needs. Copying stays allowed, which browsers count as a feature too."""

SECURITY_HEADERS: Mapping[str, str] = MappingProxyType(
    {
        "X-Content-Type-Options": "nosniff",
        "Referrer-Policy": "strict-origin-when-cross-origin",
        "Permissions-Policy": ", ".join(f"{name}=()" for name in _FORBIDDEN_FEATURES),
        "Cross-Origin-Opener-Policy": "same-origin",
        "Cross-Origin-Resource-Policy": "same-origin",
        # A process of its own, so that a frame without our origin gets another: what loops there
        # does not stop the page.
        "Origin-Agent-Cluster": "?1",
    }
)
"""The same for every file, beside the policy."""

FRAME_HEADERS: Mapping[str, str] = MappingProxyType(
    {
        # Reaches what no policy does: calls from browser to browser, and leaving for another page.
        "Connection-Allowlist": "()",
        "Document-Isolation-Policy": "isolate-and-credentialless",
        # Not every browser applies the policy to hints such as `dns-prefetch`.
        "X-DNS-Prefetch-Control": "off",
        # It has no origin that could get a process; browsers say so in the console.
        "Origin-Agent-Cluster": "?0",
    }
)
"""What frames have besides, or in place of others: readers run there what they like."""

DEFAULT_CACHE = "public, max-age=0, must-revalidate"
"""Documents, and all that keeps its name when it changes. Also for what is not found: a script that
is missing now must not be missing for a year."""

CACHE_RULES: Mapping[str, str] = MappingProxyType(
    {
        f"/{ASSETS_FOLDER}/*": "public, max-age=31536000, immutable",
        f"/{Asset.BUILD}": "no-store",
    }
)
"""Exceptions by path, without base: a folder with all below it, or one file."""

CONTENT_TYPES: Mapping[str, str] = MappingProxyType(
    {
        "avif": "image/avif",
        "css": "text/css; charset=utf-8",
        "gif": "image/gif",
        "html": "text/html; charset=utf-8",
        "ico": "image/x-icon",
        "jpeg": "image/jpeg",
        "jpg": "image/jpeg",
        "js": "text/javascript; charset=utf-8",
        "json": "application/json",
        "md": "text/markdown; charset=utf-8",
        "mjs": "text/javascript; charset=utf-8",
        "pdf": "application/pdf",
        "png": "image/png",
        "svg": "image/svg+xml",
        "txt": "text/plain; charset=utf-8",
        "wasm": "application/wasm",
        "webmanifest": "application/manifest+json",
        "webp": "image/webp",
        "woff2": "font/woff2",
        "xml": "text/xml; charset=utf-8",
        "zip": "application/zip",
    }
)
"""The type of a file by its suffix."""

DEFAULT_TYPE = "application/octet-stream"


def security_headers(policy: str) -> dict[str, str]:
    """What every response carries, errors and redirects included."""
    return {"Content-Security-Policy": policy, **SECURITY_HEADERS}


def cache_rules_for(mounts: Iterable[str]) -> Mapping[str, str]:
    """The exceptions of a site in which folders are mounted at these paths."""
    return {
        **CACHE_RULES,
        **{f"{path}assets/*": CACHE_RULES[f"/{ASSETS_FOLDER}/*"] for path in mounts},
    }


def cache_control_for(path: str, rules: Mapping[str, str] = CACHE_RULES) -> str:
    """How long a file may be kept, by its path without base."""
    for pattern, value in rules.items():
        folder = pattern.removesuffix("*")
        if path == pattern or (folder != pattern and path.startswith(folder)):
            return value
    return DEFAULT_CACHE


def content_type_for(path: str) -> str:
    """The type of a file by its name."""
    return CONTENT_TYPES.get(PurePosixPath(path).suffix.removeprefix("."), DEFAULT_TYPE)
