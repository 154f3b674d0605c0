"""Files at the root of a site: headers and redirects for static hosts, and `robots.txt`.

Hosts resolve paths by their own rules. The script of the 404 page implements the missing ones.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator

from docsite.hosts.headers import security_headers
from docsite.hosts.policy import join_policies
from docsite.hosts.site import HostedSite
from docsite.site.routes import not_found_page

_HEADERS_NOTE = """\
# Netlify and Cloudflare Pages read this file.
# Files without a Cache-Control here get max-age=0, must-revalidate from both by default; a second
# value would be appended to the first. For the same reason, one policy applies to all files;
# documents declare a stricter one themselves.
"""

_REDIRECTS_NOTE = """\
# Netlify and Cloudflare Pages read this file. There is no rule that redirects unknown paths: the
# status must be 404. index.html has no rule either: Cloudflare redirects it to its folder by
# default. Netlify treats both as the same path, so a rule would redirect to itself.
"""


def render_headers(site: HostedSite) -> str:
    """Renders `_headers`."""
    rules = [("/*", security_headers(join_policies(site.policy, site.policies.values())))]
    rules += [
        (f"{site.mount}{path}", {"Cache-Control": value})
        for path, value in site.cache_rules.items()
    ]
    rules += [(f"{site.mount}{path}", dict(site.frame_headers)) for path in site.frames]
    blocks = (
        "\n".join([path, *(f"  {name}: {value}" for name, value in headers.items())])
        for path, headers in rules
    )
    return "\n".join([_HEADERS_NOTE, "\n\n".join(blocks), ""])


def render_redirects(site: HostedSite) -> str:
    """Renders `_redirects`."""
    return "\n".join([_REDIRECTS_NOTE, *_redirect_lines(site), ""])


def _redirect_lines(site: HostedSite) -> Iterator[str]:
    for path, target in site.redirects.items():
        yield f"{site.url_path(path)} {site.url_path(target)} 301"
    if site.mount:
        yield f"{site.base}* /:splat 200"
        return
    # By default, Cloudflare uses the nearest 404.html and ignores this line.
    for prefix in site.inner_prefixes:
        yield f"{prefix}* {not_found_page(prefix)} 404"


def render_vercel(site: HostedSite) -> str:
    """Renders `vercel.json`. `cleanUrls` is off, because it would redirect every page."""
    settings = {
        "$schema": "https://openapi.vercel.sh/vercel.json",
        "cleanUrls": False,
        "headers": [
            _vercel_headers("/(.*)", security_headers(site.policy)),
            *(
                _vercel_headers(_vercel_path(site, path), {"Cache-Control": value})
                for path, value in site.cache_rules.items()
            ),
            *(
                _vercel_headers(
                    f"{site.mount}{path.replace('*', '(.*)')}", dict(site.frame_headers)
                )
                for path in site.frames
            ),
            # If a header has several values, Vercel sends the last one.
            *(
                _vercel_headers(_vercel_path(site, path), {"Content-Security-Policy": value})
                for path, value in site.policies.items()
            ),
        ],
        "redirects": [
            _vercel_redirect(f"{site.base}index.html", site.base),
            _vercel_redirect(f"{site.base}:path+/index.html", f"{site.base}:path+/"),
            *(
                _vercel_redirect(_escape_pattern(site.url_path(path)), site.url_path(target))
                for path, target in site.redirects.items()
            ),
        ],
    }
    if site.mount:
        settings["rewrites"] = [{"source": f"{site.base}:path*", "destination": "/:path*"}]
    return json.dumps(settings, indent=2) + "\n"


def _vercel_path(site: HostedSite, path: str) -> str:
    return site.mount + path.replace("*", "(.*)")


def _vercel_headers(source: str, headers: dict[str, str]) -> dict[str, object]:
    entries = [{"key": name, "value": value} for name, value in headers.items()]
    return {"source": source, "headers": entries}


def _vercel_redirect(source: str, destination: str) -> dict[str, object]:
    return {"source": source, "destination": destination, "statusCode": 301}


def _escape_pattern(path: str) -> str:
    return re.sub(r"([():*+?{}\\])", r"\\\1", path)


def render_robots(site: HostedSite) -> str:
    """Renders `robots.txt`."""
    sitemap = site.address + site.url_path("/sitemap.xml")
    return f"User-agent: *\nAllow: /\n\nSitemap: {sitemap}\n"
