"""PostgreSQL: records, rollups, salts, tokens."""
