"""What templates are given: plain values made from graphs, with every link relative to the page that shows it.

Nothing here knows a kind. A view holds text, numbers and links; how they look is the templates' matter.
"""

import re
from collections.abc import Callable, Iterable
from functools import cached_property
from typing import Final

from msgspec import structs

from gen_docs.catalogue import Catalogue
from gen_docs.declaration import Site
from gen_docs.forge import fill_url
from gen_docs.graph import Graph
from gen_docs.ids import ItemRef
from gen_docs.kind import Field, Rule
from gen_docs.mentions import find_mentions
from gen_docs.names import Names, Vocabulary
from gen_docs.routes import item_route, relative_link
from gen_docs.rules import Judged
from gen_docs.shown import FindingView, ItemLink, ProblemView
from gen_docs.stamp import Stamp
from gen_docs.text import fold_id
from gen_docs.values import CLOSED, SEVERITIES, Finding, Item, Problem


class Page:
    """One page's place, from which it links to others: `folder` is "" or ends in "/"."""

    def __init__(self, views: "SiteViews", folder: str) -> None:
        self.views: Final = views
        self.folder: Final = folder
        self.own: Final = relative_link(folder, folder)
        self._up: Final = "../" * folder.count("/")

    def link(self, target: str) -> str:
        return relative_link(target, self.folder)

    @cached_property
    def language(self) -> str:
        """The language that the page's route names; the source language has none there."""
        first = self.folder.partition("/")[0]
        languages = self.views.site.languages
        return first if first in languages[1:] else languages[0]

    @property
    def home_route(self) -> str:
        """The route of the docs' home in the page's language."""
        return self.views.route_in(self.language, "")

    @property
    def is_docs(self) -> bool:
        """Whether this is a page of the docs, not of a state graph."""
        return self.folder.removeprefix(self.home_route).partition("/")[0] not in self.views.graphs

    def graph_route(self, graph: str) -> str:
        """The route of a graph's dashboard in the page's language."""
        return self.views.route_in(self.language, f"{graph}/")

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

    def unread(self, graph: Graph, identifier: str) -> str:
        """The link to the page of an id that only unreadable files would have given."""
        return self._up + self.views.item_links[graph.id][identifier]

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

    def __init__(
        self,
        site: Site,
        graphs: tuple[Judged, ...],
        catalogue: Catalogue,
        has_file: Callable[[str], bool],
        stamp: Stamp | None = None,
    ) -> None:
        """`has_file` tells of a path from the root whether there is something. `stamp` is None where nobody says what
        is built."""
        self.stamp: Final = stamp
        self.site: Final = site
        self._has_file: Final = has_file
        self.graphs: Final = {judged.graph.id: judged for judged in graphs}
        self.catalogue: Final = catalogue
        self.urls: Final = site.forge.urls() if site.forge else {}

    def route_in(self, language: str, route: str) -> str:
        """The route of a page in a language: the source language has none of its own."""
        return route if language == self.site.languages[0] else f"{language}/{route}"

    def prepare(self) -> None:
        """Works out what the pages of all items need."""
        _ = self.item_links, self.names, self.mentioned_by, self.referred_by

    @cached_property
    def item_links(self) -> dict[str, dict[str, str]]:
        """The link to the page of every id, from the site's root: encoded once, since every page links to many."""
        return {
            graph: {identifier: relative_link(route, "") for identifier, route in routes.items()}
            for graph, routes in self.item_routes.items()
        }

    @cached_property
    def item_routes(self) -> dict[str, dict[str, str]]:
        """The page of every id: of ids that one folder would hold, that of the first by bytes."""
        routes: dict[str, dict[str, str]] = {}
        for name, judged in self.graphs.items():
            firsts: dict[str, str] = {}
            routes[name] = {
                identifier: item_route(name, firsts.setdefault(fold_id(identifier), identifier))
                for identifier in _list_ids(judged.graph)
            }
        return routes

    @cached_property
    def item_pages(self) -> dict[str, dict[str, list[str]]]:
        """For every graph the ids on each of its item pages, by the page's route."""
        found: dict[str, dict[str, list[str]]] = {graph: {} for graph in self.item_routes}
        for graph, routes in self.item_routes.items():
            for identifier, route in routes.items():
                found[graph].setdefault(route, []).append(identifier)
        return found

    def segments_of(self, graph: str) -> dict[str, str]:
        """The route segments of a graph's pages by id, where they are not the id itself: a script that links items
        needs no more than these, and not the rules by which they are made."""
        start = len(graph) + 1
        segments = {identifier: route[start:-1] for identifier, route in self.item_routes[graph].items()}
        return {identifier: segment for identifier, segment in segments.items() if segment != identifier}

    def urls_of(self, repository: str) -> dict[str, str]:
        """The addresses of another repository (`owner/name`) on the site's own forge."""
        forge = self.site.forge
        if forge is None or not re.fullmatch(r"[A-Za-z0-9][A-Za-z0-9-]*/[A-Za-z0-9._-]*[A-Za-z0-9_-]", repository):
            return {}
        return structs.replace(forge, url=f"{forge.url.rsplit('/', 2)[0]}/{repository}").urls()

    @cached_property
    def items_by_path(self) -> dict[str, ItemRef]:
        """The item of every file that a store of the site holds."""
        graphs = [judged.graph for judged in self.graphs.values() if judged.graph.is_projected]
        return {item.path: ItemRef(graph.id, item.id) for graph in graphs for item in graph.items}

    @cached_property
    def names(self) -> Names:
        """What the texts of the site may name."""
        graphs = [judged.graph for judged in self.graphs.values() if judged.graph.is_projected]
        vocabularies = [
            Vocabulary(graph.id, structs.astuple(graph.kind.table.unit), tuple(graph.ids.files), graph.ids.has_short)
            for graph in graphs
        ]
        return Names(vocabularies, self.urls, self._has_file)

    @cached_property
    def mentioned_by(self) -> dict[ItemRef, list[ItemRef]]:
        """Who names each item in its text, from any graph."""
        found: dict[ItemRef, set[ItemRef]] = {}
        for judged in self.graphs.values():
            for source, target in find_mentions(judged.graph, self.names, self.items_by_path):
                found.setdefault(target, set()).add(source)
        return {target: sorted(sources) for target, sources in found.items()}

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


def _list_ids(graph: Graph) -> Iterable[str]:
    """The ids that have a page, by bytes: those of items, and those that unreadable files would have given."""
    if not graph.is_projected:
        return ()
    unread = {problem.id for problem in graph.problems if problem.id}
    return sorted(unread | set(graph.ids.files)) if unread else graph.ids.files


def resolve_references(graph: Graph, item: Item, field: Field) -> list[ItemRef | None]:
    """The items that a list of references points to, None for each that is data or unknown."""
    return [
        graph.index.find_reference(reference) if graph.index.is_reference(reference) else None
        for reference in reference_entries(item, field)
    ]


def reference_entries(item: Item, field: Field) -> list[dict[str, object]]:
    written = item.values.get(field.name, [])
    return [each for each in written if isinstance(each, dict)] if isinstance(written, list) else []


def view_problem(page: Page, graph: Graph, problem: Problem) -> ProblemView:
    urls = page.views.urls
    href = page.unread(graph, problem.id) if problem.id else ""
    return ProblemView(problem, href, fill_url(urls, "view", problem.path), fill_url(urls, "edit", problem.path))


def class_name(graph: Graph, state: str) -> str:
    """The class of a state as pages name it, with words for what has none; "" for a kind without states."""
    if "state" not in graph.kind.roles:
        return ""
    return graph.kind.states.get(state) or ("unknown" if state else "missing")


def is_closed_class(name: str | None) -> bool:
    return name in CLOSED
