"""The artifacts of the docs: every page in every language, its twin, and the files that pages show."""

from collections.abc import Iterator
from functools import partial
from typing import Final

from markupsafe import Markup

from gen_docs.docs.library import Library
from gen_docs.docs.links import Links
from gen_docs.docs.manifest import DocsPage
from gen_docs.docs.markdown import DocsMarkdown
from gen_docs.docs.pages import DocsPages
from gen_docs.docs.renderer import Embed
from gen_docs.docs.twins import write_docs_twin
from gen_docs.drawing import Drawing
from gen_docs.files import FileFault, Root
from gen_docs.kit import Kit, Shell, make_shell
from gen_docs.panel import panel_context
from gen_docs.rulebook import RULEBOOK
from gen_docs.summary import Summary
from gen_docs.twins import TWIN
from gen_docs.values import Artifact
from gen_docs.views import Page


def list_docs_routes(library: Library) -> Iterator[str]:
    for language in library.languages:
        for page in library.docs.pages:
            yield library.route_in(language, page.route)


def render_docs(kit: Kit, links: Links, summaries: dict[str, Summary]) -> Iterator[Artifact]:
    """Every file of the docs. `kit` is that of the source language."""
    library = links.library
    for language in library.languages if library.pages else ():
        renderer = DocsRenderer(kit.speak(language), links, summaries)
        for page in library.docs.pages:
            route = library.route_in(language, page.route)
            yield Artifact(f"{route}index.html", partial(renderer.render, page))
            yield Artifact(f"{route}{TWIN}", partial(write_docs_twin, links, page, language))
    for route, path in links.files.items():
        yield Artifact(route, partial(_read_file, kit.root, path))


def _read_file(root: Root, path: str) -> bytes:
    """What a page shows, or nothing where it cannot be read."""
    try:
        return root.read(path) or b""
    except FileFault:
        return b""


class DocsRenderer:
    """Renders docs pages in one language."""

    def __init__(self, kit: Kit, links: Links, summaries: dict[str, Summary]) -> None:
        self._kit: Final = kit
        self._summaries: Final = summaries
        self._shells: Final[dict[int, Shell]] = {}
        markdown = DocsMarkdown(Drawing(kit.catalogue))
        self._pages: Final = DocsPages(links, markdown, kit.catalogue.language, self._draw)

    def render(self, docs_page: DocsPage) -> bytes:
        page, context = self._pages.context(docs_page)
        depth = page.folder.count("/")  # the docs pages of one depth have one shell
        if depth not in self._shells:
            self._shells[depth] = make_shell(self._kit, page)
        return self._kit.render("doc.html", page, context, self._shells[depth])

    def _draw(self, page: Page, embed: Embed, anchor: str) -> Markup:
        """What an embed shows; what cannot be shown is a problem of the docs, and its place says so."""
        if embed.name == "rules":
            return self._kit.templates.fragment("rules.html", rules=RULEBOOK.values(), anchor=anchor)
        judged = self._kit.views.graphs.get(embed.argument)
        if judged is None:
            return self._kit.templates.fragment("embed.html", graph=embed.argument)
        summary = self._summaries.get(judged.graph.id)
        language = self._kit.catalogue.language
        context = panel_context(page, judged, summary, anchor=anchor, language=language, level=embed.level)
        return self._kit.templates.fragment("panel.html", **context)
