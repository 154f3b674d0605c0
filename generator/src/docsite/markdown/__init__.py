"""The Markdown parser and docsite's rules, in one module per rule."""

from docsite.markdown.context import (
    ExampleLoader,
    Highlighter,
    ParseContext,
    Snippet,
    escape_lines,
    plain_highlighter,
)
from docsite.markdown.parser import create_parser, parse
from docsite.markdown.plain_inline import escape
