"""The configurations for nginx and Caddy, without running these servers."""

from collections.abc import Iterator

import pytest
from msgspec.structs import replace

from docsite.hosts import HostedSite
from docsite.hosts.caddy import render_caddy
from docsite.hosts.nginx import render_nginx
from docsite.hosts.templates import fill, lines

SITE = HostedSite(
    address="https://kettle.example:8443",
    base="/docs/",
    prefixes=("/", "/zh/", "/de/"),
    redirects={"/old.html": "/guide/start.html", '/a"b.html': "/指南.html"},
    policy="default-src 'none'",
    mounts=("/demo/",),
    policies={"/assets/workers/*": "connect-src 'self'", "/assets/live/*": "sandbox"},
    frames=("/assets/live/*",),
)
PLAIN = replace(SITE, base="/", prefixes=("/",), redirects={}, policies={}, frames=(), mounts=())


# --- nginx ---------------------------------------------------------------------------------------


def test_nginx_listens_on_port_80_and_serves_a_folder_with_the_name_of_the_host() -> None:
    assert render_nginx(SITE).startswith(
        "# https://kettle.example:8443/docs/ on nginx 1.22 or later;"
    )
    assert (
        "\n\n  listen 80;\n  listen [::]:80;\n  server_name kettle.example;\n"
        '  # The folder that docsite built.\n  root "/srv/kettle.example";\n'
    ) in render_nginx(SITE)
    other = render_nginx(SITE, listen=["127.0.0.1:1"], root='/a\\b"c')
    assert "\n\n  listen 127.0.0.1:1;\n  server_name kettle.example;\n" in other
    assert '\n  root "/a\\\\b\\"c";\n' in other


def test_nginx_sends_types_and_headers() -> None:
    assert (
        '\n  types {\n    "image/avif" avif;\n    "text/css; charset=utf-8" css;\n'
        in render_nginx(SITE)
    )
    assert "\n  }\n  default_type application/octet-stream;\n" in render_nginx(SITE)
    assert (
        '\n  gzip_vary on;\n\n  add_header X-Content-Type-Options "nosniff" always;\n'
        '  add_header Referrer-Policy "strict-origin-when-cross-origin" always;\n'
    ) in render_nginx(SITE)
    assert "\n  set $docsite_policy \"default-src 'none'\";\n" in render_nginx(SITE)
    assert '\n  set $docsite_cache "public, max-age=0, must-revalidate";\n' in render_nginx(SITE)


def test_nginx_sends_headers_with_other_values_in_frames() -> None:
    assert (
        "\n  add_header Cache-Control $docsite_cache always;\n"
        '  set $docsite_connection_allowlist "";\n'
        "  add_header Connection-Allowlist $docsite_connection_allowlist always;\n"
        '  set $docsite_document_isolation_policy "";\n'
        "  add_header Document-Isolation-Policy $docsite_document_isolation_policy always;\n"
        '  set $docsite_x_dns_prefetch_control "";\n'
        "  add_header X-DNS-Prefetch-Control $docsite_x_dns_prefetch_control always;\n"
        '  set $docsite_origin_agent_cluster "?1";\n'
        "  add_header Origin-Agent-Cluster $docsite_origin_agent_cluster always;\n"
        "\n  # --- Redirects"
    ) in render_nginx(SITE)
    assert render_nginx(SITE).count("add_header Origin-Agent-Cluster") == 1
    assert 'add_header Origin-Agent-Cluster "?1" always;' in render_nginx(PLAIN)


def test_nginx_redirects_old_paths() -> None:
    assert (
        '\n  location = "/docs/old.html" {\n'
        "    return 301 /docs/guide/start.html$is_args$args;\n"
        "  }\n"
        '\n  location = "/docs/a\\"b.html" {\n'
        "    return 301 /docs/%E6%8C%87%E5%8D%97.html$is_args$args;\n"
        "  }\n\n  # --- Paths without a page"
    ) in render_nginx(SITE)


def test_nginx_has_a_not_found_page_for_each_language() -> None:
    assert (
        "\n  set $docsite_not_found /404.html;\n"
        '  if ($uri ~ "^/docs/de(?:/|$)") {\n    set $docsite_not_found /de/404.html;\n  }\n'
        '  if ($uri ~ "^/docs/zh(?:/|$)") {\n    set $docsite_not_found /zh/404.html;\n  }\n'
        "  error_page 404 $docsite_not_found;\n"
        "  location = /404.html { internal; }\n"
        "  location = /zh/404.html { internal; }\n"
        "  location = /de/404.html { internal; }\n"
    ) in render_nginx(SITE)


def test_nginx_hides_internal_files() -> None:
    assert (
        '\n  location ~ "^/docs/(?:_headers|_redirects|vercel\\.json)$" { return 404; }\n'
    ) in render_nginx(SITE)
    assert '\n  location ~ "^/docs(?:|/zh|/de)/404\\.html$" { return 404; }\n' in render_nginx(SITE)


def test_nginx_applies_the_rules_of_folders_in_order() -> None:
    immutable = '    set $docsite_cache "public, max-age=31536000, immutable";\n'
    frame = (
        '    set $docsite_policy "sandbox";\n'
        '    set $docsite_connection_allowlist "()";\n'
        '    set $docsite_document_isolation_policy "isolate-and-credentialless";\n'
        '    set $docsite_x_dns_prefetch_control "off";\n'
        f'    set $docsite_origin_agent_cluster "?0";\n{immutable}'
    )
    worker = f"    set $docsite_policy \"connect-src 'self'\";\n{immutable}"
    rules = {
        "/assets/workers/": worker,
        "/assets/live/": frame,
        "/assets/": immutable,
        "/build": '    set $docsite_cache "no-store";\n',
        "/demo/assets/": immutable,
    }

    def location(pattern: str, lines: str) -> str:
        end = "    try_files $docsite_path =404;\n  }\n"
        return f'  location ~ "^/docs(?<docsite_path>{pattern})$" {{\n{lines}{end}'

    def render(folder: str, lines: str) -> Iterator[str]:
        # Data has no copies in Brotli, and the module would disable gzip.
        data = r"\.json" if folder == "/build" else r".*\.(?:json|md)"
        yield location(folder + data, f"    brotli_static off;\n{lines}")
        if folder != "/build":
            yield location(f"{folder}.*[^/]", lines)

    expected = "\n".join(one for rule in rules.items() for one in render(*rule))
    assert f"\n{expected}" in render_nginx(SITE)


def test_nginx_sends_data_of_pages_with_gzip() -> None:
    assert (
        '\n  location ~ "^/docs(?<docsite_path>(?:/.*)?\\.(?:json|md))$" {\n'
        "    brotli_static off;\n"
        "    try_files $docsite_path $docsite_path/index.html $docsite_path.html =404;\n  }\n"
    ) in render_nginx(SITE)


# --- Caddy ---------------------------------------------------------------------------------------


def test_caddy_listens_on_the_host_and_serves_a_folder_with_its_name() -> None:
    assert render_caddy(SITE).startswith(
        "# https://kettle.example:8443/docs/ on Caddy 2.6 or later;"
    )
    assert '\nkettle.example {\n\troot * "/srv/kettle.example"\n' in render_caddy(SITE)
    assert '\t\t\troot * "/srv/kettle.example"\n' in render_caddy(SITE)
    other = render_caddy(SITE, listen=":1", root="/a\\b")
    assert "\n:1 {\n\troot * `/a\\b`\n" in other
    assert '\troot * "/a`\\b"\n' in render_caddy(SITE, root="/a`\\b")
    assert '\troot * "/a\\"b"\n' in render_caddy(SITE, root='/a"b')


def test_caddy_sends_headers() -> None:
    assert (
        "\n\theader {\n\t\tContent-Security-Policy \"default-src 'none'\"\n"
        '\t\tX-Content-Type-Options "nosniff"\n'
    ) in render_caddy(SITE)
    assert '\t\tCache-Control "public, max-age=0, must-revalidate"\n\t}\n' in render_caddy(SITE)


def test_caddy_redirects_old_paths() -> None:
    assert (
        "\n\t\tmap {path} {docsite_moved} {\n"
        '\t\t\t"/docs/old.html" /docs/guide/start.html\n'
        '\t\t\t"/docs/a\\"b.html" /docs/%E6%8C%87%E5%8D%97.html\n'
        '\t\t\tdefault ""\n\t\t}\n'
    ) in render_caddy(SITE)
    assert "docsite_moved" not in render_caddy(PLAIN)


def test_caddy_matches_braces_of_old_paths_by_their_code() -> None:
    site = replace(SITE, redirects={"/{a}.html": "/"})
    assert "\n\t\t\t`~^/docs/\\x7Ba\\x7D\\.html$` /docs/\n" in render_caddy(site)


def test_caddy_strips_the_base_and_hides_internal_files() -> None:
    assert (
        "\n\t\t@outside not path_regexp ^/docs(?:/|$)\n\t\terror @outside 404\n"
        "\t\turi strip_prefix /docs\n"
    ) in render_caddy(SITE)
    assert "strip_prefix" not in render_caddy(PLAIN)
    hidden = r"^/(?:_headers|_redirects|vercel\.json)$|/index\.html$|^(?:|/zh|/de)/404\.html$"
    assert f"\t\t\t\tpath_regexp /\\.|{hidden}\n" in render_caddy(SITE)


def test_caddy_applies_the_rules_of_folders_in_order() -> None:
    immutable = '\t\t\t\theader Cache-Control "public, max-age=31536000, immutable"\n'
    end = "\t\t\t\ttry_files {path} =404\n\t\t\t}\n"
    assert (
        "\n\t\t\t@file0 path_regexp ^/assets/workers/.*[^/]$\n\t\t\thandle @file0 {\n"
        f"\t\t\t\theader Content-Security-Policy \"connect-src 'self'\"\n{immutable}{end}\n"
        "\t\t\t@file1 path_regexp ^/assets/live/.*[^/]$\n\t\t\thandle @file1 {\n"
        '\t\t\t\theader Content-Security-Policy "sandbox"\n'
        '\t\t\t\theader Connection-Allowlist "()"\n'
        '\t\t\t\theader Document-Isolation-Policy "isolate-and-credentialless"\n'
        '\t\t\t\theader X-DNS-Prefetch-Control "off"\n'
        f'\t\t\t\theader Origin-Agent-Cluster "?0"\n{immutable}{end}\n'
        "\t\t\t@file2 path_regexp ^/assets/.*[^/]$\n"
        f"\t\t\thandle @file2 {{\n{immutable}{end}\n"
        "\t\t\t@file3 path_regexp ^/build\\.json$\n"
        f'\t\t\thandle @file3 {{\n\t\t\t\theader Cache-Control "no-store"\n{end}\n'
        "\t\t\t@file4 path_regexp ^/demo/assets/.*[^/]$\n"
        f"\t\t\thandle @file4 {{\n{immutable}{end}"
    ) in render_caddy(SITE)


def test_caddy_has_a_not_found_page_for_each_language_without_headers_of_frames() -> None:
    assert (
        "\n\t\timport docsite_headers\n\t\theader -Connection-Allowlist\n"
        "\t\theader -Document-Isolation-Policy\n\t\theader -X-DNS-Prefetch-Control\n"
        "\t\t@missing expression"
    ) in render_caddy(SITE)
    assert (
        "\n\t\t\t@lang0 vars_regexp {http.request.orig_uri.path} ^/docs/zh(?:/|$)\n"
        "\t\t\thandle @lang0 {\n\t\t\t\trewrite * /zh/404.html\n\t\t\t}\n"
        "\t\t\t@lang1 vars_regexp {http.request.orig_uri.path} ^/docs/de(?:/|$)\n"
        "\t\t\thandle @lang1 {\n\t\t\t\trewrite * /de/404.html\n\t\t\t}\n"
        "\t\t\thandle {\n\t\t\t\trewrite * /404.html\n\t\t\t}\n"
    ) in render_caddy(SITE)
    assert "header -" not in render_caddy(PLAIN)


# --- Templates -----------------------------------------------------------------------------------


def test_a_placeholder_without_a_value_is_an_error() -> None:
    assert fill("%a%{b}$c %d_e%", {"a": "1", "d_e": "%a%"}) == "1{b}$c %a%"
    with pytest.raises(KeyError):
        fill("%missing%", {})


def test_every_line_is_indented() -> None:
    assert lines(["a", "b"], "  ") == "  a\n  b"
