"""Versions of the documentation: configuration, links between them, files and errors."""

import json
import re
from functools import cache
from pathlib import Path

import brotli
import pytest
from msgspec.structs import replace

from docsite.build import Builder, Folders, build_site
from docsite.cli import main
from docsite.errors import ConfigError
from docsite.hosts import HostedSite, join_sites, load_hosted_site
from docsite.hosts.caddy import render_caddy
from docsite.pages.versions import PageVersions, SiteVersion, find_removed, link_versions
from docsite.records import Redirect, Route, RouteTable, Version
from docsite.serve.serving import BuiltSite
from docsite.site.config import parse_config
from docsite.site.versions import prepare_version
from generator.tests.support import (
    SITES,
    THEME_OPTION,
    append,
    copy_site,
    edit,
    folders_in,
    good_config,
    read_files,
)
from generator.tests.versioned import VERSIONS, create_versions, git

CURRENT = Version("3.x")
SECOND = Version("2.x", "/v2/", ref="v2.0")
FIRST = Version("1.x", "/v1/", folder="../first")


# --- Configuration -------------------------------------------------------------------------------


def configure(*versions: str, more: str = "") -> str:
    text = (SITES / "good/site.toml").read_text(encoding="utf-8")
    tables = "".join(f"\n[[versions]]\nlabel = 'A'\n{lines}\n" for lines in versions)
    return text + more + tables


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (configure("path='/v1/'\nfolder='../a'"), "exactly one version must be the current one"),
        (configure("", ""), "exactly one version must be the current one"),
        (configure("path='/v3/'"), "the current version is at the root"),
        (configure("", "ref='v1'"), "only the current version is at the root"),
        (
            configure("", "path='/v1/'\nref='v1'\nfolder='../a'"),
            "can't have both a folder and a ref",
        ),
        (configure("", *["path='/v1/'\nref='v1'"] * 2), "'/v1/' is already in use"),
        (configure("", "path='/zh/'\nref='v1'"), "'/zh/' is already in use"),
        (configure("", "path='/assets/'\nref='v1'"), "'/assets/' is already in use"),
        (configure("", "path='/v1/'\nref='--all'"), "'--all' is not a Git ref"),
    ],
)
def test_a_mistake_in_versions_has_its_line_and_a_hint(text: str, message: str) -> None:
    with pytest.raises(ConfigError) as error:
        parse_config(text)
    assert message in error.value.message
    assert error.value.hint
    assert error.value.line
    assert "versions" in text.splitlines()[error.value.line - 1] + error.value.message


@pytest.mark.parametrize(
    ("version", "message"),
    [
        ("ref = 'v9'", "Git ref not found: v9"),
        ("folder = '../missing'", "../missing has no site.toml"),
        ("folder = 'guide'", "guide is inside the docs folder"),
    ],
)
def test_a_version_that_does_not_exist_is_reported_by_check(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], version: str, message: str
) -> None:
    docs = copy_site(tmp_path)
    git(tmp_path, "init", "-q")
    tables = f"\n[[versions]]\nlabel = 'B'\n\n[[versions]]\nlabel = 'A'\npath = '/v1/'\n{version}\n"
    append(docs / "site.toml", tables)
    assert main(["check", str(docs), *THEME_OPTION]) == 1
    assert f"{docs / 'site.toml'}: versions: {message}" in capsys.readouterr().err


def test_a_branch_of_the_remote_is_found(tmp_path: Path) -> None:
    docs = copy_site(tmp_path / "site")
    git(docs, "init", "-q")
    git(docs, "add", ".")
    git(docs, "commit", "-qm", "one")
    git(docs, "update-ref", "refs/remotes/origin/docs-2.x", "HEAD")
    branch = replace(SECOND, ref="docs-2.x")
    folder = prepare_version(docs, branch, tmp_path / "work")
    assert (folder / "guide/start.md").is_file()
    with pytest.raises(ConfigError, match="is inside the docs folder"):
        prepare_version(docs, branch, docs / "build")


def test_a_failure_of_git_is_an_error_with_its_reason(tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match="Git failed: fatal: not a git repository"):
        prepare_version(copy_site(tmp_path), SECOND, tmp_path / "work")


def test_a_ref_without_the_docs_folder_is_an_error(tmp_path: Path) -> None:
    docs = copy_site(tmp_path / "site")
    git(docs.parent, "init", "-q")
    git(docs.parent, "commit", "-q", "--allow-empty", "-m", "one")
    with pytest.raises(ConfigError, match=r"HEAD has no docs/site\.toml"):
        prepare_version(docs, replace(SECOND, ref="HEAD"), tmp_path / "work")


# --- Links between versions ----------------------------------------------------------------------


def create_version(version: Version, *paths: str, **redirects: str) -> SiteVersion:
    routes = RouteTable(
        tuple(Route(path, "", "", "") for path in paths),
        tuple(Redirect(f"/{old}.html", f"/{new}.html") for old, new in redirects.items()),
    )
    base = f"/docs{version.path}"
    return SiteVersion(version, replace(good_config(), base=base), routes)


SITE = [
    create_version(CURRENT, "/", "/zh/", "/a.html", "/new.html", old="new"),
    create_version(SECOND, "/", "/a.html", "/old.html", "/gone.html"),
    create_version(FIRST, "/", "/zh/", "/a.html", "/gone.html", "/zh/gone.html", "/lost.html"),
]


def linked(version: Version, path: str) -> PageVersions:
    return dict(zip((CURRENT, SECOND, FIRST), link_versions(SITE), strict=True))[version][path]


def hrefs(version: Version, path: str) -> list[str]:
    return [link.href or link.path for link in linked(version, path).menu.items]


def test_a_menu_links_to_the_same_page_or_else_to_a_home_page() -> None:
    assert hrefs(CURRENT, "/a.html") == ["/a.html", "/docs/v2/a.html", "/docs/v1/a.html"]
    assert hrefs(FIRST, "/lost.html") == ["/docs/", "/docs/v2/", "/lost.html"]


def test_a_home_page_in_the_language_of_the_page_is_preferred() -> None:
    assert hrefs(FIRST, "/zh/gone.html") == ["/docs/zh/", "/docs/v2/", "/zh/gone.html"]


def test_a_page_that_was_renamed_is_the_same_page() -> None:
    assert hrefs(SECOND, "/old.html") == ["/docs/new.html", "/old.html", "/docs/v1/"]
    assert hrefs(CURRENT, "/new.html") == ["/new.html", "/docs/v2/old.html", "/docs/v1/"]


def test_links_to_other_versions_are_also_complete_urls() -> None:
    paths = [link.path for link in linked(SECOND, "/a.html").menu.items]
    address = "https://kettle.example/docs"
    assert paths == [f"{address}/a.html", "/a.html", f"{address}/v1/a.html"]


def test_the_canonical_page_is_that_of_the_current_version_if_there_is_one() -> None:
    assert linked(FIRST, "/a.html").canonical == "https://kettle.example/docs/a.html"
    assert linked(SECOND, "/old.html").canonical == "https://kettle.example/docs/new.html"
    assert linked(FIRST, "/gone.html").canonical is None
    assert linked(CURRENT, "/a.html").canonical is None


def test_older_and_newer_versions_have_different_notices() -> None:
    assert linked(CURRENT, "/a.html").notice is None
    old = linked(FIRST, "/a.html").notice
    assert old
    assert "1.x, an older version" in old.text
    assert (old.link_text, old.href) == ("Switch to 3.x", "/docs/a.html")
    upcoming = replace(SECOND, label="4.x")
    newer = [create_version(upcoming, "/a.html"), create_version(CURRENT, "/", "/a.html")]
    notice = link_versions(newer)[0]["/a.html"].notice
    assert notice
    assert "4.x, which isn’t released yet" in notice.text


def test_a_page_that_was_removed_leads_to_the_newest_version_that_has_it() -> None:
    assert {redirect.path: redirect.target for redirect in find_removed(SITE, ())} == {
        "/gone.html": "/v2/gone.html",
        "/lost.html": "/v1/lost.html",
        "/zh/gone.html": "/v1/zh/gone.html",
    }


def test_a_removed_page_does_not_replace_a_file_or_an_unreleased_page() -> None:
    assert "/lost.html" not in [one.path for one in find_removed(SITE, {"/lost.html"})]
    upcoming = create_version(replace(SECOND, label="4.x"), "/", "/soon.html")
    assert find_removed([upcoming, SITE[0]], ()) == ()


# --- Hosts ---------------------------------------------------------------------------------------


def host(**properties: object) -> HostedSite:
    known = {"redirects": {}, "policy": "default-src 'none'", "prefixes": ("/", "/zh/")}
    return HostedSite(address="https://a.example", base="/", **{**known, **properties})  # type: ignore[arg-type]


JOINED = join_sites(
    {
        "": host(),
        "v1": host(
            redirects={"/old.html": "/a.html"},
            policy="default-src 'none'; font-src 'self'",
            policies={"/assets/workers/*": "connect-src 'self'"},
            mounts=("/demo/",),
        ),
    }
)


def test_one_configuration_has_the_rules_of_all_versions() -> None:
    assert JOINED.prefixes == ("/", "/zh/", "/v1/", "/v1/zh/")
    assert JOINED.redirects == {"/v1/old.html": "/v1/a.html"}
    assert JOINED.policy == "default-src 'none'; font-src 'self'"
    assert JOINED.policy_for("/v1/assets/workers/a.js") == "connect-src 'self'"
    assert JOINED.cache_control_for("/v1/build.json") == "no-store"
    for path in ("/v1/assets/a.js", "/v1/demo/assets/a.js"):
        assert "immutable" in JOINED.cache_control_for(path)


def test_the_404_page_of_an_inner_folder_comes_first() -> None:
    order = re.findall(r"orig_uri\.path\} \^(\S+)\(", render_caddy(JOINED))
    assert order == ["/v1/zh", "/zh", "/v1"]


def test_a_site_without_versions_is_not_changed() -> None:
    assert join_sites({"": host()}) == host()


# --- Builds --------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def versions(tmp_path_factory: pytest.TempPathFactory) -> Folders:
    folder = tmp_path_factory.mktemp("versions")
    folders = folders_in(folder, create_versions(folder))
    assert build_site(folders).problems == ()
    return folders


def read(folders: Folders, name: str) -> str:
    return (folders.output / name).read_text(encoding="utf-8")


def test_each_version_is_a_complete_site(versions: Folders) -> None:
    files = read_files(versions.output)
    for prefix in ("", "v2/", "v1/"):
        names = ("index.html", "zh/guide/start.html", "404.html", "build.json", "llms.txt")
        assert {prefix + name for name in names} <= set(files)
    texts = [read(versions, f"{prefix}guide/start.html") for prefix in ("", "v2/", "v1/")]
    for word, text in zip(("thermos", "percolator", "samovar"), texts, strict=True):
        assert [word in other for other in texts] == [other is text for other in texts]


def test_search_finds_only_the_text_of_its_version(versions: Folders) -> None:
    def words(prefix: str) -> str:
        files = (versions.output / prefix / "assets/search").rglob("*")
        return "".join(file.read_text(encoding="utf-8") for file in files if file.is_file())

    for prefix, own in (("", "thermos"), ("v2", "percolator"), ("v1", "samovar")):
        found = [word for word in ("thermos", "percolator", "samovar") if word in words(prefix)]
        assert found == [own]


def test_the_first_load_of_every_version_is_at_most_80_kb(versions: Folders) -> None:
    @cache  # the versions have the same scripts
    def measure(content: str) -> int:
        return len(brotli.compress(content.encode(), quality=10))

    for prefix in ("", "v2/", "v1/"):
        document = read(versions, f"{prefix}index.html")
        scripts = re.findall(r"/(assets/js/[^&]+\.js)", document)
        assert any("/main." in name for name in scripts)
        files = [document, *(read(versions, prefix + name) for name in scripts)]
        assert sum(map(measure, files)) <= 80_000


def canonical(document: str) -> list[str]:
    return re.findall(r'<link rel="canonical" href="([^"]+)"', document)


def test_documents_have_canonical_links_and_notices(versions: Folders) -> None:
    old, removed, current = (
        read(versions, name)
        for name in ("v2/guide/pour.html", "v2/guide/steam.html", "guide/serve.html")
    )
    assert canonical(old) == canonical(current) == ["https://kettle.example/guide/serve.html"]
    assert canonical(removed) == ["https://kettle.example/v2/guide/steam.html"]
    assert ['rel="alternate"' in text for text in (old, removed, current)] == [False, True, True]
    notice = '<a href="{}" rel="external">Switch to 3.x</a>'
    assert notice.format("/guide/serve.html") in old
    assert notice.format("/") in removed
    assert "Switch to" not in current


def test_only_the_current_version_is_in_the_sitemap(versions: Folders) -> None:
    sitemap = read(versions, "sitemap.xml")
    assert "/guide/start.html" in sitemap
    assert "/v1/" not in sitemap
    assert not (versions.output / "v1/sitemap.xml").exists()


def test_a_removed_page_is_redirected_by_hosts_and_by_the_router(versions: Folders) -> None:
    site = BuiltSite(versions.output, load_hosted_site(versions.output))
    response = site.respond("/guide/steam.html?a=1", lambda _path, content: content)
    assert (response.status, response.headers["Location"]) == (301, "/v2/guide/steam.html?a=1")
    folder = json.loads(read(versions, "build.json"))["folders"]["/guide/"]
    table = json.loads(read(versions, f"assets/routes/{folder}.json"))
    assert table["redirects"]["/guide/steam.html"] == "/v2/guide/steam.html"


def test_a_link_to_edit_a_page_leads_to_its_ref(versions: Folders) -> None:
    assert "code.example/kettle/edit/v2.0/docs/guide/start.md" in read(
        versions, "v2/guide/start.html"
    )


def test_a_second_build_changes_nothing_and_leaves_the_repository_alone(
    versions: Folders,
) -> None:
    before = read_files(versions.output)
    repository = read_files(versions.docs.parent / ".git")
    assert build_site(versions).problems == ()
    assert read_files(versions.output) == before
    assert read_files(versions.docs.parent / ".git") == repository


@pytest.fixture
def small(tmp_path: Path) -> Folders:
    docs = copy_site(tmp_path)
    (tmp_path / "first").mkdir()
    copy_site(tmp_path / "first")
    tables = VERSIONS.partition('[[versions]]\nlabel = "2.x"')[0]
    append(docs / "site.toml", tables + VERSIONS[VERSIONS.index('[[versions]]\nlabel = "1.x"') :])
    edit(docs / "site.toml", "../first", "../first/docs")
    return folders_in(tmp_path, docs)


def test_a_development_build_has_only_the_current_version(small: Folders) -> None:
    with Builder(small, has_versions=False) as builder:
        assert builder.build(is_compressed=False).problems == ()
    assert not (small.output / "v1").exists()
    assert "Version:" not in read(small, "guide/start.html")


def test_one_page_list_has_the_pages_of_all_versions(small: Folders) -> None:
    ids = "".join(f"{name}_id = '{name}'\n" for name in ("domain", "route_event", "language_event"))
    lines = f"\n[analytics]\nserver = 'https://counter.example'\n{ids}"
    for docs in (small.docs, small.docs.parent / "first/docs"):
        append(docs / "site.toml", lines)
    assert build_site(small, is_compressed=False).problems == ()
    paths = [page["path"] for page in json.loads(read(small, "pages.json"))]
    assert len(set(paths)) == len(paths)
    assert {"/guide/start.html", "/v1/guide/start.html", "/v1/zh/guide/start.html"} <= set(paths)
    assert not (small.output / "v1/pages.json").exists()


def test_errors_of_another_version_name_its_file_and_nothing_is_written(small: Folders) -> None:
    broken = small.docs.parent / "first/docs/guide/pour.md"
    append(broken, "\n[Nowhere](nowhere.md)\n")
    files = {problem.file for problem in build_site(small).problems}
    assert files == {str(broken), str(broken.parents[1] / "zh/guide/pour.md")}
    assert not small.output.exists()


def test_a_version_must_not_overwrite_pages_of_the_current_one(small: Folders) -> None:
    public = small.docs / "public/v1"
    public.mkdir()
    (public / "a.txt").write_text("a", encoding="utf-8")
    with pytest.raises(ConfigError, match="the current version also has files in /v1/"):
        build_site(small)
    assert not small.output.exists()
