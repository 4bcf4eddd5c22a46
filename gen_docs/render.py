"""Rendering: from graphs and projections to every other file of the site. The artifacts are lazy."""

from collections.abc import Iterator
from functools import cache, partial
from pathlib import Path

from markupsafe import Markup
from msgspec import Struct

from gen_docs.bodies import Bodies
from gen_docs.bundle import template_folder
from gen_docs.catalogue import Catalogue, load_catalogue
from gen_docs.declaration import Site
from gen_docs.derived import project_badge, project_summary, project_text
from gen_docs.files import Root
from gen_docs.graph_page import graph_context
from gen_docs.item_page import ItemPages
from gen_docs.projection import dump_json, schema_path
from gen_docs.rules import Judged
from gen_docs.schemas import badge_schema, kind_schema, summary_schema, text_schema
from gen_docs.signposts import render_signposts
from gen_docs.summary import Summary, summarise
from gen_docs.templating import Templates
from gen_docs.values import Artifact
from gen_docs.views import LostPage, Page, SiteViews

ASSETS = "assets/_site"  # a graph's id never begins with "_"


def render(root: Root, site: Site, graphs: tuple[Judged, ...]) -> Iterator[Artifact]:
    """Every file of the site but the projections."""
    catalogue = load_catalogue(site.languages[0])
    templates = Templates(catalogue, root, site.templates)
    views = SiteViews(site, graphs, catalogue)
    yield Artifact(".nojekyll", lambda: b"")
    yield from _render_assets()
    yield from _render_schemas(graphs)
    summaries = {judged.graph.id: summarise(judged) for judged in graphs if judged.graph.is_projected}
    yield Artifact("index.html", partial(_render_home, templates, views, summaries))
    yield Artifact("404.html", partial(_render_lost, templates, views))
    yield from render_signposts(site, [judged.graph for judged in graphs], list(_list_routes(views)), catalogue)
    for judged in graphs:
        summary = summaries.get(judged.graph.id)
        page = partial(_render_graph, templates, views, judged, summary)
        yield Artifact(f"{judged.graph.id}/index.html", page)
        if summary is not None:
            yield from _render_data(judged, summary, catalogue)
            yield from _render_items(templates, views, judged, Bodies(catalogue))


def _render_assets() -> Iterator[Artifact]:
    folder = template_folder() / "assets"
    for path in sorted(folder.rglob("*")):
        if path.is_file():
            yield Artifact(f"{ASSETS}/{path.relative_to(folder).as_posix()}", partial(Path.read_bytes, path))


def _render_schemas(graphs: tuple[Judged, ...]) -> Iterator[Artifact]:
    kinds = {judged.graph.kind.name: judged.graph.kind for judged in graphs if judged.graph.is_projected}
    for name, kind in kinds.items():
        yield Artifact(schema_path(name), lambda kind=kind: dump_json(kind_schema(kind)))  # type: ignore[misc]
    makers = {"summary": summary_schema, "text": text_schema, "badge": badge_schema}
    for name, make in makers.items() if kinds else ():
        yield Artifact(schema_path(name), lambda make=make: dump_json(make()))  # type: ignore[misc]


def _render_data(judged: Judged, summary: Summary, catalogue: Catalogue) -> Iterator[Artifact]:
    graph = judged.graph
    folder = f"assets/{graph.id}"
    yield Artifact(f"{folder}/summary.json", lambda: dump_json(project_summary(graph, summary)))
    yield Artifact(f"{folder}/text.json", lambda: dump_json(project_text(graph)))
    message = catalogue.text("badge.message", open=summary.counts.open)
    yield Artifact(f"{folder}/badge.json", lambda: dump_json(project_badge(graph, message)))


class Shell(Struct, frozen=True):
    """What all pages of one depth and graph share: the links in their heads, and their tops."""

    head: Markup
    header: Markup


def _make_shell(templates: Templates, page: Page) -> Shell:
    context = {"page": page, "site": page.views.site}
    return Shell(templates.fragment("head.html", **context), templates.fragment("header.html", **context))


def _render_home(templates: Templates, views: SiteViews, summaries: dict[str, Summary]) -> bytes:
    page = Page(views, "")
    graphs = [(judged.graph, summaries.get(judged.graph.id)) for judged in views.graphs.values()]
    return templates.render("home.html", shell=_make_shell(templates, page), page=page, site=views.site, graphs=graphs)


def _render_lost(templates: Templates, views: SiteViews) -> bytes:
    page = LostPage(views)
    return templates.render("404.html", shell=_make_shell(templates, page), page=page, site=views.site)


def _list_routes(views: SiteViews) -> Iterator[str]:
    """The folder of every page."""
    yield ""
    for graph in views.graphs:
        yield f"{graph}/"
        yield from views.pages_of(graph)


def _render_graph(templates: Templates, views: SiteViews, judged: Judged, summary: Summary | None) -> bytes:
    context = graph_context(views, judged, summary)
    shell = _make_shell(templates, Page(views, f"{judged.graph.id}/"))
    return templates.render("graph.html", shell=shell, site=views.site, **context)


def _render_items(templates: Templates, views: SiteViews, judged: Judged, bodies: Bodies) -> Iterator[Artifact]:
    pages = ItemPages(views, judged, bodies)

    @cache
    def shell() -> Shell:
        return _make_shell(templates, Page(views, f"{judged.graph.id}/item/"))

    def content(route: str, ids: list[str]) -> bytes:
        return templates.render("item.html", shell=shell(), site=views.site, **pages.context(route, ids))

    for route, ids in views.pages_of(judged.graph.id).items():
        yield Artifact(f"{route}index.html", partial(content, route, ids))
