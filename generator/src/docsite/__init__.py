"""Builds a bilingual documentation site from Markdown."""
