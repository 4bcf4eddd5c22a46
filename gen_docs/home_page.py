"""The home page of a site without docs: every graph with its state in a sentence and its counts. Pure."""

from collections.abc import Mapping

from msgspec import Struct

from gen_docs.graph import Graph
from gen_docs.overview import Tile, has_states, make_tiles
from gen_docs.shown import ItemLink
from gen_docs.summary import Summary
from gen_docs.views import Page


class CardView(Struct, frozen=True):
    """A graph on the home page. `tiles` are those of a live graph; other ones have no numbers to show."""

    graph: Graph
    route: str
    summary: Summary | None
    tracker: ItemLink | None
    tiles: list[Tile]


def home_context(page: Page, summaries: Mapping[str, Summary]) -> dict[str, object]:
    """What the template of the home page is given, beside the page. `summaries` has those of projected graphs."""
    graphs = [judged.graph for judged in page.views.graphs.values()]
    return {"cards": [_make_card(page, graph, summaries.get(graph.id)) for graph in graphs]}


def _make_card(page: Page, graph: Graph, summary: Summary | None) -> CardView:
    is_read = summary is not None and bool(graph.items or graph.problems)
    return CardView(
        graph=graph,
        route=page.link(f"{graph.id}/"),
        summary=summary,
        tracker=page.reference(graph.tracked_by) if graph.tracked_by else None,
        tiles=make_tiles(summary, has_states=has_states(graph)) if summary and is_read else [],
    )
