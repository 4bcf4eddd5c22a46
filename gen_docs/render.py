"""Rendering: from graphs and projections to every other file of the site. The artifacts are lazy."""

from collections.abc import Iterator
from functools import cache, lru_cache, partial
from pathlib import Path

from gen_docs.bundle import template_folder
from gen_docs.catalogue import Catalogue, load_catalogue
from gen_docs.declaration import Site
from gen_docs.derived import project_badge, project_catalogue, project_stamp, project_summary, project_text
from gen_docs.docs.links import Links
from gen_docs.docs.rendering import list_docs_routes, render_docs
from gen_docs.files import Root
from gen_docs.graph_page import graph_context
from gen_docs.home_page import home_context
from gen_docs.item_page import ItemContext, ItemPages
from gen_docs.kit import Kit, Shell, make_kit, make_shell
from gen_docs.languages import list_languages
from gen_docs.projection import dump_json, schema_path
from gen_docs.prose import PageProse
from gen_docs.rules import Judged
from gen_docs.schemas import badge_schema, build_schema, catalogue_schema, kind_schema, summary_schema, text_schema
from gen_docs.scripts import publish_source
from gen_docs.signposts import render_signposts
from gen_docs.summary import Summary, summarise
from gen_docs.twins import TWIN, write_graph_twin, write_item_twin
from gen_docs.values import Artifact
from gen_docs.views import LostPage, Page, SiteViews

ASSETS = "assets/_site"  # a graph's id never begins with "_"


def render(root: Root, links: Links) -> Iterator[Artifact]:
    """Every file of the site but the projections."""
    views, library = links.views, links.library
    site, graphs = views.site, tuple(views.graphs.values())
    kit = make_kit(root, views, views.catalogue, has_docs=bool(library.pages))
    yield Artifact(".nojekyll", lambda: b"")
    yield from _render_assets()
    yield from _render_catalogues(site)
    yield from _render_schemas(graphs)
    summaries = {judged.graph.id: summarise(judged) for judged in graphs if judged.graph.is_projected}
    if "" not in library.pages:
        yield Artifact("index.html", partial(_render_home, kit, summaries))
    yield Artifact("404.html", partial(_render_lost, kit))
    if views.stamp:
        yield Artifact("build.json", partial(dump_json, project_stamp(views.stamp)))
        yield Artifact(schema_path("build"), lambda: dump_json(build_schema()))
    routes = [*_list_routes(views), *list_docs_routes(library)]
    yield from render_signposts(views, library, list(dict.fromkeys(routes)))
    yield from render_docs(kit, links, summaries)
    for judged in graphs:
        summary = summaries.get(judged.graph.id)
        for language, route in _routes_of(views, judged.graph.id).items():
            yield Artifact(f"{route}index.html", partial(_render_graph, kit, judged, summary, language))
        if summary is not None:
            yield Artifact(f"{judged.graph.id}/{TWIN}", partial(_write_graph_twin, views, judged, summary))
            yield from _render_data(views, judged, summary)
            yield from _render_items(kit, judged, summary)


def _render_assets() -> Iterator[Artifact]:
    folder = template_folder() / "assets"
    sheets = sorted(folder.glob("css/*.css"))
    yield Artifact(f"{ASSETS}/site.css", lambda: b"\n".join(map(_publish, sheets)))
    for path in sorted(folder.rglob("*")):
        if path.is_file() and path not in sheets:
            yield Artifact(f"{ASSETS}/{path.relative_to(folder).as_posix()}", partial(_publish, path))


def _publish(path: Path) -> bytes:
    content = path.read_bytes()
    return content if "vendor" in path.parts else publish_source(path.name, content)


def _render_catalogues(site: Site) -> Iterator[Artifact]:
    for language in site.languages:
        content = partial(_write_catalogue, load_catalogue(language))
        yield Artifact(f"{ASSETS}/locales/{language}.json", content)
    yield Artifact(schema_path("catalogue"), lambda: dump_json(catalogue_schema()))


def _write_catalogue(catalogue: Catalogue) -> bytes:
    return dump_json(project_catalogue(catalogue))


def _render_schemas(graphs: tuple[Judged, ...]) -> Iterator[Artifact]:
    kinds = {judged.graph.kind.name: judged.graph.kind for judged in graphs if judged.graph.is_projected}
    for name, kind in kinds.items():
        yield Artifact(schema_path(name), lambda kind=kind: dump_json(kind_schema(kind)))  # type: ignore[misc]
    makers = {"summary": summary_schema, "text": text_schema, "badge": badge_schema}
    for name, make in makers.items() if kinds else ():
        yield Artifact(schema_path(name), lambda make=make: dump_json(make()))  # type: ignore[misc]


def _render_data(views: SiteViews, judged: Judged, summary: Summary) -> Iterator[Artifact]:
    graph = judged.graph
    folder = f"assets/{graph.id}"
    yield Artifact(
        f"{folder}/summary.json", lambda: dump_json(project_summary(graph, summary, views.segments_of(graph.id)))
    )
    yield Artifact(f"{folder}/text.json", lambda: dump_json(project_text(graph)))
    message = views.catalogue.text("badge.message", open=summary.counts.open)
    yield Artifact(f"{folder}/badge.json", lambda: dump_json(project_badge(graph, message)))


def _render_home(kit: Kit, summaries: dict[str, Summary]) -> bytes:
    page = Page(kit.views, "")
    return kit.render("home.html", page, home_context(page, summaries))


def _render_lost(kit: Kit) -> bytes:
    return kit.render("404.html", LostPage(kit.views), {})


def _list_routes(views: SiteViews) -> Iterator[str]:
    """The folder of every page."""
    yield ""
    for graph in views.graphs:
        yield from _routes_of(views, graph).values()
        yield from views.item_pages[graph]


def _routes_of(views: SiteViews, graph: str) -> dict[str, str]:
    """The route of a graph's dashboard in every language."""
    return {language: views.route_in(language, f"{graph}/") for language in views.site.languages}


def _render_graph(kit: Kit, judged: Judged, summary: Summary | None, language: str) -> bytes:
    kit = kit.speak(language)
    routes = _routes_of(kit.views, judged.graph.id)
    page = Page(kit.views, routes[language])
    languages = list_languages(page, routes)
    context = {**graph_context(page, judged, summary), "languages": languages}
    return kit.render("graph.html", page, context, make_shell(kit, page, languages))


def _write_graph_twin(views: SiteViews, judged: Judged, summary: Summary) -> bytes:
    return write_graph_twin(Page(views, f"{judged.graph.id}/"), judged.graph, summary)


def _render_items(kit: Kit, judged: Judged, summary: Summary) -> Iterator[Artifact]:
    graph = judged.graph.id
    pages = ItemPages(kit.views, judged, summary)
    routes = kit.views.item_pages[graph]

    @cache
    def shell() -> Shell:
        return make_shell(kit, Page(kit.views, f"{graph}/item/"))

    @lru_cache(maxsize=1)
    def context(route: str) -> ItemContext:
        """What a page and its twin show, made once for both, since they are written one after the other."""
        return pages.context(route, routes[route])

    def page(route: str) -> bytes:
        place = Page(kit.views, route)
        text = PageProse(kit.bodies, place, kit.root)
        return kit.render("item.html", place, {"text": text, **context(route)}, shell())

    def twin(route: str) -> bytes:
        return write_item_twin(context(route)["ids"], kit.views.catalogue)

    for route in routes:
        yield Artifact(f"{route}index.html", partial(page, route))
        yield Artifact(f"{route}{TWIN}", partial(twin, route))
