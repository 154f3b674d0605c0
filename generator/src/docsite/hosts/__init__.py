"""Files and configurations for hosts, which implement the routing rules."""

from __future__ import annotations

from collections.abc import Iterable

from docsite.hosts.caddy import render_caddy
from docsite.hosts.files import render_headers, render_redirects, render_robots, render_vercel
from docsite.hosts.nginx import render_nginx
from docsite.hosts.site import (
    HOST_FILES,
    HostedSite,
    assemble_hosted_site,
    join_sites,
    load_hosted_site,
)
from docsite.hosts.sitemap import render_sitemap
from docsite.records import Page, render_json
from docsite.records.assets import RECORD_FILE


def render_host_files(site: HostedSite, pages: Iterable[Page]) -> dict[str, str]:
    """Returns the files for the root of the built site, keyed by name."""
    return {
        RECORD_FILE: render_json(site),
        ".nojekyll": "",  # otherwise, GitHub Pages ignores names that start with an underscore
        "_headers": render_headers(site),
        "_redirects": render_redirects(site),
        "robots.txt": render_robots(site),
        "sitemap.xml": render_sitemap(site, pages),
        "vercel.json": render_vercel(site),
    }


def render_server_files(site: HostedSite) -> dict[str, str]:
    """Returns server configurations, which are not part of the site."""
    return {"Caddyfile": render_caddy(site), "nginx.conf": render_nginx(site)}
