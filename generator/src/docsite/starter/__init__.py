"""Creates new sites and languages, and contains their initial files."""
