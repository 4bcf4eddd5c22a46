"""Docs pages: Markdown sections under a folder, as pages of the site in several languages."""
