"""Writes all files of a site, in the order of a build."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import partial
from pathlib import Path

from docsite.cache import digest
from docsite.digests import policy_hash
from docsite.emit.analytics import assemble_tag, render_script
from docsite.emit.appearance import render_head
from docsite.emit.chunks import assemble_headings, assemble_links, assemble_tables
from docsite.emit.feeds import render_feed_links, render_feeds
from docsite.emit.output import Output, find_mount
from docsite.emit.printing import assemble_copies
from docsite.emit.site_files import (
    document_name,
    number_pages,
    write_documents,
    write_hovers,
    write_index,
    write_lazy_strings,
    write_not_found,
    write_scripts,
    write_search,
)
from docsite.emit.texts import render_texts
from docsite.hosts import HostedSite, assemble_hosted_site
from docsite.hosts.policy import (
    Directive,
    assemble_frame_policy,
    assemble_policy,
    assemble_worker_policy,
    embed_policy,
    render_policy,
)
from docsite.load import Site
from docsite.node.render import HeadsByLanguage, Renderer
from docsite.node.theme import Layout, Theme
from docsite.pages.assemble import assemble_pages, generator_name
from docsite.pages.endings import render_ending
from docsite.pages.navigation import assemble_chromes, chrome_for
from docsite.pages.parse import ParsedPage
from docsite.records import (
    AnalyticsTag,
    BuildRecord,
    Chrome,
    LayoutFiles,
    Layouts,
    Page,
    RenderContext,
    SiteConfig,
)
from docsite.records.assets import LIVE_FOLDER, WORKER_FOLDER
from docsite.search import SearchFiles
from docsite.site.images import ImageSizes
from docsite.site.live import Live
from docsite.site.strings import text_strings_by_tag

MakeSearch = Callable[[Sequence[ParsedPage]], SearchFiles]


def write_base(site: Site, policy: Sequence[Directive], docs: Path, output: Output) -> None:
    """Writes live samples and mounts."""
    output.write_all(site.live.files if site.live else {})
    for mount in site.config.mounts:
        source = find_mount(mount, docs)
        output.copy(source, mount.path.removeprefix("/"), partial(embed_policy, policy))


def write_analytics(config: SiteConfig, theme: Theme, output: Output) -> AnalyticsTag | None:
    if not config.analytics:
        return None
    script = render_script(config, config.analytics, theme.analytics_for(config.analytics))
    tag = assemble_tag(config.analytics, script)
    output.write(tag.script.path.removeprefix("/"), script)
    return tag


def write_pages(
    site: Site,
    theme: Theme,
    renderer: Renderer,
    output: Output,
    hovers: Mapping[str, str],
    make_search: MakeSearch,
    images: ImageSizes | None = None,
) -> tuple[Page, ...]:
    """Writes documents, page scripts, search files and the index of pages."""
    config = site.config
    hashes = write_hovers(hovers, output)
    pages = assemble_pages(
        config, site.record, site.pages, site.originals, hashes, images, site.versions
    )
    by_folder = assemble_chromes(config, site.record.locales, theme.strings)
    chromes = {page.path: chrome_for(page.path, by_folder) for page in pages}
    numbers = number_pages(pages, config, theme)
    headings = assemble_headings(pages)
    tables = assemble_tables(pages, site.routes.redirects, numbers, chromes, headings)
    write_documents(pages, chromes, assemble_links(pages, chromes, tables), renderer, output)
    write_not_found(config, by_folder, renderer, output)
    write_printed(site, theme, pages, by_folder, renderer, output)
    write_lazy_strings(config, theme.strings, output)
    write_scripts(pages, numbers, output)
    for name, text in render_texts(site.record, site.pages, text_strings_by_tag(config)):
        output.write(name, text)
    output.write_all(dict(render_feeds(config, site.pages)))
    search = make_search([page for page in site.pages if not page.source.is_generated])
    write_search(search, output)
    build = BuildRecord(generator_name(), config.address, theme.hash, {}, search.record)
    write_index(tables, headings, chromes, build, output)
    return pages


def write_printed(
    site: Site,
    theme: Theme,
    pages: Sequence[Page],
    chromes: Mapping[str, Chrome],
    renderer: Renderer,
    output: Output,
) -> None:
    """Writes the print versions that have changed. `chromes` is keyed by folder."""
    if not theme.printed:
        return
    config = site.config
    files = _assemble_files(config, theme, theme.printed)
    parsed = {page.path: page for page in site.pages}
    for copy in assemble_copies(config, site.record, pages):
        chrome, name = chromes[copy.locale.prefix], document_name(copy.path)
        key = digest(copy.hash, renderer.key_print(chrome, files, copy.title))
        if not output.is_current(name, key):
            endings = {path: render_ending(parsed[path], config) for path in copy.members}
            html = copy.render(config, endings)
            document = renderer.render_print(chrome, files, copy.title, html)
            output.write_generated(name, key, document)


def render_heads(config: SiteConfig, pages: Sequence[ParsedPage]) -> HeadsByLanguage:
    """Renders the elements of `head` in `site.toml`, and links to feeds."""
    head = render_head(config.head)
    links = render_feed_links(config, pages)
    return HeadsByLanguage({tag: head + found for tag, found in links.items()})


def write_assets(theme: Theme, docs: Path, output: Output) -> frozenset[str]:
    """Writes the theme and public files. Returns those that only change with the theme."""
    shared = output.copy(theme.client)
    output.write_all(theme.styles)
    output.copy(docs / "public")
    return shared


def site_policy(
    config: SiteConfig, theme: Theme, layouts: Iterable[Layout] | None = None
) -> Sequence[Directive]:
    """Returns the policy of documents with these layouts, or with any layout."""
    server = config.analytics.server if config.analytics else None
    styles = [policy_hash(layout.styles) for layout in layouts or theme.all_layouts]
    scripts = [theme.boot, *(tag.text for tag in config.head if tag.text)]
    hashes = [policy_hash(script) for script in scripts]
    return assemble_policy(hashes, styles, server, [*_find_local(config)])


def _find_local(config: SiteConfig) -> Iterator[str]:
    """Yields the directives for files in public/ that only some sites use."""
    if config.styles is not None:
        yield "font-src"
    if any("manifest" in tag.attributes.get("rel", "").lower().split() for tag in config.head):
        yield "manifest-src"


def assemble_hosting(site: Site, policy: Sequence[Directive]) -> HostedSite:
    """Returns the properties of the site that hosts need."""
    frames = [f"/{LIVE_FOLDER}/*"] if site.live else []
    policies = assemble_policies(site.live)
    return assemble_hosted_site(site.config, site.routes, policy, policies, frames)


def assemble_policies(live: Live | None) -> Mapping[str, Sequence[Directive]]:
    """Returns the policies of folders that have their own policy."""
    policies = {f"/{WORKER_FOLDER}/*": assemble_worker_policy()}
    if live:
        policies[f"/{LIVE_FOLDER}/*"] = assemble_frame_policy(live.policies)
    return policies


def assemble_context(
    config: SiteConfig, theme: Theme, analytics: AnalyticsTag | None
) -> RenderContext:
    """Returns the data that all documents share."""
    return RenderContext(
        address=config.address,
        generator=generator_name(),
        boot=theme.boot,
        layouts=Layouts(
            **{name: _assemble_files(config, theme, one) for name, one in theme.layouts.items()}
        ),
        theme=theme.hash,
        analytics=analytics,
    )


def _assemble_files(config: SiteConfig, theme: Theme, layout: Layout) -> LayoutFiles:
    policy = render_policy(site_policy(config, theme, [layout]), is_document=True)
    return LayoutFiles(layout.scripts, layout.styles, layout.other_styles, policy)
