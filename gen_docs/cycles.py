"""Two algorithms over edges between ids: the groups that reach themselves, and the shape of a forest. Pure, linear,
and without recursion, since a store may hold a chain of any length."""

from collections.abc import Iterable, Mapping

Edges = Mapping[str, tuple[str, ...]]


def find_cycles(edges: Edges) -> dict[str, str]:
    """For every id on a cycle of two or more the first other member of its group, by bytes."""
    others: dict[str, str] = {}
    for group in strong_components(edges):
        if len(group) > 1:
            first, second = sorted(group)[:2]
            others.update({member: second if member == first else first for member in group})
    return others


def strong_components(edges: Edges) -> list[list[str]]:
    """The strongly connected groups of ids (Tarjan's algorithm, with a stack of its own)."""
    index: dict[str, int] = {}
    low: dict[str, int] = {}
    stack: list[str] = []
    on_stack: set[str] = set()
    groups: list[list[str]] = []
    for root in sorted(edges):
        work = [] if root in index else [(root, iter(edges[root]))]
        if work:
            _enter(root, index, low, stack, on_stack)
        while work:
            node, targets = work[-1]
            following = next((target for target in targets if target not in index or target in on_stack), None)
            if following is None:
                work.pop()
                if work:
                    low[work[-1][0]] = min(low[work[-1][0]], low[node])
                if low[node] == index[node]:
                    groups.append(_leave(node, stack, on_stack))
            elif following in index:
                low[node] = min(low[node], index[following])
            else:
                _enter(following, index, low, stack, on_stack)
                work.append((following, iter(edges.get(following, ()))))
    return groups


def _enter(node: str, index: dict[str, int], low: dict[str, int], stack: list[str], on_stack: set[str]) -> None:
    index[node] = low[node] = len(index)
    stack.append(node)
    on_stack.add(node)


def _leave(node: str, stack: list[str], on_stack: set[str]) -> list[str]:
    group: list[str] = []
    while not group or group[-1] != node:
        group.append(stack.pop())
    on_stack.difference_update(group)
    return group


def tree_intervals(parents: Edges, ids: Iterable[str]) -> dict[str, tuple[int, int]]:
    """For every id of the forest the numbers at which a walk enters and leaves it, so that containment is comparison.

    An id with several parents stands below its first; ids on a cycle, and below one, are not in the forest.
    """
    children: dict[str, list[str]] = {}
    roots: list[str] = []
    for identifier in ids:
        above = parents.get(identifier)
        (children.setdefault(above[0], []) if above else roots).append(identifier)
    entered: dict[str, int] = {}
    intervals: dict[str, tuple[int, int]] = {}
    work = [(root, False) for root in reversed(roots)]
    while work:
        node, is_done = work.pop()
        if is_done:
            intervals[node] = (entered[node], len(entered))
            continue
        entered[node] = len(entered)
        work.append((node, True))
        work.extend((child, False) for child in reversed(children.get(node, ())))
    return intervals
