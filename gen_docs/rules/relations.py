"""Rules about the edges between items: what points nowhere, at itself, round in a circle, or at the wrong thing."""

from collections.abc import Callable, Iterator, Mapping
from typing import Any, Final

from gen_docs.graph import Graph
from gen_docs.text import shorten
from gen_docs.values import Finding, Item

Verdicts = Iterator[tuple[Item, Finding]]
Parameters = Mapping[str, Any]


def find_unknown_parents(graph: Graph, _: Parameters) -> Verdicts:
    return _find_unknown(graph, "parent", "parent-unknown")


def find_unknown_blockers(graph: Graph, _: Parameters) -> Verdicts:
    return _find_unknown(graph, "blocks", "blocker-unknown")


def _find_unknown(graph: Graph, edge: str, rule: str) -> Verdicts:
    for item, link, other in graph.open_links.get(edge, ()):
        if other not in graph.ids.files:
            yield item, Finding(rule, link.field.name, shorten(other), graph.ids.suggest(other))


def find_unknown_references(graph: Graph, _: Parameters) -> Verdicts:
    """A reference whose kind is the unit of a declared graph, to an id that this graph does not have."""
    index = graph.index
    for link in graph.kind.links_of("refers"):
        for item in graph.open_items:
            references = item.values.get(link.field.name, [])
            for reference in references if isinstance(references, list) else []:
                if index.is_reference(reference) and index.find_reference(reference) is None:
                    written = shorten(str(reference["id"]))
                    yield item, Finding("reference-unknown", link.field.name, written, index.suggest(reference))


def find_self_references(graph: Graph, _: Parameters) -> Verdicts:
    for edge in ("parent", "blocks"):
        for item, link, other in graph.open_links.get(edge, ()):
            if other == item.id:
                yield item, Finding("self-reference", link.field.name, other)


def find_parent_cycles(graph: Graph, _: Parameters) -> Verdicts:
    for item in graph.open_items:
        if other := graph.parent_cycles.get(item.id):
            yield item, Finding("parent-cycle", graph.kind.links_of("parent")[0].field.name, other)


def find_blocking_cycles(graph: Graph, _: Parameters) -> Verdicts:
    for item in graph.open_items:
        if other := graph.blocking_cycles.get(item.id):
            yield item, Finding("blocking-cycle", value=other)


def find_wrong_parent_types(graph: Graph, parameters: Parameters) -> Verdicts:
    """A parent of a type that the item's type may not stand under; words that the kind does not know are left alone."""
    allowed: Mapping[str, tuple[str, ...]] = parameters["allowed"]
    type_field = graph.kind.field_of("type")
    known = type_field.values if type_field else ()
    for item, link, other in graph.open_links["parent"]:
        own = graph.type_of(item)
        types = graph.parent_types.get(other, ())
        wanted = allowed.get(own, allowed.get("*", known))
        if other != item.id and own in known and types and all(each in known and each not in wanted for each in types):
            yield item, Finding("parent-type", link.field.name, other)


def find_dropped_blockers(graph: Graph, _: Parameters) -> Verdicts:
    """Open work that waits for something that was dropped, wherever the link is written."""
    written = {(item.id, other): link.field.name for item, link, other in graph.open_links["blocks"]}
    for item in graph.open_items:
        for other in graph.blockers.get(item.id, ()):
            if other in graph.dropped_ids:
                yield item, Finding("blocker-scrapped", written.get((item.id, other), ""), other)


def find_blocking_descendants(graph: Graph, _: Parameters) -> Verdicts:
    """An item that waits for a part of itself, which in turn inherits the block: neither can begin."""
    for item in graph.open_items:
        for other in graph.active_blockers.get(item.id, ()):
            if graph.is_descendant(other, item.id):
                yield item, Finding("blocked-by-descendant", value=other)


def find_open_under_closed(graph: Graph, _: Parameters) -> Verdicts:
    for item, link, other in graph.open_links["parent"]:
        if other in graph.ids.files and other not in graph.open_ids:
            yield item, Finding("open-under-closed", link.field.name, other)


def find_active_blocked(graph: Graph, _: Parameters) -> Verdicts:
    """Work that is said to move while something stands in its way; names the first blocker."""
    for item in graph.open_items:
        if item.state_class == "active" and item.id in graph.blocked_via:
            yield item, Finding("in-progress-blocked", value=graph.first_blocker(item.id))


RULES: Final[dict[str, Callable[[Graph, Parameters], Verdicts]]] = {
    "blocked-by-descendant": find_blocking_descendants,
    "blocker-scrapped": find_dropped_blockers,
    "blocker-unknown": find_unknown_blockers,
    "blocking-cycle": find_blocking_cycles,
    "in-progress-blocked": find_active_blocked,
    "open-under-closed": find_open_under_closed,
    "parent-cycle": find_parent_cycles,
    "parent-type": find_wrong_parent_types,
    "parent-unknown": find_unknown_parents,
    "reference-unknown": find_unknown_references,
    "self-reference": find_self_references,
}
