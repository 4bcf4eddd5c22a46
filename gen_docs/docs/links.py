"""What the links of the docs lead to, found before any page is laid out; and what leads nowhere. Pure but for one
question: whether a path is a file.
"""

import posixpath
import re
from collections.abc import Callable, Iterator
from functools import cached_property
from typing import Final, Literal
from urllib.parse import unquote

from msgspec import Struct, structs

from gen_docs.docs.library import Library
from gen_docs.docs.manifest import MANIFEST, DocsPage, DocsProblem, Text
from gen_docs.docs.outline import Outline
from gen_docs.forge import fill_url
from gen_docs.projection import index_path, schema_path
from gen_docs.text import closest
from gen_docs.views import SiteViews

MAX_COMPARED: Final = 3_000  # more candidates take a second to compare, for one suggestion
MAX_SUGGESTED: Final = 100  # who has more problems has another one
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

    @property
    def is_stand_in(self) -> bool:
        """Whether a file of the source may stand here for one in the page's language."""
        return posixpath.dirname(self.path) == self.page.folder


class Links:
    """Every place that docs can lead to."""

    def __init__(self, library: Library, views: SiteViews, is_there: Callable[[str], bool]) -> None:
        """`is_there` tells of a path from the root whether there is something."""
        self.library: Final = library
        self.views: Final = views
        self._is_there: Final = is_there

    def find(self, written: str, place: Place) -> Target | None:
        """What a link leads to, or None where there is no such thing."""
        found = self._find(written, place)
        if found or not place.is_stand_in or "#" not in written:
            return found
        # The source's text stands in for a translation, whose page need not have the source's anchors.
        is_known = self._find(written, structs.replace(place, language=self.library.languages[0]))
        return self._find(written.partition("#")[0], place) if is_known else None

    def _find(self, written: str, place: Place) -> Target | None:
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
            if not full.startswith("../") and (found := self._find_path(full, anchor, place.language)):
                return found
        return None

    def _find_page(self, route: str, anchor: str, language: str) -> Target | None:
        if anchor and anchor not in self.library.anchors_of(route, language):
            return None
        return Target("page", self.library.route_in(language, route), anchor)

    def _find_route(self, route: str, anchor: str, language: str) -> Target | None:
        """What the site has at a route. The anchors of pages that are not docs are not known here."""
        if route in self.known_files or self._is_published(route):
            return Target("file", route)
        folder, _, name = route.rpartition("/")
        folder = folder if name in ("", "index.html") else route
        route = f"{folder}/" if folder else ""
        first, _, rest = route.partition("/")
        if first in self.library.languages[1:] and rest in self.library.pages:
            return self._find_page(rest, anchor, first)
        if route in self.library.pages:
            return self._find_page(route, anchor, language)
        if route.removesuffix("/") in self.views.graphs:
            route = self.views.route_in(language, route)
        return Target("page", route, anchor) if route in self.known_routes else None

    def _find_path(self, path: str, anchor: str, language: str) -> Target | None:
        """What the site shows of a path from the root."""
        inner = self.library.docs.inner_of(path)
        if inner is not None:
            if self._is_published(inner):
                return Target("file", inner)
            if (found := self._find_docs(inner)) is not None:
                route, name, own = found
                return self._find_page(route, anchor or name, own or language)
        if (ref := self.views.items_by_path.get(path)) is not None:
            return Target("page", self.views.item_routes[ref.graph][ref.id])
        if not self._is_there(path):
            return None
        address = fill_url(self.views.urls, "view", path)
        return Target("web", f"{address}#{anchor}" if anchor else address) if address else Target("text")

    def _is_published(self, inner: str) -> bool:
        """Whether a path below the docs is that of a file which the site can show at the same route."""
        if inner not in self._docs_files:
            return False
        first, _, rest = inner.partition("/")
        if rest and first in self.library.languages:
            return f"{rest}/" not in self.library.pages
        return not self.library.owner_of(inner)

    def _find_docs(self, inner: str) -> tuple[str, str, str] | None:
        """The page, the anchor and the language, "" for any, that a path below the docs stands for."""
        folder = inner if posixpath.basename(inner) != MANIFEST else posixpath.dirname(inner)
        route = f"{folder}/" if folder else ""
        return self._section_places.get(inner) or ((route, "", "") if route in self.library.pages else None)

    @cached_property
    def _docs_files(self) -> frozenset[str]:
        """The files beside pages, by their paths below the docs."""
        return frozenset(inner for path in self.library.docs.files if (inner := self.library.docs.inner_of(path)))

    @cached_property
    def _section_places(self) -> dict[str, tuple[str, str, str]]:
        """The page, the anchor and, for a translation, the language of every section, by its path below the docs."""
        docs = self.library.docs
        return {
            docs.inner_of(text.path) or "": (page.route, section.name, language)
            for page in docs.pages
            for section in page.sections
            for language, text in [("", section.text), *((tag, each[0]) for tag, each in section.translations.items())]
        }

    @cached_property
    def dashboards(self) -> dict[str, str]:
        """The graph of every dashboard, by its route in each language."""
        views = self.views
        return {views.route_in(tag, f"{graph}/"): graph for tag in views.site.languages for graph in views.graphs}

    @cached_property
    def known_routes(self) -> frozenset[str]:
        """The pages that are not docs."""
        items = (route for pages in self.views.item_pages.values() for route in pages)
        return frozenset(["", *self.dashboards, *items])

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
            found = self.library.outline(text)
            problems += self._check_embeds(text, found)
            for reference in found.references:
                target = self.find(reference.written, place)
                if target is None:
                    near = self._suggest(reference.written, place) if len(problems) < MAX_SUGGESTED else ""
                    line = text.offset + reference.line + 1
                    problems.append(DocsProblem(text.path, line, "docs-link", reference.written, near))
                elif target.sort == "file" and target.place not in self.known_files:
                    files[target.place] = self.library.docs.path_of(target.place)
        return problems, files

    def _check_embeds(self, text: Text, found: Outline) -> Iterator[DocsProblem]:
        for embed in found.embeds:
            if embed.word == "graph" and embed.argument not in self.views.graphs:
                near = closest(embed.argument, self.views.graphs) or ""
                yield DocsProblem(text.path, text.offset + embed.line + 1, "docs-graph", embed.argument, near)

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
        target = self.find(path, place)
        if target is None:
            return closest(unquote(path), self._list_candidates(path, place)) or ""
        first, _, rest = target.place.partition("/")
        language, route = (first, rest) if first in self.library.languages[1:] else (place.language, target.place)
        known = self.library.anchors_of(route, language) if route in self.library.pages else ()
        near = closest(unquote(anchor), known)
        return f"{path}#{near}" if near else ""

    def _list_candidates(self, path: str, place: Place) -> set[str]:
        """What a path may have been meant to be, spelt as one spells it there; nothing where that is too much."""
        pages = self.library.docs.pages
        if path.startswith("/"):
            known = self.known_routes if len(self.known_routes) <= MAX_COMPARED else ()
            return {f"/{route}" for route in (*self.library.pages, *known)} if len(pages) <= MAX_COMPARED else set()
        texts = [section.text.path for page in pages for section in page.sections]
        if len(pages) + len(texts) > MAX_COMPARED:
            return set()
        base = f"/{posixpath.dirname(place.path)}"
        folders = [posixpath.relpath(f"/{page.folder}", base) for page in pages if page.folder != base[1:]]
        own = f"../{posixpath.basename(base)}/"
        return {own, *(f"{each}/" for each in folders), *(posixpath.relpath(f"/{each}", base) for each in texts)}
