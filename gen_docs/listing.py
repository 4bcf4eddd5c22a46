"""What `gen-docs graphs` lists. Pure."""

from collections import Counter
from collections.abc import Iterable

import msgspec
from msgspec import Struct

from gen_docs.graph import GraphState
from gen_docs.rules import Judged


class GraphLine(Struct, frozen=True):
    """One declared graph. The numbers are None for a graph that nothing projects: unknown is not zero."""

    id: str
    kind: str | None
    state: GraphState
    items: int | None
    errors: int | None
    warnings: int | None
    notes: int | None
    problems: int | None


def list_graphs(graphs: Iterable[Judged]) -> list[GraphLine]:
    """One line for each graph, in the order of their declaration."""
    return [_list_graph(judged) for judged in graphs]


def _list_graph(judged: Judged) -> GraphLine:
    graph = judged.graph
    if not graph.is_projected:
        kind = graph.declared.kind
        return GraphLine(graph.id, kind.name if kind else None, graph.state, None, None, None, None, None)
    rules = graph.kind.rules_by_name
    found = Counter(rules[finding.rule].severity for findings in judged.findings for finding in findings)
    return GraphLine(
        graph.id,
        graph.kind.name,
        graph.state,
        len(graph.items),
        found["error"],
        found["warning"],
        found["note"],
        len(graph.problems),
    )


def to_json(lines: list[GraphLine]) -> str:
    """The list as JSON."""
    return msgspec.json.format(msgspec.json.encode(lines), indent=2).decode() + "\n"


def to_text(lines: list[GraphLine]) -> str:
    """The list as a table; `-` stands for what is not known."""
    head = tuple(GraphLine.__struct_fields__)
    rows = [
        head,
        *(tuple("-" if cell is None else str(cell) for cell in msgspec.structs.astuple(line)) for line in lines),
    ]
    widths = [max(len(row[column]) for row in rows) for column in range(len(head))]
    return "".join(
        "  ".join(
            _align(cell, width, column) for column, (cell, width) in enumerate(zip(row, widths, strict=True))
        ).rstrip()
        + "\n"
        for row in rows
    )


def _align(cell: str, width: int, column: int) -> str:
    return cell.ljust(width) if column < 3 else cell.rjust(width)
