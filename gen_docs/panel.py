"""The panel of one state graph, for any page: its state in a sentence, its counts, the progress of its containers, what
is found, and what changed last.

The page holds the panel as of the build, so that it says something to everybody; a script then draws the same panel
again and again from the published data (`assets/js/panel.js`). A test holds the two drawings together.
"""

import heapq
from collections.abc import Iterable
from typing import Final

from msgspec import Struct, structs

from gen_docs.dates import instant
from gen_docs.graph import Graph
from gen_docs.projection import index_path
from gen_docs.rules import Judged
from gen_docs.summary import Progress, RuleCount, Summary
from gen_docs.values import Item, Severity
from gen_docs.views import ItemLink, Page, class_name, is_closed_class

NEWEST: Final = 5
NO_SUMMARY: Final[dict[str, object]] = {"has_content": False, "summary": None}


class PanelTile(Struct, frozen=True):
    """A number, of how many, and where on the graph's page it is shown. `more` is what the number leaves out."""

    name: str
    count: int
    total: int
    href: str
    more: int = 0


class BarView(Struct, frozen=True):
    """A container and its progress; both numbers are None where nobody can say what is below."""

    link: ItemLink
    type: str
    closed: int | None
    total: int | None


class RuleLine(Struct, frozen=True):
    rule: str
    severity: Severity
    count: int


class ChangeView(Struct, frozen=True):
    link: ItemLink
    when: str


def panel_context(
    page: Page, judged: Judged, summary: Summary | None, *, anchor: str, language: str, level: int = 2
) -> dict[str, object]:
    """What `panel.html` shows of a graph on a page.

    `anchor` is the id of the panel's heading, and its own headings begin with it: one for each panel of a page.
    `language` is that of the page, whose catalogue the script reads. `level` is that of the heading. `summary` is None
    for a graph that nothing projects.
    """
    graph = judged.graph
    context: dict[str, object] = {
        "page": page,
        "graph": graph,
        "tracker": page.reference(graph.tracked_by) if graph.tracked_by else None,
        "route": page.link(f"{graph.id}/"),
        "anchor": anchor,
        "level": level,
    }
    if summary is None:
        return context | NO_SUMMARY
    return context | {
        "summary": summary,
        "has_content": bool(graph.items or graph.problems),
        "has_states": has_states(graph),
        "tiles": make_tiles(summary, page.link(f"{graph.id}/"), has_states=has_states(graph)),
        "containers": split_containers(page, graph, summary.containers),
        "findings": split_rules(summary.findings),
        "newest": find_newest(page, graph),
        "sources": {
            "summary": page.link(f"assets/{graph.id}/summary.json"),
            "index": page.link(index_path(graph.id)),
            "messages": page.link(f"assets/_site/locales/{language}.json"),
        },
    }


def has_states(graph: Graph) -> bool:
    """Whether a graph's items have states, so that some are open and others closed."""
    return "state" in graph.kind.roles


def make_tiles(summary: Summary, route: str, *, has_states: bool) -> list[PanelTile]:
    """The counts of a graph, each with the section of the page at `route` that shows what is counted."""
    counts = summary.counts
    problems = PanelTile(
        "problems", counts.problems, counts.items + counts.problems, f"{route}#problems" if counts.problems else route
    )
    if not has_states:
        return [
            PanelTile("items", counts.items, counts.items + counts.problems, f"{route}#items"),
            PanelTile("found", counts.findings_open, counts.items, f"{route}#findings"),
            problems,
        ]
    active = sum(state.items for state in summary.states if state.state_class == "active")
    found = counts.findings_open + counts.findings_closed
    return [
        PanelTile("open", counts.open, counts.items, f"{route}#items"),
        PanelTile("active", active, counts.open, f"{route}#items"),
        PanelTile("ready", counts.ready, counts.open, f"{route}#items"),
        PanelTile("blocked", counts.blocked, counts.open, f"{route}#items"),
        PanelTile("closed", counts.closed, counts.items, f"{route}#items"),
        PanelTile("findings", counts.findings_open, found, f"{route}#findings", counts.findings_closed),
        problems,
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


def split_rules(rules: Iterable[RuleCount]) -> dict[str, list[RuleLine]]:
    """Rules in the summary's order: what they found about open work, and what about closed work."""
    rules = tuple(rules)
    return {
        "open": [RuleLine(each.rule, each.severity, each.open) for each in rules if each.open],
        "closed": [RuleLine(each.rule, each.severity, each.closed) for each in rules if each.closed],
    }


def find_newest(page: Page, graph: Graph) -> list[ChangeView]:
    """The items that changed last, the newest first; of equals, the first by id."""
    dated = [(when, item) for item in graph.items if (when := last_date(graph, item))]
    newest = heapq.nlargest(NEWEST, dated, key=lambda pair: instant(pair[0]))
    return [ChangeView(page.file(graph, item), when) for when, item in newest]


def last_date(graph: Graph, item: Item) -> str:
    """When an item changed last, or was made; "" when the file says neither."""
    roles = graph.kind.roles
    return next(
        (str(item.values[roles[role]]) for role in ("updated", "created") if roles.get(role) in item.values), ""
    )
