import pytest

from docsite.hosts.headers import (
    CACHE_RULES,
    DEFAULT_CACHE,
    DEFAULT_TYPE,
    cache_control_for,
    cache_rules_for,
    content_type_for,
    security_headers,
)


@pytest.mark.parametrize(
    ("path", "cache"),
    [
        ("/", DEFAULT_CACHE),
        ("/guide/start.html", DEFAULT_CACHE),
        ("/sitemap.xml", DEFAULT_CACHE),
        ("/assets", DEFAULT_CACHE),
        ("/assets-of-ours/a.js", DEFAULT_CACHE),
        ("/zh/assets/a.js", DEFAULT_CACHE),
        ("/zh/build.json", DEFAULT_CACHE),
        ("/assets/js/2.0123abcd.js", "public, max-age=31536000, immutable"),
        ("/build.json", "no-store"),
    ],
)
def test_only_files_with_a_hash_in_their_name_are_immutable(path: str, cache: str) -> None:
    assert cache_control_for(path) == cache


def test_hashed_files_of_a_mounted_folder_are_immutable() -> None:
    rules = cache_rules_for(["/demo/"])
    assert cache_control_for("/demo/assets/index-0123abcd.js", rules) == CACHE_RULES["/assets/*"]
    assert cache_control_for("/demo/index.html", rules) == DEFAULT_CACHE
    assert cache_control_for("/other/assets/a.js", rules) == DEFAULT_CACHE
    assert cache_control_for("/build.json", rules) == "no-store"


def test_other_files_are_revalidated() -> None:
    assert DEFAULT_CACHE == "public, max-age=0, must-revalidate"
    assert set(CACHE_RULES) == {"/assets/*", "/build.json"}


@pytest.mark.parametrize(
    ("name", "content_type"),
    [
        ("index.html", "text/html; charset=utf-8"),
        ("2.0123abcd.js", "text/javascript; charset=utf-8"),
        ("data.json", "application/json"),
        ("logo.svg", "image/svg+xml"),
        ("LICENSE", DEFAULT_TYPE),
        ("archive.unknown", DEFAULT_TYPE),
    ],
)
def test_a_file_has_the_type_of_its_suffix(name: str, content_type: str) -> None:
    assert content_type_for(name) == content_type


def test_the_clipboard_is_allowed() -> None:
    assert "clipboard" not in security_headers("default-src 'none'")["Permissions-Policy"]
