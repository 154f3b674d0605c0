"""The Markdown parser and our rules, one file per rule."""

from docsite.markdown.context import ExampleLoader, Highlighter, ParseContext, plain_highlighter
from docsite.markdown.parser import create_parser, parse

__all__ = [
    "ExampleLoader",
    "Highlighter",
    "ParseContext",
    "create_parser",
    "parse",
    "plain_highlighter",
]
