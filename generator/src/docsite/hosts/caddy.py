"""`Caddyfile`: the configuration of a server that implements the routing rules."""

from __future__ import annotations

import re
from collections.abc import Mapping

from docsite.hosts.headers import (
    COMPRESSED_TYPES,
    DEFAULT_CACHE,
    SECURITY_HEADERS,
    security_headers,
)
from docsite.hosts.site import HOST_FILES, HostedSite
from docsite.hosts.templates import fill, lines
from docsite.site.routes import not_found_page

_TEMPLATE = r"""# %address% on Caddy 2.6 or later; docsite wrote this file.

(docsite_headers) {
	header {
%headers%
		Cache-Control "%cache%"
	}
}

# For data, and for clients without Brotli.
(docsite_gzip) {
	encode {
		gzip
		match {
%compressed_types%
		}
	}
}

# Change this: the address (Caddy obtains certificates for host names automatically), and the folder
# that docsite built.
%listen% {
	root * %root%

	# Once the site is only available over HTTPS, add this line.
	# header Strict-Transport-Security "max-age=31536000"

	route {
		import docsite_headers

		# --- Redirects ---------------------------------------------------------------------------

		# Redirects index.html to its folder. Matches the raw request URI, because decoded input
		# must not reach a header. Without empty segments and backslashes, the target is never
		# another host.
		map {http.request.uri} {docsite_query} {
			~^[^?]*(\?.*)$ "${1}"
			default ""
		}
		map {http.request.uri} {docsite_folder} {
			~^(%mount%(?:/[^/?\\]+)*/)index\.html(?:\?.*)?$ "${1}"
			default ""
		}
		@folder not vars {docsite_folder} ""
		redir @folder {docsite_folder}{docsite_query} 301
%redirects%
		# --- Files -------------------------------------------------------------------------------
%base%
		# Exactly one of these applies.
		handle {
			# Internal files, and index.html requested with escapes in its name.
			@hidden {
				path_regexp /\.|^/(?:%hidden%)$|/index\.html$|^(?:%folders%)/404\.html$
				not path /.well-known/*
			}
			handle @hidden {
				error 404
			}

%files%
			# Pages are only served under their canonical path.
			@named path_regexp named ^(.*/index|(?:%folders%)/404)/?$
			handle @named {
				try_files {re.named.1}/index.html =404
			}

			@slash path_regexp slash ^(.*)/$
			handle @slash {
				try_files {re.slash.1}/index.html {re.slash.1}.html =404
			}

			handle {
				try_files {path} {path}/index.html {path}.html =404
			}
		}

		import docsite_gzip
		file_server {
			precompressed br
			disable_canonical_uris
		}
	}

	handle_errors {
		import docsite_headers
%no_frame%		@missing expression {http.error.status_code} == 404
		handle @missing {
			root * %root%
%languages%
			handle {
				rewrite * %not_found%
			}
			import docsite_gzip
			file_server {
				precompressed br
				disable_canonical_uris
			}
		}
	}
}
"""

_BASE = r"""
		@outside not path_regexp ^%mount%(?:/|$)
		error @outside 404
		uri strip_prefix %mount%
"""

_REDIRECTS = r"""
		map {path} {docsite_moved} {
%entries%
			default ""
		}
		@moved not vars {docsite_moved} ""
		redir @moved {docsite_moved}{docsite_query} 301
"""

_FILES = r"""			@file%number% path_regexp %pattern%
			handle @file%number% {
%policy%%headers%				header Cache-Control "%cache%"
				try_files {path} =404
			}
"""

_LANGUAGE = r"""			@lang%number% vars_regexp {http.request.orig_uri.path} ^%prefix%(?:/|$)
			handle @lang%number% {
				rewrite * %page%
			}"""


def render_caddy(site: HostedSite, *, listen: str = "", root: str = "") -> str:
    """Returns the site block. A comment asks operators to change `listen` and `root`."""
    parts = {
        "address": site.address + site.base,
        "headers": lines(
            (f"{name} {_quote(value)}" for name, value in security_headers(site.policy).items()),
            "\t\t",
        ),
        "cache": DEFAULT_CACHE,
        "compressed_types": lines(
            (f"header Content-Type {_quote(type_)}" for type_ in COMPRESSED_TYPES), "\t\t\t"
        ),
        "listen": listen or site.host,
        "root": _quote(root or f"/srv/{site.host}"),
        "mount": site.mount,
        "redirects": _render_redirects(site),
        "base": fill(_BASE, {"mount": site.mount}) if site.mount else "",
        "hidden": "|".join(name.replace(".", r"\.") for name in HOST_FILES),
        "files": _render_files(site),
        "no_frame": _render_no_frame(site),
        "folders": "|".join(prefix.removesuffix("/") for prefix in site.prefixes),
        "not_found": not_found_page(site.prefixes[0]),
        "languages": _render_languages(site),
    }
    return fill(_TEMPLATE, parts)


def _quote(text: str) -> str:
    # In double quotes, a backslash can't precede a quote. Backticks have no escapes.
    if "\\" in text and "`" not in text:
        return f"`{text}`"
    return '"' + text.replace('"', r"\"") + '"'


def _render_redirects(site: HostedSite) -> str:
    if not site.redirects:
        return ""
    entries = (
        f"{_quote(_match(site.mount + path))} {site.url_path(target)}"
        for path, target in site.redirects.items()
    )
    return fill(_REDIRECTS, {"entries": lines(entries, "\t\t\t")})


def _match(path: str) -> str:
    # Braces enclose placeholders. They can only be escaped in a pattern, by their character codes.
    if not set("{}") & set(path):
        return path
    pattern = "".join(f"\\x{ord(c):X}" if c in "{}" else re.escape(c) for c in path)
    return f"~^{pattern}$"


def _render_files(site: HostedSite) -> str:
    """Renders the rules for files that have their own rules and no fallback."""
    return "\n".join(
        fill(
            _FILES,
            {
                "number": str(number),
                "pattern": _pattern_of(path),
                "policy": _render_policy(site.policies.get(path)),
                "headers": _render_headers(site.headers_for(path)),
                "cache": site.cache_control_for(path),
            },
        )
        for number, path in enumerate(site.special_paths)
    )


def _render_no_frame(site: HostedSite) -> str:
    """Removes the headers of frames from 404 pages."""
    names = (name for name in site.frame_headers if name not in SECURITY_HEADERS)
    return "".join(f"\t\theader -{name}\n" for name in names)


def _render_headers(headers: Mapping[str, str]) -> str:
    return "".join(f"\t\t\t\theader {name} {_quote(value)}\n" for name, value in headers.items())


def _render_policy(policy: str | None) -> str:
    return f"\t\t\t\theader Content-Security-Policy {_quote(policy)}\n" if policy else ""


def _pattern_of(path: str) -> str:
    return "^" + path.replace(".", r"\.").replace("*", ".*[^/]") + "$"


def _render_languages(site: HostedSite) -> str:
    return "\n".join(
        fill(
            _LANGUAGE,
            {
                "number": str(number),
                "prefix": site.mount + prefix.removesuffix("/"),
                "page": not_found_page(prefix),
            },
        )
        for number, prefix in enumerate(site.inner_prefixes)
    )
