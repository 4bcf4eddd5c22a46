"""What Python publishes, written down for the tests of scripts: one JSON file a subject, in one folder.

A script and the page that the build wrote must say the same; so the tests in `tests/js` read what Python makes of many
stores, and compare.
"""

import shutil
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
import orjson
from browser.rich import write_rich_store
from hypothesis import HealthCheck, Phase, given, settings
from support import IS_THOROUGH, PROJECT, build, projection, write_beans
from test_summary import _STORES

from gen_docs.build import Build
from gen_docs.catalogue import load_catalogue
from gen_docs.derived import project_catalogue, project_summary
from gen_docs.graph import Graph
from gen_docs.overview import has_states, last_date, make_tiles
from gen_docs.panel import find_newest, panel_context
from gen_docs.rules import Judged
from gen_docs.summary import summarise
from gen_docs.templating import Templates
from gen_docs.values import Item
from gen_docs.views import Page, SiteViews, class_name, view_problem

LANGUAGES = ("en", "es", "zh-Hans", "ar", "fr", "ru")
COUNTS = (*range(121), 1000, 1001, 1002, 10_000, 1_000_000, 2_000_000)
RANDOM_STORES = 150 if IS_THOROUGH else 60


def write_published(folder: Path) -> Path:
    """Writes all subjects into a folder; returns it."""
    subjects = {"graphs": list(_list_graphs()), "catalogues": [_spell_out(language) for language in LANGUAGES]}
    for name, subject in subjects.items():
        (folder / f"{name}.json").write_bytes(orjson.dumps(subject, default=msgspec.to_builtins))
    shutil.copy(PROJECT / "tests" / "identifiers.json", folder)
    return folder


def _list_graphs() -> Iterator[dict[str, Any]]:
    with tempfile.TemporaryDirectory() as folder:
        yield from _read_site(build(write_rich_store(Path(folder))))
    for case in sorted((PROJECT / "tests" / "cases").iterdir()):
        yield from _read_site(build(case / "input"))
    for site in _make_random_sites():
        yield from _read_site(site)


def _make_random_sites() -> list[Build]:
    made: list[Build] = []

    @given(_STORES)
    @settings(max_examples=RANDOM_STORES, phases=[Phase.generate], suppress_health_check=list(HealthCheck))
    def collect(beans: dict[str, str]) -> None:
        with tempfile.TemporaryDirectory() as folder:
            made.append(build(write_beans(Path(folder), beans)))

    collect()
    return made


def views_of(site: Build) -> SiteViews:
    return SiteViews(site.site, site.graphs, load_catalogue("en"), lambda _: False)


def _read_site(site: Build) -> Iterator[dict[str, Any]]:
    """For every graph: its files, and what the panel that the build draws says of them."""
    views = views_of(site)
    for judged in site.graphs:
        if judged.graph.is_projected:
            yield _describe(views, judged, projection(site, judged.graph.id))


def _describe(views: SiteViews, judged: Judged, index: Any) -> dict[str, Any]:
    graph, page = judged.graph, Page(views, "docs/")
    route = page.link(f"{graph.id}/")
    summary = summarise(judged)
    tiles = make_tiles(summary, has_states=has_states(graph))
    return {
        "index": index,
        "summary": project_summary(graph, summary, views.segments_of(graph.id)),
        "route": route,
        "hasStates": has_states(graph),
        "tiles": [{name: getattr(tile, name) for name in (*tile.__struct_fields__, "query")} for tile in tiles],
        "links": {item.id: page.file(graph, item).href for item in graph.items},
        "unread": {each.path: view_problem(page, graph, each).href for each in graph.problems},
        "newest": [[change.link.id, change.when] for change in find_newest(page, graph)],
        "relations": {
            "parents": graph.parents,
            "children": graph.children,
            "blockers": graph.blockers,
            "openBlockers": graph.active_blockers,
            "blockedThrough": graph.blocked_via,
            "belowClosed": graph.below_closed,
        },
        "files": [_describe_file(graph, item) for item in graph.items],
    }


def _describe_file(graph: Graph, item: Item) -> dict[str, Any]:
    """What follows for one item from its fields and from what stands around it."""
    return {
        "title": graph.title_of(item),
        "state": item.state,
        "stateClass": item.state_class,
        "className": class_name(graph, item.state),
        "type": graph.type_of(item),
        "isOpen": item.is_open,
        "isContainer": graph.is_container(item),
        "isBlocked": item.is_open and graph.is_blocked(item.id),
        "canStart": graph.can_start(item),
        "lastDate": last_date(graph, item),
    }


def _spell_out(language: str) -> dict[str, Any]:
    """A published catalogue, and the pieces of every message: of those with plural forms, for every count."""
    catalogue = load_catalogue(language)
    published: Any = project_catalogue(catalogue)
    pieces = {
        key: [catalogue.pieces(key, count) for count in (COUNTS if isinstance(message, dict) else (0,))]
        for key, message in published["messages"].items()
    }
    return {"file": published, "counts": COUNTS, "pieces": pieces, "plurals": _choose(language)}


def _choose(language: str) -> list[str]:
    """The plural form of every count, whether or not there is a catalogue in the language yet."""
    from babel import Locale

    locale = Locale.parse(language, sep="-")
    return [locale.plural_form(count) for count in COUNTS]


def draw_panel(site: Build, graph: str, *, folder: str = "guide/", level: int = 2, anchor: str = "") -> str:
    """The panel of a graph as the build draws it on the page of a folder."""
    views = views_of(site)
    judged = views.graphs[graph]
    summary = summarise(judged) if judged.graph.is_projected else None
    context = panel_context(
        Page(views, folder), judged, summary, anchor=anchor or f"panel-{graph}", language="en", level=level
    )
    return Templates(views.catalogue, site.root, "").fragment("panel.html", **context)
