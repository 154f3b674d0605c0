"""Imports the history of a site from other analytics services."""
