from datetime import date
from pathlib import Path

import pytest

from docsite.errors import ConfigError
from docsite.records import AnalyticsConfig, AnalyticsOptions
from docsite.site.config import load_config, parse_config
from generator.tests.support import SITES, good_config

TITLE = 'title = "Kettle"'
MOUNT = 'mounts = [{{ path = "{}", folder = "../demo", made_by = "make demo" }}]'
GOOD = (SITES / "good/site.toml").read_text(encoding="utf-8")
ANALYTICS = """
[analytics]
server = "https://count.example/"
domain_id = "11111111-aaaa"
route_event_id = "22222222-aaaa"
language_event_id = "33333333-aaaa"
options = { detailed = true }
"""
FIRST_LINE = GOOD.count("\n") + 2
"""The line of `[analytics]` at the end of the file."""


def test_a_valid_configuration_is_parsed() -> None:
    config = good_config()
    assert config.title == "Kettle"
    assert config.base == "/"
    assert config.docs_branch == "main"
    assert config.last_updated == date(2020, 2, 29)
    assert config.chunk_numbers == (2, None)
    assert [locale.tag for locale in config.locales] == ["en-US", "zh-CN"]
    assert config.nav[1].items[0].link == "https://tea.example/leaves/"
    assert config.sidebars[0].groups[0].pages == ("/guide/start.html", "/guide/pour.html")
    gas, induction = config.choices[0].options
    assert gas.label["zh-CN"] == "燃气"
    assert induction.label == {"en-US": "induction", "zh-CN": "induction"}


def test_all_wrong_keys_are_reported_at_once() -> None:
    text = GOOD.replace(TITLE, 'titel = "a"\ntitle = 1\nmath = "yes"\nlogos = "b"')
    with pytest.raises(ConfigError) as found:
        parse_config(text.replace("[[nav]]", '[[nav]]\nlinks = "/"', 1))
    errors = found.value.errors
    assert [(error.line, error.message) for error in errors] == [
        (1, "titel: unknown key"),
        (2, "title: 1 is not a string"),
        (3, "math: 'yes' is neither true nor false"),
        (4, "logos: unknown key"),
        (text[: text.index("[[nav]]")].count("\n") + 2, "nav.links: unknown key"),
    ]
    assert all(error.render() in str(found.value) for error in errors)


def test_all_values_that_do_not_fit_together_are_reported_at_once() -> None:
    text = GOOD.replace('"https://kettle.example"', '"https://tea.example/kettle/"')
    with pytest.raises(ConfigError) as found:
        parse_config(f"chunk_numbers = [3, 2]\n{text}")
    assert [error.message for error in found.value.errors] == [
        "chunk_numbers: [3, 2] is not a range",
        "address: 'https://tea.example/kettle' contains a path",
    ]


@pytest.mark.parametrize(
    ("before", "after", "line", "message", "hint"),
    [
        (TITLE, "title = Kettle", 1, "invalid TOML", "double quotes"),
        (f"{TITLE}\n", "", 1, "title: this key is missing", "Add title"),
        (TITLE, "title = 1", 1, "title: 1 is not a string", 'title = "…"'),
        (TITLE, 'titel = "a"\ntitle = "b"', 1, "unknown key", "Did you mean title?"),
        (TITLE, 'title = "a"\nbase = "docs"', 2, "not a folder path", "slash"),
        ('"https://kettle.example"', '"kettle"', 2, "not a web address", "https://"),
        (
            '"https://kettle.example"',
            '"https://tea.example/kettle/"',
            2,
            "address: 'https://tea.example/kettle' contains a path",
            'Write address = "https://tea.example" and base = "/kettle/".',
        ),
        (
            'address = "https://kettle.example"',
            'base = "/tea/"\naddress = "https://tea.example/kettle"',
            3,
            "contains a path",
            'Write address = "https://tea.example" and base = "/tea/".',
        ),
        ('"2020-02-29"', '"yesterday"', 5, "last_updated: 'yesterday' is not a date", "git"),
        (TITLE, 'title = "a"\nchunk_numbers = [9, 2]', 2, "not a range", "[2, 59]"),
        (TITLE, f'title = "a"\n{MOUNT.format("/assets/")}', 2, "already in use", "/demo/"),
        (TITLE, f'title = "a"\n{MOUNT.format("/assets/demo/")}', 2, "already in use", "/demo/"),
        (TITLE, f'title = "a"\n{MOUNT.format("demo")}', 2, "not a folder path", "/docs/"),
        ('prefix = "/"', 'prefix = "/en/"', 7, "not at the root", "prefix"),
        ('prefix = "/zh/"', 'prefix = "/"', 7, "same prefix", "a different one"),
        (
            'prefix = "/zh/"',
            'prefix = "/assets/zh/"',
            15,
            "'/assets/zh/' is already in use",
            "/ja/",
        ),
        ('prefix = "/zh/"', 'prefix = "zh"', 15, "'zh' is not a folder path", "slash"),
        ('tag = "zh-CN"', 'tag = "zh_CN"', 14, "locales.tag: 'zh_CN' is not a language", "pt-BR"),
        ('tag = "zh-CN"', 'tag = "zh-yue"', 14, "'zh-yue' is not a language tag", "as in HTML"),
        ('tag = "zh-CN"', 'tag = "EN-us"', 14, "two languages have the tag EN-us", "different"),
        ('label = "简体中文"\n', "", 13, "locales.label: this key is missing", "Add label"),
        ('edit = "帮助我们改进此页！"', "edit = 1", 18, "not a table of strings", "name"),
        ('en-US = "Guide", ', "", 21, "no label for en-US", "Add en-US"),
        ('page = "/guide/"', 'page = "/guide/"\nlink = "https://a.b"', 20, "exactly one", "Keep"),
        ("https://tea.example/leaves/", "leaves/", 27, "not a web address or path", "/demo/"),
        ("https://tea.example/leaves/", "//tea.example", 27, "not a web address or path", "https:"),
        ('link = "https://tea.example/leaves/"', "items = [{}]", 26, "items.label", "Add label"),
        (
            'link = "https://tea.example/leaves/"',
            'items = [{ label = { en-US = "a", zh-CN = "b" }, page = "/" }]',
            26,
            "a menu contains another menu",
            "the outer menu",
        ),
        ('under = "/guide/"', 'udner = "/guide/"', 31, "sidebars.udner: unknown key", "under?"),
        ('["/guide/start.html", "/guide/pour.html"]', "1", 35, "not a list of strings", "pages"),
        ('id = "stove"', 'id = "My stove"', 38, "'My stove' is not an id", "lower case"),
        ('id = "induction"', 'id = "gas"', 41, "gas is listed twice", "a different one"),
        ('id = "induction"', 'id = "induction", of = 1', 42, "options.of: unknown key", "Remove"),
        ('en-US = "Gas", ', "", 41, "options.label: there is no label for en-US", "Add en-US"),
        ('zh-CN = "燃气"', 'zh-CN = "induction"', 40, "both called induction", "a different label"),
    ],
)
def test_an_invalid_value_is_reported_with_its_line_and_a_hint(
    before: str, after: str, line: int, message: str, hint: str
) -> None:
    assert before in GOOD
    expect_error(GOOD.replace(before, after, 1), line, message, hint)


def test_a_label_without_a_translation_is_in_the_first_language_or_an_error() -> None:
    text = GOOD.replace(', zh-CN = "指南"', "", 1)
    assert parse_config(text).nav[0].label == {"en-US": "Guide", "zh-CN": "Guide"}
    strict = f"require_translations = true\n{text}"
    expect_error(strict, 22, "nav.label: there is no label for zh-CN", "Add zh-CN")


def expect_error(text: str, line: int, message: str, hint: str) -> None:
    with pytest.raises(ConfigError) as caught:
        parse_config(text)
    error = caught.value
    assert message in error.message
    assert hint in error.hint
    assert (error.file, error.line) == ("site.toml", line)


@pytest.mark.parametrize("tag", ["ast", "zh-Hant-TW", "es-419", "ca-valencia", "de-CH-1901"])
def test_a_tag_can_have_a_script_a_region_and_variants(tag: str) -> None:
    assert parse_config(GOOD.replace("zh-CN", tag)).locales[1].tag == tag


def test_a_slash_at_the_end_of_an_address_is_ignored() -> None:
    text = GOOD.replace("https://kettle.example", "https://kettle.example/", 1)
    assert parse_config(text).address == "https://kettle.example"


def test_a_missing_configuration_is_reported(tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match=r"no configuration found"):
        load_config(tmp_path)


def test_analytics_is_off_by_default() -> None:
    assert good_config().analytics is None
    analytics = parse_config(GOOD + ANALYTICS).analytics
    assert analytics == AnalyticsConfig(
        server="https://count.example",
        domain_id="11111111-aaaa",
        options=AnalyticsOptions(
            detailed=True,
            ignore_localhost=True,
            ignore_own_visits=True,
            respect_privacy_signals=False,
            update_on_hide=False,
        ),
        route_event_id="22222222-aaaa",
        language_event_id="33333333-aaaa",
        search_event_id=None,
        result_event_id=None,
        not_found_event_id=None,
        feedback_event_id=None,
        record_routes=False,
    )


@pytest.mark.parametrize(
    ("before", "after", "line", "message", "hint"),
    [
        ('server = "https://count.example/"\n', "", 0, "server: this key is missing", "Add server"),
        ("https://count.example/", "count.example", 1, "not a web address", "https://host"),
        ("https://count.example/", "http://count.example", 1, "https to http", "https://count."),
        (
            "https://count.example/",
            "https://a.example/api",
            1,
            "ends in /api",
            '"https://a.example"',
        ),
        ('"11111111-aaaa"', '""', 2, "analytics.domain_id: '' is not an id", "Copy it"),
        ("11111111-aaaa", "my site", 2, "not an id of the analytics service", "Copy it"),
        ('route_event_id = "22222222-aaaa"\n', "", 0, "route_event_id: this key", "Add route"),
        ('language_event_id = "33333333-aaaa"\n', "", 0, "language_event_id: this", "Add language"),
        ("33333333-aaaa", "22222222-aaaa", 4, "route_event_id has the same", "a different event"),
        ("detailed = true", 'detailed = "yes"', 5, "'yes' is neither true nor false", "= true"),
        ("detailed = true", "ignore_localhost = 0", 5, "0 is neither", "ignore_localhost = false"),
        (
            "detailed = true",
            "ignoreLocalhost = true",
            5,
            "unknown key",
            "Did you mean ignore_localhost?",
        ),
        ("options = ", "option = ", 5, "analytics.option: unknown key", "Did you mean options?"),
        ("{ detailed = true }", "true", 5, "options: True is not a table", "[analytics.options]"),
    ],
)
def test_an_invalid_analytics_value_is_reported_with_its_line_and_a_hint(
    before: str, after: str, line: int, message: str, hint: str
) -> None:
    assert before in ANALYTICS
    text = GOOD + ANALYTICS.replace(before, after, 1)
    expect_error(text, FIRST_LINE + line, message, hint)


@pytest.mark.parametrize("server", ["http://localhost:3000", "http://127.0.0.1", "http://[::1]:80"])
def test_a_server_on_localhost_can_use_http(server: str) -> None:
    text = ANALYTICS.replace("https://count.example/", server)
    analytics = parse_config(GOOD + text).analytics
    assert analytics
    assert analytics.server == server
