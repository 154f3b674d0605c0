"""Receives the page views of a site, and shows its owner what readers do."""
