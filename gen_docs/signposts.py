"""Signposts: the files by which programs find their way. `llms.txt` says what is here; with a base URL, `sitemap.xml`
lists every page and `robots.txt` names it. Pure."""

from collections.abc import Iterable, Iterator
from functools import partial
from typing import Final
from xml.sax.saxutils import escape

from gen_docs.catalogue import Catalogue
from gen_docs.declaration import Site
from gen_docs.graph import Graph
from gen_docs.projection import index_path, schema_path
from gen_docs.routes import relative_link
from gen_docs.text import one_line
from gen_docs.values import Artifact

MAX_ADDRESSES: Final = 50_000  # of one site map; with more, there is an index of several
_NAMESPACE: Final = "http://www.sitemaps.org/schemas/sitemap/0.9"


def render_signposts(
    site: Site, graphs: Iterable[Graph], routes: list[str], catalogue: Catalogue
) -> Iterator[Artifact]:
    """`llms.txt`, and with a base URL the site map of `routes` and `robots.txt`."""
    yield Artifact("llms.txt", partial(_write_guide, site, tuple(graphs), catalogue))
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


def _write_guide(site: Site, graphs: tuple[Graph, ...], catalogue: Catalogue) -> bytes:
    """What is here, in the form of llms.txt: a title, a sentence, and lists of links."""
    say = catalogue.text
    lines = [f"# {one_line(site.title)}", "", f"> {say('home.intro')}", "", f"## {say('site.graphs')}", ""]
    for graph in graphs:
        state = say(f"state.name.{graph.state}")
        lines.append(f"- [{_name(graph)}]({relative_link(f'{graph.id}/', '')}): {state}")
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
            lines.append(f"- [{_name(graph)}: {say(key)}]({path})")
    return ("\n".join(lines) + "\n").encode("utf-8", "replace")


def _name(graph: Graph) -> str:
    """A title inside the brackets of a link."""
    return one_line(graph.declared.title).replace("\\", "\\\\").replace("[", "\\[").replace("]", "\\]")
