"""Rules about the work itself: states that disagree with what the item, its children or its text say."""

import re
from collections.abc import Callable, Iterator, Mapping
from typing import Any, Final

from gen_docs.fences import strip_fences
from gen_docs.graph import Graph
from gen_docs.values import Finding, Item

Verdicts = Iterator[tuple[Item, Finding]]
Parameters = Mapping[str, Any]


def find_complete_containers(graph: Graph, _: Parameters) -> Verdicts:
    """An open container with children, all of them closed."""
    for item in graph.open_items:
        children = graph.children.get(item.id)
        if children and graph.is_container(item) and graph.open_ids.isdisjoint(children):
            yield item, Finding("container-complete")


def find_open_but_checked(graph: Graph, _: Parameters) -> Verdicts:
    for item in graph.open_items:
        if item.checklist and item.checklist[0] == item.checklist[1]:
            yield item, Finding("all-checked-open")


def find_done_but_unchecked(graph: Graph, _: Parameters) -> Verdicts:
    for item in graph.items:
        if item.state_class == "done" and item.checklist and item.checklist[0] < item.checklist[1]:
            yield item, Finding("completed-unchecked", value=str(item.checklist[1] - item.checklist[0]))


def find_open_in_archive(graph: Graph, _: Parameters) -> Verdicts:
    for item in graph.open_items:
        if item.archived:
            yield item, Finding("archived-open")


def find_duplicate_titles(graph: Graph, _: Parameters) -> Verdicts:
    """Items of one exact title, where any is open. Stands on the open ones; names the first other by id."""
    name = graph.kind.roles["title"]
    firsts: dict[object, Item] = {}
    groups: dict[object, list[Item]] = {}
    for item in graph.items:
        title = item.values.get(name)
        if title is not None and firsts.setdefault(title, item) is not item:
            groups.setdefault(title, [firsts[title]]).append(item)
    for first, *others in groups.values():
        second = next((item for item in others if item.id != first.id), None)
        for item in (first, *others) if second else ():
            if item.is_open:
                other = second if item.id == first.id else first
                yield item, Finding("duplicate-title", value=other.id if other else "")


def find_dropped_without_section(graph: Graph, parameters: Parameters) -> Verdicts:
    return _find_without_section(graph, "dropped", parameters["heading"], "dropped-without-section")


def find_done_without_section(graph: Graph, parameters: Parameters) -> Verdicts:
    return _find_without_section(graph, "done", parameters["heading"], "done-without-section")


_HEADING = re.compile(r"^ {0,3}#{1,6}[ \t]+(.*?)[ \t#]*$", re.MULTILINE)


def _find_without_section(graph: Graph, state_class: str, pattern: str, rule: str) -> Verdicts:
    wanted = re.compile(pattern, re.IGNORECASE)
    for item in graph.items:
        if item.state_class == state_class:
            headings = _HEADING.findall(strip_fences(item.body))
            if not any(wanted.search(heading) for heading in headings):
                yield item, Finding(rule)


RULES: Final[dict[str, Callable[[Graph, Parameters], Verdicts]]] = {
    "all-checked-open": find_open_but_checked,
    "archived-open": find_open_in_archive,
    "completed-unchecked": find_done_but_unchecked,
    "container-complete": find_complete_containers,
    "done-without-section": find_done_without_section,
    "dropped-without-section": find_dropped_without_section,
    "duplicate-title": find_duplicate_titles,
}
