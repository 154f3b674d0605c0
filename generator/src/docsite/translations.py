"""Records in translations which version of the original they are based on."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path

from docsite.errors import DocsiteError
from docsite.load import Site
from docsite.pages.content import replace_recorded
from docsite.pages.parse import ParsedPage
from docsite.site.locales import neutral_path


def record_translations(docs: Path, site: Site, names: Sequence[str]) -> list[str]:
    """Records the hashes of the current originals; returns a line per file that changed.

    A name is a file relative to the docs folder, or one of its sections: `zh/guide/start.md#water`.
    Without names, all translations are updated.
    """
    wanted = _parse_names(names, site)
    changed = []
    for page in site.pages:
        original = site.originals.get(neutral_path(page.path, site.config.locales), {})
        sections = wanted.get(page.source.file, set()) if names else {"*"}
        if page.path not in site.originals and sections:
            hashes = dict(_merge(page, original, sections))
            old = page.source.recorded or {}
            if hashes != old:
                _write(docs / page.source.file, hashes)
                count = sum(old.get(slug) != value for slug, value in hashes.items())
                changed.append(f"{page.source.file}: {count} section{'' if count == 1 else 's'}")
    return changed


def _merge(
    page: ParsedPage, original: Mapping[str, str], sections: Iterable[str]
) -> Iterator[tuple[str, str]]:
    """The hashes of common sections: current ones for `sections`, recorded ones for the others."""
    recorded = page.source.recorded or {}
    own = {heading.slug for heading in page.document.headings}
    for slug, value in original.items():
        if slug in own and ("*" in sections or slug in sections):
            yield slug, value
        elif slug in own and slug in recorded:
            yield slug, recorded[slug]


def _parse_names(names: Iterable[str], site: Site) -> dict[str, set[str]]:
    first = site.config.locales[0].tag
    pages = {page.source.file: page for page in site.pages if page.source.locale != first}
    wanted: dict[str, set[str]] = {}
    for name in names:
        file, _, slug = name.partition("#")
        if file not in pages:
            hint = "Write its path relative to the docs folder: zh/guide/start.md."
            raise DocsiteError("translation not found", hint=hint, file=name)
        if slug and slug not in {heading.slug for heading in pages[file].document.headings}:
            raise DocsiteError(
                "heading not found on that page", hint="Use the heading's id.", file=name
            )
        wanted.setdefault(file, set()).add(slug or "*")
    return wanted


def _write(path: Path, hashes: Mapping[str, str]) -> None:
    text = path.read_text(encoding="utf-8")
    path.write_text(replace_recorded(text, hashes), encoding="utf-8", newline="\n")
