"""The parser with all rules."""

from __future__ import annotations

from markdown_it import MarkdownIt

from docsite.markdown import (
    badges,
    code,
    code_notes,
    comments,
    containers,
    emphasis,
    foreign,
    foreign_code,
    groups,
    headings,
    includes,
    inline_code,
    leftovers,
    line_breaks,
    links,
    math,
    prose,
    quotes,
    sections,
    tables,
)
from docsite.markdown.context import ParseContext, env_with
from docsite.markdown.plain import write_markdown
from docsite.markdown.reading_time import reading_minutes
from docsite.records import CodeBlock, CodeGroup, Document, Heading, Link, LiveBox, TableShape


def create_parser(*, has_math: bool = False) -> MarkdownIt:
    """Returns a parser without raw HTML. It is stateless, so all pages can share it."""
    parser = MarkdownIt("commonmark", {"html": False}).enable("table")
    # Containers precede the code groups in them, links precede the permalinks of headings, and line
    # breaks precede the titles of headings.
    for rule in (
        *((math,) if has_math else ()),
        quotes,
        comments,
        emphasis,
        badges,
        includes,
        code_notes,
        containers,
        code,
        groups,
        links,
        line_breaks,
        headings,
        tables,
        inline_code,
        leftovers,
        foreign,
        foreign_code,
    ):
        rule.install(parser)
    # mdurl fills its tables on first use. A second thread would read incomplete tables.
    parser.normalizeLink("/")
    parser.normalizeLinkText("/")
    return parser


def parse(text: str, context: ParseContext, parser: MarkdownIt | None = None) -> Document:
    """Parses one source."""
    parser = parser or create_parser(has_math=context.math)
    env = env_with(context)
    # The container rule reads one character past the end if the last line is an empty line of a
    # quote.
    tokens = parser.parse(text + "\n", env)
    found = [token.meta["found"] for token in tokens if "found" in token.meta]
    found_headings = tuple(item for item in found if isinstance(item, Heading))
    found_prose = tuple(prose.read_prose(tokens, context))
    return Document(
        sections=sections.read_sections(tokens, parser, env),
        markdown=write_markdown(tokens, context),
        title=next((heading.title for heading in found_headings if heading.level == 1), ""),
        headings=found_headings,
        links=tuple(
            child.meta["found"]
            for token in tokens
            for child in token.children or ()
            if isinstance(child.meta.get("found"), Link)
        ),
        code_blocks=tuple(item for item in found if isinstance(item, CodeBlock)),
        code_groups=tuple(item for item in found if isinstance(item, CodeGroup)),
        live_boxes=tuple(item for item in found if isinstance(item, LiveBox)),
        tables=tuple(item for item in found if isinstance(item, TableShape)),
        formulas=tuple(math.read_formulas(tokens)),
        callouts=tuple(containers.read_callouts(tokens, context)),
        prose=found_prose,
        minutes=reading_minutes(text.text for text in found_prose),
        styles=tuple(dict.fromkeys(math.read_styles(tokens))),
        problems=tuple(context.problems),
    )
