"""Converts the project of another generator into a docs folder: `docsite import`."""
