"""Pages as Markdown, for tools and language models.

`guide/start.md` is next to `guide/start.html`. `llms.txt` of each language lists the pages, in the
format of llmstxt.org, and `llms-full.txt` contains all of them in reading order.
"""

from __future__ import annotations

from collections.abc import Container, Iterator, Mapping, Sequence
from dataclasses import dataclass
from urllib.parse import quote

from docsite.markdown import escape
from docsite.markdown.cjk import is_cjk
from docsite.pages.parse import ParsedPage
from docsite.records import FrontMatter, LocaleRecord, SiteRecord
from docsite.site.routes import markdown_path, with_base
from docsite.site.strings import TextStrings

LIST_FILE = "llms.txt"
FULL_FILE = "llms-full.txt"


@dataclass(frozen=True)
class _Section:
    """The pages below one heading."""

    text: str
    pages: tuple[ParsedPage, ...]


def render_texts(
    site: SiteRecord, pages: Sequence[ParsedPage], strings: Mapping[str, TextStrings]
) -> Iterator[tuple[str, str]]:
    """Yields all files with their names, one language at a time to limit memory usage. `strings` is
    keyed by language tag."""
    paths = {page.path for page in pages}
    for locale in site.locales:
        own = [page for page in pages if page.source.locale == locale.tag]
        texts = {page.path: _render_page(page, site, paths) for page in own}
        yield from ((markdown_path(path).removeprefix("/"), text) for path, text in texts.items())
        sections = _assemble_sections(locale, own, strings[locale.tag])
        folder = locale.prefix.removeprefix("/")
        yield folder + LIST_FILE, _render_list(sections, locale, site)
        yield folder + FULL_FILE, _render_full(sections, locale, site, texts)


def _assemble_sections(
    locale: LocaleRecord, pages: Sequence[ParsedPage], strings: TextStrings
) -> tuple[_Section, ...]:
    """Returns the pages of a language in reading order, without duplicates."""
    rest = {page.path: page for page in pages}
    folders = [locale.prefix, *(sidebar.under for sidebar in locale.sidebars)]
    groups = [group for sidebar in locale.sidebars for group in sidebar.groups]
    named = [
        _Section(
            group.text, tuple(rest.pop(item.path) for item in group.items if item.path in rest)
        )
        for group in groups
    ]
    starts = [path for path in (*folders, *rest) if path in rest and path.endswith("/")]
    overview = _Section(strings.overview, tuple(rest.pop(path) for path in dict.fromkeys(starts)))
    sections = (overview, *named, _Section(strings.other_pages, tuple(rest.values())))
    return tuple(section for section in sections if section.pages)


def _render_page(page: ParsedPage, site: SiteRecord, paths: Container[str]) -> str:
    """Returns the title, summary and content, including the entries in the front matter of a home
    page."""
    title, _, text = page.document.markdown.partition("\n\n")
    more = _render_home(page.source.frontmatter, site, paths)
    parts = [title.rstrip(), f"> {_summary_of(page)}", text.rstrip("\n"), *more]
    return "\n\n".join(filter(None, parts)) + "\n"


def _render_home(front: FrontMatter, site: SiteRecord, paths: Container[str]) -> Iterator[str]:
    def link_to(path: str, text: str) -> str:
        page, separator, heading = path.partition("#")
        target = markdown_path(page) + separator + heading if page in paths else path
        return f"[{escape(text)}]({_address_of(target, site)})"

    yield "\n".join(
        _label(f"- **{escape(feature.title)}**", feature.text) for feature in front.features
    )
    for action in front.actions:
        yield link_to(action.link, action.text)
    yield "\n".join(f"- {escape(fact.value)} {escape(fact.text)}" for fact in front.facts)
    yield "\n".join(
        _label(f"- {link_to(way.link, way.title)}", way.text) + f"\\\n  {escape(way.note)}"
        for way in front.ways
    )


def _label(head: str, text: str) -> str:
    return f"{head}{'：' if is_cjk(text[:1]) else ': '}{escape(text)}"


def _render_list(sections: Sequence[_Section], locale: LocaleRecord, site: SiteRecord) -> str:
    full = f"- [{FULL_FILE}]({_address_of(locale.prefix + FULL_FILE, site)})"
    others = (
        f"- [{escape(other.label)}]({_address_of(other.prefix + LIST_FILE, site)})"
        for other in site.locales
        if other.tag != locale.tag
    )
    parts = [_render_head(locale, site), "\n".join([full, *others])]
    for section in sections:
        lines = (
            f"- [{escape(page.document.title)}]({_markdown_address(page, site)}): "
            f"{_summary_of(page)}"
            for page in section.pages
        )
        parts += [f"## {escape(section.text)}", "\n".join(lines)]
    return "\n\n".join(parts) + "\n"


def _render_full(
    sections: Sequence[_Section], locale: LocaleRecord, site: SiteRecord, texts: Mapping[str, str]
) -> str:
    parts = [_render_head(locale, site)]
    for section in sections:
        for page in section.pages:
            parts += ["---", f"<{_markdown_address(page, site)}>", texts[page.path].rstrip("\n")]
    return "\n\n".join(parts) + "\n"


def _render_head(locale: LocaleRecord, site: SiteRecord) -> str:
    return f"# {escape(site.title)}\n\n> {escape(locale.description)}"


def _summary_of(page: ParsedPage) -> str:
    return escape(page.source.frontmatter.summary)


def _markdown_address(page: ParsedPage, site: SiteRecord) -> str:
    return _address_of(markdown_path(page.path), site)


def _address_of(path: str, site: SiteRecord) -> str:
    """Returns the URL for a path of the site. External URLs stay unchanged."""
    return (
        site.address + quote(with_base(path, site.base), safe="/#")
        if path.startswith("/")
        else path
    )
