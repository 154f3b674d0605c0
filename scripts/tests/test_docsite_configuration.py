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
