"""Dashboards for everybody: what axe finds, narrow screens, both directions, and texts that mean harm."""

from itertools import product
from urllib.parse import urljoin

import pytest
from playwright.sync_api import Page

from browser.conftest import Open
from browser.hostile import HOSTILE
from browser.reach import OUTSIDE, SPREAD, TARGETS, WAYS, find_faults
from browser.test_hostile import LOOK, as_parsed, hostile, hostile_files

__all__ = ["hostile", "hostile_files"]  # fixtures

VIEWS = ("overview", "list", "board", "tree", "graph", "timeline", "ready", "blocked")
DOORS = ("", "filters", "item", "help")  # what is open beside the view
Look = tuple[str, str, int, str, str, str]  # graph, view, width, scheme, direction, door
ALL: list[Look] = [
    *(("beans", view, *way, door) for view, way, door in product(VIEWS, WAYS, DOORS)),
    *((graph, view, *way, "") for graph, view, way in product(("todos", "planned"), VIEWS, WAYS)),
]
# Every view and every door, in ways such that any two settings meet; and a graph of another kind in each of these ways.
USUAL: list[Look] = [
    *(("beans", view, *SPREAD[at % 4], DOORS[(at + at // 4) % 4]) for at, view in enumerate(VIEWS)),
    *(("todos", view, *way, "") for view, way in zip(("board", "overview", "list", "ready"), SPREAD, strict=True)),
]
FIRST = ("overview", "list", "graph")  # of hostile texts; the usual run leaves the rest to `test_hostile`


def open_door(page: Page, door: str) -> None:
    if door == "filters":
        page.locator("#filters").click()
        page.locator(".filter-form").wait_for()
    if door == "help":
        page.locator(".keys-button").click()
        page.locator("dialog.help").wait_for()
    if door == "item":
        page.locator("dialog.item-panel .entry").wait_for()


@pytest.mark.parametrize(
    "look",
    [pytest.param(each, marks=() if each in USUAL else pytest.mark.full, id="-".join(map(str, each))) for each in ALL],
)
def test_axe_finds_nothing_in_any_view(open_page: Open, rich: str, right_to_left: str, look: Look) -> None:
    graph, view, width, scheme, direction, door = look
    base = rich if direction == "ltr" else right_to_left
    item = "&item=har-pier" if door == "item" else ""
    page = open_page(urljoin(base, f"{graph}/?view={view}{item}"), width=width, scheme=scheme)
    open_door(page, door)
    assert find_faults(page) == []


@pytest.mark.parametrize("view", VIEWS)
def test_nothing_sticks_out_of_a_phone_or_is_too_small_for_a_finger(open_page: Open, rich: str, view: str) -> None:
    page = open_page(urljoin(rich, f"beans/?view={view}&closed=show&archived=show"), width=320)
    for width in (320, 390):
        page.set_viewport_size({"width": width, "height": 800})
        for direction in ("ltr", "rtl"):
            page.evaluate("direction => { document.documentElement.dir = direction; }", direction)
            assert page.evaluate("document.documentElement.scrollWidth") <= width
            assert page.evaluate(OUTSIDE) == []
            assert page.evaluate(TARGETS) == []


@pytest.mark.parametrize(
    "view", [pytest.param(view, marks=() if view in FIRST else pytest.mark.full) for view in VIEWS]
)
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
        assert [text for text in map(as_parsed, HOSTILE) if text.strip() not in shown] == []
