"""What the links of the docs lead to, found before any page is laid out; and what leads nowhere. Pure but for one
question: whether a path is a file.
"""

import posixpath
import re
from collections.abc import Callable, Iterable, Iterator
from functools import cached_property
from typing import Final, Literal
from urllib.parse import unquote

from msgspec import Struct

from gen_docs.docs.library import Library
from gen_docs.docs.manifest import MANIFEST, DocsPage, DocsProblem, Text
from gen_docs.forge import fill_url
from gen_docs.projection import index_path, schema_path
from gen_docs.text import closest
from gen_docs.views import SiteViews

MAX_COMPARED: Final = 3_000  # more candidates take seconds to compare, for one suggestion
_SCHEME: Final = re.compile(r"[A-Za-z][A-Za-z0-9+.-]*:|//")
_DERIVED: Final = ("summary", "text", "badge")


class Target(Struct, frozen=True):
    """What a link leads to: a `page` or a `file` of the site by its route, an address on the `web`, or a file that the
    site cannot show (`text`)."""

    sort: Literal["page", "file", "web", "text"]
    place: str = ""
    anchor: str = ""


class Place(Struct, frozen=True):
    """Where a link is written: on which page, in which language, in which file."""

    page: DocsPage
    language: str
    path: str


class Links:
    """Every place that docs can lead to."""

    def __init__(self, library: Library, views: SiteViews, is_there: Callable[[str], bool]) -> None:
        """`is_there` tells of a path from the root whether there is something."""
        self.library: Final = library
        self.views: Final = views
        self._is_there: Final = is_there

    def find(self, written: str, place: Place) -> Target | None:
        """What a link leads to, or None where there is no such thing."""
        if _SCHEME.match(written):
            return Target("web", written) if written.lower().startswith(("http://", "https://", "mailto:")) else None
        path, _, anchor = written.partition("#")
        path, anchor = unquote(path.partition("?")[0]), unquote(anchor)
        if not path:
            return self._find_page(place.page.route, anchor, place.language)
        if path.startswith("/"):
            return self._find_route(path[1:], anchor, place.language)
        for base in dict.fromkeys((posixpath.dirname(place.path), place.page.folder)):
            full = posixpath.normpath(posixpath.join(base, path))
            if not full.startswith("..") and (found := self._find_path(full, anchor, place.language)):
                return found
        return None

    def _find_page(self, route: str, anchor: str, language: str) -> Target | None:
        if anchor and anchor not in self.library.anchors_of(route, language):
            return None
        return Target("page", self.library.route_in(language, route), anchor)

    def _find_route(self, route: str, anchor: str, language: str) -> Target | None:
        """What the site has at a route. The anchors of pages that are not docs are not known here."""
        if route in self.known_files:
            return Target("file", route)
        route = route.removesuffix("index.html").rstrip("/")
        route = f"{route}/" if route else ""
        first, _, rest = route.partition("/")
        if first in self.library.languages[1:] and rest in self.library.pages:
            return self._find_page(rest, anchor, first)
        if route in self.library.pages:
            return self._find_page(route, anchor, language)
        return Target("page", route, anchor) if route in self.known_routes else None

    def _find_path(self, path: str, anchor: str, language: str) -> Target | None:
        """What the site shows of a path from the root."""
        inner = self._below_docs(path)
        if inner is not None and (found := self._find_docs(inner, anchor, language)):
            return found
        if (ref := self.views.items_by_path.get(path)) is not None:
            return Target("page", self.views.item_routes[ref.graph][ref.id])
        if not self._is_there(path):
            return None
        if inner and not inner.endswith((".md", ".toml")) and "." in posixpath.basename(inner):
            return Target("file", inner)
        address = fill_url(self.views.urls, "view", path)
        return Target("web", f"{address}#{anchor}" if anchor else address) if address else Target("text")

    def _below_docs(self, path: str) -> str | None:
        folder = self.library.docs.folder.rstrip("/")
        if path == folder:
            return ""
        return path.removeprefix(f"{folder}/") if path.startswith(f"{folder}/") else None

    def _find_docs(self, inner: str, anchor: str, language: str) -> Target | None:
        if inner in self._section_places:
            route, name = self._section_places[inner]
            return self._find_page(route, anchor or name, language)
        folder = inner.removesuffix(MANIFEST).rstrip("/")
        route = f"{folder}/" if folder else ""
        return self._find_page(route, anchor, language) if route in self.library.pages else None

    @cached_property
    def _section_places(self) -> dict[str, tuple[str, str]]:
        """The page and the anchor of every file of a section, by its path below the docs."""
        cut = len(self.library.docs.folder.rstrip("/")) + 1
        return {
            text.path[cut:]: (page.route, section.name)
            for page in self.library.docs.pages
            for section in page.sections
            for text in (section.text, *(each for each, _ in section.translations.values()))
        }

    @cached_property
    def known_routes(self) -> frozenset[str]:
        """The pages that are not docs."""
        graphs = [f"{graph}/" for graph in self.views.graphs]
        return frozenset(["", *graphs, *(route for graph in self.views.graphs for route in self.views.pages_of(graph))])

    @cached_property
    def known_files(self) -> frozenset[str]:
        """The public data."""
        projected = [judged.graph for judged in self.views.graphs.values() if judged.graph.is_projected]
        found = {index_path(graph.id) for graph in projected} | {schema_path(graph.kind.name) for graph in projected}
        found |= {f"assets/{graph.id}/{name}.json" for graph in projected for name in _DERIVED}
        found |= {schema_path(name) for name in _DERIVED} | {"llms.txt", "404.html"}
        return frozenset(found | ({"sitemap.xml", "robots.txt"} if self.views.site.base_url else set()))

    @cached_property
    def _checked(self) -> tuple[list[DocsProblem], dict[str, str]]:
        """What leads nowhere, and the files that are published because something leads to them, by route."""
        problems: list[DocsProblem] = []
        files: dict[str, str] = {}
        for place, text in self._list_texts():
            for reference in self.library.outline(text).references:
                line = text.offset + reference.line + 1
                if reference.sort == "graph":
                    if reference.written not in self.views.graphs:
                        near = closest(reference.written, self.views.graphs) or ""
                        problems.append(DocsProblem(text.path, line, "docs-graph", reference.written, near))
                    continue
                target = self.find(reference.written, place)
                if target is None:
                    near = self._suggest(reference.written, place)
                    problems.append(DocsProblem(text.path, line, "docs-link", reference.written, near))
                elif target.sort == "file" and target.place not in self.known_files:
                    files[target.place] = f"{self.library.docs.folder.rstrip('/')}/{target.place}"
        return problems, files

    def _list_texts(self) -> Iterator[tuple[Place, Text]]:
        for page in self.library.docs.pages:
            for section in page.sections:
                yield Place(page, self.library.languages[0], section.text.path), section.text
                for language, (text, _) in section.translations.items():
                    yield Place(page, language, text.path), text

    @property
    def problems(self) -> tuple[DocsProblem, ...]:
        """Everything that is wrong in the docs, by place."""
        return tuple(sorted([*self.library.docs.problems, *self._checked[0]]))

    @property
    def files(self) -> dict[str, str]:
        """The pictures and other files that pages show or link, as paths from the root by route."""
        return dict(sorted(self._checked[1].items()))

    def _suggest(self, written: str, place: Place) -> str:
        """The nearest thing that exists, spelt as the link is; "" where none is near."""
        path, _, anchor = written.partition("#")
        if anchor and (not path or self.find(path, place)):
            target = self.find(path, place) if path else Target("page", place.page.route)
            route = target.place if target else ""
            known = self.library.anchors_of(route, place.language) if route in self.library.pages else ()
            near = closest(anchor, known)
            return f"{path}#{near}" if near else ""
        return closest(path, self._list_candidates(path, place)) or ""

    def _list_candidates(self, path: str, place: Place) -> Iterable[str]:
        if path.startswith("/"):
            routes = (
                [*self.library.pages, *self.known_routes]
                if len(self.known_routes) <= MAX_COMPARED
                else [*self.library.pages]
            )
            return {f"/{route}" for route in routes}
        base = posixpath.dirname(place.path)
        folders = [
            f"../{posixpath.basename(base)}/" if page.folder == base else f"{posixpath.relpath(page.folder, base)}/"
            for page in self.library.docs.pages
        ]
        files = [
            posixpath.relpath(section.text.path, base) for page in self.library.docs.pages for section in page.sections
        ]
        return {*folders, *files} if len(folders) + len(files) <= MAX_COMPARED else ()
