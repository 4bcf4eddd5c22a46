"""Rules: what a finding may say about an item. `find` runs those that a graph's kind has on.

A rule is a pure function from a graph and its parameters to pairs of an item and a finding. It speaks of roles, edges
and state classes, never of a field's name or a kind, and says only what committed data says: no clock.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any, Final

from msgspec import Struct

from gen_docs.graph import Graph
from gen_docs.rules import relations, work, writing
from gen_docs.values import Finding, Item

Verdicts = Iterator[tuple[Item, Finding]]
RuleFunction = Callable[[Graph, Mapping[str, Any]], Verdicts]

RULES: Final[dict[str, RuleFunction]] = {**relations.RULES, **work.RULES, **writing.RULES}


class Judged(Struct, frozen=True):
    """A graph with its findings: one sorted tuple for each item, in the order of `graph.items`."""

    graph: Graph
    findings: tuple[tuple[Finding, ...], ...]


def find(graphs: Iterable[Graph]) -> tuple[Judged, ...]:
    """Every graph with what its rules find."""
    return tuple(Judged(graph, _judge(graph) if graph.is_projected else ()) for graph in graphs)


def _judge(graph: Graph) -> tuple[tuple[Finding, ...], ...]:
    found: dict[int, set[Finding]] = {}
    for rule in graph.kind.rules:
        for item, finding in RULES[rule.spec.name](graph, rule.parameters):
            found.setdefault(id(item), set()).add(finding)
    return tuple(tuple(sorted(found.get(id(item), ()))) for item in graph.items)
