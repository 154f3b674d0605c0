"""`nginx.conf`: the configuration of a server that implements the routing rules."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from docsite.hosts.headers import (
    COMPRESSED_TYPES,
    CONTENT_TYPES,
    DATA_SUFFIXES,
    DEFAULT_CACHE,
    DEFAULT_TYPE,
    SECURITY_HEADERS,
)
from docsite.hosts.site import HOST_FILES, HostedSite
from docsite.hosts.templates import fill, lines
from docsite.site.routes import not_found_page

_DATA = rf"\.(?:{'|'.join(DATA_SUFFIXES)})"
"""Matches the end of paths of data files."""
_BROTLI_OFF = "    brotli_static off;\n"

_TEMPLATE = r"""# %address% on nginx 1.22 or later; docsite wrote this file.
#
# Put it where nginx looks for servers, such as /etc/nginx/conf.d/, and change the first part.
# It sends the compressed copies of files. That needs a module for Brotli: Debian's package
# libnginx-mod-http-brotli-static loads it automatically; elsewhere, put this line at the top of the
# main nginx.conf, or remove all lines with `brotli_static`.
#   load_module modules/ngx_http_brotli_static_module.so;

server {
  # --- Change this -------------------------------------------------------------------------------

%listen%
  server_name %host%;
  # The folder that docsite built.
  root %root%;

  # If this server terminates TLS, add certificates, `listen 443 ssl` and this line.
  # add_header Strict-Transport-Security "max-age=31536000" always;

  # --- Headers -----------------------------------------------------------------------------------

  server_tokens off;
  # Behind a proxy, nginx knows neither the scheme nor the port of the address.
  absolute_redirect off;

  types {
%types%
  }
  default_type %default_type%;

  # Off below for data, which has no copies: the module for Brotli would disable gzip.
  brotli_static on;
  # For data, and for clients without Brotli.
  gzip on;
  gzip_comp_level 6;
  gzip_min_length 256;
  gzip_proxied any;
  gzip_types %compressed_types%;
  gzip_vary on;

%headers%
  # A location below may override these. They are set again for a not-found page, so that it is
  # never cached for long.
  set $docsite_policy %policy%;
  set $docsite_cache "%cache%";
  add_header Content-Security-Policy $docsite_policy always;
  add_header Cache-Control $docsite_cache always;
%frames%
  # --- Redirects ---------------------------------------------------------------------------------

  # Redirects index.html to its folder. Matches the raw request URI, because decoded input must not
  # reach a header. Without empty segments and backslashes, the target is never another host.
  if ($request_uri ~ "^(%mount%(?:/[^/?\\\\]+)*/)index\.html(\?.*)?$") {
    return 301 $1$2;
  }
%redirects%
  # --- Paths without a page ----------------------------------------------------------------------

  set $docsite_not_found /404.html;
%languages%
  error_page 404 $docsite_not_found;
%not_found%

  # Internal files, and index.html requested with escapes in its name.
  location ~ "/\.(?!well-known/)" { return 404; }
  location ~ "^%mount%/(?:%hidden%)$" { return 404; }
  location ~ "/index\.html$" { return 404; }
  location ~ "^%mount%(?:%folders%)/404\.html$" { return 404; }

  # Pages are only served under their canonical path.
  location ~ "^%mount%(?<docsite_path>(?:/.*)?/index|(?:%folders%)/404)/?$" {
    try_files $docsite_path/index.html =404;
  }

  # --- Pages -------------------------------------------------------------------------------------

%files%
  location ~ "^%mount%(?<docsite_path>(?:/.*)?)/$" {
    try_files $docsite_path/index.html $docsite_path.html =404;
  }

  location ~ "^%mount%(?<docsite_path>(?:/.*)?%data%)$" {
    brotli_static off;
    try_files $docsite_path $docsite_path/index.html $docsite_path.html =404;
  }

  location ~ "^%mount%(?<docsite_path>(?:/.*)?)$" {
    try_files $docsite_path $docsite_path/index.html $docsite_path.html =404;
  }

  location / { return 404; }
}
"""


def render_nginx(
    site: HostedSite, *, listen: Sequence[str] = ("80", "[::]:80"), root: str = ""
) -> str:
    """Returns the server block. A comment asks operators to change `listen` and `root`."""
    parts = {
        "address": site.address + site.base,
        "listen": lines((f"listen {address};" for address in listen), "  "),
        "host": site.host,
        "root": _quote(root or f"/srv/{site.host}"),
        "types": lines(
            (f"{_quote(type_)} {end};" for end, type_ in CONTENT_TYPES.items()), " " * 4
        ),
        "default_type": DEFAULT_TYPE,
        "compressed_types": " ".join(map(_quote, COMPRESSED_TYPES)),
        "headers": lines(
            (
                f"add_header {name} {_quote(value)} always;"
                for name, value in SECURITY_HEADERS.items()
                if name not in site.frame_headers
            ),
            "  ",
        ),
        "policy": _quote(site.policy),
        "cache": DEFAULT_CACHE,
        "redirects": _render_redirects(site),
        "languages": _render_languages(site),
        "not_found": _render_not_found(site),
        "hidden": "|".join(name.replace(".", r"\.") for name in HOST_FILES),
        "folders": "|".join(prefix.removesuffix("/") for prefix in site.prefixes),
        "frames": _render_frames(site),
        "files": _render_files(site),
        "data": _DATA,
        "mount": site.mount,
    }
    return fill(_TEMPLATE, parts)


def _quote(text: str) -> str:
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"') + '"'


def _render_redirects(site: HostedSite) -> str:
    return "".join(
        f"\n  location = {_quote(site.mount + path)} {{\n"
        f"    return 301 {site.url_path(target)}$is_args$args;\n"
        "  }\n"
        for path, target in site.redirects.items()
    )


def _render_languages(site: HostedSite) -> str:
    # The last match applies, so inner folders follow outer ones.
    return "\n".join(
        f'  if ($uri ~ "^{site.mount}{prefix[:-1]}(?:/|$)") {{\n'
        f"    set $docsite_not_found {not_found_page(prefix)};\n"
        "  }"
        for prefix in reversed(site.inner_prefixes)
    )


def _render_not_found(site: HostedSite) -> str:
    pages = map(not_found_page, site.prefixes)
    return lines((f"location = {page} {{ internal; }}" for page in pages), "  ")


def _render_files(site: HostedSite) -> str:
    """Renders the rules for files that have their own rules and no fallback."""
    return "\n".join(
        f'  location ~ "^{site.mount}(?<docsite_path>{pattern})$" {{\n'
        f"{_BROTLI_OFF if is_data else ''}"
        f"{_render_policy(site.policies.get(path))}"
        f"{_set_headers(site.headers_for(path))}"
        f'    set $docsite_cache "{site.cache_control_for(path)}";\n'
        "    try_files $docsite_path =404;\n"
        "  }\n"
        for path in site.special_paths
        for pattern, is_data in _patterns_of(path)
    )


def _render_frames(site: HostedSite) -> str:
    """Renders headers that have other values in frames. nginx omits headers with an empty value."""
    return "".join(
        f"  set {_variable(name)} {_quote(SECURITY_HEADERS.get(name, ''))};\n"
        f"  add_header {name} {_variable(name)} always;\n"
        for name in site.frame_headers
    )


def _set_headers(headers: Mapping[str, str]) -> str:
    return "".join(
        f"    set {_variable(name)} {_quote(value)};\n" for name, value in headers.items()
    )


def _variable(header: str) -> str:
    return f"$docsite_{header.lower().replace('-', '_')}"


def _render_policy(policy: str | None) -> str:
    return f"    set $docsite_policy {_quote(policy)};\n" if policy else ""


def _patterns_of(path: str) -> Iterator[tuple[str, bool]]:
    """Yields regular expressions for a path, and whether they match data files."""
    if path.endswith("*"):
        yield _escape(path) + _DATA, True
    yield _escape(path).replace(".*", ".*[^/]"), path.endswith(DATA_SUFFIXES)


def _escape(path: str) -> str:
    return path.replace(".", r"\.").replace("*", ".*")
