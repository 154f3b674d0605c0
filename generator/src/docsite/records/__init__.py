"""The types that travel between the stages."""

from docsite.records.config import (
    AnalyticsConfig,
    AnalyticsOptions,
    Announcement,
    Choice,
    Glossary,
    HoverConfig,
    LiveConfig,
    Locale,
    Mount,
    NavItem,
    Option,
    Sidebar,
    SidebarGroup,
    SiteConfig,
    Term,
)
from docsite.records.frontmatter import Action, Feature, FrontMatter, LinkCard
from docsite.records.json import (
    Json,
    render_compact_json,
    render_json,
    to_camel_case,
    to_json,
    to_snake_case,
)
from docsite.records.page import (
    AnnouncementRecord,
    Chrome,
    FolderTable,
    HoverFile,
    HoverText,
    Language,
    LocaleRecord,
    NavEntry,
    Page,
    PageFile,
    PageLink,
    Redirect,
    Route,
    RouteTable,
    SidebarRecord,
    SidebarSection,
    SiteRecord,
)
from docsite.records.render import (
    AnalyticsSettings,
    AnalyticsTag,
    AssetFile,
    BuildRecord,
    NotFoundRequest,
    RenderContext,
    RenderRequest,
)
from docsite.records.search import (
    SearchGlossary,
    SearchIndex,
    SearchRecord,
    SearchSection,
    SearchTerm,
)
from docsite.records.source import (
    Callout,
    CodeBlock,
    CodeGroup,
    Document,
    Header,
    Heading,
    Link,
    LiveBox,
    Problem,
    Prose,
    Section,
    Severity,
    Source,
    TableShape,
)
