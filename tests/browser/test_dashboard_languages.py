"""Dashboards in the languages of a site: words, numbers, direction, and the way from one to another."""

from urllib.parse import urljoin

import pytest
from playwright.sync_api import Page, expect
from support import bean, build, outputs, write_beans, write_files

from browser.conftest import Open
from browser.reach import OUTSIDE, find_faults
from browser.serving import Server
from browser.test_dashboard_reach import VIEWS
from gen_docs.catalogue import load_catalogue

LANGUAGES = ("en", "es", "zh-Hans", "ar", "fr", "ru")
KEY = "view.board"
DIRECTION = "each => getComputedStyle(each).direction"


@pytest.fixture(scope="module")
def site(server: Server, tmp_path_factory: pytest.TempPathFactory) -> str:
    root = tmp_path_factory.mktemp("languages")
    declared = ", ".join(f'"{language}"' for language in LANGUAGES)
    write_files(
        root,
        {
            "gen-docs.toml": f'title = "Plan"\nlanguages = [{declared}]\n',
            "content/docs/page.toml": 'title = "Home"\n',
            "content/docs/01-a.md": "# A\n",
        },
    )
    first = bean("Waits for app-aa02", "todo", blocked_by=["app-aa02"], type="task", body="English text.")
    items = {"app-aa01": first, **{f"app-aa{number:02}": bean(f"Item {number}") for number in range(2, 8)}}
    return server.mount(outputs(build(write_beans(root, items))))


def open_dashboard(open_page: Open, site: str, language: str, query: str = "", width: int = 1280) -> Page:
    prefix = "" if language == "en" else f"{language}/"
    page = open_page(urljoin(site, f"{prefix}beans/{query}"), width=width)
    page.locator("[data-view]").wait_for()
    return page


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_dashboard_says_everything_in_its_own_language(open_page: Open, site: str, language: str) -> None:
    page = open_dashboard(open_page, site, language, "?view=board")
    assert page.locator("html").get_attribute("lang") == language
    word = load_catalogue(language).messages[KEY]
    assert isinstance(word, str)
    expect(page.locator("a[aria-current=page]").filter(has_text=word)).to_have_count(1)
    assert "app-aa01" in page.locator("[data-view]").inner_text()


def test_the_switch_leads_to_the_same_page_in_another_language(open_page: Open, site: str) -> None:
    page = open_dashboard(open_page, site, "en")
    page.locator("a[hreflang=ar], a[lang=ar]").first.evaluate("each => each.click()")
    page.wait_for_url("**/ar/beans/**")
    assert page.locator("html").get_attribute("dir") == "rtl"


# Lists, columns and a drawing: what turns around in ways of its own. The rest is for the complete run.
USUAL = ("list", "board", "graph")


@pytest.mark.parametrize(
    "view", [view if view in USUAL else pytest.param(view, marks=pytest.mark.full) for view in VIEWS]
)
def test_a_dashboard_in_arabic_reads_from_the_right_and_ids_from_the_left(
    open_page: Open, site: str, view: str
) -> None:
    page = open_dashboard(open_page, site, "ar", f"?view={view}", width=390)
    assert page.locator("body").evaluate(DIRECTION) == "rtl"
    assert set(page.locator("main code").evaluate_all(f"all => all.map({DIRECTION})")) <= {"ltr"}
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    assert page.evaluate(OUTSIDE) == []
    assert find_faults(page) == []
