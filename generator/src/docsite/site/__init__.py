"""The site as configured: `site.toml`, languages, routes, glossary and UI strings."""
