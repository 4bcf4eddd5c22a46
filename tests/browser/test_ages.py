"""Ages: computed by the reader's clock from the dates in the page, in the page's language."""

from datetime import UTC, datetime
from urllib.parse import urljoin

import pytest
from playwright.sync_api import Page

from browser.conftest import Files, Open
from browser.serving import Server

NOW = datetime(2026, 1, 10, 4, 0, 0, tzinfo=UTC)
ITEM = "beans/har-pier/index.html"


@pytest.fixture
def open_at(open_page: Open, server: Server, rich_files: Files) -> Open:
    """Opens the item's page, its HTML changed in places, at a fixed time; one page for each sort of reader."""
    pages: dict[tuple[tuple[str, str], ...], Page] = {}

    def open_changed(*changes: tuple[str, str], now: datetime = NOW, **options: str) -> Page:
        html = rich_files[ITEM].decode()
        for old, new in changes:
            assert old in html
            html = html.replace(old, new)
        base = server.mount({**rich_files, ITEM: html.encode()})
        reader = tuple(options.items())
        page = pages.get(reader) or open_page("about:blank", own=True, **options)
        pages[reader] = page
        page.clock.set_fixed_time(now)
        page.goto(urljoin(base, "beans/har-pier/"))
        return page

    return open_changed


def ages(page: Page) -> list[str]:
    return page.locator("time[data-age]").all_text_contents()


def test_the_clock_of_the_reader_makes_ages_of_dates(open_at: Open) -> None:
    """Made on 2 January at 03:04:05, changed a day later, and read on the tenth."""
    assert ages(open_at()) == ["2026-01-02 · 1 week ago", "2026-01-03 · 1 week ago"]
    assert ages(open_at(now=datetime(2026, 1, 3, 6, 4, 5, tzinfo=UTC))) == [
        "2026-01-02 · 1 day ago",
        "2026-01-03 · 3 hours ago",
    ]
    assert ages(open_at(now=datetime(2028, 1, 10, tzinfo=UTC)))[0] == "2026-01-02 · 2 years ago"


def test_what_has_just_happened_is_now(open_at: Open) -> None:
    assert ages(open_at(now=datetime(2026, 1, 2, 3, 4, 30, tzinfo=UTC)))[0] == "2026-01-02 · now"


def test_a_date_in_the_future_is_said_to_be_to_come(open_at: Open) -> None:
    assert ages(open_at(now=datetime(2026, 1, 2, 3, 0, 0, tzinfo=UTC))) == [
        "2026-01-02 · in 4 minutes",
        "2026-01-03 · in 1 day",
    ]


def test_the_exact_time_is_the_title_and_the_fact_stays(open_at: Open) -> None:
    time = open_at().locator("time[data-age]").first
    title = time.get_attribute("title") or ""
    assert title.startswith("Friday, January 2, 2026")
    assert "3:04:05" in title
    assert "UTC" in title
    assert time.get_attribute("datetime") == "2026-01-02T03:04:05Z"


def test_the_exact_time_is_that_of_the_reader(open_at: Open) -> None:
    title = open_at(timezone_id="America/New_York").locator("time[data-age]").first.get_attribute("title") or ""
    assert title.startswith("Thursday, January 1, 2026")
    assert "10:04:05" in title


LANGUAGES = [
    ("de", "vor 1 Woche", "Freitag, 2. Januar 2026"),
    ("ru", "1 неделю назад", "пятница, 2 января 2026"),
    ("zh-Hans", "1周前", "2026年1月2日"),
    ("ar", "قبل أسبوع واحد", "الجمعة"),
]


def test_the_language_is_that_of_the_page_not_of_the_browser(open_at: Open) -> None:
    for language, age, title in LANGUAGES:
        page = open_at(('lang="en"', f'lang="{language}"'), locale="fr-FR")
        time = page.locator("time[data-age]").first
        assert time.text_content() == f"2026-01-02 · {age}"
        assert title in (time.get_attribute("title") or "")


BAD = ("", "soon", "2026-13-01T00:00:00Z", "9" * 400, "&#34;&gt;&lt;b&gt;")


def test_a_date_that_is_none_is_left_as_it_is_written(open_at: Open) -> None:
    good = '<time datetime="2026-01-02T03:04:05Z" data-age="beside" tabindex="0">2026-01-02</time>'
    bad = "".join(f'<time datetime="{each}" data-age="beside">as written</time>' for each in BAD)
    page = open_at((good, bad))
    dates = page.locator("time[data-age]")
    assert ages(page) == [*["as written"] * len(BAD), "2026-01-03 · 1 week ago"], "the last has its age all the same"
    assert [dates.nth(at).get_attribute("title") for at in range(len(BAD))] == [None] * len(BAD)


def test_times_that_are_not_marked_keep_their_text(open_at: Open) -> None:
    page = open_at(('<time datetime="2026-01-02T03:04:05Z" data-age="beside"', '<time datetime="2026-01-02T03:04:05Z"'))
    assert page.locator("time").first.text_content() == "2026-01-02"


def test_every_date_of_a_graph_becomes_an_age(open_page: Open, rich: str) -> None:
    page = open_page(urljoin(rich, "beans/"))
    shown = ages(page)
    assert len(shown) > 10
    assert [text for text in shown if text[:4].isdecimal() and "-" in text] == []
    assert page.locator("time[data-age]:not([title])").count() == 0
