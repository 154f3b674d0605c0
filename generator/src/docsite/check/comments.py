"""Checks that all comments of samples are translated, and that all translations are used."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from docsite.check.glossary import check_words, create_pattern
from docsite.pages.parse import ParsedPage
from docsite.records import CodeBlock, Glossary, Problem, Prose, SiteConfig
from docsite.site.comments import COMMENTS_FILE, Comments, is_prose
from docsite.site.locales import neutral_path
from docsite.site.scanners import has_scanner


def check_comments(
    config: SiteConfig,
    comments: Comments,
    pages: Sequence[ParsedPage],
    glossary: Glossary,
    text: str,
) -> Iterator[Problem]:
    """Checks each language that has a table in `comments.toml`, whose content is `text`.

    Missing and unused translations are warnings, so that `docsite dev` shows a new comment before
    it is translated. Forbidden words are errors, as on pages.
    """
    by_path = {page.path: page for page in pages}
    for tag, translations in comments.items():
        for page in pages:
            if page.source.locale == tag:
                original = by_path.get(neutral_path(page.path, config.locales))
                yield from _check_page(page, original, tag, translations)
        yield from _check_unused(config, translations, pages, text)
        terms = glossary.get(tag, ())
        pattern = create_pattern(terms)
        for translation in translations.values():
            prose = Prose(translation, _line_of(translation, text))
            yield from check_words(COMMENTS_FILE, prose, terms, pattern)


def _check_page(
    page: ParsedPage, original: ParsedPage | None, tag: str, translations: Mapping[str, str]
) -> Iterator[Problem]:
    written = {
        comment
        for block in (original.document.code_blocks if original else ())
        if not block.file
        for comment in _prose_of(block)
    }
    known = frozenset(translations.values())
    for block in page.document.code_blocks:
        for comment in _prose_of(block):
            if block.file and has_scanner(block.language) and comment not in known:
                message = f"A comment in {block.file} isn't translated to {tag}: {comment}"
                hint = (
                    "Move the comment to the end of its line."
                    if comment in translations
                    else f"Add its translation to {COMMENTS_FILE}, under [{tag}]."
                )
                yield Problem("warning", page.source.file, block.line, message, hint)
            elif not block.file and comment in written:
                message = f"A comment isn't translated to {tag}: {comment}"
                yield Problem("warning", page.source.file, block.line, message, "Translate it.")


def _check_unused(
    config: SiteConfig, translations: Mapping[str, str], pages: Sequence[ParsedPage], text: str
) -> Iterator[Problem]:
    shown = {
        comment
        for page in pages
        if page.source.locale == config.locales[0].tag
        for block in page.document.code_blocks
        if block.file
        for comment in block.comments
    }
    for original, translation in translations.items():
        if original not in shown:
            message = f"No page shows a sample with this comment: {original}"
            line = _line_of(translation, text)
            hint = "Remove it, or write it as in the sample."
            yield Problem("warning", COMMENTS_FILE, line, message, hint)


def _prose_of(block: CodeBlock) -> Iterator[str]:
    return filter(is_prose, block.comments)


def _line_of(translation: str, text: str) -> int:
    lines = enumerate(text.splitlines(), start=1)
    return next((number for number, line in lines if translation in line), 1)
