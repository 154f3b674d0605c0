"""Servers for authors: `docsite dev` and `docsite preview`."""
