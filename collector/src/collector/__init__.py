"""Receives the page views of a site, and shows the site's owner how visitors use it."""
