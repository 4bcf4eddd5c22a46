"""Dashboards in languages: where they stand, what they say, and where they lead."""

from pathlib import Path
from urllib.parse import urljoin

import pytest
from selectolax.lexbor import LexborHTMLParser
from support import bean, build, outputs, write_files

DECLARED = """
title = "Plan"
languages = ["en", "ar", "zh-Hans"]
base_url = "https://x.example/plan/"
[graphs.beans]
kind = "beans"
store = ".beans"
[graphs.later]
title = "Later"
store = "later"
"""
LANGUAGES = ("ar", "zh-Hans")


@pytest.fixture(scope="module")
def files(tmp_path_factory: pytest.TempPathFactory) -> dict[str, bytes]:
    folder = tmp_path_factory.mktemp("languages")
    docs = {"content/docs/page.toml": 'title = "Home"\n', "content/docs/01-one.md": "# One\n\n[Beans](/beans/)\n"}
    write_files(folder, {"gen-docs.toml": DECLARED, ".beans/app-one1--x.md": bean(), **docs})
    return outputs(build(folder))


def read(files: dict[str, bytes], route: str) -> LexborHTMLParser:
    return LexborHTMLParser(files[f"{route}index.html"].decode())


def links_of(page: LexborHTMLParser, route: str, selector: str = "a[href]") -> list[str]:
    return [urljoin(f"/{route}", node.attributes["href"] or "") for node in page.css(selector)]


@pytest.mark.parametrize("graph", ["beans", "later"])
def test_every_graph_has_a_dashboard_in_every_language(files: dict[str, bytes], graph: str) -> None:
    routes = {f"{graph}/", *(f"{language}/{graph}/" for language in LANGUAGES)}
    made = {name.removesuffix("index.html") for name in files if name.endswith(f"{graph}/index.html")}
    assert made == routes


def test_a_dashboard_says_its_language_and_reads_as_that_is_written(files: dict[str, bytes]) -> None:
    said = {language: read(files, f"{language}/beans/").css("html")[0].attributes for language in LANGUAGES}
    assert said == {"ar": {"lang": "ar", "dir": "rtl"}, "zh-Hans": {"lang": "zh-Hans", "dir": "ltr"}}


def test_a_dashboard_reads_the_messages_of_its_language_and_the_data_of_all(files: dict[str, bytes]) -> None:
    root = read(files, "ar/beans/").css("[data-dashboard]")[0].attributes
    assert root["data-messages"] == "../../assets/_site/locales/ar.json"
    assert root["data-index"] == "../../assets/beans/index.json"
    assert root["data-route"] == "../../beans/"


def test_items_and_twins_are_in_the_source_language_alone(files: dict[str, bytes]) -> None:
    page = read(files, "ar/beans/")
    assert set(links_of(page, "ar/beans/", "a.item")) == {"/beans/app-one1/"}
    assert links_of(page, "ar/beans/", "link[type='text/markdown']") == ["/beans/index.md"]
    assert not [name for name in files if name.startswith("ar/beans/app-one1")]


@pytest.mark.parametrize(
    ("route", "prefix"), [("beans/", "/"), ("beans/app-one1/", "/"), ("ar/beans/", "/ar/"), ("ar/", "/ar/")]
)
def test_the_top_of_a_page_leads_to_pages_in_its_language(files: dict[str, bytes], route: str, prefix: str) -> None:
    page = read(files, route)
    shown = set(links_of(page, route, ".bar nav a, a.brand")) | {f"/{route}"}
    assert {f"{prefix}later/", prefix} <= shown
    assert all(link.startswith(prefix) for link in shown)


def test_a_translation_of_docs_leads_to_dashboards_in_its_language(files: dict[str, bytes]) -> None:
    assert "/ar/beans/" in links_of(read(files, "ar/"), "ar/", ".docs a")


@pytest.mark.parametrize("route", ["beans/", "ar/beans/", "zh-Hans/beans/"])
def test_a_dashboard_can_be_had_in_another_language_and_says_so_to_programs(
    files: dict[str, bytes], route: str
) -> None:
    page = read(files, route)
    places = {"en": "beans/", "ar": "ar/beans/", "zh-Hans": "zh-Hans/beans/"}
    switch = {
        node.attributes["hreflang"]: urljoin(f"/{route}", node.attributes["href"] or "")
        for node in page.css(".languages a")
    }
    assert switch == {tag: f"/{place}" for tag, place in places.items() if place != route}
    assert len(page.css(".languages [aria-current]")) == 1
    alternates = {node.attributes["hreflang"]: node.attributes["href"] for node in page.css("link[hreflang]")}
    assert alternates == {tag: f"https://x.example/plan/{place}" for tag, place in places.items()}
    assert page.css("link[rel=canonical]")[0].attributes["href"] == f"https://x.example/plan/{route}"


def test_the_site_map_names_dashboards_in_every_language(files: dict[str, bytes]) -> None:
    text = files["sitemap.xml"].decode()
    for route in ("beans/", "ar/beans/", "zh-Hans/later/"):
        assert f"<loc>https://x.example/plan/{route}</loc>" in text


def test_with_one_language_there_is_no_choice(tmp_path: Path) -> None:
    write_files(tmp_path, {".beans.yml": "beans:\n  path: .beans\n", ".beans/app-one1--x.md": bean()})
    page = read(outputs(build(tmp_path)), "beans/")
    assert not page.css(".languages, link[hreflang]")
