"""The order in which a kind lists its items. Pure."""

from collections.abc import Callable, Iterable
from typing import Any

from gen_docs.dates import instant
from gen_docs.graph import Graph
from gen_docs.values import Item

_ABSENT = (2, 0, "")


def sort_items(graph: Graph, items: Iterable[Item]) -> list[Item]:
    """Items by the kind's sort keys, then id, then path.

    Words by their declared order (unknown ones after them, by bytes), numbers by value, dates by their instant, text by
    bytes, the title folded to lower case; absent values last.
    """
    keys = [_make_key(graph, name) for name in graph.kind.table.views.sort]
    return sorted(items, key=lambda item: (*(key(item) for key in keys), item.id, item.path))


def _make_key(graph: Graph, name: str) -> Callable[[Item], tuple[int, Any, str]]:
    field = next((field for field in graph.kind.all_fields() if field.name == name), None)
    if field is None:
        return lambda item: (0, 0, item.id)
    ranks = {word: rank for rank, word in enumerate(field.values)}
    measure = instant if field.type == "date" else str.lower if graph.kind.roles.get("title") == name else str

    def key(item: Item) -> tuple[int, Any, str]:
        value = item.values.get(name, field.default)
        if value is None:
            return _ABSENT
        if isinstance(value, int | float):
            return 0, value, ""
        text = str(value)
        return (0, ranks[text], "") if text in ranks else (1, measure(text), "")

    return key
