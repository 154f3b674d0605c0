"""PostgreSQL: where records, rollups and salts lie."""
