"""New sites, new languages, and the files they start with."""
