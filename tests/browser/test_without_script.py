"""Pages without JavaScript: whole, with dates where a script would have shown ages."""

import re
from urllib.parse import urljoin

import orjson
import pytest
from playwright.sync_api import expect

from browser.conftest import Files, Open


def test_dates_stand_where_ages_would(open_page: Open, rich: str) -> None:
    page = open_page(urljoin(rich, "beans/har-pier/"), java_script_enabled=False)
    times = page.locator("time[data-age]").all()
    assert [(time.inner_text(), time.get_attribute("datetime")) for time in times] == [
        ("2026-01-02", "2026-01-02T03:04:05Z"),
        ("2026-01-03", "2026-01-03T03:04:05Z"),
    ]
    graph = open_page(urljoin(rich, "beans/"), java_script_enabled=False)
    shown = graph.locator("time[data-age]").all_text_contents()
    assert len(shown) > 20
    assert [text for text in shown if not re.fullmatch(r"\d{4}-\d\d-\d\d", text)] == []


@pytest.mark.parametrize("graph", ["beans", "todos"])
def test_all_items_and_numbers_are_there(open_page: Open, rich: str, rich_files: Files, graph: str) -> None:
    """What is folded opens without a script, and what each tile counts does not need one."""
    page = open_page(urljoin(rich, f"{graph}/"), java_script_enabled=False)
    items = orjson.loads(rich_files[f"assets/{graph}/index.json"])["items"]
    rows = page.locator("section.state .rows > li")
    assert rows.count() == len(items)
    numbers = page.locator(".tile .number").all_inner_texts()
    assert len(numbers) >= 6
    assert all(number.isdecimal() for number in numbers)
    for summary in page.locator("section.state summary").all():
        summary.press("Enter")  # by the keyboard, since what opens moves what a mouse would aim at
    for row in rows.all():
        expect(row).to_be_visible()


def test_links_lead_from_page_to_page(open_page: Open, rich: str) -> None:
    page = open_page(rich, java_script_enabled=False)
    page.locator("main .card h2 a").first.click()
    page.locator("section.state a.item", has_text="Order the crane").first.click()
    assert page.locator("h1").inner_text() == "Order the crane"
    page.locator(".crumbs a").first.click()
    assert page.url == urljoin(rich, "beans/")


def test_a_text_with_boxes_and_tables_is_shown_whole(open_page: Open, rich: str) -> None:
    page = open_page(urljoin(rich, "beans/har-pier/"), java_script_enabled=False)
    assert page.locator(".body table").count() == 2
    assert page.locator(".body .task").count() == 2
    assert page.locator(".body").get_by_text('<script>document.title = "no"</script>').is_visible()
    footnote = page.locator(".body sup a").first
    footnote.click()
    assert page.locator(":target").inner_text().startswith("The first note.")
