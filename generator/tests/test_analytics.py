"""A site with analytics, compared with the same site without."""

import json
import re
from collections.abc import Mapping
from html import unescape
from pathlib import Path
from typing import Any

import jsonschema
import pytest
from msgspec.structs import fields, replace

from docsite.build import Builder
from docsite.emit.analytics import assemble_tag, render_script
from docsite.node.theme import Theme, load_theme
from docsite.records import (
    AnalyticsConfig,
    AnalyticsOptions,
    LayoutFiles,
    Layouts,
    RenderContext,
    to_json,
)
from docsite.records.assets import MANIFEST_FILE, RECORD_FILE
from docsite.site.config import parse_config
from docsite.site.locales import english_name_of
from generator.tests.support import ROOT, SITES, copy_site, folders_in, good_config

CONFIG = """
[analytics]
server = "https://count.example/there"
domain_id = "1111"
route_event_id = "2222"
language_event_id = "3333"
search_event_id = "4444"
options = { ignore_own_visits = false }
"""
DETAILED = CONFIG.replace("{ ", "{ detailed = true, ")
TRACES = re.compile(rb"analytics|ackee|createRecord|updateRecord|site-language-counted", re.I)
BOOT = re.compile(r"<script data-policy=.*?</script>", re.DOTALL)
POLICY = "connect-src 'self' https://count.example;"

Files = Mapping[str, bytes]


class Site:
    """A docs folder that is built with different configurations."""

    def __init__(self, folder: Path) -> None:
        docs = copy_site(folder)
        self.folders = folders_in(folder, docs)
        self._config = docs / "site.toml"
        self._plain = self._config.read_text(encoding="utf-8")
        self._builder = Builder(self.folders)

    def build(self, addition: str = "") -> Files:
        self._config.write_text(self._plain + addition, encoding="utf-8")
        with self._builder as builder:
            assert builder.build(is_compressed=False).problems == ()
        folders = (self.folders.output, self.folders.work / "servers")
        return {
            path.relative_to(folder).as_posix(): path.read_bytes()
            for folder in folders
            for path in sorted(folder.rglob("*"))
            if path.is_file()
        }

    @property
    def theme(self) -> Theme:
        return load_theme(self.folders.theme, self.folders.bundles)


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Site:
    return Site(tmp_path_factory.mktemp("analytics"))


@pytest.fixture(scope="module")
def plain(site: Site) -> Files:
    return site.build()


@pytest.fixture(scope="module")
def counting(site: Site, plain: Files) -> Files:  # noqa: ARG001
    return site.build(CONFIG)


def documents(files: Files) -> dict[str, str]:
    return {name: text.decode() for name, text in files.items() if name.endswith(".html")}


def boot_of(document: str) -> tuple[dict[str, str], str]:
    """Returns the attributes and the code of the inline script."""
    (element,) = BOOT.findall(document)
    tag, _, script = element.removesuffix("</script>").partition(">")
    found = re.findall(r'data-([a-z]+)="([^"]*)"', tag)
    return {name: unescape(value) for name, value in found}, script


def read_tag(document: str) -> tuple[str, str, dict[str, Any]]:
    *_, (path, integrity, data) = json.loads(boot_of(document)[0]["scripts"])
    return path, integrity, data


def read_settings(script: bytes) -> dict[str, Any]:
    """Returns the settings at the start of the script."""
    start = b"{const ANALYTICS_SETTINGS="
    assert script.startswith(start)
    settings, _ = json.JSONDecoder().raw_decode(script.removeprefix(start).decode())
    assert isinstance(settings, dict)
    return settings


def test_a_site_without_analytics_contains_none_of_it(plain: Files) -> None:
    assert len(documents(plain)) == 10
    assert {name: found[0] for name in plain if (found := TRACES.search(plain[name]))} == {}


def test_analytics_adds_two_files_and_changes_only_documents_and_host_files(
    plain: Files, counting: Files
) -> None:
    script, page_list = sorted(set(counting) - set(plain))
    assert page_list == "pages.json"
    assert re.fullmatch(r"assets/js/analytics\.[0-9a-f]{8}\.js", script)
    changed = {name for name in plain if plain[name] != counting[name]}
    hosts = {"_headers", "vercel.json", "nginx.conf", "Caddyfile"}
    assert hosts <= changed
    assert changed - hosts - set(documents(plain)) == {RECORD_FILE, MANIFEST_FILE}
    assert not any(name.startswith("assets/") for name in changed)


def test_the_page_list_has_every_page(counting: Files) -> None:
    pages = {page["path"]: page for page in json.loads(counting["pages.json"])}
    names = {name for name in documents(counting) if not name.endswith("404.html")}
    assert {f"/{name}".removesuffix("index.html") for name in names} == pages.keys()
    start = pages["/zh/guide/start.html"]
    assert start["edit"].endswith("/zh/guide/start.md")
    assert start["edit"].startswith("https://")
    assert start["title"] in counting["zh/guide/start.html"].decode()


def test_documents_only_differ_in_the_policy_and_one_script(plain: Files, counting: Files) -> None:
    before, after = documents(plain), documents(counting)
    for name, document in before.items():
        assert BOOT.sub("", document) == BOOT.sub("", after[name])
        (old, boot), (new, counting_boot) = boot_of(document), boot_of(after[name])
        assert boot == counting_boot
        assert set(new) == set(old)
        assert json.loads(new["scripts"])[:-1] == json.loads(old["scripts"])


@pytest.mark.requirement("analytics-script", "analytics-tags")
def test_every_document_has_the_path_of_the_script_and_the_server(
    site: Site, counting: Files
) -> None:
    for document in documents(counting).values():
        path, integrity, data = read_tag(document)
        script = counting[path.removeprefix("/")]
        assert site.theme.analytics.strip() in script
        assert integrity.startswith("sha256-")
        assert data == {
            "ackeeServer": "https://count.example/there",
            "ackeeDomainId": "1111",
            "ackeeOpts": '{"ignoreOwnVisits":false}',
        }
        assert read_settings(script) == {
            "base": "/",
            "languages": {"/": "English", "/zh/": "Simplified-Chinese"},
            "routeEventId": "2222",
            "languageEventId": "3333",
            "searchEventId": "4444",
            "resultEventId": None,
            "notFoundEventId": None,
            "feedbackEventId": None,
            "recordRoutes": False,
        }


def test_documents_and_all_hosts_allow_the_origin_of_the_server(counting: Files) -> None:
    for document in documents(counting).values():
        assert POLICY in boot_of(document)[0]["policy"]
    for name in ("_headers", "vercel.json", "nginx.conf", "Caddyfile"):
        text = counting[name].decode()
        assert POLICY in text, name
        assert "count.example/there" not in text


def test_details_are_in_the_script_only_if_records_have_them(site: Site, counting: Files) -> None:
    detailed = site.build(DETAILED)
    path, _, data = read_tag(detailed["index.html"].decode())
    assert json.loads(data["ackeeOpts"])["detailed"] is True
    assert b"userAgentData" in detailed[path.removeprefix("/")]
    assert path.removeprefix("/") not in counting
    plain_path, _, _ = read_tag(counting["index.html"].decode())
    assert b"userAgentData" not in counting[plain_path.removeprefix("/")]
    assert plain_path.removeprefix("/") not in detailed


def test_removing_analytics_removes_its_files(site: Site, plain: Files, counting: Files) -> None:
    assert counting != plain
    assert site.build() == plain


def test_the_tag_and_the_settings_conform_to_their_schemas() -> None:
    text = (SITES / "good/site.toml").read_text(encoding="utf-8")
    config = parse_config(f'base = "/tea/"\n{text}{CONFIG}')
    assert config.analytics
    script = render_script(config, config.analytics, b"(() => {})();\n")
    settings = read_settings(script)
    assert settings["base"] == "/tea/"
    jsonschema.validate(settings, read_schema("analytics"))
    tag = assemble_tag(config.analytics, script)
    files = LayoutFiles((), "", None, "")
    context = RenderContext("", "", "", Layouts(files, files, files), "", tag)
    definitions = read_schema("render")["$defs"]
    definition = {"$ref": "#/$defs/RenderContext", "$defs": definitions}
    jsonschema.validate(to_json(context), definition)


def read_schema(name: str) -> dict[str, Any]:
    path = ROOT / f"contracts/{name}.schema.json"
    schema: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
    return schema


ON_UNLESS_FALSE = {"ignore_localhost", "ignore_own_visits"}


@pytest.mark.parametrize("name", [field.name for field in fields(AnalyticsOptions)])
def test_a_tag_only_contains_options_that_differ_from_the_default(name: str) -> None:
    options = replace(AnalyticsOptions(), **{name: name not in ON_UNLESS_FALSE})
    config = AnalyticsConfig("https://count.example", "1", "2", "3", options=options)
    client_name = re.sub(r"_(\w)", lambda found: found[1].upper(), name)
    opts = json.loads(assemble_tag(config, b"").data["ackeeOpts"])
    assert opts == {client_name: name not in ON_UNLESS_FALSE}
    plain = replace(config, options=AnalyticsOptions())
    assert assemble_tag(plain, b"").data["ackeeOpts"] == "{}"


@pytest.mark.parametrize(
    ("tag", "name"),
    [
        ("en", "English"),
        ("en-GB", "English"),
        ("zh", "Simplified-Chinese"),
        ("zh-CN", "Simplified-Chinese"),
        ("zh-TW", "Traditional-Chinese"),
        ("zh-Hant", "Traditional-Chinese"),
        ("de-AT", "de-AT"),
    ],
)
@pytest.mark.requirement("analytics-language-action")
def test_language_keys_contain_no_spaces(tag: str, name: str) -> None:
    locale = replace(good_config().locales[0], tag=tag)
    assert english_name_of(locale) == name
