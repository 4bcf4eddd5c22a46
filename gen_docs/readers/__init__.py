"""Readers: one plain function for each file format, in one table.

A reader takes the files of a store and its own options, and yields records and problems: exactly one of them for each
file. It knows no graph, no kind and no field's meaning, and it raises nothing.
"""

from collections.abc import Callable, Iterable, Iterator
from typing import Any, Final

from msgspec import Struct

from gen_docs.files import StoreFile
from gen_docs.readers.markdown import MarkdownOptions, identify_file, read_markdown
from gen_docs.values import Problem, Record


class Reader(Struct, frozen=True):
    """A file format: the ending of its files, its function, the struct of its options, and, where the name of a file
    alone tells a record's id, the function that reads it (the gate asks it about files of the past)."""

    suffix: str
    read: Callable[[Iterable[StoreFile], Any], Iterator[Record | Problem]]
    options: type[Struct]
    identify: Callable[[str, Any], str] | None = None


READERS: Final = {"markdown": Reader(".md", read_markdown, MarkdownOptions, identify_file)}
