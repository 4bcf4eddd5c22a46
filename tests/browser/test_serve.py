"""A served page follows its files: panels by themselves, pages by loading again, and mistakes by saying so."""

import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest
from playwright.sync_api import Browser, Page, expect
from support import IS_THOROUGH, bean, write_beans, write_files

pytestmark = pytest.mark.browser

HOME = "# A\n\nBefore.\n\n```graph beans\n```\n"


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Path, str]]:
    """A repository and where its site is served: one server for all tests, since starting one takes longest."""
    root = tmp_path_factory.mktemp("served")
    write_files(root, {"content/docs/page.toml": 'title = "Home"\n', "content/docs/01-a.md": HOME})
    write_beans(root, {f"app-aa1{number}": bean(f"Item {number}") for number in range(3)})
    command = [sys.executable, "-m", "gen_docs", "serve", "--root", str(root), "--port", "0"]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
    assert process.stdout is not None
    yield root, process.stdout.readline().split()[0]
    process.kill()
    process.communicate()


@pytest.fixture
def address(served: tuple[Path, str]) -> str:
    return served[1]


@pytest.fixture
def root(served: tuple[Path, str]) -> Iterator[Path]:
    """The repository, which is as it was once the test is over, and so is what is served of it."""
    root, address = served
    yield root
    write_files(root, {"content/docs/01-a.md": HOME})
    for name in ("gen-docs.toml", ".beans/app-bb22--x.md"):
        (root / name).unlink(missing_ok=True)
    end = time.monotonic() + 20
    with httpx.Client() as http:
        while "Before" not in http.get(address).text or "app-bb22" in http.get(f"{address}beans/").text:
            assert time.monotonic() < end, "the server follows"
            time.sleep(0.05)


@pytest.fixture
def page(browser: Browser, root: Path, address: str) -> Iterator[Page]:  # noqa: ARG001 - what is there comes first
    context = browser.new_context()
    page = context.new_page()
    page.goto(address)
    expect(page.locator(".tile-open .number")).to_have_text("3")
    page.wait_for_timeout(300)
    yield page
    context.close()


def mark(page: Page) -> None:
    """Leaves something that a reload would take away."""
    page.evaluate("window.mark = 1")


def is_marked(page: Page) -> bool:
    return bool(page.evaluate("window.mark === 1"))


def test_a_panel_follows_without_a_reload(page: Page, root: Path) -> None:
    mark(page)
    page.locator(".panel a").first.focus()
    (root / ".beans/app-bb22--x.md").write_text(bean("New"))
    expect(page.locator(".tile-open .number")).to_have_text("4")
    assert is_marked(page)
    assert page.evaluate("document.activeElement.closest('.panel') !== null")


def test_a_page_whose_own_text_changed_is_loaded_again(page: Page, root: Path) -> None:
    mark(page)
    (root / "content/docs/01-a.md").write_text(HOME.replace("Before", "Afterwards"))
    expect(page.locator(".body").first).to_contain_text("Afterwards")
    assert not is_marked(page)


def test_what_somebody_types_is_not_taken_away(page: Page, root: Path) -> None:
    page.evaluate("document.querySelector('main').append(document.createElement('textarea'))")
    page.locator("textarea").fill("half a sen")
    (root / "content/docs/01-a.md").write_text(HOME.replace("Before", "Afterwards"))
    box = page.locator(".live-box")
    expect(box).to_contain_text("This page has changed")
    assert page.locator("textarea").input_value() == "half a sen"
    box.get_by_role("button").click()
    expect(page.locator(".body").first).to_contain_text("Afterwards")


def test_a_mistake_is_shown_until_it_is_mended(page: Page, root: Path) -> None:
    (root / "gen-docs.toml").write_text("title = 3\n")
    box = page.locator(".live-box")
    expect(box).to_contain_text("gen-docs.toml: title")
    expect(page.locator(".body").first).to_contain_text("Before")
    (root / "gen-docs.toml").unlink()
    expect(box).to_have_count(0)


def test_many_tabs_follow(page: Page, root: Path, address: str) -> None:
    others = [page.context.new_page() for _ in range(7 if IS_THOROUGH else 3)]
    for other in others:
        other.goto(address)
    page.wait_for_timeout(300)
    (root / ".beans/app-bb22--x.md").write_text(bean("New"))
    for tab in (page, *others):
        tab.bring_to_front()
        expect(tab.locator(".tile-open .number")).to_have_text("4")


def test_an_open_dashboard_follows_without_a_reload(page: Page, root: Path, address: str) -> None:
    """What is typed and where the focus is stay, and the new item is among those that are found."""
    page.goto(f"{address}beans/?view=list")
    search = page.locator("input[type=search]")
    search.press_sequentially("item")
    expect(page.locator("[data-view] a.item")).to_have_count(3)
    page.wait_for_timeout(300)
    page.evaluate("window.here = true")
    (root / ".beans/app-bb22--x.md").write_text(bean("Another item"))
    expect(page.locator("[data-view] a.item")).to_have_count(4)
    assert page.evaluate("window.here") is True
    expect(search).to_have_value("item")
    expect(search).to_be_focused()
