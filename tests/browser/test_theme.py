"""The button for the colours: the system's, light, dark, and round again; what was chosen holds on every page."""

from urllib.parse import urljoin

import pytest
from playwright.sync_api import Page, expect

from browser.conftest import Open

pytestmark = pytest.mark.browser

DARK, LIGHT = "rgb(16, 20, 24)", "rgb(252, 252, 253)"


def ground(page: Page) -> str:
    shown: str = page.evaluate("getComputedStyle(document.body).backgroundColor")
    return shown


@pytest.mark.parametrize(("scheme", "systems"), [("light", LIGHT), ("dark", DARK)])
def test_the_button_goes_from_the_system_s_colours_to_light_to_dark_and_back(
    open_page: Open, rich: str, scheme: str, systems: str
) -> None:
    page = open_page(rich, scheme=scheme, own=True)
    button = page.get_by_role("button", name="Colours: as the system")
    assert ground(page) == systems
    for name, colour in (("light", LIGHT), ("dark", DARK), ("as the system", systems)):
        button.press("Enter")
        button = page.get_by_role("button", name=f"Colours: {name}")
        expect(button).to_be_focused()
        assert button.get_attribute("title") == f"Colours: {name}"
        assert ground(page) == colour


def test_what_was_chosen_holds_on_the_next_page_and_after_a_reload(open_page: Open, rich: str) -> None:
    page = open_page(rich, own=True)
    for _ in range(2):
        page.locator("[data-theme-switch]").click()
    for path in ("beans/", "beans/har-pier/", "planned/"):
        page.goto(urljoin(rich, path))
        assert ground(page) == DARK
        assert page.get_by_role("button", name="Colours: dark").is_visible()
    page.reload()
    assert ground(page) == DARK
    page.locator("[data-theme-switch]").click()
    page.reload()
    assert ground(page) == LIGHT
    assert page.evaluate("document.documentElement.dataset.theme") is None


def test_the_system_s_colours_follow_the_system_and_chosen_ones_do_not(open_page: Open, rich: str) -> None:
    page = open_page(rich, own=True)
    page.emulate_media(color_scheme="dark")
    assert ground(page) == DARK
    page.locator("[data-theme-switch]").click()
    assert ground(page) == LIGHT
    page.emulate_media(color_scheme="light")
    page.locator("[data-theme-switch]").click()
    assert ground(page) == DARK


def test_a_word_that_is_no_theme_is_the_system_s(open_page: Open, rich: str) -> None:
    page = open_page(rich, own=True)
    for stored in ("", "blue", "constructor"):
        page.evaluate("stored => localStorage.setItem('gen-docs-theme', stored)", stored)
        page.reload()
        assert ground(page) == LIGHT, stored
        assert page.get_by_role("button", name="Colours: as the system").is_visible(), stored


def test_where_nothing_may_be_stored_the_choice_holds_for_the_page(open_page: Open, rich: str) -> None:
    page = open_page("about:blank", own=True)
    page.add_init_script("Object.defineProperty(window, 'localStorage', {get() { throw new Error('denied'); }})")
    page.goto(rich)
    for _ in range(2):
        page.locator("[data-theme-switch]").click()
    assert ground(page) == DARK


def test_without_a_script_there_is_no_button_and_the_system_decides(open_page: Open, rich: str) -> None:
    page = open_page(rich, scheme="dark", java_script_enabled=False)
    assert not page.locator("[data-theme-switch]").is_visible()
