"""The dashboard: its API, sessions and files."""
