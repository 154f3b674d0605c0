"""The day of the last change, in the language of the page."""

from datetime import date, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from docsite.load import load_site
from docsite.pages.assemble import assemble_pages
from docsite.records import to_json
from docsite.site.strings import text_strings_of
from generator.tests.support import SITES, good_config

DAY = date(2023, 2, 8)
LANGUAGES = ("en", "zh", "zh-TW", "ja", "ko", "de", "fr", "es", "pt", "ar")


def render(day: date, tag: str, **strings: str) -> str:
    locale = replace(good_config().locales[0], tag=tag, strings=strings)
    return text_strings_of(locale).render_date(day)


@pytest.mark.parametrize(
    ("tag", "text"),
    [
        ("en-US", "February 8, 2023"),
        ("zh-CN", "2023 年 2 月 8 日"),
        ("ja", "2023年2月8日"),
        ("ko", "2023년 2월 8일"),
        ("de", "8. Februar 2023"),
        ("fr", "8 février 2023"),
        ("es", "8 de febrero de 2023"),
        ("pt-BR", "8 de fevereiro de 2023"),
        ("ar", "8 فبراير 2023"),
        ("it", "February 8, 2023"),
    ],
)
def test_a_day_is_written_as_in_its_language(tag: str, text: str) -> None:
    assert render(DAY, tag) == text


@given(st.dates(), st.sampled_from(LANGUAGES))
def test_different_days_are_rendered_differently(day: date, tag: str) -> None:
    others = (day.replace(month=month, day=1) for month in range(1, 13))
    text = render(day, tag)
    assert "{" not in text
    assert len({render(other, tag) for other in others}) == 12
    assert day == date.max or render(day + timedelta(days=1), tag) != text


def test_a_site_can_choose_its_own_format() -> None:
    assert render(DAY, "en", date="{iso}") == "2023-02-08"
    assert render(DAY, "en", date="{day}/{month}/{year}") == "8/February/2023"
    assert render(DAY, "it", date="{day} {month}", months="gennaio") == "8 2"


def test_a_page_record_has_a_rendered_date_only_if_it_differs() -> None:
    site = load_site(SITES / "good")
    texts = {page.path: page for page in assemble_pages(site.config, site.record, site.pages, {})}
    start = texts["/zh/guide/start.html"]
    assert start.last_updated_text
    assert "年" in start.last_updated_text
    locales = tuple(replace(one, strings={"date": "{iso}"}) for one in site.config.locales)
    config = replace(site.config, locales=locales)
    for page in assemble_pages(config, site.record, site.pages, {}):
        record = to_json(page)
        assert isinstance(record, dict)
        assert "lastUpdatedText" not in record
        assert record["lastUpdated"] == texts[page.path].last_updated
