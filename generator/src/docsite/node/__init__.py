"""Everything that runs in Node: the theme, rendering, highlighting and hovers."""
