"""What a graph adds up to, as pages show it: its counts, and the progress of its containers. Pure.

`assets/js/overview.js` makes the same of the published summary; a test holds the two together.
"""

from collections.abc import Iterable
from typing import Final

from msgspec import Struct, structs

from gen_docs.graph import Graph
from gen_docs.shown import ItemLink
from gen_docs.summary import Progress, Summary
from gen_docs.values import Item
from gen_docs.views import Page, class_name, is_closed_class

# Each says what it wants of closed and archived work, whatever a reader has chosen before.
QUERIES: Final = {
    "open": "?view=list&closed=hide&archived=show",
    "active": "?view=list&class=active&closed=hide&archived=show",
    "ready": "?view=ready&closed=hide&archived=show",
    "blocked": "?view=blocked&closed=hide&archived=show",
    "closed": "?view=list&closed=only&archived=show",
    "archived": "?view=list&closed=show&archived=only",
    "findings": "?view=list&rule=any&closed=hide&archived=show",
    "items": "?view=list&closed=show&archived=show",
    "found": "?view=list&rule=any&closed=show&archived=show",
}


class Tile(Struct, frozen=True):
    """A number, of how many, and where the graph's page shows what is counted: by `query` where it is live, else in the
    section `part`. `more` is what the number leaves out."""

    name: str
    count: int
    total: int
    part: str
    more: int = 0

    @property
    def query(self) -> str:
        return QUERIES.get(self.name, "")


class BarView(Struct, frozen=True):
    """A container and its progress; both numbers are None where nobody can say what is below."""

    link: ItemLink
    type: str
    closed: int | None
    total: int | None


def has_states(graph: Graph) -> bool:
    """Whether a graph's items have states, so that some are open and others closed."""
    return "state" in graph.kind.roles


def make_tiles(summary: Summary, *, has_states: bool) -> list[Tile]:
    """The counts of a graph; what is archived or could not be read only where there is any."""
    counts = summary.counts
    files = counts.items + counts.problems
    problems = [Tile("problems", counts.problems, files, "problems")] if counts.problems else []
    if not has_states:
        return [
            Tile("items", counts.items, files, "items"),
            Tile("found", counts.findings_open, counts.items, "findings"),
            *problems,
        ]
    active = sum(state.items for state in summary.states if state.state_class == "active")
    findings = counts.findings_open + counts.findings_closed
    return [
        Tile("open", counts.open, counts.items, "items"),
        Tile("active", active, counts.open, "items"),
        Tile("ready", counts.ready, counts.open, "items"),
        Tile("blocked", counts.blocked, counts.open, "items"),
        Tile("closed", counts.closed, counts.items, "items"),
        *([Tile("archived", counts.archived, counts.items, "items")] if counts.archived else []),
        Tile("findings", counts.findings_open, findings, "findings", counts.findings_closed),
        *problems,
    ]


def split_containers(page: Page, graph: Graph, containers: Iterable[Progress]) -> dict[str, list[BarView]]:
    """Containers in the summary's order, the closed ones apart."""
    split: dict[str, list[BarView]] = {"open": [], "closed": []}
    for each in containers:
        is_closed = is_closed_class(each.state_class)
        link = structs.replace(
            page.item(graph, each.id),
            title=each.title,
            state=each.state,
            state_class=class_name(graph, each.state),
            is_open=not is_closed,
        )
        split["closed" if is_closed else "open"].append(BarView(link, each.type, each.closed, each.total))
    return split


def last_date(graph: Graph, item: Item) -> str:
    """When an item changed last, or was made; "" when the file says neither."""
    roles = graph.kind.roles
    return next(
        (str(item.values[roles[role]]) for role in ("updated", "created") if roles.get(role) in item.values), ""
    )
