"""A dashboard that stays open: it follows its data, keeps its reader's place, and says what it could not read."""

import re
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import urljoin

import pytest
from playwright.sync_api import Browser, Page, Route, expect
from support import bean, build, outputs, write_beans

from browser.conftest import OPTIONS
from browser.serving import Server
from browser.test_panel import say_changed

PLAN: dict[str, str | bytes] = {f"app-x{number:02}": bean(f"Item {number}", "todo") for number in range(60)}


class Deployed:
    """A published site; `change` is what a later deploy brings."""

    def __init__(self, folder: Path, server: Server) -> None:
        self._folder = write_beans(folder, PLAN)
        self.files = outputs(build(self._folder))
        self.address = urljoin(server.mount(self.files), "beans/")

    def change(self, beans: dict[str, str | bytes]) -> None:
        write_beans(self._folder, beans)
        self.files.update(outputs(build(self._folder)))


@pytest.fixture
def site(tmp_path: Path, server: Server) -> Deployed:
    return Deployed(tmp_path, server)


@pytest.fixture
def page(browser: Browser) -> Iterator[Page]:
    """A page in which requests may fail; errors of the page's own scripts may not."""
    context = browser.new_context(**OPTIONS, viewport={"width": 1280, "height": 800})
    page = context.new_page()
    errors: list[str] = []
    page.on("pageerror", lambda error: errors.append(str(error)))
    yield page
    context.close()
    assert errors == []


def open_live(page: Page, address: str) -> None:
    page.goto(address)
    page.locator("[data-view] > *").first.wait_for()


def deploy(page: Page, site: Deployed, beans: dict[str, str | bytes]) -> None:
    site.change(beans)
    say_changed(page, "assets/beans/index.json")


def test_what_changes_is_shown_marked_and_said_and_the_reader_keeps_the_place(page: Page, site: Deployed) -> None:
    open_live(page, f"{site.address}?view=list&sort=id")
    page.evaluate("window.stays = true")
    page.fill("#search", "item")
    page.focus("#search")
    page.evaluate("scrollTo(0, 400)")
    row = page.locator("tr", has_text="Item 30")
    before = row.bounding_box()
    deploy(page, site, {"app-x20": bean("Item with another name", "in-progress"), "app-new1": bean("Item that is new")})
    expect(page.locator(".is-changed")).to_have_count(2)
    expect(page.locator("tr", has_text="Item with another name")).to_contain_text("in-progress")
    expect(page.locator(".news")).to_have_text(re.compile("1 new.*1 changed"))
    assert page.locator(".news").get_attribute("aria-live") == "polite"
    assert page.evaluate("[window.stays, document.activeElement.id]") == [True, "search"]
    after = row.bounding_box()
    assert before is not None
    assert after is not None
    assert abs(after["y"] - before["y"]) < 40, "what is read stays where it is, but for a line that is new above it"
    assert page.input_value("#search") == "item"
    expect(page.locator(".is-changed")).to_have_count(0, timeout=6_000)


def test_a_panel_that_is_open_shows_what_its_item_says_now(page: Page, site: Deployed) -> None:
    open_live(page, f"{site.address}?view=board&item=app-x03")
    panel = page.locator("dialog.item-panel")
    expect(panel.locator(".entry")).to_contain_text("Item 3")
    deploy(page, site, {"app-x03": bean("Item of a new name", "in-progress")})
    expect(panel.locator(".entry")).to_contain_text("Item of a new name")
    assert page.evaluate("document.activeElement.closest('dialog') !== null") is True


@pytest.mark.parametrize(
    ("answer", "said"),
    [("refused", "the server answered 500"), ("garbled", "not the data"), ("silent", "no answer")],
)
def test_data_that_cannot_be_read_again_is_said_and_the_last_stays(
    page: Page, site: Deployed, answer: str, said: str
) -> None:
    open_live(page, f"{site.address}?view=list")

    def reply(route: Route) -> None:
        if answer == "refused":
            route.fulfill(status=500)
        elif answer == "garbled":
            route.fulfill(status=200, body='{"items": 3}')
        else:
            route.abort()

    page.route("**/assets/beans/index.json", reply)
    say_changed(page, "assets/beans/index.json")
    alert = page.get_by_role("alert")
    expect(alert).to_contain_text(said)
    assert (alert.get_by_role("link").get_attribute("href") or "").endswith("/assets/beans/index.json")
    expect(page.locator("[data-view] tbody tr")).to_have_count(60)
    page.unroute("**/assets/beans/index.json")
    say_changed(page, "assets/beans/index.json")
    expect(alert).to_have_count(0)


def test_data_that_cannot_be_read_at_first_leaves_the_built_page_and_says_so(page: Page, site: Deployed) -> None:
    page.route("**/assets/beans/index.json", lambda route: route.fulfill(status=404))
    page.goto(f"{site.address}?view=list")
    expect(page.locator(".panel-failed")).to_be_visible()
    expect(page.locator(".built .tiles")).to_be_visible()
    assert page.locator(".built section.state .rows > li").count() == 60


def test_texts_that_cannot_be_read_are_said_to_be_left_out_of_the_search(page: Page, site: Deployed) -> None:
    page.route("**/text.json", lambda route: route.fulfill(status=500))
    open_live(page, f"{site.address}?view=list")
    page.focus("#search")
    page.keyboard.type("item 3")
    expect(page.locator("#search-hint")).to_contain_text("could not be read")
    expect(page.locator("[data-view] tbody tr")).to_have_count(15)
