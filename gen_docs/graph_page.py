"""The page of one state graph: its state in a sentence, what it adds up to, what is found, and every item."""

from itertools import groupby
from typing import Final

from msgspec import Struct

from gen_docs.bundle import dashboard_scripts
from gen_docs.glances import list_glances
from gen_docs.graph import Graph
from gen_docs.order import sort_items
from gen_docs.overview import has_states, last_date, make_tiles, split_containers
from gen_docs.projection import index_path, schema_path
from gen_docs.rules import Judged
from gen_docs.shown import FindingView, ItemLink
from gen_docs.summary import Summary
from gen_docs.values import SEVERITIES, Item, Severity
from gen_docs.views import Page, class_name, is_closed_class, view_problem

GLANCE: Final = 5
MAX_BLOCKERS: Final = 3  # in a row; the item's page has all of them
# Rows of one list of a built page, which has to stay light: the live page has all of them, and so has the projection.
MAX_OPEN: Final = 200
MAX_CLOSED: Final = 20
MAX_FOUND: Final = 100


class SentenceView(Struct, frozen=True):
    """What a rule says in the same words about some items: said once, and each item with the link to edit it."""

    finding: FindingView
    items: list[tuple[ItemLink, str]]


class RuleView(Struct, frozen=True):
    """One rule and what it found: what it says about several items at once, and what about one alone. `more` is what is
    counted and not listed."""

    rule: str
    severity: Severity
    count: int
    shared: list[SentenceView]
    single: list[SentenceView]
    more: int


class RowView(Struct, frozen=True):
    """An item in a list: its link, the words that qualify it, its age, the first items that it waits for and how many
    more there are, and the ancestor through which it waits, where it has no blocker of its own."""

    link: ItemLink
    words: list[str]
    updated: str
    is_ready: bool
    blockers: list[ItemLink]
    more_blockers: int
    via: ItemLink | None


class RowsView(Struct, frozen=True):
    """The first of some items, of how many."""

    rows: list[RowView]
    count: int

    @property
    def more(self) -> int:
        return self.count - len(self.rows)


class GlanceView(Struct, frozen=True):
    """The first of a list that a reader should know first, and the query that shows all of it."""

    name: str
    list: RowsView
    query: str


class StateView(Struct, frozen=True):
    """The items in one state, the archived ones apart; the closed ones are folded."""

    name: str
    state_class: str
    is_closed: bool
    current: RowsView
    archived: RowsView

    @property
    def count(self) -> int:
        return self.current.count + self.archived.count


def graph_context(page: Page, judged: Judged, summary: Summary | None) -> dict[str, object]:
    """What the template of a graph's page is given, beside the page."""
    graph = judged.graph
    context: dict[str, object] = {
        "graph": graph,
        "tracker": page.reference(graph.tracked_by) if graph.tracked_by else None,
        "siblings": [other.graph for other in page.views.graphs.values()],
        "summary": summary,
    }
    if summary is None:
        return context
    items = sort_items(graph, graph.items)
    states = _make_states(page, graph, summary, items)
    return context | {
        "has_states": has_states(graph),
        "scripts": dashboard_scripts(),
        "glances": _make_glances(page, graph, items) if has_states(graph) else [],
        "tiles": make_tiles(summary, has_states=has_states(graph)),
        "containers": split_containers(page, graph, summary.containers),
        "findings": _split_findings(page, judged),
        "states": [state for state in states if state.count],
        "empty_states": [state for state in states if not state.count],
        "problems": [view_problem(page, graph, each) for each in graph.problems],
        "data": {
            "index": page.link(index_path(graph.id)),
            "summary": page.link(f"assets/{graph.id}/summary.json"),
            "text": page.link(f"assets/{graph.id}/text.json"),
            "schema": page.link(schema_path(graph.kind.name)),
        },
    }


def _split_findings(page: Page, judged: Judged) -> dict[str, list[RuleView]]:
    """Findings by rule, those about open work apart from the others."""
    rows: dict[bool, list[tuple[ItemLink, FindingView]]] = {True: [], False: []}
    for item, findings in zip(judged.graph.items, judged.findings, strict=True):
        link = page.file(judged.graph, item) if findings else None
        for view in page.findings(judged, item, findings) if link else ():
            rows[item.is_open].append((link, view))  # type: ignore[arg-type]
    return {"open": _group_by_rule(rows[True]), "closed": _group_by_rule(rows[False])}


def _group_by_rule(rows: list[tuple[ItemLink, FindingView]]) -> list[RuleView]:
    def key(row: tuple[ItemLink, FindingView]) -> tuple[int, str]:
        return SEVERITIES.index(row[1].severity), row[1].rule

    groups = [(*each, list(group)) for each, group in groupby(sorted(rows, key=key), key=key)]
    return [_make_rule(rule, SEVERITIES[rank], group) for rank, rule, group in groups]


def _make_rule(rule: str, severity: Severity, rows: list[tuple[ItemLink, FindingView]]) -> RuleView:
    sentences = _group_by_sentence(rows)
    listed, left = [], MAX_FOUND
    for sentence in sentences:
        listed.append(SentenceView(sentence.finding, sentence.items[: max(0, left)]))
        left -= len(sentence.items)
    shared = [each for each, whole in zip(listed, sentences, strict=True) if len(whole.items) > 1 and each.items]
    single = [each for each, whole in zip(listed, sentences, strict=True) if len(whole.items) == 1 and each.items]
    return RuleView(rule, severity, len(rows), shared, single, max(0, -left))


def _group_by_sentence(rows: list[tuple[ItemLink, FindingView]]) -> list[SentenceView]:
    """The commonest sentence first; of equals, in the order of their first item."""
    groups: dict[tuple[str, str, str], SentenceView] = {}
    for link, view in rows:
        key = (view.field, _text_of(view.value), _text_of(view.suggestion))
        groups.setdefault(key, SentenceView(view, [])).items.append((link, view.edit))
    return sorted(groups.values(), key=lambda group: -len(group.items))


def _text_of(named: ItemLink | str) -> str:
    return named if isinstance(named, str) else named.id


def _make_glances(page: Page, graph: Graph, items: list[Item]) -> list[GlanceView]:
    return [
        GlanceView(each.name, _make_rows(page, graph, each.items, GLANCE), each.query)
        for each in list_glances(graph, items)
    ]


def _make_states(page: Page, graph: Graph, summary: Summary, items: list[Item]) -> list[StateView]:
    by_state: dict[str, list[Item]] = {state.name: [] for state in summary.states}
    for item in items:
        by_state[item.state].append(item)
    return [
        StateView(
            name=state.name,
            state_class=class_name(graph, state.name),
            is_closed=is_closed_class(state.state_class),
            current=_make_rows(
                page,
                graph,
                [item for item in by_state[state.name] if not item.archived],
                MAX_CLOSED if is_closed_class(state.state_class) else MAX_OPEN,
            ),
            archived=_make_rows(page, graph, [item for item in by_state[state.name] if item.archived], MAX_CLOSED),
        )
        for state in summary.states
    ]


def _make_rows(page: Page, graph: Graph, items: list[Item], limit: int) -> RowsView:
    return RowsView([_make_row(page, graph, item) for item in items[:limit]], len(items))


def _make_row(page: Page, graph: Graph, item: Item) -> RowView:
    fields = [field for role in ("type", "priority") if (field := graph.kind.field_of(role))]
    via = graph.blocked_via.get(item.id, "") if item.is_open else ""
    blockers = graph.active_blockers.get(via, ())
    return RowView(
        link=page.file(graph, item),
        words=[str(item.values[field.name]) for field in fields if field.name in item.values],
        updated=last_date(graph, item),
        is_ready=graph.can_start(item),
        blockers=page.items(graph, blockers[:MAX_BLOCKERS]),
        more_blockers=max(0, len(blockers) - MAX_BLOCKERS),
        via=page.item(graph, via) if via not in ("", item.id) else None,
    )
