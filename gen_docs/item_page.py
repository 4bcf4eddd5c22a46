"""The page of one id: every file that claims it, with its facts, relations, findings and text."""

from collections import defaultdict
from collections.abc import Iterator
from functools import cached_property
from itertools import count
from typing import Final

from markupsafe import Markup
from msgspec import Struct

from gen_docs.bodies import Bodies
from gen_docs.forge import fill_url
from gen_docs.graph import Graph
from gen_docs.ids import ItemRef
from gen_docs.kind import Field
from gen_docs.rules import Judged
from gen_docs.values import Finding, Item
from gen_docs.views import (
    FindingView,
    ItemLink,
    Page,
    ReferenceView,
    SiteViews,
    class_name,
    label,
    reference_entries,
    resolve_references,
)


class FactView(Struct, frozen=True):
    """One field of an item. `form` says how the value shows: word, words, date, text or references."""

    label: str
    form: str
    value: object


class FileView(Struct, frozen=True):
    """One file of an id. `level` is that of its sections' headings."""

    level: int
    item: Item
    title: str
    state_class: str
    facts: list[FactView]
    findings: list[FindingView]
    references: list[tuple[str, list[ReferenceView]]]
    body: Markup
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
    blockers: list[ItemLink]
    inherited: list[InheritedView]
    closed_blockers: list[ItemLink]
    blocking: list[ItemLink]
    referred_by: list[ItemLink]

    @property
    def any(self) -> bool:
        """Whether there is anything to show."""
        return any(getattr(self, name) for name in self.__struct_fields__)


class IdView(Struct, frozen=True):
    """One id of the page. `level` is that of its heading."""

    level: int
    id: str
    title: str
    is_ready: bool
    is_blocked: bool
    relations: RelationsView
    files: list[FileView]


class ItemPages:
    """The item pages of one graph."""

    def __init__(self, views: SiteViews, judged: Judged, bodies: Bodies) -> None:
        self._views: Final = views
        self._judged: Final = judged
        self._bodies: Final = bodies

    @cached_property
    def _files(self) -> dict[str, list[tuple[Item, tuple[Finding, ...]]]]:
        """The files of every id, with their findings."""
        found: defaultdict[str, list[tuple[Item, tuple[Finding, ...]]]] = defaultdict(list)
        for item, findings in zip(self._judged.graph.items, self._judged.findings, strict=True):
            found[item.id].append((item, findings))
        return found

    def context(self, route: str, ids: list[str]) -> dict[str, object]:
        """The template context of the page that some ids share; nearly always it is one."""
        page = Page(self._views, route)
        graph = self._judged.graph
        numbers = count()
        level = 1 if len(ids) == 1 else 2
        found = [self._view_id(page, identifier, level, numbers) for identifier in ids]
        return {
            "page": page,
            "graph": graph,
            "unit": graph.kind.table.unit,
            "ids": found,
            "title": f"{found[0].title} ({found[0].id})" if found[0].title else found[0].id,
            "back": page.link(f"{graph.id}/"),
        }

    def _view_id(self, page: Page, identifier: str, level: int, numbers: Iterator[int]) -> IdView:
        graph = self._judged.graph
        files = self._files[identifier]
        below = level + 1 if len(files) == 1 else level + 2
        return IdView(
            level=level,
            id=identifier,
            title=graph.title_of(graph.speakers[identifier]),
            is_ready=any(graph.can_start(item) for item, _ in files),
            is_blocked=graph.is_blocked(identifier),
            relations=_view_relations(page, graph, identifier),
            files=[self._view_file(page, item, found, below, next(numbers)) for item, found in files],
        )

    def _view_file(self, page: Page, item: Item, found: tuple[Finding, ...], level: int, number: int) -> FileView:
        graph, urls = self._judged.graph, self._views.urls
        references = [
            (label(link.field.name), _view_references(page, graph, item, link.field))
            for link in graph.kind.links_of("refers")
        ]
        text = self._bodies.render(item.body, top_level=level + 1, prefix=f"text{number}-")
        return FileView(
            level=level,
            item=item,
            title=graph.title_of(item),
            state_class=class_name(graph, item.state),
            facts=_view_facts(page, graph, item),
            findings=page.findings(self._judged, item, found),
            references=[(name, entries) for name, entries in references if entries],
            body=text,
            view=fill_url(urls, "view", item.path),
            edit=fill_url(urls, "edit", item.path),
            history=fill_url(urls, "history", item.path),
        )


def _view_relations(page: Page, graph: Graph, identifier: str) -> RelationsView:
    is_open = identifier in graph.open_ids
    above = graph.blocked_above.get(identifier, ()) if is_open else ()
    closed = [other for other in graph.blockers.get(identifier, ()) if other not in graph.open_ids]
    referring = page.views.referred_by.get(ItemRef(graph.id, identifier), [])
    ancestors = _ancestors(graph, identifier)
    return RelationsView(
        ancestors=page.items(graph, ancestors[-MAX_ANCESTORS:]),
        has_more_above=len(ancestors) > MAX_ANCESTORS,
        children=page.items(graph, graph.children.get(identifier, ())),
        blockers=page.items(graph, graph.active_blockers.get(identifier, ()) if is_open else ()),
        inherited=[_view_inherited(page, graph, via) for via in above],
        closed_blockers=page.items(graph, closed),
        blocking=page.items(graph, graph.blocking.get(identifier, ())),
        referred_by=[page.reference(ref) for ref in referring],
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


_FORMS: Final = {"enum": "word", "list": "words", "date": "date", "refs": "references", "bool": "truth"}


def _view_facts(page: Page, graph: Graph, item: Item) -> list[FactView]:
    """The fields that the page's heading does not already show, but for the order, which is a key for sorting."""
    shown = {graph.kind.roles.get(role) for role in ("title", "state", "order")}
    facts: list[FactView] = []
    for field in graph.kind.fields:
        if field.name in item.values and field.name not in shown:
            is_refs = field.type == "refs"
            written = item.values[field.name]
            value = _view_references(page, graph, item, field) if is_refs else _word_truth(written)
            facts.append(FactView(label(field.name), _FORMS.get(field.type, "text"), value))
    return facts


def _word_truth(value: object) -> object:
    """A value with the name of its sentence where it is a truth value."""
    return str(value).lower() if isinstance(value, bool) else value


_FORGE_KINDS: Final = {"issue": "issue", "pull-request": "pull", "commit": "commit"}


def _view_references(page: Page, graph: Graph, item: Item, field: Field) -> list[ReferenceView]:
    entries: list[ReferenceView] = []
    resolved = resolve_references(graph, item, field)
    for written, target in zip(reference_entries(item, field), resolved, strict=True):
        kind, text = str(written.get("kind", "")), str(written.get("id", ""))
        if target is not None:
            link = page.reference(target)
            entries.append(ReferenceView(kind, link.id, link.href, link.title))
            continue
        repo = str(written.get("repo", ""))
        name = _FORGE_KINDS.get(kind, "")
        href = fill_url(page.views.urls, name, text) if name and not repo else ""
        entries.append(ReferenceView(kind, f"{repo}#{text}" if repo else text, href))
    return entries
