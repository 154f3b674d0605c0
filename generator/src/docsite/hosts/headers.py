"""The headers of every response, for all hosts and for docsite's own servers."""

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
"""Browser features that no page needs. Writing to the clipboard remains allowed."""

SECURITY_HEADERS: Mapping[str, str] = MappingProxyType(
    {
        "X-Content-Type-Options": "nosniff",
        "Referrer-Policy": "strict-origin-when-cross-origin",
        "Permissions-Policy": ", ".join(f"{name}=()" for name in _FORBIDDEN_FEATURES),
        "Cross-Origin-Opener-Policy": "same-origin",
        "Cross-Origin-Resource-Policy": "same-origin",
        # Frames have an opaque origin, so they run in another process: an endless loop in a frame
        # doesn't block the page.
        "Origin-Agent-Cluster": "?1",
    }
)
"""The headers of all files, to which the policy is added."""

FRAME_HEADERS: Mapping[str, str] = MappingProxyType(
    {
        # Also blocks WebRTC and navigation, which a content security policy can't.
        "Connection-Allowlist": "()",
        "Document-Isolation-Policy": "isolate-and-credentialless",
        # Some browsers don't apply the policy to hints such as `dns-prefetch`.
        "X-DNS-Prefetch-Control": "off",
        # Prevents a console message, because a frame has an opaque origin.
        "Origin-Agent-Cluster": "?0",
    }
)
"""Additional headers of frames, which run code that visitors write."""

DEFAULT_CACHE = "public, max-age=0, must-revalidate"
"""The caching of files without a hash in their name, and of 404 responses: if a script is missing
during a deployment, the error must not be cached for a year."""

CACHE_RULES: Mapping[str, str] = MappingProxyType(
    {
        f"/{ASSETS_FOLDER}/*": "public, max-age=31536000, immutable",
        f"/{Asset.BUILD}": "no-store",
    }
)
"""Exceptions, keyed by path without base: a file, or a folder with `*`."""

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
"""Keyed by file suffix."""

COMPRESSED_SUFFIXES = ("css", "html", "js", "json", "md", "mjs", "svg", "txt", "wasm", "xml")
"""The suffixes of files that are sent compressed."""

DATA_SUFFIXES = ("json", "md")
"""The compressed suffixes without Brotli copies. Servers compress these files on request: large
sites have so many of them that copies would exceed the limits of hosts, and gzip is only about 15%
larger."""

COMPRESSED_TYPES = tuple(dict.fromkeys(CONTENT_TYPES[suffix] for suffix in COMPRESSED_SUFFIXES))

DEFAULT_TYPE = "application/octet-stream"


def security_headers(policy: str) -> dict[str, str]:
    """Returns the headers of every response, including errors and redirects."""
    return {"Content-Security-Policy": policy, **SECURITY_HEADERS}


def cache_rules_for(mounts: Iterable[str], versions: Iterable[str] = ()) -> Mapping[str, str]:
    """Returns the exceptions of a site with mounts and other versions at these paths."""
    return {
        **CACHE_RULES,
        **{f"{path}assets/*": CACHE_RULES[f"/{ASSETS_FOLDER}/*"] for path in mounts},
        **{path[:-1] + rule: value for path in versions for rule, value in CACHE_RULES.items()},
    }


def cache_control_for(path: str, rules: Mapping[str, str] = CACHE_RULES) -> str:
    """Returns the `Cache-Control` of a file, given its path without base."""
    for pattern, value in rules.items():
        folder = pattern.removesuffix("*")
        if path == pattern or (folder != pattern and path.startswith(folder)):
            return value
    return DEFAULT_CACHE


def content_type_for(path: str) -> str:
    """Returns the `Content-Type` of a file."""
    return CONTENT_TYPES.get(PurePosixPath(path).suffix.removeprefix("."), DEFAULT_TYPE)
