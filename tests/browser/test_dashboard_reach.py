"""Dashboards for everybody: what axe finds, narrow screens, both directions, and texts that mean harm."""

from itertools import product
from urllib.parse import urljoin

import pytest
from playwright.sync_api import Page

from browser.conftest import Open
from browser.hostile import HOSTILE
from browser.test_hostile import LOOK, as_parsed, hostile, hostile_files
from browser.test_pages import AXE, OUTSIDE, TAGS, TARGETS

__all__ = ["hostile", "hostile_files"]  # fixtures

VIEWS = ("overview", "list", "board", "tree", "graph", "timeline", "ready", "blocked")
DOORS = ("", "filters", "item", "help")  # what is open beside the view
Look = tuple[str, int, str, str, str]  # view, width, scheme, direction, door
ALL: list[Look] = list(product(VIEWS, (1280, 390), ("light", "dark"), ("ltr", "rtl"), DOORS))
# Every pair of a view with a width, a scheme, a direction and a door stands in one of these.
PAIRS: list[Look] = [
    (view, (1280, 390)[at % 2], ("light", "dark")[at // 2 % 2], ("ltr", "rtl")[(at + at // 2) % 2], DOORS[at % 4])
    for at, view in enumerate(VIEWS)
]


def open_door(page: Page, door: str) -> None:
    if door == "filters":
        page.locator("#filters").click()
        page.locator(".filter-form").wait_for()
    if door == "help":
        page.locator(".keys-button").click()
        page.locator("dialog.help").wait_for()
    if door == "item":
        page.locator("dialog.item-panel .entry").wait_for()


def find_faults(page: Page) -> list[str]:
    found = AXE.run(page, options={"runOnly": {"type": "tag", "values": TAGS}, "resultTypes": ["violations"]})
    assert len(found.response["passes"]) > 10, "axe looked at the page"
    return [f"{each['id']}: {node['html'][:200]}" for each in found.response["violations"] for node in each["nodes"]]


@pytest.mark.parametrize(
    "look", [*PAIRS, *(pytest.param(each, marks=pytest.mark.full) for each in ALL if each not in PAIRS)]
)
def test_axe_finds_nothing_in_any_view(open_page: Open, rich: str, right_to_left: str, look: Look) -> None:
    view, width, scheme, direction, door = look
    base = rich if direction == "ltr" else right_to_left
    item = "&item=har-pier" if door == "item" else ""
    page = open_page(urljoin(base, f"beans/?view={view}{item}"), width=width, scheme=scheme)
    open_door(page, door)
    assert find_faults(page) == []


@pytest.mark.parametrize("view", VIEWS)
def test_nothing_sticks_out_of_a_phone_or_is_too_small_for_a_finger(
    open_page: Open, rich: str, right_to_left: str, view: str
) -> None:
    for base, width in ((rich, 320), (right_to_left, 390)):
        page = open_page(urljoin(base, f"beans/?view={view}&closed=show&archived=show"), width=width)
        assert page.evaluate("document.documentElement.scrollWidth") <= width
        assert page.evaluate(OUTSIDE) == []
        assert page.evaluate(TARGETS) == []


@pytest.mark.parametrize("view", VIEWS)
def test_texts_that_mean_harm_are_shown_and_do_nothing(open_page: Open, hostile: str, view: str) -> None:
    page = open_page(urljoin(hostile, f"beans/?view={view}&closed=show&archived=show"), width=390)
    for button in page.locator(".growing button").all()[1::2]:
        if button.is_visible():
            button.click()
    seen = page.evaluate(LOOK)
    assert (seen["ran"], seen["foreign"], seen["handlers"], seen["mains"]) == (False, [], 0, 1)
    assert set(seen["schemes"]) <= {"http:", "https:", "mailto:"}
    assert seen["width"] <= 390
    if view == "list":
        shown = page.evaluate("document.querySelector('[data-view]').textContent")
        missing = [text for text in map(as_parsed, HOSTILE) if text.strip() and text.strip() not in shown]
        assert len(missing) < len(HOSTILE) / 4, "titles are shown as they are written"
