"""Writes the site: documents, page scripts, texts and their compressed copies."""
