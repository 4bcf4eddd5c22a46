"""Mentions: which items the texts of a site's items name. Pure; what a page shows as backlinks."""

import posixpath
import re
from collections.abc import Iterator, Mapping
from typing import Final
from urllib.parse import unquote

from gen_docs.fences import strip_fences
from gen_docs.graph import Graph
from gen_docs.identifiers import find_identifiers
from gen_docs.ids import ItemRef
from gen_docs.names import Names
from gen_docs.values import Item

_SPAN: Final = re.compile(r"(?<!`)(`+)(?!`)(.*?[^`])\1(?!`)", re.DOTALL)
_LINK: Final = re.compile(r"\]\(<?([^()\s<>]+\.[A-Za-z0-9]+)(?:#[^()\s<>]*)?>?\)")


def find_mentions(graph: Graph, names: Names, paths: Mapping[str, ItemRef]) -> Iterator[tuple[ItemRef, ItemRef]]:
    """Every item of a graph with each other item that its title or its text names, or whose file its text links.
    `paths` are the items by the paths of their files."""
    for item in graph.items:
        source = ItemRef(graph.id, item.id)
        text = f"{graph.title_of(item)}\n\n{strip_fences(item.body)}"
        named = set(_find_named(text, names)) | set(_find_linked(item, text, paths))
        yield from ((source, target) for target in named if target != source)


def _find_named(text: str, names: Names) -> Iterator[ItemRef]:
    spans = [found.span(2) for found in _SPAN.finditer(text)] if "`" in text else []
    for match in find_identifiers(text, names, spans):
        if isinstance(match.target, ItemRef):
            yield match.target


def _find_linked(item: Item, text: str, paths: Mapping[str, ItemRef]) -> Iterator[ItemRef]:
    folder = posixpath.dirname(item.path)
    for found in _LINK.finditer(text) if "](" in text else ():
        target = paths.get(posixpath.normpath(posixpath.join(folder, unquote(found[1]))))
        if target is not None:
            yield target
