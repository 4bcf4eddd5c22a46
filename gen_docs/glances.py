"""What a reader should know first: what is in progress, what can begin, what is stuck, what changed last. Pure.

`assets/js/dashboard/insights.js` lists the same; a test holds the two together. What only a clock can tell, that work
is stale, is said there alone.
"""

from collections.abc import Iterable
from typing import Final

from msgspec import Struct

from gen_docs.dates import instant
from gen_docs.graph import Graph
from gen_docs.overview import last_date
from gen_docs.values import Item

_SEVERAL: Final = ""  # no single blocker, but several


class Glance(Struct, frozen=True):
    """A list of items, all of it, and the query of the dashboard that shows it."""

    name: str
    items: list[Item]
    query: str


def list_glances(graph: Graph, items: list[Item]) -> list[Glance]:
    """What to know first of a graph whose items have states. `items` are in the order of the kind."""
    return [
        Glance(
            "active",
            [item for item in items if item.state_class == "active"],
            "?view=list&class=active&closed=hide&archived=show",
        ),
        Glance("ready", list_ready(graph, items), "?view=ready&closed=hide&archived=show"),
        Glance(
            "stuck", list_stuck(graph, items), "?view=list&is=blocked&is=waiting&is=stale&closed=hide&archived=show"
        ),
        Glance(
            "recent", list_recent(graph, items), f"?view=list&closed=show&archived=show&sort=-{_change_field(graph)}"
        ),
    ]


def _change_field(graph: Graph) -> str:
    roles = graph.kind.roles
    return roles.get("updated") or roles.get("created") or "id"


def list_ready(graph: Graph, items: Iterable[Item]) -> list[Item]:
    """What can begin now: by priority, then by how much it unblocks, then in the order given."""
    field = graph.kind.field_of("priority")
    ranks = {word: rank for rank, word in enumerate(field.values)} if field else {}
    unblocked = count_unblocked(graph)

    def key(item: Item) -> tuple[int, int]:
        word = item.values.get(field.name, field.default) if field else None
        return ranks.get(str(word), len(ranks)), -unblocked.get(item.id, 0)

    return sorted((item for item in items if graph.can_start(item)), key=key)


def list_stuck(graph: Graph, items: Iterable[Item]) -> list[Item]:
    """Open work that does not move: blocked, or waiting by its own word. What is in progress first."""
    stuck = [item for item in items if (graph.is_blocked(item.id) and item.is_open) or item.state_class == "waiting"]
    return sorted(stuck, key=lambda item: item.state_class != "active")


def list_recent(graph: Graph, items: Iterable[Item]) -> list[Item]:
    """What has a date, the last changed first; of equals, the first by id and path."""
    dated = [(instant(when), item) for item in items if (when := last_date(graph, item))]
    by_id = sorted(dated, key=lambda pair: (pair[1].id, pair[1].path))
    return [item for _, item in sorted(by_id, key=lambda pair: pair[0], reverse=True)]


def count_unblocked(graph: Graph) -> dict[str, int]:
    """For every open id how many open ids wait for it and for nothing else, themselves or through what is above them.

    What an id waits for is nothing, one id, or several, and grows at most twice on the way down: so this is linear.
    """
    waits: dict[str, str] = {}
    pending: list[str] = []
    for identifier, blockers in graph.active_blockers.items():
        waits[identifier] = blockers[0] if len(blockers) == 1 else _SEVERAL
        pending.append(identifier)
    for identifier in pending:  # grows while it is read
        above = waits[identifier]
        for child in graph.children.get(identifier, ()):
            own = waits.get(child)
            if own not in (above, _SEVERAL):
                waits[child] = above if own is None else _SEVERAL
                pending.append(child)
    counts: dict[str, int] = {}
    for identifier, blocker in waits.items():
        if blocker not in (_SEVERAL, identifier) and identifier in graph.open_ids:
            counts[blocker] = counts.get(blocker, 0) + 1
    return counts
