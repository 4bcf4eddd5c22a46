"""`gen-docs serve`: the site from memory, fresh while one works. Writes nothing."""
