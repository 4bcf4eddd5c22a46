"""Backlinks: an item is mentioned by those whose pages link it from their text."""

import re
from pathlib import Path

import pytest
from selectolax.lexbor import LexborHTMLParser
from support import CORPORA, bean, build, needs_corpora, outputs, write_beans, write_files

from gen_docs.build import Build
from gen_docs.catalogue import load_catalogue
from gen_docs.ids import ItemRef
from gen_docs.views import SiteViews


def mentions(site: Build) -> dict[str, list[str]]:
    views = SiteViews(site.site, site.graphs, load_catalogue("en"), site.root.exists)
    return {target.id: [source.id for source in sources] for target, sources in views.mentioned_by.items()}


def make(folder: Path, **bodies: str) -> Build:
    return build(
        write_beans(folder, {f"app-{name}": bean(f"Title {name}", body=body) for name, body in bodies.items()})
    )


def test_an_item_is_mentioned_where_a_text_names_it(tmp_path: Path) -> None:
    found = mentions(make(tmp_path, aa11="See app-bb22 and `cc33`.", bb22="x", cc33="After bean aa11."))
    assert found == {"app-bb22": ["app-aa11"], "app-cc33": ["app-aa11"], "app-aa11": ["app-cc33"]}


def test_nobody_mentions_themselves_and_code_mentions_nobody(tmp_path: Path) -> None:
    assert mentions(make(tmp_path, aa11="I am app-aa11.", bb22="```\napp-aa11\n```")) == {}


def test_a_link_to_the_file_of_an_item_is_a_mention(tmp_path: Path) -> None:
    assert mentions(make(tmp_path, aa11="[that](app-bb22--slug.md)", bb22="x")) == {"app-bb22": ["app-aa11"]}


def test_a_title_mentions_too(tmp_path: Path) -> None:
    site = build(write_beans(tmp_path, {"app-aa11": bean("After app-bb22"), "app-bb22": bean()}))
    assert mentions(site) == {"app-bb22": ["app-aa11"]}


def test_graphs_mention_one_another(tmp_path: Path) -> None:
    write_beans(tmp_path, {"app-aa11": bean(body="For todo call-bob.")})
    todo = "---\nid: call-bob\nsummary: Call\nstatus: open\ncreated_at: 2026-01-01\n---\n\nAbout app-aa11.\n"
    site = build(write_files(tmp_path, {"todos/items/call-bob.md": todo}))
    assert mentions(site) == {"call-bob": ["app-aa11"], "app-aa11": ["call-bob"]}


def linked_items(html: str) -> set[str]:
    """The pages that the title and the texts of an item's page link to as identifiers, or as links to files."""
    page = LexborHTMLParser(html)
    found = page.css("h1 a.ref, .body a.ref, .path + p a.ref") + page.css(".body a[href^='../']")
    return {str(each.attributes["href"]).split("#")[0] for each in found if "://" not in str(each.attributes["href"])}


def check_agreement(site: Build) -> tuple[int, list[str]]:
    """How many mentions there are, and where pages and mentions differ."""
    views = site.links.views
    files = outputs(site)
    wrong: list[str] = []
    forward: dict[ItemRef, set[str]] = {}
    for target, sources in views.mentioned_by.items():
        for source in sources:
            forward.setdefault(source, set()).add("../" * 2 + views.item_links[target.graph][target.id])
    for graph, links in views.item_links.items():
        for identifier, link in links.items():
            html = files[f"{re.sub('%7E', '~', views.item_routes[graph][identifier])}index.html"].decode()
            shown = {href for href in linked_items(html) if href.startswith("../../") and href != f"../../{link}"}
            shown = {href for href in shown if href.removeprefix("../../") in set(links.values())}
            if shown != forward.get(ItemRef(graph, identifier), set()):
                wrong.append(f"{identifier}: {shown ^ forward.get(ItemRef(graph, identifier), set())}")
    return sum(map(len, forward.values())), wrong


def test_what_a_page_links_is_what_is_mentioned(tmp_path: Path) -> None:
    bodies = {
        "aa11": "app-bb22, `cc33`, (dd44), bean ee55.\n\n    app-ff66 in code\n\n- app-bb22",
        "bb22": "``` \napp-aa11\n```\n\n[app-cc33](https://a.b) and <app-dd44>",
        "cc33": "[file](app-aa11--slug.md) https://a.b/app-bb22 x/app-dd44",
        "dd44": "**app-aa11** ~~app-bb22~~ “app-cc33”",
        "ee55": "| app-aa11 | b |\n|---|---|\n| app-bb22 | c |",
        "ff66": "nothing",
    }
    count, wrong = check_agreement(make(tmp_path, **bodies))
    assert count > 8
    assert wrong == ["app-aa11: {'../../beans/app-ff66/'}", "app-bb22: {'../../beans/app-cc33/'}"]


@needs_corpora
@pytest.mark.full
@pytest.mark.parametrize("name", ["citum__citum-core"])
def test_what_pages_of_real_stores_link_is_what_is_mentioned(name: str) -> None:
    count, wrong = check_agreement(build(CORPORA / name / "repo"))
    assert count > 100
    assert len(wrong) <= count // 20
