import json
import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from docsite.errors import ContentError
from docsite.hosts import (
    RECORD_FILE,
    HostedSite,
    assemble_hosted_site,
    load_hosted_site,
    render_host_files,
    render_server_files,
)
from docsite.hosts.headers import FRAME_HEADERS, security_headers
from docsite.hosts.policy import assemble_policy, render_policy
from docsite.records import FrontMatter, Page, Redirect, RouteTable
from docsite.site.config import parse_config
from generator.tests.support import SITES, good_config

POLICY = assemble_policy(["sha256-abc="])
SITE = HostedSite(
    address="https://kettle.example",
    base="/",
    prefixes=("/", "/zh/"),
    redirects={"/old.html": "/guide/start.html", "/a:b*(c)/": "/"},
    policy=render_policy(POLICY),
)
BELOW = replace(SITE, base="/docs/")


def make_page(path: str, **counterparts: str) -> Page:
    return Page(
        title="",
        path=path,
        key="",
        locale="en-US",
        headers=(),
        last_updated="2020-02-29",
        minutes=1,
        frontmatter=FrontMatter("Boils water."),
        edit_link="",
        counterparts={tag.replace("_", "-"): to for tag, to in counterparts.items()},
        previous=None,
        next=None,
        original=None,
        hovers=None,
        hash="",
        html="",
    )


PAGES = (
    make_page("/a&b.html", en_US="/a&b.html", zh_CN="/zh/a&b.html"),
    make_page("/zh/指南.html", en_US="/指南.html", zh_CN="/zh/指南.html"),
)


def host_file(name: str, site: HostedSite = SITE) -> str:
    return render_host_files(site, PAGES)[name]


def rules(text: str) -> list[str]:
    return [line for line in text.splitlines() if line and not line.startswith("#")]


def test_a_hosted_site_has_base_languages_redirects_and_policy() -> None:
    routes = RouteTable(routes=(), redirects=(Redirect("/old.html", "/"),))
    site = assemble_hosted_site(good_config(), routes, POLICY)
    assert site.address == "https://kettle.example"
    assert (site.base, site.prefixes) == ("/", ("/", "/zh/"))
    assert site.redirects == {"/old.html": "/"}
    assert "frame-ancestors" in site.policy


@pytest.mark.parametrize("site", [SITE, BELOW])
def test_a_hosted_site_survives_a_round_trip(site: HostedSite, tmp_path: Path) -> None:
    (tmp_path / RECORD_FILE).write_text(host_file(RECORD_FILE, site), encoding="utf-8")
    assert load_hosted_site(tmp_path) == site


@pytest.mark.parametrize("text", [None, "", "[]", "{}", '{"base": "/"}'])
def test_a_folder_without_a_site_is_reported(text: str | None, tmp_path: Path) -> None:
    if text is not None:
        (tmp_path / RECORD_FILE).write_text(text, encoding="utf-8")
    with pytest.raises(ContentError) as caught:
        load_hosted_site(tmp_path)
    error = caught.value
    assert (error.message, error.file, error.hint) == (
        "this folder doesn't contain a built site",
        str(tmp_path),
        "Build it first (docsite build), or specify the output folder of the build.",
    )


def test_hosts_that_join_rules_have_one_policy_for_all_files() -> None:
    site = replace(SITE, policies={"/assets/workers/*": "script-src 'wasm-unsafe-eval'"})
    (line,) = (line for line in rules(host_file("_headers", site)) if "Content-Security" in line)
    assert line.strip() == "Content-Security-Policy: " + SITE.policy.replace(
        "script-src 'self' 'sha256-abc='", "script-src 'self' 'sha256-abc=' 'wasm-unsafe-eval'"
    )


def test_a_file_has_the_policy_of_its_folder() -> None:
    site = replace(SITE, policies={"/assets/workers/*": "default-src 'none'"})
    assert site.policy_for("/assets/workers/search.js") == "default-src 'none'"
    assert site.policy_for("/assets/workers-of-others.js") == site.policy_for("/") == SITE.policy


def test_no_line_exceeds_the_limit_of_cloudflare() -> None:
    assert max(map(len, host_file("_headers").splitlines())) < 2000


def test_redirects_only_match_old_paths() -> None:
    assert rules(host_file("_redirects")) == [
        "/old.html /guide/start.html 301",
        "/a%3Ab%2A%28c%29/ / 301",
        "/zh/* /zh/404.html 404",
    ]


def test_a_site_in_one_language_has_no_alternates() -> None:
    page = make_page("/", en_US="/")
    assert "hreflang" not in render_host_files(SITE, [page])["sitemap.xml"]


@pytest.mark.parametrize("name", ["nginx.conf", "Caddyfile"])
@pytest.mark.parametrize("site", [SITE, BELOW])
def test_server_files_have_every_header_and_no_placeholder(name: str, site: HostedSite) -> None:
    text = render_server_files(site)[name]
    for header, value in security_headers(site.policy).items():
        assert header in text
        assert f' "{value}"' in text
    assert not re.search(r"%[a-z_]+%", text)
    assert "Change this" in text


def test_the_nginx_file_documents_the_brotli_module() -> None:
    text = render_server_files(SITE)["nginx.conf"]
    assert "load_module modules/ngx_http_brotli_static_module.so;" in text
    assert "libnginx-mod-http-brotli-static" in text


def test_nginx_uses_the_404_page_of_the_innermost_language() -> None:
    """The last match applies."""
    site = replace(SITE, prefixes=("/", "/pt/br/", "/pt/"))
    text = render_server_files(site)["nginx.conf"]
    assert text.index("/pt/404.html;\n  }") < text.index("/pt/br/404.html;\n  }")


# --- The complete files --------------------------------------------------------------------------

FULL = replace(
    BELOW,
    redirects={"/old.html": "/"},
    policies={"/assets/live/*": "sandbox"},
    frames=("/assets/live/*",),
    mounts=("/demo/",),
)
IMMUTABLE = "public, max-age=31536000, immutable"


def test_the_headers_file_has_one_block_per_path() -> None:
    note, everywhere, *others = host_file("_headers", FULL).split("\n\n")
    assert note.startswith("# Netlify and Cloudflare Pages read this file.\n# Files without")
    # Both hosts join the values of all matching rules, so a general cache rule would break ours.
    headers = security_headers(FULL.policy).items()
    assert everywhere == "\n".join(["/*", *(f"  {name}: {value}" for name, value in headers)])
    assert others == [
        f"/docs/assets/*\n  Cache-Control: {IMMUTABLE}",
        "/docs/build.json\n  Cache-Control: no-store",
        f"/docs/demo/assets/*\n  Cache-Control: {IMMUTABLE}",
        "/docs/assets/live/*\n  Connection-Allowlist: ()\n"
        "  Document-Isolation-Policy: isolate-and-credentialless\n"
        "  X-DNS-Prefetch-Control: off\n  Origin-Agent-Cluster: ?0\n",
    ]


def test_the_redirects_file_starts_with_a_note_and_ends_with_a_line_break() -> None:
    note, _, rest = host_file("_redirects", FULL).partition("\n\n")
    assert note.startswith("# Netlify and Cloudflare Pages read this file. There is no rule")
    assert rest == "/docs/old.html /docs/ 301\n/docs/* /:splat 200\n"


def test_the_vercel_file_has_all_rules_in_order() -> None:
    def entry(source: str, headers: Mapping[str, str]) -> dict[str, Any]:
        pairs = [{"key": name, "value": value} for name, value in headers.items()]
        return {"source": source, "headers": pairs}

    def redirect(source: str, destination: str) -> dict[str, Any]:
        return {"source": source, "destination": destination, "statusCode": 301}

    settings = {
        "$schema": "https://openapi.vercel.sh/vercel.json",
        "cleanUrls": False,
        "headers": [
            entry("/(.*)", security_headers(FULL.policy)),
            entry("/docs/assets/(.*)", {"Cache-Control": IMMUTABLE}),
            entry("/docs/build.json", {"Cache-Control": "no-store"}),
            entry("/docs/demo/assets/(.*)", {"Cache-Control": IMMUTABLE}),
            entry("/docs/assets/live/(.*)", FRAME_HEADERS),
            entry("/docs/assets/live/(.*)", {"Content-Security-Policy": "sandbox"}),
        ],
        "redirects": [
            redirect("/docs/index.html", "/docs/"),
            redirect("/docs/:path+/index.html", "/docs/:path+/"),
            redirect("/docs/old.html", "/docs/"),
        ],
        "rewrites": [{"source": "/docs/:path*", "destination": "/:path*"}],
    }
    assert host_file("vercel.json", FULL) == json.dumps(settings, indent=2) + "\n"
    assert "rewrites" not in json.loads(host_file("vercel.json"))


def test_robots_txt_and_the_sitemap_are_complete() -> None:
    assert host_file("robots.txt", FULL) == (
        "User-agent: *\nAllow: /\n\nSitemap: https://kettle.example/docs/sitemap.xml\n"
    )
    start = "https://kettle.example/docs"

    def entry(path: str, name: str) -> str:
        translations = {
            "en-US": f"/{name}.html",
            "zh-CN": f"/zh/{name}.html",
            "x-default": f"/{name}.html",
        }
        alternates = "".join(
            f'    <xhtml:link rel="alternate" hreflang="{tag}" href="{start}{to}"/>\n'
            for tag, to in translations.items()
        )
        lines = f"    <loc>{start}{path}</loc>\n    <lastmod>2020-02-29</lastmod>\n"
        return f"  <url>\n{lines}{alternates}  </url>\n"

    assert host_file("sitemap.xml", FULL) == (
        '<?xml version="1.0" encoding="UTF-8"?>\n'
        '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" '
        'xmlns:xhtml="http://www.w3.org/1999/xhtml">\n'
        + entry("/a%26b.html", "a%26b")
        + entry("/zh/%E6%8C%87%E5%8D%97.html", "%E6%8C%87%E5%8D%97")
        + "</urlset>\n"
    )


def test_hosts_get_these_files() -> None:
    assert {*render_host_files(SITE, PAGES)} == {
        *(".docsite.json", ".nojekyll", "_headers", "_redirects"),
        *("robots.txt", "sitemap.xml", "vercel.json"),
    }
    assert host_file(".nojekyll") == ""
    assert {*render_server_files(SITE)} == {"Caddyfile", "nginx.conf"}


# --- Responses -----------------------------------------------------------------------------------


def test_only_files_in_folders_of_frames_have_their_headers() -> None:
    assert FULL.headers_for("/assets/live/a.html") == FULL.frame_headers == FRAME_HEADERS
    assert FULL.headers_for("/assets/lives.html") == FULL.headers_for("/") == {}
    assert SITE.headers_for("/assets/live/a.html") == SITE.frame_headers == {}


def test_rules_of_policies_apply_before_those_of_caches() -> None:
    assert FULL.special_paths == (
        *("/assets/live/*", "/assets/*", "/build.json", "/demo/assets/*"),
    )
    assert FULL.cache_control_for("/demo/assets/a.js") == IMMUTABLE
    assert SITE.cache_control_for("/demo/assets/a.js") == "public, max-age=0, must-revalidate"


def test_a_path_has_the_base_and_escapes() -> None:
    assert BELOW.url_path("/指 南/a.html") == "/docs/%E6%8C%87%20%E5%8D%97/a.html"
    assert (SITE.mount, BELOW.mount) == ("", "/docs")
    assert replace(SITE, address="https://kettle.example:8443").host == "kettle.example"


def test_a_hosted_site_has_mounts_and_the_policies_of_folders() -> None:
    config = parse_config(
        'mounts = [{ path = "/demo/", folder = "../demo", made_by = "make demo" }]\n'
        + (SITES / "good/site.toml").read_text(encoding="utf-8")
    )
    policies = {"/frames/*": [("sandbox", ("allow-scripts",))]}
    site = assemble_hosted_site(config, RouteTable((), ()), POLICY, policies, ["/frames/*"])
    assert site.mounts == ("/demo/",)
    assert site.policies == {"/frames/*": "sandbox allow-scripts"}
    assert site.frames == ("/frames/*",)
    assert site.policy == render_policy(POLICY)
    assert assemble_hosted_site(config, RouteTable((), ()), POLICY).policies == {}
