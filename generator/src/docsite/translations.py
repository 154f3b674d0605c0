"""Records which version of the original translations are based on, and reports their state."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path, PurePath

from docsite.errors import DocsiteError
from docsite.load import Site
from docsite.pages.content import replace_recorded
from docsite.pages.parse import ParsedPage
from docsite.pages.sections import find_stale
from docsite.records import Locale
from docsite.site.locales import neutral_path
from docsite.site.text_files import edit_text


@dataclass(frozen=True)
class Coverage:
    """The translations of one language."""

    locale: Locale
    pages: int
    """The number of originals."""
    translated: int
    """The number of pages with a translation."""
    outdated: int
    """The number of translations with outdated sections."""
    sections: int
    """The number of outdated sections."""
    unrecorded: int
    """The number of translations with a section whose hash isn't recorded."""


def measure_coverage(site: Site) -> Iterator[Coverage]:
    """Yields the coverage of each language, except the first."""
    for locale in site.config.locales[1:]:
        pages = [
            page
            for page in site.pages
            if page.source.locale == locale.tag and _is_translation(page)
        ]
        stale = [
            len(find_stale(page.source.recorded or {}, _original(site, page))) for page in pages
        ]
        unrecorded = [
            page
            for page in pages
            if _original(site, page).keys() - (page.source.recorded or {}).keys()
        ]
        yield Coverage(
            locale,
            len(site.originals),
            len(pages),
            sum(map(bool, stale)),
            sum(stale),
            len(unrecorded),
        )


def render_coverage(rows: Iterable[Coverage]) -> Iterator[str]:
    """Yields the lines of a table."""
    head = ("language", "translated", "", "outdated pages", "outdated sections", "not recorded")
    cells = [head, *map(_render_row, rows)]
    widths = [max(map(len, column)) for column in zip(*cells, strict=True)]
    for first, *others in cells:
        padded = (text.rjust(width) for text, width in zip(others, widths[1:], strict=True))
        yield "  ".join((first.ljust(widths[0]), *padded))


def _render_row(row: Coverage) -> tuple[str, ...]:
    share = row.translated / row.pages if row.pages else 1.0
    counts = (row.outdated, row.sections, row.unrecorded)
    # Rounded down, because 100 % means all pages.
    percent = f"{int(share * 100)} %"
    return (row.locale.tag, f"{row.translated}/{row.pages}", percent, *map(str, counts))


def _original(site: Site, page: ParsedPage) -> Mapping[str, str]:
    return site.originals.get(neutral_path(page.path, site.config.locales), {})


def record_translations(docs: Path, site: Site, names: Sequence[str]) -> list[str]:
    """Records the hashes of the current originals. Returns a line for each changed file.

    A name is a file relative to the docs folder, or one of its sections: `zh/guide/start.md#water`.
    Without names, all translations are updated.
    """
    wanted = _parse_names(names, site)
    changed = []
    for page in site.pages:
        original = _original(site, page)
        sections = wanted.get(page.source.file, set()) if names else {"*"}
        if page.path not in site.originals and _is_translation(page) and sections:
            hashes = dict(_merge(page, original, sections))
            old = page.source.recorded or {}
            if hashes != old:
                edit_text(docs / page.source.file, partial(replace_recorded, hashes=hashes))
                count = sum(old.get(slug) != value for slug, value in hashes.items())
                changed.append(f"{page.source.file}: {count} section{'' if count == 1 else 's'}")
    return changed


def _is_translation(page: ParsedPage) -> bool:
    return not (page.source.original or page.source.is_generated)


def _merge(
    page: ParsedPage, original: Mapping[str, str], sections: Iterable[str]
) -> Iterator[tuple[str, str]]:
    """Yields the hashes of common sections: current ones for `sections`, and recorded ones for all
    others."""
    recorded = page.source.recorded or {}
    own = {heading.slug for heading in page.document.headings}
    for slug, value in original.items():
        if slug in own and ("*" in sections or slug in sections):
            yield slug, value
        elif slug in own and slug in recorded:
            yield slug, recorded[slug]


def _parse_names(names: Iterable[str], site: Site) -> dict[str, set[str]]:
    first = site.config.locales[0].tag
    pages = {
        page.source.file: page
        for page in site.pages
        if page.source.locale != first and _is_translation(page)
    }
    wanted: dict[str, set[str]] = {}
    for name in names:
        typed, _, slug = name.partition("#")
        file = PurePath(typed).as_posix()
        if file not in pages:
            hint = "Write its path relative to the docs folder: zh/guide/start.md."
            raise DocsiteError("translation not found", hint=hint, file=name)
        if slug and slug not in {heading.slug for heading in pages[file].document.headings}:
            raise DocsiteError(
                "heading not found on that page", hint="Use the heading's id.", file=name
            )
        wanted.setdefault(file, set()).add(slug or "*")
    return wanted
