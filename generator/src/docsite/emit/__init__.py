"""Writes the site: documents, page scripts, Markdown files and their compressed copies."""
