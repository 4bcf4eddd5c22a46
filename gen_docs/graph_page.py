"""The page of one state graph: its state in a sentence, what it adds up to, what is found, and every item."""

from collections.abc import Iterable
from itertools import groupby
from typing import Final

from msgspec import Struct

from gen_docs.graph import Graph
from gen_docs.order import sort_items
from gen_docs.projection import index_path, schema_path
from gen_docs.rules import Judged
from gen_docs.summary import Progress, Summary
from gen_docs.values import SEVERITIES, Item, Severity
from gen_docs.views import FindingView, ItemLink, Page, class_name, is_closed_class, view_problem

MAX_BLOCKERS: Final = 3  # in a row; the item's page has all of them


class Tile(Struct, frozen=True):
    """A number, the catalogue key that says what it counts, and the section that shows what is counted."""

    name: str
    count: int
    target: str
    closed: int = 0


class ContainerView(Struct, frozen=True):
    link: ItemLink
    type: str
    closed: int | None
    total: int | None


class SentenceView(Struct, frozen=True):
    """What a rule says in the same words about some items: said once, and each item with the link to edit it."""

    finding: FindingView
    items: list[tuple[ItemLink, str]]


class RuleView(Struct, frozen=True):
    """One rule and what it found: what it says about several items at once, and what about one alone."""

    rule: str
    severity: Severity
    count: int
    shared: list[SentenceView]
    single: list[SentenceView]


class RowView(Struct, frozen=True):
    """An item in a list: its link, the words that qualify it, its age, its first own blockers, how many more there are,
    and, where it has none of its own, the ancestor through which it is blocked."""

    link: ItemLink
    words: list[str]
    updated: str
    is_ready: bool
    blockers: list[ItemLink]
    more_blockers: int
    blocked_through: ItemLink | None


class StateView(Struct, frozen=True):
    """The items in one state, the archived ones apart. Closed states are folded."""

    name: str
    state_class: str
    is_closed: bool
    rows: list[RowView]
    archived: list[RowView]


def graph_context(page: Page, judged: Judged, summary: Summary | None) -> dict[str, object]:
    """What the template of a graph's page is given, beside the page."""
    graph = judged.graph
    context: dict[str, object] = {
        "graph": graph,
        "declared": graph.declared,
        "tracker": page.reference(graph.tracked_by) if graph.tracked_by else None,
        "siblings": [other.graph for other in page.views.graphs.values()],
        "summary": summary,
        "unit": graph.kind.table.unit if graph.declared.kind else None,
    }
    if summary is not None:
        context |= {
            "has_states": "state" in graph.kind.roles,
            "tiles": _make_tiles(summary, has_states="state" in graph.kind.roles),
            **_split_containers(page, graph, summary.containers),
            **_split_findings(page, judged),
            "states": _make_states(page, graph, summary),
            "problems": [view_problem(page, graph, each) for each in graph.problems],
            "data": {
                "index": page.link(index_path(graph.id)),
                "summary": page.link(f"assets/{graph.id}/summary.json"),
                "text": page.link(f"assets/{graph.id}/text.json"),
                "schema": page.link(schema_path(graph.kind.name)),
            },
        }
    return context


def _make_tiles(summary: Summary, *, has_states: bool) -> list[Tile]:
    counts = summary.counts
    if not has_states:
        tiles = [Tile("items", counts.items, "items"), Tile("found", counts.findings_open, "findings")]
        return tiles + ([Tile("problems", counts.problems, "problems")] if counts.problems else [])
    active = sum(state.items for state in summary.states if state.state_class == "active")
    tiles = [
        Tile("open", counts.open, "items"),
        Tile("active", active, "items"),
        Tile("ready", counts.ready, "items"),
        Tile("blocked", counts.blocked, "items"),
        Tile("closed", counts.closed, "items"),
        Tile("findings", counts.findings_open, "findings", counts.findings_closed),
    ]
    if counts.archived:
        tiles.insert(5, Tile("archived", counts.archived, "items"))
    if counts.problems:
        tiles.append(Tile("problems", counts.problems, "problems"))
    return tiles


def _split_containers(page: Page, graph: Graph, containers: Iterable[Progress]) -> dict[str, object]:
    views = [
        (
            is_closed_class(each.state_class),
            ContainerView(page.item(graph, each.id), each.type, each.closed, each.total),
        )
        for each in containers
    ]
    return {
        "containers": [view for is_closed, view in views if not is_closed],
        "closed_containers": [view for is_closed, view in views if is_closed],
    }


def _split_findings(page: Page, judged: Judged) -> dict[str, object]:
    """Findings by rule, those about open work apart from the others."""
    rows: dict[bool, list[tuple[ItemLink, FindingView]]] = {True: [], False: []}
    for item, findings in zip(judged.graph.items, judged.findings, strict=True):
        link = page.file(judged.graph, item) if findings else None
        for view in page.findings(judged, item, findings) if link else ():
            rows[item.is_open].append((link, view))  # type: ignore[arg-type]
    return {
        "open_findings": _group_by_rule(rows[True]),
        "closed_findings": _group_by_rule(rows[False]),
        "closed_findings_count": len(rows[False]),
    }


def _group_by_rule(rows: list[tuple[ItemLink, FindingView]]) -> list[RuleView]:
    def key(row: tuple[ItemLink, FindingView]) -> tuple[int, str]:
        return SEVERITIES.index(row[1].severity), row[1].rule

    groups = [(*each, list(group)) for each, group in groupby(sorted(rows, key=key), key=key)]
    return [_make_rule(rule, SEVERITIES[rank], group) for rank, rule, group in groups]


def _make_rule(rule: str, severity: Severity, rows: list[tuple[ItemLink, FindingView]]) -> RuleView:
    sentences = _group_by_sentence(rows)
    shared = [sentence for sentence in sentences if len(sentence.items) > 1]
    return RuleView(rule, severity, len(rows), shared, sentences[len(shared) :])


def _group_by_sentence(rows: list[tuple[ItemLink, FindingView]]) -> list[SentenceView]:
    """The commonest sentence first; of equals, in the order of their first item."""
    groups: dict[tuple[str, str, str], SentenceView] = {}
    for link, view in rows:
        key = (view.field, _text_of(view.value), _text_of(view.suggestion))
        groups.setdefault(key, SentenceView(view, [])).items.append((link, view.edit))
    return sorted(groups.values(), key=lambda group: -len(group.items))


def _text_of(named: ItemLink | str) -> str:
    return named if isinstance(named, str) else named.id


def _make_states(page: Page, graph: Graph, summary: Summary) -> list[StateView]:
    by_state: dict[str, list[Item]] = {state.name: [] for state in summary.states}
    for item in sort_items(graph, graph.items):
        by_state[item.state].append(item)
    return [
        StateView(
            name=state.name,
            state_class=class_name(graph, state.name),
            is_closed=is_closed_class(state.state_class),
            rows=[_make_row(page, graph, item) for item in by_state[state.name] if not item.archived],
            archived=[_make_row(page, graph, item) for item in by_state[state.name] if item.archived],
        )
        for state in summary.states
    ]


def _make_row(page: Page, graph: Graph, item: Item) -> RowView:
    fields = [field for role in ("type", "priority") if (field := graph.kind.field_of(role))]
    own = graph.active_blockers.get(item.id, ()) if item.is_open else ()
    via = graph.blocked_via.get(item.id, "") if item.is_open and not own else ""
    return RowView(
        link=page.file(graph, item),
        words=[str(item.values[field.name]) for field in fields if field.name in item.values],
        updated=last_date(graph, item),
        is_ready=graph.can_start(item),
        blockers=page.items(graph, own[:MAX_BLOCKERS]),
        more_blockers=max(0, len(own) - MAX_BLOCKERS),
        blocked_through=page.item(graph, via) if via else None,
    )


def last_date(graph: Graph, item: Item) -> str:
    """When the item changed last, or was made; "" when the file says neither."""
    roles = graph.kind.roles
    return next(
        (str(item.values[roles[role]]) for role in ("updated", "created") if roles.get(role) in item.values), ""
    )
