"""Signposts: the files by which programs find their way. `llms.txt` says what is here; with a base URL, `sitemap.xml`
lists every page and `robots.txt` names it. Pure."""

from collections.abc import Iterator
from functools import partial
from typing import Final
from xml.sax.saxutils import escape

from gen_docs.declaration import Site
from gen_docs.docs.library import Library
from gen_docs.projection import index_path, schema_path
from gen_docs.routes import relative_link
from gen_docs.text import escape_brackets, one_line
from gen_docs.twins import TWIN
from gen_docs.values import Artifact
from gen_docs.views import SiteViews

MAX_ADDRESSES: Final = 50_000  # of one site map; with more, there is an index of several
_NAMESPACE: Final = "http://www.sitemaps.org/schemas/sitemap/0.9"


def render_signposts(views: SiteViews, library: Library, routes: list[str]) -> Iterator[Artifact]:
    """`llms.txt`, and with a base URL the site map of `routes` and `robots.txt`."""
    site = views.site
    yield Artifact("llms.txt", partial(_write_guide, views, library))
    if site.base_url:
        parts = [routes[at : at + MAX_ADDRESSES] for at in range(0, len(routes), MAX_ADDRESSES)]
        names = ["sitemap.xml"] if len(parts) == 1 else [f"sitemap-{number}.xml" for number in range(1, len(parts) + 1)]
        for name, part in zip(names, parts, strict=True):
            yield Artifact(name, partial(_write_map, "urlset", "url", [_address(site, route) for route in part]))
        if len(parts) > 1:
            addresses = [_address(site, name) for name in names]
            yield Artifact("sitemap.xml", partial(_write_map, "sitemapindex", "sitemap", addresses))
        yield Artifact("robots.txt", f"User-agent: *\nAllow: /\nSitemap: {site.base_url}sitemap.xml\n".encode)


def _address(site: Site, route: str) -> str:
    return site.base_url + relative_link(route, "").removeprefix("./")


def _write_map(root: str, entry: str, addresses: list[str]) -> bytes:
    lines = [f"<{entry}><loc>{escape(address)}</loc></{entry}>" for address in addresses]
    head = f'<?xml version="1.0" encoding="UTF-8"?>\n<{root} xmlns="{_NAMESPACE}">\n'
    return (head + "\n".join(lines) + f"\n</{root}>\n").encode()


def _write_guide(views: SiteViews, library: Library) -> bytes:
    """What is here, in the form of llms.txt: a title, a sentence, and lists of links."""
    say = views.catalogue.text
    graphs = [judged.graph for judged in views.graphs.values()]
    lines = [f"# {one_line(views.site.title)}", "", f"> {say('home.intro')}", "", say("llms.twins")]
    lines += _list_docs(library, say("doc.title"))
    lines += ["", f"## {say('site.graphs')}", ""]
    for graph in graphs:
        state = say(f"state.name.{graph.state}")
        twin = TWIN if graph.is_projected else ""
        lines.append(f"- [{escape_brackets(graph.declared.title)}]({relative_link(f'{graph.id}/{twin}', '')}): {state}")
    data = [graph for graph in graphs if graph.is_projected]
    if data:
        lines += ["", f"## {say('graph.data')}", ""]
    for graph in data:
        for key, path in (
            ("graph.data.index", index_path(graph.id)),
            ("graph.data.summary", f"assets/{graph.id}/summary.json"),
            ("graph.data.text", f"assets/{graph.id}/text.json"),
            ("graph.data.schema", schema_path(graph.kind.name)),
        ):
            lines.append(f"- [{escape_brackets(graph.declared.title)}: {say(key)}]({path})")
    return ("\n".join(lines) + "\n").encode("utf-8", "replace")


def _list_docs(library: Library, heading: str) -> list[str]:
    if not library.pages:
        return []
    lines = ["", f"## {heading}", ""]
    for page in library.docs.pages:
        summary = f": {one_line(page.summary)}" if page.summary else ""
        lines.append(f"- [{escape_brackets(page.title)}]({relative_link(f'{page.route}{TWIN}', '')}){summary}")
    return lines
