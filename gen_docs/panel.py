"""The panel of one state graph, for any page: its state in a sentence, its counts, the progress of its containers, what
is found, and what changed last.

The page holds the panel as of the build, so that it says something to everybody; a script then draws the same panel
again and again from the published data (`assets/js/panel.js`). A test holds the two drawings together.
"""

import heapq
from collections.abc import Iterable
from typing import Final

from msgspec import Struct

from gen_docs.dates import instant
from gen_docs.graph import Graph
from gen_docs.overview import has_states, last_date, make_tiles, split_containers
from gen_docs.projection import index_path
from gen_docs.rules import Judged
from gen_docs.shown import ItemLink
from gen_docs.summary import RuleCount, Summary
from gen_docs.values import Severity
from gen_docs.views import Page

NEWEST: Final = 5
NO_SUMMARY: Final[dict[str, object]] = {"has_content": False, "summary": None}


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
        "route": page.link(page.graph_route(graph.id)),
        "items": page.link(f"{graph.id}/"),
        "anchor": anchor,
        "level": level,
    }
    if summary is None:
        return context | NO_SUMMARY
    return context | {
        "summary": summary,
        "has_content": bool(graph.items or graph.problems),
        "has_states": has_states(graph),
        "tiles": make_tiles(summary, has_states=has_states(graph)),
        "containers": split_containers(page, graph, summary.containers),
        "findings": split_rules(summary.findings),
        "newest": find_newest(page, graph),
        "sources": {
            "summary": page.link(f"assets/{graph.id}/summary.json"),
            "index": page.link(index_path(graph.id)),
            "messages": page.link(f"assets/_site/locales/{language}.json"),
        },
    }


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
