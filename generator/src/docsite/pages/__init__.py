"""Converts sources to page records: reads Markdown files, parses them and adds navigation."""
