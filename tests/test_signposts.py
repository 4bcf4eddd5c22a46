"""The files by which programs find their way: llms.txt, the site map, robots.txt, and the page for lost readers."""

import re
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest
from selectolax.lexbor import LexborHTMLParser
from support import bean, build, outputs, write_beans, write_files

from gen_docs import signposts

BASE = "https://plans.example/a/"


def declare(folder: Path, text: str = "") -> Path:
    graphs = '[graphs.beans]\nkind = "beans"\nstore = ".beans"\n[graphs.qa]\ntitle = "Q [a] \\\\"\n'
    write_beans(folder, {"app-aaaa": bean(), "app-b b": bean(status="completed"), "été": bean()})
    return write_files(folder, {"gen-docs.toml": f"{text}\n{graphs}"})


def addresses(xml: bytes) -> list[str]:
    return [each.text or "" for each in ET.fromstring(xml).iter() if each.tag.endswith("}loc")]  # noqa: S314 - our own


def test_the_guide_links_every_graph_and_every_file_of_data(tmp_path: Path) -> None:
    files = outputs(build(declare(tmp_path, 'title = "The\\nplan"')))
    text = files["llms.txt"].decode()
    assert text.startswith("# The plan\n\n> ")
    links = re.findall(r"\]\(([^)]*)\)", text)
    assert {"beans/index.md", "qa/", "assets/beans/index.json", "schemas/beans-1.json"} <= set(links)
    for link in links:
        assert (f"{link}index.html" if link.endswith("/") else link) in files
    assert "[Q \\[a\\] \\\\](qa/): declared only" in text
    assert "assets/qa" not in text


def test_without_a_base_url_there_is_no_site_map(tmp_path: Path) -> None:
    assert not {"sitemap.xml", "robots.txt"} & outputs(build(declare(tmp_path))).keys()


def test_the_site_map_lists_every_page_at_its_whole_address(tmp_path: Path) -> None:
    files = outputs(build(declare(tmp_path, f'base_url = "{BASE}"')))
    pages = {name.removesuffix("index.html") for name in files if name.endswith("index.html")}
    found = addresses(files["sitemap.xml"])
    assert len(found) == len(set(found)) == len(pages)
    assert BASE in found
    assert f"{BASE}beans/app-b%20b/" in found
    assert f"{BASE}beans/%C3%A9t%C3%A9/" in found
    assert files["robots.txt"].decode().endswith(f"Sitemap: {BASE}sitemap.xml\n")


def test_every_page_names_its_own_address(tmp_path: Path) -> None:
    files = outputs(build(declare(tmp_path, f'base_url = "{BASE}"')))
    found = [
        link.attributes["href"]
        for name, content in files.items()
        if name.endswith("index.html")
        for link in LexborHTMLParser(content.decode()).css("link[rel=canonical]")
    ]
    assert sorted(map(str, found)) == sorted(addresses(files["sitemap.xml"]))


def test_a_large_site_has_several_maps_and_an_index_of_them(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(signposts, "MAX_ADDRESSES", 2)
    files = outputs(build(declare(tmp_path, f'base_url = "{BASE}"')))
    parts = addresses(files["sitemap.xml"])
    assert parts == [f"{BASE}sitemap-{number}.xml" for number in (1, 2, 3)]
    listed = [address for part in parts for address in addresses(files[part.removeprefix(BASE)])]
    assert len(listed) == sum(name.endswith("index.html") for name in files)


@pytest.mark.parametrize(("base", "prefix"), [("", ""), (BASE, BASE)])
def test_the_page_for_lost_readers_has_whole_links_where_the_address_is_known(
    tmp_path: Path, base: str, prefix: str
) -> None:
    files = outputs(build(declare(tmp_path, f'base_url = "{base}"' if base else "")))
    tree = LexborHTMLParser(files["404.html"].decode())
    links = [str(each.attributes["href"]) for each in tree.css("a[href], link[href]")]
    places = [link for link in links if link not in ("data:,", "#content")]
    assert f"{prefix}beans/" in places
    assert all(link.startswith(prefix) and not link.startswith("..") for link in places)
    assert tree.css_first("link[rel=canonical]") is None
    assert len(tree.css("h1")) == 1
