"""The configuration reference of docsite's documentation."""

import pytest

from scripts.docs.docsite_configuration import (
    PAGES,
    Section,
    describe,
    list_sections,
    load_translations,
    render_page,
)


@pytest.mark.parametrize("language", PAGES)
def test_the_reference_is_up_to_date(language: str) -> None:
    text = PAGES[language].read_text(encoding="utf-8")
    assert text == render_page(text, language), "Run `make contracts`."


@pytest.mark.parametrize(("language", "none"), [("en", "none"), ("zh", "无")])
def test_no_default_is_none_next_to_a_description_of_the_default(language: str, none: str) -> None:
    text = PAGES[language].read_text(encoding="utf-8")
    rows = [line for line in text.splitlines() if f"| {none} " in line]
    assert rows
    assert [row for row in rows if "Default" in row or "默认" in row] == []


@pytest.mark.parametrize("section", list_sections(), ids=lambda section: section.slug)
def test_every_key_is_described_in_both_languages(section: Section) -> None:
    keys = {"self", *(field.name for field in section.struct.fields)}
    for language in PAGES:
        texts = describe(section.struct, language)
        assert set(texts) == keys
        assert all(texts.values())


def test_every_translation_belongs_to_a_table() -> None:
    tables = {section.struct.cls.__name__ for section in list_sections()}
    assert set(load_translations()) == {"words", *tables}
