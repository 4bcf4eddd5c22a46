"""What templates are given: plain values made from graphs, with every link relative to the page that shows it.

Nothing here knows a kind. A view holds text, numbers and links; how they look is the templates' matter.
"""

from collections.abc import Iterable
from functools import cached_property
from typing import Final

from msgspec import Struct

from gen_docs.catalogue import Catalogue
from gen_docs.declaration import Site
from gen_docs.forge import fill_url
from gen_docs.graph import Graph
from gen_docs.ids import ItemRef
from gen_docs.kind import Field, Rule
from gen_docs.routes import item_route, relative_link
from gen_docs.rules import Judged
from gen_docs.text import fold_id
from gen_docs.values import CLOSED, SEVERITIES, Finding, Item, Severity


class ItemLink(Struct, frozen=True):
    """An item as a line: where its page is, and what tells it apart."""

    href: str
    id: str
    title: str
    state: str
    state_class: str
    is_open: bool

    @property
    def has_title(self) -> bool:
        return bool(self.title) and not self.title.isspace()


class FindingView(Struct, frozen=True):
    """A finding with its sentence. `value` links where it names an item of the graph."""

    rule: str
    severity: Severity
    field: str
    value: "ItemLink | str"
    suggestion: "ItemLink | str"
    edit: str


class ReferenceView(Struct, frozen=True):
    """One entry of a list of references: a link where it resolves, else what is written."""

    kind: str
    text: str
    href: str
    title: str = ""


class Page:
    """One page's place, from which it links to others: `folder` is "" or ends in "/"."""

    def __init__(self, views: "SiteViews", folder: str) -> None:
        self.views: Final = views
        self.folder: Final = folder
        self._up: Final = "../" * folder.count("/")

    def link(self, target: str) -> str:
        return relative_link(target, self.folder)

    @property
    def address(self) -> str:
        """The page's whole address, or "" when nobody said where the site is published."""
        base = self.views.site.base_url
        return base + relative_link(self.folder, "").removeprefix("./") if base else ""

    def item(self, graph: Graph, identifier: str) -> ItemLink:
        """A link to the item of an id, in the words of the file that speaks for it."""
        return self.file(graph, graph.speakers[identifier])

    def file(self, graph: Graph, item: Item) -> ItemLink:
        href = self._up + self.views.item_links[graph.id][item.id]
        return ItemLink(href, item.id, graph.title_of(item), item.state, class_name(graph, item.state), item.is_open)

    def items(self, graph: Graph, identifiers: Iterable[str]) -> list[ItemLink]:
        return [self.item(graph, identifier) for identifier in identifiers]

    def reference(self, ref: ItemRef) -> ItemLink:
        return self.item(self.views.graphs[ref.graph].graph, ref.id)

    def findings(self, judged: Judged, item: Item, findings: Iterable[Finding]) -> list[FindingView]:
        """An item's findings, the worst first."""
        if not findings:
            return []
        rules = judged.graph.kind.rules_by_name
        edit = fill_url(self.views.urls, "edit", item.path)
        views = [
            FindingView(
                finding.rule,
                rules[finding.rule].severity,
                finding.field,
                self._name(judged.graph, rules[finding.rule], finding.value),
                self._name(judged.graph, rules[finding.rule], finding.suggestion),
                edit,
            )
            for finding in findings
        ]
        return sorted(views, key=lambda view: SEVERITIES.index(view.severity))

    def _name(self, graph: Graph, rule: Rule, text: str) -> ItemLink | str:
        """A link where the rule speaks of an item, and there is such an item."""
        names = rule.spec.names
        if names == "item" and text in graph.ids.files:
            return self.item(graph, text)
        ref = graph.index.find(text) if names == "reference" else None
        return self.reference(ref) if ref else text


class LostPage(Page):
    """The page for addresses that lead nowhere. A server shows it at any depth, so its links are whole where the base
    URL is known."""

    def __init__(self, views: "SiteViews") -> None:
        super().__init__(views, "404.html")

    def link(self, target: str) -> str:
        path = relative_link(target, "")
        base = self.views.site.base_url
        return base + path.removeprefix("./") if base else path

    @property
    def address(self) -> str:
        return ""


class SiteViews:
    """What all pages of a site share."""

    def __init__(self, site: Site, graphs: tuple[Judged, ...], catalogue: Catalogue) -> None:
        self.site: Final = site
        self.graphs: Final = {judged.graph.id: judged for judged in graphs}
        self.catalogue: Final = catalogue
        self.urls: Final = site.forge.urls() if site.forge else {}

    @cached_property
    def item_links(self) -> dict[str, dict[str, str]]:
        """The link to the page of every id, from the site's root: encoded once, since every page links to many."""
        return {
            graph: {identifier: relative_link(route, "") for identifier, route in routes.items()}
            for graph, routes in self._routes.items()
        }

    @cached_property
    def _routes(self) -> dict[str, dict[str, str]]:
        """The page of every id: of ids that one folder would hold, that of the first by bytes."""
        routes: dict[str, dict[str, str]] = {}
        for name, judged in self.graphs.items():
            firsts: dict[str, str] = {}
            routes[name] = {
                identifier: item_route(name, firsts.setdefault(fold_id(identifier), identifier))
                for identifier in (judged.graph.ids.files if judged.graph.is_projected else ())
            }
        return routes

    def pages_of(self, graph: str) -> dict[str, list[str]]:
        """The ids on every item page of a graph, by the page's route."""
        pages: dict[str, list[str]] = {}
        for identifier, route in self._routes[graph].items():
            pages.setdefault(route, []).append(identifier)
        return pages

    @cached_property
    def referred_by(self) -> dict[ItemRef, list[ItemRef]]:
        """Who refers to each item, from any graph."""
        found: dict[ItemRef, list[ItemRef]] = {}
        for judged in self.graphs.values():
            graph = judged.graph
            for link in graph.kind.links_of("refers") if graph.is_projected else ():
                for item in graph.items:
                    for target in resolve_references(graph, item, link.field):
                        if target is not None:
                            found.setdefault(target, []).append(ItemRef(graph.id, item.id))
        return {target: sorted(set(sources)) for target, sources in found.items()}


def resolve_references(graph: Graph, item: Item, field: Field) -> list[ItemRef | None]:
    """The items that a list of references points to, None for each that is data or unknown."""
    return [
        graph.index.find_reference(reference) if graph.index.is_reference(reference) else None
        for reference in reference_entries(item, field)
    ]


def reference_entries(item: Item, field: Field) -> list[dict[str, object]]:
    written = item.values.get(field.name, [])
    return [each for each in written if isinstance(each, dict)] if isinstance(written, list) else []


def class_name(graph: Graph, state: str) -> str:
    """The class of a state as pages name it, with words for what has none; "" for a kind without states."""
    if "state" not in graph.kind.roles:
        return ""
    return graph.kind.states.get(state) or ("unknown" if state else "missing")


def is_closed_class(name: str | None) -> bool:
    return name in CLOSED


def label(name: str) -> str:
    """A field's name as people read it."""
    return name.replace("_", " ")
