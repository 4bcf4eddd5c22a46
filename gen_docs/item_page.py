"""The page of one id: every file that claims it, with its facts, relations, findings and text."""

from collections import defaultdict
from collections.abc import Iterator
from functools import cached_property
from itertools import count
from typing import Final, TypedDict

from msgspec import Struct

from gen_docs.forge import fill_url
from gen_docs.graph import Graph
from gen_docs.ids import ItemRef
from gen_docs.item_facts import FactView, view_facts, view_references
from gen_docs.order import sort_items
from gen_docs.routes import relative_link
from gen_docs.rules import Judged
from gen_docs.shown import FindingView, ItemLink, ProblemView, ReferenceView
from gen_docs.summary import Progress, Summary
from gen_docs.text import label
from gen_docs.values import Finding, Item, Problem
from gen_docs.views import Page, SiteViews, class_name, view_problem


class FileView(Struct, frozen=True):
    """One file of an id. `level` is that of its sections' headings, `number` its place among the files of the page."""

    level: int
    number: int
    item: Item
    title: str
    state_class: str
    facts: list[FactView]
    findings: list[FindingView]
    references: list[tuple[str, list[ReferenceView]]]
    view: str
    edit: str
    history: str


class InheritedView(Struct, frozen=True):
    """An ancestor that is blocked, the first of its blockers, and how many more it has."""

    via: ItemLink
    blockers: list[ItemLink]
    more: int


class RelationsView(Struct, frozen=True):
    """What stands around an id. `blockers` are its own open ones, `inherited` those of blocked ancestors."""

    ancestors: list[ItemLink]
    has_more_above: bool
    children: list[ItemLink]
    progress: Progress | None
    blockers: list[ItemLink]
    inherited: list[InheritedView]
    closed_blockers: list[ItemLink]
    blocking: list[ItemLink]
    referred_by: list[ItemLink]
    mentioned_by: list[ItemLink]


class IdView(Struct, frozen=True):
    """One id of the page. `level` is that of its heading. `problems` are files that would have had the id and cannot be
    read; where there are no others, the id has no title."""

    level: int
    id: str
    title: str
    is_ready: bool
    is_blocked: bool
    relations: RelationsView
    files: list[FileView]
    problems: list[ProblemView]


class Pager(Struct, frozen=True):
    """Where a page stands in its graph's list, from 1, and what stands beside it."""

    place: int
    total: int
    previous: ItemLink | None
    next: ItemLink | None


class ItemContext(TypedDict):
    """What the template of an item's page is given."""

    page: Page
    graph: Graph
    ids: list[IdView]
    title: str
    back: str
    pager: Pager | None


class ItemPages:
    """The item pages of one graph."""

    def __init__(self, views: SiteViews, judged: Judged, summary: Summary) -> None:
        self._views: Final = views
        self._judged: Final = judged
        self._progress: Final = {each.id: each for each in summary.containers}

    @cached_property
    def _files(self) -> dict[str, list[tuple[Item, tuple[Finding, ...]]]]:
        """The files of every id, with their findings."""
        found: defaultdict[str, list[tuple[Item, tuple[Finding, ...]]]] = defaultdict(list)
        for item, findings in zip(self._judged.graph.items, self._judged.findings, strict=True):
            found[item.id].append((item, findings))
        return found

    @cached_property
    def _problems(self) -> dict[str, list[Problem]]:
        found: defaultdict[str, list[Problem]] = defaultdict(list)
        for problem in self._judged.graph.problems:
            found[problem.id].append(problem)
        return found

    @cached_property
    def _ranks(self) -> dict[str, int]:
        """The place of every id in the graph's list."""
        ordered = sort_items(self._judged.graph, self._judged.graph.items)
        return {identifier: rank for rank, identifier in enumerate(dict.fromkeys(item.id for item in ordered))}

    @cached_property
    def _pages(self) -> list[str]:
        """The first id of every page, in the order of the graph's list."""
        links = self._views.item_links[self._judged.graph.id]
        firsts: dict[str, str] = {}
        for identifier in self._ranks:
            firsts.setdefault(links[identifier], identifier)
        return list(firsts.values())

    @cached_property
    def _places(self) -> dict[str, int]:
        """The place of every page by its link, from 0."""
        links = self._views.item_links[self._judged.graph.id]
        return {links[identifier]: place for place, identifier in enumerate(self._pages)}

    def context(self, route: str, ids: list[str]) -> ItemContext:
        """The template context of the page that some ids share; nearly always it is one."""
        page = Page(self._views, route)
        graph = self._judged.graph
        numbers = count()
        level = 1 if len(ids) == 1 else 2
        found = [self._view_id(page, identifier, level, numbers) for identifier in ids]
        return {
            "page": page,
            "graph": graph,
            "ids": found,
            "title": f"{found[0].title} ({found[0].id})" if found[0].title else found[0].id,
            "back": page.link(f"{graph.id}/"),
            "pager": self._view_pager(page, route),
        }

    def _view_pager(self, page: Page, route: str) -> Pager | None:
        """None for a page that stands in no list, since its files cannot be read."""
        graph, pages = self._judged.graph, self._pages
        place = self._places.get(relative_link(route, ""))
        if place is None:
            return None
        return Pager(
            place=place + 1,
            total=len(pages),
            previous=page.item(graph, pages[place - 1]) if place else None,
            next=page.item(graph, pages[place + 1]) if place + 1 < len(pages) else None,
        )

    def _view_id(self, page: Page, identifier: str, level: int, numbers: Iterator[int]) -> IdView:
        graph = self._judged.graph
        files = self._files.get(identifier, [])
        below = level + 1 if len(files) == 1 else level + 2
        return IdView(
            level=level,
            id=identifier,
            title=graph.title_of(graph.speakers[identifier]) if files else "",
            is_ready=any(graph.can_start(item) for item, _ in files),
            is_blocked=graph.is_blocked(identifier),
            relations=self._view_relations(page, identifier),
            files=[self._view_file(page, item, found, below, next(numbers)) for item, found in files],
            problems=[view_problem(page, graph, each) for each in self._problems.get(identifier, ())],
        )

    def _view_file(self, page: Page, item: Item, found: tuple[Finding, ...], level: int, number: int) -> FileView:
        graph, urls = self._judged.graph, self._views.urls
        references = [
            (label(link.field.name), view_references(page, graph, item, link.field))
            for link in graph.kind.links_of("refers")
        ]
        return FileView(
            level=level,
            number=number,
            item=item,
            title=graph.title_of(item),
            state_class=class_name(graph, item.state),
            facts=view_facts(page, graph, item),
            findings=page.findings(self._judged, item, found),
            references=[(name, entries) for name, entries in references if entries],
            view=fill_url(urls, "view", item.path),
            edit=fill_url(urls, "edit", item.path),
            history=fill_url(urls, "history", item.path),
        )

    def _view_relations(self, page: Page, identifier: str) -> RelationsView:
        graph = self._judged.graph
        is_open = identifier in graph.open_ids
        above = graph.blocked_above.get(identifier, ()) if is_open else ()
        closed = [other for other in graph.blockers.get(identifier, ()) if other not in graph.open_ids]
        ref = ItemRef(graph.id, identifier)
        ancestors = _ancestors(graph, identifier)
        return RelationsView(
            ancestors=page.items(graph, ancestors[-MAX_ANCESTORS:]),
            has_more_above=len(ancestors) > MAX_ANCESTORS,
            children=page.items(graph, sorted(graph.children.get(identifier, ()), key=self._ranks.__getitem__)),
            progress=self._progress.get(identifier),
            blockers=page.items(graph, graph.active_blockers.get(identifier, ()) if is_open else ()),
            inherited=[_view_inherited(page, graph, via) for via in above],
            closed_blockers=page.items(graph, closed),
            blocking=page.items(graph, graph.blocking.get(identifier, ())),
            referred_by=[page.reference(other) for other in self._views.referred_by.get(ref, [])],
            mentioned_by=[page.reference(other) for other in self._views.mentioned_by.get(ref, ())],
        )


MAX_INHERITED: Final = 5  # the ancestor's own page has all of its blockers


def _view_inherited(page: Page, graph: Graph, via: str) -> InheritedView:
    blockers = graph.active_blockers[via]
    more = max(0, len(blockers) - MAX_INHERITED)
    return InheritedView(page.item(graph, via), page.items(graph, blockers[:MAX_INHERITED]), more)


MAX_ANCESTORS: Final = 20  # a longer chain is a mistake in the store; its pages say that it goes on


def _ancestors(graph: Graph, identifier: str) -> list[str]:
    """The chain above an id from the top down, by first parents; a circle is followed once."""
    chain: list[str] = []
    current = graph.parents.get(identifier)
    while current and current[0] not in chain and current[0] != identifier and len(chain) <= MAX_ANCESTORS:
        chain.insert(0, current[0])
        current = graph.parents.get(current[0])
    return chain
