"""Summaries: what a graph adds up to. Every number says in its name what it counts; items are files that gave one."""

from collections import Counter
from collections.abc import Iterable
from itertools import accumulate

from msgspec import Struct

from gen_docs.graph import Graph
from gen_docs.rules import Judged
from gen_docs.values import SEVERITIES, Item, Severity, StateClass


class StateCount(Struct, frozen=True):
    """Items in one state. `state_class` is None for a word that the kind does not know, or for no word at all ("")."""

    name: str
    state_class: StateClass | None
    items: int


class Counts(Struct, frozen=True):
    """Items, unless the name says otherwise. `ready` and `blocked` count open ones; `ready` leaves containers out."""

    items: int
    open: int
    closed: int
    archived: int
    ready: int
    blocked: int
    problems: int
    findings_open: int
    findings_closed: int


class Progress(Struct, frozen=True):
    """A container, and how many of the items below it at any depth, themselves no containers, are closed. Both numbers
    are None where parents go round in a circle, and nobody can say what is below."""

    id: str
    title: str
    type: str
    state: str
    state_class: StateClass | None
    closed: int | None
    total: int | None

    @property
    def open(self) -> int:
        return (self.total or 0) - (self.closed or 0)


class RuleCount(Struct, frozen=True):
    """Findings of one rule about open and about closed items."""

    rule: str
    severity: Severity
    open: int
    closed: int


class Summary(Struct, frozen=True):
    counts: Counts
    states: tuple[StateCount, ...]
    containers: tuple[Progress, ...]
    findings: tuple[RuleCount, ...]


def summarise(judged: Judged) -> Summary:
    """The summary of one graph."""
    graph = judged.graph
    rules = _count_rules(judged)
    return Summary(_count(graph, rules), _count_states(graph), _measure_progress(graph), rules)


def _count(graph: Graph, rules: Iterable[RuleCount]) -> Counts:
    rules = tuple(rules)
    open_count = sum(item.is_open for item in graph.items)
    return Counts(
        items=len(graph.items),
        open=open_count,
        closed=len(graph.items) - open_count,
        archived=sum(item.archived for item in graph.items),
        ready=sum(map(graph.can_start, graph.items)),
        blocked=sum(item.is_open and graph.is_blocked(item.id) for item in graph.items),
        problems=len(graph.problems),
        findings_open=sum(rule.open for rule in rules),
        findings_closed=sum(rule.closed for rule in rules),
    )


def _count_states(graph: Graph) -> tuple[StateCount, ...]:
    """Declared states in their order, the empty ones too; then unknown words by bytes; then no word."""
    found = Counter(item.state for item in graph.items)
    unknown = sorted(word for word in found if word and word not in graph.kind.states)
    missing = [""] if found[""] else []
    names = [*graph.kind.states, *unknown, *missing]
    return tuple(StateCount(name, graph.kind.states.get(name), found[name]) for name in names)


def _measure_progress(graph: Graph) -> tuple[Progress, ...]:
    """Containers: the open ones first, then by how much below them is open, then by id."""
    work = [item for item in graph.items if item.id in graph.intervals and not graph.is_container(item)]
    closed_at, total_at = [0] * (len(graph.intervals) + 1), [0] * (len(graph.intervals) + 1)
    for item in work:
        at = graph.intervals[item.id][0] + 1
        total_at[at] += 1
        closed_at[at] += not item.is_open
    total_until, closed_until = list(accumulate(total_at)), list(accumulate(closed_at))
    found = [_make_progress(graph, item, total_until, closed_until) for item in graph.items if graph.is_container(item)]
    return tuple(sorted(found, key=lambda each: (each.state_class in ("done", "dropped"), -each.open, each.id)))


def _make_progress(graph: Graph, item: Item, total_until: list[int], closed_until: list[int]) -> Progress:
    interval = graph.intervals.get(item.id)
    start, end = (interval[0] + 1, interval[1]) if interval else (0, 0)  # not another file of the same id
    return Progress(
        id=item.id,
        title=graph.title_of(item),
        type=graph.type_of(item),
        state=item.state,
        state_class=item.state_class,
        closed=closed_until[end] - closed_until[start] if interval else None,
        total=total_until[end] - total_until[start] if interval else None,
    )


def _count_rules(judged: Judged) -> tuple[RuleCount, ...]:
    """Rules that found something, the worst first, then by name."""
    open_counts: Counter[str] = Counter()
    closed_counts: Counter[str] = Counter()
    for item, findings in zip(judged.graph.items, judged.findings, strict=True):
        counts = open_counts if item.is_open else closed_counts
        for finding in findings:
            counts[finding.rule] += 1
    rules = [
        RuleCount(rule.spec.name, rule.severity, open_counts[rule.spec.name], closed_counts[rule.spec.name])
        for rule in judged.graph.kind.rules
    ]
    found = [rule for rule in rules if rule.open or rule.closed]
    return tuple(sorted(found, key=lambda rule: (SEVERITIES.index(rule.severity), rule.rule)))
